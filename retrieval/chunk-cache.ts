import type { Queryable } from "../migrations/index.ts";
import { makeBoundedMap } from "./bounded-map.ts";
import type { ChunkPlace } from "./chunk-union.ts";
import { type ChunkRow, findChunks } from "./passages.repository.ts";

/** Reads chunks, and keeps those it has read: a chunk of a revision never changes. */
export interface ChunkCache {
  /** Rows in the order of the places; undefined where a chunk is gone. */
  rowsOf(db: Queryable, places: readonly ChunkPlace[]): Promise<(ChunkRow | undefined)[]>;
}

/** Makes a cache of chunk rows; those read longest ago go first when it holds too much. */
export function makeChunkCache(maxBytes = 32 * 1024 * 1024): ChunkCache {
  const rows = makeBoundedMap(maxBytes, bytesOf);
  return {
    async rowsOf(db, places) {
      const known = new Map(places.map((place) => [keyOf(place), rows.get(keyOf(place))]));
      const missing = places.filter((place) => known.get(keyOf(place)) === undefined);
      for (const row of missing.length > 0 ? await findChunks(db, missing) : []) {
        const key = keyOf({ documentId: row.documentId, revision: row.documentRevision, ordinal: row.ordinal });
        known.set(key, row);
        rows.keep(key, row);
      }
      return places.map((place) => known.get(keyOf(place)));
    },
  };
}

const keyOf = ({ documentId, revision, ordinal }: ChunkPlace) => `${documentId}@${revision}#${ordinal}`;

function bytesOf(row: ChunkRow): number {
  const characters = row.indexText === row.text ? row.text.length : row.text.length + row.indexText.length;
  return 600 + 2 * characters + 400 * row.rows.length + 120 * row.items.length;
}
