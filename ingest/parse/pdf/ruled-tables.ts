import { appendAll, largestOf } from "../../large-lists.ts";
import { makeGrid, type RawRow } from "../table-grid.ts";
import type { Rule, TextRun } from "./page-content.ts";
import type { TableRowBlock } from "./reading-order.ts";
import { type TextRow, textRowsOf } from "./text-rows.ts";

/** Rules closer than this are one rule; rules that end this near to another touch it. */
const tolerance = 3;

/** A row by itself at the top of a page may be the last one of the table before: it has some cells, and only running heads above it. */
const fewestLoneCells = 3;
const mostHeadLines = 2;
/** What points into a figure from a column of its own, ruled off or not. */
const figureKey = /^\([A-Z]{1,2}\)$/;

interface Lattice {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly uprights: readonly Rule[];
  readonly levels: readonly Rule[];
}

interface LatticeCell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Finds tables drawn with lines, and gives back the runs of text that stand outside of them. */
export function takeRuledTables(
  runs: readonly TextRun[],
  rules: readonly Rule[],
  page: number,
): { tables: TableRowBlock[]; rest: TextRun[] } {
  const tables: TableRowBlock[] = [];
  let rest = [...runs];
  for (const lattice of lattices(rules)) {
    const [left = 0, right = 0] = [lattice.xs[0], lattice.xs.at(-1)];
    const [top = 0, bottom = 0] = [lattice.ys[0], lattice.ys.at(-1)];
    const isInside = (run: TextRun) => {
      const [x, y] = middleOf(run);
      return x > left && x < right && y > top && y < bottom;
    };
    const inside = rest.filter(isInside);
    const grid = makeGrid(rowsOf(lattice, inside));
    const columns = grid ? largestOf(grid.rows.map((row) => row.cells.length)) : 0;
    if (!grid || columns < 2) continue;
    const isLone = grid.rows.length < 2;
    if (isLone && (columns < fewestLoneCells || linesAbove(runs, top) > mostHeadLines)) continue;
    rest = rest.filter((run) => !inside.includes(run));
    const item = { kind: "table", page, grid, ...(isLone ? { isLone } : {}) } as const;
    tables.push({ kind: "table", top, y: bottom, left, right, item });
  }
  return { tables, rest };
}

const linesAbove = (runs: readonly TextRun[], top: number) =>
  new Set(runs.filter((run) => run.y < top).map((run) => Math.round(run.y))).size;

const middleOf = (run: TextRun): [number, number] => [run.x + run.width / 2, run.y - run.fontSize * 0.3];

/** Groups of rules that touch one another and enclose at least two columns and one row. */
function lattices(rules: readonly Rule[]): Lattice[] {
  const levels = merged(rules.filter((rule) => rule.isLevel));
  const uprights = merged(rules.filter((rule) => !rule.isLevel));
  if (levels.length < 2 || uprights.length < 2 || levels.length * uprights.length > 400_000) return [];
  const groupOf = new Map<Rule, number>();
  let groups = 0;
  for (const start of uprights) {
    if (groupOf.has(start)) continue;
    groups += 1;
    const queue: Rule[] = [start];
    groupOf.set(start, groups);
    for (let rule = queue.pop(); rule; rule = queue.pop()) {
      for (const other of rule.isLevel ? uprights : levels) {
        if (groupOf.has(other) || !touches(rule, other)) continue;
        groupOf.set(other, groups);
        queue.push(other);
      }
    }
  }
  const found: Lattice[] = [];
  for (let group = 1; group <= groups; group += 1) {
    const own = (rule: Rule) => groupOf.get(rule) === group;
    const lattice = { uprights: uprights.filter(own), levels: levels.filter(own) };
    const xs = places(lattice.uprights);
    const ys = places(lattice.levels);
    if (xs.length >= 3 && ys.length >= 2) found.push({ ...lattice, xs, ys });
  }
  return found;
}

function touches(rule: Rule, other: Rule): boolean {
  const [level, upright] = rule.isLevel ? [rule, other] : [other, rule];
  const isInReach = upright.at >= level.from - tolerance && upright.at <= level.to + tolerance;
  return isInReach && level.at >= upright.from - tolerance && level.at <= upright.to + tolerance;
}

/** Joins pieces of one line: tables are often drawn cell by cell. */
function merged(rules: readonly Rule[]): Rule[] {
  const ordered = [...rules].sort((left, right) => left.at - right.at || left.from - right.from);
  const lanes: { at: number; rules: Rule[] }[] = [];
  for (const rule of ordered) {
    const lane = lanes.at(-1);
    if (lane && rule.at - lane.at <= tolerance) lane.rules.push(rule);
    else lanes.push({ at: rule.at, rules: [rule] });
  }
  return lanes.flatMap(({ rules: lane }) => {
    const at = lane.reduce((sum, rule) => sum + rule.at, 0) / lane.length;
    const joined: Rule[] = [];
    for (const rule of lane.sort((left, right) => left.from - right.from)) {
      const last = joined.at(-1);
      if (last && rule.from <= last.to + tolerance)
        joined[joined.length - 1] = { ...last, to: Math.max(last.to, rule.to) };
      else joined.push({ ...rule, at });
    }
    return joined;
  });
}

