import { batchesOf, weighedBatchesOf } from "../batches.ts";
import type { Chunk, DocumentTable, TableRow } from "../corpus.ts";
import type { Rule } from "../rules/rule.ts";
import type { ReadResult } from "./reader-messages.ts";

/** A part of what was read, small enough to be taken in without holding up anything else. */
export type ResultPart =
  | { readonly of: "chunks"; readonly chunks: readonly Chunk[] }
  /** A table, whose rows follow. */
  | { readonly of: "table"; readonly table: Omit<DocumentTable, "rows"> }
  | { readonly of: "rows"; readonly rows: readonly TableRow[] }
  | { readonly of: "rules"; readonly rules: readonly Rule[] };

/** Some 100 kilobytes each: a sheet's half a million cells in one message would take seconds to unpack. */
const cellsInPart = 500;
const chunksInPart = 50;
const rulesInPart = 200;

/** Gives tables and chunks of a result in parts, in their order. */
export function* partsOfResult({ document, chunks, rules }: ReadResult): Generator<ResultPart> {
  const bounds = { most: cellsInPart, size: cellsInPart };
  for (const { rows: all, ...table } of document.tables) {
    yield { of: "table", table };
    for (const rows of weighedBatchesOf(all, (row) => row.cells.length, bounds)) yield { of: "rows", rows };
  }
  const cellsOf = ({ rows }: Chunk) => rows.reduce((sum, row) => sum + row.cells.length, 0);
  for (const some of weighedBatchesOf(chunks, cellsOf, { most: cellsInPart, size: chunksInPart })) {
    yield { of: "chunks", chunks: some };
  }
  for (const some of batchesOf(rules?.rules ?? [], rulesInPart)) yield { of: "rules", rules: some };
}

/** A result without what `partsOfResult` gives of it. */
export function withoutParts({ document, keywordSegment, rules }: ReadResult): ReadResult {
  const rest = { document: { ...document, tables: [] }, chunks: [], keywordSegment };
  return rules ? { ...rest, rules: { ...rules, rules: [] } } : rest;
}

/** Puts a result together again from its parts. */
export class ResultInParts {
  readonly #chunks: Chunk[] = [];
  readonly #rules: Rule[] = [];
  readonly #tables: (Omit<DocumentTable, "rows"> & { readonly rows: TableRow[] })[] = [];

  take(part: ResultPart): void {
    if (part.of === "table") this.#tables.push({ ...part.table, rows: [] });
    else if (part.of === "rows") this.#tables.at(-1)?.rows.push(...part.rows);
    else if (part.of === "rules") this.#rules.push(...part.rules);
    else this.#chunks.push(...part.chunks);
  }

  /** Gives the whole, with the rest that came without parts. */
  whole(rest: ReadResult): ReadResult {
    const whole = { ...rest, document: { ...rest.document, tables: this.#tables }, chunks: this.#chunks };
    return rest.rules ? { ...whole, rules: { ...rest.rules, rules: this.#rules } } : whole;
  }
}
