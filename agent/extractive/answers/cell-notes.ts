import type { Evidence } from "../evidence/evidence.ts";
import { type AnswerSentence, asSentence } from "./answer.ts";

/** The notes that a cell, its row or its column points to, as they were read at ingest. */
export function notesOf({ cell, passage, marker }: Evidence): AnswerSentence[] {
  const held = passage.rows
    .flatMap((row) => row.cells)
    .find(({ charStart, charEnd }) => cell !== null && charStart <= cell.charStart && cell.charStart < charEnd);
  return (held?.notes ?? [])
    .filter((note) => passage.charStart <= note.charStart && note.charEnd <= passage.charEnd)
    .map(({ text, charStart, charEnd }) => ({
      text: noteText(text.replace(/^(?:[*†‡^]+|\(?\w{1,2}[).])\s*/u, "")),
      spans: [{ marker, charStart, charEnd }],
      evidence: [],
    }));
}

/** A note that is a sentence is told as it stands; a fragment is told as a note. */
export function noteText(text: string): string {
  const isSentence =
    /^[A-Z]/.test(text) &&
    /\b(?:shall|is|are|may|must|applies|means)\b/.test(text) &&
    !/^(?:Or|Except|Unless)\b/.test(text);
  return isSentence ? asSentence(text) : `Note: ${asSentence(text)}`;
}
