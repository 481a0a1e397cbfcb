import { memberAnswer, numberAnswer } from "../answers.ts";
import type { StallModule } from "../bands.ts";
import { squareFeet } from "../kernel.ts";
import { countedPart } from "../net-area.ts";
import { type GridRegion, squareFeetPerAcre } from "../plan-geometry.ts";
import type { PlanInput, RuleValue, WorkflowId, ZoneProgram } from "../plan-input.ts";
import { limitOf } from "../rule-value.ts";
import { hotelProgram, officeProgram, retailProgram } from "./commercial.ts";
import { parkProgram } from "./mobile-homes.ts";
import { podiumPrograms } from "./podium.ts";
import type { Program, ProgramCaps, ProgramContext } from "./program.ts";
import { gardenProgram, mixedProgram, seniorProgram } from "./residential.ts";
import { storageProgram } from "./storage.ts";
import { shortRowsProgram, townhomeProgram } from "./townhomes.ts";
import { warehouseProgram } from "./warehouse.ts";
import { halfWrapProgram, wrapProgram } from "./wrap.ts";

type Variant = (context: ProgramContext) => Program | readonly Program[];

const sized = (program: (context: ProgramContext, size: number) => Program, sizes: readonly number[]): Variant[] =>
  sizes.map((size) => (context) => program(context, size));

/** The forms of each workflow: those on one line compete, the next line is for land on which none of them fits. */
const variants: Readonly<Record<WorkflowId, readonly (readonly Variant[])[]>> = {
  mf_garden: [sized(gardenProgram, [64]), sized(gardenProgram, [50]), sized(gardenProgram, [36])],
  mf_midrise_wrap: [
    [...sized(wrapProgram, [2, 3, 4]), ...sized(halfWrapProgram, [2, 3])],
    sized(gardenProgram, [64]),
    sized(gardenProgram, [50, 36]),
  ],
  mf_podium: [
    [130, 190, 64].map((depth) => (context) => podiumPrograms(context, depth)),
    sized(gardenProgram, [50, 36]),
  ],
  townhomes: [[townhomeProgram], [shortRowsProgram]],
  senior_living: [sized(seniorProgram, [64]), sized(seniorProgram, [50]), sized(seniorProgram, [36])],
  mixed_use: [sized(mixedProgram, [66]), sized(mixedProgram, [50]), sized(mixedProgram, [36])],
  retail_strip: [
    [(context) => retailProgram(context, numberAnswer(context.answers, "retail.depth", 70, [40, 120]))],
    sized(retailProgram, [90, 55]),
    sized(retailProgram, [40]),
  ],
  office: [sized(officeProgram, [100, 80]), sized(officeProgram, [65]), sized(officeProgram, [45])],
  hotel: [sized(hotelProgram, [62]), sized(hotelProgram, [50]), sized(hotelProgram, [36])],
  industrial_warehouse: [sized(warehouseProgram, [250]), sized(warehouseProgram, [110]), sized(warehouseProgram, [65])],
  self_storage: [sized(storageProgram, [30, 40]), sized(storageProgram, [20])],
  mh_rv_park: [sized(parkProgram, [0])],
};

/**
 * Returns the programs of a zone under the rules, with the limits of the zone's share of the land: groups of forms that
 * compete, each group for land on which none of the groups before it fits.
 */
export function programsOf(
  zone: ZoneProgram,
  region: GridRegion,
  input: PlanInput,
  requiredFor: ProgramContext["requiredFor"],
): readonly (readonly Program[])[] {
  const { rules } = input;
  const { answers } = zone;
  const bound = (code: string, rule: string, value: RuleValue) =>
    input.overridden.includes(code) || input.overridden.includes(rule) ? Infinity : (limitOf(value) ?? Infinity);
  const area = squareFeet(region);
  const counted = (limit: "density" | "far") => squareFeet(countedPart(region, rules.uncounted[limit], input.site));
  const density = bound("density_exceeded", "density_max", rules.densityMax);
  const target = memberAnswer(answers, "mf.target", "units") ?? Infinity;
  // More than the rule allows are those that the user asked for; without a number, as many as fit.
  const buildingsOfLot = () => {
    const most = bound("principal_buildings_exceeded", "principal_buildings_max", rules.principalBuildingsMax);
    return Number.isFinite(most) || limitOf(rules.principalBuildingsMax) === undefined
      ? most
      : numberAnswer(answers, "rules.principal_buildings", most, [1, Infinity]);
  };
  const caps: ProgramCaps = {
    units: Math.min(target, Math.floor(density * (counted("density") / squareFeetPerAcre) + 1e-6)),
    gfaSf: bound("far_exceeded", "far_max", rules.floorAreaRatioMax) * counted("far"),
    footprintSf: (bound("coverage_exceeded", "coverage_max", rules.coverageMax) / 100) * area,
    buildings: zone.workflow === "mh_rv_park" ? Infinity : lotCount(input.site) * buildingsOfLot(),
  };
  const module: StallModule = {
    width: numberAnswer(answers, "parking.stall_w", rules.stall.width.value, [7.5, 12]),
    length: numberAnswer(answers, "parking.stall_l", rules.stall.length.value, [15, 24]),
    aisle: numberAnswer(answers, "parking.aisle", rules.stall.aisle.value, [20, 30]),
    islandEvery: numberAnswer(answers, "parking.landscape_island_every", rules.islandEvery.value, [6, 40]),
  };
  const context: ProgramContext = {
    answers,
    module,
    spacing: numberAnswer(answers, "mf.building_spacing", rules.buildingSpacing.value, [10, 60]),
    // A limit of two and a half stories allows two whole ones.
    mostFloors: Math.floor(bound("height_exceeded", "stories_max", rules.storiesMax)),
    mostHeightFt: bound("height_exceeded", "height_max", rules.heightMax),
    rowHomes: {
      least: input.overridden.includes("townhouse_row_min") ? undefined : limitOf(rules.townhouseRowMin),
      most: bound("townhouse_row_limits", "townhouse_row_max", rules.townhouseRowMax),
    },
    drivewaySpacing: limitOf(rules.drivewaySpacing) ?? 0,
    ...{ caps, parksBehind: rules.frontParking !== null },
    loadingFt: rules.loading.length > 0 ? rules.loadingSize.width.value : 0,
    landSf: area,
    requiredFor,
  };
  return variants[zone.workflow]
    .map((group) => group.flatMap((variant) => variant(context)))
    .filter((programs) => programs.length > 0);
}

/** Lots that the parcels of a site count as. */
const lotCount = ({ parcels, mergeParcels }: PlanInput["site"]) => (mergeParcels ? 1 : Math.max(1, parcels.length));
