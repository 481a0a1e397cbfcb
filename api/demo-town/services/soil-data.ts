import { type FeetArea, intersection } from "../clip.ts";
import { type Feet, type FeetRing, toDegrees, toFeet } from "../frame.ts";
import { type SoilUnit, soilUnits } from "../land/soils.ts";
import { notice } from "../town.ts";

/** A query that the service refuses, as its database words it. */
class RefusedQuery extends Error {}

const surveyArea = "CT999";
const surveyDate = "9/8/2025 12:00:00 PM";

type Column = (unit: SoilUnit) => string | number | null;

/** The columns of map units that can be asked for, by table and name. */
const columns: Readonly<Record<string, Column>> = {
  "mu.mukey": ({ mukey }) => mukey,
  "mu.musym": ({ symbol }) => symbol,
  "mu.muname": ({ name }) => `${name} (synthetic)`,
  "mu.mukind": ({ symbol }) => (symbol === "W" ? "Miscellaneous area" : "Consociation"),
  "mu.farmlndcl": ({ farmland }) => farmland,
  "ma.hydgrpdcd": ({ hydrologicGroup }) => hydrologicGroup,
  "ma.drclassdcd": ({ drainage }) => drainage,
  "ma.slopegraddcp": ({ slopePercent }) => slopePercent,
  "ma.wtdepannmin": ({ waterTableCm }) => waterTableCm,
  "ma.brockdepmin": ({ bedrockCm }) => bedrockCm,
  "ma.hydclprs": ({ hydricPercent }) => hydricPercent,
  "l.areasymbol": () => surveyArea,
  "sc.saverest": () => surveyDate,
};

/** The words of the queries that are understood, with `'` between words and texts. */
const asksPolygons = [
  "select mukey, mupolygonkey, mupolygongeo.stintersection(geometry::stgeomfromtext(",
  ", 4326)).stastext() as wkt from mupolygon where mupolygongeo.stintersects(geometry::stgeomfromtext(",
  ", 4326)) = 1",
];
const fromUnits =
  " from mapunit mu join legend l on l.lkey = mu.lkey left join muaggatt ma on ma.mukey = mu.mukey left join sacatalog sc on sc.areasymbol = l.areasymbol where l.areasymbol <> ";
const amongKeys = " and mu.mukey in (";

/** Answers `post.rest` of Soil Data Access: a query in a form or in JSON, a table in JSON. */
export function answerSoilData(query: URLSearchParams, body: string): Response {
  try {
    const { statement, format } = readRequest(query, body);
    if (!/^JSON(?:\+COLUMNNAME)?$/i.test(format)) throw new RefusedQuery(`Invalid format: ${format}`);
    const { names, rows } = answer(statement);
    if (rows.length === 0) return Response.json({});
    const table = rows.map((row) => row.map((value) => (value === null ? null : String(value))));
    return Response.json({ Table: /COLUMNNAME/i.test(format) ? [names, ...table] : table });
  } catch (error) {
    if (!(error instanceof RefusedQuery)) throw error;
    const text = `<?xml version="1.0"?><!-- ${notice} --><ServiceExceptionReport version="1.2.0"><ServiceException>Invalid query: ${error.message}</ServiceException></ServiceExceptionReport>`;
    return new Response(text, { status: 400, headers: { "content-type": "text/xml" } });
  }
}

function readRequest(query: URLSearchParams, body: string): { readonly statement: string; readonly format: string } {
  const given = body.startsWith("{")
    ? Object.entries(JSON.parse(body) as Record<string, unknown>)
    : [...query.entries()];
  const byName = new Map(given.map(([name, value]) => [name.toLowerCase(), String(value)]));
  return { statement: byName.get("query") ?? "", format: byName.get("format") ?? "XML" };
}

interface Answer {
  readonly names: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

function answer(statement: string): Answer {
  const parts = statement.trim().split(/\s+/).join(" ").split("'");
  const words = parts.filter((_, at) => at % 2 === 0).map((part) => part.toLowerCase());
  if (words.join("'") === asksPolygons.join("'")) return polygonsIn(parts[1] ?? "", parts[3] ?? "");
  const [head = "", keys = ""] = words;
  const isUnits = words.length === 2 && head.startsWith("select ") && head.endsWith(fromUnits);
  if (!isUnits || !keys.startsWith(amongKeys) || !keys.endsWith(")")) throw new RefusedQuery("Incorrect syntax.");
  return unitsAmong(head.slice("select ".length, -fromUnits.length), keys.slice(amongKeys.length, -1));
}

function unitsAmong(columnList: string, keyList: string): Answer {
  const names = columnList.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !Object.hasOwn(columns, name));
  if (unknown !== undefined) throw new RefusedQuery(`Invalid column name '${unknown}'.`);
  const keys = new Set(keyList.split(",").map((key) => key.trim()));
  const rows = soilUnits()
    .filter(({ mukey }) => keys.has(mukey))
    .map((unit) => names.map((name) => columns[name]?.(unit) ?? null));
  return { names: names.map((name) => name.slice(name.indexOf(".") + 1)), rows };
}

function polygonsIn(wkt: string, other: string): Answer {
  if (wkt !== other) throw new RefusedQuery("the two areas of the query differ.");
  const area: FeetArea = [[readRing(wkt)]];
  const rows = soilUnits().flatMap((unit, at) =>
    unit.area.flatMap((polygon, number) => {
      const common = intersection([polygon], area);
      return common.length === 0 ? [] : [[unit.mukey, String(99_000_000 + at * 1_000 + number), wktOf(common)]];
    }),
  );
  return { names: ["mukey", "mupolygonkey", "wkt"], rows };
}

function readRing(wkt: string): FeetRing {
  const text = /^POLYGON ?\(\(([^()]{1,20000})\)\)$/i.exec(wkt)?.[1];
  const corners = (text ?? "").split(",").map((corner) => corner.trim().split(" ").map(Number));
  const [first, last] = [corners[0], corners.at(-1)];
  const isClosed = first?.[0] === last?.[0] && first?.[1] === last?.[1] && corners.length > 3;
  if (!isClosed || corners.some((corner) => corner.length !== 2 || !corner.every(Number.isFinite))) {
    throw new RefusedQuery("A .NET Framework error occurred: 24117: The Polygon input is not valid.");
  }
  return corners.slice(0, -1).map(([longitude = 0, latitude = 0]) => toFeet([longitude, latitude]));
}

/** Writes an area as SQL Server does. */
function wktOf(area: FeetArea): string {
  const ringText = (ring: FeetRing) =>
    `(${[...ring, ring[0] as Feet].map((place) => toDegrees(place).join(" ")).join(", ")})`;
  const texts = area.map((rings) => `(${rings.map(ringText).join(", ")})`);
  return texts.length === 1 ? `POLYGON ${texts[0]}` : `MULTIPOLYGON (${texts.join(", ")})`;
}
