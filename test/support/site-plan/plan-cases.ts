/** Public sites and rules for the tests of site plans: plain shapes in feet. */
import type { GridPoint, GridRegion } from "../../../api/land/site-plan/engine/plan-geometry.ts";
import {
  type PlanInput,
  type PlanRules,
  type RuleSource,
  type RuleValue,
  type SiteConstraint,
  type SiteInput,
  usualBudget,
  type WorkflowId,
} from "../../../api/land/site-plan/engine/plan-input.ts";

type Feet = readonly [x: number, y: number];

export const grid = ([x, y]: Feet): GridPoint => ({ x: Math.round(x * 1000), y: Math.round(y * 1000) });
/** Returns an area with the given corners in feet. */
export const area = (...corners: readonly Feet[]): GridRegion => ({ rings: [corners.map(grid)] });

/** Returns points of a circle without angles: a square corner by corner, pushed to the radius. */
export function circle([x, y]: Feet, radius: number, sides = 64): Feet[] {
  const quarter = Array.from({ length: sides / 4 }, (_, at): Feet => {
    const share = at / (sides / 4);
    const [dx, dy] = [1 - share, share];
    const length = Math.sqrt(dx * dx + dy * dy);
    return [dx / length, dy / length];
  });
  const turned = (dx: number, dy: number, turns: number): Feet => (turns === 0 ? [dx, dy] : turned(-dy, dx, turns - 1));
  return [0, 1, 2, 3].flatMap((turns) =>
    quarter.map(([dx, dy]): Feet => {
      const [a, b] = turned(dx, dy, turns);
      return [x + radius * a, y + radius * b];
    }),
  );
}

const source: RuleSource = { kind: "ordinance", ref: "code", statement: "Made for the tests." };
/** Returns a limit with its source. */
export const rule = (value: number, unit: string): RuleValue => ({ value, unit, source });
export const absent: RuleValue = { marker: "NOT_LOCATED_IN_INDEXED_ORDINANCE" };
const sourced = (value: number, unit: string) => ({ value, unit, source });

/** Rules of a district with ordinary limits. */
export const ordinaryRules: PlanRules = {
  setbacks: {
    front: rule(25, "ft"),
    exterior_side: rule(20, "ft"),
    interior_side: rule(15, "ft"),
    rear: rule(25, "ft"),
  },
  ...{
    chosenSetbacks: {},
    flagLotSetback: absent,
    flagLotArea: absent,
    openSpacePerUnit: absent,
    landscapeMin: absent,
  },
  ...{ principalBuildingsMax: absent, drivewaySpacing: absent, townhouseRowMin: absent, townhouseRowMax: absent },
  parkingSetbacks: {
    front: rule(10, "ft"),
    exterior_side: rule(10, "ft"),
    interior_side: rule(5, "ft"),
    rear: rule(5, "ft"),
  },
  frontParking: null,
  heightMax: rule(60, "ft"),
  storiesMax: rule(5, "stories"),
  floorAreaRatioMax: absent,
  coverageMax: rule(50, "%"),
  imperviousMax: rule(80, "%"),
  densityMax: absent,
  uncounted: { density: [], far: [] },
  openSpaceMin: rule(15, "%"),
  lotAreaMin: absent,
  parkingRatios: [
    { use: "multifamily", stalls: rule(1.5, "stalls/unit"), base: "dwelling_unit", rounding: "up" },
    { use: "retail", stalls: rule(4, "stalls/1000 sf"), base: "thousand_square_feet", rounding: "up" },
    { use: "office", stalls: rule(3.3, "stalls/1000 sf"), base: "thousand_square_feet", rounding: "up" },
    { use: "warehouse", stalls: rule(0.5, "stalls/1000 sf"), base: "thousand_square_feet", rounding: "up" },
    { use: "self_storage", stalls: rule(0.1, "stalls/1000 sf"), base: "thousand_square_feet", rounding: "up" },
    { use: "hotel", stalls: rule(1, "stalls/key"), base: "key", rounding: "up" },
  ],
  ...{ parkingMax: absent, charging: [], bicycles: [], loading: [] },
  loadingSize: { width: sourced(12, "ft"), length: sourced(45, "ft") },
  stall: { angle: 90, width: sourced(9, "ft"), length: sourced(18, "ft"), aisle: sourced(24, "ft") },
  islandEvery: sourced(12, "stalls"),
  buildingSpacing: sourced(20, "ft"),
  waterQualityDepth: rule(1, "in"),
  basin: { lotLine: absent, building: absent },
};

/** Rules of a district with tight limits. */
export const tightRules: PlanRules = {
  ...ordinaryRules,
  setbacks: {
    front: rule(50, "ft"),
    exterior_side: rule(40, "ft"),
    interior_side: rule(25, "ft"),
    rear: rule(40, "ft"),
  },
  heightMax: rule(35, "ft"),
  storiesMax: rule(2, "stories"),
  floorAreaRatioMax: rule(0.5, "ratio"),
  coverageMax: rule(30, "%"),
  imperviousMax: rule(65, "%"),
  densityMax: rule(12, "du/ac"),
  openSpaceMin: rule(25, "%"),
};

