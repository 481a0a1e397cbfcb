import { DocumentUnreadable } from "../errors.ts";
import {
  type ParseableMediaType,
  parseableMediaTypes,
  plainMediaType,
  promisedType,
  readableInWords,
  readableTypes,
  typeOfName,
} from "./readable-types.ts";

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
/** Kinds that take more than a signature to tell apart. */
type ContainerKind =
  | "zip"
  | "office-package"
  | "powerpoint"
  | "binary-workbook"
  | "open-document"
  | "epub"
  | "binary"
  | "office-97"
  | "excel-97";
type ForeignKind = keyof typeof foreignSignatures | ContainerKind;

/** Where the name of a part begins, counted from the end of its ZIP signature. */
const partNameAt = 26;

/** How many bytes of the beginning decide; more never changes the answer. */
export const headBytes = 65_536;

/**
 * Returns what a file is by its first bytes, its declaration and its name, and refuses a file of another kind than
 * declared. A format of the declared family is read as what it is: a DOCX named `.doc`, an XLSX declared as CSV, a JPEG
 * named `.png`.
 *
 * @param head the first {@link headBytes} bytes, or the whole file when it is shorter
 * @throws document.empty, document.mislabelled (with the `mediaType` to declare instead where there is one),
 *   document.unsupported, document.encrypted
 */
export function detectMediaType(head: Uint8Array, declared: string, filename: string): ParseableMediaType {
  if (head.length === 0) {
    throw new DocumentUnreadable("document.empty", "The file has no bytes. Upload it again.");
  }
  const found = foundIn(head);
  const wanted = promisedType(declared, filename);
  if (wanted === "unreadable") {
    const type = plainMediaType(declared).slice(0, 80);
    throw new DocumentUnreadable("document.unsupported", `Files of the type ${type} cannot be read. ${advice}`);
  }
  if (found === "text") return textType(wanted, head, filename);
  // The directory of a long file is behind its head; its reader checks again.
  if (found === "office-97" && wanted === "application/msword") return wanted;
  if (found === "office-package" && (wanted === docx || wanted === xlsx)) return wanted;
  if (!isReadable(found)) {
    // Any ZIP archive has the media type and extension of a zipped shapefile, so its declaration is not wrong.
    if (wanted === undefined || (found === "zip" && wanted === "application/zip")) throw unsupported(found);
    throw mislabelled(wanted, found);
  }
  if (wanted !== undefined && wanted !== found && !isOneFamily(wanted, found)) throw mislabelled(wanted, found);
  return found;
}

function isOneFamily(wanted: ParseableMediaType, found: ParseableMediaType): boolean {
  const { family } = readableTypes[wanted];
  return family !== undefined && family === readableTypes[found].family;
}

function textType(wanted: ParseableMediaType | undefined, head: Uint8Array, filename: string): ParseableMediaType {
  const isHtml = looksLikeHtml(decodedStart(head));
  const isMarked = isHtml || anyTag.test(decodedStart(head, headBytes));
  const isMap = looksLikeMap(decodedStart(head));
  if (wanted === undefined) return isHtml ? "text/html" : (isMap ?? typeOfName(filename) ?? "text/plain");
  if (isMapText(wanted)) {
    if (isMap === wanted) return wanted;
    throw mislabelled(wanted, isMap ?? (isHtml ? "text/html" : "text"));
  }
  const isBinary = !wanted.startsWith("text/");
  if (isBinary || (wanted === "text/csv" && isHtml)) {
    const isTable = readableTypes[wanted].family === "table";
    throw mislabelled(wanted, isHtml ? "text/html" : "text", isTable ? "text/csv" : "text/plain");
  }
  // Read as HTML, text without a single tag would lose its lines.
  if (wanted === "text/html" && !isMarked) throw mislabelled(wanted, "text");
  return wanted;
}

function foundIn(head: Uint8Array): Found {
  const ascii = latin1(head.subarray(0, 1024));
  if (ascii.startsWith("PK\u0003\u0004")) return packageIn(head);
  if (ascii.startsWith("PK\u0005\u0006")) return "zip";
  if (ascii.startsWith("\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1")) return compoundIn(head);
  // Some producers write a line or two before the header; readers accept it inside the first 1,024 bytes.
  if (/%PDF-\d/.test(ascii)) return "application/pdf";
  const isKind = ([at, ...beginnings]: readonly [number, ...string[]]) =>
    beginnings.some((beginning) => ascii.startsWith(beginning, at));
  const image = imageKinds.find((kind) => isKind(imageSignatures[kind]));
  const known = image ?? foreignKinds.find((kind) => isKind(foreignSignatures[kind]));
  if (known !== undefined) return known;
  return looksLikeText(head) ? "text" : "binary";
}

