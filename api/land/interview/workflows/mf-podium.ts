import type { WorkflowData } from "../workflow.ts";
import { dwellingDetails, dwellingFloors, garageLevels, unitMix, unitTarget } from "./dwelling-questions.ts";

/** Apartments above levels of parking. */
export const mfPodium: WorkflowData = {
  ...{ id: "mf_podium", label: "Mid-rise apartments above parking", typology: "multifamily_midrise" },
  uses: [{ use: "multifamily", base: "dwelling unit", criteria: ["multifamily", "dwelling"], assumed: 1.25 }],
  questions: [
    unitTarget,
    dwellingFloors(8),
    garageLevels(1),
    unitMix([20, 55, 22, 3]),
    ...dwellingDetails(0.85, "Buildings with corridors; an assumption."),
  ],
};
