import { analyse } from "../../ingest/index.ts";
import type { LawSection } from "./law-text.ts";

/** Law text as numbers: every section's heading and body in the vocabulary's row numbers, unknown terms left out. */
export interface Corpus {
  readonly terms: readonly string[];
  /** Occurrences, zoning law counted {@link zoningWeight} times. */
  readonly counts: Float64Array;
  readonly sections: readonly EncodedSection[];
  /** Encodes further text in the vocabulary. */
  encode(text: string): Int32Array;
}

export interface EncodedSection {
  /** As in {@link LawSection}. */
  readonly source: string;
  readonly heading: Int32Array;
  readonly body: Int32Array;
  readonly isZoning: boolean;
}

/** Zoning law is a third of the text and all of what the model is asked about. */
export const zoningWeight = 2;

/** Chooses the vocabulary, the always-wanted terms first and then the most frequent, and encodes all text in it. */
export function encodeCorpus(sections: readonly LawSection[], wanted: readonly string[], size: number): Corpus {
  const analysed = sections.map((section) => ({
    source: section.source,
    heading: analyse(section.heading).filter(isWordTerm),
    body: analyse(section.text).filter(isWordTerm),
    isZoning: section.isZoning,
  }));
  const frequency = new Map<string, number>();
  for (const { heading, body, isZoning } of analysed) {
    const weight = isZoning ? zoningWeight : 1;
    for (const term of heading) frequency.set(term, (frequency.get(term) ?? 0) + weight);
    for (const term of body) frequency.set(term, (frequency.get(term) ?? 0) + weight);
  }
  const frequent = [...frequency]
    .filter(([, count]) => count >= 4)
    .toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([term]) => term);
  const terms = [...new Set([...wanted.filter(isWordTerm), ...frequent])].slice(0, size);
  const rows = new Map(terms.map((term, row) => [term, row]));
  const encode = (list: readonly string[]) => Int32Array.from(list.flatMap((term) => rows.get(term) ?? []));
  return {
    terms,
    encode: (text) => encode(analyse(text)),
    counts: Float64Array.from(terms, (term) => Math.max(frequency.get(term) ?? 0, 1)),
    sections: analysed.map(({ source, heading, body, isZoning }) => ({
      source,
      heading: encode(heading),
      body: encode(body),
      isZoning,
    })),
  };
}

function isWordTerm(term: string): boolean {
  return term.length > 1 && term.length < 24 && !/\d/.test(term);
}
