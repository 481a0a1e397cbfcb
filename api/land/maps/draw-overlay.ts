import type { SiteFeature } from "../../providers/site-features.ts";
import { linesOnSheet, pathOf, pointsOnSheet, type ToSheet } from "./sheet-lines.ts";

/** Colors of overlays in their order: light enough for imagery, and unlike the boundary of the parcels. */
export const overlayColors = ["#56b4e9", "#ff6fb5", "#ffffff", "#d55e00", "#b39ddb", "#00e5c0"] as const;

const pointRadius = 3.2;
/** More vertices cannot be told apart on the sheet. */
const mostVertices = 40_000;

/** A layer as it is drawn over imagery. */
export interface OverlayDrawing {
  /** Elements of SVG; empty where nothing is drawn. */
  readonly svg: string;
  /** Whether features are on the map, and whether all of them are drawn. */
  readonly shown: "all" | "part" | "none";
  /** Whether points alone are drawn. */
  readonly isPoints: boolean;
}

/** Draws the lines, boundaries and points of a layer that are on the map: a colored line with a dark edge. */
export function drawOverlay(features: readonly SiteFeature[], color: string, onSheet: ToSheet): OverlayDrawing {
  let vertices = 0;
  let isCut = false;
  const paths: string[] = [];
  const circles: string[] = [];
  for (const feature of features) {
    const lines = linesOnSheet(feature, onSheet);
    const points = pointsOnSheet(feature, onSheet);
    const more = points.length + lines.reduce((sum, line) => sum + line.length, 0);
    if (vertices + more > mostVertices) {
      isCut = true;
      continue;
    }
    vertices += more;
    paths.push(...lines.map((line) => pathOf(line, "")));
    circles.push(...points.map(([x, y]) => `<circle cx="${x.toFixed(2)}" cy="${y.toFixed(2)}" r="${pointRadius}"/>`));
  }
  const shown = isCut ? "part" : vertices > 0 ? "all" : "none";
  const line = `d="${paths.join("")}" fill="none" stroke-linejoin="round" stroke-linecap="round"`;
  const lines =
    paths.length === 0
      ? ""
      : `<path ${line} stroke="#141414" stroke-opacity="0.7" stroke-width="2.6"/><path ${line} stroke="${color}" stroke-width="1.4"/>`;
  const points =
    circles.length === 0 ? "" : `<g fill="${color}" stroke="#141414" stroke-width="0.8">${circles.join("")}</g>`;
  return { svg: `${lines}${points}`, shown, isPoints: paths.length === 0 && circles.length > 0 };
}
