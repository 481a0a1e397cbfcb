import { analyse } from "../../../ingest/index.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import {
  type AnswerSentence,
  asLabel,
  asSentence,
  type ExtractiveAnswer,
  noAnswer,
  spanOf,
  titleOf,
} from "./answer.ts";
import { quoteAnswer } from "./quote.ts";

/** A definition of more parts is only quoted. */
const mostParts = 9;
/** Characters that may lie between two parts of a definition: the foot and the head of a page. */
const farthest = 120;

/**
 * Answers what a term means, with the whole of the sentence that defines it and the items that it introduces; the definition
 * of a longer term ("lot, corner" for "lot"), and one whose end was not found, is only quoted.
 */
export function answerDefinition(question: QuestionReading, evidence: readonly Evidence[]): ExtractiveAnswer {
  const term = question.term ? analyse(question.term) : [];
  if (term.length === 0) return noAnswer;
  const known = withTermLines(evidence);
  const [best] = known
    .flatMap((one) => definitionIn(term, one) ?? [])
    .sort((a, b) => b.score - a.score || a.one.text.length - b.one.text.length);
  if (!best) return noAnswer;
  const parts = best.one.cell ? [best.one] : partsOf(best.one, known);
  if (!best.isWhole || !best.isSaid || goesOn(parts.at(-1)) || parts.length > mostParts) return quoteAnswer([best.one]);
  return { status: "answered", sentences: [sayWhole(best.one, parts.slice(1))] };
}

function sayWhole(definition: Evidence, further: readonly Evidence[]): AnswerSentence {
  const said = sayDefinition(definition);
  if (further.length === 0) return said;
  const opening = said.text.replace(/\.$/, /:$/.test(definition.text) ? ":" : "");
  const text = [opening, ...further.map((one) => one.text)].join(" ").replace(/\s+/g, " ");
  return {
    text: /[.!?]["”]?$/.test(text) ? text : `${text}.`,
    spans: [...said.spans, ...further.map(spanOf)],
    evidence: [definition, ...further],
  };
}

/** Whether a text ends in the middle of a sentence: "… exclusive of:", "… a system that (1)". */
const goesOn = (one: Evidence | undefined) =>
  one !== undefined && /(?:[:,;]|\b(?:and|or|that|which|of|by|is|are)|\(\w{1,3}\))$/.test(one.text.trim());

/** A definition with what goes on with its sentence on the lines behind it, and the marked items that it introduces. */
function partsOf(definition: Evidence, evidence: readonly Evidence[]): Evidence[] {
  const parts = [definition];
  const isBehind = ({ cell, passage, charStart }: Evidence) =>
    cell === null && passage.documentId === definition.passage.documentId && charStart >= definition.charEnd;
  for (const next of evidence.filter(isBehind).toSorted((a, b) => a.charStart - b.charStart)) {
    const last = parts.at(-1) ?? definition;
    if (next.charStart < last.charEnd) continue;
    const isItem = next.lead === definition.text && /^\W*\w{1,3}[.)]\s/.test(next.text);
    if (!(goesOn(last) || isItem) || next.charStart - last.charEnd > farthest || isTermLine(next)) break;
    parts.push(next);
  }
  return parts;
}

/**
 * A definition under its term on a line of its own ("LOT, CORNER" over "A lot that …") gets the term as its lead; that
 * the line is a term its capitals say, or a heading of definitions above.
 */
function withTermLines(evidence: readonly Evidence[]): Evidence[] {
  const lines = new Map(
    evidence.flatMap((one) => (isTermLine(one) ? [[`${one.passage.documentId} ${one.charEnd}`, one]] : [])),
  );
  return evidence.map((one) => {
    const line = [1, 2, 3].flatMap((gap) => lines.get(`${one.passage.documentId} ${one.charStart - gap}`) ?? [])[0];
    if (one.cell || !line || line.marker !== one.marker) return one;
    const { marker, text, charStart, charEnd } = line;
    return { ...one, lead: `${text}.`, leadSpan: { marker, charStart, charEnd } };
  });
}

