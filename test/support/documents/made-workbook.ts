import { type CellObject, utils, type WorkBook, type WorkSheet, write } from "@e965/xlsx";

/** A cell: words, a figure, nothing, or a value with its number format or the formula it came from. */
export type MadeCell = string | number | boolean | null | CellObject;

/** A sheet to be made. */
export interface MadeSheet {
  readonly name: string;
  readonly rows: readonly (readonly MadeCell[])[];
  /** "A1:C1" */
  readonly merges?: readonly string[];
  readonly isHidden?: boolean;
  /** Rows and columns, from 0, that are hidden. */
  readonly hiddenRows?: readonly number[];
  readonly hiddenColumns?: readonly number[];
  /** "A2:D9" */
  readonly filter?: string;
}

/** The media type of an XLSX file. */
export const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Writes an XLSX workbook. */
export function makeWorkbook(sheets: readonly MadeSheet[], title?: string): Uint8Array {
  const workbook: WorkBook = utils.book_new();
  for (const sheet of sheets) utils.book_append_sheet(workbook, sheetFrom(sheet), sheet.name);
  workbook.Workbook = { Sheets: sheets.map(({ name, isHidden }) => ({ name, Hidden: isHidden === true ? 1 : 0 })) };
  if (title !== undefined) workbook.Props = { Title: title };
  return new Uint8Array(write(workbook, { type: "array", bookType: "xlsx", compression: true }) as ArrayBuffer);
}

function sheetFrom(made: MadeSheet): WorkSheet {
  const sheet = utils.aoa_to_sheet(made.rows.map((row) => [...row]));
  if (made.merges) sheet["!merges"] = made.merges.map((range) => utils.decode_range(range));
  if (made.filter !== undefined) sheet["!autofilter"] = { ref: made.filter };
  if (made.hiddenRows) sheet["!rows"] = hiddenAt(made.hiddenRows);
  if (made.hiddenColumns) sheet["!cols"] = hiddenAt(made.hiddenColumns);
  return sheet;
}

function hiddenAt(places: readonly number[]): { hidden: boolean }[] {
  return Array.from({ length: Math.max(...places) + 1 }, (_, at) => ({ hidden: places.includes(at) }));
}
