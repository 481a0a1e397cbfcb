import type { WorkflowData } from "../workflow.ts";
import { mostOr, number, typicalQuestion, wholeNumber } from "./question-parts.ts";

/** A row of shops with parking in front. */
export const retailStrip: WorkflowData = {
  ...{ id: "retail_strip", label: "Row of shops", typology: "retail" },
  uses: [{ use: "retail", base: "1,000 sq ft", criteria: ["retail", "shopping_center", "commercial"], assumed: 4 }],
  questions: [
    {
      ...{ id: "retail.gfa", title: "How much floor area?", unit: "sq ft", required: true, scope: "zone" },
      schema: mostOr("square_feet", number(1000, 500_000)),
      recommend: { kind: "rule", rule: "floor_area_of_goal" },
    },
    typicalQuestion("retail.depth", "How deep are the shops?", { schema: number(40, 120), unit: "ft", value: 70 }),
    typicalQuestion("retail.drive_through", "Is there a drive-through?", {
      ...{ schema: { type: "boolean" }, unit: null, value: false, reason: "None was named." },
    }),
    typicalQuestion("retail.outparcels", "How many separate pads along the street?", {
      ...{ schema: wholeNumber(0, 6), unit: "pads", value: 0, reason: "None was named." },
    }),
  ],
};
