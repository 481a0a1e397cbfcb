import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chunkDocument, detectMediaType, parseDocument } from "../../../../ingest/index.ts";
import { itemsOfWordText } from "../../../../ingest/parse/doc/word-text.ts";
import { outlineLines } from "../../../support/documents/parse.ts";

/** Written by LibreOffice from the text beside it. */
const file = readFileSync(join(import.meta.dirname, "../../../support/documents/files/harbor-sign-rules.doc"));
const parse = (bytes: Uint8Array) => parseDocument({ bytes, mediaType: "application/msword", filename: "signs.doc" });
const headerAt = file.indexOf(Buffer.from([0xec, 0xa5]));

function changed(change: (bytes: Buffer) => void): Uint8Array {
  const bytes = Buffer.from(file);
  change(bytes);
  return new Uint8Array(bytes);
}

describe("a Word 97-2003 file", () => {
  it("is told by its bytes", () => {
    expect(detectMediaType(file, "application/octet-stream", "no-name")).toBe("application/msword");
    expect(detectMediaType(file, "application/msword", "signs.doc")).toBe("application/msword");
  });

  it("keeps its numbered headings, and its footnotes in a section of their own", async () => {
    const document = await parse(file);
    expect(outlineLines(document)).toEqual([
      "TOWN OF PELL HARBOR",
      "ARTICLE 7 SIGNS",
      "  7.1 Purpose",
      "  7.2 Size of signs",
      "  7.3 Lighting",
      "Footnotes",
    ]);
    expect(document.text.endsWith("The area of a sign with two faces is the area of one face.")).toBe(true);
  });

  it("keeps its tables cell by cell, also where a cell holds several paragraphs", async () => {
    const rows = chunkDocument(await parse(file)).flatMap((chunk) => chunk.rows.map((row) => row.sentence));
    expect(rows).toEqual([
      "Waterfront, Maximum area: 24 square feet; Maximum height: 12 feet",
      "Village, Maximum area: 16 square feet per storefront; Maximum height: 10 feet",
      "Residential, Maximum area: 4 square feet",
    ]);
  });

  it("keeps its quotation marks, dashes and accents as they are written", async () => {
    expect((await parse(file)).text).toContain("“ten in the evening” – Café signs included.");
  });
});

describe("a Word 97-2003 file that cannot be read", () => {
  it.each([
    [
      "is protected by a password",
      (bytes: Buffer) => bytes.writeUInt8(bytes.readUInt8(headerAt + 11) | 1, headerAt + 11),
      "document.encrypted",
    ],
    ["was written by Word 95", (bytes: Buffer) => bytes.writeUInt16LE(104, headerAt + 2), "document.unsupported"],
    ["lost its header", (bytes: Buffer) => bytes.writeUInt16LE(0, headerAt), "document.truncated"],
    [
      "chains its sectors in a circle",
      (bytes: Buffer) => bytes.fill(0, (bytes.readInt32LE(76) + 1) * 512, (bytes.readInt32LE(76) + 2) * 512),
      "document.truncated",
    ],
    [
      "names more tables than it has sectors",
      (bytes: Buffer) => bytes.writeUInt32LE(0x7fffffff, 72),
      "document.truncated",
    ],
    ["holds no document", (bytes: Buffer) => bytes.write("X", bytes.indexOf("W\0o\0r\0d\0D")), "document.mislabelled"],
  ])("is refused when it %s", async (_, change, code) => {
    await expect(parse(changed(change))).rejects.toMatchObject({ code });
  });

  it.each([0.02, 0.3, 0.6, 0.9])("is refused as damaged when it ends early, at %d of its length", async (share) => {
    await expect(parse(file.subarray(0, Math.floor(file.length * share)))).rejects.toMatchObject({
      code: "document.truncated",
    });
  });

  it("is refused when a new file that a password protects bears its name", () => {
    const name = Buffer.from("EncryptedPackage", "utf16le");
    const bytes = Buffer.concat([file.subarray(0, 512), Buffer.alloc(512), name, Buffer.alloc(512)]);
    for (const declared of ["application/msword", ""]) {
      expect(() => detectMediaType(bytes, declared, "x.doc")).toThrow(
        expect.objectContaining({ code: "document.encrypted" }),
      );
    }
  });
});

describe("the text of a Word 97-2003 file", () => {
  const shape = (text: string) =>
    itemsOfWordText(text).map((item) =>
      item.kind === "line" ? item.text : item.grid.rows.map((row) => row.cells.map((cell) => cell.text).join(" | ")),
    );

  it("ends a table at a paragraph and begins another after it", () => {
    expect(shape("A\tB\t\n1\t2\t\nBetween.\nC\tD\t\n3\t4\t\nAfter.\n")).toEqual([
      ["A | B", "1 | 2"],
      "Between.",
      ["C | D", "3 | 4"],
      "After.",
    ]);
  });

  it("joins the paragraphs of a cell, in the first row as well as in later ones", () => {
    expect(shape("Before.\nDistrict\tMinimum\nlot area\tHeight\t\nR-1\t7,000\n(interior)\t35\t\n")).toEqual([
      "Before.",
      ["District | Minimum lot area | Height", "R-1 | 7,000 (interior) | 35"],
    ]);
  });

  it("takes tabs inside a paragraph for spaces", () => {
    expect(shape("7.1\tPurpose\nName:\t\nSigned:\t\t\n")).toEqual(["7.1 Purpose", "Name:", "Signed:"]);
  });
});
