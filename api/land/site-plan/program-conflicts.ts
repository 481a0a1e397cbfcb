import { ruleName } from "../../../ingest/index.ts";
import type { Citation } from "../../../retrieval/index.ts";
import { setbackFields } from "../design-criteria/criteria.ts";
import { type CriterionNumber, criterionNumber, districtOf } from "../interview/interview-context.ts";
import { ratioFor } from "../interview/ratio-of-mix.ts";
import { settledMix } from "../interview/recommend.ts";
import type { ProgramZone } from "../interview/walk.ts";
import { countedAcres } from "./counted-acres.ts";
import { officeFloor } from "./engine/programs/commercial.ts";
import { dwellingFloor } from "./engine/programs/residential.ts";
import type { Program } from "./planning.ts";
import { codeOf, governingDistrict, rulesOf } from "./program-rules.ts";
import { useStandingOf } from "./use-standing.ts";

/** A rule that a program or plan would break, with its citations. */
export interface Conflict {
  readonly code: string;
  readonly rule: string;
  readonly zoneId: string | null;
  readonly limit: number | string | null;
  readonly proposed: number | string | null;
  readonly unit: string | null;
  readonly severity: "hard" | "overridable";
  readonly statement: string;
  readonly citations: readonly Citation[];
  readonly remedy: string;
}

/** Returns the rules that a program breaks by arithmetic, before anything is drawn. Source: `siteplan.md` D4. */
export function programConflicts(program: Program): Conflict[] {
  return [...siteConflicts(program), ...program.walk.zones.flatMap((zone) => zoneConflicts(program, zone))];
}

const criterion = (program: Program, field: string) => criterionNumber(governingDistrict(program), field);

const exceeded = (
  code: string,
  rule: string,
  {
    zoneId,
    limit,
    proposed,
    unit,
    remedy,
  }: {
    readonly zoneId: string | null;
    readonly limit: CriterionNumber;
    readonly proposed: number;
    readonly unit: string;
    readonly remedy: string;
  },
): Conflict => ({
  ...{ code, rule, zoneId, proposed, unit, remedy, severity: "overridable", limit: limit.value },
  statement: `${ruleName(rule)} is ${proposed} ${unit}; the ordinance asks for at ${isLeast(rule) ? "least" : "most"} ${limit.value} ${unit}. ${limit.basis}`,
  citations: limit.citations,
});

/** Whether a rule gives the least of something; the others give the most. */
const isLeast = (rule: string) =>
  /^(?:setback|open_space_min|parking_ratio|wetland_buffer|townhouse_row_min)/.test(rule);

function siteConflicts(program: Program): Conflict[] {
  const { walk } = program;
  const conflicts: Conflict[] = [];
  const given = walk.settled("rules.setbacks", null) as Readonly<Record<string, number>> | undefined;
  for (const [side, field] of Object.entries(setbackFields)) {
    const limit = criterion(program, field);
    const proposed = given?.[side];
    if (!limit || proposed === undefined || proposed >= limit.value) continue;
    const remedy = "Keep the setback of the ordinance.";
    conflicts.push(exceeded("setback_reduced", field, { zoneId: null, limit, proposed, unit: "ft", remedy }));
  }
  const buildings = walk.settled("rules.principal_buildings", null);
  const most = criterion(program, "principal_buildings_max");
  if (most && typeof buildings === "number" && buildings > most.value) {
    const more = { zoneId: null, limit: most, proposed: buildings, unit: "buildings" };
    const remedy = "Plan one building, or divide the lot.";
    conflicts.push(exceeded("principal_buildings_exceeded", "principal_buildings_max", { ...more, remedy }));
  }
  const open = walk.settled("open.min_pct", null);
  const least = criterion(program, "open_space_min");
  if (least?.unit === "%" && typeof open === "number" && open < least.value) {
    const remedy = "Keep as much open space as the ordinance asks for.";
    const detail = { zoneId: null, limit: least, proposed: open, unit: "%", remedy };
    conflicts.push(exceeded("open_space_below_minimum", "open_space_min", detail));
  }
  return [...conflicts, ...parkingInFront(program), ...waivers(program), ...narrowBuffers(program)];
}

