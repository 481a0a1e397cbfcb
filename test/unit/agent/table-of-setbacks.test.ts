import { expect, it } from "vitest";
import { makeAgent, makeModelCatalogue, type TurnOutcome } from "../../../agent/index.ts";
import { answerOrdinanceRequest, ordinancePaths } from "../../../api/demo-town/ordinance/ordinance-site.ts";
import { chunkDocument, parseDocument } from "../../../ingest/index.ts";
import { anyScope, citeSpanOf, passagesOf, retrieverOf } from "../../support/passages.ts";

/** Asks about a lot of the R-2 district over the chapter of the invented town that holds its dimensional table. */
async function askOfLot(question: string): Promise<TurnOutcome> {
  const url = `http://town.example${ordinancePaths.zoning}article-5-dimensional-standards.html`;
  const bytes = Buffer.from((await (await answerOrdinanceRequest(new URL(url)))?.text()) ?? "");
  const document = await parseDocument({ bytes, mediaType: "text/html", filename: "5.html" });
  const chunks = chunkDocument(document);
  const sources = chunks.map(({ charStart, charEnd, headingPath }) => ({
    headings: headingPath,
    text: document.text.slice(charStart, charEnd),
  }));
  const passages = passagesOf(sources).map((passage, at) => ({ ...passage, ...chunks[at] }));
  const agent = makeAgent({
    retriever: retrieverOf(passages),
    catalogue: makeModelCatalogue(),
    citeSpan: citeSpanOf,
    verifyCitation: async ({ charStart, charEnd, quote }) => document.text.slice(charStart, charEnd) === quote,
  });
  const siteFacts = { jurisdiction: "Alder Falls, CT", zoningCodes: ["R-2"] };
  return agent.answer({ question, scope: anyScope, modelId: null, siteFacts });
}

it.each([
  "What are the minimum front, side and rear setbacks on my lot?",
  "What are the minimum front, side and rear setbacks in the R-2 district?",
  "What are the setbacks?",
])("setbacks are those of the district's row, not of sentences for another case: %s", async (question) => {
  const { answer, answerStatus } = await askOfLot(question);
  expect(answerStatus).toBe("answered");
  expect(answer).toMatch(/R-2 district: Minimum setback \(feet\) \/ Front: 20 feet \[/);
  expect(answer).toMatch(/R-2 district: Minimum setback \(feet\) \/ Side: 10 feet \[/);
  expect(answer).toMatch(/R-2 district: Minimum setback \(feet\) \/ Rear: 25 feet \[/);
  expect(answer).not.toContain("seventy-five");
});
