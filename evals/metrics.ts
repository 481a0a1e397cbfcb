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

/** Arithmetic mean; 0 of nothing. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The value below which the given share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
