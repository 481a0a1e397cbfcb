import { analyse } from "../../ingest/index.ts";

/** Words that say nothing about the matter of a sentence: question words, verbs of law, words every ordinance repeats. */
const emptyWords = new Set(
  analyse(
    "what which who whom whose when where why how is are was be been being do does did can could may might must shall should will would " +
      "have has had having i me my mine we us our you your he she it its they them there here this that these those any all each every some other " +
      "such same more most much many very also only just than then so about upon within under over per between during from out up down off again " +
      "need needed want get got put leave reach turn break happen make made take give know tell say said like allowed allow require required requirement apply applies applicable " +
      "after before until without while someone somebody anyone anybody ever nothing anything something anymore yet already still really maybe whats provide provided following herein thereof hereof pursuant accordance please one",
  ),
);

/** Stems of the words that carry meaning, in order, without repetition. */
export function contentTerms(text: string): string[] {
  return [...new Set(analyse(text))].filter((term) => !emptyWords.has(term) && (term.length > 1 || /\d/.test(term)));
}

/** Share of `wanted` that stands in `held`, each term by its weight and by how well it is held; 1 when nothing is wanted. */
export function termCoverage(
  wanted: readonly string[],
  held: ReadonlySet<string>,
  weightOf: (term: string) => number = () => 1,
  matchOf: (term: string, held: ReadonlySet<string>) => number = (term) => (held.has(term) ? 1 : 0),
): number {
  let whole = 0;
  let present = 0;
  for (const term of wanted) {
    const weight = weightOf(term);
    whole += weight;
    present += weight * matchOf(term, held);
  }
  return whole === 0 ? 1 : present / whole;
}
