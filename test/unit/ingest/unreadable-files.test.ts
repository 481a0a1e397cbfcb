import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import {
  detectMediaType,
  headBytes,
  parseableMediaTypes,
  parseDocument,
  unreadableCodes,
} from "../../../ingest/index.ts";
import { encryptedPdf } from "../../support/documents/broken-files.ts";
import { makeDocx } from "../../support/documents/made-docx.ts";
import { makePdf, makeTextlessPdf } from "../../support/documents/made-pdf.ts";
import { ordinanceParts } from "../../support/documents/ordinance-parts.ts";

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const parse = (bytes: Uint8Array, mediaType: string) => parseDocument({ bytes, mediaType, filename: "upload" });
const text = (words: string) => new TextEncoder().encode(words);
const paragraph = { kind: "paragraph", text: "Every lot has a front." } as const;

const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** A DOCX whose first part is longer than the bytes that decide what a file is. */
function largePackage(): Uint8Array {
  const parts = { "[Content_Types].xml": text("<Types/>"), "customXml/item1.xml": new Uint8Array(headBytes) };
  return zipSync({ ...parts, "word/document.xml": text("<w/>") }, { level: 0 });
}

describe("a file that cannot become a document", () => {
  it("is refused as encrypted when a password protects it", async () => {
    await expect(parse(encryptedPdf(), "application/pdf")).rejects.toMatchObject({ code: "document.encrypted" });
  });

  it("is refused as truncated when the end of the PDF is missing", async () => {
    const whole = await makePdf(ordinanceParts(1, 3));
    await expect(parse(whole.slice(0, whole.length / 2), "application/pdf")).rejects.toMatchObject({
      code: "document.truncated",
    });
  });

  it("is refused as truncated when the end of the Word file is missing", async () => {
    const whole = makeDocx([paragraph]);
    await expect(parse(whole.slice(0, whole.length - 60), docx)).rejects.toMatchObject({ code: "document.truncated" });
  });

  it("is refused as empty when it holds nothing, or nothing to read", async () => {
    await expect(parse(new Uint8Array(), "text/plain")).rejects.toMatchObject({ code: "document.empty" });
    await expect(parse(text(" \n\f\n "), "text/plain")).rejects.toMatchObject({ code: "document.empty" });
    await expect(parse(text("<html><body><script>1</script></body></html>"), "text/html")).rejects.toMatchObject({
      code: "document.empty",
    });
  });

  it("is refused as without text when every page is a picture", async () => {
    await expect(parse(await makeTextlessPdf(3), "application/pdf")).rejects.toMatchObject({
      code: "document.no-text",
    });
  });

  it.each([
    ["text/plain", 81],
    ["text/markdown", 81],
    ["text/plain", 21],
  ])("is refused as too large when it is %s of %i million characters", async (mediaType, millions) => {
    const line = `${"lot ".repeat(250)}\n`;
    await expect(parse(text(line.repeat(millions * 1000)), mediaType)).rejects.toMatchObject({
      code: "document.too-large",
      detail: "The document has more than 20 million characters of text. Split it and upload the parts.",
    });
  });

  it("is refused as too large when a part unpacks to far more than it weighs", async () => {
    const bomb = makeDocx([paragraph], { "word/media/zeros.bin": new Uint8Array(40 * 1024 * 1024) });
    expect(bomb.length).toBeLessThan(200_000);
    await expect(parse(bomb, docx)).rejects.toMatchObject({ code: "document.too-large" });
  });

  it("is refused as too large when it packs thousands of parts", async () => {
    const parts = Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`word/extra/${at}.xml`, text("<a/>")]));
    await expect(parse(makeDocx([paragraph], parts), docx)).rejects.toMatchObject({ code: "document.too-large" });
  });

  it.each(["../../outside.xml", "word/../../outside.xml", "inner.zip"])(
    "is refused when it packs a part named %s",
    async (name) => {
      await expect(parse(makeDocx([paragraph], { [name]: text("x") }), docx)).rejects.toMatchObject({
        code: "document.unsupported",
      });
    },
  );

  it("says in its detail what its owner can do, and nothing of the machine", async () => {
    const error: unknown = await parse(text(""), "text/plain").catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "document.empty", detail: "The file has no bytes. Upload it again." });
    expect(unreadableCodes).toContain("document.reader-failed");
  });
});

