import type { DefaultTreeAdapterTypes } from "parse5";
import { attributeOf, childElements, textOf } from "./html-nodes.ts";
import { type Grid, makeGrid, type RawRow } from "./table-grid.ts";

type Element = DefaultTreeAdapterTypes.Element;

const widestSpan = 200;

/** Reads an HTML table into a grid; spans push later cells to the right as a browser would. */
export function gridFromTable(table: Element): Grid | null {
  const rows: RawRow[] = [];
  /** Rows still to be covered by a cell above, by column. */
  const covered: number[] = [];
  for (const { row, isHead } of rowsOf(table)) {
    rows.push({ cells: placeCells(row, covered), isHead });
  }
  const caption = childElements(table).find((child) => child.tagName === "caption");
  return makeGrid(rows, caption ? textOf(caption) || null : null);
}

/** The rows of a table itself, not those of tables inside its cells. */
export function rowsOf(table: Element): { row: Element; isHead: boolean | null }[] {
  return childElements(table).flatMap((child) => {
    if (child.tagName === "tr") return [{ row: child, isHead: null }];
    if (!["thead", "tbody", "tfoot"].includes(child.tagName)) return [];
    const isHead = child.tagName === "thead" ? true : null;
    return childElements(child).flatMap((row) => (row.tagName === "tr" ? [{ row, isHead }] : []));
  });
}

function placeCells(row: Element, covered: number[]): RawRow["cells"] {
  const cells: RawRow["cells"][number][] = [];
  let column = 0;
  for (const cell of childElements(row)) {
    if (cell.tagName !== "td" && cell.tagName !== "th") continue;
    while ((covered[column] ?? 0) > 0) passColumn(covered, column++);
    const columnSpan = spanOf(cell, "colspan");
    const rowSpan = spanOf(cell, "rowspan");
    cells.push({ text: textOf(cell), column, columnSpan, rowSpan, isHeader: cell.tagName === "th" || isAllBold(cell) });
    for (let at = column; at < column + columnSpan; at += 1) covered[at] = rowSpan - 1;
    column += columnSpan;
  }
  for (; column < covered.length; column += 1) if ((covered[column] ?? 0) > 0) passColumn(covered, column);
  return cells;
}

function passColumn(covered: number[], column: number): void {
  covered[column] = (covered[column] ?? 1) - 1;
}

function spanOf(cell: Element, name: string): number {
  const value = Number.parseInt(attributeOf(cell, name) ?? "1", 10);
  return Number.isFinite(value) ? Math.min(Math.max(value, 1), widestSpan) : 1;
}

function isAllBold(cell: Element): boolean {
  const text = textOf(cell);
  if (text === "") return false;
  const bold: string[] = [];
  const visit = (element: Element): void => {
    for (const child of childElements(element)) {
      if (child.tagName === "b" || child.tagName === "strong") bold.push(textOf(child));
      else visit(child);
    }
  };
  visit(cell);
  return bold.join(" ").replace(/\s+/g, "") === text.replace(/\s+/g, "");
}
