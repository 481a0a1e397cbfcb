/**
 * Measures the site-plan engine on the public cases: stalls of a lot without buildings against the working bound, against a
 * search of a hundred times the effort and against three baselines, and how long concepts take. Prints tables and judges
 * nothing.
 */

import { usualJoining, wideJoining } from "../../api/land/site-plan/engine/circulation.ts";
import { compilePlan } from "../../api/land/site-plan/engine/compile-plan.ts";
import { squareFeet } from "../../api/land/site-plan/engine/kernel.ts";
import { bestParkingLot, type LotEffort } from "../../api/land/site-plan/engine/parking-lot.ts";
import type { WorkflowId } from "../../api/land/site-plan/engine/plan-input.ts";
import { siteLand } from "../../api/land/site-plan/engine/site-land.ts";
import { oneZone, ordinaryRules, sites } from "../support/site-plan/plan-cases.ts";
import { lotHash, readBestKnown, searchBestKnown } from "./best-known-lots.ts";

const module = { width: 9, length: 18, aisle: 24, islandEvery: 12 };
const places = ["ends", "loop", "left", "middle"] as const;
const sought: LotEffort = {
  ...{ phases: 12, joinings: [...places.map(usualJoining), ...places.map(wideJoining)] },
};
const baselines: Readonly<Record<string, LotEffort>> = {
  "spine only": { phases: 12, joinings: [usualJoining("middle")] },
  "loop only": { phases: 12, joinings: [usualJoining("loop")] },
};
const workflows: readonly WorkflowId[] = [
  ...(["mf_garden", "mf_midrise_wrap", "mf_podium", "townhomes", "senior_living", "mixed_use"] as const),
  ...(["retail_strip", "office", "hotel", "industrial_warehouse", "self_storage", "mh_rv_park"] as const),
];
const print = (line: string) => process.stdout.write(`${line}\n`);
const cell = (value: string | number, width = 12) => String(value).padStart(width);

function printStalls(): void {
  print("Stalls of a lot without buildings, 90 degrees, islands at the ends of rows and after 12 stalls");
  const lots = Object.fromEntries(
    Object.entries(sites).map(([name, site]) => [name, siteLand(site, ordinaryRules).pavable]),
  );
  const known = process.argv.includes("--search")
    ? searchBestKnown(lots, module, new Date().toISOString().slice(0, 10))
    : readBestKnown();
  const reached: number[] = [];
  const names = ["bound", "found", ...Object.keys(baselines), "area / 325", "best known", "of bound", "of known", "ms"];
  print(`${"case".padEnd(14)}${names.map((name) => cell(name, 13)).join("")}`);
  for (const [name, pavable] of Object.entries(lots)) {
    const area = squareFeet(pavable);
    const bound = Math.floor((area + 576) / 270);
    const started = performance.now();
    const found = bestParkingLot(pavable, module, sought)?.layout.stallCount ?? 0;
    const took = performance.now() - started;
    const others = Object.values(baselines).map(
      (effort) => bestParkingLot(pavable, module, effort)?.layout.stallCount ?? 0,
    );
    const best = known[name]?.input === lotHash(pavable, module) ? known[name] : undefined;
    const share = (of: number) => `${((100 * found) / Math.max(1, of)).toFixed(1)} %`;
    if (best) reached.push(found / Math.max(1, best.stalls));
    const against = best ? [best.stalls, share(bound), share(best.stalls)] : ["not searched", share(bound), "-"];
    const values = [bound, found, ...others, Math.floor(area / 325), ...against, took.toFixed(0)];
    print(`${name.padEnd(14)}${values.map((value) => cell(value, 13)).join("")}`);
  }
  reached.sort((a, b) => a - b);
  const percent = (value = 0) => `${(100 * value).toFixed(1)} %`;
  print(`Of best known: least ${percent(reached[0])}, median ${percent(reached[Math.floor(reached.length / 2)])}`);
}

function printTimes(): void {
  print("\nTime of a concept in milliseconds of one core");
  print(`${"case".padEnd(14)}${["p50", "p95", "most", "failed"].map((name) => cell(name)).join("")}`);
  for (const [name, site] of Object.entries(sites)) {
    let failed = 0;
    const times = workflows.map((workflow) => {
      const before = process.cpuUsage();
      failed += compilePlan(oneZone(site, workflow)).zoneFailures.length;
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    });
    times.sort((a, b) => a - b);
    const at = (share: number) => (times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0).toFixed(0);
    print(`${name.padEnd(14)}${[at(0.5), at(0.95), at(1), failed].map((value) => cell(value)).join("")}`);
  }
}

printStalls();
printTimes();
