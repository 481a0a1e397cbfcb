import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amountsIn, checkArithmetic } from "../../../agent/grounding/arithmetic.ts";
import { quantitiesIn } from "../../../agent/text/quantities.ts";
import { converted, convertibleUnits, kindOfUnit, nameOfUnit } from "../../../agent/text/units.ts";

const unit = fc.constantFrom(...convertibleUnits);
const countedUnit = fc.constantFrom("spaces", "stories", "dwelling units", "persons", "driveways");
const amount = fc.integer({ min: 1, max: 90_000 });
const printed = (value: number) => value.toLocaleString("en-US", { maximumFractionDigits: 4 });
/** Checks a sentence of which evidence states every amount but those at the places given. */
function check(text: string, uncarried: readonly number[] = [], known = "") {
  const quantities = quantitiesIn(text);
  return { quantities, ...checkArithmetic(text, quantities, (at) => !uncarried.includes(at), amountsIn(known)) };
}

describe("the table of units", () => {
  it("converts there and back, and only within a kind", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 1e7, noNaN: true }), unit, unit, (value, from, to) => {
        const there = converted(value, from, to);
        expect(there === undefined).toBe(kindOfUnit(from) !== kindOfUnit(to));
        if (there === undefined) return;
        const back = converted(there, to, from) ?? Number.NaN;
        expect(Math.abs(back - value)).toBeLessThanOrEqual(1e-9 * value);
      }),
    );
  });

  it("names every unit by a word that texts are read with", () => {
    for (const one of convertibleUnits) expect(quantitiesIn(`3 ${nameOfUnit(one)}`)).toMatchObject([{ unit: one }]);
  });

  it.each([
    [1, "acre", "sqft", 43_560],
    [1, "mile", "ft", 5_280],
    [1, "m", "ft", 3.280839895],
    [1, "sqm", "sqft", 10.763910417],
    [3, "ft", "inch", 36],
    [2, "week", "day", 14],
  ])("converts %d %s to %s", (value, from, to, expected) => {
    expect(converted(value, from, to)).toBeCloseTo(expected, 6);
  });
});

describe("a comparison", () => {
  it("is accepted exactly when it is true, in any unit", () => {
    const relation = fc.constantFrom("more", "less");
    fc.assert(
      fc.property(amount, unit, amount, unit, relation, (one, first, other, second, relation) => {
        const value = converted(one, first, second);
        fc.pre(value !== undefined && Math.abs(value - other) > (Math.abs(value / one) + 1) / 2);
        const text = `The amount of ${printed(one)} ${nameOfUnit(first)} is ${relation} than the required ${printed(other)} ${nameOfUnit(second)}.`;
        const isTrue = relation === "more" ? (value ?? 0) > other : (value ?? 0) < other;
        const { quantities, fault, isUsed } = check(text);
        expect(quantities).toHaveLength(2);
        expect({ isAccepted: fault === null, isUsed }).toEqual({ isAccepted: isTrue, isUsed: true });
      }),
    );
  });

  it("of counts is accepted exactly when it is true, and of counts of different things never", () => {
    fc.assert(
      fc.property(amount, countedUnit, amount, countedUnit, (one, first, other, second) => {
        fc.pre(one !== other && one !== 1 && other !== 1);
        const text = `The plan's ${printed(one)} ${first} are more than the required ${printed(other)} ${second}.`;
        expect(check(text).fault === null).toBe(first === second && one > other);
      }),
    );
  });

  it("of amounts that measure different things is refused", () => {
    fc.assert(
      fc.property(amount, unit, amount, unit, (one, first, other, second) => {
        fc.pre(kindOfUnit(first) !== kindOfUnit(second));
        const text = `The amount of ${printed(one)} ${nameOfUnit(first)} is more than the required ${printed(other)} ${nameOfUnit(second)}.`;
        expect(check(text).fault).toMatch(/different units/);
      }),
    );
  });
});

describe("a calculated amount", () => {
  it("is accepted as a difference or a total exactly when it is one", () => {
    fc.assert(
      fc.property(
        amount,
        amount,
        amount,
        fc.constantFrom("feet", "square feet", "spaces", "acres"),
        (one, other, wrong, unit) => {
          fc.pre(one > other);
          const difference = (by: number) =>
            `The ${printed(one)} ${unit} exceed the required ${printed(other)} ${unit} by ${printed(by)} ${unit}.`;
          expect(check(difference(one - other), [2]).derived).toEqual(new Set([2]));
          const total = (sum: number) =>
            `The parts of ${printed(one)} ${unit} and ${printed(other)} ${unit} together total ${printed(sum)} ${unit}.`;
          expect(check(total(one + other), [2]).derived).toEqual(new Set([2]));
          if (wrong !== one - other) expect(check(difference(wrong), [2]).fault).not.toBeNull();
          if (wrong !== one + other) expect(check(total(wrong), [2]).derived.has(2)).toBe(false);
        },
      ),
    );
  });

  it("is accepted as a share exactly when the cited amounts have that share, rounded as printed", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 90_000 }),
        fc.integer({ min: 100, max: 999 }),
        fc.integer({ min: 0, max: 1_000 }),
        (whole, thousandths, wrong) => {
          const part = Math.round((whole * thousandths) / 1_000);
          const exact = (100 * part) / whole;
          const text = (share: string) =>
            `Wetlands of ${printed(part)} square feet are ${share} percent of the site [1].`;
          const known = `The site has an area of ${printed(whole)} square feet.`;
          expect(check(text(exact.toFixed(1)), [1], known).derived).toEqual(new Set([1]));
          if (Math.abs(wrong / 10 - exact) > 0.06)
            expect(check(text((wrong / 10).toFixed(1)), [1], known).derived.has(1)).toBe(false);
        },
      ),
    );
  });

  it("is accepted in another unit exactly when the table converts it so, rounded as printed", () => {
    fc.assert(
      fc.property(fc.integer({ min: 50, max: 9_000 }), unit, unit, (value, from, to) => {
        const exact = converted(value, from, to);
        fc.pre(exact !== undefined && from !== to && exact >= 1 && exact < 1e6);
        const text = (shown: number) => `It measures ${printed(shown)} ${nameOfUnit(to)}.`;
        const known = `It measures ${printed(value)} ${nameOfUnit(from)}.`;
        const shown = Number((exact ?? 0).toFixed(2));
        expect(check(text(shown), [0], known).derived).toEqual(new Set([0]));
        expect(check(text(Number((shown * 1.1).toFixed(2))), [0], known).derived.size).toBe(0);
      }),
    );
  });

  it("never rests on an amount that no evidence states", () => {
    fc.assert(
      fc.property(amount, amount, (one, other) => {
        fc.pre(one > other);
        const text = `The ${printed(one)} feet exceed the required ${printed(other)} feet by ${printed(one - other)} feet.`;
        expect(check(text, [1, 2]).derived.size).toBe(0);
      }),
    );
  });
});
