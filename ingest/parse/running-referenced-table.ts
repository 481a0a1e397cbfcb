import type { RunningTable, TableReader } from "./running-table.ts";
import { makeGrid } from "./table-grid.ts";
import type { Stretch } from "./table-heads.ts";
import { isAgainst, valueAt } from "./table-values.ts";

/** The heads of a table of standards whose last column refers to sections. */
const heads =
  /(?<!\S)((?:(?:Design|Development|Dimensional|Site|Zoning|Lot|Building|Bulk)\s+)?(?:Elements?|Standards?|Requirements?|Features?|Characteristics?|Types?|Regulations?|Dimensions?))\s+((?:(?:Dimensional|Minimum|Maximum|District)\s+)?(?:Standards?|Requirements?|Regulations?|Values?|Dimensions?|Limits?))\s+((?:(?:Code|Section)\s+)?(?:Cross-?\s?)?References?|(?:Code\s+)?Sections?|See(?:\s+Section)?)\s+(?=\p{Lu})/gu;
/** "35.2-61.4", "§ 4.2.1", "Section 12-5(b)"; a figure with one point alone is a value. */
const reference =
  /(?<!\S)(?:(?:§+|Sec(?:tion|\.)?)\s?\d+(?:[.-]\d+){0,4}|\d+(?:\.\d+)?-\d+(?:\.\d+){0,3}|\d+(?:\.\d+){2,4})(?:\(\w{1,3}\))*(?=\s|$)/gu;
/** Where in place of a figure a cell points elsewhere: "see paragraph (a) above". */
const pointer = /(?<=\s)(?:see|per|as|none|varies|not)\s/iu;
const fewestRows = 3;
const mostRows = 40;
const longestRow = 260;

type Row = readonly [label: Stretch, value: Stretch, reference: Stretch];

/**
 * Reads standards in three columns that have run together, each with the section that says more: "Design Element
 * Standards Cross-Reference Maximum height 40' 35.2-61.2 Minimum front setback 30', 20' per 43.4(b) 35.2-61.3".
 *
 * The heads tell that the last column refers to sections, and a reference ends every row.
 */
export function runningReferenced(text: string): TableReader {
  const found = [...text.matchAll(heads)];
  let next = 0;
  return (from) => {
    for (; next < found.length; next += 1) {
      const head = found[next];
      const table = head && head.index >= from ? tableBelow(text, head) : null;
      if (table) return table;
    }
    return null;
  };
}

function tableBelow(text: string, head: RegExpExecArray): RunningTable | null {
  const rows = rowsFrom(text, head.index + head[0].length);
  const end = rows.at(-1)?.[2].end;
  if (rows.length < fewestRows || end === undefined) return null;
  const words = ({ start, end: last }: Stretch) => text.slice(start, last).replace(/\s+/g, " ").trim();
  const gridRow = (isHead: boolean, cells: readonly string[]) => ({
    isHead,
    cells: cells.map((each, column) => ({ text: each, column, columnSpan: 1, rowSpan: 1, isHeader: false })),
  });
  const grid = makeGrid(
    [gridRow(true, head.slice(1)), ...rows.map((cells) => gridRow(false, cells.map(words)))],
    null,
    { statesSpans: true },
  );
  return grid && { start: head.index, end, grid };
}

function rowsFrom(text: string, from: number): Row[] {
  const rows: Row[] = [];
  const limit = Math.min(text.length, from + longestRow * mostRows);
  let start = from;
  for (const match of text.slice(from, limit).matchAll(reference)) {
    const at = from + match.index;
    const end = at + match[0].length;
    // A reference inside a value, "30' per 43-4(b) for row houses", does not end the row.
    if (!/^(?:\s+[\p{Lu}(]|\s*$)/u.test(text.slice(end, end + 3))) continue;
    const row = rowOf(text, start, { start: at, end });
    if (row === undefined) break;
    rows.push(row);
    start = end;
  }
  return rows;
}

function rowOf(text: string, from: number, refers: Stretch): Row | undefined {
  if (refers.start - from > longestRow) return undefined;
  const start = from + (/^\s*/.exec(text.slice(from, refers.start))?.[0].length ?? 0);
  const value = valueFrom(text, start, refers.start);
  if (value === undefined) return undefined;
  return [{ start, end: value }, { start: value, end: refers.start }, refers];
}

/** Where the value of a row begins: at its first figure outside brackets, or where it points elsewhere. */
function valueFrom(text: string, from: number, end: number): number | undefined {
  const row = text.slice(from, end);
  if (!/^\p{Lu}/u.test(row)) return undefined;
  const words = [...row.matchAll(/\S+/g)];
  let depth = 0;
  for (const [position, { 0: word, index }] of words.entries()) {
    const isHere = position > 0 && depth === 0;
    const value = isHere ? (valueAt(text, from + index) ?? valueAt(word.replace(/[,;]$/, ""), 0)) : null;
    if (value && value.kind !== "mark") return isAgainst(row.slice(0, index), value) ? undefined : from + index;
    depth += word.split("(").length - word.split(")").length;
  }
  const points = pointer.exec(row);
  return points === null ? undefined : from + points.index;
}
