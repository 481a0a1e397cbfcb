import type { MapLayer } from "../../corpus.ts";
import { DocumentUnreadable } from "../../errors.ts";
import { type Item, type RawDocument, wholeLine } from "../lines.ts";
import { normaliseText } from "../normalise.ts";
import type { SheetCell, SheetRow } from "../sheets/sheet-rows.ts";
import { itemsOfSheet } from "../sheets/sheet-tables.ts";
import { type CheckedLayer, checkLayer, type FoundLayer, MapBudget } from "./map-layer.ts";

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
  const layers = found
    .map((layer) => checkLayer({ ...layer, name: normaliseText(layer.name).slice(0, 120) || stem }, budget))
    .filter(({ features }) => features.length > 0);
  if (layers.length === 0)
    throw new DocumentUnreadable(
      "document.empty",
      "The map file holds no feature with a geometry. Check that it is the right one.",
    );
  return {
    title: null,
    items: layers.flatMap(itemsOf),
    pages: [],
    parser,
    warnings: layers.flatMap(warningsOf),
    mapLayers: layers.map(mapLayerOf),
  };
}

function mapLayerOf({ name, features, bounds }: CheckedLayer): MapLayer {
  return { name, featureCount: features.length, bounds, featuresJson: JSON.stringify(features) };
}

function warningsOf({ name, leftOut }: CheckedLayer): RawDocument["warnings"] {
  if (leftOut === 0) return [];
  return [
    { code: "map.without-geometry", message: `${leftOut} features of the layer "${name}" have no readable geometry.` },
  ];
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
