/** The heads of dimensional tables, found in running words: names of dimensions, or symbols of districts, side by side. */

import { largestOf } from "../large-lists.ts";
import { afterSpace } from "./running-table.ts";

/** A stretch of a text. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A head over a column, or over several. */
export interface HeadCell extends Stretch {
  /** From 1: column 0 is that of the labels. */
  readonly column: number;
  readonly columnSpan: number;
}

/** The heads of columns of values; `corner` heads the column of labels. */
export interface RunningHeads extends Stretch {
  readonly kind: "dimensions" | "districts";
  readonly corner: Stretch | null;
  /** One row of heads, or two: sides below "Yards", or units below dimensions. */
  readonly rows: readonly (readonly HeadCell[])[];
  /** The number of columns of values. */
  readonly width: number;
}

const limit = String.raw`(?:[Mm]in(?:imum|\.)?|[Mm]ax(?:imum|\.)?|MIN(?:IMUM|\.)?|MAX(?:IMUM|\.)?|[Rr]equired|[Rr]eq\.|[Tt]otal)`;
const modifier = String.raw`(?:[Ll]ot|[Ll]and|[Ss]ite|[Bb]uilding|[Bb]ldg\.|[Pp]rincipal|[Pp]rimary|[Ss]econdary|[Aa]ccessory|[Ss]tructure|[Ff]ront|[Ss]ide|[Rr]ear|[Ss]treet|[Ii]nterior|[Ee]xterior|[Cc]orner|[Ee]ach|[Oo]ne|[Bb]oth|[Cc]ombined|[Ee]ither|[Aa]ggregate|[Ff]loor|[Gg]ross|[Nn]et|[Ll]iv(?:ing|able)|[Gg]round|[Oo]pen|[Ii]mpervious|[Uu]sable|[Dd]welling|[Uu]nit|[Aa]verage|[Rr]esidential|[Ll]andscaped|LOT|BUILDING|FRONT|SIDE|REAR|FLOOR)`;
const noun = String.raw`(?:[Yy]ards?(?: (?:[Ss]etbacks?|[Dd]epth|[Ww]idth))?|[Ss]etbacks?|[Aa]rea(?: [Rr]atio)?|[Ss]ize|[Ww]idth|[Dd]epth|[Ff]rontage|[Hh]eight|[Cc]overage|[Ss]tor(?:ies|eys)|[Dd]ensity|[Rr]atio|F\.?A\.?R\.?|(?:[Ss]urface )[Rr]atio|[Ss]pace|[Ss]urface|[Aa]creage|[Ss]eparation|AREA|SIZE|WIDTH|DEPTH|FRONTAGE|HEIGHT|COVERAGE|YARDS?|SETBACKS?|STORIES)`;
const tail = String.raw`(?:\s(?:per (?:dwelling )?(?:unit|[Ff]amily|D\.?U\.?)|at (?:the )?(?:front )?(?:building|setback|street) line|of (?:[Bb]uildings?|[Ss]tructures?|[Ll]ot)|by (?:all )?buildings?))?`;
const bracket = String.raw`(?:\s?\((?:[^()\d]{1,24}|\d{1,2}|[a-z])\)(?!\s?\([^()\d]{2})|\s?\[[^\][]{1,12}\]|[*†‡]+|,?\s(?:in feet|in stories|sq\. ?ft\.|feet|ft\.|%)(?=\s))*`;
/** The same word twice is a row of limits above other heads. */
const once = String.raw`(?!(?:[Mm]inimum\s+[Mm]inimum|[Mm]aximum\s+[Mm]aximum|MINIMUM\s+MINIMUM|MAXIMUM\s+MAXIMUM)\b)`;
const dimension = String.raw`${once}(?:${limit}\s){0,2}(?:${modifier}\s){0,5}${noun}${tail}${bracket}(?=\s)`;
const dimensionAt = new RegExp(dimension, "uy");
const dimensionStart = new RegExp(String.raw`(?<!\S)(?=${limit}\s|${modifier}\s|${noun}\b)`, "gu");
const unitAt =
  /(?:\((?:in )?(?:feet|ft\.?|sq\.? ?ft\.?|square feet|acres?|ac\.?|%|percent|stories)\)|feet|ft\.|sq\.? ?ft\.|acres|%)(?=\s)/iuy;
const cornerBefore =
  /(?<!\S)(?:(?:zoning |zone |use )?(?:districts?|zones?)|(?:type of |land )?uses?|dwelling type|building type|standards?|requirements?)\s+$/i;
const districtAt = /[A-Z][A-Za-z0-9]{0,5}(?:[-/.&][A-Za-z0-9]{1,5}){0,3}[*†]?(?:\s(?:District|Zone))?(?=\s)/uy;
/** Words in capitals that stand in headings and name no column. */
const headingWords =
  /^(?:AND|OR|OF|THE|IN|FOR|USE|USES|ZONE|ZONES|TABLE|TYPE|LAND|BASE|KEY|BY|TO|ALL|NOTE|NOTES|MIN|MAX|LOT|AREA|YARD|SIDE|REAR|FRONT|A|I)$/i;
