import { DocumentUnreadable } from "../errors.ts";

/** Media types that become documents. */
export const parseableMediaTypes = [
  "application/pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/msword",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "text/csv",
  "text/html",
  "text/markdown",
  "text/plain",
  "image/png",
  "image/jpeg",
  "image/tiff",
] as const;

export type ParseableMediaType = (typeof parseableMediaTypes)[number];

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** What a file is by its bytes: a media type, or a family that only the name or the declaration can tell apart. */
type Found = ParseableMediaType | ForeignKind | "text";

type Signatures = Readonly<Record<string, readonly [at: number, ...beginnings: string[]]>>;

/** Images that are read by OCR, each by what its files hold at an offset. */
const imageSignatures = {
  "image/png": [0, "\u0089PNG\r\n\u001a\n"],
  "image/jpeg": [0, "\u00ff\u00d8\u00ff"],
  "image/tiff": [0, "II*\0", "MM\0*", "II+\0", "MM\0+"],
} as const satisfies Signatures;

/** Families nobody reads here, each by what its files hold at an offset. */
const foreignSignatures = {
  gif: [0, "GIF87a", "GIF89a"],
  webp: [8, "WEBP"],
  heif: [4, "ftyphei", "ftypmif1", "ftypavif"],
  video: [4, "ftyp"],
  rtf: [0, "{\\rtf"],
  gzip: [0, "\u001f\u008b"],
  sevenZip: [0, "7z\u00bc\u00af"],
  rar: [0, "Rar!\u001a"],
} as const satisfies Signatures;
type ForeignKind = keyof typeof foreignSignatures | "zip" | "binary" | "office-97" | "excel-97";

/** How many bytes of the beginning decide; more never changes the answer. */
export const headBytes = 65_536;

const typeByExtension: Readonly<Record<string, ParseableMediaType>> = {
  pdf: "application/pdf",
  docx,
  doc: "application/msword",
  xlsx,
  csv: "text/csv",
  tsv: "text/csv",
  html: "text/html",
  htm: "text/html",
  xhtml: "text/html",
  md: "text/markdown",
  markdown: "text/markdown",
  txt: "text/plain",
  text: "text/plain",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  tif: "image/tiff",
  tiff: "image/tiff",
};

const typeByAlias: Readonly<Record<string, ParseableMediaType>> = {
  "application/pdf": "application/pdf",
  "application/x-pdf": "application/pdf",
  [docx]: docx,
  "application/msword": "application/msword",
  [xlsx]: xlsx,
  "text/csv": "text/csv",
  "application/csv": "text/csv",
  "text/tab-separated-values": "text/csv",
  "text/html": "text/html",
  "application/xhtml+xml": "text/html",
  "text/markdown": "text/markdown",
  "text/x-markdown": "text/markdown",
  "text/plain": "text/plain",
  "image/png": "image/png",
  "image/jpeg": "image/jpeg",
  "image/jpg": "image/jpeg",
  "image/tiff": "image/tiff",
};

/** Declarations that say nothing; the bytes and the name decide alone. Windows declares any table as Excel's. */
const silentDeclarations = new Set([
  "",
  "application/octet-stream",
  "binary/octet-stream",
  "application/x-download",
  "application/vnd.ms-excel",
]);

/**
 * Tells what a file is from its first bytes, and refuses one that is not what it was declared to be.
 *
 * Range   `head` holds the first {@link headBytes} bytes, or the whole file when it is shorter
 * Throws  document.empty, document.mislabelled, document.unsupported, document.encrypted
 */
export function detectMediaType(head: Uint8Array, declared: string, filename: string): ParseableMediaType {
  if (head.length === 0) {
    throw new DocumentUnreadable("document.empty", "The file holds no bytes. Upload it again.");
  }
  const found = foundIn(head);
  const wanted = wantedType(declared, filename);
  if (found === "text") return textType(wanted, head, filename);
  // The directory of a long file stands behind its head; the reader of it looks again.
  if (found === "office-97" && wanted === "application/msword") return wanted;
  if (isForeign(found)) {
    if (wanted === undefined) throw unsupported(found);
    throw mislabelled(wanted, found);
  }
  if (wanted !== undefined && wanted !== found) throw mislabelled(wanted, found);
  return found;
}

function wantedType(declared: string, filename: string): ParseableMediaType | undefined {
  const mime = (declared.split(";")[0] ?? "").trim().toLowerCase();
  const byName = typeByExtension[extensionOf(filename)];
  if (silentDeclarations.has(mime)) return byName;
  const byDeclaration = typeByAlias[mime];
  if (byDeclaration === undefined) {
    throw new DocumentUnreadable(
      "document.unsupported",
      `Files of the type ${mime.slice(0, 80)} cannot be read. ${advice}`,
    );
  }
  // Browsers and tools declare Markdown and CSV as plain text; the name knows better.
  const isNamedText = byName === "text/markdown" || byName === "text/csv";
  return byDeclaration === "text/plain" && isNamedText ? byName : byDeclaration;
}

function textType(wanted: ParseableMediaType | undefined, head: Uint8Array, filename: string): ParseableMediaType {
  const isHtml = looksLikeHtml(decodedStart(head));
  const isMarked = isHtml || anyTag.test(decodedStart(head, headBytes));
  if (wanted === undefined) return isHtml ? "text/html" : (typeByExtension[extensionOf(filename)] ?? "text/plain");
  const isBinary = !wanted.startsWith("text/");
  if (isBinary || (wanted === "text/csv" && isHtml)) throw mislabelled(wanted, isHtml ? "text/html" : "text");
  // Read as HTML, text without a single tag would lose its lines.
  if (wanted === "text/html" && !isMarked) throw mislabelled(wanted, "text");
  return wanted;
}

