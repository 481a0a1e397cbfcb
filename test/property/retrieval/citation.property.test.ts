import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textPiecesOf } from "../../../ingest/publish/text-pieces.ts";
import type { Database } from "../../../migrations/index.ts";
import {
  citePassage,
  citeSpan,
  makeHybridRetriever,
  readDocumentSpan,
  verifyCitation,
} from "../../../retrieval/index.ts";
import { openTestDatabase } from "../../support/database.ts";
import { addCorpus, addDocument, publishSections, section } from "../../support/publish-sections.ts";
import { makeWordEmbedder } from "../../support/word-embedder.ts";

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const words = fc.constantFrom("yard", "höhe", "𝔷oning", "🏠", "é", "7,000", "§", "𐐷", "\n", "setback");
const body = fc.array(words, { minLength: 1, maxLength: 60 }).map((list) => list.join(" "));

describe("stored text", () => {
  it("is cut into pieces that join to the text again and never part a character", () => {
    const filler = fc.integer({ min: 16_370, max: 16_390 });
    fc.assert(
      fc.property(filler, fc.string({ unit: "binary", minLength: 10, maxLength: 60 }), (length, tail) => {
        const text = "a".repeat(length) + tail;
        const pieces = textPiecesOf(text);
        expect(pieces.map((piece) => piece.piece).join("")).toBe(text);
        for (const piece of pieces) {
          expect(piece.piece.isWellFormed()).toBe(true);
          expect(piece.charEnd - piece.charStart).toBe(piece.piece.length);
          expect(piece.piece.length).toBeLessThanOrEqual(16_384);
        }
      }),
    );
  });
});

describe("a citation", () => {
  it("verifies wherever it points inside a passage, and never when its quote or span is another", async () => {
    const retriever = makeHybridRetriever({ db, embedder: makeWordEmbedder() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(body, { minLength: 1, maxLength: 4 }),
        fc.infiniteStream(fc.nat(10_000)),
        async (bodies, numbers) => {
          const corpusId = await addCorpus(db);
          const sections = bodies.map((text, at) => ({ ...section(`1.${at}`, "Rule", `rule ${text}`), page: at + 1 }));
          await publishSections(db, await addDocument(db, corpusId), sections, makeWordEmbedder());
          const { passages } = await retriever.search("rule", { corpusIds: [corpusId] });
          expect(passages.length).toBeGreaterThan(0);
          for (const passage of passages) {
            expect(await verifyCitation(db, citePassage(passage))).toBe(true);
            const length = passage.text.length;
            const from = (numbers.next().value ?? 0) % length;
            const to = from + 1 + ((numbers.next().value ?? 0) % (length - from));
            const span = { charStart: passage.charStart + from, charEnd: passage.charStart + to };
            const citation = await citeSpan(db, passage, span);
            expect(citation.quote).toBe(passage.text.slice(from, to));
            expect(citation.page).toBe(passage.page);
            if (citation.quote.isWellFormed()) expect(await verifyCitation(db, citation)).toBe(true);
            const moved = { ...citation, charStart: citation.charStart + 1, charEnd: citation.charEnd + 1 };
            const there = await readDocumentSpan(db, citation.documentId, 1, moved.charStart, moved.charEnd);
            expect(await verifyCitation(db, moved)).toBe(there?.text === citation.quote);
            expect(await verifyCitation(db, { ...citation, quote: `${citation.quote.slice(0, -1)}\u0007` })).toBe(
              false,
            );
            expect(await verifyCitation(db, { ...citation, documentRevision: 9 })).toBe(false);
          }
        },
      ),
      { numRuns: 15 },
    );
  });

  it("expands to the section around it, within the cap, and still verifies", async () => {
    const retriever = makeHybridRetriever({ db, embedder: makeWordEmbedder() });
    const corpusId = await addCorpus(db);
    const long = Array.from({ length: 900 }, (_, at) => `word${at} 🏠`).join(" ");
    await publishSections(db, await addDocument(db, corpusId), [section("1.1", "Rule", long)], makeWordEmbedder());
    const [passage] = (await retriever.search("word700", { corpusIds: [corpusId] })).passages;
    if (!passage) throw new Error("the passage must be found");
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 20_000 }), async (maxCharacters) => {
        const wide = await retriever.expand(passage, { maxCharacters });
        expect(wide.charStart).toBeLessThanOrEqual(passage.charStart);
        expect(wide.charEnd).toBeGreaterThanOrEqual(passage.charEnd);
        expect(wide.text.length).toBeLessThanOrEqual(Math.max(maxCharacters, passage.text.length));
        expect(await verifyCitation(db, citePassage(wide))).toBe(true);
      }),
      { numRuns: 25 },
    );
    const whole = await retriever.expand(passage, { maxCharacters: 100_000 });
    expect(whole.text).toContain("word0 ");
    expect(whole.text).toContain("word899 ");
  });
});
