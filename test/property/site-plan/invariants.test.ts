import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePlan } from "../../../api/land/site-plan/engine/compile-plan.ts";
import type { CompiledPlan } from "../../../api/land/site-plan/engine/compiled-plan.ts";
import { difference, soundRegion, squareFeet, union } from "../../../api/land/site-plan/engine/kernel.ts";
import type { GridPoint, GridRegion } from "../../../api/land/site-plan/engine/plan-geometry.ts";
import type { PlanInput, SiteInput, WorkflowId } from "../../../api/land/site-plan/engine/plan-input.ts";
import { siteLand } from "../../../api/land/site-plan/engine/site-land.ts";
import { faultsOf } from "../../support/site-plan/plan-audit.ts";
import {
  area,
  constraint,
  grid,
  oneZone,
  ordinaryRules,
  rectangle,
  rule,
  site,
  sites,
} from "../../support/site-plan/plan-cases.ts";

const runs = { numRuns: 6, seed: 20_260_101 };
const workflow = fc.constantFrom<WorkflowId>(
  ...(["mf_garden", "townhomes", "retail_strip", "office", "hotel", "self_storage", "mh_rv_park"] as const),
);
const side = fc.integer({ min: 220, max: 620 });
/** Four corners near those of a rectangle, the street along the south. */
const quadrilateral = fc
  .tuple(
    side,
    side,
    fc.integer({ min: -40, max: 120 }),
    fc.integer({ min: -120, max: 60 }),
    fc.integer({ min: -60, max: 60 }),
  )
  .map(([width, depth, left, right, lift]) =>
    site([
      [0, 0],
      [width, 0],
      [width + right / 2, depth + lift],
      [left / 2, depth],
    ]),
  );
const wet = fc
  .tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 100, max: 400 }), fc.integer({ min: 20, max: 160 }))
  .map(([x, y, size]) => constraint("wetland", area([x, y], [x + size, y + 10], [x + size, y + size], [x, y + size])));
const setbacks = fc.record({
  front: fc.integer({ min: 0, max: 60 }).map((feet) => rule(feet, "ft")),
  exterior_side: fc.constant(rule(20, "ft")),
  interior_side: fc.integer({ min: 0, max: 40 }).map((feet) => rule(feet, "ft")),
  rear: fc.integer({ min: 0, max: 60 }).map((feet) => rule(feet, "ft")),
});

const metricOf = (plan: CompiledPlan, name: string) => plan.metrics[name]?.value ?? 0;
const yieldOf = (plan: CompiledPlan) =>
  ["units", "gfa", "keys", "parking_provided"].map((name) => metricOf(plan, name));

