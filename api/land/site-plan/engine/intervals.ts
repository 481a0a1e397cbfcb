/** A stretch of a line from its lesser to its greater end, feet. */
export type Interval = readonly [from: number, to: number];

/** Stretches shorter than this are nothing, feet. */
const least = 0.01;

/** Returns what is left of sorted stretches when others, in any order, are taken out. */
export function without(intervals: readonly Interval[], cuts: readonly Interval[]): readonly Interval[] {
  if (cuts.length === 0) return intervals;
  const sorted = isSorted(cuts) ? cuts : cuts.toSorted((a, b) => a[0] - b[0]);
  const left: Interval[] = [];
  let first = 0;
  for (const [from, to] of intervals) {
    // Cuts that end before this stretch end before all later ones.
    while ((sorted[first]?.[1] ?? Infinity) <= from) first++;
    let start = from;
    for (let at = first; at < sorted.length; at++) {
      const [cutFrom, cutTo] = sorted[at] as Interval;
      if (cutTo <= start) continue;
      if (cutFrom >= to) break;
      if (cutFrom - start > least) left.push([start, cutFrom]);
      start = Math.max(start, cutTo);
      if (start >= to) break;
    }
    if (to - start > least) left.push([start, to]);
  }
  return left;
}

function isSorted(intervals: readonly Interval[]): boolean {
  let before = -Infinity;
  for (const [from] of intervals) {
    if (from < before) return false;
    before = from;
  }
  return true;
}

/** Returns what two sorted lists of stretches have in common. */
export function common(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  const both: Interval[] = [];
  for (const [fromA, toA] of a) {
    for (const [fromB, toB] of b) {
      const from = Math.max(fromA, fromB);
      const to = Math.min(toA, toB);
      if (to - from > least) both.push([from, to]);
    }
  }
  return both;
}
