import { type Item, type Line, rereadRuns, wholeLine } from "./lines.ts";
import { runningFigures } from "./running-figures-table.ts";
import { runningPairs } from "./running-pairs-table.ts";
import { tablesFound } from "./running-table.ts";

/** Lines longer than this are paragraphs. */
const longestLine = 160;
const fewestLines = 3;
/** Lines that are read together at most. */
const mostLines = 1000;
const fewestFigures = 2;

/**
 * Finds tables of figures whose lines lost their columns: "R-1 20,000 100 35" under "District Lot Area Width Height",
 * one cell a line, or a label and its value a line.
 */
export function withFigureLines(items: readonly Item[]): Item[] {
  return rereadRuns(items, tablesIn, { isPart: ({ text }) => text.length <= longestLine, longest: mostLines });
}

function tablesIn(lines: readonly Line[]): Item[] {
  const [first] = lines;
  const figures = lines.filter((line) => /\d/.test(line.text)).length;
  if (!first || lines.length < fewestLines || figures < fewestFigures) return [...lines];
  const text = lines.map((line) => line.text).join("\n");
  const items: Item[] = [];
  let from = 0;
  for (const { start, end, grid } of tablesFound([runningFigures(text, "lines"), runningPairs(text, "lines")])) {
    items.push(...linesOf(text, lines, from, start), { kind: "table", page: first.page, grid });
    from = end;
  }
  return from === 0 ? [...lines] : [...items, ...linesOf(text, lines, from, text.length)];
}

/** The lines of a stretch of the text that they were joined to; one that is cut keeps its part. */
function linesOf(text: string, lines: readonly Line[], from: number, to: number): Line[] {
  let start = 0;
  return lines.flatMap((line): Line[] => {
    const [left, right] = [Math.max(start, from), Math.min(start + line.text.length, to)];
    start += line.text.length + 1;
    if (right <= left) return [];
    const words = text.slice(left, right).trim();
    if (words === "") return [];
    return [words === line.text ? line : wholeLine(words, { page: line.page })];
  });
}