describe("a concept of any land and rules", () => {
  it("is drawn without a fault, and keeps the setback of every side", () => {
    fc.assert(
      fc.property(quadrilateral, fc.array(wet, { maxLength: 2 }), setbacks, workflow, (land, wetlands, chosen, use) => {
        const constraints = wetlands.map((each, at) => ({ ...each, id: `wetland${at}` }));
        const input = oneZone({ ...land, constraints }, use, { rules: { ...ordinaryRules, setbacks: chosen } });
        const plan = compilePlan(input);
        expect(faultsOf(plan, input)).toEqual([]);
        for (const name of ["setback_front_min", "setback_side_min", "setback_rear_min"]) {
          expect([name, plan.metrics[name]?.status ?? "pass"]).toEqual([name, "pass"]);
        }
        const acreStalls = (metricOf(plan, "site_area") + 576) / 270;
        const ground = metricOf(plan, "parking_provided") - metricOf(plan, "parking_structured");
        expect(ground).toBeLessThanOrEqual(acreStalls);
        expect(plan.metrics.coverage?.status).toBe("pass");
      }),
      runs,
    );
  });

  it("has less buildable land with a larger setback or a larger wetland", () => {
    fc.assert(
      fc.property(quadrilateral, wet, setbacks, fc.integer({ min: 1, max: 30 }), (land, wetland, chosen, more) => {
        const front = rule(("value" in chosen.front ? chosen.front.value : 0) + more, "ft");
        const built = (constraints: SiteInput["constraints"], front_ = chosen.front) =>
          siteLand({ ...land, constraints }, { ...ordinaryRules, setbacks: { ...chosen, front: front_ } }).buildable;
        const whole = built([]);
        expect(squareFeet(difference(built([], front), whole))).toBeLessThan(0.5);
        expect(squareFeet(difference(built([wetland]), whole))).toBeLessThan(0.5);
      }),
      { ...runs, numRuns: 40 },
    );
  });

  it("holds the same after its land is moved or turned by a right angle", () => {
    fc.assert(
      fc.property(quadrilateral, workflow, fc.constantFrom("moved", "turned"), (land, use, motion) => {
        const move = ({ x, y }: GridPoint): GridPoint =>
          motion === "moved" ? { x: x + 123_457, y: y - 76_543 } : { x: -y, y: x };
        const here = compilePlan(oneZone(land, use));
        const there = compilePlan(oneZone(carried(land, move), use));
        for (const [at, value] of yieldOf(here).entries()) {
          // Layouts that are equally good may be chosen in another order.
          expect(Math.abs((yieldOf(there)[at] ?? 0) - value)).toBeLessThanOrEqual(Math.max(1, value * 0.01));
        }
      }),
      { ...runs, numRuns: 3 },
    );
  });

  it("holds the same to two dwellings on each floor after its land is turned by an odd angle", () => {
    // Three, four and five: a turn without an angle.
    const turn = ({ x, y }: GridPoint): GridPoint => ({
      x: Math.round((4 * x - 3 * y) / 5),
      y: Math.round((3 * x + 4 * y) / 5),
    });
    for (const name of ["l_shape", "trapezoid"]) {
      const land = sites[name] ?? expect.fail();
      const here = compilePlan(oneZone(land, "mf_garden"));
      const there = compilePlan(oneZone(carried(land, turn), "mf_garden"));
      const [units, turned] = [metricOf(here, "units"), metricOf(there, "units")];
      // A row that fits exactly may lose a dwelling on each of three floors once its corners are rounded to other coordinates;
      // where no plan fits at once, the next is looked for with another share of the land kept free, and may gain or lose as many.
      expect(Math.abs(units - turned)).toBeLessThanOrEqual(6);
    }
  });

  it("keeps long buildings and their truck courts apart on land that lies at an angle", () => {
    const turn = ({ x, y }: GridPoint): GridPoint => ({
      x: Math.round((12 * x - 5 * y) / 13),
      y: Math.round((5 * x + 12 * y) / 13),
    });
    for (const [width, depth] of [
      [1200, 500],
      [2000, 800],
      [1700, 900],
    ] as const) {
      const input = oneZone(carried(site(rectangle(width, depth)), turn), "industrial_warehouse");
      expect(faultsOf(compilePlan(input), input)).toEqual([]);
    }
  });

  it("does not depend on the order in which constraints and neighbours come", () => {
    const land = sites.floodplain ?? expect.fail();
    const shuffled = { ...land, constraints: land.constraints.toReversed(), neighbours: land.neighbours.toReversed() };
    expect(compilePlan(oneZone(shuffled, "office")).hash).toBe(compilePlan(oneZone(land, "office")).hash);
  });
});

const carriedRegion = ({ rings }: GridRegion, move: (point: GridPoint) => GridPoint): GridRegion => ({
  rings: rings.map((ring) => ring.map(move)),
});

function carried(land: SiteInput, move: (point: GridPoint) => GridPoint): SiteInput {
  return {
    ...land,
    parcels: land.parcels.map((parcel) => carriedRegion(parcel, move)),
    roads: land.roads.map(({ name, points }) => ({ name, points: points.map(move) })),
    constraints: land.constraints.map((each) => ({ ...each, region: carriedRegion(each.region, move) })),
  };
}

