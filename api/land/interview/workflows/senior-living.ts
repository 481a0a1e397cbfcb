import type { WorkflowData } from "../workflow.ts";
import { dwellingDetails, dwellingFloors, unitTarget } from "./dwelling-questions.ts";
import { numbersOf, requiredQuestion } from "./question-parts.ts";

/** Homes for older people with care. */
export const seniorLiving: WorkflowData = {
  ...{ id: "senior_living", label: "Senior living", typology: "senior_living" },
  uses: [
    { use: "senior_living", base: "dwelling unit", criteria: ["senior_living", "assisted_living"], assumed: 0.75 },
  ],
  questions: [
    unitTarget,
    requiredQuestion("senior.level_of_care", "Which levels of care, in shares that add up to 100%?", {
      schema: numbersOf(["independent", "assisted", "memory"], 0, 100),
      ...{ unit: "%", value: { independent: 60, assisted: 30, memory: 10 }, reason: "Common mix; an assumption." },
    }),
    dwellingFloors(6),
    ...dwellingDetails(0.75, "Shared rooms take more of the floor area; an assumption."),
  ],
};
