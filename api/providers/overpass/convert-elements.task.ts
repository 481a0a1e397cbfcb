/** The CPU-bound work of turning elements of OpenStreetMap into features. */
import type { Box } from "../../geometry/box.ts";
import type { Position } from "../../geometry/geojson.ts";
import { repairArea } from "../../geometry/repair-area.ts";
import { clipToBox } from "../clip-feature.ts";
import type { SiteFeature, SiteGeometry } from "../site-features.ts";
import type { MapElement, MapPlace, MapTopic } from "./map-element.ts";
import { propertiesOf } from "./map-properties.ts";

/** What is converted: the elements of one topic, cut at a box. */
export interface ElementConversion {
  readonly elements: readonly MapElement[];
  readonly topic: MapTopic;
  readonly box: Box;
}

/** Features, and how many elements of the topic had no geometry that can be read. */
export interface ConvertedElements {
  readonly features: readonly SiteFeature[];
  readonly dropped: number;
}

/** Converts the elements of a topic; those of other topics are left out. */
export function convertElements({ elements, topic, box }: ElementConversion): ConvertedElements {
  const features: SiteFeature[] = [];
  let dropped = 0;
  for (const element of elements) {
    const properties = propertiesOf(element.tags, topic);
    if (!properties) continue;
    const geometry = geometryOf(element, isArea(element, topic));
    if (!geometry) {
      dropped += 1;
      continue;
    }
    const kept = clipToBox(geometry, box);
    if (kept) features.push({ type: "Feature", geometry: kept, properties: { ...properties } });
  }
  return { features, dropped };
}

const areaTags = new Set(["substation", "plant", "wastewater_plant", "storage_tank", "water_works", "water_tower"]);

function isArea({ tags }: MapElement, topic: MapTopic): boolean {
  if (topic === "roads") return false;
  return topic === "buildings" || areaTags.has(tags.power ?? "") || areaTags.has(tags.man_made ?? "");
}

function geometryOf(element: MapElement, asArea: boolean): SiteGeometry | undefined {
  const { type, lat, lon, geometry, members } = element;
  if (type === "node") {
    return lat === undefined || lon === undefined ? undefined : { type: "Point", coordinates: [lon, lat] };
  }
  if (type === "way") {
    const line = positionsOf(geometry);
    if (line.length < 2) return undefined;
    if (asArea && line.length >= 4 && isClosed(line)) return repairArea([[line]])?.geometry;
    return asArea ? undefined : { type: "LineString", coordinates: line };
  }
  const ringsOf = (isInner: boolean) =>
    joined(
      (members ?? []).filter(({ role }) => (role === "inner") === isInner).map((one) => positionsOf(one.geometry)),
    );
  const outers = ringsOf(false);
  const holes = ringsOf(true);
  return repairArea(outers.map((outer, at) => [outer, ...holes.filter((hole) => outerOf(hole, outers) === at)]))
    ?.geometry;
}

const positionsOf = (places: readonly (MapPlace | null)[] | undefined): Position[] =>
  (places ?? []).flatMap((place) => (place ? [[place.lon, place.lat] as const] : []));

const isSame = (one: Position | undefined, other: Position | undefined) =>
  one !== undefined && other !== undefined && one[0] === other[0] && one[1] === other[1];
const isClosed = (line: readonly Position[]) => isSame(line[0], line.at(-1));

/** Joins pieces of rings at their ends, in whatever direction they were drawn; pieces that close no ring are left out. */
function joined(pieces: readonly Position[][]): Position[][] {
  const rings: Position[][] = [];
  const open = pieces.filter(({ length }) => length >= 2);
  for (let ring = open.shift(); ring; ring = open.shift()) {
    while (!isClosed(ring)) {
      const end = ring.at(-1);
      const at = open.findIndex((piece) => isSame(piece[0], end) || isSame(piece.at(-1), end));
      const [next] = at < 0 ? [] : open.splice(at, 1);
      if (!next) break;
      ring = [...ring, ...(isSame(next[0], end) ? next : next.toReversed()).slice(1)];
    }
    if (isClosed(ring) && ring.length >= 4) rings.push(ring);
  }
  return rings;
}

/** The outer ring around a hole, by the first position of the hole. */
function outerOf([first]: readonly Position[], outers: readonly (readonly Position[])[]): number {
  if (!first) return -1;
  const [x, y] = first;
  return outers.findIndex((ring) => {
    let isInside = false;
    ring.forEach(([x2, y2], at) => {
      const [x1, y1] = ring[at - 1] ?? ring.at(-1) ?? [x2, y2];
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isInside = !isInside;
    });
    return isInside;
  });
}
