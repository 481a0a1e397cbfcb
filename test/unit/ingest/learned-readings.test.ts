import { describe, expect, it } from "vitest";
import { usesNamedIn } from "../../../ingest/index.ts";
import { readLead } from "../../../ingest/lexicon/list-leads.ts";
import { districtsEstablished } from "../../../ingest/rules/established-districts.ts";

describe("a line of a section on a district", () => {
  it.each([
    ["B. Uses Permissible on Appeal", "conditional"],
    ["The Planning Commission may, under Chapter 15, permit:", "conditional"],
    ["In the RR District no land or building shall be used except for one or more of these purposes:", "permitted"],
    ["315.3 The following shall not be established in the RU-1 district:", "prohibited"],
    ["D. Minimum lot size", "other"],
  ])("is read by what it opens: %s", (line, kind) => {
    expect(readLead(line)?.kind).toBe(kind);
  });

  it.each([
    "1. Riding academies.",
    "(c) Golf courses of nine holes or more",
    "The Zoning Officer may require a survey.",
  ])("opens nothing where it is an entry or a sentence: %s", (line) => {
    expect(readLead(line)).toBeUndefined();
  });
});

describe("an entry of a list", () => {
  it.each([
    ["Establishments for the retail sale of motor fuels", "gas station"],
    ["Personal service establishments", "beauty"],
    ["Houses of worship", "church"],
    ["Convalescent and nursing homes", "assisted living"],
  ])("names the use that its words mean: %s", (entry, use) => {
    expect(usesNamedIn(entry)[use]).toBeGreaterThanOrEqual(70);
  });

  it.each([
    ["Wholesale bakeries", "bakery"],
    ["Parking for churches", "church"],
    ["Stores, excluding liquor stores", "liquor store"],
  ])("does not name a use of which it tells a narrower form, a part or an exception: %s", (entry, use) => {
    expect(usesNamedIn(entry)[use] ?? 0).toBeLessThan(70);
  });

  it("of no words names nothing, whatever an object inherits", () => {
    expect(usesNamedIn("constructor toString __proto__")).toEqual({});
  });
});

describe("the words by which a law divides its land into districts", () => {
  it("may name districts one behind the other", () => {
    const text =
      "The City is divided into the following zones: Residence AA Zone, Residence A Zone*, Business II Zone and General Industrial Zone. The boundaries are drawn on the map.";
    expect(districtsEstablished(text).map(({ code }) => code)).toEqual([
      "Residence AA Zone",
      "Residence A Zone",
      "Business II Zone",
      "General Industrial Zone",
    ]);
  });

  it("may list codes with names, one a line", () => {
    const text =
      "The Township is divided into these districts:\n\nAG Agricultural\nLR Lake and River Residential\nC-1 Crossroads Commercial\nAll land is in one of them.";
    expect(districtsEstablished(text)).toEqual([
      { code: "AG", name: "Agricultural District" },
      { code: "LR", name: "Lake and River Residential" },
      { code: "C-1", name: "Crossroads Commercial" },
    ]);
  });

  it("name no district in a list of other things", () => {
    expect(districtsEstablished("The lot is divided into the following parts: the front yard, the rear yard.")).toEqual(
      [],
    );
    expect(districtsEstablished("Fees are established as follows:\n\nVariance 100\nAppeal 200")).toEqual([]);
  });
});
