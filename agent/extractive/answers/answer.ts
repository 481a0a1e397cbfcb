import type { Span } from "../../../ingest/index.ts";
import type { MarkedFact } from "../../facts.ts";
import type { AnswerStatus } from "../../turn.ts";
import type { Evidence } from "../evidence/evidence.ts";

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
}

/** An answer before it is written down. */
export interface ExtractiveAnswer {
  readonly status: AnswerStatus;
  readonly sentences: readonly AnswerSentence[];
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

/** The spans of a piece of evidence and of what labels it: its column heads or the line that introduces it. */
export function spansWithLabels(evidence: Evidence, isLabelled: { header?: boolean; lead?: boolean }): SourceSpan[] {
  const spans = [spanOf(evidence)];
  const { marker } = evidence;
  if (isLabelled.header && evidence.cell?.header) spans.push({ marker, ...evidence.cell.header });
  if (isLabelled.lead && evidence.leadSpan) spans.push({ marker, ...evidence.leadSpan });
  return spans;
}

const longestSentence = 420;
const itemMark = /^[\s(]*(?:(?:\(?(?:[a-zA-Z]|\d{1,3}[a-z]?|[ivx]{2,5})[.)])+|[•●▪◦‣*–—-])\s+/;
/** The number of a section that runs into its first sentence: "44E Notwithstanding …", "12.08.1. No building …". */
const sectionMark =
  /^(?:§\s*)?(?:\d{1,3}[A-Z]{1,3}(?:\(\d+\w?\))?|\d{1,3}\(\d+\w?\)|\d+(?:\.\d+){1,4}\.?|\d{1,3}-\d{1,4}\.?)\s+(?=[A-Z][a-z]+\s)/;

/** A text as printed, on one line, without its item mark; very long ones end at a clause. */
export function asSentence(text: string): string {
  const line = text
    .replace(/\s+/g, " ")
    .trim()
    .replace(sectionMark, "")
    .replace(itemMark, "")
    .replace(itemMark, "")
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
export function asItemOf(lead: string, item: string): string {
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
