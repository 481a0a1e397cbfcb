import { describe, expect, it } from "vitest";
import { labeledCodes, readLists } from "../../../evals/use-lists.ts";

/** What is read of each code; a change that reads less of it, or more of it wrongly, must be meant. */
const read: Readonly<Record<string, { readonly right: number; readonly otherVerdict: number }>> = {
  "cawood-mills": { right: 154, otherVerdict: 1 },
  coldspur: { right: 384, otherVerdict: 6 },
  "hallowick-ct": { right: 85, otherVerdict: 4 },
  "harlow-creek": { right: 124, otherVerdict: 0 },
  "harrows-landing": { right: 112, otherVerdict: 5 },
  "hollin-gore": { right: 101, otherVerdict: 5 },
  ketchford: { right: 413, otherVerdict: 54 },
  "lower-quillan": { right: 91, otherVerdict: 6 },
  "marlbrook-junction": { right: 99, otherVerdict: 2 },
  "marlow-springs-ga": { right: 111, otherVerdict: 3 },
  tarbell: { right: 107, otherVerdict: 0 },
  "tolliver-county": { right: 144, otherVerdict: 0 },
};

describe("the lists of uses of an invented code", () => {
  it("are labeled for every code that the figures are given for", () => {
    expect(labeledCodes().toSorted()).toEqual(Object.keys(read).toSorted());
  });

  it.each(labeledCodes())("are read no worse than before: %s", async (code) => {
    const { right, otherVerdict } = await readLists(code);
    expect(right).toBeGreaterThanOrEqual(read[code]?.right ?? 0);
    expect(otherVerdict).toBeLessThanOrEqual(read[code]?.otherVerdict ?? 0);
  });
});
