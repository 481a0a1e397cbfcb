import type { ParsedDocument } from "../corpus.ts";
import { DocumentUnreadable } from "../errors.ts";
import { assembleDocument } from "./assemble-document.ts";
import type { ParseOptions, RawDocument } from "./lines.ts";
import type { FoundLayer } from "./maps/map-layer.ts";

export type { ParseOptions } from "./lines.ts";

import { type ParseableMediaType, parseableMediaTypes } from "./readable-types.ts";

/** A file to read. */
export interface DocumentSource {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly filename: string;
}

/** Readers are loaded on first use of their format: the PDF library alone costs more than all others. */
const readers: Readonly<
  Record<ParseableMediaType, (bytes: Uint8Array, options: ParseOptions) => Promise<RawDocument>>
> = {
  "application/pdf": async (bytes, options) => (await import("./pdf/parse-pdf.ts")).parsePdf(bytes, options),
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": async (bytes) =>
    (await import("./parse-docx.ts")).parseDocx(bytes),
  "application/msword": async (bytes) => (await import("./doc/parse-doc.ts")).parseDoc(bytes),
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": async (bytes) =>
    (await import("./sheets/parse-xlsx.ts")).parseXlsx(bytes),
  "text/csv": async (bytes) => (await import("./sheets/parse-csv.ts")).parseCsv(bytes),
  "text/html": async (bytes) => (await import("./parse-html.ts")).parseHtml(bytes),
  "text/markdown": async (bytes) => (await import("./parse-markdown.ts")).parseMarkdown(bytes),
  "text/plain": async (bytes) => (await import("./parse-plain-text.ts")).parsePlainText(bytes),
  "image/png": parseScan,
  "image/jpeg": parseScan,
  "image/tiff": parseScan,
  "application/geo+json": async (bytes, options) =>
    mapOf(await (await import("./maps/read-geojson.ts")).readGeoJson(bytes), "geojson", options),
  "application/vnd.google-earth.kml+xml": async (bytes, options) =>
    mapOf((await import("./maps/read-kml.ts")).readKml(bytes), "kml", options),
  "application/vnd.google-earth.kmz": async (bytes, options) =>
    mapOf(await (await import("./maps/read-kml.ts")).readKmz(bytes), "kmz", options),
  "application/zip": async (bytes, options) =>
    mapOf(await (await import("./maps/read-shapefile.ts")).readShapefile(bytes), "shapefile", options),
};

async function mapOf(layers: readonly FoundLayer[], parser: string, { filename = parser }: ParseOptions) {
  return (await import("./maps/parse-map.ts")).documentOfMap(layers, parser, filename);
}

async function parseScan(bytes: Uint8Array, options: ParseOptions): Promise<RawDocument> {
  return (await import("./ocr/parse-image.ts")).parseImage(bytes, options);
}

/** A hundred times the longest code. More would not fit the memory of a reading. */
const mostCharacters = 20_000_000;
/** Formats whose bytes are their text: their size is checked before anything is decoded. */
const textTypes: ReadonlySet<string> = new Set(["text/plain", "text/markdown", "text/html", "text/csv"]);

/**
 * Returns a file as a document: normalised text, outline, page map and tables.
 *
 * Takes seconds and hundreds of megabytes for a long PDF: serving processes call `readDocument` instead.
 *
 * @throws DocumentUnreadable, also for more than 20 million characters of text
 */
export async function parseDocument(source: DocumentSource, options: ParseOptions = {}): Promise<ParsedDocument> {
  const mediaType = parseableMediaTypes.find((type) => type === source.mediaType);
  if (mediaType === undefined) {
    throw new DocumentUnreadable("document.unsupported", `Files of the type ${source.mediaType} cannot be read.`);
  }
  if (source.bytes.length === 0)
    throw new DocumentUnreadable("document.empty", "The file has no bytes. Upload it again.");
  // A character takes four bytes at most; HTML and Markdown carry their marks besides.
  if (textTypes.has(mediaType) && source.bytes.length > 4 * mostCharacters) throw tooMuchText();
  const raw = await readers[mediaType](source.bytes, { ...options, filename: source.filename });
  if (characters(raw) > mostCharacters) throw tooMuchText();
  if (raw.items.length === 0) throw withoutText(raw);
  return assembleDocument(raw);
}

function withoutText(raw: RawDocument): DocumentUnreadable {
  if (raw.parser === "pdf" || raw.parser === "image") {
    const detail =
      "No text could be found, neither as text nor by OCR: the pages are blank, drawings or too poor a scan. Upload a better scan or a PDF with a text layer.";
    return new DocumentUnreadable("document.no-text", detail);
  }
  return new DocumentUnreadable("document.empty", "The file has no text. Check that it is the right one.");
}

function characters({ items }: RawDocument): number {
  let total = 0;
  for (const item of items) {
    if (item.kind === "line") total += item.text.length;
    else for (const row of item.grid.rows) for (const cell of row.cells) total += cell.text.length;
  }
  return total;
}

function tooMuchText(): DocumentUnreadable {
  const limit = mostCharacters / 1_000_000;
  const detail = `The document has more than ${limit} million characters of text. Split it and upload the parts.`;
  return new DocumentUnreadable("document.too-large", detail);
}
