/** Puts the land of a compile on the grid of the site, in a worker thread. */
import { type AreaGeometry, type Position, polygonsOf } from "../../geometry/geojson.ts";
import type { SiteGeometry } from "../../providers/site-features.ts";
import { intersection, offset, opened, soundRegion, union } from "./engine/kernel.ts";
import { type GridPoint, type GridRegion, gridUnitsPerFoot } from "./engine/plan-geometry.ts";
import type { SiteConstraint, SiteEdge, SiteInput } from "./engine/plan-input.ts";
import { neighborLines, neighborStrips, type Surroundings } from "./neighbor-lines.ts";
import { areasIn, featuresIn, regionOf } from "./site-areas.ts";
import { type SiteFrame, siteFrame } from "./site-frame.ts";
import type { CompassSide, SiteInputAnswer, SiteInputQuestion } from "./site-input.ts";

/** Roads and neighbours farther than this from the site do not matter, feet. */
const reach = 250;
/** Narrower parts of a neighbour are an error of its map, feet. */
const sliverFt = 0.5;

/** Returns the land of a compile: parcels, roads, neighbours and constraints on one grid. */
export function readSiteInput(question: SiteInputQuestion): SiteInputAnswer {
  const origin = middleOf(question.parcels);
  const frame = siteFrame(origin);
  const parcels = question.parcels.map((parcel) => regionOf(parcel, frame));
  const land = union(parcels);
  const near = boxAround(land, reach);
  const roads = featuresIn(question.layers.roads).flatMap(({ geometry, properties }) =>
    linesOf(geometry).map((line) => ({ name: nameOf(properties), points: line.map(frame.toGrid) })),
  );
  // Slivers of maps that do not quite match would hide a street.
  const neighbours = areasIn(question.layers.adjacency, frame).map(({ region }) => opened(region, sliverFt));
  const { lines, unknownFt } = neighborLines(parcels, surroundingsOf(question, frame), question.neighbors.rules);
  const site: SiteInput = {
    ...{
      parcels,
      mergeParcels: question.mergeParcels,
      edges: parcels.flatMap((parcel) => frontEdges(parcel, question.frontSides)),
      addressedStreet: streetOf(question.address),
    },
    roads: roads.filter(({ points }) => points.some((point) => isIn(point, near)) || crosses(points, near)),
    neighbours: neighbours.filter(({ rings }) => rings.flat().some((point) => isIn(point, near))),
    mapped: question.mapped,
    neighborLines: lines,
    constraints: [
      ...wetlandConstraints(question, frame, land),
      ...floodConstraints(question, frame, land),
      ...neighborStrips(lines, land),
    ],
  };
  const zones = Object.entries(question.zones).map(([id, area]) => [id, soundRegion(regionOf(area, frame))] as const);
  return { origin, site, unknownNeighborFt: unknownFt, zones: Object.fromEntries(zones) };
}

function surroundingsOf({ layers, neighbors }: SiteInputQuestion, frame: SiteFrame): Surroundings {
  const text = (value: unknown) => (typeof value === "string" && value.trim() !== "" ? value.trim() : null);
  return {
    parcels: areasIn(layers.adjacency, frame).map(({ region, properties }) => ({
      ...{ region, code: text(properties.zoning_code), name: null },
    })),
    zones: areasIn(layers.zoning, frame).flatMap(({ region, properties }) =>
      properties.is_overlay === true ? [] : [{ region, code: text(properties.code), name: text(properties.name) }],
    ),
    answered: neighbors.answered,
  };
}

/** The edges that face one of the sides: the first side is the front, the others are sides along a street. */
function frontEdges({ rings }: GridRegion, sides: readonly CompassSide[]): SiteEdge[] {
  return rings.flatMap((ring) =>
    ring.flatMap((from, at): SiteEdge[] => {
      const to = ring[(at + 1) % ring.length] ?? from;
      const side = sides.indexOf(facing(from, to));
      return side < 0 ? [] : [{ from, to, edgeClass: side === 0 ? "front" : "exterior_side", road: null }];
    }),
  );
}

/** The side to which an edge faces: outer rings run counter-clockwise. */
function facing(from: GridPoint, to: GridPoint): CompassSide {
  const [east, north] = [to.y - from.y, from.x - to.x];
  if (Math.abs(north) >= Math.abs(east)) return north > 0 ? "north" : "south";
  return east > 0 ? "east" : "west";
}

