import type { WorkflowData } from "../workflow.ts";
import { dwellingFloors } from "./dwelling-questions.ts";
import { mostOr, number, requiredQuestion, wholeNumber } from "./question-parts.ts";

/** A hotel in one bar. */
export const hotel: WorkflowData = {
  ...{ id: "hotel", label: "Hotel", typology: "hotel" },
  uses: [{ use: "hotel", base: "key", criteria: ["hotel", "motel", "lodging"], assumed: 1 }],
  questions: [
    requiredQuestion("hotel.keys", "How many rooms?", {
      schema: mostOr("keys", wholeNumber(10, 1000)),
      ...{ unit: "keys", value: { max: true }, reason: "As many as the site carries." },
    }),
    requiredQuestion("hotel.gsf_per_key", "How much floor area for each room, shared areas included?", {
      ...{
        schema: number(300, 700),
        unit: "sq ft",
        value: 475,
        reason: "Usual range 400 to 550 sq ft; an assumption.",
      },
    }),
    dwellingFloors(8),
  ],
};
