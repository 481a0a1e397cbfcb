import { describe, expect, it } from "vitest";
import { compilePlan } from "../../../api/land/site-plan/engine/compile-plan.ts";
import type { CompiledPlan, PlanObject } from "../../../api/land/site-plan/engine/compiled-plan.ts";
import { faultsOf } from "../../support/site-plan/plan-audit.ts";
import { area, oneZone, sites } from "../../support/site-plan/plan-cases.ts";

const input = oneZone(sites.rect_300x180 ?? expect.fail(), "mf_garden");
const plan = compilePlan(input);

const moved = (object: PlanObject, dx: number, dy: number): PlanObject =>
  object.shape.type !== "region"
    ? object
    : {
        ...object,
        shape: {
          type: "region",
          region: {
            rings: object.shape.region.rings.map((ring) => ring.map(({ x, y }) => ({ x: x + dx, y: y + dy }))),
          },
        },
      };
const withObjects = (change: (objects: readonly PlanObject[]) => readonly PlanObject[]): CompiledPlan => ({
  ...plan,
  objects: change(plan.objects),
});
const first = (type: PlanObject["objectType"]) =>
  plan.objects.find(({ objectType }) => objectType === type) ?? expect.fail(`no ${type}`);
const changed = (type: PlanObject["objectType"], change: (object: PlanObject) => PlanObject | undefined) =>
  withObjects((objects) => objects.flatMap((object) => (object === first(type) ? (change(object) ?? []) : [object])));

/** Faults that an engine could have; each has to be seen by the audit that the other tests rely on. */
const faults: Readonly<Record<string, { readonly plan: CompiledPlan; readonly seen: RegExp }>> = {
  "one stall too many": {
    plan: withObjects((objects) => [...objects, { ...moved(first("parking_stall"), 3000, 0), id: "extra" }]),
    seen: /share/,
  },
  "a building beyond the lot line": {
    plan: changed("building", (object) => moved(object, 300_000, 0)),
    seen: /outside the site/,
  },
  "north and east exchanged": {
    plan: withObjects((objects) =>
      objects.map((object) =>
        object.shape.type !== "region" || object.objectType === "site_boundary"
          ? object
          : {
              ...object,
              shape: {
                type: "region",
                region: { rings: object.shape.region.rings.map((ring) => ring.map(({ x, y }) => ({ x: y, y: x }))) },
              },
            },
      ),
    ),
    seen: /outside the site/,
  },
  "an accessible stall without its aisle": { plan: changed("access_aisle", () => undefined), seen: /no aisle/ },
  "an accessible stall less than the table asks for": {
    plan: withObjects((objects) => objects.filter(({ objectType }) => objectType !== "accessible_stall")),
    seen: /accessible stalls of/,
  },
  "no stall for vans": {
    plan: withObjects((objects) =>
      objects.map((object) =>
        object.objectType === "accessible_stall" ? { ...object, label: "Accessible stall" } : object,
      ),
    ),
    seen: /van stalls/,
  },
  "a drive that is cut off": {
    plan: changed("drive_aisle", () => undefined),
    seen: /pieces|no drive/,
  },
  "a measurement without its unit": {
    plan: changed("building", (object) => ({ ...object, measurements: { ...object.measurements, fit_ratio: 0.9 } })),
    seen: /has no unit/,
  },
  "half a dwelling": {
    plan: changed("building", (object) => ({ ...object, measurements: { ...object.measurements, units: 32.5 } })),
    seen: /has 32.5 units/,
  },
  "a total that is no sum": {
    plan: {
      ...plan,
      metrics: {
        ...plan.metrics,
        parking_provided: { ...(plan.metrics.parking_provided ?? expect.fail()), value: 1 },
      },
    },
    seen: /provided 1/,
  },
};

describe("the audit of dead ends", () => {
  const long = oneZone(sites.narrow ?? expect.fail(), "senior_living");
  const plan = compilePlan(long);
  const withoutTurnaround = { ...plan, objects: plan.objects.filter(({ label }) => label !== "Turnaround") };

  it("finds nothing where each long dead end has a place to turn", () => {
    // Two arms that make a hammerhead of 120 ft across a drive of 24 ft, or one arm of 60 ft. Source: IFC figure D103.1.
    const arms = plan.objects.filter(({ label }) => label === "Turnaround").map(({ measurements }) => measurements);
    expect(arms.length).toBeGreaterThan(0);
    for (const { width_ft: width, length_ft: length } of arms)
      expect([width, [48, 60]]).toEqual([20, expect.arrayContaining([length])]);
    expect(faultsOf(plan, long)).toEqual([]);
  });

  it("finds a long dead end whose place to turn is missing", () => {
    expect(faultsOf(withoutTurnaround, long).join("\n")).toMatch(/is a dead end of \d+ ft/);
  });
});

describe("the audit of finished plans", () => {
  it("finds nothing in a sound plan", () => {
    expect(faultsOf(plan, input)).toEqual([]);
  });

  it.each(Object.entries(faults))("finds %s", (_, { plan: faulty, seen }) => {
    expect(faultsOf(faulty, input).join("\n")).toMatch(seen);
  });
});

describe("the audit of the fronts of stalls", () => {
  const box = (x0: number, y0: number, x1: number, y1: number) => ({
    type: "region" as const,
    region: area([x0, y0], [x1, y0], [x1, y1], [x0, y1]),
  });
  /** What is said of a stall 9 ft wide that looks up at drives. */
  const blocked = (...drives: ReturnType<typeof box>[]) => {
    const objects = [
      { ...first("parking_stall"), shape: box(0, 0, 9, 18) },
      ...drives.map((shape, at) => ({ ...first("drive_aisle"), id: `drive/${at}`, shape })),
    ];
    return faultsOf({ ...plan, objects }, input).filter((fault) => fault.includes("has no drive"));
  };

  it("takes two drives that meet before a stall for one, though they are rounded apart", () => {
    expect(blocked(box(0, 18, 1.5, 42), box(1.501, 18, 60, 42))).toEqual([]);
  });

  it("finds a stall that reaches beyond the end of its drive", () => {
    expect(blocked(box(-60, 18, 8.8, 42))).toHaveLength(1);
  });
});
