import type { Passage } from "../../../../retrieval/index.ts";

/** A sentence of a passage; `rank` is larger the more its headings are about what is looked for. */
export interface LawSentence {
  readonly passage: Passage;
  readonly charStart: number;
  readonly charEnd: number;
  readonly text: string;
  readonly rank: number;
  /** The paragraph or lettered item that the sentence is in: exceptions to it stand there. */
  readonly item: { readonly charStart: number; readonly charEnd: number };
}

/** Longer items are quoted by the sentence. */
const longestItem = 600;

/** Letter or number that begins an item. */
const itemMark = /^\s*(?:\([A-Za-z0-9]{1,4}\)|[A-Za-z0-9]{1,2}\)|[A-Za-z]\.|\d{1,2}\.)\s+/;
/** Mark of the next item, where a text has items without line breaks. */
const nextMark = /(?<=[.;:!?)”"])\s+(?:\([A-Za-z0-9]{1,4}\)|[A-Za-z]\.|\d{1,2}\.)\s*$/;

/** Returns the sentences of a passage, each with the item that it is in. */
export function sentencesOf(passage: Passage, rank: number): LawSentence[] {
  const sentences: LawSentence[] = [];
  for (const line of passage.text.matchAll(/[^\n]+/g)) {
    const text = line[0].replace(nextMark, "");
    const begin = itemMark.exec(text)?.[0].length ?? 0;
    const start = passage.charStart + line.index;
    const item = { charStart: start + begin, charEnd: start + text.trimEnd().length };
    for (const part of text.slice(begin).matchAll(/\S.*?(?:[.;:](?=\s+[A-Z“(])|$)/g)) {
      const charStart = start + begin + part.index;
      sentences.push({ passage, charStart, charEnd: charStart + part[0].length, text: part[0], rank, item });
    }
  }
  return sentences;
}

/** Returns what is quoted of a sentence: its whole item, or the sentence of a long one, with the numbered items that it leads to. */
export function quotedSpan({ passage, item, text, ...sentence }: LawSentence) {
  const isShort = item.charEnd - item.charStart <= longestItem;
  const { charStart, charEnd } = isShort ? item : sentence;
  if (!text.endsWith(":")) return { charStart, charEnd };
  const rest = passage.text.slice(charEnd - passage.charStart);
  const items = listKinds.flatMap((kind) => kind.exec(rest)?.[0] ?? [])[0] ?? "";
  return { charStart, charEnd: charEnd + items.trimEnd().length };
}

/** Patterns of a list at the start of a text. All items of one list have the same kind of mark. */
const listKinds = [String.raw`\([a-z0-9]{1,3}\)`, String.raw`[a-z][.)]\s`, String.raw`\d{1,2}[.)]\s`].map(
  (mark) => new RegExp(String.raw`^(?:\s*${mark}[^\n]+)+`, "i"),
);
