/**
 * Measures the site-plan engine on the public cases: stalls of a lot without buildings against the working bound, against a
 * search of a hundred times the effort and against three baselines, and how long concepts take. Prints tables and judges
 * nothing.
 */

import { usualJoining, wideJoining } from "../../api/land/site-plan/engine/circulation.ts";
import { compilePlan } from "../../api/land/site-plan/engine/compile-plan.ts";
import { squareFeet } from "../../api/land/site-plan/engine/kernel.ts";
import type { Layout } from "../../api/land/site-plan/engine/layout-parts.ts";
import type { Rect } from "../../api/land/site-plan/engine/local-frame.ts";
import { bestParkingLot, type LotEffort, lotEffort } from "../../api/land/site-plan/engine/parking-lot.ts";
import type { GridRegion } from "../../api/land/site-plan/engine/plan-geometry.ts";
import type { WorkflowId } from "../../api/land/site-plan/engine/plan-input.ts";
import { areaOf } from "../../api/land/site-plan/engine/programs/program.ts";
import { siteLand } from "../../api/land/site-plan/engine/site-land.ts";
import { oneZone, ordinaryRules, sites } from "../support/site-plan/plan-cases.ts";
import { type BestKnown, lotHash, readBestKnown, searchBestKnown } from "./best-known-lots.ts";

const module = { width: 9, length: 18, aisle: 24, islandEvery: 12 };
/** The two templates of `siteplan.md` section 9: cross drives without and with stalls around, double rows only, nothing moved. */
const spines = [usualJoining("middle"), usualJoining("ends"), wideJoining("ends")];
const template = { phases: 12, hasSingleRows: false, moved: { changes: 0, each: 0 } };
const baselines: Readonly<Record<string, LotEffort>> = {
  "spine only": { ...template, joinings: spines },
  "loop only": { ...template, joinings: [usualJoining("loop")] },
};
const workflows: readonly WorkflowId[] = [
  ...(["mf_garden", "mf_midrise_wrap", "mf_podium", "townhomes", "senior_living", "mixed_use"] as const),
  ...(["retail_strip", "office", "hotel", "industrial_warehouse", "self_storage", "mh_rv_park"] as const),
];
const print = (line: string) => process.stdout.write(`${line}\n`);
const cell = (value: string | number, width = 12) => String(value).padStart(width);

/** What one lot reached, against what it is compared with. */
interface LotResult {
  readonly name: string;
  readonly area: number;
  readonly bound: number;
  /** The same with the islands that the rows have to have. */
  readonly islandBound: number;
  readonly layout: Layout | undefined;
  readonly found: number;
  readonly baselines: Readonly<Record<string, number>>;
  readonly known: number | undefined;
  readonly ms: number;
}

/** Land of a stall and its share of a drive that it fronts on one side of; and with an island of a stall's width among so many. */
const stallSf = module.width * (module.length + module.aisle / 2);
const withIslandSf = (stallSf * (module.islandEvery + 1)) / module.islandEvery;
const boundOf = (area: number, each: number) => Math.floor((area + module.aisle ** 2) / each);

function lotResult(name: string, pavable: GridRegion, known: BestKnown | undefined): LotResult {
  const area = squareFeet(pavable);
  const started = performance.now();
  const layout = bestParkingLot(pavable, module, lotEffort)?.layout;
  const ms = performance.now() - started;
  const reached = Object.entries(baselines).map(
    ([each, effort]) => [each, bestParkingLot(pavable, module, effort)?.layout.stallCount ?? 0] as const,
  );
  return {
    ...{ name, area, layout, ms, found: layout?.stallCount ?? 0 },
    ...{ bound: boundOf(area, stallSf), islandBound: boundOf(area, withIslandSf) },
    baselines: { ...Object.fromEntries(reached), [ratio]: Math.floor(area / ratioSf) },
    known: known?.input === lotHash(pavable, module) ? known.stalls : undefined,
  };
}

/** A planning ratio, square feet of land for a stall: arithmetic, no drawing. */
const ratioSf = 325;
const ratio = `area / ${ratioSf}`;
const percent = (value: number) => `${(100 * value).toFixed(1)} %`;

