import { DxfWriter, LWPolylineFlags, point3d, Units } from "@tarikjabiri/dxf";
import { type Position, polygonsOf } from "../../geometry/geojson.ts";
import { type StatePlane, statePlaneAt } from "../../geometry/state-plane.ts";
import type { SiteFeature, SiteGeometry } from "../../providers/site-features.ts";
import { dxfText } from "../dxf-text.ts";
import { zoneWarnings } from "../zone-warnings.ts";
import type { ExportContent, ExportFile, ExportLayer } from "./export-layer.ts";
import { featureName, layerColours } from "./layer-style.ts";

const noteLayer = "C-ANNO-NOTE";
/** Heights of text in feet. */
const noteHeight = 4;
const labelHeight = 6;
const noteGap = 10;
/** Layers whose features carry a label. */
const labelled = new Set(["parcels", "zoning", "contours", "roads"]);

/**
 * Writes DXF in feet of the state plane zone of the site: one CAD layer for each layer, closed polylines for rings, contours
 * at their elevation, and a note with the reference system and the credits.
 *
 * @throws Error where no zone covers the site
 */
export function writeDxf(content: ExportContent): ExportFile {
  const [drawn] = content.layers.flatMap(({ features }) => features.flatMap(({ geometry }) => middleOf(geometry)));
  const anchor = content.anchor ?? drawn;
  const plane = anchor && statePlaneAt(anchor, content.place);
  if (!plane) throw new Error("no state plane zone covers the site");
  const dxf = new DxfWriter();
  dxf.setUnits(plane.unit === "foot" ? Units.Feet : Units.USSurveyFeet);
  const lowest = { x: Number.POSITIVE_INFINITY, y: Number.POSITIVE_INFINITY };
  const project = (position: Position) => {
    const [x, y] = plane.forward(position);
    lowest.x = Math.min(lowest.x, x);
    lowest.y = Math.min(lowest.y, y);
    return { x, y };
  };
  for (const layer of content.layers) {
    const { cadLayer: layerName, aci } = layerColours(layer.name);
    dxf.addLayer(layerName, aci, "Continuous");
    for (const feature of layer.features) drawFeature(dxf, { layer, feature, layerName, project });
  }
  dxf.addLayer(noteLayer, 7, "Continuous");
  notesOf(content, plane).forEach((note, at) => {
    const place = point3d(lowest.x, lowest.y - noteGap * (at + 2), 0);
    dxf.addText(place, noteHeight, dxfText(note), { layerName: noteLayer });
  });
  const warnings = zoneWarnings(plane);
  const crs = { name: plane.name, epsg: plane.epsg, unit: plane.unit };
  return { bytes: Buffer.from(dxf.stringify()), warnings, crs };
}

interface Drawing {
  readonly layer: ExportLayer;
  readonly feature: SiteFeature;
  readonly layerName: string;
  readonly project: (position: Position) => { readonly x: number; readonly y: number };
}

function drawFeature(dxf: DxfWriter, drawing: Drawing): void {
  const { layer, feature, layerName, project } = drawing;
  const elevation = feature.properties.elevation_ft;
  const options = { layerName, ...(typeof elevation === "number" ? { elevation } : {}) };
  const draw = (line: readonly Position[], flags: LWPolylineFlags) =>
    dxf.addLWPolyline(
      line.map((position) => ({ point: project(position) })),
      { ...options, flags },
    );
  const { geometry } = feature;
  switch (geometry.type) {
    case "Point":
    case "MultiPoint":
      for (const position of geometry.type === "Point" ? [geometry.coordinates] : geometry.coordinates) {
        const { x, y } = project(position);
        dxf.addPoint(x, y, 0, { layerName });
      }
      break;
    case "LineString":
      draw(geometry.coordinates, LWPolylineFlags.None);
      break;
    case "MultiLineString":
      for (const line of geometry.coordinates) draw(line, LWPolylineFlags.None);
      break;
    default:
      // A closed polyline does not repeat its first vertex.
      for (const ring of polygonsOf(geometry).flat()) draw(ring.slice(0, -1), LWPolylineFlags.Closed);
  }
  if (!labelled.has(layer.name)) return;
  const [middle] = middleOf(geometry);
  if (!middle) return;
  const { x, y } = project(middle);
  dxf.addText(point3d(x, y, 0), labelHeight, dxfText(featureName(layer, feature)), { layerName });
}

function notesOf({ projectName, generatedAt, notice, layers }: ExportContent, plane: StatePlane): string[] {
  const unit = plane.unit === "foot" ? "international feet" : "US survey feet";
  const epsg = plane.epsg === null ? "" : `, EPSG ${plane.epsg}`;
  return [
    projectName,
    ...(notice === null ? [] : [notice]),
    `${plane.name}${epsg}, ${unit}. Screening data, not a survey. ${generatedAt}`,
    ...layers.flatMap(({ title, attribution }) => (attribution === null ? [] : [`${title}: ${attribution}`])),
  ];
}

/** A position in the middle of a line, or the middle of the box of an area. */
function middleOf(geometry: SiteGeometry): Position[] {
  switch (geometry.type) {
    case "Point":
      return [geometry.coordinates];
    case "MultiPoint":
      return geometry.coordinates.slice(0, 1);
    case "LineString":
      return geometry.coordinates.slice(Math.floor(geometry.coordinates.length / 2)).slice(0, 1);
    case "MultiLineString": {
      const [line = []] = geometry.coordinates;
      return line.slice(Math.floor(line.length / 2)).slice(0, 1);
    }
    default: {
      const ring = polygonsOf(geometry)[0]?.[0] ?? [];
      if (ring.length === 0) return [];
      const xs = ring.map(([x]) => x);
      const ys = ring.map(([, y]) => y);
      return [[(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2]];
    }
  }
}
