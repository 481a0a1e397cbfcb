import { type Entry, fromBuffer, type ZipFile } from "yauzl";
import { DocumentUnreadable } from "../../errors.ts";
import { mostCells } from "./sheet-rows.ts";

const worksheet = /^\/?xl\/worksheets\/[^/]+\.xml$/i;
const mostSheets = 500;
/** A sheet is read as one string several times over, inside the memory of a reading. */
const mostSheetBytes = 120 * 1024 * 1024;
const mostSharedStringBytes = 80 * 1024 * 1024;
/** No mark that is counted is longer than this; so much of a piece is looked at again with the next. */
const longestMark = 400;

const value = /<(?:\w+:)?(?:v|is)>/g;
const hiddenRow = /<(?:\w+:)?row\s[^<>]*\bhidden="(?:1|true)"[^<>]*>/g;
const hiddenColumn = /<(?:\w+:)?col\s[^<>]*\bhidden="(?:1|true)"[^<>]*>/g;
const unansweredFormula =
  /(?:<\/(?:\w+:)?f>|<(?:\w+:)?f(?:\s[^>]*)?\/>)(?:<(?:\w+:)?v\s*\/>|<(?:\w+:)?v><\/(?:\w+:)?v>)?<\/(?:\w+:)?c>/g;

/** What the sheets of a workbook hold, counted before the workbook is read. */
export interface WorkbookScan {
  readonly hiddenRows: number;
  readonly hiddenColumns: number;
  /** Formulas that were saved without the value they come to. */
  readonly unansweredFormulas: number;
}

/**
 * Looks through the sheets of an XLSX file piece by piece, without keeping them.
 *
 * Range   500 sheets, 120 MB of XML a sheet, 80 MB of shared strings, 500,000 filled cells in all
 * @throws document.too-large, document.mislabelled, document.unsupported, document.truncated
 */
export async function scanWorkbook(bytes: Uint8Array): Promise<WorkbookScan> {
  const zip = await openZip(bytes);
  const counts = { hiddenRows: 0, hiddenColumns: 0, unansweredFormulas: 0 };
  const names = new Set<string>();
  let cells = 0;
  let sheets = 0;
  try {
    for await (const entry of entriesOf(zip)) {
      names.add(entry.fileName);
      if (/^xl\/sharedStrings\.xml$/i.test(entry.fileName) && entry.uncompressedSize > mostSharedStringBytes) {
        throw tooLarge("more text than can be read at once");
      }
      if (!worksheet.test(entry.fileName)) continue;
      sheets += 1;
      if (sheets > mostSheets) throw tooLarge(`more than ${mostSheets} sheets`);
      if (entry.uncompressedSize > mostSheetBytes) throw tooLarge("a sheet that is too long to be read at once");
      for await (const piece of piecesOf(zip, entry)) {
        cells += piece.count(value);
        if (cells > mostCells) throw tooLarge(`more than ${mostCells.toLocaleString("en-US")} filled cells`);
        counts.hiddenRows += piece.count(hiddenRow);
        counts.hiddenColumns += piece.count(hiddenColumn);
        counts.unansweredFormulas += piece.count(unansweredFormula);
      }
    }
  } finally {
    zip.close();
  }
  assertIsXlsx(names);
  return counts;
}

function assertIsXlsx(names: ReadonlySet<string>): void {
  if (names.has("xl/workbook.xml")) return;
  const detail = names.has("xl/workbook.bin")
    ? "The file is a binary workbook (XLSB). Save it as XLSX and upload that file."
    : "The file is no Excel workbook. Upload it under its own type and name, or save it as XLSX.";
  throw new DocumentUnreadable(names.has("xl/workbook.bin") ? "document.unsupported" : "document.mislabelled", detail);
}

function tooLarge(what: string): DocumentUnreadable {
  return new DocumentUnreadable("document.too-large", `The workbook holds ${what}. Split it and upload the parts.`);
}

function openZip(bytes: Uint8Array): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    fromBuffer(buffer, { lazyEntries: true, autoClose: false }, (error, zip) => (error ? reject(error) : resolve(zip)));
  });
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | null>((resolve, reject) => {
      zip
        .once("entry", resolve)
        .once("end", () => resolve(null))
        .once("error", reject);
      zip.readEntry();
    });
    zip.removeAllListeners("entry").removeAllListeners("end").removeAllListeners("error");
    if (entry === null) return;
    yield entry;
  }
}

/** A stretch of a part; `count` counts the matches that end in it and not in the stretch before. */
interface ScanPiece {
  count(mark: RegExp): number;
}

async function* piecesOf(zip: ZipFile, entry: Entry): AsyncGenerator<ScanPiece> {
  const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  let tail = "";
  for await (const data of stream) {
    const own = tail;
    const text = own + (typeof data === "string" ? data : data.toString("latin1"));
    yield {
      count(mark) {
        let found = 0;
        for (const match of text.matchAll(mark)) if (match.index + match[0].length > own.length) found += 1;
        return found;
      },
    };
    tail = text.slice(-longestMark);
  }
}
