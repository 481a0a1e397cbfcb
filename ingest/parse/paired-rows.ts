import type { DocumentTable, TableCell } from "../corpus.ts";
import { isEntry } from "./table-grid.ts";

/** A label with the values to the right of it, in a table that has no header row. */
export interface LabelledValues {
  /** Titles of the block the label stands in, and the label it refines, outermost first. */
  readonly above: readonly string[];
  readonly label: TableCell;
  readonly values: readonly TableCell[];
}

/** A row read as labels and values; `lead` are cells that are neither. */
export interface PairedRow {
  readonly lead: readonly TableCell[];
  readonly pairs: readonly LabelledValues[];
}

/** Blocks of pairs stand side by side; each has its own title, and its own label that further labels refine. */
interface Lane {
  readonly column: number;
  /** It is one of two blocks with the same labels, which end at the next title. */
  readonly isOfTwo?: boolean;
  title: string | null;
  parent: string | null;
}

const longestTitle = 60;
const noValue = /^[-–—]+$/;

/**
 * Reads tables laid out as labels and values side by side ("Stories | 2.5 | Amenity space | 1/DU"), row by row.
 *
 * A label without a value ("Side setback | –") is refined by the labels below it that the table uses more than once
 * ("With driveway | 5 ft").
 */
export class PairedTable {
  readonly #repeated: ReadonlySet<string>;
  /** The blocks that begin below a row of two titles, by the first cell of that row. */
  readonly #blocks: ReadonlyMap<TableCell, readonly Lane[]>;
  #lanes: Lane[] = [];

  private constructor(labels: readonly string[], blocks: ReadonlyMap<TableCell, readonly Lane[]>) {
    const seen = new Set<string>();
    this.#repeated = new Set(labels.filter((label) => seen.size === seen.add(label).size));
    this.#blocks = blocks;
  }

  /** The reader of a table; null when its rows hold no pairs side by side. */
  static of(table: DocumentTable, isKeyCell: (cell: TableCell) => boolean): PairedTable | null {
    if (table.columns.some((label) => label !== "")) return null;
    const rows = table.rows.map((row) => splitRow(row.cells.filter((cell) => !isKeyCell(cell))));
    if (!rows.some((row) => row.pairs.length >= 2)) return null;
    const blocks = table.rows.flatMap(({ cells: titles }, at): (readonly [TableCell, readonly Lane[]])[] => {
      const lanes = twoBlocks(titles, rows[at + 1]);
      return titles[0] && lanes ? [[titles[0], lanes]] : [];
    });
    // A label that both blocks have does not narrow down the label above it.
    const labels = rows.flatMap((row) => [...new Set(row.pairs.map((pair) => pair.label.text))]);
    return new PairedTable(labels, new Map(blocks));
  }

  read(cells: readonly TableCell[]): PairedRow {
    const [first] = cells;
    const blocks = first && this.#blocks.get(first);
    if (blocks) {
      this.#lanes = blocks.map((lane) => ({ ...lane }));
      return { lead: cells, pairs: [] };
    }
    const { lead, pairs } = splitRow(cells);
    const titles = lead.filter((cell) => !isAnswered(cell, cells) && cell.text.length <= longestTitle);
    if (titles.length > 0) this.#entitle(titles, pairs.length === 0 && titles.length === lead.length);
    return { lead, pairs: pairs.map((pair) => ({ ...pair, above: this.#above(pair) })) };
  }

  #entitle(titles: readonly TableCell[], isWholeRow: boolean): void {
    const opened = titles.map((cell) => ({ column: cell.column, title: cell.text, parent: null }));
    const endsBlocks = isWholeRow && this.#lanes.some(({ isOfTwo }) => isOfTwo);
    if (isWholeRow && (titles.length > 1 || endsBlocks)) this.#lanes = opened;
    else for (const lane of opened) this.#replace(lane);
  }

  #replace(lane: Lane): void {
    const at = this.#lanes.findLastIndex((each) => each.column <= lane.column);
    if (at < 0) this.#lanes.unshift(lane);
    else this.#lanes[at] = { ...lane, column: this.#lanes[at]?.column ?? lane.column };
  }

  #above({ label, values }: LabelledValues): string[] {
    let lane = this.#lanes.findLast((each) => each.column <= label.column);
    if (!lane) {
      lane = { column: 0, title: null, parent: null };
      this.#lanes.unshift(lane);
    }
    const isRefining = this.#repeated.has(label.text);
    if (!isRefining) lane.parent = values.every((cell) => noValue.test(cell.text)) ? label.text : null;
    const parent = isRefining ? lane.parent : null;
    return [lane.title, parent].filter((title) => title !== null);
  }
}

/**
 * The two blocks below a row of titles, where the pairs of the next row have one label: "Principal building | Accessory
 * building" above "Front setback | 20 ft | Front setback | 5 ft". Undefined for any other row.
 */
function twoBlocks(titles: readonly TableCell[], below: PairedRow | undefined): readonly Lane[] | undefined {
  const [one, other, ...more] = below?.pairs ?? [];
  if (!one || !other || more.length > 0 || one.label.text !== other.label.text) return undefined;
  const isTitle = ({ text }: TableCell) => text.length <= longestTitle && !isEntry(text);
  if (titles.length !== 2 || !titles.every(isTitle) || titles[0]?.text === titles[1]?.text) return undefined;
  return titles.map(({ text }, at) => ({
    column: [one, other][at]?.label.column ?? 0,
    isOfTwo: true,
    title: text,
    parent: null,
  }));
}

function splitRow(cells: readonly TableCell[]): PairedRow {
  const pairs: { above: string[]; label: TableCell; values: TableCell[] }[] = [];
  const lead: TableCell[] = [];
  const [first, second, ...others] = cells;
  if (first && second && others.length === 0 && isAnswered(first, cells) && !isEntry(first.text)) {
    return { lead, pairs: [{ above: [], label: first, values: [second] }] };
  }
  cells.forEach((cell, at) => {
    const next = cells[at + 1];
    const open = pairs.at(-1);
    if (isEntry(cell.text) && open) open.values.push(cell);
    else if (isEntry(cell.text)) lead.push(cell);
    else if (next && isEntry(next.text)) pairs.push({ above: [], label: cell, values: [] });
    else if (isTextValue(cells, at)) open?.values.push(cell);
    else if (next && isTextValue(cells, at + 1)) pairs.push({ above: [], label: cell, values: [] });
    else lead.push(cell);
  });
  return { lead, pairs };
}

/** Words right beside the next cell belong to it; a title stands apart. */
function isAnswered(cell: TableCell, cells: readonly TableCell[]): boolean {
  const next = cells[cells.indexOf(cell) + 1];
  return isEntry(cell.text) || (next !== undefined && next.column === cell.column + cell.columnSpan);
}

/** Words that answer the label right before them: two cells of words side by side, apart from the rest of the row. */
function isTextValue(cells: readonly TableCell[], at: number): boolean {
  const [before, cell, next] = [cells[at - 1], cells[at], cells[at + 1]];
  if (!before || !cell || isEntry(before.text) || isEntry(cell.text)) return false;
  const earlier = cells[at - 2];
  const isFirstOfTwo = earlier === undefined || isEntry(earlier.text);
  const isBeside = before.column + before.columnSpan === cell.column;
  const isLast = next === undefined || (!isEntry(next.text) && next.column > cell.column + cell.columnSpan);
  return isFirstOfTwo && isBeside && isLast && /\((?:max|min)|[):]$/i.test(before.text);
}
