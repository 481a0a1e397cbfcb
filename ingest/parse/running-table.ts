import type { Grid } from "./table-grid.ts";

/** A table found inside a paragraph: where it stands there, and its grid. */
export interface RunningTable {
  readonly start: number;
  readonly end: number;
  readonly grid: Grid;
}

/** How a text is laid out: running words, or lines, at whose ends cells end. */
export type Layout = "words" | "lines";

/** Where the word ends that begins at a place of a text. */
export function wordEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && !/\s/.test(text[end] ?? "")) end += 1;
  return end;
}

/** The first place from here on that is no white space. */
export function afterSpace(text: string, at: number): number {
  let next = at;
  while (next < text.length && /\s/.test(text[next] ?? "")) next += 1;
  return next;
}

/** Tells whether a place is the start of a line. */
export function startsLine(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === "\n";
}

/** Finds the next table of its kind from a place of its text on; called with places that only rise. */
export type TableReader = (from: number) => RunningTable | null;

/** The tables that readers of one text find in it, in its order; of two in one place the one that begins first. */
export function tablesFound(readers: readonly TableReader[]): RunningTable[] {
  const found: RunningTable[] = [];
  const ahead: (RunningTable | null | undefined)[] = readers.map(() => undefined);
  for (let at = 0; ; ) {
    for (const [which, read] of readers.entries()) {
      const known = ahead[which];
      if (known === undefined || (known !== null && known.start < at)) ahead[which] = read(at);
    }
    const next = ahead.filter((table) => table !== null && table !== undefined);
    const [first] = next.sort((left, right) => left.start - right.start);
    if (!first) return found;
    found.push(first);
    at = first.end;
  }
}
