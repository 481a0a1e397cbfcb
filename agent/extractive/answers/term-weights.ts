import { analyse } from "../../../ingest/index.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { withRelated } from "../question/related-words.ts";

/** A word no evidence holds, in any wording known, is likely what the documents do not speak of. */
const unheard = 2.5;

/** Weighs the words of a question by how few pieces of evidence hold them, in these words or in related ones. */
export function termWeights(evidence: readonly Evidence[]): (term: string) => number {
  const counts = new Map<string, number>();
  for (const one of evidence)
    for (const term of withRelated(analyse(`${one.lead} ${one.text}`))) counts.set(term, (counts.get(term) ?? 0) + 1);
  return (term) => {
    const count = counts.get(term);
    const rarity = count === undefined ? unheard : Math.log((evidence.length + 1) / (count + 0.5));
    return Math.min(Math.max(rarity, 0.3), 6);
  };
}
