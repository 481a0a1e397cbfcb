import type { RowCell, Span } from "../../../ingest/index.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { type AnswerSentence, asSentence, spansWithLabels } from "./answer.ts";

/** The note a starred value or label points to: the nearest one after it in its own section. */
export function notesTo(evidence: Evidence, all: readonly Evidence[]): AnswerSentence[] {
  const { cell } = evidence;
  const pointed = notesOfCell(evidence);
  if (pointed.length > 0) return pointed;
  const stars = cell ? /\*+|\^+/.exec(`${cell.value} ${cell.label} ${cell.column}`)?.[0] : undefined;
  const number = cell ? /\d[^()]*\((\d{1,2})\)\s*$/.exec(cell.value)?.[1] : undefined;
  if (!stars && !number) return [];
  const mark = stars ? new RegExp(`^${stars.replace(/[*^]/g, "\\$&")}(?![*^])`) : new RegExp(`^\\(?${number}[).]\\s`);
  const { documentId, parent } = evidence.passage;
  const [note] = all
    .filter(
      (other) =>
        other.passage.documentId === documentId &&
        other.passage.parent.charStart === parent.charStart &&
        other.charStart > evidence.charStart &&
        other.cell === null &&
        mark.test(other.text),
    )
    .sort((a, b) => a.charStart - b.charStart);
  if (!note) return [];
  const text = note.text.replace(/^(?:[*^]+|\(?\d{1,2}[).])\s*/, "");
  return [{ text: noteText(text), spans: spansWithLabels(note, {}), evidence: [note] }];
}

/** The notes the parser found a cell to point to, where the passage holds them. */
function notesOfCell({ cell, passage, marker }: Evidence): AnswerSentence[] {
  const held: (RowCell & { readonly notes?: readonly CellNote[] }) | undefined = passage.rows
    .flatMap((row) => row.cells)
    .find((one) => cell !== null && one.charStart < cell.valueEnd && cell.valueStart < one.charEnd);
  return (held?.notes ?? [])
    .filter((note) => passage.charStart <= note.charStart && note.charEnd <= passage.charEnd)
    .map(({ text, charStart, charEnd }) => ({
      text: noteText(text.replace(/^(?:[*†‡^]+|\(?\w{1,2}[).])\s*/u, "")),
      spans: [{ marker, charStart, charEnd }],
      evidence: [],
    }));
}

interface CellNote extends Span {
  readonly text: string;
}

/** A note that is a sentence is told as it stands; a fragment is told as a note. */
export function noteText(text: string): string {
  const isSentence =
    /^[A-Z]/.test(text) &&
    /\b(?:shall|is|are|may|must|applies|means)\b/.test(text) &&
    !/^(?:Or|Except|Unless)\b/.test(text);
  return isSentence ? asSentence(text) : `Note: ${asSentence(text)}`;
}
