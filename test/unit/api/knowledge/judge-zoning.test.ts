import { describe, expect, it } from "vitest";
import { judgeZoning } from "../../../../api/knowledge/bootstrap/judge-zoning.ts";

const record = (code: string, source = "Parcels") => ({ code, description: `${code} by the record`, source });
const district = (code: string, share: number, source = "Zoning map") => ({ code, description: null, source, share });

describe("the zoning of a parcel", () => {
  it.each([
    ["the same code", "R-2", [district("R-2", 1)]],
    ["another spelling of the code", "R-2", [district("r2", 0.97)]],
    ["a sliver of a neighbouring district beside it", "R-2", [district("R-2", 0.96), district("GC", 0.04)]],
    ["the district in two pieces", "R-2", [district("R-2", 0.5), district("R 2", 0.5)]],
  ])("is agreed when the map shows %s", (_, code, mapped) => {
    expect(judgeZoning(record(code), mapped)).toMatchObject({ isAgreed: true, code, candidates: [code] });
  });

  it.each([
    ["the map shows another district", record("R-1"), [district("R-2", 1)], ["R-1", "R-2"]],
    ["the parcel lies in two districts", record("R-2"), [district("GC", 0.3), district("R-2", 0.7)], ["R-2", "GC"]],
    ["the map has a gap", record("R-2"), [], ["R-2"]],
    ["the record states none", null, [district("R-2", 1)], ["R-2"]],
    ["nobody states any", null, [], []],
    ["both are one dataset", record("R-2", "Zoning map"), [district("R-2", 1)], ["R-2"]],
  ])("is left to a person when %s", (_, recorded, mapped, candidates) => {
    const judgement = judgeZoning(recorded, mapped);
    expect(judgement).toMatchObject({ isAgreed: false, candidates, code: candidates[0] ?? null });
  });

  it("is described by the source that has words for its code", () => {
    expect(judgeZoning(record("R-2"), [district("R2", 1)]).description).toBe("R-2 by the record");
    expect(judgeZoning(null, [district("R2", 1)]).description).toBeNull();
  });
});
