import type { Queryable } from "../../../migrations/index.ts";
import { type SourceStatus, statusOf } from "./source-standing.ts";
import * as repository from "./sources.repository.ts";

/** How far the sources are that a project has beside its governing ordinances. */
export interface SupplementalProgress {
  /** Whether a source is still being read. */
  readonly isOpen: boolean;
  /** Whether all sources failed. */
  readonly isFailed: boolean;
  /** "3 sources: 2 read, 1 failed." */
  readonly detail: string;
}

const words: Readonly<Record<SourceStatus, string>> = {
  ready: "read",
  queued: "still being read",
  ingesting: "still being read",
  failed: "failed",
  publisher_blocked: "not read, because its publisher forbids programs",
  needs_confirmation: "to be confirmed by a person",
  rejected: "rejected",
};

/** Returns how far the sources of a project are. */
export async function supplementalProgress(db: Queryable, projectId: string): Promise<SupplementalProgress> {
  const statuses = (await repository.listStandings(db, projectId)).map(statusOf);
  const counted = Map.groupBy(statuses, (status) => words[status]);
  const parts = [...counted].map(([word, of]) => `${of.length} ${word}`);
  const all = `${statuses.length} source${statuses.length === 1 ? "" : "s"}`;
  return {
    isOpen: statuses.some((status) => status === "queued" || status === "ingesting"),
    isFailed: statuses.length > 0 && statuses.every((status) => status === "failed"),
    detail: `${all}: ${parts.join(", ")}.`,
  };
}
