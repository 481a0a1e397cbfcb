import type { Span } from "../../ingest/index.ts";
import { endsInNumberWord } from "./quantities.ts";

/** A sentence, a list item or a table line of a text; offsets count from the start of that text. */
export interface TextUnit extends Span {
  readonly text: string;
  readonly kind: "sentence" | "table-line";
}

const abbreviations =
  /(?:\b(?:sq|ft|sec|secs|art|no|nos|approx|min|max|etc|vs|inc|st|ave|rd|dr|blvd|mr|mrs|ms|jr|sr|dept|fig|ch|chap|par|subsec|u\.s|e\.g|i\.e|a\.m|p\.m|cf|al|in|lin|bldg|gen|stat|ord|amd|eff|rev|ref|d\.u|s\.f|u|s|f|d)|\b[A-Z]|^\s*\(?[A-Za-z0-9]{1,4}|[;:]\s*\(?[A-Za-z0-9]{1,3})$/i;

/** A line that opens an item of its own: "(a) …", "3. …", "10.1 …", "• …". */
const itemStart =
  /^\s*(?:\(?[a-zA-Z]\)|\(?(?:[ivx]{1,5}|[IVX]{1,5})\)|\(?\d{1,3}[.)](?!\d)|[a-zA-Z]\.\s|(?:[ivx]{1,5})\.\s|\d+(?:[.-]\d+)+[A-Za-z]?\.?\s|§|[•●▪◦‣*–—-]\s|o\s(?=[A-Z]))/;
/** An item that opens inside running text, after a sentence or a semicolon: "; (2) …", ". (b) …". */
const inlineItem = /(?<=[.;:,]|\band|\bor)\s+(?=\((?:[a-z]{1,2}|[ivx]{1,5}|\d{1,2})\)\s)/g;

/** A numbered or lettered item inside running text: "Duration i. A permit …", "… risk. iv. Gates …", "… appeals; 2. Variances". */
const inlineMark =
  /(?<=;|;\s(?:and|or))\s+(?=\d{1,2}\.\s+[A-Z])|(?<=[a-z.;:)])\s+(?=(?:[ivx]{1,4}|[a-h])\.\s+[A-Z])|(?<=:)\s+(?=(?:A\.|1[.)])\s+[A-Z])/g;
/** The mark of such an item, whose period ends no sentence. */
const loneMark = /(?<=\s)(?:[ivx]{1,5}|[a-h])$/;

/**
 * Parts a text into units that can stand as evidence: sentences, list items, table lines.
 *
 * Lines that only wrap are joined; a line that opens an item, a table line and a blank line always part. Units keep
 * their place: `text` is the slice at the span, wrapped lines and all.
 */
export function unitsOf(text: string): TextUnit[] {
  const units: TextUnit[] = [];
  for (const block of blocksOf(text)) {
    if (block.kind === "table-line") units.push(block);
    else units.push(...sentencesOf(block));
  }
  return units;
}

function blocksOf(text: string): TextUnit[] {
  const blocks: TextUnit[] = [];
  let open = null as { start: number; end: number } | null;
  const close = () => {
    if (open) pushTrimmed(blocks, text, open.start, open.end, "sentence");
    open = null;
  };
  let at = 0;
  for (const line of text.split("\n")) {
    const end = at + line.length;
    const isTable = line.includes(" | ") || /^\|.*\|$/.test(line.trim());
    if (line.trim() === "") close();
    else if (isTable) {
      close();
      pushTrimmed(blocks, text, at, end, "table-line");
    } else {
      const before = open ? text.slice(open.start, open.end) : "";
      if (open && !goesOn(before, line) && (itemStart.test(line) || closesLine(before, line))) close();
      open = { start: open?.start ?? at, end };
    }
    at = end + 1;
  }
  close();
  return blocks;
}

/** A wrapped line that looks like an item but continues the one above: the number of a number word, "not less than ten" over "(10) days", or of a section. */
const goesOn = (before: string, line: string): boolean =>
  (digitsInBrackets.test(line) && endsInNumberWord(before)) ||
  (/^\s*\d/.test(line) && /\b(?:sections?|articles?|chapters?|paragraphs?)\s*$/i.test(before));

const digitsInBrackets = /^\s*\(\d[\d,./\s½¼¾]*[^()]{0,12}\)/;

/** A short line without a closing mark before one that begins a new thought is a heading or an item, not a wrap. */
function closesLine(before: string, line: string): boolean {
  const last = before.slice(before.lastIndexOf("\n") + 1).trimEnd();
  if (/[.;:]$/.test(last)) return last.length < 60 || /:$/.test(last);
  return (
    last.length < 45 &&
    /^\s*[A-Z]/.test(line) &&
    !/(?:,|\b(?:of|the|and|or|a|an|to|in|by|for|with|at|on|be|shall))$/i.test(last)
  );
}

function sentencesOf(block: TextUnit): TextUnit[] {
  const cuts: number[] = [];
  for (const match of block.text.matchAll(/[.!?;][”"')\]]*\s+(?=["“(]?[A-Z0-9(])/g)) {
    const mark = match.index;
    if (block.text[mark] === ";" && !/^\s*\(/.test(block.text.slice(mark + 1))) continue;
    const before = block.text.slice(0, mark);
    if (block.text[mark] === "." && (abbreviations.test(before) || loneMark.test(before))) continue;
    cuts.push(mark + match[0].length);
  }
  for (const match of block.text.matchAll(inlineMark)) cuts.push(match.index + match[0].length);
  for (const match of block.text.matchAll(inlineItem)) cuts.push(match.index + match[0].length);
  const sentences: TextUnit[] = [];
  let from = 0;
  for (const cut of [...new Set(cuts)].sort((a, b) => a - b).concat(block.text.length)) {
    pushTrimmed(sentences, block.text, from, cut, "sentence", block.charStart);
    from = cut;
  }
  return sentences;
}

function pushTrimmed(
  into: TextUnit[],
  text: string,
  start: number,
  end: number,
  kind: TextUnit["kind"],
  offset = 0,
): void {
  const slice = text.slice(start, end);
  const lead = slice.length - slice.trimStart().length;
  const body = slice.trim();
  if (body === "") return;
  const charStart = offset + start + lead;
  into.push({ charStart, charEnd: charStart + body.length, text: body, kind });
}
