import type { DocumentRules, RevisionPlace } from "../../ingest/index.ts";

/** Most rules that are kept in memory, of all documents together: some 600 bytes each. */
const mostRules = 100_000;

/** Rules of revisions in memory. The rules of a revision never change, so nothing is ever refreshed. */
export interface KeptRules {
  /** Returns the rules of a revision, and counts it as the one that was asked for last; undefined where none are kept. */
  find(place: RevisionPlace): DocumentRules | undefined;
  /** Keeps the rules of a revision, and drops those that nobody has asked for the longest where there are too many. */
  keep(place: RevisionPlace, rules: DocumentRules): void;
}

/** Keeps the rules of the revisions that were asked for last. */
export function makeKeptRules(most = mostRules): KeptRules {
  /** Those asked for last stand last. */
  const kept = new Map<string, DocumentRules>();
  let count = 0;

  function drop(key: string): void {
    const dropped = kept.get(key);
    if (dropped) count -= sizeOf(dropped);
    kept.delete(key);
  }

  function keep(place: RevisionPlace, rules: DocumentRules): void {
    const key = keyOfRevision(place);
    drop(key);
    kept.set(key, rules);
    count += sizeOf(rules);
    for (const oldest of kept.keys()) {
      if (count <= most || oldest === key) break;
      drop(oldest);
    }
  }

  return {
    find(place) {
      const found = kept.get(keyOfRevision(place));
      if (found) keep(place, found);
      return found;
    },
    keep,
  };
}

/** Returns one text for each revision of each document. */
export const keyOfRevision = ({ documentId, revision }: RevisionPlace): string => `${documentId} ${revision}`;

const sizeOf = ({ rules, places }: DocumentRules): number => rules.length + places.length;
