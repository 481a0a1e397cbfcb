/** A kind of file that can be uploaded. */
interface AcceptedType {
  readonly label: string;
  readonly mimeTypes: readonly string[];
  readonly extensions: readonly string[];
}

const accepted: readonly AcceptedType[] = [
  { label: "PDF", mimeTypes: ["application/pdf", "application/x-pdf"], extensions: ["pdf"] },
  {
    label: "DOCX",
    mimeTypes: ["application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
    extensions: ["docx"],
  },
  { label: "DOC", mimeTypes: ["application/msword"], extensions: ["doc"] },
  {
    label: "XLSX",
    mimeTypes: ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
    extensions: ["xlsx"],
  },
  {
    label: "CSV",
    mimeTypes: ["text/csv", "application/csv", "text/tab-separated-values"],
    extensions: ["csv", "tsv"],
  },
  { label: "HTML", mimeTypes: ["text/html", "application/xhtml+xml"], extensions: ["html", "htm", "xhtml"] },
  { label: "Markdown", mimeTypes: ["text/markdown", "text/x-markdown"], extensions: ["md", "markdown"] },
  { label: "plain text", mimeTypes: ["text/plain"], extensions: ["txt", "text"] },
  { label: "PNG", mimeTypes: ["image/png"], extensions: ["png"] },
  { label: "JPEG", mimeTypes: ["image/jpeg", "image/jpg"], extensions: ["jpg", "jpeg"] },
  { label: "TIFF", mimeTypes: ["image/tiff"], extensions: ["tif", "tiff"] },
];

/** A declaration that says nothing: the name decides. Windows declares any table as Excel's. */
const silentTypes = new Set(["application/octet-stream", "binary/octet-stream", "application/vnd.ms-excel"]);

/** The accepted kinds of file in words, for a refusal. */
export const acceptedInWords = accepted.map((type) => type.label).join(", ");

/** The media types that can be declared. */
export const acceptedMimeTypes: readonly string[] = accepted.flatMap((type) => type.mimeTypes);

/** A media type without its parameters, in lower case. */
export function plainMimeType(value: string): string {
  return (value.split(";")[0] ?? "").trim().toLowerCase();
}

/** Tells whether a file of this declaration and name can be read. */
export function isAccepted(mimeType: string, filename: string): boolean {
  const plain = plainMimeType(mimeType);
  if (!silentTypes.has(plain)) return acceptedMimeTypes.includes(plain);
  const extension = /\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? "";
  return accepted.some((type) => type.extensions.includes(extension));
}