/** Parking that was asked for before the buildings. */
function parkingInFront(program: Program): Conflict[] {
  const { rules, citations } = rulesOf(program);
  if (!rules.frontParking || program.walk.settled("parking.place", null) !== "front") return [];
  const { feet, source } = rules.frontParking;
  const citation = source.ref === null ? undefined : citations[source.ref];
  return [
    {
      ...{
        code: "parking_in_front",
        rule: "parking_behind_building",
        zoneId: null,
        unit: "ft",
        severity: "overridable",
      },
      ...{ limit: feet, proposed: null, citations: citation ? [citation] : [] },
      statement: `Parking may lie before the buildings; the ordinance keeps it at least ${feet} ft behind the front of the nearest one. ${source.statement}.`,
      remedy: "Park beside or behind the buildings.",
    },
  ];
}

/** A wetland that is kept with a narrower buffer than the ordinance asks for. */
function narrowBuffers(program: Program): Conflict[] {
  const { walk } = program;
  const limit = criterion(program, "wetland_buffer");
  const treatment = walk.settled("site.wetland_treatment", null);
  const answered = walk.settled("site.wetland_buffer", null);
  if (!limit || treatment === undefined || treatment === "not_wetland_per_survey") return [];
  const proposed = treatment === "exclude_with_buffer" ? answered : 0;
  if (typeof proposed !== "number" || proposed >= limit.value) return [];
  const remedy = "Keep the buffer of the ordinance.";
  const detail = { zoneId: null, limit, proposed, unit: "ft", remedy };
  return [exceeded("wetland_exclusion_waived", "wetland_buffer", detail)];
}

const floodWords = {
  retain_fringe: "buildings in the fringe, raised",
  retain_with_fill: "buildings on fill",
} as const;

/** Mapped constraints that the user decided to build on. */
function waivers({ walk }: Program): Conflict[] {
  const waived: Conflict[] = [];
  const common = { zoneId: null, limit: null, unit: null, severity: "overridable" as const, citations: [] };
  if (walk.settled("site.wetland_treatment", null) === "not_wetland_per_survey") {
    waived.push({
      ...{ ...common, code: "wetland_exclusion_waived", rule: "wetland", proposed: "not a wetland per survey" },
      statement: "A mapped wetland may be built on, because a survey is said to have found none.",
      remedy: "Keep the mapped wetland free.",
    });
  }
  const flood = walk.settled("site.floodplain", null);
  if (flood === "retain_fringe" || flood === "retain_with_fill") {
    waived.push({
      ...{ ...common, code: "floodplain_retained", rule: "floodplain", proposed: floodWords[flood] },
      statement: "Buildings may stand in the mapped flood hazard area; elevation and no-rise still have to be shown.",
      remedy: "Keep buildings out of the flood hazard area.",
    });
  }
  return waived;
}

/** The floors that were asked for, none where nobody asked, and the least height of one in feet. */
function plannedFloors(settled: (id: string) => unknown): readonly [floors: number, floorFt: number] {
  const [dwellings, offices] = [settled("mf.floors"), settled("office.floors")];
  if (typeof dwellings === "number") return [dwellings, dwellingFloor];
  return [typeof offices === "number" ? offices : 0, officeFloor];
}

