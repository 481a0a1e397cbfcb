import type { RuleChunk } from "./rule-chunk.ts";

/** A line, or a sentence of a long line, with its span in the document. */
export interface Clause {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const shortestClause = 6;
const usualLength = 260;

/**
 * The mark behind which a line goes on with another clause. "… Zone - 35 feet The Commission may permit …": a value without
 * a full stop stood at the end of a line that was joined with the next.
 */
const clauseEnd =
  /[.;](?=\s+(?:\(?[a-z0-9]{1,3}[.)]\s|\(?[A-Z]))|:(?=\s+\(?[1aA][.)]\s)|(?<=\b(?:feet|foot|acres?|percent))\s(?=(?:The|No|Any|All|Each|Every)\s[a-zA-Z])/g;

/** Returns the lines of a chunk, and the sentences of long lines; texts longer than `longest` are left out. */
function clausesOf({ text, charStart }: RuleChunk, longest: number): Clause[] {
  const clauses: Clause[] = [];
  let at = 0;
  for (const line of text.split("\n")) {
    let from = 0;
    for (const match of line.matchAll(clauseEnd)) {
      add(line.slice(from, match.index + 1), at + from);
      from = match.index + 1;
    }
    add(line.slice(from), at + from);
    at += line.length + 1;
  }
  return clauses;
  function add(part: string, offset: number): void {
    const trimmed = part.trim();
    if (trimmed.length < shortestClause || trimmed.length > longest) return;
    const start = charStart + offset + part.indexOf(trimmed);
    clauses.push({ text: trimmed, start, end: start + trimmed.length });
  }
}

/** Returns the lines of a chunk outside its tables, and the sentences of long lines; texts longer than `longest` are left out. */
export function clausesOutsideTables(chunk: RuleChunk, longest = usualLength): Clause[] {
  // A row without cells is a line of text.
  const inTables = chunk.rows
    .filter(({ cells }) => cells.length > 0)
    .map(({ charStart, charEnd }) => [charStart, charEnd] as const);
  return clausesOf(chunk, longest).filter(({ start, end }) => !inTables.some(([from, to]) => start < to && end > from));
}

/** Where an exception or a proviso begins; the main clause is before it. */
const mainClauseEnd =
  /[,;.:]?\s+(?:except|unless|provided,?\s+(?:that|however)|however|but\s+not)\b|,\s+and\s+(?:the|a|an|no|all|each|shall)\b/i;

/** Whether a clause has an exception or a proviso. */
export const hasException = (text: string): boolean => mainClauseEnd.test(text);

/** Returns the clause up to its exception or proviso. */
export const beforeException = (text: string): string => text.slice(0, mainClauseEnd.exec(text)?.index ?? text.length);
