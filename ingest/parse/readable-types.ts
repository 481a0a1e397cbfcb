/** A format that becomes a document. */
interface ReadableType {
  /** As a list of formats names it. */
  readonly label: string;
  /** As a sentence about one file names it. */
  readonly name: string;
  /** Formats of one family are mistaken for each other harmlessly: a file of one that is declared as another is read. */
  readonly family?: "word" | "table" | "image" | "kml";
  /** Other media types in use for the format. */
  readonly aliases: readonly string[];
  readonly extensions: readonly string[];
}

const types = {
  "application/pdf": { label: "PDF", name: "a PDF", aliases: ["application/x-pdf"], extensions: ["pdf"] },
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": {
    label: "DOCX",
    name: "a Word document (DOCX)",
    family: "word",
    aliases: [],
    extensions: ["docx"],
  },
  "application/msword": {
    label: "DOC",
    name: "a Word 97-2003 file (DOC)",
    family: "word",
    aliases: [],
    extensions: ["doc"],
  },
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": {
    label: "XLSX",
    name: "an Excel workbook (XLSX)",
    family: "table",
    aliases: [],
    extensions: ["xlsx"],
  },
  "text/csv": {
    label: "CSV",
    name: "a CSV table",
    family: "table",
    aliases: ["application/csv", "text/tab-separated-values"],
    extensions: ["csv", "tsv"],
  },
  "text/html": {
    label: "HTML",
    name: "HTML",
    aliases: ["application/xhtml+xml"],
    extensions: ["html", "htm", "xhtml"],
  },
  "text/markdown": {
    label: "Markdown",
    name: "Markdown",
    aliases: ["text/x-markdown"],
    extensions: ["md", "markdown"],
  },
  "text/plain": { label: "plain text", name: "plain text", aliases: [], extensions: ["txt", "text"] },
  "image/png": { label: "PNG", name: "a PNG image", family: "image", aliases: [], extensions: ["png"] },
  "image/jpeg": {
    label: "JPEG",
    name: "a JPEG image",
    family: "image",
    aliases: ["image/jpg"],
    extensions: ["jpg", "jpeg"],
  },
  "image/tiff": { label: "TIFF", name: "a TIFF image", family: "image", aliases: [], extensions: ["tif", "tiff"] },
  "application/geo+json": {
    label: "GeoJSON",
    name: "GeoJSON",
    aliases: ["application/json", "application/vnd.geo+json"],
    extensions: ["geojson", "json"],
  },
  "application/vnd.google-earth.kml+xml": {
    label: "KML",
    name: "a KML map file",
    family: "kml",
    aliases: ["application/xml", "text/xml"],
    extensions: ["kml"],
  },
  "application/vnd.google-earth.kmz": {
    label: "KMZ",
    name: "a KMZ map file",
    family: "kml",
    aliases: [],
    extensions: ["kmz"],
  },
  "application/zip": {
    label: "zipped shapefile",
    name: "a zipped shapefile",
    aliases: ["application/x-zip-compressed", "application/x-shapefile", "application/vnd.shp"],
    extensions: ["zip"],
  },
} as const satisfies Readonly<Record<string, ReadableType>>;

/** A media type that becomes a document. */
export type ParseableMediaType = keyof typeof types;

/** The formats that become documents, by media type. */
export const readableTypes: Readonly<Record<ParseableMediaType, ReadableType>> = types;

/** Media types that become documents. */
export const parseableMediaTypes = Object.keys(types) as ParseableMediaType[];

/** Declarations without information: the bytes and the name decide. Windows declares any table as Excel's. */
const silentDeclarations: ReadonlySet<string> = new Set([
  "",
  "application/octet-stream",
  "binary/octet-stream",
  "application/x-download",
  "application/vnd.ms-excel",
]);

const typeByDeclaration: ReadonlyMap<string, ParseableMediaType> = new Map(
  parseableMediaTypes.flatMap((type) => [type, ...readableTypes[type].aliases].map((alias) => [alias, type] as const)),
);
const typeByExtension: ReadonlyMap<string, ParseableMediaType> = new Map(
  parseableMediaTypes.flatMap((type) => readableTypes[type].extensions.map((extension) => [extension, type] as const)),
);

/** The media types that can be declared: each readable type and its aliases. */
export const declarableMediaTypes: readonly string[] = [...typeByDeclaration.keys()];

/** The readable formats as a sentence lists them: "PDF, DOCX, …". */
export const readableInWords = parseableMediaTypes.map((type) => readableTypes[type].label).join(", ");

/** Returns a media type without its parameters, in lower case. */
export function plainMediaType(value: string): string {
  return (value.split(";")[0] ?? "").trim().toLowerCase();
}

/** Returns the type that a file name's extension stands for. */
export function typeOfName(filename: string): ParseableMediaType | undefined {
  return typeByExtension.get((/\.([a-z0-9]+)$/i.exec(filename)?.[1] ?? "").toLowerCase());
}

/**
 * Returns the type that a declaration and a file name promise: a type, undefined when they promise none, or "unreadable"
 * when the declared type is none that is read.
 */
export function promisedType(declared: string, filename: string): ParseableMediaType | "unreadable" | undefined {
  const plain = plainMediaType(declared);
  const byName = typeOfName(filename);
  if (silentDeclarations.has(plain)) return byName;
  const byDeclaration = typeByDeclaration.get(plain);
  // Browsers and tools declare Markdown and CSV as plain text; the name is more precise.
  const isNamedText = byName === "text/markdown" || byName === "text/csv";
  return byDeclaration === "text/plain" && isNamedText ? byName : (byDeclaration ?? "unreadable");
}
