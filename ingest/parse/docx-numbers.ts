import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";

/** A Word file in which the numbers that Word would print are text, and the styles that are headings by outline level. */
export interface NumberedDocx {
  readonly file: Uint8Array;
  readonly styleMap: readonly string[];
}

interface Level {
  readonly start: number;
  readonly format: string;
  /** "%1.%2" */
  readonly text: string;
}

interface Numbering {
  readonly levels: ReadonlyMap<string, readonly Level[]>;
  /** Lists of one abstract definition count on together. */
  readonly abstractOf: ReadonlyMap<string, string>;
}

interface Style {
  readonly basedOn: string | null;
  readonly numId: string | null;
  readonly level: number | null;
  readonly outline: number | null;
}

const paragraph = /<w:p(?:\s[^>]*)?>(?:(?!<w:p[\s>])[\s\S])*?<\/w:p>/g;

/** Writes the numbers of headings and list items into a Word file's text, as Word prints them. */
export function withPrintedNumbers(bytes: Uint8Array): NumberedDocx {
  const parts = unzipSync(bytes);
  const partText = (name: string) => (parts[name] ? strFromU8(parts[name]) : "");
  const styles = stylesOf(partText("word/styles.xml"));
  const styleMap = headingStyles(styles);
  const numbering = numberingOf(partText("word/numbering.xml"));
  const document = partText("word/document.xml");
  if (document === "" || numbering.levels.size === 0) return { file: bytes, styleMap };
  const numbered = writeNumbers(document, styles, numbering);
  return { file: zipSync({ ...parts, "word/document.xml": strToU8(numbered) }, { level: 0 }), styleMap };
}

function headingStyles(styles: ReadonlyMap<string, Style>): string[] {
  const maps = ["p[style-name='Title'] => p:fresh", "p[style-name='Subtitle'] => p:fresh"];
  for (const [id] of styles) {
    const outline = inherited(styles, id, (style) => style.outline);
    if (outline !== null && outline < 6 && /^[\w-]+$/.test(id)) maps.push(`p.${id} => h${outline + 1}:fresh`);
  }
  return maps;
}

function writeNumbers(document: string, styles: ReadonlyMap<string, Style>, numbering: Numbering): string {
  const counters = new Map<string, number[]>();
  return document.replace(paragraph, (xml) => {
    const properties = /<w:pPr>[\s\S]*?<\/w:pPr>/.exec(xml)?.[0] ?? "";
    const place = listPlace(properties, styles);
    const levels = place && numbering.levels.get(place.numId);
    const level = place && levels?.[place.level];
    if (!place || !levels || !level || !/<w:t[\s>]/.test(xml)) return xml;
    const label = nextLabel(counters, numbering.abstractOf.get(place.numId) ?? place.numId, levels, place.level);
    // Without its numbering the paragraph is not a list to the converter, and the number is not printed twice.
    const plain = properties.replace(/<w:numPr>[\s\S]*?<\/w:numPr>/, "");
    const bold = /<w:b\/>/.test(xml.slice(properties.length, properties.length + 600)) ? "<w:rPr><w:b/></w:rPr>" : "";
    const run = label === "" ? "" : `<w:r>${bold}<w:t xml:space="preserve">${escapeXml(label)} </w:t></w:r>`;
    const offStyle = plain.replace("</w:pPr>", '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="0"/></w:numPr></w:pPr>');
    if (properties !== "") return xml.replace(properties, offStyle + run);
    return xml.replace(/^<w:p(?:\s[^>]*)?>/, (open) => open + run);
  });
}

function listPlace(properties: string, styles: ReadonlyMap<string, Style>): { numId: string; level: number } | null {
  const styleId = /<w:pStyle w:val="([^"]+)"/.exec(properties)?.[1] ?? null;
  const own = /<w:numPr>([\s\S]*?)<\/w:numPr>/.exec(properties)?.[1] ?? "";
  const numId = /<w:numId w:val="(\d+)"/.exec(own)?.[1] ?? inherited(styles, styleId, (style) => style.numId);
  if (numId === null || numId === "0") return null;
  const level = /<w:ilvl w:val="(\d+)"/.exec(own)?.[1];
  return {
    numId,
    level: level === undefined ? (inherited(styles, styleId, (style) => style.level) ?? 0) : Number(level),
  };
}

function nextLabel(counters: Map<string, number[]>, list: string, levels: readonly Level[], level: number): string {
  const counts = counters.get(list) ?? [];
  counters.set(list, counts);
  for (let above = 0; above < level; above += 1) counts[above] ??= levels[above]?.start ?? 1;
  counts[level] = counts[level] === undefined ? (levels[level]?.start ?? 1) : (counts[level] ?? 0) + 1;
  counts.length = level + 1;
  const { format, text } = levels[level] ?? { format: "none", text: "" };
  if (format === "bullet" || format === "none") return format === "bullet" ? "•" : "";
  return text.replace(/%(\d)/g, (_, place: string) => {
    const at = Number(place) - 1;
    return numeralOf(counts[at] ?? 1, levels[at]?.format ?? "decimal");
  });
}

