import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../migrations/index.ts";
import { makeHybridRetriever } from "../../../retrieval/index.ts";
import { openTestDatabase } from "../../support/database.ts";
import { addCorpus, addDocument, publishSections } from "../../support/publish-sections.ts";
import { makeWordEmbedder } from "../../support/word-embedder.ts";

const embedder = makeWordEmbedder();
let db: Database;
let corpusId: string;

/** Each with the words "barn" and "lot", so that only the number tells them apart. */
const sections: readonly (readonly [path: readonly string[], section: string])[] = [
  [["Article III Districts", "§ 90-30 Town districts"], "90-30"],
  [["Article IV Uses", "§ 90-40 Farm uses"], "90-40"],
  [["Article IV Uses", "§ 90-41 Shop uses"], "90-41"],
  [["Article IV Uses", "Division 2 Mills", "§ 90-44 Mill uses"], "90-44"],
  [["Article V Parking", "§ 90-50 Spaces"], "90-50"],
  [["Article V Parking", "§ 90-60 – 90-69 Reserved"], "90-60 – 90-69"],
  [["Article VI Signs", "Division 2 Wall signs", "§ 90-70 Wall signs"], "90-70"],
  [["Appendix A Fees"], "Appendix A"],
];

beforeAll(async () => {
  db = await openTestDatabase();
  corpusId = await addCorpus(db);
  const published = sections.map(([headingPath, section], at) => ({
    headingPath: [...headingPath],
    section,
    text: `A barn on a lot is told of here, for the ${at + 1}th time.`,
  }));
  await publishSections(db, await addDocument(db, corpusId), published, embedder);
});
afterAll(() => db.close());

async function lookedUp(query: string): Promise<(string | null)[]> {
  const { passages } = await makeHybridRetriever({ db, embedder }).search(query, { corpusIds: [corpusId] });
  return passages.filter(({ origins }) => origins.includes("lookup")).map(({ section }) => section);
}

describe("a part of the code that a question names stands first", () => {
  it.each([
    ["a barn under § 90-41", ["90-41"]],
    ["a barn under section 90–41", ["90-41"]],
    ["a barn under § 90-41(b)(1)", ["90-41"]],
    ["a barn under sections 90-40 and 90-44", ["90-40", "90-44"]],
    ["a barn under §§ 90-40 through 90-49", ["90-40", "90-41", "90-44"]],
    ["a barn under § 90-65", ["90-60 – 90-69"]],
    ["a barn in Article IV", ["90-40", "90-41", "90-44"]],
    ["a barn in article 4", ["90-40", "90-41", "90-44"]],
    ["a barn in Articles III and V", ["90-30", "90-50", "90-60 – 90-69"]],
    ["a barn in Division 2 of Article VI", ["90-70"]],
    ["a barn in Appendix A", ["Appendix A"]],
  ])("%s", async (query, expected) => {
    expect((await lookedUp(query)).toSorted()).toEqual(expected.toSorted());
  });

  it.each(["a barn under § 90-48", "a barn under Title 90", "a barn in Article IX", "a barn of 90-41 feet"])(
    "and nothing does where the code has no such part: %s",
    async (query) => {
      expect(await lookedUp(query)).toEqual([]);
    },
  );
});

describe("a section filter", () => {
  it.each([
    ["90-41", ["90-41"]],
    ["§ 90-41(b)(1)", ["90-41"]],
    ["90-65", ["90-60 – 90-69"]],
    ["Article IV", ["90-40", "90-41", "90-44"]],
    ["article 6", ["90-70"]],
    ["Appendix A", ["Appendix A"]],
    ["90-4", ["90-40", "90-41", "90-44"]],
    ["Article IX", []],
  ])("admits what stands in %s", async (sectionPrefix, expected) => {
    const scope = { corpusIds: [corpusId], filters: { sectionPrefix } };
    const { passages } = await makeHybridRetriever({ db, embedder }).search("barn lot", scope);
    expect(passages.map(({ section }) => section).toSorted()).toEqual(expected);
  });
});
