/** Values by key within a bound of their sizes together: those kept longest go first. */
export interface BoundedMap<Value> {
  get(key: string): Value | undefined;
  /** Keeps a value; one that is there already stays. */
  keep(key: string, value: Value): void;
}

/** Makes a map whose values have at most so large a size together. */
export function makeBoundedMap<Value>(most: number, sizeOf: (value: Value) => number): BoundedMap<Value> {
  const values = new Map<string, Value>();
  let held = 0;
  return {
    get: (key) => values.get(key),
    keep(key, value) {
      if (values.has(key)) return;
      values.set(key, value);
      held += sizeOf(value);
      for (const [oldest, old] of values) {
        if (held <= most) return;
        values.delete(oldest);
        held -= sizeOf(old);
      }
    },
  };
}
