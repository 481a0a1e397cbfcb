/**
 * The most stalls that a search of a hundred times the effort found on each public lot, kept in a file with its date and a
 * hash of what it was found for and with: `npm run bench:plans -- --search` looks again for the lots whose hash has changed.
 */

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import type { StallModule } from "../../api/land/site-plan/engine/bands.ts";
import { groupedJoining, usualJoining, wideJoining } from "../../api/land/site-plan/engine/circulation.ts";
import { bestParkingLot, type LotEffort } from "../../api/land/site-plan/engine/parking-lot.ts";
import type { GridRegion } from "../../api/land/site-plan/engine/plan-geometry.ts";

/** What is known of a lot. */
export interface BestKnown {
  readonly stalls: number;
  /** Day on which it was found, and the hash of the land and the module it was found for. */
  readonly found: string;
  readonly input: string;
}

const file = new URL("best-known-lots.json", import.meta.url);
const places = ["ends", "loop", "pairs", "half_pairs", "left", "middle"] as const;
const joinings = [usualJoining, wideJoining, groupedJoining].flatMap((joined) => places.map(joined));
/** About a hundred times what a lot is laid out with: finer phases, all ways to join, and a direction for every two degrees. */
const effort: LotEffort = {
  ...{ phases: 240, joinings, hasSingleRows: true },
  turned: { directions: 45, phases: 96 },
};

/** Returns the hash of a lot: its land, its module and what is tried on it. */
export const lotHash = (land: GridRegion, module: StallModule) =>
  createHash("sha256")
    .update(JSON.stringify([land, module, effort]))
    .digest("hex")
    .slice(0, 16);

/** Returns what is known, by the name of the lot. */
export const readBestKnown = (): Record<string, BestKnown> => JSON.parse(readFileSync(file, "utf8"));

/** Searches the lots whose hash is not the stored one, writes what was found and returns all that is known. */
export function searchBestKnown(
  lots: Readonly<Record<string, GridRegion>>,
  module: StallModule,
  today: string,
): Record<string, BestKnown> {
  const known = readBestKnown();
  for (const [name, land] of Object.entries(lots)) {
    const input = lotHash(land, module);
    if (known[name]?.input === input) continue;
    const stalls = bestParkingLot(land, module, effort)?.layout.stallCount ?? 0;
    known[name] = { stalls, found: today, input };
    writeFileSync(file, `${JSON.stringify(known, null, 2)}\n`);
  }
  return known;
}
