import type {
  CompiledPlan,
  PlanMetric,
  PlanObject,
  PlanObjectType,
} from "../../api/land/site-plan/engine/compiled-plan.ts";
import type { GridRing } from "../../api/land/site-plan/engine/plan-geometry.ts";
import type { DisclosedDecision, StoredConcept } from "../../api/land/site-plan/stored-concept.ts";

/** Returns the ring of a rectangle in feet, its first corner at the lower left, turned by a unit vector. */
export function rectangle(
  [x, y]: readonly [number, number],
  [width, height]: readonly [number, number],
  [c, s]: readonly [number, number] = [1, 0],
): GridRing {
  const corner = (east: number, north: number) => ({
    x: Math.round((x + east * c - north * s) * 1000),
    y: Math.round((y + east * s + north * c) * 1000),
  });
  return [corner(0, 0), corner(width, 0), corner(width, height), corner(0, height)];
}

let count = 0;
function region(
  objectType: PlanObjectType,
  layer: string,
  rings: readonly GridRing[],
  { label = "", measurements = {} }: { label?: string; measurements?: Record<string, number | string> } = {},
): PlanObject {
  count += 1;
  return {
    ...{ id: `${objectType}-${count}`, objectType, zoneId: "z1", label, layer, measurements },
    ...{ status: "proposed", editable: true, shape: { type: "region", region: { rings } } },
  };
}

const metric = (value: number, unit: string, limit: number | null = null): PlanMetric => ({
  ...{ value, unit, limit, marker: limit === null ? "NOT_LOCATED_IN_INDEXED_ORDINANCE" : null },
  status: limit === null ? "not_evaluated" : value <= limit ? "pass" : "fail",
  source: limit === null ? null : { kind: "ordinance", ref: "c1", statement: "Table 4.2, district R-3" },
});

/** An override with a reason of so many characters. */
export function override(seq: number, reasonLength: number): DisclosedDecision {
  return {
    ...{
      seq,
      kind: "override",
      statement: "The height limit was overridden",
      source: null,
      isSuspended: seq % 2 === 0,
    },
    rule: { name: "height_max", limit: "35 ft", proposed: "38 ft" },
    reason: "The board has said that it would hear a variance. "
      .repeat(Math.ceil(reasonLength / 50))
      .slice(0, reasonLength),
    decidedAt: new Date("2026-11-20T10:00:00Z"),
  };
}

/**
 * Returns a concept drawn by hand for tests: a site without any symmetry, a building with a hole, 24 stalls of which 4 lie
 * at 60 degrees, a wetland and an access point.
 */
export function inventedConcept({ decisions = [] }: { decisions?: readonly DisclosedDecision[] } = {}): StoredConcept {
  count = 0;
  const site: GridRing = [
    ...[
      { x: -200_000, y: -120_000 },
      { x: 260_000, y: -120_000 },
      { x: 260_000, y: 90_000 },
    ],
    ...[
      { x: 60_000, y: 170_000 },
      { x: -200_000, y: 140_000 },
    ],
  ];
  const court = rectangle([-90, 30], [60, 30]).toReversed();
  const stall = (objectType: PlanObjectType, ring: GridRing) =>
    region(objectType, "C-PRKG-STAL", [ring], { measurements: { width_ft: 9, length_ft: 18 } });
  const objects: PlanObject[] = [
    region("site_boundary", "C-PROP", [site], { label: "Site", measurements: { area_sf: 115_300 } }),
    region("wetland", "C-ENVR-WETL", [rectangle([180, -110], [70, 60])], { label: "Wetland" }),
    region("drive_aisle", "C-ROAD-AISL", [rectangle([-130, -50], [280, 24])]),
    region("building", "C-BLDG", [rectangle([-120, 10], [120, 70]), court], {
      label: "Building A",
      measurements: { footprint_sf: 6_600, floors: 3, gfa_sf: 19_800, units: 18 },
    }),
    ...Array.from({ length: 19 }, (_, at) => stall("parking_stall", rectangle([-120 + at * 9, -68], [9, 18]))),
    stall("accessible_stall", rectangle([60, -68], [9, 18])),
    ...Array.from({ length: 4 }, (_, at) =>
      stall("parking_stall", rectangle([80 + at * 12, -20], [9, 18], [0.5, 0.8660254])),
    ),
    {
      ...{ id: "access-1", objectType: "access_point", zoneId: null, label: "Access 1", layer: "C-ROAD-ACCS" },
      ...{ status: "proposed", editable: true, measurements: { width_ft: 24 } },
      shape: { type: "point", point: { x: -200_000, y: -38_000 } },
    },
    {
      ...{
        id: "setback-1",
        objectType: "setback_line",
        zoneId: null,
        label: "Front setback 25 ft",
        layer: "C-PROP-SETB",
      },
      ...{ status: "constraint", editable: false, measurements: { distance_ft: 25 } },
      shape: {
        type: "line",
        points: [
          { x: -175_000, y: -120_000 },
          { x: -175_000, y: 140_000 },
        ],
      },
    },
  ];
  const plan: CompiledPlan = {
    ...{ objects, conflicts: [], zoneFailures: [], parkingSources: {}, hash: "0".repeat(64) },
    metrics: {
      site_area: { ...metric(115_300, "square_feet"), marker: null },
      units: { ...metric(18, "count"), marker: null },
      far: metric(0.17, "ratio"),
      coverage: metric(5.7, "percent", 40),
      setback_front_min: metric(80, "feet", 25),
      parking_provided: metric(24, "stalls", 27),
    },
    notes: [{ code: "assumed", text: "The stall size is an assumption." }],
  };
  return {
    ...{ revision: 3, createdAt: new Date("2026-11-20T10:00:00Z"), origin: [-72.65, 41.66], plan, decisions },
    ...{ workflowLabel: "Garden multifamily", typology: "multifamily_garden", citations: {} },
    governingDistrict: { zoning_code: "R-3", basis: "current", current_zoning_code: "R-3" },
  };
}
