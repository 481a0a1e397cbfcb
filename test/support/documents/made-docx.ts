import { strToU8, zipSync } from "fflate";

/** A paragraph or a table of a made Word file. */
export type DocxPart =
  | {
      readonly kind: "paragraph";
      readonly text: string;
      readonly style?: string;
      readonly list?: { readonly id: number; readonly level: number };
      readonly bold?: boolean;
    }
  | { readonly kind: "table"; readonly rows: readonly (readonly DocxCell[])[] };

/** A cell; `down` continues the cell above it. */
export interface DocxCell {
  readonly text: string;
  readonly across?: number;
  readonly down?: "starts" | "continues";
}

const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const header = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** Writes a Word file whose only paragraph is in so many tables, each in a cell of the one before; it is not compressed. */
export function makeNestedDocx(depth: number): Uint8Array {
  const paragraph = paragraphXml({ kind: "paragraph", text: "A lot has a front yard." });
  const body = `${"<w:tbl><w:tr><w:tc>".repeat(depth)}${paragraph}${"</w:tc></w:tr></w:tbl>".repeat(depth)}`;
  return zipSync(
    {
      "[Content_Types].xml": strToU8(contentTypes),
      "_rels/.rels": strToU8(rootRelations),
      "word/document.xml": strToU8(`${header}<w:document ${namespace}><w:body>${body}</w:body></w:document>`),
    },
    { level: 0 },
  );
}

/** Writes a Word file with heading styles, numbering as Word keeps it, and tables with spanning cells. */
export function makeDocx(parts: readonly DocxPart[], extra: Readonly<Record<string, Uint8Array>> = {}): Uint8Array {
  const body = parts.map((part) => (part.kind === "table" ? tableXml(part.rows) : paragraphXml(part))).join("");
  return zipSync({
    "[Content_Types].xml": strToU8(contentTypes),
    "_rels/.rels": strToU8(rootRelations),
    "word/_rels/document.xml.rels": strToU8(documentRelations),
    "word/document.xml": strToU8(`${header}<w:document ${namespace}><w:body>${body}</w:body></w:document>`),
    "word/styles.xml": strToU8(styles),
    "word/numbering.xml": strToU8(numbering),
    ...extra,
  });
}

function paragraphXml({ text, style, list, bold }: Extract<DocxPart, { kind: "paragraph" }>): string {
  const place = list ? `<w:numPr><w:ilvl w:val="${list.level}"/><w:numId w:val="${list.id}"/></w:numPr>` : "";
  const properties = `<w:pPr>${style ? `<w:pStyle w:val="${style}"/>` : ""}${place}</w:pPr>`;
  return `<w:p>${properties}<w:r>${bold ? "<w:rPr><w:b/></w:rPr>" : ""}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`;
}

function tableXml(rows: readonly (readonly DocxCell[])[]): string {
  const rowXml = rows.map((row) => `<w:tr>${row.map(cellXml).join("")}</w:tr>`).join("");
  return `<w:tbl><w:tblPr/>${rowXml}</w:tbl>`;
}

function cellXml({ text, across, down }: DocxCell): string {
  const span = across ? `<w:gridSpan w:val="${across}"/>` : "";
  const merge = down === "starts" ? '<w:vMerge w:val="restart"/>' : down === "continues" ? "<w:vMerge/>" : "";
  return `<w:tc><w:tcPr>${span}${merge}</w:tcPr>${paragraphXml({ kind: "paragraph", text })}</w:tc>`;
}

const escapeXml = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

const contentTypes = `${header}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
const rootRelations = `${header}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`;
const documentRelations = `${header}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/numbering" Target="numbering.xml"/></Relationships>`;
const headingStyle = (level: number, more = "") =>
  `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/><w:pPr>${more}<w:outlineLvl w:val="${level - 1}"/></w:pPr></w:style>`;
/** Heading 1 and 2 are numbered by their style, as in most codes kept in Word: "ARTICLE 1", "1.1". */
const styles = `${header}<w:styles ${namespace}>${headingStyle(1, '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>')}${headingStyle(2, '<w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr>')}${headingStyle(3)}<w:style w:type="paragraph" w:styleId="SectionTitle"><w:name w:val="Section Title"/><w:basedOn w:val="Heading3"/></w:style></w:styles>`;
const level = (at: number, format: string, text: string) =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
const numbering = `${header}<w:numbering ${namespace}><w:abstractNum w:abstractNumId="0">${level(0, "decimal", "ARTICLE %1")}${level(1, "decimal", "%1.%2")}</w:abstractNum><w:abstractNum w:abstractNumId="1">${level(0, "upperLetter", "%1.")}${level(1, "lowerRoman", "(%2)")}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num></w:numbering>`;
