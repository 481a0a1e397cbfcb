import type { RunningTable } from "./running-table.ts";
import { symbolCharacters } from "./symbol-characters.ts";
import { makeGrid, type RawRow } from "./table-grid.ts";

/** A word of a paragraph and where it stands. */
interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A row: where its label stands, and its codes. */
interface Row {
  readonly labelStart: number;
  readonly labelEnd: number;
  readonly codes: readonly Word[];
}

/** A code of a use matrix, with the mark of a note or without: "P", "SP*", "C (1)", "—". */
const code = new RegExp(
  String.raw`^(?:[A-Z]{1,3}\d?|np|[pcsxn]|n\/a|[—–-]{1,2}|[${symbolCharacters}])(?:[*†]| \(\d{1,2}\))?$`,
);
/** What a use that is allowed is marked with; without it a run of codes is a list of names. */
const allowing = /^(?:P|Y|X|[•●✓✔■])/;
/** A code that stands fewer times than this in a paragraph is a word like others. */
const fewestUses = 4;
const fewestColumns = 3;
const fewestRows = 4;
const mostLabelWords = 45;
const headerLookBack = 900;
const district = /^[A-Z][A-Za-z0-9]{0,5}(?:[-/.&][A-Za-z0-9]{1,5})*[*†]?$/;
/** Words in capitals that stand in headings and name no column. */
const headingWords = /^(?:AND|OR|OF|THE|IN|FOR|USE|USES|ZONE|ZONES|TABLE|TYPE|LAND|BASE|KEY|BY|TO|ALL|NOTE|NOTES)$/i;
const capitals = /^((?:[A-Z][A-Z&,/()-]+\s+){2,})(?=[A-Z][a-z])/;

/**
 * Reads a matrix of codes that has run together: "R-1 R-2 B-1 Bakery — — P Church P P C …".
 *
 * The districts above the columns are those words before the first row that are as many as each row has codes.
 */
export function readRunningMatrix(text: string): RunningTable | null {
  const words = wordsOf(text);
  const bare = (word: Word) => word.text.replace(/[*†]$| \(\d+\)$/, "");
  const uses = Map.groupBy(
    words.filter((word) => code.test(word.text)),
    bare,
  );
  const isCode = (word: Word) => code.test(word.text) && (uses.get(bare(word))?.length ?? 0) >= fewestUses;
  const runs = runsOf(words, isCode).filter((run) => run.length >= fewestColumns);
  const columns = mostCommon(runs.map((run) => run.length));
  if (columns === undefined) return null;
  const rows = rowsOf(text, runs, columns);
  const [first] = rows;
  const last = rows.at(-1);
  if (!first || !last || rows.length < fewestRows) return null;
  const header = headerBefore(words, first.codes[0]?.start ?? 0, columns);
  const [head] = header ?? [];
  const end = last.codes.at(-1)?.end;
  if (!rows.some((row) => row.codes.some((each) => allowing.test(each.text)))) return null;
  if (!header || !head || end === undefined) return null;
  const labelled = [{ ...first, labelStart: header.at(-1)?.end ?? first.labelStart }, ...rows.slice(1)];
  const grid = makeGrid([headerRow(header), ...labelled.flatMap((row) => rawRows(text, row))]);
  return grid ? { start: head.start, end, grid } : null;
}

/** Words with their places; "RU- 12", parted by a line break, and "P (1)", marked for a note, are one word each. */
function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[A-Z]{1,4}- \d{1,3}\b|(?<!\S)[A-Z]{1,3}\d? \(\d{1,2}\)(?!\S)|\S+/g)].map((match) => ({
    text: match[0].replace(/- /, "-"),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function runsOf(words: readonly Word[], isCode: (word: Word) => boolean): Word[][] {
  const runs: Word[][] = [];
  let open: Word[] = [];
  for (const word of words) {
    if (isCode(word)) open.push(word);
    else {
      if (open.length > 0) runs.push(open);
      open = [];
    }
  }
  return open.length > 0 ? [...runs, open] : runs;
}

function mostCommon(lengths: readonly number[]): number | undefined {
  const counts = [...Map.groupBy(lengths, (length) => length)].map(([length, all]) => ({ length, count: all.length }));
  return counts.sort((left, right) => right.count - left.count || right.length - left.length)[0]?.length;
}

/** The longest unbroken series of rows: a run of the usual length, a short label, the next run, and so on. */
function rowsOf(text: string, runs: readonly Word[][], columns: number): Row[] {
  let best: Row[] = [];
  let open: Row[] = [];
  let before = 0;
  for (const run of runs) {
    if (run.length < columns) continue;
    const codes = run.slice(-columns);
    const labelEnd = codes[0]?.start ?? 0;
    const label = text.slice(before, labelEnd).trim();
    const isNext = open.length === 0 || label.split(/\s+/).length <= mostLabelWords;
    if (!isNext) open = [];
    if (label !== "") open.push({ labelStart: before, labelEnd, codes });
    if (open.length > best.length) best = [...open];
    before = codes.at(-1)?.end ?? labelEnd;
  }
  return best;
}

/** The nearest words before the first row that could name its columns, one for each. */
function headerBefore(words: readonly Word[], until: number, columns: number): Word[] | null {
  const near = words.filter((word) => word.end <= until && word.start >= until - headerLookBack);
  const isName = (word: Word) => district.test(word.text) && !headingWords.test(word.text) && isShort(word.text);
  const runs = runsOf(near, isName).filter((run) => run.length >= columns);
  const names = runs.at(-1)?.slice(-columns);
  return names && new Set(names.map((name) => name.text)).size === columns ? names : null;
}

function isShort(name: string): boolean {
  return /[\d-]/.test(name) || (name.length <= 5 && name === name.toUpperCase());
}

function headerRow(names: readonly Word[]): RawRow {
  return { isHead: true, cells: names.map((name, at) => cell(name.text, at + 1, true)) };
}

/** A row, after the title in capitals that its label may begin with: a group of rows. */
function rawRows(text: string, { labelStart, labelEnd, codes }: Row): RawRow[] {
  const label = text.slice(labelStart, labelEnd).replace(/\s+/g, " ").trim();
  const group = capitals.exec(label)?.[1] ?? "";
  const own = label.slice(group.length);
  const row = { isHead: false, cells: [cell(own, 0), ...codes.map((each, at) => cell(each.text, at + 1))] };
  return group === "" ? [row] : [{ isHead: false, cells: [cell(group.trim(), 0)] }, row];
}

function cell(text: string, column: number, isHeader = false): RawRow["cells"][number] {
  return { text, column, columnSpan: 1, rowSpan: 1, isHeader };
}
