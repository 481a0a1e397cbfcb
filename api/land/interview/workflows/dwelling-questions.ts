import type { QuestionData } from "../question.ts";
import { mostOr, number, numbersOf, requiredQuestion, typicalQuestion, wholeNumber } from "./question-parts.ts";

const kinds = ["studio", "1br", "2br", "3br"] as const;
const market = "Common market mix; an assumption that you can change.";

/** How many dwelling units are wanted. */
export const unitTarget: QuestionData = {
  ...{ id: "mf.target", title: "How many dwelling units?", unit: "units", required: true, scope: "zone" },
  schema: mostOr("units", wholeNumber(1, 5000)),
  recommend: { kind: "rule", rule: "target_of_goal" },
};

/** Floors of buildings for dwellings, and how many are usual. */
export const dwellingFloors = (most: number): QuestionData => ({
  ...{ id: "mf.floors", title: "How many floors?", unit: "floors", required: true, scope: "zone" },
  schema: wholeNumber(1, most),
  recommend: { kind: "rule", rule: "floors_within_height" },
});

/** Shares of the kinds of dwelling, in percent. */
export const unitMix = (shares: readonly [number, number, number, number]): QuestionData =>
  requiredQuestion("mf.unit_mix", "Which mix of dwellings, in shares that add up to 100%?", {
    ...{ schema: numbersOf(kinds, 0, 100), unit: "%", reason: market },
    value: Object.fromEntries(kinds.map((kind, at) => [kind, shares[at]])),
  });

/** Sizes, efficiency and spacing of dwellings. */
export const dwellingDetails = (efficiency: number, why: string): readonly QuestionData[] => [
  typicalQuestion("mf.unit_sizes", "How large is each kind of dwelling?", {
    ...{ schema: numbersOf(kinds, 350, 2500), unit: "sq ft", reason: "Common sizes; an assumption." },
    value: { studio: 550, "1br": 750, "2br": 1050, "3br": 1300 },
  }),
  typicalQuestion("mf.efficiency", "Which share of the floor area is inside the dwellings?", {
    ...{ schema: number(0.7, 0.92), unit: "share", value: efficiency, reason: why },
  }),
  {
    ...{ id: "mf.building_spacing", title: "How far apart are the buildings?", schema: number(10, 60), unit: "ft" },
    ...{ required: false, scope: "zone" },
    recommend: {
      ...{ kind: "criterion", field: "building_spacing" },
      otherwise: { value: 20, reason: "No distance between buildings was located in the ordinance: 20 ft is assumed." },
    },
  },
];

/** Most levels of a garage that is built with the dwellings. */
export const garageLevels = (levels: number): QuestionData =>
  requiredQuestion("mf.garage_levels", "How many parking levels at most?", {
    ...{ schema: wholeNumber(1, 8), unit: "levels", value: levels },
    reason: "Usual for this type; the concept has as few as its stalls need.",
  });
