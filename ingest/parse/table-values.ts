/** Values as the cells of dimensional tables hold them, read out of running words. */

import { afterSpace } from "./running-table.ts";

/** A value in running words: where it ends, and what it is counted in. */
export interface RunningValue {
  readonly start: number;
  readonly end: number;
  /** Where it ends without a mark that stands apart. */
  readonly bareEnd: number;
  /** A figure, words for nothing ("None", "—"), or only the mark of a note ("(7)"), which may also be a cell of its own. */
  readonly kind: "figure" | "nothing" | "mark";
  /** Units named in the value: "ft", "sqft", "acre", "percent", "story", "density", "m", "space". */
  readonly units: readonly string[];
  /** The first number of the value; null where it has none. */
  readonly amount: number | null;
}

/** Units, the longer ones first; letters in lower case or capitals, metres in lower case alone: "M" is a district. */
const unitPatterns: readonly (readonly [unit: string, pattern: string])[] = [
  ["density", String.raw`(?:(?:[Dd]welling )?[Uu]nits?|DUs?|du|D\.U\.) ?(?:per|\/) ?(?:net |gross )?(?:[Aa]cre|ac\b)`],
  ["sqft", String.raw`[Ss]q(?:uare|\.)? ?(?:[Ff]eet|[Ff]oot|[Ff]t\b\.?)|(?:SQ\.? ?FT\b\.?)|(?:S\.?F\b\.?|s\.?f\b\.?)`],
  ["sqm", String.raw`square met(?:er|re)s?|sq\. ?m\b\.?|m2\b|m²`],
  ["acre", String.raw`[Aa]cres?\b|ACRES?\b|ac\b\.?`],
  ["percent", String.raw`%|[Pp]er ?cent\b`],
  ["story", String.raw`[Ss]tor(?:y|ies|eys?)\b`],
  ["space", String.raw`(?:parking )?spaces?\b`],
  ["inch", String.raw`["”″]|inch(?:es)?\b|in\.`],
  ["ft", String.raw`['’′]|[Ff]eet\b|[Ff]oot\b|[Ff]t\b\.?|FT\b\.?|FEET\b|lin(?:ear|\.) f(?:ee)?t\b\.?`],
  ["m", String.raw`met(?:er|re)s?\b|m\b`],
];
const unit = `(?:${unitPatterns.map(([, pattern]) => pattern).join("|")})`;
const whole = String.raw`(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+)`;
const part = String.raw`(?:[½¼¾⅓⅔⅛⅜⅝⅞]|[1-7]\/[2348](?![\d/]))`;
const figure = String.raw`(?:${whole}(?: ?[½¼¾⅓⅔⅛⅜⅝⅞]|[ -][1-7]\/[2348](?![\d/]))?|${part})`;
const measured = `(?:${figure}['’′] ?-? ?${figure}["”″]|[<>≤≥$]? ?${figure}(?: ?-?${unit})?)`;
const glued = String.raw`(?:\((?:\d{1,2}|[a-z])\)|\[\d{1,2}\]|[*†‡^]+|[⁰¹²³⁴⁵⁶⁷⁸⁹]+)`;
const inOtherUnits = String.raw`(?: \(${figure} ?${unit}\))?`;
const joined = String.raw`${measured}${inOtherUnits}(?:(?: ?\/ ?|[–—-]| (?:or|to) )${measured}${inOtherUnits})?(?: (?:max|min)\.)?`;
const nothing = String.raw`(?:[-–—]{1,3}|N\.?\/?A\.?|n\/a|N\/R|NR|(?:None|NONE|none)(?: [Rr]equired)?|[Nn]ot (?:[Aa]pplicable|[Rr]equired|[Rr]egulated|[Pp]ermitted)|No (?:[Mm]inimum|[Mm]aximum|[Ll]imit|[Rr]equirement))`;
const cellEnd = String.raw`(?=\s|$)`;

