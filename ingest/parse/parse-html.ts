import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { romanNumeral } from "../outline/roman-numerals.ts";
import { parseMarker } from "../outline/section-number.ts";
import { attributeOf, childElements, isElement, isUnseen, rawText, textOf, withoutDepth } from "./html-nodes.ts";
import { gridFromTable, rowsOf } from "./html-table.ts";
import { type Item, type Line, type RawDocument, wholeLine } from "./lines.ts";
import { decodeText, normaliseText } from "./normalise.ts";
import { printedLinesOf } from "./page-lines.ts";
import { captionOrText, withoutPictures } from "./pictures.ts";
import { withPipeTables } from "./pipe-tables.ts";
import { mostColumns } from "./table-grid.ts";
import { finishTables } from "./tables-in-text.ts";

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode;

const blockTag =
  /^(?:address|article|aside|blockquote|body|caption|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|html|li|main|ol|p|pre|section|summary|table|ul)$/;
const deepest = 400;
/** Longer text in a heading's tags is a paragraph: every passage below a heading repeats it. */
const longestHeading = 1_000;

/** Reads an HTML file. */
export function parseHtml(bytes: Uint8Array): RawDocument {
  const label = /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(
    new TextDecoder("latin1").decode(bytes.subarray(0, 4096)),
  )?.[1];
  return rawFromHtml(decodeText(bytes, label), "html");
}

/** Reads HTML that another parser made or found. */
export function rawFromHtml(html: string, parser: string): RawDocument {
  const tree = withoutDepth(parse(html), deepest);
  const reader = new HtmlReader();
  const root = childElements(tree).find((element) => element.tagName === "html");
  const body = root && childElements(root).find((element) => element.tagName === "body");
  const head = root && childElements(root).find((element) => element.tagName === "head");
  if (body) reader.read(body);
  const title = head && childElements(head).find((element) => element.tagName === "title");
  const items = reader.items;
  const pages = reader.pagesWhenThroughout();
  const named =
    (title && withoutPictures(normaliseText(title.childNodes.map(rawText).join("")))) || firstTopHeading(items);
  if (pages.length === 0) {
    return {
      title: named,
      items: finishTables(withPipeTables(items.map((item) => ({ ...item, page: null })))),
      pages: [],
      parser,
      warnings: [],
    };
  }
  const lines = reader.hasPrintedLines() ? unwrapped(items) : items;
  const printed = printedLinesOf(pages, lines);
  return {
    title: named,
    items: finishTables(withPipeTables(printed.items)),
    pages: printed.pages,
    parser,
    warnings: [],
  };
}

/** Where each paragraph is a printed line, lines join into paragraphs as in a PDF. */
function unwrapped(items: readonly Item[]): Item[] {
  const lengths = items.flatMap((item) => (item.kind === "line" ? [item.text.length] : [])).sort((a, b) => a - b);
  const width = Math.max(40, lengths[Math.floor(lengths.length * 0.9)] ?? 0);
  return items.map((item) =>
    item.kind === "line" && item.level === null
      ? { ...item, isWhole: false, opens: false, fill: Math.min(1, item.text.length / width) }
      : item,
  );
}

function firstTopHeading(items: readonly Item[]): string | null {
  return items.find((item): item is Line => item.kind === "line" && item.level === 1)?.text ?? null;
}

class HtmlReader {
  readonly items: Item[] = [];
  readonly #pages: number[] = [];
  #page: number | null = null;
  #outsidePages = 0;
  #level: number | null = null;
  #isTerm = false;

  read(element: Element, depth = 0): void {
    if (isUnseen(element)) return;
    const page = pageOf(element);
    if (page !== null && page > (this.#pages.at(-1) ?? 0)) {
      this.#pages.push(page);
      this.#page = page;
    }
    if (element.tagName === "table") this.#readTable(element, depth);
    else if (element.tagName === "ol" || element.tagName === "ul") this.#readList(element, depth);
    else this.#readBlock(element, depth);
  }

  #readBlock(element: Element, depth: number): void {
    const level = /^h([1-6])$/.exec(element.tagName)?.[1];
    this.#level = level === undefined ? ariaLevel(element) : Number(level);
    this.#isTerm = element.tagName === "dt";
    this.#readChildren(element.childNodes, depth);
    this.#level = null;
    this.#isTerm = false;
  }

  /** Pages count only when the whole text stands in them. */
  pagesWhenThroughout(): number[] {
    return this.#pages.length >= 2 && this.#outsidePages === 0 ? this.#pages : [];
  }

  /** True where paragraphs are printed lines: many of them, of one length, ending in the middle of a sentence. */
  hasPrintedLines(): boolean {
    const lines = this.items.filter((item) => item.kind === "line");
    const unfinished = lines.filter((line) => line.text.length > 40 && /[\p{Ll},-]$/u.test(line.text)).length;
    return lines.length > 20 && unfinished > lines.length * 0.25;
  }

