import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countParking } from "../../../agent/extractive/answers/parking-count.ts";
import { groundAnswer } from "../../../agent/grounding/ground-answer.ts";
import { passagesOf } from "../../support/passages.ts";

const spaces = fc.integer({ min: 1, max: 12 });
const per = fc.integer({ min: 5, max: 1_000 });
const area = fc.integer({ min: 50, max: 90_000 });
const inGroups = (value: number) => value.toLocaleString("en-US");

describe("the spaces counted for a floor area", () => {
  it("are the least whole number that is not below the area times the rate", () => {
    fc.assert(
      fc.property(spaces, per, area, (count, each, size) => {
        const rate = `${count} spaces per ${inGroups(each)} square feet of floor area`;
        const { sentence, isRounded } = countParking(rate, `a ${inGroups(size)} square foot shop`, null) ?? {};
        const exact = (size * count) / each;
        expect(isRounded).toBe(!Number.isInteger(exact));
        const whole = Math.ceil(exact).toLocaleString("en-US");
        expect(sentence).toContain(isRounded ? `, ${whole} with a fraction counted` : `That is ${whole} space`);
      }),
    );
  });

  it("pass grounding, and no other number does", () => {
    fc.assert(
      fc.property(spaces, per, area, fc.integer({ min: 2, max: 50 }), (count, each, size, off) => {
        const rate = `Shops need ${count} spaces per ${inGroups(each)} square feet.`;
        const [passage] = passagesOf([{ headings: ["8 Parking"], text: rate }]);
        if (!passage) throw new Error("no passage was laid out");
        const given = [`${inGroups(size)} square feet`];
        const kept = (sentence: string) => {
          const hint = { sentence, marker: 1, charStart: 0, charEnd: rate.length, given };
          const evidence = { passages: [{ marker: 1, passage }], facts: [] };
          return groundAnswer(`${sentence.slice(0, -1)} [1].`, evidence, [hint]).claims.length;
        };
        const exact = (size * count) / each;
        const wrong = Math.ceil(exact) + off;
        const others = [1, count, each].flatMap((one) => [1, count, each].map((other) => (size * one) / other));
        fc.pre(![...others, count, each].some((one) => Math.abs(one - wrong) < 1));
        expect(kept(`${rate} That is ${inGroups(Math.ceil(exact))} spaces for ${given[0]}.`)).toBe(1);
        expect(kept(`${rate} That is ${inGroups(wrong)} spaces for ${given[0]}.`)).toBe(0);
      }),
    );
  });
});