function isTermLine(one: Evidence): boolean {
  const { text, cell } = one;
  const isLine = cell === null && /^["“'(]?[A-Z]\D{1,58}(?<![.;:,!?])$/.test(text);
  const isInCapitals = /[A-Z]{3}/.test(text) && !/[a-z]/.test(text.replace(/\([^)]*\)/g, ""));
  return isLine && (isInCapitals || (isAmongDefinitions(one) && !/\b(?:shall|is|are|must|may|means?)\b/.test(text)));
}

const isAmongDefinitions = (one: Evidence) =>
  headingsOf(one).some((heading) => /\bdefin|\bterms?\b|\bglossary|\bmeaning/i.test(heading));

/** A definition as a sentence of an answer, opened by its term. */
export function sayDefinition(one: Evidence): AnswerSentence {
  if (!isRunIn(one)) return { text: asSentence(one.text), spans: [spanOf(one)], evidence: [one] };
  return {
    text: asSentence(`${asLabel(one.lead)}: ${one.text}`),
    spans: [{ ...spanOf(one), charStart: one.leadSpan?.charStart ?? one.charStart }],
    evidence: [one],
  };
}

/** The term stands before the sentence, closed by a period or on a line of its own: "Setback. The shortest distance …" */
function isRunIn({ lead, leadSpan, charStart }: Evidence): boolean {
  return leadSpan !== null && /\.$/.test(lead) && charStart - leadSpan.charEnd <= 3;
}

/** What opens a definition: its term and a mark or word of meaning, as "Lot, corner: …", "“Sign” means …" and "A “sign” is a …". */
const opening =
  /^(?:an?\s+(?=["“]))?["“']?([^:.;“”"]{2,80}?)["”']?\s*(?::|\.|[—–]|-\s|\bmeans?\b|\bshall (?:mean|include)\b|\bis (?:defined as|an?|the|any)\b|\brefers to\b)\s*.{12}/is;
const meaning = /\bmeans?\b|\bshall mean\b|\bis defined\b|^(?:an?\s+)?["“]/i;
/** The form of an entry in a list of terms: "Convenience store - A retail store …". */
const asEntry = /^[^:.;–—]{2,80}?(?:\s-|\s?[–—:])\s+(?:an?|the|any)\s/i;
/** The first sentence of a section headed by its term defines it: each character further from the title counts so much less. */
const perCharacter = 1 / 4_000;

/** The term that a sentence defines, as printed; "" where none opens it. */
export function definedTerm(one: Evidence): string {
  return isRunIn(one) ? one.lead : (opening.exec(withoutMark(one.text))?.[1] ?? "");
}

const withoutMark = (text: string) => text.replace(/^\s*(?:\(?[a-z0-9]{1,4}[.)]|\d+(?:[.-]\d+)+\.?)\s+/i, "");

/** A definition of a term, or of a longer one, and how well it defines; undefined for any other evidence. */
function definitionIn(term: readonly string[], one: Evidence) {
  const printed = one.cell ? `${one.cell.label}: ${one.cell.value}` : one.text;
  const text = withoutMark(printed);
  const own = termIn(isRunIn(one) ? one.lead : (opening.exec(text)?.[1] ?? ""));
  const isUnderTitle = !one.cell && /^(?:an?|the|any)\b/i.test(text);
  const title = isUnderTitle ? termIn(titleOf(headingsOf(one)[0] ?? "")) : [];
  const isNamed = (name: readonly string[]) => term.every((word) => name.includes(word));
  const isWhole = [own, title].some((name) => name.length === term.length && isNamed(name));
  if (!isWhole && !(isNamed(own) && own.length <= term.length + 2)) return undefined;
  const isDefined = isAmongDefinitions(one);
  const says = isRunIn(one) || meaning.test(text.slice(0, 120)) || (isWhole && asEntry.test(text));
  const certainty = (isDefined ? 0.6 : 0) + (says ? 0.3 : 0) - (isDefined || says || isUnderTitle ? 0 : 0.6);
  const distance = isUnderTitle ? (one.charStart - one.passage.charStart) * perCharacter : 0;
  return {
    one,
    isWhole,
    isSaid: isDefined || says || isUnderTitle,
    score: (isWhole ? 1 : 0.5) + certainty - distance + one.passage.score * 0.1,
  };
}

/** Returns the stems of a term, without articles and text in brackets. */
function termIn(name: string): string[] {
  return analyse(name.replace(/\(.*?\)/g, " ").replace(/\b(?:an?|the|term|word)\b/gi, " "));
}
