import type { Evidence } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import {
  type AnswerSentence,
  asItemOf,
  asSentence,
  type ExtractiveAnswer,
  spansWithLabels,
  withoutRepetition,
} from "./answer.ts";
import { notesTo } from "./cell-notes.ts";
import { conditionFit, conditionsIn } from "./conditions.ts";
import { withWord } from "./ruling.ts";
import { sentenceOfCell } from "./table-sentence.ts";
import { candidateOf, settingOf, type ValueCandidate, type ValueSetting } from "./value-scoring.ts";
import { labelsOf } from "./value-told.ts";

const enough = 0.95;
/** Dimensions that ordinances often set for all districts at once. */
export const forAllDistricts: ReadonlySet<string> = new Set(["parking", "unit floor area", "buffer", "open space"]);
const sameCase = 0.22;
const mostSentences = 4;

/**
 * Finds the value of a dimension, an amount or a number that a question asks for: the table cell or sentence that states
 * it, with its cases, and whether it is that of the district asked about or one that may hold for all.
 */
export function findValue(
  question: QuestionReading,
  evidence: readonly Evidence[],
): { readonly answer: ExtractiveAnswer; readonly best: ValueCandidate } | undefined {
  const setting = settingOf(question, evidence);
  const candidates = evidence
    .flatMap((one) => candidateOf(question, one, setting) ?? [])
    .sort((a, b) => b.rank - a.rank);
  const best = bestOf(candidates.filter((one) => one.score >= enoughFor(question, one)));
  if (!best) return undefined;
  const cases = [best, ...companions(best, candidates)].slice(0, mostSentences);
  const isForOthers = question.districts.length > 0 && best.standing.kind === "general" && setting.isDistrictSpecific;
  const isOneCase = cases.length === 1 && best.isUnaskedCase;
  const answer: ExtractiveAnswer = {
    status: isForOthers || isOneCase ? "partial" : "answered",
    sentences: withoutRepetition(cases.flatMap((candidate) => withNotes(question, candidate, { setting, evidence }))),
  };
  return { answer, best };
}

/** The first of what fits; a sentence that sets a value on a condition gives way to the cell of the district's own row or column. */
function bestOf(fitting: readonly ValueCandidate[]): ValueCandidate | undefined {
  const [first] = fitting;
  if (!first || first.evidence.cell || first.fitsCondition || !onCondition.test(first.evidence.text)) return first;
  return fitting.find(isOwnCell) ?? first;
}

const onCondition = /\b(?:where|when|if)\b/i;

function isOwnCell({ evidence, standing, isUnaskedCase }: ValueCandidate): boolean {
  const isLabelled = standing.kind === "named" && (standing.where === "label" || standing.where === "column");
  return isLabelled && !isUnaskedCase && /\d/.test(evidence.cell?.value ?? "");
}

/** A value with the notes it points to; a note for the very condition that is asked about stands before it. */
function withNotes(
  question: QuestionReading,
  candidate: ValueCandidate,
  { setting, evidence }: { readonly setting: ValueSetting; readonly evidence: readonly Evidence[] },
): AnswerSentence[] {
  const notes = notesTo(candidate.evidence, evidence);
  const isAsked = ({ text }: AnswerSentence) => conditionFit(setting.conditions, conditionsIn(text)) === "fits";
  const [asked, others] = [notes.filter(isAsked), notes.filter((note) => !isAsked(note))];
  return [...asked, sentenceOfValue(question, candidate), ...others];
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

/** Words a value, or what stands in place of one, as a sentence that says for which district it holds. */
export function sentenceOfValue(
  question: QuestionReading,
  { evidence, standing }: Pick<ValueCandidate, "evidence" | "standing">,
): AnswerSentence {
  const { cell } = evidence;
  const district = standing.kind === "named" ? standing.district.printed : null;
  if (!cell) {
    const isSaid = standing.kind !== "named" || standing.where === "sentence";
    const isLed = evidence.lead !== "" && needsLead(question, evidence);
    const prefix = isSaid || district === null ? "" : `In the ${withWord(district)}: `;
    const isLeadUsed = isLed || (standing.kind === "named" && standing.where === "lead");
    const told = isLed ? asItemOf(evidence.lead, evidence.text) : asSentence(evidence.text);
    return {
      text: `${prefix}${told}`,
      spans: spansWithLabels(evidence, { lead: isLeadUsed }),
      evidence: [evidence],
    };
  }
  return sentenceOfCell(evidence, cell, standing);
}

function needsLead(question: QuestionReading, evidence: Evidence): boolean {
  return !(question.dimension?.told.test(evidence.text) ?? true) || /:$/.test(evidence.lead);
}
