import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  buildKeywordSegment,
  chunkDocument,
  makeIngestReport,
  publishRevision,
  rulesOfDocument,
} from "../../../ingest/index.ts";
import { type Database, sql } from "../../../migrations/index.ts";
import { makeHybridRetriever } from "../../../retrieval/index.ts";
import { makeAskedRules } from "../../../retrieval/rules/asked-rules.ts";
import { openTestDatabase } from "../../support/database.ts";
import { parseText } from "../../support/documents/parse.ts";
import { addCorpus, addDocument } from "../../support/publish-sections.ts";
import { makeWordEmbedder } from "../../support/word-embedder.ts";

const embedder = makeWordEmbedder();
const law = [
  "SECTION 4 R-4 VILLAGE DISTRICT",
  "4.1 Permitted uses. The following uses are permitted in the R-4 District:",
  "(1) Single-family dwellings.",
  "(2) Boat yards.",
  "SECTION 5 STANDARDS",
  "5.1 Lot area in the R-4 District. The minimum lot area shall be 20,000 square feet.",
  "SECTION 6 BOAT YARDS",
  "6.1 Hours. Boat yards in the R-4 District shall close at eight o'clock.",
].join("\n\n");

let db: Database;
let corpusId: string;
let documentId: string;
let chunks: ReturnType<typeof chunkDocument>;
beforeAll(async () => {
  db = await openTestDatabase();
  corpusId = await addCorpus(db);
  documentId = await addDocument(db, corpusId);
  const document = await parseText(law);
  chunks = chunkDocument(document);
  const read = { document, chunks, keywordSegment: buildKeywordSegment(chunks) };
  const report = makeIngestReport(document, chunks);
  const rules = rulesOfDocument(document, chunks);
  await publishRevision(db, { documentId, ...read, report, rules, sourceSha256: "0".repeat(64) }, { embedder });
});
afterAll(() => db.close());

/** Sections whose rules answer a question; the chunks' own where a chunk begins with its number. */
async function ruledSections(query: string, askedRules = makeAskedRules()): Promise<string[]> {
  const places = chunks.map(({ ordinal }) => ({ documentId, revision: 1, ordinal }));
  const ruled = await askedRules(db, query, places);
  return chunks.flatMap(({ headingPath }, at) => (ruled[at] ? [headingPath.join(" ")] : []));
}

describe("the rules that were read from a chunk", () => {
  it("are on what a question asks for where they set the dimension that it asks for in a district", async () => {
    const found = await ruledSections("What is the minimum lot area in the R-4 district?");
    expect(found).toEqual([expect.stringContaining("STANDARDS")]);
    expect(await ruledSections("What is the maximum building height in the R-4 district?")).toEqual([]);
    expect(await ruledSections("What is the minimum lot area?")).toEqual([]);
  });

  it("are on what a question asks for where they allow a use with all words of an entry", async () => {
    const found = await ruledSections("Are boat yards allowed in the R-4 district?");
    expect(found).toEqual([expect.stringContaining("VILLAGE")]);
    expect(await ruledSections("Are boats allowed in the R-4 district?")).toEqual([]);
    expect(await ruledSections("When do boat yards close?")).toEqual([]);
  });

  it("are found once they are stored, also where a search came before", async () => {
    const askedRules = makeAskedRules();
    const query = "Are boat yards allowed in the R-4 district?";
    const stored = (version: number) =>
      db.query(sql`-- age_rules
      update document_rule_set set rules_version = rules_version + ${version} where document_id = ${documentId}`);
    await stored(1);
    expect(await ruledSections(query, askedRules)).toEqual([]);
    await stored(-1);
    expect(await ruledSections(query, askedRules)).toHaveLength(1);
  });

  it("raise the chunk in a search", async () => {
    const search = async () => {
      const retriever = makeHybridRetriever({ db, embedder });
      const { passages } = await retriever.search("Are boat yards allowed in the R-4 district?", {
        corpusIds: [corpusId],
      });
      return passages.find(({ text }) => text.includes("Boat yards."))?.score ?? 0;
    };
    const ruled = await search();
    await db.query(sql`-- forget_rules
      delete from document_rule_set where document_id = ${documentId}`);
    expect(ruled).toBeGreaterThan(await search());
  });
});
