import { expect } from "vitest";
import { boundsOf, soundRegion, union } from "../../../api/land/site-plan/engine/kernel.ts";
import { localFrame } from "../../../api/land/site-plan/engine/local-frame.ts";
import { orientations } from "../../../api/land/site-plan/engine/orientations.ts";
import { parkingDemand } from "../../../api/land/site-plan/engine/parking-demand.ts";
import type { WorkflowId } from "../../../api/land/site-plan/engine/plan-input.ts";
import { programsOf } from "../../../api/land/site-plan/engine/programs/program-of.ts";
import { frontagesIn } from "../../../api/land/site-plan/engine/shared-drives.ts";
import { siteLand } from "../../../api/land/site-plan/engine/site-land.ts";
import { fieldsOf, type Search } from "../../../api/land/site-plan/engine/zone-search.ts";
import { oneZone, ordinaryRules, sites } from "./plan-cases.ts";

/** Returns what is looked for on a public site, for each of its programs, with the land along its directions. */
export function searchesOn(name: string, workflow: WorkflowId) {
  const input = oneZone(sites[name] ?? expect.fail(name), workflow);
  const [zone = expect.fail()] = input.zones;
  const region = union(input.site.parcels.map(soundRegion));
  const land = siteLand(input.site, ordinaryRules);
  const { minX, minY, maxX, maxY } = boundsOf(region.rings.flat());
  const origin = { x: Math.round((minX + maxX) / 2), y: Math.round((minY + maxY) / 2) };
  const zoneLand = { ...land, frontages: frontagesIn(region, land), origin };
  const requiredFor = parkingDemand(ordinaryRules, {}).stallsFor;
  const turned = orientations(land.pavable, zoneLand.frontages).map((direction) => {
    const frame = localFrame(origin, direction);
    return { frame, fields: fieldsOf(zoneLand, frame) };
  });
  const programs = programsOf(zone, region, input, requiredFor).flat();
  return {
    turned,
    searches: programs.map(
      (program): Search => ({ land: zoneLand, program, requiredFor, leastYield: 0, leastOther: 0 }),
    ),
  };
}
