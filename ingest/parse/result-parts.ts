import { batchesOf, weighedBatchesOf } from "../batches.ts";
import type { Chunk, DocumentTable, MapLayer, TableRow } from "../corpus.ts";
import type { Rule } from "../rules/rule.ts";
import type { ReadResult } from "./reader-messages.ts";

/** A part of what was read, small enough to be taken in without holding up anything else. */
export type ResultPart =
  | { readonly of: "chunks"; readonly chunks: readonly Chunk[] }
  /** A table, whose rows follow. */
  | { readonly of: "table"; readonly table: Omit<DocumentTable, "rows"> }
  | { readonly of: "rows"; readonly rows: readonly TableRow[] }
  | { readonly of: "rules"; readonly rules: readonly Rule[] }
  /** A layer of a map file, whose features follow as text. */
  | { readonly of: "map-layer"; readonly layer: Omit<MapLayer, "featuresJson"> }
  | { readonly of: "map-features"; readonly json: string };

/** Some 100 kilobytes each: a sheet's half a million cells in one message would take seconds to unpack. */
const cellsInPart = 500;
const chunksInPart = 50;
const rulesInPart = 200;
const charactersInPart = 200_000;

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
  for (const { featuresJson, ...layer } of document.mapLayers ?? []) {
    yield { of: "map-layer", layer };
    for (let from = 0; from < featuresJson.length; from += charactersInPart)
      yield { of: "map-features", json: featuresJson.slice(from, from + charactersInPart) };
  }
}

/** A result without what `partsOfResult` gives of it. */
export function withoutParts({ document, keywordSegment, rules }: ReadResult): ReadResult {
  const { mapLayers: _, ...plain } = document;
  const rest = { document: { ...plain, tables: [] }, chunks: [], keywordSegment };
  return rules ? { ...rest, rules: { ...rules, rules: [] } } : rest;
}

/** Puts a result together again from its parts. */
export class ResultInParts {
  readonly #chunks: Chunk[] = [];
  readonly #rules: Rule[] = [];
  readonly #mapLayers: MapLayer[] = [];
  readonly #tables: (Omit<DocumentTable, "rows"> & { readonly rows: TableRow[] })[] = [];

  take(part: ResultPart): void {
    if (part.of === "table") this.#tables.push({ ...part.table, rows: [] });
    else if (part.of === "rows") this.#tables.at(-1)?.rows.push(...part.rows);
    else if (part.of === "rules") this.#rules.push(...part.rules);
    else if (part.of === "map-layer") this.#mapLayers.push({ ...part.layer, featuresJson: "" });
    else if (part.of === "map-features") this.#addFeatures(part.json);
    else this.#chunks.push(...part.chunks);
  }

  #addFeatures(json: string): void {
    const last = this.#mapLayers.pop();
    if (last) this.#mapLayers.push({ ...last, featuresJson: last.featuresJson + json });
  }

  /** Gives the whole, with the rest that came without parts. */
  whole(rest: ReadResult): ReadResult {
    const layers = this.#mapLayers.length === 0 ? {} : { mapLayers: this.#mapLayers };
    const whole = { ...rest, document: { ...rest.document, ...layers, tables: this.#tables }, chunks: this.#chunks };
    return rest.rules ? { ...whole, rules: { ...rest.rules, rules: this.#rules } } : whole;
  }
}
