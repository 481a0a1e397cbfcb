/**
 * Appends all items of a list to another. `target.push(...items)` passes each item as an argument, and tens of thousands
 * of arguments overflow the stack.
 */
export function appendAll<Item>(target: Item[], items: Iterable<Item>): void {
  for (const item of items) target.push(item);
}

/** Returns the smallest of some numbers, in a list of any length; Infinity for an empty one. */
export function smallestOf(numbers: Iterable<number>): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (const number of numbers) if (number < smallest) smallest = number;
  return smallest;
}

/** Returns the largest of some numbers, in a list of any length; -Infinity for an empty one. */
export function largestOf(numbers: Iterable<number>): number {
  let largest = Number.NEGATIVE_INFINITY;
  for (const number of numbers) if (number > largest) largest = number;
  return largest;
}
