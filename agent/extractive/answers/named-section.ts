import { namedReferences, type SectionReference } from "../../../retrieval/index.ts";
import { contentTerms } from "../../text/words.ts";
import type { Evidence } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { asSentence, type ExtractiveAnswer, noAnswer, spanOf } from "./answer.ts";
import { standsIn } from "./referred-evidence.ts";

const mostSentences = 6;
/** Words that ask what a part of a code says, and name nothing it is about. */
const asking = new Set(
  contentTerms(
    "say says state states read show quote explain summarise summarize overview contain contains cover covers deal deals hold holds listed list rule rules text content contents section sections chapter article part division appendix zoning code ordinance law regulation regulations bylaw title compare",
  ),
);

/** Tells whether a question asks for what a named section says, and for nothing else. */
export function asksForSection({ text }: QuestionReading): boolean {
  const references = namedReferences(text);
  if (references.length === 0) return false;
  let rest = text;
  for (const { charStart, charEnd } of references.toReversed())
    rest = `${rest.slice(0, charStart)} ${rest.slice(charEnd)}`;
  return contentTerms(rest).every((term) => asking.has(term));
}

/** Quotes the sections a question names, from their beginning; more than fits is told in part. */
export function answerSection(question: QuestionReading, evidence: readonly Evidence[]): ExtractiveAnswer {
  const named = distinct(namedReferences(question.text));
  const parts = named.slice(0, mostSentences).map((reference) => {
    const passages = new Set(evidence.map((one) => one.passage));
    const inside = new Set([...passages].filter((passage) => standsIn(passage, reference)));
    return evidence
      .filter((one) => !one.cell && inside.has(one.passage))
      .sort((a, b) => a.passage.documentId.localeCompare(b.passage.documentId) || a.charStart - b.charStart);
  });
  const found = parts.filter((part) => part.length > 0);
  if (found.length === 0) return noAnswer;
  const share = Math.max(Math.floor(mostSentences / found.length), 1);
  const chosen = found.flatMap((part) => part.slice(0, share));
  const isWhole = found.length === named.length && found.every((part) => part.length <= share);
  return {
    status: isWhole ? "answered" : "partial",
    sentences: chosen.map((one) => ({ text: asSentence(one.text), spans: [spanOf(one)], evidence: [one] })),
  };
}

function distinct(references: readonly SectionReference[]): SectionReference[] {
  const keyOf = ({ division, parts, through }: SectionReference) => JSON.stringify([division, parts, through]);
  return [...new Map(references.map((reference) => [keyOf(reference), reference])).values()];
}
