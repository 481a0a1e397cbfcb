import { analyse, type Span } from "../../ingest/index.ts";
import { asLabel, asSentence } from "../extractive/answers/answer.ts";
import { termWeights } from "../extractive/answers/term-weights.ts";
import { type Evidence, headingsOf } from "../extractive/evidence/evidence.ts";
import { quantitiesIn } from "../text/quantities.ts";
import { contentTerms, termCoverage } from "../text/words.ts";

/** A sentence of a summary and where it was taken from. */
export interface ChosenSentence extends Span {
  readonly text: string;
  readonly marker: number;
}

const longest = 60;
const leastScore = 0.35;
const leastAbout = 0.25;

/**
 * Chooses the sentences that say most about a focus, in the order of the documents, within a number of words.
 *
 * A sentence scores by the focus's words it holds, by stating a rule or an amount, and by how well its passage was
 * found; one that repeats what is already chosen is left out.
 */
export function chooseSentences(focus: string, evidence: readonly Evidence[], maxWords: number): ChosenSentence[] {
  const terms = contentTerms(focus);
  const weightOf = termWeights(evidence);
  const scored = evidence
    .map((one) => ({ one, text: sentenceOf(one), score: scoreOf(one, terms, weightOf) }))
    .filter(({ text, score }) => score >= leastScore && wordsIn(text) <= longest && wordsIn(text) >= 4)
    .sort((a, b) => b.score - a.score);
  const chosen: typeof scored = [];
  const said = new Set<string>();
  let words = 0;
  for (const candidate of scored) {
    const stems = [...new Set(analyse(candidate.text))];
    const isNew = stems.filter((stem) => !said.has(stem)).length >= stems.length * 0.4;
    if (!isNew || words + wordsIn(candidate.text) > maxWords) continue;
    for (const stem of stems) said.add(stem);
    words += wordsIn(candidate.text);
    chosen.push(candidate);
  }
  return chosen
    .sort(
      (a, b) => a.one.passage.documentId.localeCompare(b.one.passage.documentId) || a.one.charStart - b.one.charStart,
    )
    .map(({ one, text }) => ({ text, marker: one.marker, charStart: one.charStart, charEnd: one.charEnd }));
}

function scoreOf(one: Evidence, terms: readonly string[], weightOf: (term: string) => number): number {
  const own = new Set(analyse(one.text));
  const around = new Set([...own, ...headingsOf(one).slice(0, 2).flatMap(analyse)]);
  const rule = /\b(?:shall|must|may|required|permitted|prohibited|minimum|maximum)\b/i.test(one.text) ? 0.15 : 0;
  const amount = quantitiesIn(one.text).some((quantity) => quantity.unit !== null) ? 0.1 : 0;
  const about = termCoverage(terms, around, weightOf);
  if (about < leastAbout) return 0;
  return about * 0.4 + termCoverage(terms, own, weightOf) * 0.3 + rule + amount + one.passage.score * 0.1;
}

function sentenceOf({ cell, text }: Evidence): string {
  if (!cell) return asSentence(text);
  const label = [asLabel(cell.label), asLabel(cell.column)].filter((part) => part !== "").join(", ");
  return asSentence(`${label}: ${cell.value}`);
}

function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
