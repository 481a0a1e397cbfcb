import type { AnswerSentence } from "./answers.ts";
import type { LawReader } from "./law-reader.ts";
import { type LawSentence, sentencesOf } from "./law-sentences.ts";

/** How documents word the items that a question asks for. */
export interface ItemPatterns {
  /** Titles and headings whose lettered or numbered items are all meant. */
  readonly under?: RegExp;
  /** What an item says that is meant wherever it stands. */
  readonly says: RegExp;
}

const mostItems = 40;
const itemNumber = /^\s*\(?(?:\d{1,3}|[A-Za-z])[.)]\s/;

/** Returns the items of documents that match, word for word with their numbers, in the order of the documents. */
export async function documentItems(
  law: LawReader,
  question: string,
  { under, says }: ItemPatterns,
): Promise<readonly AnswerSentence[]> {
  const items = (await law.search(question)).flatMap((passage) => {
    const isUnder = under?.test([passage.documentTitle, ...passage.headingPath].join("\n")) ?? false;
    return sentencesOf(passage, 0).flatMap((sentence) => {
      const span = lineOf(sentence);
      const text = passage.text.slice(span.charStart - passage.charStart, span.charEnd - passage.charStart);
      const isMeant = says.test(text) || (isUnder && itemNumber.test(text));
      return isMeant ? [{ passage, span, key: `${passage.documentId}:${span.charStart}` }] : [];
    });
  });
  const own = items
    .filter(({ key }, at) => items.findIndex((other) => other.key === key) === at)
    .toSorted(
      (one, other) =>
        compare(one.passage.documentId, other.passage.documentId) || one.span.charStart - other.span.charStart,
    );
  const cited = await Promise.all(own.slice(0, mostItems).map(({ passage, span }) => law.cite(passage, span)));
  return cited.flatMap((passage) =>
    passage ? [{ text: passage.quote.replaceAll(/\s+/g, " ").trim(), passages: [passage] }] : [],
  );
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** Returns the line of an item, with its number. */
function lineOf({ passage, item }: LawSentence) {
  const before = passage.text.lastIndexOf("\n", item.charStart - passage.charStart - 1);
  return { charStart: passage.charStart + before + 1, charEnd: item.charEnd };
}
