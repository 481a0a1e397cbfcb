import type { Queryable } from "../migrations/index.ts";
import { type ChunkUnion, makeChunkUnion } from "./chunk-union.ts";
import {
  findCorpusRevisions,
  findDocumentsOf,
  findLiveDocuments,
  type LiveDocument,
} from "./live-documents.repository.ts";
import type { SearchScope } from "./passage.ts";

/** Gives the union of live documents a search reads. */
export type LiveUnions = (db: Queryable, scope: SearchScope) => Promise<ChunkUnion>;

const rememberedCorpora = 2_000;
const rememberedUnions = 200;

interface CorpusList {
  readonly revision: number;
  readonly documents: readonly LiveDocument[];
}

/**
 * Makes the reader of live documents: the revisions of the corpora are read for every search, their documents only
 * when a revision has moved. Publishing and removing count a corpus's revision in the transaction that makes them
 * visible, so a list kept under a revision is the list of that revision.
 */
export function makeLiveUnions(): LiveUnions {
  const lists = new Map<string, CorpusList>();
  const unions = new Map<string, ChunkUnion>();

  async function listsOf(db: Queryable, corpusIds: readonly string[]): Promise<Map<string, CorpusList>> {
    const current = new Map((await findCorpusRevisions(db, corpusIds)).map((row) => [row.corpusId, row.revision]));
    const moved = [...current.keys()].filter((corpusId) => lists.get(corpusId)?.revision !== current.get(corpusId));
    const read = moved.length > 0 ? await findLiveDocuments(db, moved) : [];
    const chosen = new Map<string, CorpusList>();
    for (const [corpusId, revision] of current) {
      const kept = lists.get(corpusId);
      const documents = read.filter((document) => document.corpusId === corpusId);
      // The list may be newer than the revision read before it: it is kept under the revision it was read with.
      const list = moved.includes(corpusId)
        ? { revision: documents[0]?.corpusRevision ?? revision, documents }
        : (kept ?? { revision, documents });
      chosen.set(corpusId, list);
      keep(lists, corpusId, list, rememberedCorpora);
    }
    return chosen;
  }

  return async (db, scope) => {
    // What was live on a day that is over is asked for seldom, and is not remembered.
    if (scope.asOf) return makeChunkUnion(documentsOf(await findDocumentsOf(db, scope), scope));
    const chosen = await listsOf(db, [...new Set(scope.corpusIds)].toSorted());
    const key = JSON.stringify([
      [...chosen].map(([corpusId, { revision }]) => [corpusId, revision]).toSorted(),
      scope.filters?.corpusKinds ?? null,
      scope.filters?.documentIds ?? null,
    ]);
    const union =
      unions.get(key) ??
      makeChunkUnion(
        documentsOf(
          [...chosen.values()].flatMap(({ documents }) => documents),
          scope,
        ),
      );
    keep(unions, key, union, rememberedUnions);
    return union;
  };
}

function documentsOf(documents: readonly LiveDocument[], { filters }: SearchScope): LiveDocument[] {
  const kinds = filters?.corpusKinds && new Set(filters.corpusKinds);
  const ids = filters?.documentIds && new Set(filters.documentIds);
  return documents
    .filter((document) => (kinds?.has(document.corpusKind) ?? true) && (ids?.has(document.documentId) ?? true))
    .toSorted((a, b) => (a.documentId < b.documentId ? -1 : 1));
}

/** Sets an entry as the newest and lets the oldest go beyond the limit. */
function keep<Value>(map: Map<string, Value>, key: string, value: Value, limit: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= limit) return;
    map.delete(oldest);
  }
}
