import type { WorkflowData } from "../workflow.ts";
import { number, options, requiredQuestion, typicalQuestion, wholeNumber } from "./question-parts.ts";

/** A warehouse with a truck court. */
export const industrialWarehouse: WorkflowData = {
  ...{ id: "industrial_warehouse", label: "Warehouse", typology: "industrial" },
  uses: [
    {
      ...{ use: "warehouse", base: "1,000 sq ft", assumed: 0.5 },
      criteria: ["warehouse", "industrial", "manufacturing"],
    },
  ],
  questions: [
    requiredQuestion("ind.loading", "Where are the trucks loaded?", {
      schema: options({ rear: "At the rear", cross_dock: "On two sides", front: "At the front" }),
      ...{ unit: null, value: "rear", reason: "Usual below 200,000 sq ft." },
    }),
    typicalQuestion("ind.clear_height", "Clear height inside", { schema: number(16, 50), unit: "ft", value: 32 }),
    typicalQuestion("ind.bay", "Width of a column bay", { schema: number(40, 60), unit: "ft", value: 54 }),
    typicalQuestion("ind.court_depth", "Depth of the truck court", {
      schema: number(110, 200),
      unit: "ft",
      value: 130,
    }),
    typicalQuestion("ind.trailer_stalls", "Stalls for trailers", {
      schema: wholeNumber(0, 500),
      unit: "stalls",
      value: 0,
    }),
    typicalQuestion("ind.office_pct", "Share of offices", { schema: number(0, 50), unit: "%", value: 5 }),
  ],
};
