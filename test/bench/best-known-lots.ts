/**
 * The most stalls that a search of a hundred times the effort found on each public lot, kept in a file with its date and with
 * hashes of what it was found for and with: `npm run bench:plans -- --search` looks again on the lots of which one has changed, or
 * only on those of them that are named after it.
 */

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import type { StallModule } from "../../api/land/site-plan/engine/bands.ts";
import { groupedJoining, usualJoining, wideJoining } from "../../api/land/site-plan/engine/circulation.ts";
import { squareFeet } from "../../api/land/site-plan/engine/kernel.ts";
import { bestParkingLot } from "../../api/land/site-plan/engine/parking-lot.ts";
import type { GridRegion } from "../../api/land/site-plan/engine/plan-geometry.ts";
import { makeRandom } from "../../evals/train/seeded-random.ts";
import { annealedStalls } from "./annealed-lot.ts";

/** What is known of a lot. */
export interface BestKnown {
  readonly stalls: number;
  /** Day on which it was found, the hash of the land and the module it was found for, and that of what was last tried. */
  readonly found: string;
  readonly input: string;
  readonly effort: string;
}

const file = new URL("best-known-lots.json", import.meta.url);
const places = ["ends", "loop", "pairs", "half_pairs", "left", "middle"] as const;
/**
 * Half a foot between places of the first band along the sides of the land, and a direction for every degree. The best layout of
 * each place to join drives is then moved, for as long as that gains stalls, and then at random, a few times; on more than ten
 * acres, where each move takes longer, less often.
 */
const effort = {
  phases: 120,
  turned: { directions: 90, phases: 24 },
  moved: { changes: 30_000, each: 5000 },
  moves: 40_000,
  movedSf: 435_600,
  seeds: [1, 2, 3],
};

const hashOf = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
const tried = hashOf([effort, places]);

/** Returns the hash of a lot: its land and its module. */
export const lotHash = (land: GridRegion, module: StallModule) => hashOf([land, module]);

/** Returns what is known, by the name of the lot. */
export const readBestKnown = (): Record<string, BestKnown> => JSON.parse(readFileSync(file, "utf8"));

/** Searches the lots whose hashes are not the stored ones, writes what was found and returns all that is known. */
export function searchBestKnown(
  lots: Readonly<Record<string, GridRegion>>,
  module: StallModule,
  { today, names }: { readonly today: string; readonly names: readonly string[] },
): Record<string, BestKnown> {
  const known = readBestKnown();
  for (const [name, land] of Object.entries(lots)) {
    const input = lotHash(land, module);
    const before = known[name]?.input === input ? known[name] : undefined;
    if (before?.effort === tried || (names.length > 0 && !names.includes(name))) continue;
    const stalls = mostStalls(land, module);
    known[name] = {
      ...(before && before.stalls >= stalls ? before : { stalls, found: today, input }),
      effort: tried,
    };
    writeFileSync(file, `${JSON.stringify(known, null, 2)}\n`);
  }
  return known;
}

function mostStalls(land: GridRegion, module: StallModule): number {
  const { phases, turned, moved, movedSf, seeds } = effort;
  const moves = Math.round(effort.moves / Math.max(1, squareFeet(land) / movedSf));
  const reached = places.flatMap((place) => {
    const joinings = [usualJoining(place), wideJoining(place), groupedJoining(place)];
    const lot = bestParkingLot(land, module, { phases, turned, moved, joinings, hasSingleRows: true });
    return lot ? seeds.map((seed) => annealedStalls(land, lot, module, { moves, random: makeRandom(seed) })) : [];
  });
  return Math.max(0, ...reached);
}
