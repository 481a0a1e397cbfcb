import { describe, expect, it } from "vitest";
import { chunkDocument, type ParsedDocument } from "../../../../ingest/index.ts";
import { parseCsvText } from "../../../support/documents/parse.ts";

const sentences = (document: ParsedDocument) =>
  chunkDocument(document).flatMap((chunk) => chunk.rows.map((row) => row.sentence));
const rows = [
  ["District", "Minimum lot area", "Maximum height"],
  ["R-1", "10,000 square feet", "35 feet"],
  ["R-2", "7,000 square feet", "35 feet"],
];
const written = (delimiter: string) =>
  rows
    .map((row) => row.map((field) => (field.includes(delimiter) ? `"${field}"` : field)).join(delimiter))
    .join("\r\n");
const utf16 = (text: string, isBigEndian: boolean) => {
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
  return new Uint8Array(isBigEndian ? bytes.swap16() : bytes);
};

describe("a CSV file", () => {
  it.each([
    ["commas", ","],
    ["semicolons", ";"],
    ["tabs", "\t"],
    ["bars", "|"],
  ])("is one table, whether its fields are parted by %s", async (_, delimiter) => {
    const document = await parseCsvText(written(delimiter));
    expect(sentences(document)).toEqual([
      "R-1, Minimum lot area: 10,000 square feet; Maximum height: 35 feet",
      "R-2, Minimum lot area: 7,000 square feet; Maximum height: 35 feet",
    ]);
    expect(document.outline).toEqual([]);
  });

  it.each([
    [
      "over yards",
      "District,Lot area,Yards,,Height\n,,Front,Side,\nR-1,9000 sf,30 ft,15 ft,35 ft\nR-2,7000 sf,20 ft,10 ft,40 ft",
      ["District", "Lot area", "Yards / Front", "Yards / Side", "Height"],
      "R-2, Lot area: 7000 sf; Yards / Front: 20 ft; Yards / Side: 10 ft; Height: 40 ft",
    ],
    [
      "over the first columns",
      "Yards,,Height\nFront,Side,\n30 ft,15 ft,35 ft\n20 ft,10 ft,40 ft",
      ["Yards / Front", "Yards / Side", "Height"],
      undefined,
    ],
    [
      "over districts",
      "Use,Residential,,Commercial,\n,R-1,R-2,C-1,C-2\nDwelling,P,P,N,N\nShop,N,SP,P,P",
      ["Use", "Residential / R-1", "Residential / R-2", "Commercial / C-1", "Commercial / C-2"],
      "Shop, Residential / R-1: N; Residential / R-2: SP; Commercial / C-1: P; Commercial / C-2: P",
    ],
  ])("with a header of two rows reads its gaps as merged cells: %s", async (_, text, columns, sentence) => {
    const document = await parseCsvText(text);
    expect(document.tables[0]?.columns).toEqual(columns);
    expect(document.tables[0]?.rows.map((row) => row.isHeader)).toEqual([true, true, false, false]);
    if (sentence !== undefined) expect(sentences(document).at(-1)).toBe(sentence);
  });

  it.each([
    ["words below the gap", "Name,Note,,Area\nAnn,big,red,30\nBob,small,blue,40"],
    ["codes in the second row", "Use,District,,Height\n,P,N,\nShop,P,N,35 ft\nMill,N,P,40 ft"],
    ["a gap that nothing names", "Use,R-1,,Height\n,Front,,\nShop,30 ft,15 ft,35 ft\nMill,20 ft,10 ft,40 ft"],
  ])("reads no second header row out of %s", async (_, text) => {
    const { tables } = await parseCsvText(text);
    expect(tables[0]?.rows.filter((row) => row.isHeader).length).toBeLessThanOrEqual(1);
  });

  it("takes the delimiter that its first line states", async () => {
    const { tables } = await parseCsvText("sep=;\r\nUse;Where, and how\r\nShop;C-1, by right\r\n");
    expect(tables[0]?.columns).toEqual(["Use", "Where, and how"]);
  });

  it.each([
    ["UTF-8", new TextEncoder().encode("Use,Café\nShop,résumé\n")],
    ["UTF-8 with a byte order mark", new TextEncoder().encode("\ufeffUse,Café\nShop,résumé\n")],
    ["UTF-16, little end first", utf16("Use,Café\nShop,résumé\n", false)],
    ["UTF-16, big end first", utf16("Use,Café\nShop,résumé\n", true)],
    ["Windows-1252", Buffer.from("Use,Caf\u00e9\nShop,r\u00e9sum\u00e9\n", "latin1")],
  ])("is read in %s", async (_, bytes) => {
    const document = await parseCsvText(new Uint8Array(bytes));
    expect(document.text).toBe("Use | Café\nShop | résumé");
  });

  it("reads quoted fields with delimiters, quotes and line ends inside them", async () => {
    const { text } = await parseCsvText(
      'Use,Note,Spaces\nShop,"one, or\ntwo; ""corner"" lots",3\nCurb,at least 6" high,0\n',
    );
    expect(text).toContain('Shop | one, or two; "corner" lots | 3');
    expect(text).toContain('Curb | at least 6" high | 0');
  });

  it("parts tables at blank lines, and keeps lines of words as text", async () => {
    const { tables, text } = await parseCsvText(
      "Lot standards\nDistrict,Area,Height\nR-1,10,35\nR-2,7,35\n\nP = permitted by right\n\nUse,R-1,R-2\nShop,N,P\nHouse,P,P\n",
    );
    expect(tables.map((table) => table.caption)).toEqual(["Lot standards", null]);
    expect(text).toContain("\n\nP = permitted by right\n\n");
  });

  it("keeps what looks like a formula as the text it is", async () => {
    const { text } = await parseCsvText('Name,Link\nShop,"=HYPERLINK(""http://example.org"",""x"")"\nYard,@SUM(A1)\n');
    expect(text).toContain('=HYPERLINK("http://example.org","x")');
    expect(text).toContain("@SUM(A1)");
  });

  it("with a quote that is never closed is refused with the line", async () => {
    await expect(parseCsvText('Use,Note\nShop,"open\nHouse,x\n')).rejects.toMatchObject({
      code: "document.truncated",
      detail: expect.stringContaining("quoted field"),
    });
  });

  it("with rows longer than the header is read with a warning", async () => {
    const { warnings, text } = await parseCsvText("Use,Where\nShop,C-1,extra\nHouse,R-1\n");
    expect(text).toContain("Shop | C-1 | extra");
    expect(warnings).toMatchObject([{ code: "csv.uneven-rows" }]);
  });

  it("is refused as too large when it holds more fields than can be read", async () => {
    await expect(parseCsvText("lot,area\n".repeat(250_001))).rejects.toMatchObject({
      code: "document.too-large",
      detail: "The table holds more than 500,000 filled fields. Split it and upload the parts.",
    });
  });

  it("of nothing but delimiters is empty", async () => {
    await expect(parseCsvText(",,,\n,,,\n")).rejects.toMatchObject({ code: "document.empty" });
  });
});
