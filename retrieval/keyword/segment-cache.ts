import {
  type Compute,
  inlineCompute,
  type KeywordSegment,
  keywordVersion,
  mergeSegments,
  openKeywordSegment,
  rebuildKeywordSegment,
} from "../../ingest/index.ts";
import type { Queryable } from "../../migrations/index.ts";
import type { LiveDocument } from "../live-documents.repository.ts";
import { findKeywordSources, findSegments, type RevisionKey } from "./segments.repository.ts";

/** A segment in memory and the documents its chunks belong to. */
export interface LoadedSegment {
  readonly segment: KeywordSegment;
  /** In the order their chunks stand in the segment. */
  readonly documents: readonly SegmentDocument[];
}

export interface SegmentDocument extends RevisionKey {
  /** Position of its chunk 0 in the segment. */
  readonly offset: number;
}

/** Keeps open keyword segments within a byte budget. */
export interface SegmentCache {
  /** Gives segments that together hold exactly the chunks of the documents, small documents joined. */
  segmentsOf(db: Queryable, documents: readonly LiveDocument[]): Promise<LoadedSegment[]>;
}

/** What segments in memory may take, by estimate. */
const maxBytes = 512 * 1024 * 1024;
/** A document with fewer chunks is joined with others when there are many such. */
const smallDocumentChunks = 200;
/** Up to this many small documents are searched one by one. */
const smallDocumentsApart = 16;

interface Entry {
  readonly loading: Promise<LoadedSegment>;
  bytes: number;
}

/**
 * Makes a cache of open segments: least recently used go first, one load for each segment however many ask for it.
 *
 * Segments never change, so nothing is ever refreshed: a new revision is a new key, and the old one ages out.
 * A segment that cannot be opened is rebuilt on the pool.
 */
export function makeSegmentCache(compute: Compute = inlineCompute): SegmentCache {
  const entries = new Map<string, Entry>();
  // The same list is asked for again and again while nothing is published; naming its segments once is enough.
  const plans = new WeakMap<readonly LiveDocument[], Group[]>();
  let heldBytes = 0;

  function remember(key: string, load: () => Promise<LoadedSegment>): Promise<LoadedSegment> {
    const known = entries.get(key);
    if (known) {
      entries.delete(key);
      entries.set(key, known);
      return known.loading;
    }
    const entry: Entry = { loading: load(), bytes: 0 };
    entries.set(key, entry);
    entry.loading.then(
      ({ segment }) => {
        entry.bytes = segment.bytes;
        heldBytes += entry.bytes;
        evict(key);
      },
      () => entries.delete(key),
    );
    return entry.loading;
  }

  function evict(newest: string): void {
    for (const [key, entry] of entries) {
      if (heldBytes <= maxBytes) return;
      if (key === newest || entry.bytes === 0) continue;
      entries.delete(key);
      heldBytes -= entry.bytes;
    }
  }

  return {
    async segmentsOf(db, documents) {
      const groups = plans.get(documents) ?? groupsOf(documents);
      plans.set(documents, groups);
      return Promise.all(groups.map(({ key, members }) => remember(key, () => loadGroup(db, compute, members))));
    },
  };
}

/** Documents whose chunks stand in one segment in memory. */
interface Group {
  readonly key: string;
  readonly members: readonly LiveDocument[];
}

function groupsOf(documents: readonly LiveDocument[]): Group[] {
  const held = documents.filter((document) => document.chunkCount > 0);
  const small = held.filter((document) => document.chunkCount < smallDocumentChunks);
  const groups = small.length <= smallDocumentsApart ? small.map((document) => [document]) : bucketsOf(small);
  for (const document of held) if (document.chunkCount >= smallDocumentChunks) groups.push([document]);
  return groups.map((members) => ({ key: keyOf(members), members }));
}

function keyOf(group: readonly LiveDocument[]): string {
  return group.map((document) => `${document.documentId}@${document.revision}`).join(" ");
}

const documentsInBucket = 64;

/**
 * Shares small documents out over a power of two of buckets by their id: a document that changes, comes or goes
 * touches one bucket, and the others stay as they are in the cache.
 */
function bucketsOf(documents: readonly LiveDocument[]): LiveDocument[][] {
  let count = 1;
  while (count * documentsInBucket < documents.length) count *= 2;
  const buckets: LiveDocument[][] = Array.from({ length: count }, () => []);
  for (const document of documents) {
    buckets[Number.parseInt(document.documentId.slice(-6), 16) % count]?.push(document);
  }
  return buckets.filter((bucket) => bucket.length > 0);
}

async function loadGroup(db: Queryable, compute: Compute, group: readonly LiveDocument[]): Promise<LoadedSegment> {
  const stored = await findSegments(db, group);
  const packedOf = new Map(stored.map((row) => [`${row.documentId}@${row.revision}`, row.packed]));
  const segments = await Promise.all(
    group.map((document) => openOrRebuild(db, compute, document, packedOf.get(keyOf([document])) ?? null)),
  );
  let offset = 0;
  const documents = group.map((document, at) => {
    const placed = { documentId: document.documentId, revision: document.revision, offset };
    offset += segments[at]?.chunkCount ?? 0;
    return placed;
  });
  const [first, ...others] = segments;
  if (!first) throw new RangeError("a group holds at least one document");
  return { segment: others.length === 0 ? first : await mergeSegments(segments), documents };
}

async function openOrRebuild(
  db: Queryable,
  compute: Compute,
  document: LiveDocument,
  packed: Uint8Array | null,
): Promise<KeywordSegment> {
  if (packed && document.keywordVersion === keywordVersion) {
    const opened = await openKeywordSegment(packed);
    if (opened && opened.chunkCount === document.chunkCount) return opened;
  }
  const sources = await findKeywordSources(db, document);
  if (sources.length !== document.chunkCount) {
    throw new Error(`revision ${document.revision} of ${document.documentId} has lost chunks`);
  }
  return rebuildKeywordSegment(compute, sources);
}