const sideAt = /(?:Front|Rear|(?:(?:Each|Interior|Exterior|Corner|Street|One|Both|Total)\s)?Sides?)(?=\s)/uy;
/** Heads that all end in the mark of a note: "Open Space Cluster(6)". */
const markedAt = /[A-Z][\w/.&-]*(?:\s[\w/.&-]+){0,6}?(?:\(\d{1,2}\)|[*†‡])+(?=\s)/uy;
const fewestMarked = 4;
const mostHeads = 30;

/** Every place of a text where heads stand side by side, in its order; two of them at least. */
export function headsIn(text: string): RunningHeads[] {
  return [...dimensionHeads(text), ...districtHeads(text)].sort((left, right) => left.start - right.start);
}

function dimensionHeads(text: string): RunningHeads[] {
  const found: RunningHeads[] = [];
  let after = 0;
  for (const { index } of text.matchAll(dimensionStart)) {
    if (index < after) continue;
    const heads = stretchesAt(text, index, dimensionAt);
    const marked = stretchesAt(text, index, markedAt);
    const last = heads.at(-1);
    if (last && heads.length > 1) {
      after = last.end;
      const units = stretchesAt(text, afterSpace(text, last.end), unitAt);
      const sides = withSides(text, heads);
      found.push(headsOf(text, units.length === heads.length ? [inOrder(heads), inOrder(units)] : [inOrder(heads)]));
      if (sides) found.push(headsOf(text, sides));
    }
    const isMarked =
      marked.filter((each) => isDimension(text.slice(each.start, each.end))).length > marked.length * 0.7;
    if (marked.length >= fewestMarked && isMarked) {
      after = Math.max(after, marked.at(-1)?.end ?? 0);
      found.push(headsOf(text, [inOrder(marked)]));
    }
  }
  return found;
}

function headsOf(text: string, rows: HeadCell[][], kind: RunningHeads["kind"] = "dimensions"): RunningHeads {
  const cells = rows.flat();
  const start = cells[0]?.start ?? 0;
  const corner = cornerOf(text, start);
  const width = largestOf(cells.map((cell) => cell.column + cell.columnSpan - 1));
  return { start: corner?.start ?? start, end: cells.at(-1)?.end ?? start, kind, corner, rows, width };
}

const inOrder = (some: readonly Stretch[]): HeadCell[] =>
  some.map((each, at) => ({ ...each, column: at + 1, columnSpan: 1 }));

const isDimension = (words: string) => new RegExp(noun, "u").test(words);

function districtHeads(text: string): RunningHeads[] {
  const found: RunningHeads[] = [];
  let after = 0;
  for (const { index } of text.matchAll(/(?<!\S)[A-Z]/gu)) {
    if (index < after) continue;
    const heads: Stretch[] = [];
    for (const each of stretchesAt(text, index, districtAt)) {
      if (!isDistrict(text.slice(each.start, each.end))) break;
      heads.push(each);
    }
    const last = heads.at(-1);
    if (!last || heads.length < 2) continue;
    after = last.end;
    const names = heads.map((each) => text.slice(each.start, each.end));
    if (new Set(names).size !== names.length || names.every((name) => name.length === 1)) continue;
    found.push(headsOf(text, [inOrder(heads)], "districts"));
  }
  return found;
}

/** Tells whether words are the symbol of a district: "R-1", "RU12", "CBD", "B-2 District". */
export function isDistrict(words: string): boolean {
  const [name = "", more] = words.split(/\s+/);
  districtAt.lastIndex = 0;
  if (headingWords.test(name) || districtAt.exec(`${words} `)?.[0] !== words) return false;
  return (
    (more === undefined && name.length <= 4 && name === name.toUpperCase()) ||
    /^[A-Z]{1,5}[-/]?\d|^[A-Z]{1,4}-/.test(name)
  );
}

/** "Minimum Yards Maximum Height Front Side Rear": a row of sides below the yards that stand among other heads. */
function withSides(text: string, heads: readonly Stretch[]): HeadCell[][] | null {
  const last = heads.at(-1);
  const over = heads.flatMap((each, at) => (isOverSides(text.slice(each.start, each.end)) ? [at] : []));
  const [group] = over;
  if (!last || group === undefined || over.length !== 1) return null;
  const sides = stretchesAt(text, afterSpace(text, last.end), sideAt);
  if (sides.length < 2) return null;
  const more = sides.length - 1;
  const above = inOrder(heads).map((each, at) =>
    at < group ? each : at === group ? { ...each, columnSpan: sides.length } : { ...each, column: each.column + more },
  );
  return [above, inOrder(sides).map((each) => ({ ...each, column: each.column + group }))];
}

const isOverSides = (words: string) =>
  /\b(?:yards?|setbacks?)\b/i.test(words) && !/\b(?:front|side|rear)\b/i.test(words);

function stretchesAt(text: string, from: number, pattern: RegExp): Stretch[] {
  const found: Stretch[] = [];
  for (let at = from; found.length < mostHeads; ) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match || match[0] === "") break;
    found.push({ start: at, end: at + match[0].length });
    at = afterSpace(text, at + match[0].length);
  }
  return found;
}

function cornerOf(text: string, before: number): Stretch | null {
  const near = text.slice(Math.max(0, before - 40), before);
  const match = cornerBefore.exec(near);
  if (!match) return null;
  const start = before - near.length + match.index;
  return { start, end: start + match[0].trimEnd().length };
}
