/** Measures what layers cover of a site and how far features are from it, in a worker thread. */
import { boxOf } from "../../geometry/box.ts";
import { areaOf, squareFeetFrom } from "../../geometry/ellipsoid-area.ts";
import { type AreaGeometry, type Position, polygonsOf } from "../../geometry/geojson.ts";
import { intersectAreas, subtractArea, uniteAreas } from "../../geometry/repair-area.ts";
import { type MeasuredShape, SiteShape } from "../../geometry/site-shape.ts";
import type { SiteFeature, SiteGeometry } from "../../providers/site-features.ts";
import type { LayerMeasures, MeasuredLayer, SiteMeasures, SiteToMeasure } from "./measure-site.ts";

type Properties = Readonly<Record<string, unknown>>;

/** The properties by which the features of a layer are one thing, and what is measured of it. */
const plans: Readonly<
  Record<
    MeasuredLayer,
    { readonly groupBy: readonly string[] | null; readonly measures: readonly ("area" | "distance")[] }
  >
> = {
  zoning: { groupBy: ["code", "name", "is_overlay", "jurisdiction"], measures: ["area"] },
  flood: {
    groupBy: ["zone", "subtype", "is_special_flood_hazard_area", "is_floodway", "base_flood_elevation_ft"],
    measures: ["area", "distance"],
  },
  wetlands: { groupBy: ["code", "type", "system"], measures: ["area", "distance"] },
  soils: { groupBy: ["mukey"], measures: ["area"] },
  roads: { groupBy: ["name", "class"], measures: ["distance"] },
  utilities: { groupBy: ["kind", "name", "operator"], measures: ["distance"] },
  buildings: { groupBy: null, measures: ["area", "distance"] },
  environmental: { groupBy: ["id"], measures: ["distance"] },
  adjacency: { groupBy: null, measures: ["distance"] },
};
/** Of more groups the nearest by their boxes are measured. */
const mostMeasured = 60;
const feetPerMetre = 1 / 0.3048;
const squareFeet = (area: AreaGeometry | undefined) => (area ? squareFeetFrom(areaOf(polygonsOf(area))) : 0);

/** Returns what is measured of a site. */
export function measureSite({ parcels, layers }: SiteToMeasure): SiteMeasures {
  // A single parcel keeps its boundary as it was given, to the last digit.
  const site = parcels.length === 1 ? parcels[0] : uniteAreas(parcels);
  if (!site) throw new Error("the site has no land");
  const shape = new SiteShape(site);
  const measured: Record<string, LayerMeasures> = {};
  const read = new Map<string, readonly SiteFeature[]>();
  for (const { layer, featuresJson } of layers) {
    const plan = plans[layer];
    const features = JSON.parse(featuresJson) as readonly SiteFeature[];
    read.set(layer, features);
    const groups = grouped(features, plan.groupBy);
    measured[layer] = {
      areas: plan.measures.includes("area") ? areasOf(groups, site) : [],
      distances: plan.measures.includes("distance") ? distancesOf(groups, shape, site) : [],
    };
  }
  const covered = (layer: string, isMeant: (properties: Properties) => boolean) => {
    const meant = (read.get(layer) ?? []).filter(({ properties }) => isMeant(properties));
    return landOf(
      meant.flatMap(({ geometry }) => areaIn(geometry)),
      site,
    );
  };
  const hazard = covered("flood", ({ is_special_flood_hazard_area }) => is_special_flood_hazard_area === true);
  const wetland = covered("wetlands", () => true);
  const constrained = uniteAreas([hazard, wetland].filter((area) => area !== undefined));
  return {
    squareFeet: squareFeet(site),
    layers: measured,
    specialFloodHazardSquareFeet: squareFeet(hazard),
    floodwaySquareFeet: squareFeet(covered("flood", ({ is_floodway }) => is_floodway === true)),
    wetlandSquareFeet: squareFeet(wetland),
    unconstrainedSquareFeet: constrained ? squareFeet(subtractArea(site, constrained)) : squareFeet(site),
  };
}

