import type { DocumentTable, ParsedDocument, RowSentence, Span } from "../corpus.ts";
import { appendAll } from "../large-lists.ts";
import { wordCount } from "../outline/heading-title.ts";
import { splitsPair } from "../publish/text-pieces.ts";

/** A stretch of text that is never split: a list item, a paragraph, a sentence, a table row or a small table. */
export interface TextUnit extends Span {
  /** Words as indexed: table rows count as the sentences they are put into. */
  readonly words: number;
  /** Must stay with the next unit: "The following uses are permitted:", a table's caption. */
  readonly leads: boolean;
}

/** A table with its rows in words. */
export interface TableInWords {
  readonly table: DocumentTable;
  readonly sentences: readonly RowSentence[];
}

/** Characters that count as one word where words are longer. */
const charactersOfWord = 100;

const sentenceEnd =
  /(?<=[.;:!?]["”')\]]?)\s+(?=["“(]?[\p{Lu}\d§(])|\s(?=(?:\([a-z0-9]{1,4}\)|[a-z]{1,2}\)\.?|[ivx]{1,4}\.)\s\p{Lu})/u;

/** Cuts a stretch of a document into units of at most `limit` words, where its own structure allows. */
export function unitsOf(
  document: ParsedDocument,
  span: Span,
  tables: readonly TableInWords[],
  limit: number,
): TextUnit[] {
  const units: TextUnit[] = [];
  let at = span.charStart;
  for (const inWords of tables) {
    const { table } = inWords;
    if (table.charStart < span.charStart || table.charEnd > span.charEnd) continue;
    const before = { charStart: at, charEnd: table.charStart };
    for (const unit of lineUnits(document.text, before, limit, table.caption)) units.push(unit);
    for (const unit of tableUnits(inWords, limit)) units.push(unit);
    at = table.charEnd;
  }
  return units.concat(lineUnits(document.text, { charStart: at, charEnd: span.charEnd }, limit, null));
}

function lineUnits(text: string, span: Span, limit: number, caption: string | null): TextUnit[] {
  const units: TextUnit[] = [];
  for (const line of pieces(text, span, /\n+/)) {
    const words = weightOf(text, line);
    if (words > limit) appendAll(units, sentenceUnits(text, line, limit));
    else if (words > 0) units.push({ ...line, words, leads: leads(text, line, caption) });
  }
  return units;
}

function leads(text: string, { charStart, charEnd }: Span, caption: string | null): boolean {
  const line = text.slice(charStart, charEnd);
  return line.endsWith(":") || (caption !== null && line === caption);
}

function sentenceUnits(text: string, span: Span, limit: number): TextUnit[] {
  return pieces(text, span, sentenceEnd).flatMap((sentence) => {
    const words = weightOf(text, sentence);
    return words > limit ? wordUnits(text, sentence, limit) : [{ ...sentence, words, leads: false }];
  });
}

/** Cuts a sentence longer than any chunk between words, and a word longer than any chunk between characters. */
function wordUnits(text: string, span: Span, limit: number): TextUnit[] {
  const units: TextUnit[] = [];
  let open: TextUnit | undefined;
  for (const word of pieces(text, span, /\s+/).flatMap((each) => cutWord(text, each, limit))) {
    const words = weightOf(text, word);
    if (open && open.words + words <= limit) {
      open = { ...open, charEnd: word.charEnd, words: open.words + words };
    } else {
      if (open) units.push(open);
      open = { ...word, words, leads: false };
    }
  }
  if (open) units.push(open);
  return units;
}

function cutWord(text: string, { charStart, charEnd }: Span, limit: number): Span[] {
  const parts: Span[] = [];
  for (let at = charStart; at < charEnd; ) {
    const wished = Math.min(at + limit * charactersOfWord, charEnd);
    const end = wished < charEnd && splitsPair(text, wished) ? wished - 1 : wished;
    parts.push({ charStart: at, charEnd: end });
    at = end;
  }
  return parts;
}

/** Words in a stretch; a word counts once more for each 100 characters, so that a chunk is bounded in characters, too. */
function weightOf(text: string, { charStart, charEnd }: Span): number {
  const words = wordCount(text.slice(charStart, charEnd));
  return words === 0 ? 0 : Math.max(words, Math.ceil((charEnd - charStart) / charactersOfWord));
}

/** A table that fits stays whole; a long one is cut between rows, never inside one. */
function tableUnits({ table, sentences }: TableInWords, limit: number): TextUnit[] {
  const wordsOfRow = new Map(sentences.map((row) => [row.charStart, wordCount(row.sentence)]));
  const rows = table.rows.map((row) => ({
    charStart: row.charStart,
    charEnd: row.charEnd,
    words: wordsOfRow.get(row.charStart) ?? (row.isHeader ? 0 : row.cells.length),
    leads: row.isHeader,
  }));
  const words = rows.reduce((total, row) => total + row.words, 0);
  return words <= limit ? [{ charStart: table.charStart, charEnd: table.charEnd, words, leads: false }] : rows;
}

function pieces(text: string, { charStart, charEnd }: Span, separator: RegExp): Span[] {
  const pattern = new RegExp(separator.source, separator.flags.includes("u") ? "gu" : "g");
  const body = text.slice(charStart, charEnd);
  const found: Span[] = [];
  let from = 0;
  for (const match of body.matchAll(pattern)) {
    found.push({ charStart: charStart + from, charEnd: charStart + match.index });
    from = match.index + match[0].length;
  }
  found.push({ charStart: charStart + from, charEnd });
  return found.map((piece) => trimmed(text, piece)).filter((piece) => piece.charEnd > piece.charStart);
}

/** A span without the white space at its ends. */
export function trimmed(text: string, { charStart, charEnd }: Span): Span {
  const body = text.slice(charStart, charEnd);
  const start = charStart + (body.length - body.trimStart().length);
  return { charStart: start, charEnd: Math.max(start, charStart + body.trimEnd().length) };
}
