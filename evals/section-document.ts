import type { Chunk, OutlineNode, PageSpan, ParsedDocument, Span } from "../ingest/index.ts";

/** A section of a code as eval folders give it: a title that may hold a path, its text, and perhaps its page. */
export interface SourceSection {
  readonly headingPath: readonly string[];
  readonly section: string | null;
  readonly text: string;
  readonly page?: number;
}

/** A document made of sections, its chunks, and which section each chunk came from. */
export interface SectionDocument {
  readonly document: ParsedDocument;
  readonly chunks: readonly Chunk[];
  /** Index of the source section of each chunk. */
  readonly sourceOf: readonly number[];
}

const wordsInChunk = 320;

/** Lays sections out as one document, and cuts each into chunks of at most 320 words at line ends. */
export function documentFromSections(title: string, sections: readonly SourceSection[]): SectionDocument {
  const headings = sections.map((source) => source.headingPath.at(-1) ?? "");
  const bodies = sections.map((source) => source.text.toWellFormed());
  const text = sections.map((_, at) => `${headings[at]}\n${bodies[at]}\n`).join("");
  const outline: OutlineNode[] = [];
  const pages: PageSpan[] = [];
  const chunks: Chunk[] = [];
  const sourceOf: number[] = [];
  let charStart = 0;
  sections.forEach((source, at) => {
    const own = headings[at] ?? "";
    const bodyStart = charStart + own.length + 1;
    const bodyEnd = bodyStart + (bodies[at] ?? "").length;
    const parent = { charStart, charEnd: bodyEnd + 1 };
    const heading = { charStart, charEnd: charStart + own.length };
    outline.push({ number: source.section, title: own, level: 1, parent: null, heading, section: parent });
    if (source.page !== undefined) pages.push({ page: source.page, printedPage: null, ...parent });
    for (const [start, end] of cutAtLines(text, bodyStart, bodyEnd)) {
      sourceOf.push(at);
      chunks.push(chunkOf(source, parent, chunks.length, start, text.slice(start, end)));
    }
    charStart = parent.charEnd;
  });
  const document: ParsedDocument = { title, text, pages, outline, tables: [], parser: "sections", warnings: [] };
  return { document, chunks, sourceOf };
}

function chunkOf(source: SourceSection, parent: Span, ordinal: number, charStart: number, indexText: string): Chunk {
  const page = source.page ?? null;
  return {
    charStart,
    charEnd: charStart + indexText.length,
    ordinal,
    section: source.section,
    headingPath: source.headingPath,
    parent,
    page,
    pageEnd: page,
    printedPage: null,
    rows: [],
    indexText,
  };
}

/** Spans of at most 320 words each, ending at line ends, or inside a line where a line alone is longer. */
function* cutAtLines(text: string, from: number, to: number): Generator<[number, number]> {
  let start = from;
  let words = 0;
  let end = from;
  for (const unit of text.slice(from, to).matchAll(/\S+[^\S\n]*|\n+/g)) {
    const isBreak = unit[0].startsWith("\n");
    if (!isBreak) words += 1;
    end = from + unit.index + unit[0].length;
    if (words >= wordsInChunk && (isBreak || words >= wordsInChunk * 1.25)) {
      yield [start, end];
      start = end;
      words = 0;
    }
  }
  if (end > start || start === from) yield [start, Math.max(end, start)];
}