interface Group {
  readonly properties: Properties;
  readonly geometries: SiteGeometry[];
}

function grouped(features: readonly SiteFeature[], groupBy: readonly string[] | null): Group[] {
  const groups = new Map<string, Group>();
  features.forEach(({ geometry, properties }, at) => {
    const key = groupBy === null ? String(at) : JSON.stringify(groupBy.map((name) => properties[name] ?? null));
    const group = groups.get(key) ?? { properties, geometries: [] };
    group.geometries.push(geometry);
    groups.set(key, group);
  });
  return [...groups.values()];
}

function areasOf(groups: readonly Group[], site: AreaGeometry): LayerMeasures["areas"] {
  return groups
    .map(({ properties, geometries }) => ({
      properties,
      squareFeet: squareFeet(landOf(geometries.flatMap(areaIn), site)),
    }))
    .filter(({ squareFeet: covered }) => covered >= 1)
    .toSorted((one, other) => other.squareFeet - one.squareFeet);
}

function landOf(areas: readonly AreaGeometry[], site: AreaGeometry): AreaGeometry | undefined {
  const parts = areas.map((area) => intersectAreas(area, site)).filter((part) => part !== undefined);
  return uniteAreas(parts);
}

const areaIn = (geometry: SiteGeometry): AreaGeometry[] =>
  geometry.type === "Polygon" || geometry.type === "MultiPolygon" ? [geometry] : [];

function distancesOf(groups: readonly Group[], shape: SiteShape, site: AreaGeometry): LayerMeasures["distances"] {
  const [west, south, east, north] = boxOf(site);
  const middle: Position = [(west + east) / 2, (south + north) / 2];
  const [x0, y0] = shape.plane.forward(middle);
  return groups
    .map((group) => ({ group, shapes: group.geometries.map((geometry) => measuredShape(geometry, shape)) }))
    .map((one) => ({ ...one, rough: Math.min(...one.shapes.map((measured) => roughDistance(measured, [x0, y0]))) }))
    .toSorted((one, other) => one.rough - other.rough)
    .slice(0, mostMeasured)
    .map(({ group, shapes }) => {
      const nearest = shapes
        .map((measured) => ({ measured, metres: shape.distanceTo(measured) }))
        .reduce((best, one) => (one.metres < best.metres ? one : best));
      const feet = nearest.metres * feetPerMetre;
      return { properties: group.properties, feet, direction: directionTo(nearest.measured, [x0, y0]) };
    })
    .toSorted((one, other) => one.feet - other.feet);
}

function measuredShape(geometry: SiteGeometry, { plane }: SiteShape): MeasuredShape {
  const lines = linesOf(geometry).map((line) => line.map((position) => plane.forward(position)));
  return { lines, isArea: geometry.type === "Polygon" || geometry.type === "MultiPolygon" };
}

function linesOf(geometry: SiteGeometry): readonly (readonly Position[])[] {
  switch (geometry.type) {
    case "Point":
      return [[geometry.coordinates]];
    case "MultiPoint":
      return geometry.coordinates.map((position) => [position]);
    case "LineString":
      return [geometry.coordinates];
    case "MultiLineString":
      return geometry.coordinates;
    default:
      return polygonsOf(geometry).flat();
  }
}

/** To the nearest vertex from the middle of the site; orders the groups before they are measured. */
const roughDistance = ({ lines }: MeasuredShape, [x0, y0]: readonly [number, number]) =>
  lines.flat().reduce((best, [x, y]) => Math.min(best, Math.hypot(x - x0, y - y0)), Number.POSITIVE_INFINITY);

const compass = ["E", "NE", "N", "NW", "W", "SW", "S", "SE"] as const;

function directionTo({ lines }: MeasuredShape, [x0, y0]: readonly [number, number]): string {
  const points = lines.flat();
  const mean = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / Math.max(1, points.length);
  const angle = Math.atan2(mean(1) - y0, mean(0) - x0);
  return compass[(Math.round(angle / (Math.PI / 4)) + 8) % 8] ?? "N";
}
