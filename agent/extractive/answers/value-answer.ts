import type { RowCell, Span } from "../../../ingest/index.ts";
import type { Evidence } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import {
  type AnswerSentence,
  asLabel,
  asSentence,
  type ExtractiveAnswer,
  noAnswer,
  spansWithLabels,
} from "./answer.ts";
import { withWord } from "./ruling.ts";
import { sentenceOfCell } from "./table-sentence.ts";
import { candidateOf, settingOf, type ValueCandidate } from "./value-scoring.ts";
import { labelsOf } from "./value-told.ts";

const enough = 0.95;
/** Dimensions that ordinances often set for all districts at once. */
export const forAllDistricts: ReadonlySet<string> = new Set(["parking", "unit floor area", "buffer", "open space"]);
const sameCase = 0.22;
const mostSentences = 4;

/** Answers a question for a dimension, an amount or a number: the table cell or sentence that states it, with its case. */
export function answerValue(question: QuestionReading, evidence: readonly Evidence[]): ExtractiveAnswer {
  const setting = settingOf(question, evidence);
  const candidates = evidence
    .flatMap((one) => candidateOf(question, one, setting) ?? [])
    .sort((a, b) => b.score - a.score);
  const best = candidates[0];
  if (!best || best.score < enoughFor(question, best)) return noAnswer;
  const cases = [best, ...companions(best, candidates)].slice(0, mostSentences);
  const isForOthers = question.districts.length > 0 && best.standing.kind === "general" && setting.isDistrictSpecific;
  return {
    status: isForOthers ? "partial" : "answered",
    sentences: withoutRepetition(
      cases.flatMap((candidate) => [sentenceOf(question, candidate), ...footnotesOf(candidate, evidence)]),
    ),
  };
}

function withoutRepetition(sentences: readonly AnswerSentence[]): AnswerSentence[] {
  return sentences.filter((one, at) => sentences.findIndex((other) => other.text === one.text) === at);
}

/** A rule that names no district answers for a district only when it fits in every other way. */
function enoughFor(question: QuestionReading, best: ValueCandidate): number {
  const isByDistrict =
    question.districts.length > 0 && best.standing.kind === "general" && question.subject.length === 0;
  return isByDistrict && question.dimension !== null && !forAllDistricts.has(question.dimension.id)
    ? enough + 0.12
    : enough;
}

/** Other cases of the same rule: rows of one table, sentences of one section, with another value or another condition. */
function companions(best: ValueCandidate, candidates: readonly ValueCandidate[]): ValueCandidate[] {
  const { evidence } = best;
  const seen = new Set([keyOf(evidence)]);
  return candidates.filter((other) => {
    const isSamePlace =
      other.evidence.passage.documentId === evidence.passage.documentId &&
      Math.abs(other.evidence.charStart - evidence.charStart) < 2_500;
    const isSameKind = (other.evidence.cell === null) === (evidence.cell === null);
    const key = keyOf(other.evidence);
    const isEmpty = other.evidence.cell !== null && !/\d/.test(other.evidence.cell.value);
    if (
      isEmpty ||
      other === best ||
      !isSamePlace ||
      !isSameKind ||
      other.score < best.score - sameCase ||
      other.subject < best.subject - 0.05 ||
      seen.has(key)
    )
      return false;
    seen.add(key);
    return other.standing.kind === best.standing.kind;
  });
}

function keyOf({ cell, text }: Evidence): string {
  return cell ? `${labelsOf(cell)} ${cell.value}`.toLowerCase() : text.toLowerCase().replace(/\W+/g, " ");
}

function sentenceOf(question: QuestionReading, { evidence, standing }: ValueCandidate): AnswerSentence {
  const { cell } = evidence;
  const district = standing.kind === "named" ? standing.district.printed : null;
  if (!cell) {
    const isSaid = standing.kind !== "named" || standing.where === "sentence";
    const lead = evidence.lead !== "" && needsLead(question, evidence) ? `${asLabel(evidence.lead)}: ` : "";
    const prefix = isSaid || district === null ? "" : `In the ${withWord(district)}: `;
    const isLeadUsed = lead !== "" || (standing.kind === "named" && standing.where === "lead");
    return {
      text: asSentence(`${prefix}${lead}${asSentence(evidence.text)}`),
      spans: spansWithLabels(evidence, { lead: isLeadUsed }),
    };
  }
  return sentenceOfCell(evidence, cell, standing);
}

function needsLead(question: QuestionReading, evidence: Evidence): boolean {
  return !(question.dimension?.told.test(evidence.text) ?? true) || /:$/.test(evidence.lead);
}

/** The note a starred value or label points to: the nearest one after it in its own section. */
function footnotesOf({ evidence }: ValueCandidate, all: readonly Evidence[]): AnswerSentence[] {
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
  return [{ text: noteText(text), spans: spansWithLabels(note, {}) }];
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
    }));
}

interface CellNote extends Span {
  readonly text: string;
}

/** A note that is a sentence is told as it stands; a fragment is told as a note. */
function noteText(text: string): string {
  const isSentence =
    /^[A-Z]/.test(text) &&
    /\b(?:shall|is|are|may|must|applies|means)\b/.test(text) &&
    !/^(?:Or|Except|Unless)\b/.test(text);
  return isSentence ? asSentence(text) : `Note: ${asSentence(text)}`;
}
