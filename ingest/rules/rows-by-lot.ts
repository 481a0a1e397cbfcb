import type { RowCell, RowSentence } from "../corpus.ts";
import { amountsIn } from "./values-in.ts";

const kind = "(?:interior|inside|corner|through|rear|flag|standard|conventional|regular)";
const kindsOfLots = new RegExp(
  String.raw`\b${kind}(?:\s*[,/]\s*(?:(?:or|and)\s+)?${kind}|\s+(?:or|and)\s+${kind})*\s+lots?\b`,
  "gi",
);
/** Lots of these kinds are the plain case of a standard. */
const plainLots = /\b(?:interior|inside|standard|conventional|regular)\b/i;

/** A row, and the kind of lot that it is for; null for lots at large. */
export interface RowOfLots {
  readonly row: RowSentence;
  readonly lots: string | null;
}

/**
 * Returns one row for each kind of lot where a label ends in several of them and every cell has as many amounts, as when the
 * lines of a cell were joined: "Minimum lot area Interior or Corner Lot Rear Lot | 20,000 SF 30,000 SF". Other rows are
 * returned as they are.
 */
export function rowsByLot(row: RowSentence): readonly RowOfLots[] {
  const kinds = [...row.label.matchAll(kindsOfLots)];
  const from = kinds[0]?.index ?? row.label.length;
  const isEnd = /^[\s,;:]*$/.test(row.label.slice(from).replaceAll(kindsOfLots, " "));
  const filled = row.cells.filter(({ value }) => value.trim() !== "" && value !== row.label);
  const isEach = filled.every(({ value }) => amountsIn(value).length === kinds.length);
  if (kinds.length < 2 || !isEnd || filled.length === 0 || !isEach) return [{ row, lots: null }];
  const title = row.label.slice(0, from).trim();
  return kinds.map(([lots], at) => ({
    row: { ...row, label: title, cells: filled.map((cell) => partOf(cell, at)) },
    lots: plainLots.test(lots) ? null : lots,
  }));
}

/** The part of a cell from one of its amounts to the next. */
function partOf(cell: RowCell, at: number): RowCell {
  const amounts = amountsIn(cell.value);
  const [start, end] = [amounts[at]?.start ?? 0, amounts[at + 1]?.start ?? cell.value.length];
  return {
    ...cell,
    value: cell.value.slice(start, end).trim(),
    charStart: cell.charStart + start,
    charEnd: cell.charStart + end,
  };
}
