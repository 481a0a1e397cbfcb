import type { Position } from "../../geometry/geojson.ts";
import { around, type FeetArea, union } from "../clip.ts";
import { type Feet, type FeetRing, toDegrees, toFeet } from "../frame.ts";
import { fromMercator, meets, type TownFeature, type TownShape, toMercator } from "./feature.ts";
import { readWhere } from "./where.ts";

/** A layer as one of the town's ArcGIS servers offers it. */
export interface TownLayer {
  readonly id: number;
  readonly name: string;
  readonly geometryType: "esriGeometryPoint" | "esriGeometryPolyline" | "esriGeometryPolygon";
  readonly fields: readonly { readonly name: string; readonly type: string; readonly alias?: string }[];
  readonly features: () => readonly TownFeature[];
}

/** A request that the server refuses, as ArcGIS does: in a body with status 200. */
export class ArcgisRefusal extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export const maxRecordCount = 200;

const isMercator = (reference: string | null) => /102100|3857/.test(reference ?? "");

/** Answers `…/query` of a layer. */
export function answerQuery(layer: TownLayer, query: URLSearchParams): unknown {
  const found = select(layer, query);
  const ids = found.map(({ id }) => id);
  if (query.get("returnCountOnly") === "true") return { count: found.length };
  if (query.get("returnIdsOnly") === "true") return { objectIdFieldName: "OBJECTID", objectIds: ids };
  const offset = Number(query.get("resultOffset") ?? 0);
  const wanted = Math.min(Number(query.get("resultRecordCount") ?? maxRecordCount), maxRecordCount);
  const page = found.slice(offset, offset + wanted);
  const exceededTransferLimit = offset + wanted < found.length;
  const fields = chosenFields(layer, query.get("outFields") ?? "*");
  const attributesOf = ({ feature, id }: Numbered) =>
    Object.fromEntries(fields.map(({ name }) => [name, name === "OBJECTID" ? id : (feature.attributes[name] ?? null)]));
  const hasGeometry = query.get("returnGeometry") !== "false";
  if (query.get("f") === "geojson") {
    const features = page.map((one) => ({
      ...{ type: "Feature", id: one.id, properties: attributesOf(one) },
      geometry: hasGeometry ? geoJsonOf(one.feature.shape) : null,
    }));
    return {
      type: "FeatureCollection",
      features,
      ...(exceededTransferLimit ? { properties: { exceededTransferLimit } } : {}),
    };
  }
  const convert = isMercator(query.get("outSR")) ? toMercator : (position: Position) => position;
  const wkid = isMercator(query.get("outSR")) ? { wkid: 102_100, latestWkid: 3857 } : { wkid: 4326, latestWkid: 4326 };
  return {
    ...{ objectIdFieldName: "OBJECTID", geometryType: layer.geometryType, spatialReference: wkid, fields },
    features: page.map((one) => ({
      attributes: attributesOf(one),
      ...(hasGeometry ? { geometry: esriOf(one.feature.shape, convert) } : {}),
    })),
    ...(exceededTransferLimit ? { exceededTransferLimit } : {}),
  };
}

interface Numbered {
  readonly feature: TownFeature;
  readonly id: number;
}

/** Returns the features that a query selects, in the order of their ids. */
function select(layer: TownLayer, query: URLSearchParams): Numbered[] {
  const where = query.get("where");
  const wantedIds = query.get("objectIds");
  if (where === null && wantedIds === null) throw new ArcgisRefusal(400, "'where' clause is invalid");
  const names = new Set(layer.fields.map(({ name }) => name));
  const fits = readWhere(where ?? "1=1", names);
  const ids = wantedIds === null ? undefined : new Set(wantedIds.split(",").map(Number));
  const area = readGeometry(query);
  return layer
    .features()
    .map((feature, at) => ({ feature, id: at + 1 }))
    .filter(({ feature, id }) => (ids?.has(id) ?? true) && fits({ ...feature.attributes, OBJECTID: id }))
    .filter(({ feature }) => area === undefined || meets(feature.shape, area));
}