  #readChildren(nodes: readonly Node[], depth: number, prefix = ""): void {
    let inline: Node[] = [];
    let lead = prefix;
    const flush = () => {
      if (inline.length > 0) lead = this.#addParagraph(inline, lead);
      inline = [];
    };
    for (const [at, node] of nodes.entries()) {
      if (isElement(node) && holdsBlocks(node)) {
        flush();
        const level = this.#level;
        if (lead !== "" && node.tagName !== "table") {
          this.#readChildren(node.childNodes, depth + 1, lead);
          lead = "";
        } else {
          this.read(node, depth + 1);
        }
        this.#level = level;
      } else if (isElement(node) && node.tagName === "br" && isDoubleBreak(nodes, at)) {
        flush();
      } else {
        inline.push(node);
      }
    }
    flush();
  }

  #addParagraph(nodes: readonly Node[], lead: string): string {
    const text = captionOrText(normaliseText(nodes.map(rawText).join("")));
    if (text === "") return lead;
    if (text.length > longestHeading) this.#level = null;
    const hasOwnNumber = lead !== "" && /^(?:\(?[A-Za-z0-9]{1,4}[.)]|[•§])/.test(text);
    this.#add(
      wholeLine(hasOwnNumber || lead === "" ? text : `${lead} ${text}`, {
        page: this.#page,
        level: this.#level,
        isBold: isBold(nodes, text),
        boldLead: boldLeadOf(nodes) + (hasOwnNumber || lead === "" ? 0 : lead.length + 1),
        // The term of a definition is set as a heading is, and holds nothing but its definition.
        ...(this.#isTerm && parseMarker(text) === null ? { isLabel: true } : {}),
      }),
    );
    return "";
  }

  #add(item: Item): void {
    if (this.#page === null) this.#outsidePages += 1;
    this.items.push(item);
  }

  #readList(list: Element, depth: number): void {
    const isOrdered = list.tagName === "ol";
    let count = Number.parseInt(attributeOf(list, "start") ?? "1", 10) || 1;
    for (const child of list.childNodes) {
      if (!isElement(child)) continue;
      if (child.tagName !== "li") {
        this.read(child, depth + 1);
        continue;
      }
      const mark = isOrdered ? listMark(count, attributeOf(list, "type") ?? "1") : "";
      this.#readChildren(child.childNodes, depth + 1, mark);
      count += 1;
    }
  }

  #readTable(table: Element, depth: number): void {
    if (isLayout(table)) {
      for (const { row } of rowsOf(table))
        for (const cell of childElements(row)) this.#readChildren(cell.childNodes, depth + 1);
      return;
    }
    const caption = childElements(table).find((child) => child.tagName === "caption");
    const grid = gridFromTable(table);
    if (caption) this.#addParagraph(caption.childNodes, "");
    if (grid) this.#add({ kind: "table", page: this.#page, grid });
  }
}

/** A table that only lays out a page: one cell, or tables and headings inside its cells. */
function isLayout(table: Element): boolean {
  const rows = rowsOf(table).map(({ row }) => childElements(row));
  const cells = rows.flat();
  if (cells.length <= 1 || rows.some((row) => row.length > mostColumns)) return true;
  return cells.some((cell) => contains(cell, /^(?:table|h[1-6])$/)) && cells.some((cell) => textOf(cell).length > 600);
}

function contains(element: Element, tag: RegExp): boolean {
  return childElements(element).some((child) => tag.test(child.tagName) || contains(child, tag));
}

function holdsBlocks(element: Element): boolean {
  return blockTag.test(element.tagName) || (!isUnseen(element) && contains(element, blockTag));
}

/** Comments and white space that may stand between the two breaks of a paragraph's end. */
const mostBetweenBreaks = 8;

/** Tells whether the line break at a position among its siblings is followed by another one. */
function isDoubleBreak(siblings: readonly Node[], at: number): boolean {
  const next = siblings
    .slice(at + 1, at + 1 + mostBetweenBreaks)
    .find((node) => isElement(node) || textOf(node) !== "");
  return next !== undefined && isElement(next) && next.tagName === "br";
}

function isBold(nodes: readonly Node[], text: string): boolean {
  const bold: string[] = [];
  const visit = (node: Node): void => {
    if (!isElement(node)) return;
    const weight = /font-weight\s*:\s*(bold|[6-9]00)/i.test(attributeOf(node, "style") ?? "");
    if (weight || node.tagName === "b" || node.tagName === "strong") bold.push(textOf(node));
    else node.childNodes.forEach(visit);
  };
  nodes.forEach(visit);
  return bold.join("").replace(/\s+/g, "").length >= text.replace(/\s+/g, "").length - 2;
}

/** Length of the bold words a paragraph begins with: its run-in heading. */
function boldLeadOf(nodes: readonly Node[]): number {
  const [first] = nodes.filter((node) => textOf(node) !== "");
  if (!first || !isElement(first)) return 0;
  if (first.tagName === "b" || first.tagName === "strong") return textOf(first).length;
  return /^(?:a|span|font|em|i|u)$/.test(first.tagName) ? boldLeadOf(first.childNodes) : 0;
}

/** A page begins at an element that says so: data-page="12", or id="page-12". */
function pageOf(element: Element): number | null {
  const said =
    attributeOf(element, "data-page") ??
    attributeOf(element, "data-page-number") ??
    /^page[-_]?(\d+)$/i.exec(attributeOf(element, "id") ?? "")?.[1];
  return said !== undefined && /^\d{1,5}$/.test(said) ? Number(said) : null;
}

function ariaLevel(element: Element): number | null {
  if (attributeOf(element, "role") !== "heading") return null;
  const level = Number.parseInt(attributeOf(element, "aria-level") ?? "2", 10);
  return level >= 1 && level <= 6 ? level : 2;
}

function listMark(count: number, type: string): string {
  if (type === "a" || type === "A") {
    const letter = String.fromCodePoint(96 + ((count - 1) % 26) + 1);
    return `${type === "A" ? letter.toUpperCase() : letter}.`;
  }
  if (type === "i" || type === "I") return `${type === "I" ? romanNumeral(count).toUpperCase() : romanNumeral(count)}.`;
  return `${count}.`;
}
