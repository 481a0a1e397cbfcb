import type { WorkflowData } from "../workflow.ts";
import { dwellingDetails, dwellingFloors, unitMix, unitTarget } from "./dwelling-questions.ts";
import { mostOr, number } from "./question-parts.ts";

/** Shops on the ground floor with dwellings above. */
export const mixedUse: WorkflowData = {
  ...{ id: "mixed_use", label: "Shops with dwellings above", typology: "mixed_use" },
  uses: [
    { use: "multifamily", base: "dwelling unit", criteria: ["multifamily", "dwelling"], assumed: 1.25 },
    { use: "retail", base: "1,000 sq ft", criteria: ["retail"], assumed: 4 },
  ],
  questions: [
    unitTarget,
    dwellingFloors(8),
    {
      ...{ id: "retail.gfa", title: "How much floor area for shops?", unit: "sq ft", required: true, scope: "zone" },
      schema: mostOr("square_feet", number(1000, 500_000)),
      recommend: { kind: "rule", rule: "floor_area_of_goal" },
    },
    unitMix([20, 55, 22, 3]),
    ...dwellingDetails(0.85, "Buildings with corridors; an assumption."),
  ],
};
