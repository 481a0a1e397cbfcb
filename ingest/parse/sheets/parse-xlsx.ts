import { type CellObject, read, utils, type WorkBook, type WorkSheet } from "@e965/xlsx";
import { type RawDocument, wholeLine } from "../lines.ts";
import { normaliseText } from "../normalise.ts";
import { parserFailure } from "../overruns.ts";
import { assertZipIsHarmless } from "../zip-guard.ts";
import { assertRowFits, type SheetCell, type SheetRow } from "./sheet-rows.ts";
import { itemsOfSheet } from "./sheet-tables.ts";
import { scanWorkbook, type WorkbookScan } from "./workbook-scan.ts";

/** Names that a program gives to sheets, in the languages it is sold in most. */
const givenName = /^(?:sheet|tabelle|feuil|feuille|hoja|foglio|blad|planilha|folha)\s?\d*$/i;
const namedAtMost = 5;

type Warning = RawDocument["warnings"][number];

/**
 * Reads an Excel workbook: each visible sheet is a section under the sheet's name, with its tables.
 *
 * Cells read as they are shown: figures and dates in their number format, formulas by the value that was saved with
 * them. Hidden sheets are left out and named in a warning; hidden rows and columns, which are mostly the work of a
 * filter, are read like the others, with a warning.
 */
export async function parseXlsx(bytes: Uint8Array): Promise<RawDocument> {
  await assertZipIsHarmless(bytes);
  const { title, sheets, hidden, scan } = await opened(bytes);
  const items = sheets.flatMap((sheet) => {
    const saysNothing = sheet.name === "" || (sheets.length === 1 && givenName.test(sheet.name));
    const heading = saysNothing ? [] : [wholeLine(sheet.name, { level: 1 })];
    return [...heading, ...itemsOfSheet(sheet.rows, { headerRow: sheet.headerRow })];
  });
  const failed = sheets.reduce((total, sheet) => total + sheet.failed, 0);
  const warnings = [...warningsOf(hidden, scan), ...failedWarning(failed)];
  return { title: title === "" ? null : title, items, pages: [], parser: "xlsx", warnings };
}

interface OpenedSheet {
  readonly name: string;
  readonly rows: readonly SheetRow[];
  readonly headerRow: number | undefined;
  /** Cells that show an error. */
  readonly failed: number;
}

interface OpenedWorkbook {
  readonly title: string;
  readonly sheets: readonly OpenedSheet[];
  /** Names of the sheets that are not shown. */
  readonly hidden: readonly string[];
  readonly scan: WorkbookScan;
}

/** Takes out of a workbook what is needed of it, so that the rest can go before its tables are made. */
async function opened(bytes: Uint8Array): Promise<OpenedWorkbook> {
  try {
    const scan = await scanWorkbook(bytes);
    const workbook = workbookFrom(bytes);
    const isHidden = (at: number) => Boolean(workbook.Workbook?.Sheets?.[at]?.Hidden);
    const shown = workbook.SheetNames.filter((_, at) => !isHidden(at));
    const hidden = workbook.SheetNames.filter((_, at) => isHidden(at));
    const sheets = shown.flatMap((name) => {
      const sheet = workbook.Sheets[name];
      return sheet ? [{ name: normaliseText(name), ...rowsOf(sheet), headerRow: filteredRow(sheet) }] : [];
    });
    const filled = sheets.filter((sheet) => sheet.rows.length > 0);
    return { title: normaliseText(workbook.Props?.Title ?? ""), sheets: filled, hidden, scan };
  } catch (error) {
    const detail = "The workbook is damaged. Open it in Excel, save it again as XLSX and upload the new file.";
    throw parserFailure(error, detail);
  }
}

function workbookFrom(bytes: Uint8Array): WorkBook {
  return read(bytes, {
    type: "array",
    dense: true,
    // A formula without a saved value would otherwise read as 0.
    cellFormula: false,
    cellHTML: false,
    cellText: true,
  });
}

/** The filled cells of a sheet, row by row, merged cells with their spans. */
function rowsOf(sheet: WorkSheet): { rows: SheetRow[]; failed: number } {
  const spans = new Map(
    (sheet["!merges"] ?? []).map(({ s, e }) => [`${s.r}:${s.c}`, { rows: e.r - s.r + 1, columns: e.c - s.c + 1 }]),
  );
  const rows: SheetRow[] = [];
  let failed = 0;
  const data: readonly ((CellObject | undefined)[] | undefined)[] = sheet["!data"] ?? [];
  data.forEach((row, index) => {
    const cells: SheetCell[] = [];
    row?.forEach((cell, column) => {
      if (cell?.t === "e") failed += 1;
      const text = cell ? textOf(cell) : "";
      if (!cell || text === "") return;
      const span = spans.get(`${index}:${column}`);
      cells.push({
        text,
        column,
        columnSpan: span?.columns ?? 1,
        rowSpan: span?.rows ?? 1,
        isNumber: cell.t === "n" || cell.t === "d",
      });
    });
    assertRowFits(cells);
    if (cells.length > 0) rows.push({ index, cells });
  });
  return { rows, failed };
}

/** A cell's text as shown; a format that shows nothing of a value (";;;") hides it here as well. */
function textOf({ t, v, w }: CellObject): string {
  if (t === "z" || v === undefined) return "";
  return normaliseText(w ?? String(v));
}

function filteredRow(sheet: WorkSheet): number | undefined {
  const ref = sheet["!autofilter"]?.ref;
  return ref === undefined ? undefined : utils.decode_range(ref).s.r;
}

function warningsOf(hidden: readonly string[], scan: WorkbookScan): Warning[] {
  const warnings: Warning[] = [];
  if (hidden.length > 0) {
    const named = hidden
      .slice(0, namedAtMost)
      .map((name) => `"${normaliseText(name)}"`)
      .join(", ");
    const others = hidden.length > namedAtMost ? ` and ${hidden.length - namedAtMost} others` : "";
    const message = `Hidden sheets were left out: ${named}${others}. Show them and upload the file again if they count.`;
    warnings.push({ code: "sheet.hidden", message });
  }
  if (scan.hiddenRows > 0 || scan.hiddenColumns > 0) {
    const message = `${scan.hiddenRows} hidden rows and ${scan.hiddenColumns} groups of hidden columns were read like the others.`;
    warnings.push({ code: "sheet.hidden-rows", message });
  }
  if (scan.unansweredFormulas > 0) {
    const message = `${scan.unansweredFormulas} formulas were saved without their value and read as empty. Open the file in a spreadsheet program, save it and upload it again.`;
    warnings.push({ code: "sheet.formula-without-value", message });
  }
  return warnings;
}

function failedWarning(cells: number): Warning[] {
  if (cells === 0) return [];
  return [{ code: "sheet.error-values", message: `${cells} cells show an error such as #REF! instead of a value.` }];
}
