import {
  namedReferences,
  type Passage,
  readSection,
  type SectionReference,
  waysToWrite,
} from "../../../retrieval/index.ts";
import { contentTerms } from "../../text/words.ts";
import type { Evidence } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { asSentence, type ExtractiveAnswer, noAnswer, spanOf } from "./answer.ts";

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

/** Tells whether a passage stands in the part of a code that is named, or, where an item has no heading, around it. */
export function standsIn({ section, headingPath }: Passage, named: SectionReference): boolean {
  if (named.division !== null) {
    const heading = divisionHeading(named);
    return headingPath.some((one) => heading.test(one));
  }
  const numbers = [section, ...headingPath].flatMap((one) => (one === null ? [] : [readSection(one)]));
  return numbers.some(
    (number) =>
      number.division === null && number.parts.length > 0 && (isWithin(number, named) || isAroundItem(number, named)),
  );
}

function isWithin(section: SectionReference, named: SectionReference): boolean {
  return named.through === null && named.parts.every((part, at) => section.parts[at] === part);
}

/** "§ 30-42(b)(1)" stands in § 30-42, which has no headings for its items. */
function isAroundItem(section: SectionReference, named: SectionReference): boolean {
  return (
    section.parts.length >= Math.min(2, named.plainParts) &&
    section.parts.length >= named.plainParts &&
    section.parts.length < named.parts.length &&
    section.parts.every((part, at) => named.parts[at] === part)
  );
}

/** "Article 5", "ARTICLE V. - SUPPLEMENTARY STANDARDS", "Chapter 17.64". */
function divisionHeading({ division, parts }: SectionReference): RegExp {
  const [first = "", ...rest] = parts;
  const written = [`(?:${waysToWrite(first).join("|")})`, ...rest].join("[-. –—]?");
  return new RegExp(String.raw`^\s*${division}\s+(?:no\.?\s*)?["“]?${written}(?![-.–—]?[a-z0-9])`, "i");
}
