import { describe, expect, it } from "vitest";
import { readRuling } from "../../../agent/extractive/evidence/ruling-sentence.ts";

describe("readRuling", () => {
  it.each([
    ["a. Prohibitions: No roosters are allowed.", "roosters", "", ""],
    ["Roosters or peacocks shall not be kept.", "Roosters or peacocks", "", ""],
    [
      "Under no circumstances may campers be occupied for living purposes.",
      "campers",
      "occupied",
      "for living purposes",
    ],
    ["There shall be no outside storage in the OP District.", "outside storage", "", "in the OP District"],
    ["It is unlawful to keep any goat or sheep in the RS district.", "any goat or sheep", "keep", "in the RS district"],
    ["No person shall erect any of the following: roof signs; balloons.", "roof signs; balloons", "erect", ""],
    ["A shed may not stand in a front yard.", "A shed", "stand", "in a front yard"],
    ["In NX a restaurant may not have a drive-through.", "drive-through", "", "a restaurant In NX"],
    [
      "Within any residential district, no truck shall be parked.",
      "truck",
      "parked",
      "Within any residential district,",
    ],
  ])("takes a ban apart: %s", (text, subject, act, where) => {
    expect(readRuling(text)).toMatchObject({ verdict: "prohibited", subject, act, where });
  });

  it("reads a permission with its place and its conditions", () => {
    const text =
      "In order to house families, an apartment shall be permitted in all districts, provided that it is small.";
    expect(readRuling(text)).toEqual({
      verdict: "permitted",
      subject: "an apartment",
      act: "",
      where: "in all districts",
      exception: ", provided that it is small",
    });
  });

  it("keeps what a ban excepts apart, and leaves out the ban behind “nor”", () => {
    const text = "No camper shall be occupied except in a campground nor shall it be stored in a front yard.";
    expect(readRuling(text)).toMatchObject({ act: "occupied", where: "", exception: "except in a campground" });
  });

  it("reads a ban on the use of a thing for something as one on that act", () => {
    expect(readRuling("The use of a tent as a dwelling is prohibited.")).toMatchObject({
      ...{ subject: "a tent", act: "used", where: "as a dwelling" },
    });
  });

  it("keeps what a subject leaves out as an exception", () => {
    const text = "Livestock, except horses, is prohibited in all districts.";
    expect(readRuling(text)).toMatchObject({ subject: "Livestock", exception: "except horses" });
  });

  it("keeps a permission behind a ban apart", () => {
    const text = "Taverns are prohibited in the B-2 district and permitted in the B-1 district.";
    expect(readRuling(text)).toMatchObject({
      where: "in the B-2 district",
      exception: "and permitted in the B-1 district",
    });
  });

  it.each(["Kennels of any size", "The following signs are prohibited:", "Banks, but not kennels, are permitted."])(
    "is undefined for what rules on no subject of its own: %s",
    (text) => {
      expect(readRuling(text)).toBeUndefined();
    },
  );
});
