import { memberAnswer, numberAnswer } from "../answers.ts";
import type { StallModule } from "../bands.ts";
import { squareFeet } from "../kernel.ts";
import type { GridRegion } from "../plan-geometry.ts";
import type { PlanInput, RuleValue, ZoneProgram } from "../plan-input.ts";
import { limitOf } from "../rule-value.ts";
import type { Program, ProgramCaps } from "./program.ts";
import { gardenProgram } from "./residential.ts";

const squareFeetPerAcre = 43_560;

/**
 * Returns the programs of a zone under the rules, with the limits of the zone's share of the land: the usual one first,
 * then those with shallower buildings for land on which it does not fit.
 */
export function programsOf(zone: ZoneProgram, region: GridRegion, input: PlanInput): Program[] {
  const { rules } = input;
  const { answers } = zone;
  const bound = (code: string, rule: string, value: RuleValue) =>
    input.overridden.includes(code) || input.overridden.includes(rule) ? Infinity : (limitOf(value) ?? Infinity);
  const area = squareFeet(region);
  const target = memberAnswer(answers, "mf.target", "units") ?? Infinity;
  const caps: ProgramCaps = {
    units: Math.min(
      target,
      Math.floor(bound("density_exceeded", "density_max", rules.densityMax) * (area / squareFeetPerAcre) + 1e-6),
    ),
    gfaSf: bound("far_exceeded", "far_max", rules.floorAreaRatioMax) * area,
    footprintSf: (bound("coverage_exceeded", "coverage_max", rules.coverageMax) / 100) * area,
  };
  const module: StallModule = {
    width: numberAnswer(answers, "parking.stall_w", rules.stall.width.value, [7.5, 12]),
    length: numberAnswer(answers, "parking.stall_l", rules.stall.length.value, [15, 24]),
    aisle: numberAnswer(answers, "parking.aisle", rules.stall.aisle.value, [20, 30]),
    islandEvery: numberAnswer(answers, "parking.landscape_island_every", rules.islandEvery.value, [6, 40]),
  };
  const context = {
    answers,
    module,
    spacing: numberAnswer(answers, "mf.building_spacing", rules.buildingSpacing.value, [10, 60]),
    mostFloors: bound("height_exceeded", "stories_max", rules.storiesMax),
    mostHeightFt: bound("height_exceeded", "height_max", rules.heightMax),
    caps,
  };
  return [64, 50, 36].map((depth) => gardenProgram(context, depth));
}
