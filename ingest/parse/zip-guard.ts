import { type Entry, fromBuffer, type ZipFile } from "yauzl";
import { DocumentUnreadable } from "../errors.ts";

const maximumEntries = 2000;
const maximumBytes = 500 * 1024 * 1024;
/** Text packs well, up to about 20 to 1; a block of zeros packs 1,029 to 1. */
const maximumRatio = 100;
/** Small parts of a Word file can be nearly empty XML that packs beyond any ratio and harms nobody. */
const harmlessBytes = 256 * 1024;
const nestedArchive = /\.(zip|docx|xlsx|pptx|jar|7z|rar|gz|tgz|bz2|xz|tar)$/i;

/**
 * Reads the directory of a ZIP file before anything is unpacked, and refuses one that could do harm.
 *
 * Range   2,000 entries, 500 MiB in all, 100 to 1 an entry, no nested archives, no names that lead outside
 * @throws document.too-large, document.truncated, document.encrypted, document.unsupported
 */
export async function assertZipIsHarmless(bytes: Uint8Array): Promise<void> {
  const zip = await openZip(bytes);
  let entries = 0;
  let unpacked = 0;
  await new Promise<void>((resolve, reject) => {
    const refuse = (reason: unknown) => {
      zip.close();
      reject(reason);
    };
    zip.on("error", (error: Error) => refuse(fromZipError(error)));
    zip.on("end", resolve);
    zip.on("entry", (entry: Entry) => {
      entries += 1;
      unpacked += entry.uncompressedSize;
      const reason = reasonAgainst(entry, entries, unpacked);
      if (reason) return refuse(reason);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

function openZip(bytes: Uint8Array): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    fromBuffer(buffer, { lazyEntries: true, strictFileNames: true, validateEntrySizes: true }, (error, zip) =>
      error ? reject(fromZipError(error)) : resolve(zip),
    );
  });
}

function reasonAgainst(entry: Entry, entries: number, unpacked: number): DocumentUnreadable | undefined {
  const tooLarge = (detail: string) => new DocumentUnreadable("document.too-large", detail);
  if (entries > maximumEntries) return tooLarge(`The file packs more than ${maximumEntries} parts; save it again.`);
  if (unpacked > maximumBytes) return tooLarge("The file unpacks to more than 500 MB; split it and upload the parts.");
  if (entry.uncompressedSize > harmlessBytes && entry.uncompressedSize > entry.compressedSize * maximumRatio) {
    return tooLarge("A part of the file unpacks to more than a hundred times its size; save the document again.");
  }
  if ((entry.generalPurposeBitFlag & 1) !== 0) {
    return new DocumentUnreadable("document.encrypted", "The file is protected by a password. Upload an open copy.");
  }
  // Office files embed others, such as the workbook behind a chart; they are never opened, and so no danger.
  if (nestedArchive.test(entry.fileName) && !/^(?:word|xl)\/embeddings\//.test(entry.fileName)) {
    return new DocumentUnreadable(
      "document.unsupported",
      "The file holds another archive. Upload the document itself.",
    );
  }
  return undefined;
}

function fromZipError(error: Error): DocumentUnreadable {
  const isName = /relative path|absolute path|invalid characters in fileName/i.test(error.message);
  if (isName) {
    const detail = "The file holds a part whose name leads outside the file. Save the document again.";
    return new DocumentUnreadable("document.unsupported", detail, { internal: error.message, cause: error });
  }
  const detail = "The file ends before it should or is damaged. Upload it again.";
  return new DocumentUnreadable("document.truncated", detail, { internal: error.message, cause: error });
}
