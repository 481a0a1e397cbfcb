import { describe, expect, it } from "vitest";
import { rewriteFollowUp } from "../../../agent/index.ts";

const rewritten = (...questions: string[]) => rewriteFollowUp(questions.slice(0, -1), questions.at(-1) ?? "").text;

describe("rewriteFollowUp", () => {
  it("returns the first question of a conversation as asked", () => {
    expect(rewriteFollowUp([], "And for corner lots?")).toEqual({ text: "And for corner lots?", isRewritten: false });
  });

  it.each([
    ["What is the side setback in the B-1 district?", "And in B-2?", "What is the side setback in the B-2 district?"],
    ["Is a bakery allowed in CC?", "what about NB", "Is a bakery allowed in NB?"],
    ["How tall can a barn be?", "And in the R-4 zone?", "How tall can a barn be in the R-4 district?"],
    [
      "May a dairy have a yard in the LI-2 zone?",
      "And if the parcel is LI-5?",
      "May a dairy have a yard in the LI-5 zone?",
    ],
    ["Is a bakery allowed in CC?", "what if my lot is zoned NB", "Is a bakery allowed in NB?"],
  ])("puts another district in place of the one before: %s %s", (first, second, meant) => {
    expect(rewritten(first, second)).toBe(meant);
  });

  it.each([
    ["What is the front yard in R-3?", "And the rear?", "What is the rear yard in R-3?"],
    ["What is the front setback in R-3?", "And on each side?", "What is the side setback in R-3?"],
    ["How wide must an aisle be?", "And how long?", "How long must an aisle be?"],
    ["What is the front setback in R-3?", "And the lot coverage?", "What is the lot coverage in the R-3 district?"],
    ["What is the front setback in R-3?", "How tall can a house be?", "How tall can a house be in the R-3 district?"],
  ])("asks another dimension of the same district: %s %s", (first, second, meant) => {
    expect(rewritten(first, second)).toBe(meant);
  });

  it.each([
    ["Can I open a bakery in CC?", "And a brewery?", "Can I open a brewery in CC?"],
    ["Can I rent out an in-law apartment?", "How big can it be?", "How big can an in-law apartment be?"],
    [
      "How many parking spaces does a gym need?",
      "What about a theater?",
      "How many parking spaces does a theater need?",
    ],
  ])("puts another use in place of the one before: %s %s", (first, second, meant) => {
    expect(rewritten(first, second)).toBe(meant);
  });

  it.each([
    ["What is the side setback in R-3?", "And for corner lots?", "What is the side setback in R-3 for corner lots?"],
    ["May I keep goats?", "What if my lot is over two acres?", "May I keep goats if my lot is over two acres?"],
  ])("adds a special case to the question before: %s %s", (first, second, meant) => {
    expect(rewritten(first, second)).toBe(meant);
  });

  it.each([
    ["Can I build a gazebo in R-3?", "How tall can it be?", "How tall can a gazebo be in the R-3 district?"],
    [
      "Are greenhouses allowed?",
      "How far must they be from the street?",
      "How far must greenhouses be from the street?",
    ],
  ])("puts the subject in place of a pronoun: %s %s", (first, second, meant) => {
    expect(rewritten(first, second)).toBe(meant);
  });

  it("keeps the question whose reason or source is asked for", () => {
    expect(rewritten("Can I keep a goat in R-3?", "Why not?")).toBe("Can I keep a goat in R-3? Why not?");
    expect(rewritten("Can I keep a goat in R-3?", "where does it say that")).toBe(
      "Can I keep a goat in R-3? Where does it say that?",
    );
  });

  it("carries the subject through a chain of follow-ups", () => {
    expect(rewritten("What is the front setback in R-3?", "And in R-4?", "And the side setback?")).toBe(
      "What is the side setback in R-4?",
    );
  });

  it.each([
    ["What is the front setback in R-3?", "What is the fine for a violation?"],
    ["Can I keep a goat in R-3?", "How loud can it be at night?"],
    ["Can I keep a goat in R-3?", "If I build a pool, does it need a fence?"],
    ["What is the front setback in R-3?", "How tall can a fence in the front yard be?"],
    ["What is the front setback in R-3?", "What is the maximum height in R-5?"],
    ["What is the front setback in R-3?", "fence height"],
  ])("returns a question on its own topic as asked: %s %s", (first, second) => {
    expect(rewriteFollowUp([first], second)).toEqual({ text: second, isRewritten: false });
  });

  it("inherits nothing after a linking word when the question is complete", () => {
    expect(rewritten("What is the front setback in R-3?", "And who decides on a variance?")).toBe(
      "Who decides on a variance?",
    );
  });
});
