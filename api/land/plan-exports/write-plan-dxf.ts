import { type DxfBlock, DxfWriter, LWPolylineFlags, point3d, Units } from "@tarikjabiri/dxf";
import { dxfText } from "../dxf-text.ts";
import type { PlanObject, PlanObjectType } from "../site-plan/engine/compiled-plan.ts";
import { gridUnitsPerFoot } from "../site-plan/engine/plan-geometry.ts";
import { zoneWarnings } from "../zone-warnings.ts";
import { type CadSystem, cadSystemAt } from "./plan-coordinates.ts";
import type { PlanFile, PlanFileContent } from "./plan-file.ts";
import { planMetricRows } from "./plan-metrics.ts";

type CadPoint = readonly [easting: number, northing: number];

const noteLayer = "C-ANNO-NOTE";
/** Heights of text in feet. */
const noteHeight = 4;
const labelHeight = 5;
/** Colours of the AutoCAD Color Index by the second part of a layer name. */
const colours: Readonly<Record<string, number>> = {
  ...{ PROP: 7, ZONE: 5, BLDG: 1, PRKG: 3, ROAD: 8, LAND: 82, STRM: 4, ENVR: 140, WETL: 140, FLOD: 150, MISC: 6 },
};
const asBlocks = new Set<PlanObjectType>(["parking_stall", "accessible_stall", "ev_stall"]);
const labelled = new Set<PlanObjectType>(["building", "zone", "stormwater_basin", "open_space", "access_point"]);

/**
 * Writes a concept as DXF in feet of the state plane zone of the site: closed polylines on one layer for each kind of
 * object, one block for each kind of stall, labels, metrics and the notes that belong to the plan.
 */
export function writePlanDxf(content: PlanFileContent): PlanFile {
  const cad = cadSystemAt(content.concept.origin, content.place);
  const dxf = new DxfWriter();
  dxf.setUnits(cad.system.unit === "us_survey_foot" ? Units.USSurveyFeet : Units.Feet);
  const { objects } = content.concept.plan;
  for (const layerName of [...new Set(objects.map(({ layer }) => layer))].toSorted()) {
    dxf.addLayer(layerName, colours[layerName.split("-")[1] ?? ""] ?? 7, "Continuous");
  }
  dxf.addLayer(noteLayer, 7, "Continuous");
  const stalls = new StallBlocks(dxf);
  for (const object of objects) drawObject(dxf, stalls, { object, cad });
  writeNotes(dxf, content, cad);
  return {
    bytes: Buffer.from(dxf.stringify()),
    warnings: cad.plane ? zoneWarnings(cad.plane) : ["No state plane zone covers the site: a local frame is used."],
    crs: cad.system,
  };
}

interface Drawing {
  readonly object: PlanObject;
  readonly cad: CadSystem;
}

function drawObject(dxf: DxfWriter, stalls: StallBlocks, { object, cad }: Drawing): void {
  const { shape, layer: layerName } = object;
  if (shape.type === "point") {
    const [x, y] = cad.toCad(shape.point);
    dxf.addPoint(x, y, 0, { layerName });
  } else if (shape.type === "line") {
    addPolyline(dxf, shape.points.map(cad.toCad), { layerName, isClosed: false });
  } else {
    const rings = shape.region.rings.map((ring) => ring.map(cad.toCad));
    const [ring] = rings;
    if (rings.length === 1 && ring?.length === 4 && asBlocks.has(object.objectType)) {
      stalls.insert(object.objectType, ring, layerName);
    } else for (const points of rings) addPolyline(dxf, points, { layerName, isClosed: true });
  }
  if (!labelled.has(object.objectType) || object.label === "") return;
  const [x, y] = cad.toCad(middleOf(object));
  dxf.addText(point3d(x, y, 0), labelHeight, dxfText(object.label), { layerName });
}