function zoneConflicts(program: Program, zone: ProgramZone): Conflict[] {
  const { walk, context } = program;
  const zoneId = walk.zones.length > 1 ? zone.zoneId : null;
  const settled = (id: string) => walk.settled(id, zoneId);
  const conflicts: Conflict[] = [];
  const [floors, floorFt] = plannedFloors(settled);
  const bounds = [
    { rule: "stories_max", proposed: floors, unit: "stories" },
    { rule: "height_max", proposed: floors * floorFt, unit: "ft" },
  ];
  for (const { rule, proposed, unit } of bounds) {
    const limit = criterion(program, rule);
    if (!limit || proposed <= limit.value) continue;
    const detail = { zoneId, limit, proposed, unit, remedy: "Lower the number of floors." };
    conflicts.push(exceeded("height_exceeded", rule, detail));
  }
  const target = settled("mf.target");
  const density = criterion(program, "density_max");
  const units = typeof target === "object" && target !== null && "units" in target ? Number(target.units) : undefined;
  const acres = units === undefined ? 0 : countedAcres(context, rulesOf(program).rules.uncounted.density);
  if (units !== undefined && density && acres > 0 && units / acres > density.value) {
    const proposed = Math.round((units / acres) * 100) / 100;
    const lower = { zoneId, limit: density, proposed, unit: "du/ac", remedy: "Lower the number of units." };
    conflicts.push(exceeded("density_exceeded", "density_max", lower));
  }
  return [
    ...useConflicts(program, zone),
    ...conflicts,
    ...rowConflicts(program, zoneId, { longest: settled("th.row_max"), homes: units }),
    ...parkingConflicts(program, zone, settled("parking.ratio")),
  ];
}

/** Rows of townhomes that would be longer or shorter than a row may be: the longest that was asked for, or all homes in one. */
function rowConflicts(
  program: Program,
  zoneId: string | null,
  { longest, homes = Infinity }: { readonly longest: unknown; readonly homes: number | undefined },
): Conflict[] {
  if (typeof longest !== "number") return [];
  const [least, most] = [criterion(program, "townhouse_row_min"), criterion(program, "townhouse_row_max")];
  const proposed = Math.min(longest, homes);
  const detail = { zoneId, proposed, unit: "homes", remedy: "Keep the limits of the ordinance." };
  const code = "townhouse_row_limits";
  return [
    // A single detached home is not a row.
    ...(least && proposed > 1 && proposed < least.value
      ? [exceeded(code, "townhouse_row_min", { ...detail, limit: least })]
      : []),
    ...(most && proposed > most.value ? [exceeded(code, "townhouse_row_max", { ...detail, limit: most })] : []),
  ];
}

/** A building type that the use table of the governing district prohibits. */
function useConflicts(program: Program, zone: ProgramZone): Conflict[] {
  const standing = useStandingOf(program, zone);
  if (standing?.kind !== "prohibited") return [];
  const { statement, status, citations } = standing;
  return [
    {
      ...{ code: "use_not_permitted", rule: "use_status", unit: null, severity: "overridable", statement, citations },
      ...{ limit: status, proposed: zone.workflow.label },
      zoneId: program.walk.zones.length > 1 ? zone.zoneId : null,
      remedy: "Choose a use that the district permits, or a rezone target that permits this one.",
    },
  ];
}

function parkingConflicts(program: Program, zone: ProgramZone, answer: unknown): Conflict[] {
  const { walk, context } = program;
  const code = codeOf(program);
  const ownId = walk.zones.length > 1 ? zone.zoneId : null;
  const mix = settledMix({ workflow: zone.workflow, settled: (id) => walk.settled(id, ownId) });
  return zone.workflow.uses.flatMap((use) => {
    const limit = ratioFor(districtOf(context, code), use, mix);
    const given =
      typeof answer === "number" ? answer : (answer as Readonly<Record<string, number>> | undefined)?.[use.use];
    if (!limit || given === undefined || given >= limit.value) return [];
    const detail = {
      zoneId: ownId,
      proposed: given,
      unit: `stalls per ${use.base}`,
      remedy: "Keep the ratio of the ordinance.",
    };
    return [exceeded("parking_below_minimum", "parking_ratio", { ...detail, limit })];
  });
}