function printStalls(): void {
  print("Stalls of a lot without buildings, 90 degrees, islands where rows end beside drives and after 12 stalls,");
  print("drives that end at most 150 ft from their last way out");
  const lots = Object.fromEntries(
    Object.entries(sites).map(([name, site]) => [name, siteLand(site, ordinaryRules).pavable]),
  );
  const asked = process.argv.indexOf("--search");
  const known =
    asked < 0
      ? readBestKnown()
      : searchBestKnown(lots, module, {
          today: new Date().toISOString().slice(0, 10),
          names: process.argv.slice(asked + 1),
        });
  const names = ["bound", "with islands", "found", ...Object.keys(baselines), ratio, "best known", "of bound"];
  print(`${"case".padEnd(14)}${[...names, "of known", "ms"].map((name) => cell(name, 13)).join("")}`);
  const results = Object.entries(lots).map(([name, pavable]) => {
    const result = lotResult(name, pavable, known[name]);
    const { bound, islandBound, found, ms } = result;
    const against = result.known
      ? [result.known, percent(found / bound), percent(found / result.known)]
      : ["not searched", percent(found / bound), "-"];
    const values = [bound, islandBound, found, ...Object.values(result.baselines), ...against, ms.toFixed(0)];
    print(`${name.padEnd(14)}${values.map((value) => cell(value, 13)).join("")}`);
    return result;
  });
  const reached = results.flatMap((each) => (each.known ? [each.found / each.known] : [])).sort((a, b) => a - b);
  const middle = reached[Math.floor(reached.length / 2)] ?? 0;
  print(`Of best known: least ${percent(reached[0] ?? 0)}, median ${percent(middle)}`);
  for (const each of [...Object.keys(baselines), ratio]) printUnbeaten(each, results);
}

/** On which lots a baseline is beaten, and where the land of the others goes. */
function printUnbeaten(baseline: string, results: readonly LotResult[]): void {
  const unbeaten = results.filter(({ found, baselines: own }) => found <= (own[baseline] ?? 0));
  print(`\nBeaten: ${baseline}, on ${results.length - unbeaten.length} of ${results.length}`);
  if (unbeaten.length === 0) return;
  const names = [
    "found",
    "baseline",
    "known",
    "bound",
    "unreachable",
    "sf a stall",
    "stall",
    "islands",
    "drives",
    "left over",
  ];
  print(`${"not beaten".padEnd(14)}${names.map((name) => cell(name)).join("")}`);
  for (const result of unbeaten) {
    const { name, area, layout, found, known, islandBound, baselines: own } = result;
    if (!layout) continue;
    const islands = layout.rows.flatMap((row) => row.islands);
    const drives = [...layout.strips, ...layout.connectors].map(({ rect }) => rect);
    const parts = [module.width * module.length * found, ...[islands, drives].map((rects) => sumOfAreas(rects))];
    const left = area - parts.reduce((sum, part) => sum + part, 0);
    const each = [area, ...parts, left].map((part) => (part / found).toFixed(1));
    const values = [found, own[baseline] ?? 0, known ?? "-", islandBound, outOfReach(result, baseline), ...each];
    print(`${name.padEnd(14)}${values.map((value) => cell(value)).join("")}`);
  }
}

/**
 * What says that a baseline cannot be beaten: no layout can where it lies at the bound with islands or above; none is known where a
 * search of a hundred times the effort did not.
 */
function outOfReach({ islandBound, known, baselines: own }: LotResult, baseline: string): string {
  const least = own[baseline] ?? 0;
  if (islandBound <= least) return "by bound";
  return known !== undefined && known <= least ? "none known" : "no";
}

const sumOfAreas = (rects: readonly Rect[]) => rects.reduce((sum, rect) => sum + areaOf(rect), 0);

const tenAcres = 10 * 43_560;

function printTimes(): void {
  print("\nTime of a concept in milliseconds of one core");
  print(`${"case".padEnd(14)}${["p50", "p95", "most", "failed"].map((name) => cell(name)).join("")}`);
  const upToTenAcres: number[] = [];
  for (const [name, site] of Object.entries(sites)) {
    let failed = 0;
    const times = workflows.map((workflow) => {
      const before = process.cpuUsage();
      failed += compilePlan(oneZone(site, workflow)).zoneFailures.length;
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    });
    if (squareFeet(siteLand(site, ordinaryRules).pavable) <= tenAcres * 1.01) upToTenAcres.push(...times);
    printTimesOf(name, times, failed);
  }
  printTimesOf("to ten acres", upToTenAcres, "");
}

/** Of the twelve uses of one case the 95th percentile is the slowest; of all cases up to ten acres it is one of the last dozen. */
function printTimesOf(name: string, times: readonly number[], failed: number | string): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(0);
  print(`${name.padEnd(14)}${[at(0.5), at(0.95), at(1), failed].map((value) => cell(value)).join("")}`);
}

printStalls();
if (!process.env.NOTIMES) printTimes();
