/** Tasks that behave as tasks may: they succeed, throw, never end, or need too much memory. */

let calls = 0;

export function double({ number }: { readonly number: number }): number {
  return number * 2;
}

/** Returns how often this thread was called. */
export function countCalls(): number {
  calls += 1;
  return calls;
}

export function refuse({ code }: { readonly code: string }): never {
  throw Object.assign(new RangeError("the input is refused"), { code, limit: 3 });
}

/** Keeps its thread busy for some milliseconds. */
export function spin({ ms }: { readonly ms: number }): { readonly startedAt: number; readonly endedAt: number } {
  const startedAt = Date.now();
  while (Date.now() - startedAt < ms);
  return { startedAt, endedAt: Date.now() };
}

/**
 * Fills the heap with small objects, each of which keeps the one before. An array of them would double at some time by more
 * than V8 allows beyond the limit while it ends the thread, and V8 would abort the process.
 */
export function hoard(): never {
  let kept: object = {};
  for (let count = 0; ; count += 1) kept = { before: kept, text: `x${count}` };
}

/** Leaves buffers behind that nothing refers to. */
export function litter({ megabytes }: { readonly megabytes: number }): number {
  let written = 0;
  for (let count = 0; count < megabytes; count += 1) written += Buffer.alloc(1024 * 1024, 1).length;
  return written;
}

/** Returns the bytes of the buffers of this thread. */
export const countBuffers = (): number => process.memoryUsage().arrayBuffers;

export function die(): never {
  process.exit(7);
}
