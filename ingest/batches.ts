/** Yields a list in runs of at most `size` items. */
export function* batchesOf<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/**
 * Yields a list in runs whose weights come to at most `most`, and of at most `size` items; an item that is heavier goes
 * alone. The bounds are read for each run, so that they may change between runs.
 */
export function* weighedBatchesOf<Item>(
  items: readonly Item[],
  weightOf: (item: Item) => number,
  bounds: { readonly most: number; readonly size: number },
): Generator<readonly Item[]> {
  let [start, weight] = [0, 0];
  for (const [at, item] of items.entries()) {
    const own = weightOf(item);
    if (at > start && (weight + own > bounds.most || at - start >= bounds.size)) {
      yield items.slice(start, at);
      [start, weight] = [at, 0];
    }
    weight += own;
  }
  if (start < items.length) yield items.slice(start);
}
