import type { MapLayer, OcrPage } from "../corpus.ts";
import { appendAll } from "../large-lists.ts";
import type { ScanOptions } from "./ocr/scan-reader.ts";
import type { Grid } from "./table-grid.ts";

/** A line of text as a parser found it; every parser hands on lines and tables, and nothing else. */
export interface Line {
  readonly kind: "line";
  /** Normalised, never empty. */
  readonly text: string;
  readonly page: number | null;
  /** 1..6 where the source marks a heading by tag or style, 0 over a part that stands outside of all others; null elsewhere. */
  readonly level: number | null;
  readonly isBold: boolean;
  /** Height of the type relative to the document's body type: 1 is body size. */
  readonly size: number;
  /** A blank line, a gap or an indent stands before it. */
  readonly opens: boolean;
  /** A paragraph by itself: never joined to the next line. */
  readonly isWhole: boolean;
  /** Share of its column's width that the line fills, 0..1: a short line ends a paragraph. */
  readonly fill: number;
  /** Characters at its start that are set bold while the rest is not: a run-in heading. */
  readonly boldLead?: number;
  /** The number it begins with stood on a line of its own, and so numbers it. */
  readonly isNumbered?: boolean;
  /** A label on a map or a drawing, or the term that a definition explains: never a heading. */
  readonly isLabel?: boolean;
}

/** A table where it stands among the lines. */
export interface TableItem {
  readonly kind: "table";
  readonly page: number | null;
  readonly grid: Grid;
  /** One row at the top of a page: a table only where it goes on with the one before. */
  readonly isLone?: true;
}

export type Item = Line | TableItem;

/** What a parser of one format hands on. */
export interface RawDocument {
  readonly title: string | null;
  readonly items: readonly Item[];
  /** Every page of the file in order, also those without text; empty for formats without pages. */
  readonly pages: readonly { readonly page: number; readonly printedPage: string | null }[];
  readonly parser: string;
  readonly warnings: readonly { readonly code: string; readonly message: string; readonly page?: number }[];
  /** Pages read by OCR; left out where there are none. */
  readonly ocrPages?: readonly OcrPage[];
  /** Layers of a map file. */
  readonly mapLayers?: readonly MapLayer[];
}

/** How a parse can be watched and steered. */
export interface ParseOptions {
  /** Pages to leave out, because reading them took too long before. */
  readonly skipPages?: readonly number[];
  /** Called before each page with its number and the number of pages. */
  readonly onPage?: (page: number, pages: number) => void;
  readonly scans?: ScanOptions;
  /** Names what a file without a title holds. */
  readonly filename?: string;
}

/** Makes a line that is a paragraph by itself. */
export function wholeLine(text: string, options: Partial<Omit<Line, "kind" | "text">> = {}): Line {
  return {
    kind: "line",
    text,
    page: null,
    level: null,
    isBold: false,
    size: 1,
    opens: true,
    isWhole: true,
    fill: 1,
    ...options,
  };
}

/**
 * Reads anew what stands in runs of lines without a level on one page, such as tables that arrived as lines.
 *
 * Shape   `isPart` says which of these lines may be in a run, `longest` how many are read together at most
 */
export function rereadRuns(
  items: readonly Item[],
  read: (run: readonly Line[]) => readonly Item[],
  {
    isPart = () => true,
    longest = Number.POSITIVE_INFINITY,
  }: { isPart?: (line: Line) => boolean; longest?: number } = {},
): Item[] {
  const found: Item[] = [];
  let open: Line[] = [];
  const close = () => {
    appendAll(found, read(open));
    open = [];
  };
  for (const item of items) {
    const part = item.kind === "line" && item.level === null && isPart(item) ? item : null;
    if (!part || (open[0] && open[0].page !== part.page) || open.length === longest) close();
    if (part) open.push(part);
    else found.push(item);
  }
  close();
  return found;
}