const figureAt = new RegExp(String.raw`(?:${joined})(?: ?\*{1,3}|${glued})*${cellEnd}`, "uy");
const nothingAt = new RegExp(`${nothing}(?:${glued})*${cellEnd}`, "uy");
const markAt = new RegExp(String.raw`(?:\((?:\d{1,2}|[a-z])\))+${cellEnd}`, "uy");
const unitsIn = unitPatterns.map(([name, pattern]) => ({
  name,
  pattern: new RegExp(String.raw`(?<![\p{L}])(?:${pattern})`, "u"),
}));

/** The value that begins at a place of a text; null where none does. Source of the forms: printed tables of codes. */
export function valueAt(text: string, at: number): RunningValue | null {
  for (const [kind, pattern] of [
    ["figure", figureAt],
    ["nothing", nothingAt],
    ["mark", markAt],
  ] as const) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) continue;
    const printed = match[0];
    const number = kind === "figure" ? /\d[\d,]*(?:\.\d+)?|\.\d+/.exec(printed)?.[0] : undefined;
    return {
      start: at,
      end: at + printed.length,
      bareEnd: at + printed.length,
      kind,
      units: kind === "figure" ? unitsOf(printed) : [],
      amount: number === undefined ? null : Number(number.replaceAll(",", "")),
    };
  }
  return null;
}

/** The values that stand side by side from a place of a text on; a mark in a line of its own numbers what follows. */
export function valuesFrom(text: string, at: number): RunningValue[] {
  const values: RunningValue[] = [];
  for (let next = at; ; ) {
    const value = valueAt(text, next);
    if (!value || (value.kind === "mark" && text[next - 1] === "\n")) return values;
    values.push(value);
    next = afterSpace(text, value.end);
  }
}

/**
 * Parts a run of values into so many cells, as spans; null unless there is just one way to.
 *
 * The mark of a note that stands apart ("20 (7)") belongs to the value before it or is a cell of its own.
 */
export function cellsOfRun(run: readonly RunningValue[], width: number): RunningValue[] | null {
  const isLoose = ({ kind }: RunningValue, at: number) => kind === "mark" && at > 0;
  const fixed = run.filter((value, at) => !isLoose(value, at)).length;
  const loose = run.length - fixed;
  const own = width - fixed;
  if (own < 0 || own > loose || (own > 0 && own < loose)) return null;
  const cells: RunningValue[] = [];
  run.forEach((value, at) => {
    const before = cells.at(-1);
    if (isLoose(value, at) && own === 0 && before) cells[cells.length - 1] = { ...before, end: value.end };
    else cells.push(value);
  });
  return cells;
}

function unitsOf(printed: string): string[] {
  const found = unitsIn.filter(({ pattern }) => pattern.test(printed)).map(({ name }) => name);
  // "sq. ft." also reads as feet, "units per acre" as acres.
  if (found.includes("density")) return ["density"];
  return found.includes("sqft") || found.includes("sqm")
    ? found.filter((name) => name !== "ft" && name !== "m")
    : found;
}

const lengths = /\b(?:width|depth|frontage|yards?|setbacks?|height|distance|separation)\b/i;
const shares = /\b(?:coverage|ratio|F\.?A\.?R)\b/i;
const areas = /\b(?:area|acreage)\b|\blot size\b/i;
/** No lot is wider and no building higher, in feet or metres. */
const longestLength = 3_000;

/** Tells whether a value cannot be one of the dimension that its labels name: square feet of a height, 7,500 per cent. */
export function isAgainst(labels: string, value: RunningValue): boolean {
  const { units, amount } = value;
  const has = (...some: string[]) => some.some((name) => units.includes(name));
  if (shares.test(labels))
    return has("ft", "story", "acre", "m", "inch") || (units.length === 0 && (amount ?? 0) > 100);
  if (areas.test(labels) && !lengths.test(labels)) return has("ft", "story", "percent", "inch", "m");
  if (!lengths.test(labels) || areas.test(labels)) return false;
  return has("sqft", "acre", "sqm", "density") || (amount ?? 0) >= longestLength;
}