/** A number in a list format of Word. */
function numeralOf(value: number, format: string): string {
  if (format === "upperLetter" || format === "lowerLetter") {
    const letter = String.fromCodePoint(65 + ((value - 1) % 26)).repeat(Math.floor((value - 1) / 26) + 1);
    return format === "upperLetter" ? letter : letter.toLowerCase();
  }
  if (format === "upperRoman" || format === "lowerRoman") {
    const numeral = romanNumeral(value);
    return format === "upperRoman" ? numeral : numeral.toLowerCase();
  }
  return format === "decimalZero" ? String(value).padStart(2, "0") : String(value);
}

/** A whole number as a roman numeral in capitals. */
export function romanNumeral(value: number): string {
  const worths: readonly (readonly [number, string])[] = [
    [1000, "M"],
    [900, "CM"],
    [500, "D"],
    [400, "CD"],
    [100, "C"],
    [90, "XC"],
    [50, "L"],
    [40, "XL"],
    [10, "X"],
    [9, "IX"],
    [5, "V"],
    [4, "IV"],
    [1, "I"],
  ];
  let left = value;
  let numeral = "";
  for (const [worth, letters] of worths) {
    for (; left >= worth; left -= worth) numeral += letters;
  }
  return numeral;
}

function stylesOf(xml: string): Map<string, Style> {
  const styles = new Map<string, Style>();
  for (const [whole, attributes = ""] of xml.matchAll(/<w:style\s([^>]*)>[\s\S]*?<\/w:style>/g)) {
    const id = /w:styleId="([^"]+)"/.exec(attributes)?.[1];
    if (id === undefined || !/w:type="paragraph"/.test(attributes)) continue;
    const numberOr = (pattern: RegExp) => {
      const found = pattern.exec(whole)?.[1];
      return found === undefined ? null : Number(found);
    };
    styles.set(id, {
      basedOn: /<w:basedOn w:val="([^"]+)"/.exec(whole)?.[1] ?? null,
      numId: /<w:numId w:val="(\d+)"/.exec(whole)?.[1] ?? null,
      level: numberOr(/<w:ilvl w:val="(\d+)"/),
      outline: numberOr(/<w:outlineLvl w:val="(\d+)"/),
    });
  }
  return styles;
}

function inherited<Value>(
  styles: ReadonlyMap<string, Style>,
  id: string | null,
  read: (style: Style) => Value | null,
): Value | null {
  let at = id;
  for (let depth = 0; at !== null && depth < 12; depth += 1) {
    const style = styles.get(at);
    if (!style) return null;
    const value = read(style);
    if (value !== null) return value;
    at = style.basedOn;
  }
  return null;
}

function numberingOf(xml: string): Numbering {
  const abstracts = new Map<string, Level[]>();
  for (const [whole, id = ""] of xml.matchAll(
    /<w:abstractNum\s[^<>]*w:abstractNumId="(\d+)"[\s\S]*?<\/w:abstractNum>/g,
  )) {
    const levels: Level[] = [];
    for (const [body, at = "0"] of whole.matchAll(/<w:lvl\s[^<>]*w:ilvl="(\d+)"[\s\S]*?<\/w:lvl>/g))
      levels[Number(at)] = levelOf(body);
    abstracts.set(id, levels);
  }
  const levels = new Map<string, readonly Level[]>();
  const abstractOf = new Map<string, string>();
  for (const [whole, id = ""] of xml.matchAll(/<w:num\s[^<>]*w:numId="(\d+)"[\s\S]*?<\/w:num>/g)) {
    const abstract = /<w:abstractNumId w:val="(\d+)"/.exec(whole)?.[1] ?? "";
    const own = [...(abstracts.get(abstract) ?? [])];
    const overrides = [...whole.matchAll(/<w:lvlOverride\s[^<>]*w:ilvl="(\d+)"[\s\S]*?<\/w:lvlOverride>/g)];
    for (const [body, at = "0"] of overrides) own[Number(at)] = overridden(own[Number(at)], body);
    levels.set(id, own);
    abstractOf.set(id, overrides.length > 0 ? `${abstract}:${id}` : abstract);
  }
  return { levels, abstractOf };
}

function levelOf(body: string): Level {
  return {
    start: Number(/<w:start w:val="(\d+)"/.exec(body)?.[1] ?? "1"),
    format: /<w:numFmt w:val="([^"]+)"/.exec(body)?.[1] ?? "decimal",
    text: unescapeXml(/<w:lvlText w:val="([^"]*)"/.exec(body)?.[1] ?? ""),
  };
}

function overridden(level: Level | undefined, body: string): Level {
  if (/<w:lvl\s/.test(body)) return levelOf(body);
  const start = /<w:startOverride w:val="(\d+)"/.exec(body)?.[1];
  const base = level ?? { start: 1, format: "decimal", text: "%1." };
  return start === undefined ? base : { ...base, start: Number(start) };
}

const escapeXml = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
const unescapeXml = (text: string) =>
  text
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&amp;/g, "&");