function places(rules: readonly Rule[]): number[] {
  const found: number[] = [];
  for (const at of rules.map((rule) => rule.at).sort((left, right) => left - right)) {
    const last = found.at(-1);
    if (last === undefined || at - last > tolerance) found.push(at);
  }
  return found;
}

function rowsOf(lattice: Lattice, runs: readonly TextRun[]): RawRow[] {
  const cells = cellsOf(lattice).map((cell) => {
    const own = runs.filter((run) => {
      const [x, y] = middleOf(run);
      return x >= cell.left && x < cell.right && y >= cell.top && y < cell.bottom;
    });
    return linesOfCell(cell, own);
  });
  const rows: RawRow[] = [];
  for (let row = 0; row < lattice.ys.length - 1; row += 1) {
    const own = cells.filter(({ cell }) => cell.row === row);
    appendAll(rows, splitLines(own));
  }
  return rows;
}

type CellLines = {
  readonly cell: LatticeCell;
  readonly lines: readonly TextRow[];
  /** The letter beside the lines that keys them to a figure, on a line of its own or between two of theirs. */
  readonly key: string;
};

function linesOfCell(cell: LatticeCell, runs: readonly TextRun[]): CellLines {
  const key = runs.find((run) => figureKey.test(run.text.trim()));
  const others = runs.filter((run) => run !== key && run.text.trim() !== "");
  const isBeside = key !== undefined && others.length > 1 && others.every((run) => run.x > key.x + key.width);
  if (!isBeside) return { cell, lines: textRowsOf(runs), key: "" };
  return { cell, lines: textRowsOf(others), key: `${key.text.trim()} ` };
}

/** A band of cells is one row, or, where columns are ruled and rows are not, one row for each printed line. */
function splitLines(cells: readonly CellLines[]): RawRow[] {
  const counts = cells.map(({ lines }) => lines.length);
  const lines = Math.max(0, ...counts);
  const isStacked = lines >= 3 && cells.length >= 2 && counts.every((count) => count === lines) && isLevel(cells);
  const steps = isStacked ? Array.from({ length: lines }, (_, line) => line) : [null];
  return steps.map((step) => ({
    isHead: null,
    cells: cells.map(({ cell, lines: own, key }) => {
      const shown = step === null ? own : own.slice(step, step + 1);
      return {
        text: key + joinLines(shown),
        column: cell.column,
        columnSpan: cell.columnSpan,
        rowSpan: isStacked ? 1 : cell.rowSpan,
        isHeader: shown.length > 0 && shown.every((line) => line.segments.every((segment) => segment.bold > 0.8)),
      };
    }),
  }));
}

function isLevel(cells: readonly CellLines[]): boolean {
  const first = cells[0]?.lines ?? [];
  return cells.every(({ lines }) => lines.every((line, at) => Math.abs(line.y - (first[at]?.y ?? 0)) < 2.5));
}

/** Joins the lines of a cell; a word parted at a line end is mended. */
export function joinLines(lines: readonly TextRow[]): string {
  let text = "";
  for (const line of lines) {
    const next = line.segments
      .map((segment) => segment.text)
      .join(" ")
      .replaceAll("|", "/");
    if (/\p{Ll}{2}-$/u.test(text) && /^\p{Ll}{2}/u.test(next)) text = text.slice(0, -1) + next;
    else text = text === "" ? next : `${text} ${next}`;
  }
  return text;
}

/** Cells of a lattice; where a rule between two places is missing, they are one spanning cell. */
function cellsOf({ xs, ys, uprights, levels }: Lattice): LatticeCell[] {
  const taken = new Set<number>();
  const columns = xs.length - 1;
  const cells: LatticeCell[] = [];
  const isParted = (rules: readonly Rule[], at: number, middle: number) =>
    rules.some(
      (rule) => Math.abs(rule.at - at) <= tolerance && rule.from - tolerance <= middle && rule.to + tolerance >= middle,
    );
  const middle = (places: readonly number[], index: number) => ((places[index] ?? 0) + (places[index + 1] ?? 0)) / 2;
  for (let row = 0; row < ys.length - 1; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (taken.has(row * columns + column)) continue;
      let right = column + 1;
      while (
        right < columns &&
        !taken.has(row * columns + right) &&
        !isParted(uprights, xs[right] ?? 0, middle(ys, row))
      )
        right += 1;
      let bottom = row + 1;
      const isOpenBelow = (at: number) => {
        for (let across = column; across < right; across += 1) {
          if (taken.has(at * columns + across) || isParted(levels, ys[at] ?? 0, middle(xs, across))) return false;
          if (across > column && isParted(uprights, xs[across] ?? 0, middle(ys, at))) return false;
        }
        return true;
      };
      while (bottom < ys.length - 1 && isOpenBelow(bottom)) bottom += 1;
      for (let down = row; down < bottom; down += 1) {
        for (let across = column; across < right; across += 1) taken.add(down * columns + across);
      }
      cells.push({
        row,
        column,
        rowSpan: bottom - row,
        columnSpan: right - column,
        left: xs[column] ?? 0,
        right: xs[right] ?? 0,
        top: ys[row] ?? 0,
        bottom: ys[bottom] ?? 0,
      });
    }
  }
  return cells;
}
