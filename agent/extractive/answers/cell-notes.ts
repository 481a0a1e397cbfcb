import type { RowCell } from "../../../ingest/index.ts";
import { contentTerms } from "../../text/words.ts";
import type { Evidence } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { type AnswerSentence, asSentence, type ExtractiveAnswer, sentenceOf } from "./answer.ts";
import { rowOf } from "./entry-references.ts";

/**
 * The notes that a cell, its row or its column points to, as they were read at ingest, each cited where a found passage
 * holds it; undefined where one of them was not found: a value is not asserted without its notes.
 */
export function notesOf(one: Evidence, found: readonly Evidence[]): AnswerSentence[] | undefined {
  const { cell, passage } = one;
  const held = rowOf(one)?.cells.find(
    ({ charStart, charEnd }) => cell !== null && charStart <= cell.charStart && cell.charStart < charEnd,
  );
  if (held && hasOpenMark(one, held)) return undefined;
  const notes = (held?.notes ?? []).map(({ text, charStart, charEnd }) => {
    const holder = [one, ...found].find(
      ({ passage: { documentId, documentRevision, charStart: from, charEnd: to } }) =>
        documentId === passage.documentId &&
        documentRevision === passage.documentRevision &&
        from <= charStart &&
        charEnd <= to,
    );
    return (
      holder && {
        text: noteText(text.replace(/^(?:[*†‡^]+|\(?\w{1,2}[).])\s*/u, "")),
        spans: [{ marker: holder.marker, charStart, charEnd }],
        evidence: [],
      }
    );
  });
  return notes.every((note) => note !== undefined) ? notes : undefined;
}

/**
 * Whether a note limits a use to one case, and the question mentions the same subject but not that case: the note "Only on a corner
 * lot" and a question about an interior lot.
 */
export function isOnCaseAsked({ text, useConcepts }: QuestionReading, note: AnswerSentence): boolean {
  if (!/\bonly\b/i.test(note.text)) return false;
  const ofUse = new Set(useConcepts.slice(0, 1).flatMap(({ phrases }) => phrases.flat()));
  const asked = new Set(contentTerms(text).filter((term) => !ofUse.has(term)));
  const told = contentTerms(note.text.replace(/^Note:/, ""));
  return told.some((term) => asked.has(term)) && !told.every((term) => asked.has(term));
}

/** Whether the symbol of a cell has a mark behind it for a note that was not read: "P(2)", where no legend explains "P(2)". */
function hasOpenMark(one: Evidence, { value, notes = [] }: RowCell): boolean {
  const isExplained = rowOf(one)?.legend?.some(({ symbol }) => symbol === value.trim()) === true;
  return notes.length === 0 && !isExplained && openMark.test(value.trim());
}

const openMark = /^[A-Z]{1,4}\s?(?:[([]\d{1,2}[)\]]|[*†‡^]+|[⁰¹²³⁴⁵⁶⁷⁸⁹]+)$/;

/** Asserts provisions, each with the notes that it points to; undefined where a note was not found. */
export function assertedWithNotes(
  provisions: readonly Evidence[],
  found: readonly Evidence[],
  place?: string,
): ExtractiveAnswer | undefined {
  const sentences = provisions.map((one) => {
    const notes = notesOf(one, found);
    return notes && [sentenceOf(one, place), ...notes];
  });
  const isWhole = sentences.every((each) => each !== undefined);
  return isWhole ? { status: "answered", sentences: sentences.flat() } : undefined;
}

/** A note that is a sentence is told as it stands; a fragment is told as a note. */
export function noteText(text: string): string {
  const isSentence =
    /^[A-Z]/.test(text) &&
    /\b(?:shall|is|are|may|must|applies|means)\b/.test(text) &&
    !/^(?:Or|Except|Unless)\b/.test(text);
  return isSentence ? asSentence(text) : `Note: ${asSentence(text)}`;
}
