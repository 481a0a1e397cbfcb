/**
 * The words of the product's centre: what a document is once it has been read, and what a chunk is.
 *
 * Every offset in this file counts UTF-16 code units of the document's stored `text`; every span is half open,
 * `[charStart, charEnd)`. Chunks, headings, cells and citations are spans of that text: nothing is ever cited that
 * is not a span.
 */

/** A half-open stretch of a document's text. */
export interface Span {
  readonly charStart: number;
  readonly charEnd: number;
}

/** One page of the file: `page` counts from 1, `printedPage` is what the page itself says ("12", "iv", "A-3"). */
export interface PageSpan extends Span {
  readonly page: number;
  readonly printedPage: string | null;
}

/** A heading and the section it opens. Listed in document order; the tree is told by `parent`. */
export interface OutlineNode {
  /** The section's own number as printed, without "Section" or "§" and without a final period: "3.1.8", "12-204(b)". */
  readonly number: string | null;
  /** The heading without its number: "Detached House". */
  readonly title: string;
  /** 1 is the highest level found in this document. */
  readonly level: number;
  /** Index of the enclosing heading in the outline; null at the top. */
  readonly parent: number | null;
  /** Span of the heading line itself. */
  readonly heading: Span;
  /** The title of an item in a list whose items all have one: a place inside its section, which is cited as a whole. */
  readonly isItem?: true;
  /** Span from the heading to the next heading of the same or a higher level: the section with its subsections. */
  readonly section: Span;
}

/** A lettered or numbered item below a section; its span holds the items inside it. */
export interface CitedItem extends Span {
  /** As a citation names it, with the section and what it stands in: "30-42(b)(1)", "4.3.B.2". */
  readonly number: string;
}

/** What labels a value; its span is that of the cell that holds the label, null where several blocks make it up. */
export interface TableLabel {
  readonly text: string;
  readonly charStart: number | null;
  readonly charEnd: number | null;
}

/** The unit of a figure in a cell, and where it is printed. */
export interface CellUnit {
  readonly name: "ft" | "in" | "sq ft" | "ac" | "%" | "stories" | "spaces" | "du/ac" | "m" | "m²" | "$";
  readonly from: "cell" | "column" | "row" | "group" | "caption";
}

/** The labels of a value in a table; a member is left out where the table gives none. */
export interface CellLabels {
  /** "Minimum lot area"; in tables of labels and values side by side the label right before the value. */
  readonly row?: TableLabel;
  /** The title of the rows it stands among: "Residential uses". */
  readonly group?: TableLabel;
  /** The heads above it, top to bottom, joined with " / ". */
  readonly column?: TableLabel;
  readonly unit?: CellUnit;
}

/** A table cell; its span is the cell's text inside the document's text. */
export interface TableCell extends Span {
  readonly text: string;
  /** Column index, from 0, of the cell's left edge. */
  readonly column: number;
  readonly columnSpan: number;
  readonly rowSpan: number;
  /** Of values below the heads; left out of labels, and of everything that an earlier version read. */
  readonly labels?: CellLabels;
}

/** A row of a table; its span is the line of the document's text that holds it. */
export interface TableRow extends Span {
  readonly cells: readonly TableCell[];
  readonly isHeader: boolean;
  /** Columns that the row leaves blank, in order; left out where there are none. */
  readonly blanks?: readonly number[];
}

/** A note to a table; its span is the note's text without the marker. */
export interface TableNote extends Span {
  /** What the note begins with and the cells point with: "1", "a", "*". */
  readonly marker: string;
  readonly text: string;
}

/** What a symbol in the cells of a table stands for; its span covers the symbol and the meaning. */
export interface LegendEntry extends Span {
  readonly symbol: string;
  readonly meaning: string;
}

/** A table; its span covers its rows as they stand in the text, one line a row, cells parted by " | ". */
export interface DocumentTable extends Span {
  readonly caption: string | null;
  /** One label a column, header rows joined top to bottom with " / "; "" where the table gives none. */
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  readonly footnotes: readonly string[];
  /** Notes that cells can point to, inside the table or right below it. */
  readonly notes?: readonly TableNote[];
  /** Symbols explained in the table or near it. */
  readonly legend?: readonly LegendEntry[];
}

/** Something a reader of the ingest report should know about one document. */
export interface IngestWarning {
  readonly code: string;
  readonly message: string;
  readonly page?: number;
}

