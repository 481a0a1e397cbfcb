import type { Chunk, OutlineNode, ParsedDocument, RowSentence, Span } from "../corpus.ts";
import { appendAll } from "../large-lists.ts";
import { wordCount } from "../outline/heading-title.ts";
import { rowSentences } from "./row-sentences.ts";
import { type TableInWords, type TextUnit, trimmed, unitsOf } from "./text-units.ts";

/** Words in a chunk. Source: chosen by the chunking study on two collections, 160 to 320 words level, longer worse. */
const chunkWords = 320;
/** Unnumbered stretches shorter than this join their neighbours, up to the next figure. */
const fragmentWords = 30;
const mergedWords = 160;

/** A stretch of text between two headings, with the heading it stands under. */
interface Stretch extends Span {
  readonly node: number | null;
  readonly words: number;
  /** Holds headings besides the text below them. */
  readonly isMerged: boolean;
}

/**
 * Cuts a document into chunks, each inside the smallest numbered section and at most 320 words long.
 *
 * Chunks do not overlap, and with the headings and the lists of contents they cover all that is not white space. A
 * table row is never split; a table that fits stays whole. Each row is put into words, and these take the row's place in
 * `indexText`.
 */
export function chunkDocument(document: ParsedDocument): Chunk[] {
  const chunking = new Chunking(document);
  return chunking.chunks();
}

class Chunking {
  readonly #document: ParsedDocument;
  readonly #tables: readonly TableInWords[];

  constructor(document: ParsedDocument) {
    this.#document = document;
    this.#tables = document.tables.map((table) => ({ table, sentences: rowSentences(table) }));
  }

  chunks(): Chunk[] {
    const chunks: Chunk[] = [];
    for (const stretch of mergeFragments(this.#document, stretchesOf(this.#document))) {
      const units = unitsOf(this.#document, stretch, this.#tables, chunkWords);
      for (const span of packUnits(units)) chunks.push(this.#chunk(span, stretch, chunks.length));
    }
    return chunks;
  }

  #chunk(span: Span, stretch: Stretch, ordinal: number): Chunk {
    const { outline, text } = this.#document;
    const path = pathTo(outline, stretch.node);
    const section = path.findLast((each) => each.isItem !== true);
    const numbered = path.findLast((each) => each.number !== null);
    const { rows, indexText } = this.#inWords(span);
    return {
      ...span,
      ordinal,
      section: numbered?.number ?? null,
      ...this.#itemsOf(span, numbered),
      headingPath: path.map(headingText),
      parent: section?.section ?? { charStart: 0, charEnd: outline[0]?.section.charStart ?? text.length },
      ...this.#pagesOf(span),
      rows,
      indexText,
    };
  }

  #inWords({ charStart, charEnd }: Span): { rows: RowSentence[]; indexText: string } {
    const { text } = this.#document;
    const rows: RowSentence[] = [];
    let indexText = "";
    let at = charStart;
    for (const { table, sentences } of this.#tables) {
      if (table.charEnd <= charStart || table.charStart >= charEnd) continue;
      const own = rowsWithin(sentences, { charStart, charEnd });
      if (own.length === 0) continue;
      appendAll(rows, own);
      indexText += text.slice(at, Math.max(charStart, table.charStart));
      indexText += wordsOfRows(own, table.caption, indexText);
      at = Math.min(charEnd, table.charEnd);
    }
    return { rows, indexText: indexText + text.slice(at, charEnd) };
  }

  #itemsOf({ charStart, charEnd }: Span, numbered: OutlineNode | undefined): Pick<Chunk, "items"> {
    const all = this.#document.items ?? [];
    if (numbered === undefined || all.length === 0) return {};
    const items = all
      .slice(firstFrom(all, numbered.section.charStart), firstFrom(all, charEnd))
      .filter((item) => item.charEnd > charStart);
    return items.length === 0 ? {} : { items };
  }

  #pagesOf({ charStart, charEnd }: Span): Pick<Chunk, "page" | "pageEnd" | "printedPage"> {
    const pages = this.#document.pages.filter((page) => page.charStart < charEnd && page.charEnd > charStart);
    const first = pages[0];
    return { page: first?.page ?? null, pageEnd: pages.at(-1)?.page ?? null, printedPage: first?.printedPage ?? null };
  }
}

/** Position of the first of some spans, in the order of the text, that begins at a place or after it. */
function firstFrom(spans: readonly Span[], charStart: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.charStart ?? charStart) < charStart) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The rows of a table inside a span; they stand in the order of the text, and a table may hold a hundred thousand. */
function rowsWithin(rows: readonly RowSentence[], { charStart, charEnd }: Span): RowSentence[] {
  const low = firstFrom(rows, charStart);
  let end = low;
  while (end < rows.length && (rows[end]?.charEnd ?? charEnd + 1) <= charEnd) end += 1;
  return rows.slice(low, end);
}

/** Rows in words; the caption that each sentence carries stands once. */
function wordsOfRows(rows: readonly RowSentence[], caption: string | null, before: string): string {
  if (caption === null) return rows.map((row) => row.sentence).join("\n");
  const lead = before.includes(caption) ? [] : [caption];
  return [...lead, ...rows.map((row) => row.sentence.replace(` (${caption})`, ""))].join("\n");
}

