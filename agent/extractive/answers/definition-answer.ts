import { analyse } from "../../../ingest/index.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { type AnswerSentence, asLabel, asSentence, type ExtractiveAnswer, noAnswer, spanOf } from "./answer.ts";
import { quoteAnswer } from "./quote.ts";

/**
 * Answers what a term means, with the sentence that defines it; the definition of a longer term ("lot, corner" for "lot")
 * is only quoted.
 */
export function answerDefinition(question: QuestionReading, evidence: readonly Evidence[]): ExtractiveAnswer {
  const term = question.term ? analyse(question.term) : [];
  if (term.length === 0) return noAnswer;
  const scored = withTermLines(evidence)
    .map((one) => ({ one, ...definitionScore(term, one) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.one.text.length - b.one.text.length);
  const best = scored[0];
  if (!best) return noAnswer;
  if (!best.isWhole) return quoteAnswer([best.one]);
  const more = followUp(best.one, evidence);
  return {
    status: "answered",
    sentences: [best.one, ...more].map(definitionOf),
  };
}

const longestTermLine = 60;
const mostItems = 3;

/**
 * A definition under its term on a line of its own ("LOT, CORNER" over "A lot that …") gets the term as its lead; that
 * the line is a term its capitals say, or a heading of definitions above.
 */
function withTermLines(evidence: readonly Evidence[]): Evidence[] {
  const ends = new Map(
    evidence.flatMap((one) => (one.cell ? [] : [[`${one.passage.documentId} ${one.charEnd}`, one]])),
  );
  return evidence.map((one) => {
    if (one.cell || isTermLine(one)) return one;
    const line = [1, 2, 3].flatMap((gap) => ends.get(`${one.passage.documentId} ${one.charStart - gap}`) ?? [])[0];
    if (!line || line.marker !== one.marker || !isTermLine(line)) return one;
    const { text, charStart, charEnd } = line;
    return { ...one, lead: `${text}.`, leadSpan: { marker: line.marker, charStart, charEnd } };
  });
}

function isTermLine({ text, ...one }: Evidence): boolean {
  if (text.length > longestTermLine || /[.;:,!?]$/.test(text) || /\d/.test(text) || !/^["“'(]?[A-Z]/.test(text))
    return false;
  if (/\b(?:shall|is|are|must|may|be|means?|has|have)\b/.test(text)) return false;
  return isCapitals(text) || headingsOf({ text, ...one }).some((heading) => amongDefinitions.test(heading));
}

function isCapitals(text: string): boolean {
  return /[A-Z]{3}/.test(text) && !/[a-z]/.test(text.replace(/\([^)]*\)/g, ""));
}

function definitionOf(one: Evidence): AnswerSentence {
  if (!isRunIn(one) || one.leadSpan === null)
    return { text: asSentence(one.text), spans: [spanOf(one)], evidence: [one] };
  return {
    text: asSentence(`${asLabel(one.lead)}: ${one.text}`),
    spans: [{ ...spanOf(one), charStart: one.leadSpan.charStart }],
    evidence: [one],
  };
}

/** How well a piece of evidence defines a term, 0 for not at all; `isWhole` is false when its own term is longer. */
interface DefinitionFit {
  readonly score: number;
  readonly isWhole: boolean;
}

/** A definition opens with its term and a mark or word of meaning: "Lot, corner: …", "“Sign” means …". */
function definitionScore(term: readonly string[], one: Evidence): DefinitionFit {
  const whole = (score: number): DefinitionFit => ({ score, isWhole: true });
  const text = (one.cell ? `${one.cell.label}: ${one.cell.value}` : one.text).replace(
    /^\s*(?:\(?[a-z0-9]{1,4}[.)]|\d+(?:[.-]\d+)+\.?)\s+/i,
    "",
  );
  const runIn = isRunIn(one) ? analyse(one.lead.replace(/\(.*?\)/g, " ").replace(/\b(?:an?|the)\b/gi, " ")) : [];
  if (runIn.length === term.length && term.every((word) => runIn.includes(word))) {
    return whole(
      (headingsOf(one).some((heading) => amongDefinitions.test(heading)) ? 1.9 : 1) + one.passage.score * 0.1,
    );
  }
  const opening =
    /^["“']?([^:.;“”"]{2,80}?)["”']?\s*(?::|\.|[—–]|-\s|\bmeans?\b|\bshall (?:mean|include)\b|\bis (?:defined as|an?|the|any)\b|\brefers to\b)\s*(.{12,})/is.exec(
      text,
    );
  if (!opening) return whole(headingDefinition(term, one, text));
  const opened = analyse((opening[1] ?? "").replace(/\(.*?\)/g, " ").replace(/\b(?:an?|the|term|word)\b/gi, " "));
  const isTerm = term.length === opened.length && term.every((word) => opened.includes(word));
  const isPart = !isTerm && term.every((word) => opened.includes(word)) && opened.length <= term.length + 2;
  if (!isTerm && !isPart) return whole(headingDefinition(term, one, text));
  const isAmongDefinitions = headingsOf(one).some((heading) => amongDefinitions.test(heading));
  const means = /\bmeans?\b|\bshall mean\b|\bis defined\b|^["“]/.test(text.slice(0, 120)) ? 0.3 : 0;
  const score =
    (isTerm ? 1 : 0.5) +
    (isAmongDefinitions ? 0.6 : 0) +
    means +
    one.passage.score * 0.1 -
    (isAmongDefinitions || means > 0 ? 0 : 0.6);
  return { score, isWhole: isTerm };
}

const amongDefinitions = /\bdefin|\bterms?\b|\bglossary|\bmeaning/i;

/** The term stands before the sentence, closed by a period or on a line of its own: "Setback. The shortest distance …" */
function isRunIn(one: Evidence): boolean {
  return one.leadSpan !== null && /\.$/.test(one.lead) && one.charStart - one.leadSpan.charEnd <= 3;
}

/** A section headed by the term, inside definitions: its first sentence defines it. */
function headingDefinition(term: readonly string[], one: Evidence, text: string): number {
  const [heading = "", ...above] = headingsOf(one);
  const headed = analyse(heading.replace(/^[\d.§()\sA-Za-z-]{0,12}\s(?=[A-Z])/, ""));
  const isTerm = headed.length > 0 && headed.length <= term.length + 1 && term.every((word) => headed.includes(word));
  if (!isTerm || text.length < 30 || one.cell) return 0;
  const isAmongDefinitions = above.some((path) => /\bdefin|\bterms?\b|\bglossary/i.test(path));
  const describes = /^(?:[A-Za-z0-9]{1,3}[.)]\s+){0,2}(?:an?|the|any)\b/i.test(text) ? 0.8 : 0;
  return Math.max((isAmongDefinitions ? 1.2 : describes) - (one.charStart - one.passage.charStart) / 4_000, 0);
}

/** A definition that breaks off at a colon goes on in its items. */
function followUp(best: Evidence, evidence: readonly Evidence[]): Evidence[] {
  if (!/:$/.test(best.text)) return [];
  const after = evidence
    .filter(
      (one) =>
        one.passage.documentId === best.passage.documentId &&
        one.charStart >= best.charEnd &&
        one.charStart < best.charEnd + 900 &&
        one.cell === null,
    )
    .sort((a, b) => a.charStart - b.charStart);
  const next = after.findIndex(isTermLine);
  return after.slice(0, next < 0 ? mostItems : Math.min(next, mostItems));
}