function foundIn(head: Uint8Array): Found {
  const ascii = latin1(head.subarray(0, 1024));
  // Some producers put a line or two before the header; readers accept it inside the first 1,024 bytes.
  if (ascii.includes("%PDF-")) return "application/pdf";
  if (ascii.startsWith("PK\u0003\u0004")) return packageIn(head);
  if (ascii.startsWith("PK\u0005\u0006")) return "zip";
  if (ascii.startsWith("\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1")) return compoundIn(head);
  const isKind = ([at, ...beginnings]: readonly [number, ...string[]]) =>
    beginnings.some((beginning) => ascii.startsWith(beginning, at));
  const image = imageKinds.find((kind) => isKind(imageSignatures[kind]));
  const known = image ?? foreignKinds.find((kind) => isKind(foreignSignatures[kind]));
  if (known !== undefined) return known;
  return looksLikeText(head) ? "text" : "binary";
}

/** Office files name their parts in the clear; the order of the parts is free, so any of them will do. */
function packageIn(head: Uint8Array): Found {
  const text = latin1(head);
  const holds = (folder: string, main: string) =>
    text.includes(`${folder}/${main}`) ||
    text.split("PK\u0003\u0004").some((part) => part.startsWith(`${folder}/`, 26));
  if (holds("word", "document.xml")) return docx;
  return holds("xl", "workbook.xml") ? xlsx : "zip";
}

/** An Office 97-2003 file names its streams two bytes a character; so does a new one that a password protects. */
function compoundIn(head: Uint8Array): Found {
  const text = latin1(head);
  const names = (stream: string) => text.includes([...stream].join("\0"));
  if (names("WordDocument")) return "application/msword";
  if (names("EncryptedPackage")) {
    throw new DocumentUnreadable("document.encrypted", "The file is protected by a password. Upload an open copy.");
  }
  return names("Workbook") ? "excel-97" : "office-97";
}

function looksLikeText(head: Uint8Array): boolean {
  if (hasUtf16Mark(head)) return true;
  let strange = 0;
  for (const byte of head) {
    if (byte === 0) return false;
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27) strange += 1;
  }
  return strange <= head.length / 100;
}

/** Tells whether the bytes begin with a UTF-16 byte order mark. */
export function hasUtf16Mark(head: Uint8Array): boolean {
  return (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
}

function decodedStart(head: Uint8Array, length = 4096): string {
  const start = head.subarray(0, length);
  if (!hasUtf16Mark(head)) return latin1(start);
  return new TextDecoder(head[0] === 0xff ? "utf-16le" : "utf-16be").decode(start);
}

function looksLikeHtml(start: string): boolean {
  return /^\s*(?:\u00ef\u00bb\u00bf|\ufeff)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:[^-]|-(?:[^-]|-+[^->]))*--+>\s*)*<(?:!doctype\s+html|html|head|body)\b/i.test(
    start,
  );
}

const anyTag = /<[a-z!/][^<>]*>/i;
const imageKinds = Object.keys(imageSignatures) as (keyof typeof imageSignatures)[];
const foreignKinds = Object.keys(foreignSignatures) as (keyof typeof foreignSignatures)[];
const isForeign = (found: Found): found is ForeignKind =>
  ["zip", "binary", "office-97", "excel-97"].includes(found) || found in foreignSignatures;

/** One character a byte. The decoder that the web calls "latin1" is Windows-1252, which turns 0x80 to 0x9f into others. */
const latin1 = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
const extensionOf = (filename: string) => (/\.([a-z0-9]+)$/i.exec(filename)?.[1] ?? "").toLowerCase();

const advice = "Upload PDF, DOCX, DOC, XLSX, CSV, HTML, Markdown, plain text, or scans as PNG, JPEG or TIFF.";

const nameOf: Readonly<Record<Found, string>> = {
  "application/pdf": "a PDF",
  [docx]: "a Word document (DOCX)",
  [xlsx]: "an Excel workbook (XLSX)",
  "text/csv": "a CSV table",
  "text/html": "HTML",
  "text/markdown": "Markdown",
  "text/plain": "plain text",
  text: "plain text",
  zip: "a ZIP archive",
  "application/msword": "a Word 97-2003 file (DOC)",
  "excel-97": "an Excel 97-2003 workbook (XLS)",
  "office-97": "an Office 97-2003 file",
  "image/png": "a PNG image",
  "image/jpeg": "a JPEG image",
  "image/tiff": "a TIFF image",
  gif: "a GIF image",
  webp: "a WebP image",
  heif: "a HEIF image",
  video: "a video or sound file",
  rtf: "a Rich Text file (RTF)",
  gzip: "a GZIP archive",
  sevenZip: "a 7z archive",
  rar: "a RAR archive",
  binary: "data of an unknown kind",
};

function mislabelled(wanted: ParseableMediaType, found: Found): DocumentUnreadable {
  const next = isForeign(found) ? advice : "Upload it under its own type and name.";
  return new DocumentUnreadable(
    "document.mislabelled",
    `The file was declared as ${nameOf[wanted]} but holds ${nameOf[found]}. ${next}`,
  );
}

function unsupported(found: Found): DocumentUnreadable {
  return new DocumentUnreadable(
    "document.unsupported",
    `The file holds ${nameOf[found]}, which cannot be read. ${advice}`,
  );
}