/** The text before the first heading, and under each heading the text down to the next one, without lists of contents. */
function stretchesOf({ text, outline, contents = [] }: ParsedDocument): Stretch[] {
  const stretches: Stretch[] = [];
  const add = (span: Span, node: number | null) => {
    const found = without(contents, span)
      .map((part) => trimmed(text, part))
      .filter((part) => part.charEnd > part.charStart);
    for (const own of found)
      stretches.push({ ...own, node, words: wordCount(text.slice(own.charStart, own.charEnd)), isMerged: false });
    return found.length > 0;
  };
  add({ charStart: 0, charEnd: outline[0]?.heading.charStart ?? text.length }, null);
  outline.forEach((node, index) => {
    const next = outline[index + 1];
    const charEnd = next?.heading.charStart ?? text.length;
    const isLeaf = next?.parent !== index;
    const hasBody = add({ charStart: node.heading.charEnd, charEnd }, index);
    // A heading with nothing below it ("Reserved") is all its section says.
    if (!hasBody && isLeaf) add(node.heading, index);
  });
  return stretches;
}

/** Those of many spans, which follow one another, that reach into another. */
function spansIn(spans: readonly Span[], { charStart, charEnd }: Span): readonly Span[] {
  let [first, end] = [0, spans.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if ((spans[middle]?.charEnd ?? 0) <= charStart) first = middle + 1;
    else end = middle;
  }
  while ((spans[end]?.charStart ?? charEnd) < charEnd) end += 1;
  return spans.slice(first, end);
}

/** What is left of a span when other spans, which follow one another, are taken out of it. */
function without(others: readonly Span[], { charStart, charEnd }: Span): Span[] {
  const left: Span[] = [];
  let at = charStart;
  for (const other of spansIn(others, { charStart, charEnd })) {
    left.push({ charStart: at, charEnd: other.charStart });
    at = other.charEnd;
  }
  return [...left, { charStart: at, charEnd }];
}

/** Joins short unnumbered neighbours below one heading, and items of a list; a numbered section never joins another. */
function mergeFragments({ text, outline, contents = [] }: ParsedDocument, stretches: readonly Stretch[]): Stretch[] {
  const merged: Stretch[] = [];
  for (const stretch of stretches) {
    const before = merged.at(-1);
    const parent = before && sharedParent(outline, before, stretch);
    const isShort = before !== undefined && (before.words < fragmentWords || stretch.words < fragmentWords);
    const between = { charStart: before?.charEnd ?? 0, charEnd: stretch.charStart };
    const isParted = spansIn(contents, between).length > 0;
    const isItem = stretch.node !== null && outline[stretch.node]?.isItem === true;
    const joins = (isShort || isItem) && !isParted;
    if (before && parent !== undefined && joins && before.words + stretch.words <= mergedWords) {
      const node = before.node === null ? undefined : outline[before.node];
      const charStart =
        before.isMerged || before.node === parent ? before.charStart : (node?.heading.charStart ?? before.charStart);
      const words = wordCount(text.slice(charStart, stretch.charEnd));
      merged[merged.length - 1] = { charStart, charEnd: stretch.charEnd, node: parent, words, isMerged: true };
    } else {
      merged.push(stretch);
    }
  }
  return merged;
}

/** The heading that two stretches may share: the one above both, or the first one's own; undefined when there is none. */
function sharedParent(outline: readonly OutlineNode[], before: Stretch, next: Stretch): number | undefined {
  const node = next.node === null ? undefined : outline[next.node];
  if (!node || node.number !== null || node.parent === null) return undefined;
  if (before.node === node.parent) return node.parent;
  const own = before.node === null ? undefined : outline[before.node];
  return own && own.number === null && own.parent === node.parent ? node.parent : undefined;
}

function packUnits(units: readonly TextUnit[]): Span[] {
  const total = units.reduce((sum, unit) => sum + unit.words, 0);
  const target = total / Math.max(1, Math.ceil(total / chunkWords));
  const spans: Span[] = [];
  let open: { charStart: number; charEnd: number; words: number; leads: boolean } | undefined;
  for (const unit of units) {
    const fits = open !== undefined && open.words + unit.words <= chunkWords;
    const isFull = open !== undefined && total > chunkWords && open.words >= target * 0.95;
    if (open && (open.leads || (fits && !isFull))) {
      open = { charStart: open.charStart, charEnd: unit.charEnd, words: open.words + unit.words, leads: unit.leads };
    } else {
      if (open) spans.push({ charStart: open.charStart, charEnd: open.charEnd });
      open = { ...unit };
    }
  }
  const last = spans.at(-1);
  // A few words left over ("Ord. of 11-13-2007") say nothing by themselves.
  if (open && last && open.words < fragmentWords) spans[spans.length - 1] = { ...last, charEnd: open.charEnd };
  else if (open) spans.push({ charStart: open.charStart, charEnd: open.charEnd });
  return spans;
}

function pathTo(outline: readonly OutlineNode[], index: number | null): OutlineNode[] {
  const path: OutlineNode[] = [];
  for (let at = index; at !== null; ) {
    const node = outline[at];
    if (!node) break;
    path.unshift(node);
    at = node.parent;
  }
  return path;
}

function headingText(node: OutlineNode): string {
  return [node.number, node.title].filter((part) => part !== null && part !== "").join(" ");
}