/** A page that was read by OCR. */
export interface OcrPage {
  readonly page: number;
  /** 0..1, as the engine judges its own reading: the mean over the page's characters. */
  readonly confidence: number;
}

/** What ingest found in a document, shown by the upload status and the document list. */
export interface IngestReport {
  readonly parser: string;
  readonly pages: number | null;
  readonly characters: number;
  readonly headings: number;
  readonly tables: number;
  readonly tableRows: number;
  readonly chunks: number;
  /** Numbered sections without a title; like the next two left out in reports of an earlier version. */
  readonly untitledSections?: number;
  /** Section numbers that stand over more than one section. */
  readonly repeatedSections?: number;
  /** Sections that the text refers to and the document does not have. */
  readonly unresolvedReferences?: number;
  /** Pages that held no readable text. */
  readonly emptyPages: readonly number[];
  /** Pages read by OCR; left out where there are none. */
  readonly ocrPages?: readonly OcrPage[];
  readonly warnings: readonly IngestWarning[];
}

/** A layer of a map file, in WGS 84. */
export interface MapLayer {
  readonly name: string;
  readonly featureCount: number;
  /** Longitudes and latitudes that hold every feature. */
  readonly bounds: { readonly west: number; readonly south: number; readonly east: number; readonly north: number };
  /** A JSON array of GeoJSON features (RFC 7946), with positions of two numbers and plain properties. */
  readonly featuresJson: string;
}

/** A document after parsing. */
export interface ParsedDocument {
  /** Layers of a map file, for the map of its project; left out for every other file. */
  readonly mapLayers?: readonly MapLayer[];
  /** From the document itself (title element, metadata, first heading), or null. */
  readonly title: string | null;
  /** Normalised: NFC, "\n" line ends, no NUL, no soft hyphens, runs of spaces collapsed. */
  readonly text: string;
  /** In page order and covering the text; empty for formats that have no pages. */
  readonly pages: readonly PageSpan[];
  readonly outline: readonly OutlineNode[];
  readonly tables: readonly DocumentTable[];
  /** Sections that the text refers to and the document does not have; left out where it was not looked for. */
  readonly unresolvedReferences?: number;
  /** In the order of the text, each inside its section; left out where there are none. */
  readonly items?: readonly CitedItem[];
  /** Tables of contents and lists of a chapter's sections, in the order of the text: they stand in it and in no chunk. */
  readonly contents?: readonly Span[];
  readonly parser: string;
  readonly warnings: readonly IngestWarning[];
  /** Pages read by OCR; left out where there are none. */
  readonly ocrPages?: readonly OcrPage[];
}

/** A table row put into words, with the cells it was made from: what a row says when it is read on its own. */
export interface RowSentence extends Span {
  /** "R-2, minimum lot area: 7,000 square feet; maximum height: 35 feet" */
  readonly sentence: string;
  /** The row's label, usually its first cell. */
  readonly label: string;
  readonly cells: readonly RowCell[];
  /** The table's caption, where it has one. */
  readonly caption?: string;
  /** The table's legend for the symbols that occur in the row. */
  readonly legend?: readonly LegendEntry[];
}

/** One value of a table row under its column label. */
export interface RowCell extends Span {
  readonly column: string;
  /** Without the marks that point to notes. */
  readonly value: string;
  /** Notes that the value, its row or its column points to. */
  readonly notes?: readonly TableNote[];
}

/** A stored unit of retrieval: a span of one section of one document revision. */
export interface Chunk extends Span {
  /** Position among the chunks of its document, from 0. */
  readonly ordinal: number;
  /** Number of the smallest numbered section that holds the chunk. */
  readonly section: string | null;
  /** Items that reach into the chunk, in the order of the text; left out where there are none. */
  readonly items?: readonly CitedItem[];
  /** Headings from the top down to the chunk's own section, number and title as printed. */
  readonly headingPath: readonly string[];
  /** Span of the smallest section that holds the chunk: what parent expansion returns. */
  readonly parent: Span;
  readonly page: number | null;
  readonly pageEnd: number | null;
  readonly printedPage: string | null;
  readonly rows: readonly RowSentence[];
  /** Body text as indexed: the chunk's text with table rows put into words. */
  readonly indexText: string;
}

/** Kinds of corpora a search can be narrowed to. */
export const CORPUS_KINDS = ["ordinance", "supplemental", "upload", "gis"] as const;
export type CorpusKind = (typeof CORPUS_KINDS)[number];
