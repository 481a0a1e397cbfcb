import { type Item, type Line, wholeLine } from "./lines.ts";
import { readRunningFigures } from "./running-figures-table.ts";
import { readRunningList } from "./running-list.ts";
import { readRunningMatrix } from "./running-matrix.ts";
import { readRunningPairs } from "./running-pairs-table.ts";
import { readRunningParking } from "./running-parking-table.ts";
import type { RunningTable } from "./running-table.ts";

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
  if (line.text.length < shortest || line.text.includes("|")) return [line];
  const found = firstTable(line.text);
  if (!found) return [line];
  const before = line.text.slice(0, found.start).trim();
  const after = line.text.slice(found.end).trim();
  const named = caption.exec(before);
  const told = named ? before.slice(0, named.index).trim() : before;
  const title = named ? named[0].trim() : "";
  const text = (words: string): Item[] => (words === "" ? [] : [wholeLine(words, { page: line.page })]);
  return [
    ...text(told),
    ...text(title),
    { kind: "table", page: line.page, grid: title === "" ? found.grid : { ...found.grid, caption: title } },
    ...(after === "" ? [] : partsOf(wholeLine(after, { page: line.page }))),
  ];
}

function firstTable(text: string): RunningTable | null {
  const uses = text.length < shortestOfUses ? null : (readRunningMatrix(text) ?? readRunningList(text));
  const figures = fewestFigures.test(text)
    ? [readRunningFigures(text), readRunningPairs(text), readRunningParking(text)]
    : [];
  const found = [uses, ...figures].filter((table) => table !== null);
  return found.sort((left, right) => left.start - right.start)[0] ?? null;
}
