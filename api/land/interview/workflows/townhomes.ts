import type { WorkflowData } from "../workflow.ts";
import { unitTarget } from "./dwelling-questions.ts";
import { number, options, requiredQuestion, typicalQuestion, wholeNumber } from "./question-parts.ts";

/** Rows of houses. */
export const townhomes: WorkflowData = {
  ...{ id: "townhomes", label: "Townhomes", typology: "townhome" },
  uses: [{ use: "townhome", base: "dwelling unit", criteria: ["townhome", "townhouse", "dwelling"], assumed: 2 }],
  questions: [
    unitTarget,
    requiredQuestion("th.garage", "Which garage has each home?", {
      schema: options({ side: "Side by side", tandem: "One behind the other", none: "None" }),
      ...{ unit: null, value: "side" },
    }),
    typicalQuestion("th.unit_width", "How wide is a home?", { schema: number(16, 40), unit: "ft", value: 20 }),
    typicalQuestion("th.unit_depth", "How deep is a home?", { schema: number(28, 60), unit: "ft", value: 40 }),
    {
      ...{ id: "th.row_max", title: "How many homes stand in a row at most?", unit: "homes", required: false },
      ...{ schema: wholeNumber(2, 10), scope: "zone", recommend: { kind: "rule", rule: "homes_of_row" } },
    },
    typicalQuestion("mf.floors", "How many floors?", { schema: wholeNumber(1, 4), unit: "floors", value: 2 }),
  ],
};
