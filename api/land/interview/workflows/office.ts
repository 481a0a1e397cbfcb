import type { WorkflowData } from "../workflow.ts";
import { mostOr, number, requiredQuestion, wholeNumber } from "./question-parts.ts";

/** Offices with surface parking. */
export const office: WorkflowData = {
  ...{ id: "office", label: "Offices", typology: "office" },
  uses: [{ use: "office", base: "1,000 sq ft", criteria: ["office"], assumed: 3.3 }],
  questions: [
    {
      ...{ id: "office.gfa", title: "How much floor area?", unit: "sq ft", required: true, scope: "zone" },
      schema: mostOr("square_feet", number(1000, 1_000_000)),
      recommend: { kind: "rule", rule: "floor_area_of_goal" },
    },
    requiredQuestion("office.floors", "How many floors?", {
      ...{ schema: wholeNumber(1, 12), unit: "floors", value: 2, reason: "Usual with surface parking." },
    }),
  ],
};
