import { analyse } from "../../ingest/index.ts";

/** Gives the terms of a text. */
export type AnalysedTexts = (text: string) => readonly string[];

/** Makes an analyser that remembers: the same chunks are candidates again and again. */
export function makeAnalysedTexts(maxTerms = 2_000_000): AnalysedTexts {
  const remembered = new Map<string, readonly string[]>();
  let held = 0;
  return (text) => {
    const known = remembered.get(text);
    if (known) return known;
    const terms = analyse(text);
    remembered.set(text, terms);
    held += terms.length;
    for (const [oldest, old] of remembered) {
      if (held <= maxTerms) break;
      remembered.delete(oldest);
      held -= old.length;
    }
    return terms;
  };
}
