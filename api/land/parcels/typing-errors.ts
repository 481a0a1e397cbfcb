import { distance } from "fastest-levenshtein";

/** Returns the number of letters typed wrong, left out or added; two neighbouring letters that are swapped count as one. */
export function typingErrors(typed: string, meant: string): number {
  const edits = distance(typed, meant);
  return edits === 2 && isSwapped(typed, meant) ? 1 : edits;
}

function isSwapped(a: string, b: string): boolean {
  const at = [...a].findIndex((letter, index) => letter !== b[index]);
  return a.slice(0, at) + (a[at + 1] ?? "") + (a[at] ?? "") + a.slice(at + 2) === b;
}
