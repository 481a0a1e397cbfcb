import { describe, expect, it } from "vitest";
import { permitsInCase, verdictIn } from "../../../ingest/index.ts";

describe("verdictIn", () => {
  it.each([
    "No mobile homes are allowed.",
    "No kennel or cattery is permitted.",
    "No drive-in restaurants shall be permitted in this district.",
  ])("returns a prohibition for a sentence that allows none: %s", (text) => {
    expect(verdictIn(text)).toBe("prohibited");
  });

  it.each([
    "No more than two signs are allowed.",
    "No signs are allowed except the following:",
    "No permit is required for uses that are allowed by right.",
  ])("returns none for one that allows some: %s", (text) => {
    expect(verdictIn(text)).not.toBe("prohibited");
  });

  it.each([
    ["The following uses shall be permitted subject to approval of a Zoning Permit:", "permitted"],
    ["Uses permitted upon issuance of a building permit", "permitted"],
    ["Applications for the following uses are permitted with Staff approval per Section 3.", "permitted"],
    ["The following uses may be permitted subject to approval of a Special Permit:", "conditional"],
    ["Uses permitted subject to a special zoning permit", "conditional"],
  ])("returns no approval for a permit that an officer issues for every lawful use: %s", (text, verdict) => {
    expect(verdictIn(text)).toBe(verdict);
  });
});

describe("permitsInCase", () => {
  it("returns whether a line permits in some case only, for which the conditions of its approval make none", () => {
    expect(
      permitsInCase("The following are permitted subject to the conditions imposed in connection with such approval:"),
    ).toBe(false);
    expect(permitsInCase("The following are permitted in connection with a farm:")).toBe(true);
  });
});
