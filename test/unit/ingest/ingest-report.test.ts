import { describe, expect, it } from "vitest";
import { chunkDocument, makeIngestReport } from "../../../ingest/index.ts";
import { parseText } from "../../support/documents/parse.ts";

async function reportOf(...paragraphs: string[]) {
  const document = await parseText(paragraphs.join("\n\n"));
  return makeIngestReport(document, chunkDocument(document));
}

const rule = "A fence stands on its own lot and is kept in good repair by its owner.";

describe("the report of what ingest found", () => {
  it("counts sections that the text refers to and the document does not have, each once", async () => {
    const report = await reportOf(
      "§ 155-40 Fences.",
      `${rule} See § 155-41, § 155-41(b)(1), § 155-41A and § 155-99. A pool is subject to § 155-99.`,
      "§ 155-41 Pools.",
      "A. A pool has a barrier under Section 8-24 of the General Statutes, and a permit under Chapter 155.",
      "B. A pool is lit as told in section 155-120.",
    );
    expect(report.unresolvedReferences).toBe(2);
  });

  it("counts references into a range of reserved sections as there", async () => {
    const report = await reportOf(
      "Sec. 17.20.040. Fences.",
      `${rule} See section 17.20.070 and section 17.30.010.`,
      "Secs. 17.20.050–17.20.090. Reserved.",
      "Sec. 17.20.100. Signs.",
      rule,
    );
    expect(report.unresolvedReferences).toBe(1);
  });

  it("counts sections without a title and numbers that come again", async () => {
    const report = await reportOf(
      ...["§ 155-40 Fences.", rule, "§ 155-41 Pools.", rule, "§ 155-41 Ponds.", rule, "§ 155-42", rule],
      ...["§ 155-43 Signs.", rule],
    );
    expect(report).toMatchObject({ untitledSections: 1, repeatedSections: 1, unresolvedReferences: 0 });
  });
});