function chosenFields(layer: TownLayer, outFields: string): TownLayer["fields"] {
  if (outFields.trim() === "*") return layer.fields;
  return outFields.split(",").map((name) => {
    const field = layer.fields.find((one) => one.name.toUpperCase() === name.trim().toUpperCase());
    if (!field) throw new ArcgisRefusal(400, `'Invalid field: ${name.trim()}' parameter is invalid`);
    return field;
  });
}

interface EsriShape {
  readonly x?: number;
  readonly y?: number;
  readonly xmin?: number;
  readonly ymin?: number;
  readonly xmax?: number;
  readonly ymax?: number;
  readonly rings?: readonly (readonly Position[])[];
  readonly paths?: readonly (readonly Position[])[];
  readonly points?: readonly Position[];
}

const feetPerUnit: Readonly<Record<string, number>> = {
  esriSRUnit_Meter: 1 / 0.3048,
  esriSRUnit_Foot: 1,
  esriSRUnit_USSurveyFoot: 1,
  esriSRUnit_Kilometer: 1000 / 0.3048,
  esriSRUnit_StatuteMile: 5280,
};

/** The smallest area around a point: a point has none of its own. */
const pointFeet = 0.25;

/** Returns the area that the geometry of a query covers, with its distance; undefined without a geometry. */
function readGeometry(query: URLSearchParams): FeetArea | undefined {
  const text = query.get("geometry");
  if (text === null || text === "") return undefined;
  const shape = readShape(text);
  const place = (position: Position): Feet => toFeet(isMercator(query.get("inSR")) ? fromMercator(position) : position);
  const distance = Number(query.get("distance") ?? 0) * (feetPerUnit[query.get("units") ?? "esriSRUnit_Meter"] ?? 1);
  const near = Math.max(distance, pointFeet);
  const circle = (position: Position) => {
    const [x, y] = place(position);
    return around(
      [
        [x, y],
        [x + 0.02, y],
      ],
      near,
    );
  };
  if (shape.points) return union(...shape.points.map(circle));
  if (shape.paths) return union(...shape.paths.map((path) => around(path.map(place), near)));
  if (shape.x !== undefined && shape.y !== undefined) return circle([shape.x, shape.y]);
  const rings = shape.rings ?? [boxRing(shape)];
  const area: FeetArea = [rings.map((ring): FeetRing => ring.slice(0, -1).map(place))];
  return distance > 0 ? union(area, ...area.flat().map((ring) => around([...ring, ring[0] as Feet], distance))) : area;
}

function readShape(text: string): EsriShape {
  if (text.startsWith("{")) return JSON.parse(text) as EsriShape;
  const [a, b, c, d] = text.split(",").map(Number) as [number, number, number?, number?];
  return c === undefined || d === undefined ? { x: a, y: b } : { xmin: a, ymin: b, xmax: c, ymax: d };
}

function boxRing({ xmin, ymin, xmax, ymax }: EsriShape): Position[] {
  if (xmin === undefined || ymin === undefined || xmax === undefined || ymax === undefined)
    throw new ArcgisRefusal(400, "'geometry' parameter is invalid");
  return [
    [xmin, ymin],
    [xmax, ymin],
    [xmax, ymax],
    [xmin, ymax],
    [xmin, ymin],
  ];
}

const closed = (ring: FeetRing) => [...ring, ring[0] as Feet];

function esriOf(shape: TownShape, convert: (position: Position) => Position): unknown {
  const place = (feet: Feet) => convert(toDegrees(feet));
  if (shape.kind === "point") {
    const [x, y] = place(shape.at);
    return { x, y };
  }
  if (shape.kind === "line") return { paths: [shape.line.map(place)] };
  // Esri turns shells clockwise and holes the other way.
  return { rings: shape.area.flatMap((rings) => rings.map((ring) => closed([...ring].reverse()).map(place))) };
}

function geoJsonOf(shape: TownShape): unknown {
  if (shape.kind === "point") return { type: "Point", coordinates: toDegrees(shape.at) };
  if (shape.kind === "line") return { type: "LineString", coordinates: shape.line.map(toDegrees) };
  const polygons = shape.area.map((rings) => rings.map((ring) => closed(ring).map(toDegrees)));
  return polygons.length === 1
    ? { type: "Polygon", coordinates: polygons[0] }
    : { type: "MultiPolygon", coordinates: polygons };
}