/** Returns what a ZIP file is by the names of the parts in its head; the order of the parts is free. */
function packageIn(head: Uint8Array): Found {
  const text = latin1(head);
  const parts = text.split("PK\u0003\u0004").slice(1);
  const holds = (folder: string, main: string) =>
    text.includes(`${folder}/${main}`) || parts.some((part) => part.startsWith(`${folder}/`, partNameAt));
  if (holds("word", "document.xml")) return docx;
  if (holds("ppt", "presentation.xml")) return "powerpoint";
  if (text.includes("xl/workbook.bin")) return "binary-workbook";
  if (holds("xl", "workbook.xml")) return xlsx;
  if (text.includes("mimetypeapplication/vnd.oasis.opendocument.")) return "open-document";
  if (text.includes("mimetypeapplication/epub+zip")) return "epub";
  const names = parts.map((part) => part.slice(partNameAt, partNameAt + 255));
  if (names.some((name) => /^[^\0]{0,200}\.kml/i.test(name))) return "application/vnd.google-earth.kmz";
  if (names.some((name) => /^[^\0]{0,200}\.(?:shp|shx|dbf)/i.test(name))) return "application/zip";
  return names.some((name) => name.startsWith("[Content_Types].xml")) ? "office-package" : "zip";
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

/** The map format that a text begins as: JSON in braces, or XML with the root of KML. */
function looksLikeMap(start: string): ParseableMediaType | undefined {
  const text = start.replace(/^(?:\u00ef\u00bb\u00bf|\ufeff)?\s*/, "");
  if (text.startsWith("{")) return "application/geo+json";
  return /^<(?:\?xml|!--|kml)\b/i.test(text) && /<(?:\w+:)?kml[\s>]/i.test(text)
    ? "application/vnd.google-earth.kml+xml"
    : undefined;
}

function isMapText(type: ParseableMediaType): boolean {
  return type === "application/geo+json" || type === "application/vnd.google-earth.kml+xml";
}

const anyTag = /<[a-z!/][^<>]*>/i;
const imageKinds = Object.keys(imageSignatures) as (keyof typeof imageSignatures)[];
const foreignKinds = Object.keys(foreignSignatures) as (keyof typeof foreignSignatures)[];
const isReadable = (found: Found): found is ParseableMediaType => parseableMediaTypes.some((type) => type === found);

/** One character a byte. The decoder that the web calls "latin1" is Windows-1252, which turns 0x80 to 0x9f into others. */
const latin1 = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength).toString("latin1");

const advice = `Upload one of ${readableInWords}.`;

/** What a kind that is not read is called, and what its owner can do. */
const foreignKindsInWords: Readonly<Record<ForeignKind, readonly [name: string, remedy: string]>> = {
  zip: ["a ZIP archive", "Unpack it and upload the documents in it one by one."],
  "office-package": ["an Office package of an unknown kind", "Save it as PDF and upload that file."],
  powerpoint: ["a PowerPoint presentation", "Save it as PDF and upload that file."],
  "binary-workbook": ["a binary Excel workbook (XLSB)", "Save it as XLSX and upload that file."],
  "open-document": ["an OpenDocument file", "Save it as DOCX, XLSX or PDF and upload that file."],
  epub: ["an EPUB book", "Save it as PDF or HTML and upload that file."],
  "excel-97": ["an Excel 97-2003 workbook (XLS)", "Save it as XLSX and upload that file."],
  "office-97": ["an Office 97-2003 file", "Save it as DOCX, XLSX or PDF and upload that file."],
  gif: ["a GIF image", "Save it as PNG and upload that file."],
  webp: ["a WebP image", "Save it as PNG and upload that file."],
  heif: ["a HEIF image", "Save it as JPEG and upload that file."],
  video: ["a video or sound file", advice],
  rtf: ["a Rich Text file (RTF)", "Save it as DOCX and upload that file."],
  gzip: ["a GZIP archive", "Unpack it and upload the documents in it one by one."],
  sevenZip: ["a 7z archive", "Unpack it and upload the documents in it one by one."],
  rar: ["a RAR archive", "Unpack it and upload the documents in it one by one."],
  binary: ["data of an unknown kind", advice],
};

const nameOf = (found: Found) =>
  found === "text" ? "plain text" : isReadable(found) ? readableTypes[found].name : foreignKindsInWords[found][0];

function mislabelled(
  wanted: ParseableMediaType,
  found: Found,
  textAs: ParseableMediaType = "text/plain",
): DocumentUnreadable {
  const mediaType = found === "text" ? textAs : isReadable(found) ? found : undefined;
  const next =
    mediaType === undefined
      ? foreignKindsInWords[found as ForeignKind][1]
      : `Change mime_type to ${mediaType} and upload the file again.`;
  const detail = `The file was declared as ${nameOf(wanted)} but contains ${nameOf(found)}. ${next}`;
  return new DocumentUnreadable("document.mislabelled", detail, mediaType === undefined ? {} : { mediaType });
}

function unsupported(found: ForeignKind): DocumentUnreadable {
  const [name, remedy] = foreignKindsInWords[found];
  return new DocumentUnreadable("document.unsupported", `The file contains ${name}, which cannot be read. ${remedy}`);
}
