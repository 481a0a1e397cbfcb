import { describe, expect, it } from "vitest";
import { readReply } from "../../../agent/goal/read-goal.ts";
import { readGoalByRules } from "../../../agent/goal/read-goal-by-rules.ts";

const goal = "We would like around two dozen flats, sixty feet tall, for people over 55, with forty parking stalls.";
const reply = (members: Record<string, unknown>) => readReply(JSON.stringify(members), goal);

describe("what a model reads in a goal", () => {
  it("is taken when its evidence stands in the goal", () => {
    const evidence = "people over 55";
    expect(reply({ primary_typology: { value: "senior_living", evidence } })).toEqual({
      primary_typology: { value: "senior_living", evidence, confidence: 0.8 },
    });
  });

  it.each([
    ["evidence that the goal does not contain", { unit_count: { value: 24, evidence: "24 units" } }],
    ["a number that its evidence does not state", { unit_count: { value: 24, evidence: "two dozen flats" } }],
    ["a value of another kind", { primary_typology: { value: "castle", evidence: "two dozen flats" } }],
    ["a key that was not asked for", { color: { value: "red", evidence: "two dozen flats" } }],
    ["an empty evidence", { rezone_intent: { value: true, evidence: "" } }],
  ])("is left out with %s", (_, members) => {
    expect(reply(members)).toEqual({});
  });

  it("is read out of prose around the object", () => {
    const text = `Here it is: {"rezone_intent": {"value": false, "evidence": "We would like"}} as asked`;
    expect(readReply(text, goal)).toHaveProperty("rezone_intent");
  });

  it("is an error when the reply holds no object", () => {
    expect(() => readReply("I cannot do that.", goal)).toThrow(SyntaxError);
  });
});

describe("the rules", () => {
  it.each([
    ["24 garden apartments in two three-story buildings", "unit_count", 24],
    ["24 garden apartments in two three-story buildings", "stories", 3],
    ["24 garden apartments in two three-story buildings", "primary_typology", "multifamily_garden"],
    ["24-unit garden apartments on a vacant lot", "primary_typology", "multifamily_garden"],
    ["40 townhomes, two driveways", "access_point_count", 2],
    ["a coffee shop in the existing house", "primary_typology", "retail"],
    ["convert the old mill to apartments, no rezoning", "rezone_intent", false],
    ["no retail, just offices", "primary_typology", "office"],
    ["apartments above retail", "primary_typology", "mixed_use"],
    ["Build a two-family house", "unit_count", 2],
    ["self-storage, 60,000 square feet", "gross_floor_area_sqft", 60_000],
  ])("read %j as %s %j", (text, key, value) => {
    expect(readGoalByRules(text)).toHaveProperty([key, "value"], value);
  });
});
