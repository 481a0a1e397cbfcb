import { boxOf } from "../clip.ts";
import { type Feet, toDegrees, toFeet } from "../frame.ts";
import { type MapElement, mapElements } from "../land/open-map.ts";
import { credit, notice } from "../town.ts";

/** `way["highway"]`, `node["power"="tower"]`, `way["building"~"^house$"]`. */
const statement =
  /\b(node|way|relation|nwr)((?:\["[^"\]]{1,60}"(?:!?[=~]"[^"\]]{0,200}")?\])+)\s*(?:\([-\d.,\s]{7,80}\))?\s*;/g;
const condition = /\["([^"\]]{1,60})"(?:(!?[=~])"([^"\]]{0,200})")?\]/g;
const frame = /\[bbox:([-\d.,\s]{7,80})\]/;

interface Wish {
  readonly type: string;
  readonly conditions: readonly { readonly key: string; readonly operator: string; readonly value: string }[];
}

/** Answers a query in Overpass QL: tag conditions on nodes and ways in a box, with their geometries. */
export function answerOverpass(query: URLSearchParams): Response {
  const data = query.get("data") ?? "";
  const [south, west, north, east] = (frame.exec(data)?.[1] ?? "").split(",").map(Number);
  const wishes = [...data.matchAll(statement)].map(([, type = "", conditions = ""]): Wish => {
    return {
      type,
      conditions: [...conditions.matchAll(condition)].map(([, key = "", operator = "", value = ""]) => ({
        ...{ key, operator, value },
      })),
    };
  });
  const isWhole = [south, west, north, east].every((side) => Number.isFinite(side));
  if (!isWhole || wishes.length === 0 || !data.includes("[out:json]") || !/\bout\b[^;]*\bgeom\b/.test(data)) {
    return new Response(`<html><body><p>Error: line 1: parse error. ${notice}</p></body></html>`, {
      status: 400,
      headers: { "content-type": "text/html" },
    });
  }
  const [left, bottom] = toFeet([west ?? 0, south ?? 0]);
  const [right, top] = toFeet([east ?? 0, north ?? 0]);
  const elements = mapElements()
    .filter(({ points }) => {
      const box = boxOf(points);
      return box[0] <= right && box[2] >= left && box[1] <= top && box[3] >= bottom;
    })
    .filter((element) => wishes.some((wish) => fits(element, wish)))
    .map(bodyOf);
  return Response.json({
    ...{ version: 0.6, generator: "Overpass API of Alder Falls" },
    osm3s: { timestamp_osm_base: "2026-10-01T00:00:00Z", copyright: `${credit}. ${notice}` },
    elements,
  });
}

function fits({ type, tags }: MapElement, wish: Wish): boolean {
  if (wish.type !== "nwr" && wish.type !== type) return false;
  return wish.conditions.every(({ key, operator, value }) => {
    const own = tags[key];
    if (operator.startsWith("!")) return own === undefined || !isLike(own, operator.slice(1), value);
    return own !== undefined && (operator === "" || isLike(own, operator, value));
  });
}

/** Of regular expressions only lists of whole words between anchors are understood: `^(a|b)$`. */
function isLike(own: string, operator: string, value: string): boolean {
  if (operator === "=") return own === value;
  return value
    .replace(/^\^\(?|\)?\$$/g, "")
    .split("|")
    .includes(own);
}

function bodyOf({ type, id, points, tags }: MapElement): unknown {
  const at = ([longitude, latitude]: readonly [number, number]) => ({ lat: latitude, lon: longitude });
  if (type === "node") return { type, id, ...at(toDegrees(points[0] as Feet)), tags };
  const [west, south, east, north] = boxOf(points);
  const [minlon, minlat] = toDegrees([west, south]);
  const [maxlon, maxlat] = toDegrees([east, north]);
  const geometry = points.map((point) => at(toDegrees(point)));
  return { type, id, bounds: { minlat, minlon, maxlat, maxlon }, nodes: [], geometry, tags };
}
