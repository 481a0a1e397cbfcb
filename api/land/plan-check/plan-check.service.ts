import { type GoalKey, type GoalReader, type GoalReading, goalKeys, type Typology } from "../../../agent/index.ts";
import type { PlanCheckBody, PlanCheckView } from "./plan-check.model.ts";

/** Says what a goal settles. */
export interface PlanCheck {
  check(body: PlanCheckBody, signal?: AbortSignal): Promise<PlanCheckView>;
}

type Verdicts = NonNullable<PlanCheckView["verdicts"]>;
type Verdict = Verdicts[GoalKey];

/** Below this, a reading is put to the user as a question. */
const leastConfidence = 0.7;

const questions: Readonly<Record<GoalKey, string>> = {
  primary_typology: "What is the main thing to be built, such as townhomes, garden apartments, retail or a warehouse?",
  secondary_typologies: "Is anything else to be built beside it?",
  has_existing_structure: "Does a building stand on the site today?",
  unit_count: "How many dwelling units are planned?",
  gross_floor_area_sqft: "How many square feet of floor area are planned in all?",
  stories: "How many stories will the building have?",
  building_height_ft: "How tall will the building be, in feet?",
  parking_approach: "How will cars be parked: surface, structured, underground, tuck-under, private garages, or none?",
  access_point_count: "How many driveways will connect the site to the street?",
  rezone_intent: "Will you ask for a change of the zoning district?",
  target_zoning_code: "Which zoning district would you ask for?",
  phasing: "Will it be built at once or in several phases?",
};

/** Makes the check of goals. */
export function makePlanCheck(deps: { readonly goals: GoalReader }): PlanCheck {
  return {
    async check(body, signal) {
      const reading = await deps.goals.read(body.goal_text, signal);
      if (reading === null) return { verdicts: null };
      const typology = body.primary_typology === undefined ? reading.primary_typology : undefined;
      return {
        verdicts: verdictsOf(reading, body),
        ...(typology
          ? {
              typology: {
                value: typology.value as Typology,
                confidence: typology.confidence,
                provenance: "derived" as const,
              },
            }
          : {}),
      };
    },
  };
}

function verdictsOf(reading: GoalReading, body: PlanCheckBody): Verdicts {
  const entries = goalKeys.map((key): [GoalKey, Verdict] => {
    const confirmed = key === "primary_typology" || key === "has_existing_structure" ? body[key] : undefined;
    if (confirmed !== undefined) return [key, { verdict: "answered", value: confirmed, provenance: "user_confirmed" }];
    const read = reading[key];
    if (read === undefined || read.confidence < leastConfidence)
      return [key, { verdict: "ask", question: questions[key] }];
    const value = typeof read.value === "object" ? [...read.value] : read.value;
    return [key, { verdict: "answered", value, provenance: "derived", evidence: read.evidence }];
  });
  return Object.fromEntries(entries) as Verdicts;
}
