import type { WorkflowData } from "../workflow.ts";
import { numbersOf, options, requiredQuestion, typicalQuestion } from "./question-parts.ts";

/** A park for mobile homes or recreational vehicles. */
export const mhRvPark: WorkflowData = {
  ...{ id: "mh_rv_park", label: "Park for mobile homes or recreational vehicles", typology: "mobile_home_park" },
  uses: [{ use: "mobile_home", base: "site", criteria: ["mobile_home", "manufactured_home"], assumed: 2 }],
  questions: [
    requiredQuestion("mh.type", "What stands on the sites?", {
      schema: options({ mh: "Mobile homes", rv: "Recreational vehicles", mixed: "Both" }),
      ...{ unit: null, value: "mh", reason: "The goal names a park for mobile homes." },
    }),
    typicalQuestion("mh.pad", "How large is a site?", {
      ...{ schema: numbersOf(["width", "depth"], 20, 150), unit: "ft", value: { width: 40, depth: 90 } },
    }),
  ],
};
