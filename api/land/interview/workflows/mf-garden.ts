import type { WorkflowData } from "../workflow.ts";
import { dwellingDetails, dwellingFloors, unitMix, unitTarget } from "./dwelling-questions.ts";

/** Walk-up apartments with parking between the buildings. */
export const mfGarden: WorkflowData = {
  ...{ id: "mf_garden", label: "Garden apartments", typology: "multifamily_garden" },
  uses: [{ use: "multifamily", base: "dwelling unit", criteria: ["multifamily", "dwelling"], assumed: 1.5 }],
  questions: [
    unitTarget,
    dwellingFloors(4),
    unitMix([10, 50, 35, 5]),
    ...dwellingDetails(0.92, "Walk-up buildings have little shared floor area; an assumption."),
  ],
};
