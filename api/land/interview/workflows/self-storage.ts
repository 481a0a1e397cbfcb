import type { WorkflowData } from "../workflow.ts";
import { number, options, typicalQuestion } from "./question-parts.ts";

/** Rows of storage rooms, or a building with inside access. */
export const selfStorage: WorkflowData = {
  ...{ id: "self_storage", label: "Self-storage", typology: "self_storage" },
  uses: [{ use: "self_storage", base: "1,000 sq ft", criteria: ["self_storage", "warehouse"], assumed: 0.1 }],
  questions: [
    {
      ...{ id: "storage.type", title: "Which kind of storage?", unit: null, required: true, scope: "zone" },
      schema: options({
        drive_up: "Rows with doors outside",
        climate: "One floor with inside access",
        multi_storey: "Several floors",
        mixed: "Rows and a building",
      }),
      recommend: { kind: "rule", rule: "storage_type" },
    },
    typicalQuestion("storage.row_width", "How wide is a row?", { schema: number(20, 200), unit: "ft", value: 30 }),
    typicalQuestion("storage.aisle", "How wide are the aisles?", { schema: number(20, 40), unit: "ft", value: 25 }),
  ],
};
