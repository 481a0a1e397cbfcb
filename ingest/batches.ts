/** Cuts a list into runs of at most `size` items. */
export function* batchesOf<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/**
 * Cuts a list into runs whose weights come to at most `most`, and of at most `size` items; an item that is heavier goes
 * alone.
 */
export function* weighedBatchesOf<Item>(
  items: readonly Item[],
  weightOf: (item: Item) => number,
  { most, size }: { readonly most: number; readonly size: number },
): Generator<readonly Item[]> {
  let [start, weight] = [0, 0];
  for (const [at, item] of items.entries()) {
    const own = weightOf(item);
    if (at > start && (weight + own > most || at - start >= size)) {
      yield items.slice(start, at);
      [start, weight] = [at, 0];
    }
    weight += own;
  }
  if (start < items.length) yield items.slice(start);
}
