import WordExtractor from "word-extractor";
import { DocumentUnreadable } from "../../errors.ts";
import { type Item, type RawDocument, wholeLine } from "../lines.ts";
import { normaliseText } from "../normalise.ts";
import { parserFailure } from "../overruns.ts";
import { finishTables } from "../tables-in-text.ts";
import { type CompoundFile, openCompoundFile } from "./compound-file.ts";
import { itemsOfWordText } from "./word-text.ts";

/** Fields of the block that a Word file begins with, by their offset (specification MS-DOC, FibBase). */
const magicAt = 0;
const versionAt = 2;
const flagsAt = 10;
const wordMagic = 0xa5ec;
const encryptedFlag = 0x0100;
/** Files of Word 6 and 95 state less; their text lies elsewhere. */
const firstVersion = 0x00c0;

/**
 * Reads a Word 97-2003 file: its paragraphs, its tables cell by cell, and its footnotes, endnotes and text boxes in
 * sections of their own behind the text.
 *
 * Headings are found by their numbers and capitals as in plain text. Numbers that Word counts itself are not part of
 * such a file's text and so are missing.
 *
 * @throws document.encrypted, document.truncated, document.mislabelled, document.unsupported
 */
export async function parseDoc(bytes: Uint8Array): Promise<RawDocument> {
  try {
    assertIsWordFile(openCompoundFile(bytes));
    const words = await new WordExtractor().extract(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    const asWritten = { filterUnicode: false };
    const items = [
      ...itemsOfWordText(words.getBody(asWritten)),
      ...apart("Footnotes", words.getFootnotes(asWritten)),
      ...apart("Endnotes", words.getEndnotes(asWritten)),
      ...apart("Text boxes", words.getTextboxes({ ...asWritten, includeHeadersAndFooters: false })),
    ];
    return { title: null, items: finishTables(items), pages: [], parser: "doc", warnings: [] };
  } catch (error) {
    const detail = "The Word file is damaged. Open it in Word, save it as DOCX and upload the new file.";
    throw parserFailure(error, detail);
  }
}

function assertIsWordFile(file: CompoundFile): void {
  if (file.names.has("EncryptedPackage")) throw encrypted();
  if (!file.names.has("WordDocument")) {
    const isWorkbook = file.names.has("Workbook") || file.names.has("Book");
    const advice = isWorkbook ? "It is an Excel 97-2003 workbook: save it as XLSX" : "Save it as PDF";
    throw new DocumentUnreadable(
      "document.mislabelled",
      `The file is no Word document. ${advice} and upload that file.`,
    );
  }
  const head = Buffer.from(file.beginning("WordDocument", 32));
  if (head.length < 32 || head.readUInt16LE(magicAt) !== wordMagic) throw new Error("the file has no Word header");
  if ((head.readUInt16LE(flagsAt) & encryptedFlag) !== 0) throw encrypted();
  if (head.readUInt16LE(versionAt) < firstVersion) {
    const detail = "The file was written by Word 95 or older. Save it as DOCX and upload that file.";
    throw new DocumentUnreadable("document.unsupported", detail);
  }
}

const encrypted = () =>
  new DocumentUnreadable("document.encrypted", "The file is protected by a password. Upload an open copy.");

/** Text that stands outside of the body, under a heading that says what it is. */
function apart(heading: string, text: string): Item[] {
  const lines = text.split("\n").flatMap((line) => {
    const own = normaliseText(line);
    return own === "" ? [] : [wholeLine(own)];
  });
  return lines.length === 0 ? [] : [wholeLine(heading, { level: 0 }), ...lines];
}
