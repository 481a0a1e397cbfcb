import { defineOperation, type Operation, reply } from "../../http/operation.ts";
import { PlanCheckBody, PlanCheckView } from "./plan-check.model.ts";
import type { PlanCheck } from "./plan-check.service.ts";

/** Declares `POST /v1/plan-check`. */
export function planCheckOperations({ planCheck }: { readonly planCheck: PlanCheck }): readonly Operation[] {
  return [
    defineOperation({
      operationId: "checkPlan",
      method: "POST",
      path: "/v1/plan-check",
      summary: "Check what a project goal settles",
      description:
        "Reads a goal and tells, for each question a project needs answered, whether the goal answers it (with the words that do) or the user must be asked. Pass the answers on as `project_goal_context` when the project is created. `verdicts` is null when the configured model could not be asked: ask every question then. Nothing is stored and nothing is charged.",
      tag: "Parcels and goal",
      auth: "api_key",
      scope: "project:create",
      limit: { perMinute: 20 },
      idempotent: false,
      cost: "free",
      body: PlanCheckBody,
      responses: { 200: { schema: PlanCheckView, description: "Verdicts by question", example: planCheckExample } },
      problems: [],
      example: { body: { goal_text: "Build 24 garden apartments with surface parking on a vacant lot." } },
      handler: async ({ body, signal }) => reply(200, await planCheck.check(body, signal)),
    }),
  ];
}

const ask = (question: string) => ({ verdict: "ask" as const, question });
const answered = (value: string | number | boolean, evidence: string) => ({
  verdict: "answered" as const,
  value,
  provenance: "derived" as const,
  evidence,
});
const planCheckExample = {
  verdicts: {
    primary_typology: answered("multifamily_garden", "garden apartments"),
    secondary_typologies: ask("Is anything else to be built beside it?"),
    has_existing_structure: answered(false, "vacant lot"),
    unit_count: answered(24, "24 garden apartments"),
    gross_floor_area_sqft: ask("How many square feet of floor area are planned in all?"),
    stories: ask("How many stories will the building have?"),
    building_height_ft: ask("How tall will the building be, in feet?"),
    parking_approach: answered("surface", "surface parking"),
    access_point_count: ask("How many driveways will connect the site to the street?"),
    rezone_intent: ask("Will you ask for a change of the zoning district?"),
    target_zoning_code: ask("Which zoning district would you ask for?"),
    phasing: ask("Will it be built at once or in several phases?"),
  },
  typology: { value: "multifamily_garden" as const, confidence: 1, provenance: "derived" as const },
};
