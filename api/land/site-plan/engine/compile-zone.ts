import type { PlanObject, ZoneFailure } from "./compiled-plan.ts";
import { areaDraft, boundaryMeasures, type Draft, numbered } from "./drafts.ts";
import { drawZone } from "./draw-zone.ts";
import { boundsOf, intersection, soundRegion, squareFeet, union } from "./kernel.ts";
import { requiredStalls } from "./parking-demand.ts";
import type { GridRegion } from "./plan-geometry.ts";
import type { PlanInput, RuleSource, ZoneProgram } from "./plan-input.ts";
import type { Program } from "./programs/program.ts";
import { programsOf } from "./programs/program-of.ts";
import type { SiteLand } from "./site-land.ts";
import { bestZonePlan, isUsable, type ZoneLand } from "./zone-plan.ts";

/** What became of a zone. */
export type ZoneResult =
  | {
      readonly objects: readonly PlanObject[];
      readonly parkingSource: RuleSource | null;
      readonly notes: readonly { readonly code: string; readonly text: string }[];
    }
  | { readonly failure: ZoneFailure };

/** Returns the objects of a zone, or why it could not be compiled. */
export function compileZone(zone: ZoneProgram, region: GridRegion, land: SiteLand, input: PlanInput): ZoneResult {
  const { rules } = input;
  const fail = (
    code: ZoneFailure["code"],
    message: string,
    needed: number | null = null,
    available: number | null = null,
  ) => ({
    failure: { zoneId: zone.zoneId, code, message, needed, available },
  });
  const zoneLand = landOf(region, land);
  if (squareFeet(region) < 1) return fail("boundary_invalid", "The zone has no land inside the site.");
  if (!isUsable(zoneLand.buildable) || !isUsable(zoneLand.pavable)) {
    const before = squareFeet(region);
    const left = Math.round(squareFeet(zoneLand.buildable));
    return before > 8_000 && input.site.constraints.length > 0
      ? fail(
          "constraint_consumes_zone",
          "Setbacks and mapped constraints leave no usable land in the zone.",
          1_500,
          left,
        )
      : fail("zone_too_small", "Setbacks leave no usable land in the zone.", 1_500, left);
  }
  if (zoneLand.frontages.length === 0) return fail("no_access", "No lot line of the zone lies on a street.");
  const { answers } = zone;
  const requiredFor = (demands: Parameters<typeof requiredStalls>[0]) => requiredStalls(demands, rules, answers).total;
  const found = firstThatFits(programsOf(zone, region, input), (program) =>
    bestZonePlan({ land: zoneLand, program, requiredFor }, input.budget.evaluations),
  );
  if (!found) return fail("program_does_not_fit", "No building with its parking and access was found to fit the zone.");
  const { program, plan } = found;
  const demands = plan.buildings.flatMap((building) => building.demands);
  const { total, sources } = requiredStalls(demands, rules, answers);
  const taken = union(
    input.site.constraints.filter(({ effect }) => effect === "exclude_all").map((each) => soundRegion(each.region)),
  );
  const zoneDraft: Draft = {
    ...areaDraft("zone", zone.name, region, { ...boundaryMeasures(region), required_stall_count: total }),
    status: "reserved",
  };
  const drafts = [zoneDraft, ...drawZone(plan, { zone: region, taken, walk: program.walk })];
  return {
    objects: numbered(drafts, zone.zoneId),
    parkingSource: sources[0] ?? null,
    notes: [
      ...program.notes,
      ...sources
        .filter(({ kind }) => kind === "assumption")
        .map(({ statement }) => ({ code: "parking_ratio_assumed", text: statement })),
    ],
  };
}

function landOf(region: GridRegion, land: SiteLand): ZoneLand {
  const { minX, minY, maxX, maxY } = boundsOf(region.rings.flat());
  return {
    buildable: intersection(land.buildable, region),
    pavable: intersection(land.pavable, region),
    drivable: intersection(land.drivable, region),
    frontages: land.runs.filter(({ isFrontage }) => isFrontage),
    origin: { x: Math.round((minX + maxX) / 2), y: Math.round((minY + maxY) / 2) },
  };
}

function firstThatFits<Plan>(programs: readonly Program[], planFor: (program: Program) => Plan | undefined) {
  for (const program of programs) {
    const plan = planFor(program);
    if (plan) return { program, plan };
  }
  return undefined;
}
