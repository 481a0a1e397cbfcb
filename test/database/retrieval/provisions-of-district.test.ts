import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../migrations/index.ts";
import { citePassage, makeHybridRetriever, verifyCitation } from "../../../retrieval/index.ts";
import { openTestDatabase } from "../../support/database.ts";
import { addCorpus, addDocument, publishText } from "../../support/publish-sections.ts";
import { makeWordEmbedder } from "../../support/word-embedder.ts";

const embedder = makeWordEmbedder();
let db: Database;
let corpusId: string;
let documentId: string;

const uses = (code: string, name: string, entries: readonly string[]) => [
  `SECTION ${code.slice(-1)} ${code} ${name} DISTRICT`,
  `${code.slice(-1)}.1 Permitted uses. The following uses are permitted in the ${code} District:`,
  ...entries.map((entry, at) => `(${at + 1}) ${entry}.`),
];

beforeAll(async () => {
  db = await openTestDatabase();
  corpusId = await addCorpus(db);
  documentId = await addDocument(db, corpusId);
  const text = [
    ...uses("R-4", "Village", ["Single-family dwellings", "Churches"]),
    ...uses("B-5", "Harbor", ["Boat yards", "Banks"]),
    "SECTION 7 HEIGHT REQUIREMENTS",
    "The maximum building height shall be thirty (30) feet.",
    "SECTION 8 PARKING",
    "Each parking space shall be at least nine (9) feet wide and eighteen (18) feet long.",
    "SECTION 9 DEFINITIONS",
    "Boat yard: a place where boats are built.",
  ].join("\n\n");
  await publishText(db, documentId, text, embedder);
});
afterAll(() => db.close());

const find = (names: readonly string[], query = "boat yard", documentIds?: readonly string[]) =>
  makeHybridRetriever({ db, embedder }).ofDistrict(
    { names, subject: "uses", query },
    { corpusIds: [corpusId], ...(documentIds ? { filters: { documentIds } } : {}) },
  );

describe("the provisions of a district", () => {
  it("come from its own section, and can be cited", async () => {
    const { passages } = await find(["B-5"]);
    expect(passages.map(({ text }) => text).join("\n")).toContain("Boat yards");
    expect(passages.map(({ text }) => text).join("\n")).not.toContain("Churches");
    for (const passage of passages) expect(await verifyCitation(db, citePassage(passage))).toBe(true);
  });

  it("have the standards that hold in all districts", async () => {
    const { standards } = await makeHybridRetriever({ db, embedder }).ofDistrict(
      { names: ["B-5"], subject: "standards", query: "maximum building height" },
      { corpusIds: [corpusId] },
    );
    expect(standards.map(({ dimension, value }) => [dimension, value])).toEqual([["height_max", 30]]);
  });

  it("are found however the code is spelled", async () => {
    const [spelled, printed] = [await find(["B 5", "harbor"]), await find(["B-5"])];
    expect(spelled.passages).toEqual(printed.passages);
  });

  it("are none for a district that the ordinance does not have", async () => {
    expect((await find(["Q-9"])).passages).toEqual([]);
  });

  it("keep to the documents of the scope", async () => {
    expect((await find(["B-5"], "boat yard", ["doc_other"])).passages).toEqual([]);
    expect((await find(["B-5"], "boat yard", [documentId])).passages.length).toBeGreaterThan(0);
  });
});

describe("the layout of a site", () => {
  it("is found without naming a district, with the passages that state its standards", async () => {
    const { standards, passages } = await makeHybridRetriever({ db, embedder }).ofDistrict(
      { names: [], subject: "layout", query: "width of a parking stall" },
      { corpusIds: [corpusId] },
    );
    expect(standards.map(({ dimension, value }) => [dimension, value])).toEqual([
      ["stall_w", 9],
      ["stall_l", 18],
    ]);
    expect(passages.map(({ text }) => text).join("\n")).toContain("nine (9) feet wide");
  });
});
