import type { Passage } from "../../../../retrieval/index.ts";
import type { AnswerSentence } from "./answers.ts";
import type { LawReader } from "./law-reader.ts";
import { type LawSentence, sentencesOf } from "./law-sentences.ts";

/** "The width may be reduced by half": the width itself is in another sentence. */
const modifies =
  /^(?:(?:\([A-Za-z0-9]{1,4}\)|[A-Za-z]\.|\d{1,2}\.)\s+)?(?:The|This|That|Such|These) (?:[a-z]+ ){0,2}?([a-z]+) (?:may|shall|can|must) be (?:reduced|increased|waived|modified|decreased|halved|doubled|extended)\b/;

/**
 * Puts before each sentence that changes a rule the sentence of the same section that states it: the nearest one before
 * it with the word for what is changed, else the first one of the section. The law is searched only where a sentence
 * changes a rule, and then once for the question.
 */
export async function withModifiedRules(
  law: LawReader,
  question: string,
  sentences: readonly AnswerSentence[],
): Promise<readonly AnswerSentence[]> {
  if (!sentences.some((sentence) => changedBy(sentence) !== undefined)) return sentences;
  const found = await law.search(question);
  const complete: AnswerSentence[] = [];
  for (const sentence of sentences) {
    const rule = await ruleBefore(law, found, sentence);
    if (rule && !complete.some(({ passages }) => passages[0]?.char_start === rule.passages[0]?.char_start)) {
      complete.push(rule);
    }
    complete.push(sentence);
  }
  return complete;
}

/** Returns the word for what a sentence changes; undefined where it changes no rule. */
const changedBy = ({ passages: [stated] }: AnswerSentence): string | undefined =>
  modifies.exec(stated?.quote.replaceAll(/\s+/g, " ") ?? "")?.[1];

async function ruleBefore(law: LawReader, found: readonly Passage[], sentence: AnswerSentence) {
  const [stated] = sentence.passages;
  const changed = changedBy(sentence);
  if (stated === undefined || changed === undefined) return undefined;
  const around = found.find(
    ({ documentId, charStart, charEnd }) =>
      documentId === stated.document_id && charStart <= stated.char_start && stated.char_end <= charEnd,
  );
  if (!around) return undefined;
  const before = sentencesOf(around, 1).filter(({ charEnd, text }) => charEnd <= stated.char_start && isSentence(text));
  const names = ({ text }: LawSentence) => new RegExp(`\\b${changed}\\b`, "i").test(text);
  const rule = before.findLast(names) ?? before[0];
  const passage = rule && (await law.cite(rule.passage, rule));
  return rule && passage ? { text: `“${rule.text}”`, passages: [passage] } : undefined;
}

const isSentence = (text: string) => /^[A-Z“"].*[.;:]$/s.test(text) && !text.includes("|");
