import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../migrations/index.ts";
import { makeHybridRetriever } from "../../../retrieval/index.ts";
import { openTestDatabase } from "../../support/database.ts";
import { addCorpus, addDocument, publishSections, section } from "../../support/publish-sections.ts";
import { makeWordEmbedder } from "../../support/word-embedder.ts";

const embedder = makeWordEmbedder();
let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const fences = section("155-41", "Fences", "A fence is at most 6 feet high, subject to the limits in § 155-44.");
const corners = section("155-44", "Clear sight", "Nothing that hides the view stands between 30 inches and 8 feet.");
const hens = section("155-47", "Hens", "Six hens may be kept where the neighbors agree.");
const lamps = section("155-46", "Lamps", "A lamp is shielded and put out at night.");

async function townWith(...sections: Parameters<typeof publishSections>[2]) {
  const corpusId = await addCorpus(db);
  await publishSections(db, await addDocument(db, corpusId), sections, embedder);
  return { corpusId, scope: { corpusIds: [corpusId] } };
}

/** By keywords alone, so that nothing but the reference can bring a section that shares no word with the question. */
const retriever = () => makeHybridRetriever({ db, embedder, settings: { useDense: false } });

describe("a section that the best passage refers to", () => {
  it("comes along although it shares no word with the question, and says why", async () => {
    const { scope } = await townWith(hens, fences, corners, lamps);
    const { passages } = await retriever().search("fence", scope);
    expect(passages.map((passage) => passage.section)).toEqual(["155-41", "155-44"]);
    expect(passages.map((passage) => passage.origins)).toEqual([["keyword"], ["cross_ref"]]);
    expect(passages.map((passage) => passage.referredBy)).toEqual([undefined, passages[0]?.section]);
  });

  it("stays away where references are not followed", async () => {
    const { scope } = await townWith(hens, fences, corners, lamps);
    const deaf = makeHybridRetriever({ db, embedder, settings: { useDense: false, referenceShare: 0 } });
    expect((await deaf.search("fence", scope)).passages.map((passage) => passage.section)).toEqual(["155-41"]);
  });

  it("stands behind what refers to it", async () => {
    const { scope } = await townWith(corners, fences);
    expect((await retriever().search("fence", scope)).passages[0]?.section).toBe("155-41");
  });

  it("is the one of the same document where another has one numbered alike", async () => {
    const { corpusId, scope } = await townWith(fences, corners);
    const other = { ...corners, text: "Nothing is sold from a cart." };
    const documentId = await addDocument(db, corpusId, "Street law");
    await publishSections(db, documentId, [other], embedder);
    const { passages } = await retriever().search("fence", scope);
    expect(passages.map((passage) => passage.section)).toEqual(["155-41", "155-44"]);
    expect(passages.every((passage) => passage.documentId !== documentId)).toBe(true);
  });

  it("is found in another document of the corpus where a code comes in several, and in no other corpus", async () => {
    const { corpusId } = await townWith(fences, lamps);
    const elsewhere = await townWith(corners);
    const scope = { corpusIds: [corpusId, elsewhere.corpusId] };
    expect((await retriever().search("fence", scope)).passages.map((passage) => passage.section)).toEqual(["155-41"]);
    await publishSections(db, await addDocument(db, corpusId, "Article V"), [corners], embedder);
    const { passages } = await retriever().search("fence", { corpusIds: [corpusId] });
    expect(passages.map((passage) => passage.section)).toEqual(["155-41", "155-44"]);
  });

  it.each([
    "A fence obeys Section 155-44 of the General Statutes.",
    "A fence obeys C.G.S. § 155-44.",
    "A fence obeys section 155-44 of the Shore Act.",
  ])("is not sought in the code where the reference is to other law: %s", async (text) => {
    const { scope } = await townWith({ ...fences, text }, corners);
    expect((await retriever().search("fence", scope)).passages.map((passage) => passage.section)).toEqual(["155-41"]);
  });

  it("is left out where a section filter does not admit it", async () => {
    const { corpusId } = await townWith(fences, corners);
    const scope = { corpusIds: [corpusId], filters: { sectionPrefix: "155-41" } };
    expect((await retriever().search("fence", scope)).passages.map((passage) => passage.section)).toEqual(["155-41"]);
  });

  it("is followed one step, not on to what it refers to itself", async () => {
    const chained = { ...corners, text: "Nothing stands there that § 155-46 forbids." };
    const { scope } = await townWith(hens, fences, chained, lamps);
    const { passages } = await retriever().search("fence", scope);
    expect(passages.map((passage) => passage.section)).toEqual(["155-41", "155-44"]);
  });
});
