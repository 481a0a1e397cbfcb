import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../migrations/index.ts";
import { citePassage, citeSpan, makeHybridRetriever, type Passage, verifyCitation } from "../../../retrieval/index.ts";
import { openTestDatabase } from "../../support/database.ts";
import { ordinanceSentences } from "../../support/documents/ordinance-parts.ts";
import { addCorpus, addDocument, publishText } from "../../support/publish-sections.ts";
import { makeWordEmbedder } from "../../support/word-embedder.ts";

const embedder = makeWordEmbedder();
const kennel = "A kennel stands no nearer than two hundred feet to a house.";
let db: Database;
let corpusId: string;

beforeAll(async () => {
  db = await openTestDatabase();
  corpusId = await addCorpus(db);
  const documentId = await addDocument(db, corpusId);
  const long = (mark: string, place: number) => `${mark} ${ordinanceSentences(place, 14)}`;
  const text = [
    "§ 30-42 Animals.",
    long("(a)", 1),
    "(b) Dogs:",
    `(1) ${kennel}`,
    long("(2)", 2),
    long("(c)", 3),
    "§ 30-43 Signs.",
    ordinanceSentences(4, 3),
  ].join("\n\n");
  await publishText(db, documentId, text, embedder);
});
afterAll(() => db.close());

const search = (query: string, sectionPrefix?: string) =>
  makeHybridRetriever({ db, embedder }).search(query, {
    corpusIds: [corpusId],
    ...(sectionPrefix === undefined ? {} : { filters: { sectionPrefix } }),
  });

async function withKennel(): Promise<Passage> {
  const { passages } = await search("kennel");
  const passage = passages.find(({ text }) => text.includes(kennel));
  if (!passage) throw new Error("the kennel must be found");
  return passage;
}

describe("a quote in an item of a list", () => {
  it("is cited by the item, and what reaches over several items by what holds them all", async () => {
    const passage = await withKennel();
    const charStart = passage.charStart + passage.text.indexOf(kennel);
    const cited = await citeSpan(db, passage, { charStart, charEnd: charStart + kennel.length });
    expect(cited).toMatchObject({ section: "30-42(b)(1)", quote: kennel, headingPath: ["30-42 Animals"] });
    expect(await verifyCitation(db, cited)).toBe(true);
    const lead = passage.charStart + passage.text.indexOf("(b) Dogs:");
    expect(await citeSpan(db, passage, { charStart: lead, charEnd: charStart + kennel.length })).toMatchObject({
      section: "30-42(b)",
    });
  });

  it("leaves the section of the passage what filters go by", async () => {
    const passage = await withKennel();
    expect(passage.section).toBe("30-42");
    expect(citePassage(passage).section).toMatch(/^30-42(?!\d)/);
    for (const prefix of ["30-42", "30-42(b)(1)", "§ 30-42(b)"]) {
      const { passages } = await search("kennel dog house", prefix);
      expect(passages.map(({ section }) => section)).toContain("30-42");
      expect(passages.map(({ section }) => section)).not.toContain("30-43");
    }
  });
});

describe("a question that names an item", () => {
  it.each(["What does § 30-42(b)(1) say?", "section 30-42 (b)(1)"])("finds where it stands: %s", async (query) => {
    const { passages } = await search(query);
    const named = passages.filter(({ origins }) => origins.includes("lookup"));
    expect(named.map(({ text }) => text.includes(kennel))).toEqual([true]);
  });

  it("finds the section where the code has no such item", async () => {
    const { passages } = await search("What does § 30-42(k)(9) say?");
    const named = passages.filter(({ origins }) => origins.includes("lookup"));
    expect(named.length).toBeGreaterThan(1);
    expect(new Set(named.map(({ section }) => section))).toEqual(new Set(["30-42"]));
  });
});
