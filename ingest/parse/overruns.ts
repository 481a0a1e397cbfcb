import { DocumentUnreadable } from "../errors.ts";

const sheetTypes: ReadonlySet<string> = new Set([
  "text/csv",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
]);
const sheetRemedy =
  "Leave out rows and columns that nobody asks for, or split it into several files, and upload those.";

/** Says, in the words of the format, that a file took longer to read than is allowed, and what helps. */
export function tookTooLong(mediaType: string, internal: string): DocumentUnreadable {
  const detail = sheetTypes.has(mediaType)
    ? `Reading the sheet took too long. ${sheetRemedy}`
    : mediaType === "application/pdf"
      ? "Reading the document took too long. Split it, or export it again without drawings, and upload the parts."
      : "Reading the document took too long. Split it and upload the parts.";
  return new DocumentUnreadable("document.reader-failed", detail, { internal });
}

/** Says, in the words of the format, that reading a file takes more memory than is allowed, and what helps. */
export function tookTooMuchMemory(mediaType: string, internal: string): DocumentUnreadable {
  const detail = sheetTypes.has(mediaType)
    ? `Reading the sheet takes more memory than is allowed. ${sheetRemedy}`
    : "Reading the document takes more memory than is allowed. Split it and upload the parts.";
  return new DocumentUnreadable("document.too-large", detail, { internal });
}
