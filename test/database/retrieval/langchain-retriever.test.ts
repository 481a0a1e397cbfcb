import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../migrations/index.ts";
import { LangChainRetriever, makeHybridRetriever, verifyCitation } from "../../../retrieval/index.ts";
import { openTestDatabase } from "../../support/database.ts";
import { addCorpus, addDocument, publishSections, section } from "../../support/publish-sections.ts";
import { makeWordEmbedder } from "../../support/word-embedder.ts";

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

describe("the LangChain view of a retriever", () => {
  it("gives documents that carry a citation which verifies", async () => {
    const embedder = makeWordEmbedder();
    const corpusId = await addCorpus(db);
    const rules = [
      section("1.1", "Fences", "A fence is at most 4 feet high."),
      section("1.2", "Signs", "A sign is small."),
    ];
    await publishSections(db, await addDocument(db, corpusId), rules, embedder);
    const retriever = makeHybridRetriever({ db, embedder });
    const chain = new LangChainRetriever({ retriever, scope: { corpusIds: [corpusId] }, topK: 1 });
    const [document, ...others] = await chain.invoke("fence height");
    expect(others).toHaveLength(0);
    expect(document?.pageContent).toContain("4 feet");
    if (!document) throw new Error("the fence section must be found");
    expect(document.metadata.citation.section).toBe("1.1");
    expect(await verifyCitation(db, document.metadata.citation)).toBe(true);
  });
});
