import { type Item, type Line, wholeLine } from "./lines.ts";
import { runningFigures } from "./running-figures-table.ts";
import { readRunningList } from "./running-list.ts";
import { readRunningMatrix } from "./running-matrix.ts";
import { runningPairs } from "./running-pairs-table.ts";
import { runningParking } from "./running-parking-table.ts";
import { runningReferenced } from "./running-referenced-table.ts";
import { type RunningTable, type TableReader, tablesFound } from "./running-table.ts";

/** A paragraph shorter than this holds no table that has run together; one of uses is longer. */
const shortest = 60;
const shortestOfUses = 300;
/** So many figures has the smallest table of them. */
const fewestFigures = /\d\D+\d/;
const caption = /\b(?:TABLE|Table|EXHIBIT|Exhibit|SCHEDULE|Schedule)\s+[\dA-Z(][\w.()-]*[^.;]{0,160}$/;

/**
 * Finds tables whose cells were run together into one paragraph, as copying out of a web page does, and gives them
 * their rows back; every word of the paragraph stays, in its order.
 */
export function withRunningTables(items: readonly Item[]): Item[] {
  return items.flatMap((item) => (item.kind === "line" && item.level === null ? partsOf(item) : [item]));
}

function partsOf(line: Line): Item[] {
  const { text, page } = line;
  if (text.length < shortest || text.includes("|")) return [line];
  const found = tablesFound(readersOf(text));
  if (found.length === 0) return [line];
  const items: Item[] = [];
  let from = 0;
  for (const { start, end, grid } of found) {
    const before = text.slice(from, start).trim();
    const named = caption.exec(before);
    const told = named ? before.slice(0, named.index).trim() : before;
    const title = named ? named[0].trim() : "";
    items.push(...lineOf(told, page), ...lineOf(title, page));
    items.push({ kind: "table", page, grid: title === "" ? grid : { ...grid, caption: title } });
    from = end;
  }
  return [...items, ...lineOf(text.slice(from).trim(), page)];
}

const lineOf = (words: string, page: number | null): Item[] => (words === "" ? [] : [wholeLine(words, { page })]);

function readersOf(text: string): TableReader[] {
  const after = (read: (rest: string) => RunningTable | null) => (from: number) => {
    const table = text.length - from < shortestOfUses ? null : read(text.slice(from));
    return table && { ...table, start: table.start + from, end: table.end + from };
  };
  const uses = after((rest) => readRunningMatrix(rest) ?? readRunningList(rest));
  if (!fewestFigures.test(text)) return [uses];
  return [uses, runningReferenced(text), runningFigures(text), runningPairs(text), runningParking(text)];
}
