/** Discounted gain of the first `depth` results over that of the best possible order; linear gains. */
export function ndcg(ranked: readonly string[], relevant: ReadonlyMap<string, number>, depth: number): number {
  const gain = (grades: readonly number[]) =>
    grades.slice(0, depth).reduce((sum, grade, at) => sum + grade / Math.log2(at + 2), 0);
  const ideal = gain([...relevant.values()].toSorted((a, b) => b - a));
  return ideal > 0 ? gain(ranked.map((id) => relevant.get(id) ?? 0)) / ideal : 0;
}

/** Share of the relevant records among the first `depth` results. */
export function recall(ranked: readonly string[], relevant: ReadonlyMap<string, number>, depth: number): number {
  const found = ranked.slice(0, depth).filter((id) => relevant.has(id)).length;
  return relevant.size > 0 ? found / relevant.size : 0;
}

/** One over the rank of the first relevant record, 0 when none is among the first `depth`. */
export function reciprocalRank(ranked: readonly string[], relevant: ReadonlyMap<string, number>, depth = 10): number {
  const at = ranked.slice(0, depth).findIndex((id) => relevant.has(id));
  return at < 0 ? 0 : 1 / (at + 1);
}

/** 1 when a relevant record is among the first `depth` results, else 0. */
export function success(ranked: readonly string[], relevant: ReadonlyMap<string, number>, depth = 1): number {
  return ranked.slice(0, depth).some((id) => relevant.has(id)) ? 1 : 0;
}

/** A retrieved passage as answer-span recall sees it. */
export interface SpanCandidate {
  readonly text: string;
  /** True when the passage is of a record judged relevant. */
  readonly isRelevant: boolean;
}

/**
 * 1 when a passage of a judged record holds the answer, within the first `passages` results and the first `words` words
 * of them, else 0; the passage that goes over the words is cut there.
 */
export function spanRecall(
  found: readonly SpanCandidate[],
  holds: (text: string) => boolean,
  { passages = Number.POSITIVE_INFINITY, words = Number.POSITIVE_INFINITY }: { passages?: number; words?: number },
): number {
  let left = words;
  for (const [at, { text, isRelevant }] of found.entries()) {
    if (at >= passages || left <= 0) break;
    const all = text.split(/\s+/).filter(Boolean);
    if (isRelevant && holds(all.length <= left ? text : all.slice(0, left).join(" "))) return 1;
    left -= all.length;
  }
  return 0;
}

/** Arithmetic mean; 0 of nothing. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The value below which the given share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