function wetlandConstraints(question: SiteInputQuestion, frame: SiteFrame, land: GridRegion): SiteConstraint[] {
  const { treatment, bufferFt, setback } = question.wetland;
  const isKept = treatment !== "not_wetland_per_survey";
  const statement = `${question.datasets.wetlands}: screening data, not a jurisdictional determination.`;
  const source = { kind: "dataset" as const, ref: "wetlands", statement };
  return areasIn(question.layers.wetlands, frame).flatMap(({ region, properties }, at): SiteConstraint[] => {
    const label = typeof properties.type === "string" ? properties.type : "Wetland";
    const inside = intersection(region, land);
    const within = (feet: number) => intersection(offset(region, feet), land);
    const around = treatment === "exclude_with_buffer" && bufferFt > 0 ? within(bufferFt) : undefined;
    const apart = isKept && setback !== null && setback.value > (around ? bufferFt : 0) ? setback : undefined;
    const effect = isKept ? ("exclude_all" as const) : ("note" as const);
    return [
      { id: `wetland-${at + 1}`, kind: "wetland" as const, label, region: inside, effect, source },
      ...(around
        ? [
            {
              ...{ id: `wetland-buffer-${at + 1}`, kind: "wetland_buffer" as const, region: around, source },
              ...{ label: `Buffer of ${bufferFt} ft`, effect: "exclude_all" as const },
            },
          ]
        : []),
      ...(apart
        ? [
            {
              ...{ id: `wetland-setback-${at + 1}`, kind: "wetland_buffer" as const, region: within(apart.value) },
              ...{ label: `Buildings ${apart.value} ft from the wetland`, effect: "exclude_buildings" as const },
              source: apart.source,
            },
          ]
        : []),
    ].filter((each) => each.region.rings.length > 0);
  });
}

function floodConstraints(question: SiteInputQuestion, frame: SiteFrame, land: GridRegion): SiteConstraint[] {
  const source = { kind: "dataset" as const, ref: "flood", statement: question.datasets.flood };
  return areasIn(question.layers.flood, frame).flatMap(({ region, properties }, at): SiteConstraint[] => {
    const isFloodway = properties.is_floodway === true;
    if (!isFloodway && properties.is_special_flood_hazard_area !== true) return [];
    const inside = intersection(region, land);
    if (inside.rings.length === 0) return [];
    const zone = typeof properties.zone === "string" ? `Zone ${properties.zone}` : "Flood hazard area";
    return [
      isFloodway
        ? {
            ...{ id: `floodway-${at + 1}`, kind: "floodway", label: `Floodway, ${zone}`, region: inside, source },
            effect: "exclude_all",
          }
        : {
            ...{ id: `floodplain-${at + 1}`, kind: "floodplain", label: zone, region: inside, source },
            effect: question.floodplain === "avoid" ? "exclude_buildings" : "note",
          },
    ];
  });
}

/** Middle of the box of all parcels: near enough to their centroid for a frame of 0.1 parts in a million. */
function middleOf(parcels: readonly AreaGeometry[]): Position {
  const positions = parcels.flatMap((parcel) => polygonsOf(parcel).flat(2));
  const middle = (values: readonly number[]) => {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const value of values) {
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
    return Math.round(((least + most) / 2) * 1e6) / 1e6;
  };
  return [middle(positions.map(([x]) => x)), middle(positions.map(([, y]) => y))];
}

function linesOf(geometry: SiteGeometry): readonly (readonly Position[])[] {
  if (geometry.type === "LineString") return [geometry.coordinates];
  return geometry.type === "MultiLineString" ? geometry.coordinates : [];
}

const nameOf = ({ name }: Readonly<Record<string, unknown>>) =>
  typeof name === "string" && name.trim() !== "" ? name.trim() : null;

/** "12 Mill Street, Alder Falls" is on Mill Street. */
function streetOf(address: string | null): string | null {
  const street = address
    ?.split(",")[0]
    ?.replace(/^\s*\d+[a-z]?\s+/i, "")
    .trim();
  return street === undefined || street === "" ? null : street;
}

type GridBox = readonly [left: number, bottom: number, right: number, top: number];

function boxAround({ rings }: GridRegion, feet: number): GridBox {
  const points = rings.flat();
  const margin = feet * gridUnitsPerFoot;
  const least = (pick: (point: GridPoint) => number) =>
    points.reduce((low, point) => Math.min(low, pick(point)), Infinity);
  const most = (pick: (point: GridPoint) => number) =>
    points.reduce((high, point) => Math.max(high, pick(point)), -Infinity);
  return [
    least(({ x }) => x) - margin,
    least(({ y }) => y) - margin,
    most(({ x }) => x) + margin,
    most(({ y }) => y) + margin,
  ];
}

const isIn = ({ x, y }: GridPoint, [left, bottom, right, top]: GridBox) =>
  x >= left && x <= right && y >= bottom && y <= top;

/** Whether a line passes a box whose corners it does not touch: by the boxes of its segments. */
function crosses(points: readonly GridPoint[], [left, bottom, right, top]: GridBox): boolean {
  return points.slice(1).some((to, at) => {
    const from = points[at] ?? to;
    return (
      Math.min(from.x, to.x) <= right &&
      Math.max(from.x, to.x) >= left &&
      Math.min(from.y, to.y) <= top &&
      Math.max(from.y, to.y) >= bottom
    );
  });
}
