import { DocumentUnreadable } from "../errors.ts";

const sheetTypes: ReadonlySet<string> = new Set([
  "text/csv",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
]);
const sheetRemedy =
  "Leave out rows and columns that nobody asks for, or split it into several files, and upload those.";

/** Returns the refusal of a file that takes more processor time than is allowed, with what helps for its format. */
export function tookTooLong(mediaType: string, internal: string): DocumentUnreadable {
  const detail = sheetTypes.has(mediaType)
    ? `Reading the sheet took too long. ${sheetRemedy}`
    : mediaType === "application/pdf"
      ? "Reading the document took too long. Split it, or export it again without drawings, and upload the parts."
      : "Reading the document took too long. Split it and upload the parts.";
  return new DocumentUnreadable("document.too-complex", detail, { internal });
}

/** Returns the refusal of a file whose reading failed in a way that it will fail again. */
export function tooComplex(internal: string): DocumentUnreadable {
  const detail =
    "The document is built in a way that cannot be read: nested too deeply, or damaged inside. Save it in another format, such as PDF, and upload that file.";
  return new DocumentUnreadable("document.too-complex", detail, { internal });
}

/**
 * Returns the refusal for an error of a parser: the error itself when it is a refusal, `document.too-complex` when the
 * parser ran out of stack, else a damaged file with the given detail.
 */
export function parserFailure(error: unknown, damaged: string): DocumentUnreadable {
  if (error instanceof DocumentUnreadable) return error;
  const internal = error instanceof Error ? error.message : String(error);
  if (/call stack/i.test(internal)) return tooComplex(internal);
  return new DocumentUnreadable("document.truncated", damaged, { internal, cause: error });
}

/** Returns the failure of a reading that the machine was too busy to finish; another attempt may succeed. */
export function machineTooBusy(internal: string): DocumentUnreadable {
  const detail = "The service was too busy to read the document in time. Upload it again later.";
  return new DocumentUnreadable("document.reader-failed", detail, { internal });
}

/** Returns the refusal of a file whose reading takes more memory than is allowed, with what helps for its format. */
export function tookTooMuchMemory(mediaType: string, internal: string): DocumentUnreadable {
  const detail = sheetTypes.has(mediaType)
    ? `Reading the sheet takes more memory than is allowed. ${sheetRemedy}`
    : "Reading the document takes more memory than is allowed. Split it and upload the parts.";
  return new DocumentUnreadable("document.too-large", detail, { internal });
}
