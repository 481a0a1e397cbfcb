import type { Span } from "../../../ingest/index.ts";
import type { MarkedFact } from "../../facts.ts";
import { withFractionApart } from "../../text/quantities.ts";
import type { AnswerStatus } from "../../turn.ts";
import { type Evidence, headingsOf, type TableCell, unitOfCell } from "../evidence/evidence.ts";

/** Where a sentence of an answer was taken from. */
export interface SourceSpan extends Span {
  readonly marker: number;
}

/** One sentence of an answer, without markers, with the spans that carry it. */
export interface AnswerSentence {
  readonly text: string;
  readonly spans: readonly SourceSpan[];
  /** What the sentence rests on: the gates read it, and it is quoted where they do not let the sentence pass. */
  readonly evidence: readonly Evidence[];
  /** It quotes the law and asserts nothing. */
  readonly isQuote?: true;
  /** Amounts of the question that the sentence counts with: "60 seats". */
  readonly given?: readonly string[];
}

/** An answer before it is written down. */
export interface ExtractiveAnswer {
  readonly status: AnswerStatus;
  readonly sentences: readonly AnswerSentence[];
  /** Why nothing answers, where it is known: "none of them names a district “R-9”". */
  readonly reason?: string;
}

/** The statement of a fact, as a sentence. */
export function quotedFact({ marker, fact }: MarkedFact): AnswerSentence {
  const { statement } = fact;
  return { text: statement, spans: [{ marker, charStart: 0, charEnd: statement.length }], evidence: [] };
}

/** Nothing answers. */
export const noAnswer: ExtractiveAnswer = { status: "not_located", sentences: [] };

/** Returns sentences in their order, each text once. */
export function withoutRepetition(sentences: readonly AnswerSentence[]): AnswerSentence[] {
  return sentences.filter((one, at) => sentences.findIndex((other) => other.text === one.text) === at);
}

/** The span of a piece of evidence. */
export function spanOf(evidence: Evidence): SourceSpan {
  return { marker: evidence.marker, charStart: evidence.charStart, charEnd: evidence.charEnd };
}

/** The spans of a piece of evidence and of what labels it: the line of its column heads, the line that introduces it. */
export function spansWithLabels(evidence: Evidence): SourceSpan[] {
  const { cell, leadSpan } = evidence;
  const head = cell === null ? undefined : headOf(evidence, cell.column);
  const legend = cell?.explained?.span;
  const lead = cell === null ? leadSpan : null;
  return [spanOf(evidence), ...[head, legend, lead].flatMap((span) => span ?? [])];
}

/** What the mark of a cell stands for, where it can be cited; "" for other cells. */
export function citedMeaning({ explained }: TableCell): string {
  return explained?.span ? explained.meaning : "";
}

/** The line above a row that heads a column, or each of the columns that a wide cell stands under, where the passage holds it. */
function headOf({ marker, passage, charStart: row }: Evidence, column: string): SourceSpan | undefined {
  const columns = column.split(", ");
  let charStart = passage.charStart;
  for (const line of column === "" ? [] : passage.text.split("\n")) {
    const charEnd = charStart + line.length;
    if (charStart >= row) return undefined;
    const heads = new Set(line.split("|").map((part) => part.trim()));
    if (heads.has(column) || columns.every((one) => heads.has(one))) return { marker, charStart, charEnd };
    charStart = charEnd + 1;
  }
  return undefined;
}

/** A word for something named before; "this ordinance" is the law itself. */
const openingPronoun =
  /^(?:It|They|He|She|Such|Said|(?:This|These)(?!\s+(?:zoning\s+)?(?:by-?law|ordinance|code|chapter|article|section|division|part|regulation|resolution)s?\b))\b/;

/**
 * Words a piece of evidence as a sentence of an answer: a cell with its labels, an item under the line that introduces it,
 * a sentence that opens with "It" under its heading; `place` says where it holds.
 */
export function sentenceOf(one: Evidence, place = ""): AnswerSentence {
  const { cell, lead, text } = one;
  const isItem = cell === null && /:$/.test(lead);
  const heading = titleOf(headingsOf(one)[0] ?? "").replace(/[.:\s]+$/, "");
  // The number of a section without a title names nothing.
  const isPronoun = openingPronoun.test(text) && /[a-z]{3}/i.test(heading) && heading.length < 80;
  const plain = isItem ? asItemOf(lead, text) : isPronoun ? `${heading}: ${asSentence(text)}` : text;
  // What the place says is not said again; "" is in every text.
  const labels = cell
    ? [...new Set([cell.group, cell.label, cell.column].map(asLabel))].filter((part) => !place.includes(part))
    : [];
  const told = cell ? `${labels.join(", ")}: ${valueWithUnit(cell)}` : asSentence(plain);
  return { text: asSentence(place === "" ? told : `${place}: ${told}`), spans: spansWithLabels(one), evidence: [one] };
}

