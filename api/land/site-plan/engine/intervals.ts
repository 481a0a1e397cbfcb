/** A stretch of a line from its lesser to its greater end, feet. */
export type Interval = readonly [from: number, to: number];

/** Stretches shorter than this are nothing, feet. */
const least = 0.01;

/** Returns what is left of sorted stretches when others, in any order, are taken out. */
export function without(intervals: readonly Interval[], cuts: readonly Interval[]): readonly Interval[] {
  if (cuts.length === 0) return intervals;
  const sorted = inOrder(cuts);
  const left: Interval[] = [];
  let first = 0;
  for (const interval of intervals) {
    const [from, to] = interval;
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
    if (to - start > least) left.push(start === from ? interval : [start, to]);
  }
  return left;
}

/** Returns stretches from the least to the greatest. */
export function inOrder(intervals: readonly Interval[]): readonly Interval[] {
  let before = -Infinity;
  for (const [from] of intervals) {
    if (from < before) return intervals.toSorted((a, b) => a[0] - b[0]);
    before = from;
  }
  return intervals;
}

/** Returns what two sorted lists of stretches have in common. */
export function common(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  const both: Interval[] = [];
  for (const [from, to] of b) for (const stretch of within(a, from, to)) both.push(stretch);
  return both;
}

/** Returns what lies between two places of sorted stretches: whole ones as they are, because a search asks very often. */
export function within(intervals: readonly Interval[], from: number, to: number): readonly Interval[] {
  const inside: Interval[] = [];
  for (const interval of intervals) {
    const [first, last] = interval;
    if (first >= to) break;
    if (Math.min(last, to) - Math.max(first, from) <= least) continue;
    inside.push(first >= from && last <= to ? interval : [Math.max(first, from), Math.min(last, to)]);
  }
  return inside;
}
