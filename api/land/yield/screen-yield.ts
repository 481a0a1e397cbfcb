import { squareFeetPerAcre } from "../site-plan/engine/plan-geometry.ts";
import { dwellingFloor } from "../site-plan/engine/programs/residential.ts";

/** Limits of a screening yield; undefined where no limit is known. */
export interface YieldLimits {
  readonly acres: number;
  /** Acres on which density and floor area ratio are counted. */
  readonly densityAcres: number;
  readonly floorAreaAcres: number;
  /** Dwelling units per acre. */
  readonly density: number | undefined;
  readonly floorAreaRatio: number | undefined;
  readonly coveragePercent: number | undefined;
  readonly stories: number | undefined;
  readonly heightFt: number | undefined;
  /** Stalls per dwelling unit; NaN where it is not known. */
  readonly parkingRatio: number;
  /** Share of the floor area that lies inside dwellings. */
  readonly efficiency: number;
  readonly averageUnitSf: number;
}

/** One way to reckon how much fits. */
export interface YieldTerm {
  readonly name: string;
  readonly value: number | null;
  readonly unit: string;
  readonly basis: string;
}

/** Land that a surface stall takes with its share of aisles and islands, square feet. Source: `siteplan.md` section 2. */
const landPerStall = 320;

/**
 * Returns how many dwelling units each limit alone would allow, before anything is drawn, and which limit binds. Terms whose
 * limit is not known are null and do not bind. Source: `siteplan.md` D6.
 */
export function screenYield(limits: YieldLimits): {
  readonly terms: readonly YieldTerm[];
  readonly binding: string | null;
} {
  const { acres, densityAcres, density, floorAreaRatio, coveragePercent, parkingRatio, efficiency, averageUnitSf } =
    limits;
  const area = acres * squareFeetPerAcre;
  const byHeight = limits.heightFt === undefined ? undefined : Math.floor(limits.heightFt / dwellingFloor);
  const floors = limits.stories ?? byHeight;
  const unitsIn = (gross: number) => Math.floor((gross * efficiency) / averageUnitSf);
  const byFar =
    floorAreaRatio === undefined ? null : Math.round(floorAreaRatio * limits.floorAreaAcres * squareFeetPerAcre);
  const byCoverage =
    coveragePercent === undefined || floors === undefined ? null : Math.round((coveragePercent / 100) * area * floors);
  const units = [
    term(
      "units_by_right",
      density === undefined ? null : Math.floor(density * densityAcres + 1e-9),
      "units",
      densityAcres < acres
        ? "Density times acres, without the largest mapped area that the ordinance takes out."
        : "Density times acres.",
    ),
    term(
      "units_by_floor_area",
      byFar === null ? null : unitsIn(byFar),
      "units",
      "Floor area ratio times area, by unit size.",
    ),
    term(
      ...(["units_by_coverage", byCoverage === null ? null : unitsIn(byCoverage), "units"] as const),
      "Coverage times area times floors, by unit size.",
    ),
    term(
      ...([
        "units_by_parking",
        unitsByParking(area, floors, parkingRatio, averageUnitSf / efficiency),
        "units",
      ] as const),
      "Land for stalls at 320 sq ft each beside the buildings, an assumption.",
    ),
  ];
  const known = units.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]));
  return {
    terms: [
      ...units,
      term("gfa_by_far", byFar, "sf", "Floor area ratio times area."),
      term("gfa_by_coverage_height", byCoverage, "sf", "Coverage times area times floors."),
    ],
    binding: known.toSorted((one, other) => one.value - other.value)[0]?.name ?? null,
  };
}

const term = (name: string, value: number | null, unit: string, basis: string): YieldTerm => ({
  name,
  value,
  unit,
  basis,
});

/** As many units as land remains for: each takes its share of a footprint and its stalls. */
function unitsByParking(area: number, floors: number | undefined, ratio: number, grossPerUnit: number): number | null {
  if (!Number.isFinite(ratio) || floors === undefined || floors < 1) return null;
  return Math.floor(area / (grossPerUnit / floors + ratio * landPerStall));
}
