import type { WorkflowData } from "../workflow.ts";
import { dwellingDetails, dwellingFloors, garageLevels, unitMix, unitTarget } from "./dwelling-questions.ts";

/** Apartments around a parking structure. */
export const mfMidriseWrap: WorkflowData = {
  ...{ id: "mf_midrise_wrap", label: "Mid-rise apartments around a garage", typology: "multifamily_midrise" },
  uses: [{ use: "multifamily", base: "dwelling unit", criteria: ["multifamily", "dwelling"], assumed: 1.5 }],
  questions: [
    unitTarget,
    dwellingFloors(8),
    garageLevels(4),
    unitMix([20, 55, 22, 3]),
    ...dwellingDetails(0.85, "Buildings with corridors; an assumption."),
  ],
};
