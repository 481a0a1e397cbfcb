import type { Database } from "../../migrations/index.ts";
import { sweepAuditMemory } from "../access/audit/audit.repository.ts";
import type { Wallet } from "../commerce/wallet/wallet.service.ts";
import type { IdempotencyClaims } from "../http/idempotency.ts";
import { sweepLinks } from "../http/one-time-links.repository.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { makeEmbeddingChore } from "../knowledge/embedding/embedding.chore.ts";
import { makeVectorIndexChore } from "../knowledge/embedding/vector-index.chore.ts";
import type { Messages } from "../knowledge/messages/messages.service.ts";
import type { Uploads } from "../knowledge/uploads/uploads.service.ts";
import { sweepAnswers } from "../providers/client/provider-cache.repository.ts";
import type { FileStore } from "../storage/file-store.ts";
import { makeOrphanSweep } from "../storage/orphan-files.chore.ts";
import type { Config } from "./config.ts";
import type { Chore } from "./housekeeping.ts";
import type { LiveEmbedder } from "./live-embedder.ts";
import type { Logger } from "./logger.ts";

/** What the chores of the service tidy. */
export interface ChoreParts {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly files: FileStore;
  readonly liveEmbedder: LiveEmbedder;
  readonly logger: Logger;
  readonly config: Config;
  readonly messages: Messages;
  readonly wallet: Wallet;
  readonly idempotency: IdempotencyClaims;
  readonly uploads: Uploads;
}

/** Of all answers of providers together, as they are packed. */
const mostKeptAnswerBytes = 256 * 1024 * 1024;

/** The chores, and how those that take long are ended. */
export interface Chores {
  readonly list: Chore[];
  /** Ends the building of vector indexes; resolves when it has ended. */
  stop(): Promise<void>;
}

/** Returns the chores that keep the store in order, without those of the connector and the account area. */
export function listChores(parts: ChoreParts): Chores {
  const { db, jobs, files, liveEmbedder, logger, config, messages, wallet, idempotency, uploads } = parts;
  // A build keeps the only session of the embedded engine for many seconds, longer than a job's lease.
  const vectorIndexes = makeVectorIndexChore({ db, logger, embeddedUpTo: 0 });
  const list: Chore[] = [
    { name: "embedding-switch", run: makeEmbeddingChore({ db, jobs, liveEmbedder }) },
    { name: "vector-indexes", run: vectorIndexes.run },
    { name: "abandoned-turns", run: () => messages.sweepAbandoned() },
    { name: "expired-reservations", run: () => wallet.reapExpired() },
    { name: "old-idempotency-claims", run: () => idempotency.sweep() },
    { name: "old-links", run: () => sweepLinks(db) },
    { name: "ended-jobs", run: () => jobs.forgetEnded(config.jobRetentionDays) },
    { name: "old-audit-memory", run: () => sweepAuditMemory(db) },
    { name: "orphan-files", run: makeOrphanSweep(db, files) },
    { name: "stale-uploads", run: () => uploads.sweep() },
    { name: "provider-answers", run: () => sweepAnswers(db, mostKeptAnswerBytes) },
  ];
  return { list, stop: () => vectorIndexes.stop() };
}
