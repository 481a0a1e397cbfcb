import { describe, expect, it } from "vitest";
import { fitListwise, weighed } from "../../../evals/train/listwise-fit.ts";
import { makeRandom } from "../../../evals/train/seeded-random.ts";

describe("fitting weights to judged lists", () => {
  const random = makeRandom(7);
  /** Lists whose best candidate by hidden weights is the one that answers. */
  const hidden = [2, -1, 0];
  const lists = Array.from({ length: 200 }, () => {
    const features = Array.from({ length: 12 }, () => hidden.map(() => random.next()));
    const scores = weighed({ features, answers: [] }, hidden);
    const best = scores.indexOf(Math.max(...scores));
    return { features, answers: features.map((_, at) => at === best) };
  });

  it("finds weights that put the answering candidate first in most lists, with signs and order of the hidden ones", () => {
    const [strong = 0, against = 0, none = 0] = fitListwise(lists, 3);
    const first = lists.filter((list) => {
      const scores = weighed(list, [strong, against, none]);
      return list.answers[scores.indexOf(Math.max(...scores))];
    });
    expect(first.length).toBeGreaterThan(180);
    expect(strong).toBeGreaterThan(-against);
    expect(against).toBeLessThan(0);
    expect(Math.abs(none)).toBeLessThan(-against / 3);
  });

  it("learns nothing from lists without an answer or with one candidate", () => {
    const silent = [
      {
        features: [
          [1, 0],
          [0, 1],
        ],
        answers: [false, false],
      },
      { features: [[1, 0]], answers: [true] },
    ];
    for (const weight of fitListwise(silent, 2)) expect(weight).toBeCloseTo(0, 6);
  });
});
