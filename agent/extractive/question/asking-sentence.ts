import { analyse } from "../../../ingest/index.ts";

const asksAmount = /\b(?:how|what|which|when|until|max(?:imum)?|min(?:imum)?|\w+est|most|least|limit)\b/i;

/** Returns the sentence of a question that asks for an amount; empty where none does. */
export const sentenceAsking = (text: string): string =>
  text.split(/[.!?]\s+/).findLast((sentence) => asksAmount.test(sentence)) ?? "";

/** Returns the words of the sentence that asks for an amount; those of the others tell the story around it. */
export function termsAsked({ text, terms }: { readonly text: string; readonly terms: readonly string[] }): string[] {
  const stems = new Set(analyse(sentenceAsking(text)));
  return terms.filter((term) => stems.has(term));
}
