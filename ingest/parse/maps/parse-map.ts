import type { MapLayer } from "../../corpus.ts";
import { DocumentUnreadable } from "../../errors.ts";
import { type Item, type RawDocument, wholeLine } from "../lines.ts";
import { normaliseText } from "../normalise.ts";
import type { SheetCell, SheetRow } from "../sheets/sheet-rows.ts";
import { itemsOfSheet } from "../sheets/sheet-tables.ts";
import {
  type CheckedLayer,
  checkLayer,
  type FoundLayer,
  type GeometryFault,
  type LeftOut,
  MapBudget,
} from "./map-layer.ts";

/** Features and attributes that are written into the text of a document; the layer has them all. */
const mostRows = 500;
const mostColumns = 12;

/**
 * Makes a document of the layers of a map file: its text says what each layer holds, with a table of attributes, so that it
 * can be searched and cited; the layers themselves go to the map of the project.
 *
 * @throws DocumentUnreadable where no layer has a feature with a geometry
 */
export function documentOfMap(found: readonly FoundLayer[], parser: string, filename: string): RawDocument {
  const budget = new MapBudget();
  const stem = filename.replace(/\.[^.]*$/, "");
  const read = found.map((layer) =>
    checkLayer({ ...layer, name: normaliseText(layer.name).slice(0, 120) || stem }, budget),
  );
  const warnings = read.flatMap(warningsOf);
  const layers = read.filter(({ features }) => features.length > 0);
  if (layers.length === 0) {
    const why = warnings.map(({ message }) => ` ${message}`).join("");
    const detail = `The map file holds no feature with a geometry. Check that it is the right one.${why}`;
    throw new DocumentUnreadable("document.empty", detail);
  }
  return {
    title: null,
    items: layers.flatMap(itemsOf),
    pages: [],
    parser,
    warnings,
    mapLayers: layers.map(mapLayerOf),
  };
}

function mapLayerOf({ name, features, bounds }: CheckedLayer): MapLayer {
  return { name, featureCount: features.length, bounds, featuresJson: JSON.stringify(features) };
}

const whyLeftOut: Readonly<Record<GeometryFault, string>> = {
  missing: "without a geometry that can be read",
  not_numbers: "with positions that are not numbers",
  no_area: "without an area (an outline of fewer than three different corners)",
  no_length: "without a length (a line of a single position)",
};
/** Features that a warning names by their places. */
const mostNamed = 60;

function warningsOf({ name, features, leftOut }: CheckedLayer): RawDocument["warnings"] {
  if (leftOut.length === 0) return [];
  const byFault = Object.entries(Object.groupBy(leftOut, ({ fault }) => fault));
  const why = byFault.map(([fault, of]) => `${of.length} ${whyLeftOut[fault as GeometryFault]}, ${placesOf(of)}`);
  const message = `Features left out of the layer "${name}": ${why.join("; ")}. Features kept: ${features.length}.`;
  return [{ code: "map.without-geometry", message }];
}

/** "features 1, 6 and 7 of the file". */
function placesOf(leftOut: readonly LeftOut[]): string {
  const named = leftOut.slice(0, mostNamed).map(({ place }) => String(place));
  const more = leftOut.length - named.length;
  if (more > 0) return `features ${named.join(", ")} and ${more} more of the file`;
  const last = named.pop();
  return named.length === 0 ? `feature ${last} of the file` : `features ${named.join(", ")} and ${last} of the file`;
}

function itemsOf(layer: CheckedLayer): Item[] {
  const { name, features, bounds, coordinateSystem } = layer;
  const kinds = Object.entries(Object.groupBy(features, ({ geometry }) => kindOf(geometry.type)));
  const counted = kinds.map(([kind, of]) => `${of?.length ?? 0} ${kind}`).join(", ");
  const place = `longitude ${degrees(bounds.west)} to ${degrees(bounds.east)}, latitude ${degrees(bounds.south)} to ${degrees(bounds.north)}`;
  const from = coordinateSystem === null ? "" : ` Converted to WGS 84 from ${coordinateSystem}.`;
  const rows = attributeRows(layer);
  const rest = features.length > mostRows ? ` The attributes of the first ${mostRows} follow.` : "";
  return [
    wholeLine(name, { level: 1 }),
    wholeLine(`Map layer with ${features.length} features: ${counted}. It reaches over ${place}.${from}${rest}`),
    ...itemsOfSheet(rows, { headerRow: 0, expectsHeader: true }),
  ];
}

const degrees = (value: number) => value.toFixed(5);

function kindOf(type: string): string {
  if (type.includes("Point")) return "points";
  return type.includes("Line") ? "lines" : "areas";
}

/** Attributes that say how a feature is drawn. */
const drawing =
  /^(?:styleUrl|styleHash|styleMapHash|visibility|fill|fill-opacity|icon.*|label-.*|stroke|stroke-.*|marker-.*)$/;

/** The attributes as rows of a sheet under their names; empty where no feature has any. */
function attributeRows({ features }: CheckedLayer): SheetRow[] {
  const shown = features.slice(0, mostRows);
  const filled = new Set(
    shown.flatMap(({ properties }) =>
      Object.entries(properties).flatMap(([key, value]) =>
        value === null || value === "" || drawing.test(key) ? [] : [key],
      ),
    ),
  );
  const columns = [...filled].slice(0, mostColumns);
  if (columns.length === 0) return [];
  const rows = [columns, ...shown.map(({ properties }) => columns.map((key) => String(properties[key] ?? "")))];
  return rows.map((texts, index) => ({
    index,
    cells: texts.flatMap((text, column): SheetCell[] => {
      const own = normaliseText(text);
      return own === "" ? [] : [{ text: own, column, columnSpan: 1, rowSpan: 1, isNumber: /^-?[\d.]+$/.test(own) }];
    }),
  }));
}