/** Returns a provision as a sentence behind the words of a denial: "No, not permitted: …". */
export function wordedBan(head: string, one: Evidence): AnswerSentence {
  const { text, spans, evidence } = sentenceOf(one);
  return { text: `${head}: ${text}`, spans, evidence };
}

/** What a cell states, with the unit that its labels name where it prints a number alone: "Lot area (acres) | 2" is 2 acres. */
function valueWithUnit(cell: TableCell): string {
  const value = withFractionApart(cell.value);
  const unit = /^\s*\d[\d,.]*\s*$/.test(value) ? unitOfCell({ cell, lead: "" })?.printed : undefined;
  if (unit === undefined) return value;
  const said = value.trim() === "1" ? (ofOne.get(unit.toLowerCase()) ?? unit) : unit;
  return `${value.trim()}${said === "%" ? "" : " "}${said}`;
}

const ofOne: ReadonlyMap<string, string> = new Map([
  ["acres", "acre"],
  ["feet", "foot"],
  ["stories", "story"],
  ["units", "unit"],
  ["spaces", "space"],
]);

/** A heading without its section number, which is no amount of the rule it heads. */
export function titleOf(heading: string): string {
  const title = heading
    .replace(
      /^\s*(?:(?:SECTION|[Ss]ec(?:tion|\.)?|ARTICLE|[Aa]rt(?:icle|\.)|[Cc]hapter|[Dd]ivision|[Pp]art|§+)\s*)?(?:\d[\w.()-]*|[IVX]+\.?)\s*[-–—:.]*\s+(?=[A-Z“"(])/,
      "",
    )
    .trim();
  return title === "" ? heading.trim() : title;
}

const longestSentence = 420;
const itemMark = /^[\s(]*(?:(?:\(?(?:[a-zA-Z]|\d{1,3}[a-z]?|[ivx]{2,5})[.)])+|[•●▪◦‣*–—-])\s+/;
/** The number of a section that runs into its first sentence: "44E Notwithstanding …", "12.08.1. No building …". */
const sectionMark =
  /^(?:§\s*)?(?:\d{1,3}[A-Z]{1,3}(?:\(\d+\w?\))?|\d{1,3}\(\d+\w?\)|\d+[A-Z]?(?:\.\d+){1,4}\.?|\d{1,3}-\d{1,4}\.?)\s+(?=[A-Z][a-z]+\s)/;

/** The acts that made a provision, which publishers print behind it: "(Code 1978, § 11; Ord. No. 96-44, § 2, 12-9-96)". */
const history = /\s*\((?:Code\s+\d{4}|Ord(?:inance|\.)?\s+(?:No|of)\b|Added\b|Amended\b)[^()]*\)\.?\s*$/i;

/** A text as printed, on one line, without its item mark and the acts that made it; very long ones end at a clause. */
export function asSentence(text: string): string {
  const line = text
    .replace(/\s+/g, " ")
    .trim()
    .replace(sectionMark, "")
    .replace(itemMark, "")
    .replace(itemMark, "")
    .replace(history, "")
    .trim();
  const short = line.length <= longestSentence ? line : `${cutAtClause(line)} …`;
  return /[.!?…]["”]?$/.test(short) ? short : `${short.replace(/[;,:]$/, "")}.`;
}

function cutAtClause(line: string, longest = longestSentence): string {
  const cut = line.slice(0, longest);
  const clause = Math.max(cut.lastIndexOf(". "), cut.lastIndexOf("; "), cut.lastIndexOf(", "));
  return cut.slice(0, clause > longest / 2 ? clause : cut.lastIndexOf(" ")).replace(/[;,:]$/, "");
}

const shortestLead = 60;

/** An item under the line that introduces it, as one sentence; a long lead is cut before the item is. */
function asItemOf(lead: string, item: string): string {
  const label = asLabel(lead);
  const text = asSentence(item);
  const room = Math.max(longestSentence - text.length - 4, shortestLead);
  return asSentence(`${label.length <= room ? label : `${cutAtClause(label, room)} …`}: ${text}`);
}

/** A label as printed, on one line, without its item mark and final colon. */
export function asLabel(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/^(?:\(?(?:[a-zA-Z]|\d{1,3}[a-z]?|[ivx]{1,5})[.)]|[•●▪◦‣–—-])\s+/, "")
    .replace(/[\s:.–-]+$/, "")
    .trim();
}

/** The district with the word "district", unless its name has one. */
export function withWord(district: string): string {
  return /\b(?:district|zone)s?\b/i.test(district) ? district : `${district} district`;
}