/** Land that no plan fits, or that is no land at all. */
const hostile: Readonly<Record<string, readonly GridRegion[]>> = {
  nothing: [],
  "no rings": [{ rings: [] }],
  "a point": [area([5, 5])],
  "a line": [area([0, 0], [400, 0])],
  "no area": [area([0, 0], [400, 0], [800, 0])],
  "a sliver": [area([0, 0], [600, 0], [600, 0.002])],
  "a needle": [area([0, 0], [300, 0], [300, 200], [150, 200], [150, 1000], [149.999, 200], [0, 200])],
  "a bow tie": [area([0, 0], [400, 400], [400, 0], [0, 400])],
  "points that repeat": [area([0, 0], [0, 0], [400, 0], [400, 0], [400, 300], [200, 300], [0, 300], [0, 300])],
  clockwise: [area([0, 0], [0, 300], [400, 300], [400, 0])],
  "a hole at the edge": [
    {
      rings: [
        ...area([0, 0], [400, 0], [400, 300], [0, 300]).rings,
        [
          [0, 100],
          [0, 200],
          [80, 200],
          [80, 100],
        ].map(([x = 0, y = 0]) => grid([x, y])),
      ],
    },
  ],
  "far apart": [area([0, 0], [300, 0], [300, 200], [0, 200]), area([9000, 0], [9300, 0], [9300, 200], [9000, 200])],
  "far from the origin": [area([30_000, 30_000], [30_400, 30_000], [30_400, 30_300], [30_000, 30_300])],
  "a comb": [
    area(
      ...Array.from(
        { length: 20 },
        (_, at) =>
          [
            [at * 20, 0],
            [at * 20, 300],
            [at * 20 + 10, 300],
            [at * 20 + 10, 0.001],
          ] as const,
      ).flat(),
    ),
  ],
};

describe("a concept where two and a half stories are allowed", () => {
  const uses = ["mf_garden", "mf_midrise_wrap", "mf_podium", "senior_living", "office", "hotel"] as const;
  it.each(uses)("has whole floors, dwellings and stalls as %s", (use) => {
    const rules = { ...ordinaryRules, storiesMax: rule(2.5, "stories"), heightMax: rule(35, "ft") };
    const input = oneZone(sites.five_acres ?? expect.fail(), use, { rules, answers: { "mf.floors": 4 } });
    const plan = compilePlan(input);
    expect(metricOf(plan, "stories")).toBe(2);
    expect(faultsOf(plan, input)).toEqual([]);
  });

  it("has no more parking levels below its dwellings than these need", () => {
    const input = oneZone(sites.five_acres ?? expect.fail(), "mf_podium", { answers: { "mf.garage_levels": 4 } });
    const plan = compilePlan(input);
    const podiums = plan.objects.filter(({ label }) => label === "Apartments above parking");
    expect(podiums.length).toBeGreaterThan(0);
    for (const { measurements } of podiums) {
      const [needed, held] = [1.5 * Number(measurements.units), Number(measurements.stall_count)];
      expect(held).toBeLessThanOrEqual(2 * needed);
    }
  });
});

describe("a concept of two uses with a parking ratio each", () => {
  it("states both ratios as what its stalls are for", () => {
    const answers = { "parking.ratio": { retail: 5, multifamily: 1.25 } };
    const { metrics } = compilePlan(oneZone(sites.five_acres ?? expect.fail(), "mixed_use", { answers }));
    expect(JSON.stringify(metrics.parking_provided)).toContain(
      "confirmed for this concept: 5 for retail, 1.25 for multifamily",
    );
  });
});

describe("a concept of land that is none", () => {
  it.each(Object.entries(hostile))("is answered for %s", (_, parcels) => {
    const input: PlanInput = oneZone({ ...(sites.five_acres ?? expect.fail()), parcels }, "mf_garden");
    const plan = compilePlan(input);
    const isDrawn = plan.objects.some(({ objectType }) => objectType === "building");
    expect(isDrawn || plan.zoneFailures.length === 1).toBe(true);
    if (isDrawn) expect(squareFeet(union(parcels.map(soundRegion)))).toBeGreaterThan(10_000);
  });
});