describe("the type of a file", () => {
  const zip = zipSync({ "readme.txt": strToU8("hello") });

  it("is found by its bytes, whatever its name", async () => {
    expect(detectMediaType(await makePdf([paragraph]), "application/octet-stream", "no-name")).toBe("application/pdf");
    expect(detectMediaType(makeDocx([paragraph]), "", "no-name")).toBe(docx);
    expect(detectMediaType(text("\ufeff<!DOCTYPE html><html>"), "", "no-name")).toBe("text/html");
    expect(detectMediaType(text("plain words"), "", "notes.md")).toBe("text/markdown");
    expect(detectMediaType(text("plain words"), "text/plain; charset=utf-8", "notes.txt")).toBe("text/plain");
    expect(parseableMediaTypes).toContain("application/pdf");
  });

  it.each([
    ["a web page called a PDF", text("<!doctype html><html>sign in</html>"), "application/pdf", "code.pdf"],
    ["a PDF called a Word file", text("%PDF-1.7\n…"), docx, "code.docx"],
    ["a ZIP called a Word file", zip, docx, "code.docx"],
    ["data called plain text", new Uint8Array([1, 0, 2, 0, 3, 0, 255, 0]), "text/plain", "code.txt"],
    [
      "a picture called plain text",
      Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
      "text/plain",
      "scan.txt",
    ],
  ])("is refused as mislabelled for %s", (_, bytes, declared, filename) => {
    expect(() => detectMediaType(bytes, declared, filename)).toThrow(
      expect.objectContaining({ code: "document.mislabelled" }),
    );
  });

  it.each([
    ["a DOCX named DOC", makeDocx([paragraph]), "application/msword", "code.doc", docx],
    ["a DOCX whose parts begin behind the head", largePackage(), docx, "code.docx", docx],
    ["a JPEG declared as PNG", Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]), "image/png", "scan.png", "image/jpeg"],
    [
      "an archive that packs a PDF",
      zipSync({ "word/document.xml": [text("%PDF-1.7"), { level: 0 }] }),
      docx,
      "a.docx",
      docx,
    ],
    ["a text about PDF files", text("%PDF-files are common."), "text/plain", "a.txt", "text/plain"],
  ])("is found in spite of the declaration for %s", (_, bytes, declared, filename, found) => {
    expect(detectMediaType(bytes.subarray(0, headBytes), declared, filename)).toBe(found);
  });

  it.each([
    ["a PDF declared as DOCX", text("%PDF-1.7\n"), docx, "application/pdf"],
    ["a web page declared as PDF", text("<!doctype html><html>sign in</html>"), "application/pdf", "text/html"],
    ["CSV declared as XLSX", text("a,b\n1,2\n"), xlsx, "text/csv"],
    ["text declared as PDF", text("Every lot has a front."), "application/pdf", "text/plain"],
  ])("comes with the mime_type that is read for %s", (_, bytes, declared, mediaType) => {
    expect(() => detectMediaType(bytes, declared, "upload")).toThrow(
      expect.objectContaining({
        mediaType,
        detail: expect.stringContaining(`Change mime_type to ${mediaType}`),
      }),
    );
    expect(detectMediaType(bytes, mediaType, "upload")).toBe(mediaType);
  });

  it.each([
    ["a PowerPoint presentation", zipSync({ "ppt/presentation.xml": text("<p/>") })],
    ["a binary Excel workbook", zipSync({ "xl/workbook.bin": text("b") })],
    ["an OpenDocument file", zipSync({ mimetype: [text("application/vnd.oasis.opendocument.text"), { level: 0 }] })],
    ["an EPUB book", zipSync({ mimetype: [text("application/epub+zip"), { level: 0 }] })],
    ["a KMZ map file", zipSync({ "doc.kml": text("<kml/>") })],
    ["a zipped shapefile", zipSync({ "lots.shp": text("x") })],
  ])("is refused as what it is for %s", (named, bytes) => {
    expect(() => detectMediaType(bytes, docx, "code.docx")).toThrow(
      expect.objectContaining({ code: "document.mislabelled", detail: expect.stringContaining(`contains ${named}`) }),
    );
  });

  it.each([
    ["a ZIP", zip, "", "files.zip"],
    ["a type nobody reads", text("a,b"), "video/mp4", "film.mp4"],
  ])("is refused as unsupported for %s", (_, bytes, declared, filename) => {
    expect(() => detectMediaType(bytes, declared, filename)).toThrow(
      expect.objectContaining({ code: "document.unsupported" }),
    );
  });

  it.each([
    ["a GIF image", [...text("GIF89a"), 1, 0, 1, 0]],
    ["an Office 97-2003 file", [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
    ["a Rich Text file (RTF)", [...text("{\\rtf1\\ansi Zoning}")]],
    ["a ZIP archive", [...zip]],
    ["data of an unknown kind", [1, 0, 2, 0, 3, 0, 0x89, 0]],
  ])("is named in the refusal for %s", (named, bytes) => {
    for (const [declared, filename] of [
      ["text/plain", "code.txt"],
      ["", "upload"],
    ] as const) {
      expect(() => detectMediaType(Uint8Array.from(bytes), declared, filename)).toThrow(
        expect.objectContaining({ detail: expect.stringContaining(`contains ${named}`) }),
      );
    }
  });
});
