import { describe, expect, it } from "vitest";
import { openKeywordSegment, readDocument } from "../../../ingest/index.ts";
import { scoreSegments } from "../../../retrieval/keyword/keyword-search.ts";

const ordinance = `<h1>1 Accessory buildings</h1><p>A shed is at most 12 feet high.</p>
<h1>2 Fences</h1><p>A fence in a front yard is at most 4 feet high.</p>`;

describe("a keyword segment built by the process that reads documents", () => {
  it("opens in a process that loads the code in another form, and finds what it holds", async () => {
    const bytes = Buffer.from(ordinance);
    const read = await readDocument({ bytes }, { mediaType: "text/html", filename: "ordinance.html" });
    const segment = await openKeywordSegment(read.keywordSegment);
    if (!segment) throw new Error("the segment must be of the version this process expects");
    expect(segment.chunkCount).toBe(read.chunks.length);
    const [scores] = scoreSegments([segment], [{ term: "fenc", weight: 1 }]);
    const found = read.chunks.filter((_, position) => (scores?.[position] ?? 0) > 0);
    expect(found.map((chunk) => chunk.indexText)).toEqual([expect.stringContaining("4 feet")]);
  });
});
