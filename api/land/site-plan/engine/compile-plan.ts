import { createHash } from "node:crypto";
import { compileZone, type SharedDrives } from "./compile-zone.ts";
import type { CompiledPlan, PlanObject, ZoneFailure } from "./compiled-plan.ts";
import { conflictsOf } from "./conflicts.ts";
import type { EdgeRun } from "./edge-classes.ts";
import { fireNotes } from "./fire.ts";
import { difference, emptyRegion, intersection, soundRegion } from "./kernel.ts";
import { measure } from "./metrics.ts";
import type { GridRegion } from "./plan-geometry.ts";
import type { PlanInput, RuleSource, ZoneProgram } from "./plan-input.ts";
import { frontagesIn, type SharedDrive, sharedDrive } from "./shared-drives.ts";
import { type SiteLand, siteLand } from "./site-land.ts";
import { siteObjects } from "./site-objects.ts";

/**
 * Returns the concept of a site: what is drawn, its metrics, the rules it breaks and the zones that failed. A pure
 * function: the same input gives the same plan, with the same hash, on every machine. It answers every sound input; a zone
 * that cannot be compiled is a failure of that zone.
 */
export function compilePlan(input: PlanInput): CompiledPlan {
  const land = siteLand(input.site, input.rules);
  const regions = zoneRegions(input.zones, land.site);
  const keptIds = new Set(input.keep?.zoneIds ?? []);
  const kept = (input.keep?.objects ?? []) as readonly PlanObject[];
  const shared = sharedDrives(input.zones, regions, land);
  const objects: PlanObject[] = siteObjects(
    land,
    input.site,
    shared.drives.flatMap(({ drafts }) => drafts),
  );
  const failures: ZoneFailure[] = [];
  const notes = [...land.notes];
  const parkingSources: Record<string, readonly RuleSource[]> = {};
  for (const [at, zone] of input.zones.entries()) {
    if (keptIds.has(zone.zoneId)) {
      objects.push(...kept.filter(({ zoneId }) => zoneId === zone.zoneId));
      parkingSources[zone.zoneId] = input.keep?.parkingSources[zone.zoneId] ?? [];
      continue;
    }
    const result = compileZone(zone, regions[at] ?? emptyRegion, { land, shared, input });
    if ("failure" in result) failures.push(result.failure);
    else {
      objects.push(...result.objects);
      notes.push(...result.notes);
      parkingSources[zone.zoneId] = result.parkingSources;
    }
  }
  const metrics = measure(objects, land, input, sourceOfZones(input.zones, parkingSources));
  notes.push(...input.zones.flatMap((zone) => fireNotes(zone, objects)));
  const hash = createHash("sha256").update(JSON.stringify({ objects, metrics })).digest("hex");
  // Where no zone was compiled, nothing was drawn that could break a rule.
  const conflicts = failures.length < input.zones.length ? conflictsOf(metrics) : [];
  return { objects, metrics, conflicts, zoneFailures: failures, notes: distinct(notes), parkingSources, hash };
}

/** Where the parking ratios of all zones come from: with the name of each zone where they differ. */
function sourceOfZones(zones: readonly ZoneProgram[], byZone: CompiledPlan["parkingSources"]): RuleSource | null {
  const all = zones.flatMap(({ zoneId, name }) => (byZone[zoneId] ?? []).map((source) => ({ name, source })));
  const [first] = all;
  if (!first) return null;
  // What one of the zones does not have from the ordinance, the sum does not have from it either.
  const { source } = all.find((one) => one.source.kind !== "ordinance") ?? first;
  const refs = [...new Set(all.flatMap((one) => one.source.ref ?? []))].filter((ref) => ref !== source.ref);
  const isSame = all.every((one) => one.source.statement === source.statement);
  const statements = new Set(all.map((one) => (zones.length > 1 ? `${one.name}: ` : "") + bare(one.source.statement)));
  return {
    ...source,
    ...(refs.length > 0 ? { others: refs } : {}),
    ...(isSame ? {} : { statement: [...statements].join("; ") }),
  };
}

const bare = (statement: string) => statement.replace(/\.$/, "");

/** Notes without those that say the same: zones may share an assumption. */
const distinct = (notes: CompiledPlan["notes"]) => [...new Map(notes.map((note) => [note.text, note])).values()];

/** The drives to zones that have no street. */
function sharedDrives(zones: readonly ZoneProgram[], regions: readonly GridRegion[], land: SiteLand): SharedDrives {
  const drives: SharedDrive[] = [];
  const gates = new Map<GridRegion, EdgeRun>();
  for (const at of zones.keys()) {
    const region = regions[at];
    if (zones.length < 2 || !region || region.rings.length === 0 || frontagesIn(region, land).length > 0) continue;
    const drive = sharedDrive(region, land);
    if (!drive) continue;
    drives.push(drive);
    gates.set(region, drive.gate);
  }
  return { drives, gates };
}

/** The land of each zone: its boundary inside the site without what earlier zones took; zones without one share the rest. */
function zoneRegions(zones: readonly ZoneProgram[], site: SiteLand["site"]): readonly GridRegion[] {
  let left = site;
  const drawn = zones.map(({ boundary }) => {
    if (!boundary) return null;
    const own = intersection(soundRegion(boundary), left);
    left = difference(left, own);
    return own;
  });
  let rest: GridRegion = left;
  return drawn.map((region) => {
    if (region) return region;
    const own = rest;
    rest = emptyRegion;
    return own;
  });
}
