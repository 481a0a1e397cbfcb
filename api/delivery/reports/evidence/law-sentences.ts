import type { Passage } from "../../../../retrieval/index.ts";
import type { StoredPassage } from "./answers.ts";
import type { LawReader } from "./law-reader.ts";
import { listEnd } from "./list-end.ts";
import { leadOf } from "./run-in-title.ts";

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
  return Array.from(passage.text.matchAll(/[^\n]+/g)).flatMap((line) => {
    const text = line[0].replace(nextMark, "");
    const start = passage.charStart + line.index;
    return provisionsIn(text).flatMap(({ title, from, to, parts }) => {
      const under = underTitle(passage, title);
      const item = { charStart: start + from, charEnd: start + to };
      return parts.map(({ at, text: told }) => {
        const charStart = start + at;
        return { passage: under, charStart, charEnd: charStart + told.length, text: told, rank, item };
      });
    });
  });
}

interface Provision {
  readonly title: string;
  readonly from: number;
  readonly to: number;
  readonly parts: readonly { readonly at: number; readonly text: string }[];
}

/** Takes a line apart into its provisions: where sections are printed as one line, their marks and titles are inside of it. */
function provisionsIn(line: string): Provision[] {
  const mark = itemMark.exec(line)?.[0].length ?? 0;
  const found: { title: string; from: number; to: number; parts: { at: number; text: string }[] }[] = [];
  for (const part of line.slice(mark).matchAll(/\S.*?(?:[.;:](?=\s+[A-Z“(])|$)/g)) {
    const begin = mark + part.index;
    const lead = leadOf(part[0]);
    const at = begin + lead.length;
    const text = part[0].slice(lead.length).replace(nextMark, "");
    const last = found.at(-1);
    if (last === undefined || lead.title !== "") found.push({ title: lead.title, from: at, to: at, parts: [] });
    const own = found.at(-1);
    if (own === undefined || markAlone.test(text)) continue;
    own.parts.push({ at, text });
    own.to = at + text.trimEnd().length;
  }
  return found;
}

/** The mark of the next provision, which the full stop after it parts from its title. */
const markAlone = /^(?:[A-Za-z]|\d{1,2})\.$/;

/** Returns a passage with a title that runs into its text as the last of its headings. */
function underTitle(passage: Passage, title: string): Passage {
  const name = title.trim().replace(/[,—]$/, "");
  return name === "" ? passage : { ...passage, headingPath: [...passage.headingPath, name] };
}

/** Returns a sentence as it is quoted: with its whole item, and with the list that it leads to, which can go on in later passages. */
export async function citeSentence(law: LawReader, sentence: LawSentence): Promise<StoredPassage | undefined> {
  const { headingPath } = sentence.passage;
  const around = sentence.text.endsWith(":") ? await law.sectionOf(sentence.passage) : sentence.passage;
  const passage = { ...around, headingPath };
  return law.cite(passage, quotedSpan({ ...sentence, passage }));
}

/** Returns what is quoted of a sentence: its whole item, or the sentence of a long one, with the numbered items that it leads to. */
function quotedSpan({ passage, item, text, ...sentence }: LawSentence) {
  const isShort = item.charEnd - item.charStart <= longestItem;
  const { charStart, charEnd } = isShort ? item : sentence;
  if (!text.endsWith(":")) return { charStart, charEnd };
  const listed = sentence.charEnd + listEnd(passage.text.slice(sentence.charEnd - passage.charStart));
  return { charStart, charEnd: Math.max(charEnd, listed) };
}
