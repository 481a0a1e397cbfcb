import type { Static } from "@sinclair/typebox";
import type { Principal } from "../../http/principal.ts";
import { criterionNumber, districtOf } from "../interview/interview-context.ts";
import { answersIn, type InterviewSources, readDecisions } from "../interview/interview-state.ts";
import { countedAcres } from "../site-plan/counted-acres.ts";
import { memberAnswer } from "../site-plan/engine/answers.ts";
import { squareFeetPerAcre } from "../site-plan/engine/plan-geometry.ts";
import type { RuleValue } from "../site-plan/engine/plan-input.ts";
import { averageUnit } from "../site-plan/engine/programs/residential.ts";
import { listSnapshots } from "../site-plan/plan-revisions.repository.ts";
import { type Program, readProgram } from "../site-plan/planning.ts";
import { codeOf, rulesOf } from "../site-plan/program-rules.ts";
import type { YieldScenarioView } from "../site-plan/site-plan.model.ts";
import { screenYield } from "./screen-yield.ts";

type View = Static<typeof YieldScenarioView>;
type Facts = View["data"][number]["facts"];

/** Screening yields of a site and snapshots of its concepts. */
export interface Yields {
  /** @throws Problem not_found */
  read(principal: Principal, projectId: string): Promise<View>;
}

/** Makes the yields of the service. */
export function makeYields(sources: InterviewSources): Yields {
  return {
    async read(principal, projectId) {
      const program = await readProgram(sources, principal, projectId);
      const [snapshots, decisions] = await Promise.all([
        listSnapshots(sources.db, projectId),
        readDecisions(sources.db, projectId, program.context),
      ]);
      const governing = codeOf(program);
      const codes = [...new Set([governing, program.context.zoningCode])];
      const settledAt = new Map(
        answersIn(decisions).map(({ questionId, decision }) => [questionId, decision.decided_at.toISOString()]),
      );
      return {
        data: codes.map((code) => ({
          zoning_code: code,
          facts: { ...factsOf(program, code, settledAt), ...drawnFacts(snapshots, code) },
          inherited:
            code === governing || governing === null
              ? {}
              : Object.fromEntries([...settledAt.keys()].map((key) => [key, governing])),
          snapshots: snapshots.filter(({ scenario }) => scenario.governing_district === code).map(snapshotOf),
        })),
      };
    },
  };
}

type Snapshot = Awaited<ReturnType<typeof listSnapshots>>[number];

function snapshotOf(snapshot: Snapshot): View["data"][number]["snapshots"][number] {
  const { revision, created_at: at, plan } = snapshot;
  const value = (name: string) => plan.metrics[name]?.value ?? 0;
  const [units, stalls] = [value("units"), value("parking_provided")];
  return {
    ...{ revision, at: at.toISOString(), seed: 1, units, gfa_sf: value("gfa"), far: value("far"), stalls },
    ratio: units > 0 ? Math.round((stalls / units) * 100) / 100 : null,
    ...{ coverage: value("coverage"), open_space: value("open_space") },
    ...{ conflicts_count: brokenRules(snapshot), hash: plan.hash },
  };
}

/** How many rules a concept breaks: as drawn, and by what the user has given a reason for. */
const brokenRules = ({ plan, disclosed }: Snapshot) =>
  new Set([...plan.conflicts.map(({ rule }) => rule), ...disclosed.flatMap(({ rule }) => rule?.name ?? [])]).size;

/** What the latest concept under a district was measured to have. */
function drawnFacts(snapshots: readonly Snapshot[], code: string | null): Facts {
  const latest = snapshots.find(({ scenario }) => scenario.governing_district === code);
  if (!latest) return {};
  const basis = `Measured in revision ${latest.revision} of the concept.`;
  const value = (name: string) => latest.plan.metrics[name]?.value ?? 0;
  const [gross, net] = [value("site_area"), value("net_site_area")];
  const drawn = (number: number, unit: string | null) => computed(number, unit, "The concept", basis);
  return {
    site_area_net: drawn(net, "sf"),
    buildable_area: drawn(value("buildable_area"), "sf"),
    net_to_gross: drawn(gross > 0 ? Math.round((net / gross) * 1000) / 1000 : 0, null),
    stalls_required: drawn(value("parking_required"), "stalls"),
  };
}

function factsOf(program: Program, code: string | null, settledAt: ReadonlyMap<string, string>): Facts {
  const { walk, context } = program;
  const facts: Facts = {};
  const acres = context.siteAcres;
  facts.site_area_gross = computed(
    Math.round(acres * squareFeetPerAcre),
    "sf",
    "Parcels of the project",
    "Area of all parcels.",
  );
  for (const { questionId, zoneId, data } of walk.questions) {
    const value = walk.settled(questionId, zoneId);
    if (zoneId !== null || (typeof value !== "number" && typeof value !== "string")) continue;
    facts[questionId] = {
      ...{ value, unit: data.unit, source: "The user", settled_at: settledAt.get(questionId) ?? null },
      basis: settledAt.has(questionId) ? "Answered in the interview." : "Stated in the goal.",
    };
  }
  const { rules } = rulesOf(program);
  const district = districtOf(context, code);
  const limit = (field: string, rule: RuleValue) =>
    criterionNumber(district, field)?.value ?? ("value" in rule ? rule.value : undefined);
  const screened = screenYield({
    acres,
    densityAcres: countedAcres(context, rules.uncounted.density),
    floorAreaAcres: countedAcres(context, rules.uncounted.far),
    ...{ density: limit("density_max", rules.densityMax), floorAreaRatio: limit("far_max", rules.floorAreaRatioMax) },
    ...{ coveragePercent: limit("coverage_max", rules.coverageMax), stories: limit("stories_max", rules.storiesMax) },
    heightFt: limit("height_max", rules.heightMax),
    parkingRatio: dwellingRatio(walk.settled("parking.ratio", null)),
    efficiency: Number(walk.settled("mf.efficiency", null) ?? 0.85),
    averageUnitSf: averageUnit({
      "mf.unit_mix": walk.settled("mf.unit_mix", null),
      "mf.unit_sizes": walk.settled("mf.unit_sizes", null),
    }),
  });
  for (const { name, value, unit, basis } of screened.terms) facts[name] = computed(value, unit, "Computed", basis);
  facts.binding_constraint = computed(screened.binding, null, "Computed", "The smallest of the yields above.");
  return facts;
}

/** Stalls for a dwelling: an answer is one number, or one for each use. NaN where none is known. */
const dwellingRatio = (answer: unknown) =>
  typeof answer === "number" ? answer : (memberAnswer({ answer }, "answer", "multifamily") ?? Number.NaN);

const computed = (
  value: number | string | null,
  unit: string | null,
  source: string,
  basis: string,
): Facts[string] => ({
  ...{ value, unit, source, settled_at: null, basis },
});