/** Returns a site whose street runs along its south side, 30 ft away. */
export function site(corners: readonly Feet[], more: Partial<SiteInput> = {}): SiteInput {
  const south = Math.min(...corners.map(([, y]) => y));
  return {
    parcels: [area(...corners)],
    mergeParcels: true,
    edges: [],
    roads: [{ name: "Main Street", points: [grid([-3000, south - 30]), grid([4000, south - 30])] }],
    neighbours: [],
    constraints: [],
    mapped: [],
    neighborLines: [],
    addressedStreet: "Main Street",
    ...more,
  };
}

export const rectangle = (width: number, depth: number): Feet[] => [
  [0, 0],
  [width, 0],
  [width, depth],
  [0, depth],
];

/** Returns a mapped restriction. */
export function constraint(
  kind: SiteConstraint["kind"],
  region: GridRegion,
  effect: SiteConstraint["effect"] = "exclude_all",
): SiteConstraint {
  return { id: kind, kind, label: kind, region, effect, source: { kind: "dataset", ref: kind, statement: "Mapped." } };
}

/** The public sites by name. */
export const sites: Readonly<Record<string, SiteInput>> = {
  rect_300x180: site(rectangle(300, 180)),
  one_acre: site(rectangle(180, 242)),
  five_acres: site(rectangle(467, 467)),
  ten_acres: site(rectangle(660, 660)),
  hundred_acres: site(rectangle(2087, 2087)),
  l_shape: site([
    [0, 0],
    [600, 0],
    [600, 250],
    [270, 250],
    [270, 470],
    [0, 470],
  ]),
  flag: site([
    [0, 0],
    [30, 0],
    [30, 250],
    [400, 250],
    [400, 600],
    [0, 600],
  ]),
  triangle: site([
    [0, 0],
    [700, 0],
    [300, 600],
  ]),
  trapezoid: site([
    [0, 0],
    [600, 0],
    [480, 400],
    [90, 400],
  ]),
  u_shape: site([
    [0, 0],
    [560, 0],
    [560, 450],
    [380, 450],
    [380, 150],
    [190, 150],
    [190, 450],
    [0, 450],
  ]),
  narrow: site(rectangle(120, 700)),
  wide: site(rectangle(900, 150)),
  wetland: site(rectangle(625, 625), { constraints: [constraint("wetland", area(...circle([380, 400], 120)))] }),
  cul_de_sac: site(
    [
      [60, 0],
      ...circle([200, -20], 60, 32)
        .filter(([x, y]) => y > 0 && x > 140 && x < 260)
        .reverse(),
      [340, 0],
      [520, 420],
      [-120, 420],
    ],
    {
      edges: [],
      roads: [
        { name: "Court", points: [grid([200, -400]), grid([200, -20]), grid([120, -20])] },
        { name: "Main Street", points: [grid([-3000, -30]), grid([4000, -30])] },
      ],
    },
  ),
  corner: site(rectangle(400, 350), {
    roads: [
      { name: "Main Street", points: [grid([-3000, -30]), grid([4000, -30])] },
      { name: "Side Street", points: [grid([430, -3000]), grid([430, 4000])] },
    ],
  }),
  two_parcels: site(rectangle(300, 400), {
    parcels: [area(...rectangle(300, 400)), area([300, 0], [620, 0], [620, 400], [300, 400])],
  }),
  easement: site(rectangle(500, 450), {
    constraints: [constraint("easement", area([0, 200], [500, 260], [500, 285], [0, 225]), "exclude_buildings")],
  }),
  floodplain: site(rectangle(500, 500), {
    constraints: [
      constraint("floodway", area([0, 420], [500, 380], [500, 500], [0, 500])),
      constraint("floodplain", area([0, 300], [500, 270], [500, 500], [0, 500]), "exclude_buildings"),
    ],
  }),
  turned: site(
    [
      [0, 0],
      [465.36, 187.95],
      [315, 560],
      [-150.36, 372.05],
    ],
    {
      roads: [{ name: "Main Street", points: [grid([-927.3, -407.6]), grid([1391.1, 528.7])] }],
    },
  ),
};

/** Returns the input of one zone that covers a site. */
export function oneZone(
  on: SiteInput,
  workflow: WorkflowId,
  {
    rules = ordinaryRules,
    answers = {},
  }: { readonly rules?: PlanRules; readonly answers?: Readonly<Record<string, unknown>> } = {},
): PlanInput {
  return {
    site: on,
    rules,
    zones: [{ zoneId: "z1", name: "Zone 1", workflow, boundary: null, answers }],
    keep: null,
    overridden: [],
    budget: usualBudget,
  };
}