function addPolyline(
  dxf: DxfWriter | DxfBlock,
  points: readonly CadPoint[],
  { layerName, isClosed }: { readonly layerName: string; readonly isClosed: boolean },
): void {
  dxf.addLWPolyline(
    points.map(([x, y]) => ({ point: { x, y } })),
    { layerName, flags: isClosed ? LWPolylineFlags.Closed : LWPolylineFlags.None },
  );
}

/** Blocks of stalls: one for each kind and shape, with the first side along the x axis. */
class StallBlocks {
  readonly #dxf: DxfWriter;
  readonly #names = new Map<string, string>();

  constructor(dxf: DxfWriter) {
    this.#dxf = dxf;
  }

  insert(type: PlanObjectType, ring: readonly CadPoint[], layerName: string): void {
    const [start = [0, 0], next = [1, 0]] = ring;
    const [alongX, alongY] = [next[0] - start[0], next[1] - start[1]];
    const length = Math.sqrt(alongX * alongX + alongY * alongY) || 1;
    const local = ring.map(([x, y]): CadPoint => {
      const [east, north] = [x - start[0], y - start[1]];
      return [(east * alongX + north * alongY) / length, (north * alongX - east * alongY) / length];
    });
    const name = this.#nameOf(type, local, layerName);
    const rotationAngle = (Math.atan2(alongY, alongX) * 180) / Math.PI;
    this.#dxf.addInsert(name, point3d(start[0], start[1], 0), { layerName, rotationAngle });
  }

  #nameOf(type: PlanObjectType, local: readonly CadPoint[], layerName: string): string {
    const key = `${type} ${local.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join(" ")}`;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const count = [...this.#names.keys()].filter((other) => other.startsWith(`${type} `)).length;
    const block = this.#dxf.document.addBlock(`${type.toUpperCase()}_${count + 1}`);
    addPolyline(block, local, { layerName, isClosed: true });
    this.#names.set(key, block.name);
    return block.name;
  }
}

function writeNotes(dxf: DxfWriter, content: PlanFileContent, cad: CadSystem): void {
  const { concept, projectName, address, notice, generatedAt } = content;
  const corners = concept.plan.objects.flatMap(({ shape }) =>
    shape.type === "region" ? shape.region.rings.flat() : [],
  );
  const left = corners.reduce((least, { x }) => Math.min(least, x), 0);
  const bottom = corners.reduce((least, { y }) => Math.min(least, y), 0);
  const [x, y] = cad.toCad({ x: left, y: bottom - 20 * gridUnitsPerFoot });
  const unit = cad.system.unit === "us_survey_foot" ? "US survey feet" : "international feet";
  const epsg = cad.system.epsg === null ? "" : `, EPSG ${cad.system.epsg}`;
  const lines = [
    `${projectName}${address === null || address === projectName ? "" : `, ${address}`}: concept, revision ${concept.revision}`,
    ...(notice === null ? [] : [notice]),
    `${cad.system.name}${epsg}, ${unit}. A concept for planning, not for construction. ${generatedAt}`,
    ...planMetricRows(concept.plan.metrics).map(({ label, plan, limit, status }) =>
      limit === "" ? `${label}: ${plan}` : `${label}: ${plan} (limit ${limit}, ${status})`,
    ),
    ...concept.decisions.map(({ statement, isSuspended }) => `${isSuspended ? "SUSPENDED: " : ""}${statement}`),
  ];
  lines.forEach((line, at) => {
    dxf.addText(point3d(x, y - at * noteHeight * 1.6, 0), noteHeight, dxfText(line), { layerName: noteLayer });
  });
}

function middleOf({ shape }: PlanObject) {
  if (shape.type === "point") return shape.point;
  const points = shape.type === "line" ? shape.points : (shape.region.rings[0] ?? []);
  const count = Math.max(1, points.length);
  const sum = points.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: Math.round(sum.x / count), y: Math.round(sum.y / count) };
}
