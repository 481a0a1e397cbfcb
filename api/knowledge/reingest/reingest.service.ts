import { type Database, newId } from "../../../migrations/index.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { type ReingestOutcome, reingestJob } from "./reingest.jobs.ts";
import * as repository from "./reingest.repository.ts";

/** What an operator asks for. */
export interface ReingestRequest {
  readonly scope: repository.ReingestScope;
  readonly refetch: boolean;
  readonly reembed: boolean;
  readonly rereadRules: boolean;
  readonly acceptLoss: boolean;
}

/** What a re-ingest will take; costs are upper bounds, because unchanged chunks keep their vectors. */
export interface ReingestPlan {
  readonly documents: number;
  readonly stored_files: number;
  readonly to_fetch: number;
  readonly without_file: number;
  readonly chunks: number;
  readonly characters: number;
  readonly embedder: string;
  readonly embedding_tokens_at_most: number;
  readonly reading_seconds_about: number;
}

/** How far a re-ingest is. */
export interface ReingestStatus {
  readonly run_id: string;
  readonly state: "running" | "finished";
  readonly documents: number;
  readonly published: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly failed: number;
  readonly waiting: number;
  readonly percent: number;
  readonly changed_chunks: number;
  readonly problems: readonly string[];
  readonly changed_answers: readonly string[];
}

/** Reading documents again, for operators. */
export interface Reingest {
  plan(request: ReingestRequest): Promise<ReingestPlan>;
  /** Asks for the work and returns at once; a document that an unfinished run reads already is left to that one. */
  start(request: ReingestRequest): Promise<ReingestPlan & { readonly run_id: string; readonly joined: number }>;
  /** Undefined for an unknown run. */
  status(runId: string): Promise<ReingestStatus | undefined>;
  /** Makes the revision before the live one live again, for each document that has one. */
  rollBack(
    scope: repository.ReingestScope,
  ): Promise<{ readonly rolled_back: number; readonly documents: readonly string[] }>;
}

const charactersInToken = 4;
/** Of text that a reading process takes in a second, with room for its start. */
const charactersInSecond = 150_000;

/** Makes the service; jobs do the work wherever a worker runs. */
export function makeReingest({
  db,
  jobs,
  embedderName,
}: {
  readonly db: Database;
  readonly jobs: Pick<Jobs, "enqueue" | "announce">;
  readonly embedderName: () => string;
}): Reingest {
  const planOf = (targets: readonly repository.TargetRow[], request: ReingestRequest): ReingestPlan => {
    const isFetched = (one: repository.TargetRow) =>
      one.source_id !== null && (request.refetch || one.storage_key === null);
    const sum = (of: (one: repository.TargetRow) => number) => targets.reduce((total, one) => total + of(one), 0);
    const characters = sum((one) => one.character_count);
    return {
      documents: targets.length,
      stored_files: targets.filter((one) => one.storage_key !== null && !isFetched(one)).length,
      to_fetch: targets.filter(isFetched).length,
      without_file: targets.filter((one) => one.storage_key === null && one.source_id === null).length,
      chunks: sum((one) => one.chunk_count),
      characters,
      embedder: embedderName(),
      embedding_tokens_at_most: Math.ceil(characters / charactersInToken),
      reading_seconds_about: Math.ceil(characters / charactersInSecond + targets.length / 2),
    };
  };
  return {
    plan: async (request) => planOf(await repository.listTargets(db, request.scope), request),
    async start(request) {
      const targets = await repository.listTargets(db, request.scope);
      const open = new Map((await repository.listOpenJobs(db)).map((job) => [job.document_id, job]));
      const runId = newId("run");
      const fresh = targets.filter((one) => !open.has(one.document_id));
      const { refetch, reembed, rereadRules: republish, acceptLoss: accept_loss } = request;
      const jobIds = await db.transaction(async (transaction) => {
        const ids: string[] = [];
        for (const { document_id } of fresh) {
          const payload = { run_id: runId, document_id, refetch, reembed, republish, accept_loss };
          ids.push(await jobs.enqueue(transaction, reingestJob, payload));
        }
        return ids;
      });
      for (const id of jobIds) jobs.announce(id);
      const joins = targets.flatMap((one) => open.get(one.document_id)?.run_id ?? []);
      // Everything asked for is on its way already: the run that does it is shown.
      const run_id = fresh.length === 0 ? (joins[0] ?? runId) : runId;
      return { ...planOf(targets, request), run_id, joined: joins.length };
    },
    async status(runId) {
      const found = await repository.listRunJobs(db, runId);
      return found.length === 0 ? undefined : statusOf(runId, found);
    },
    async rollBack(scope) {
      const rolled: string[] = [];
      for (const { document_id, title } of await repository.listTargets(db, scope)) {
        const back = await db.transaction(async (transaction) => {
          const done = await repository.rollBack(transaction, document_id);
          if (done) await repository.countCorpusRevision(transaction, done.corpus_id);
          return done;
        });
        if (back) rolled.push(`${document_id} ${title}: revision ${back.from} to ${back.to}`);
      }
      return { rolled_back: rolled.length, documents: rolled };
    },
  };
}

function statusOf(runId: string, found: readonly repository.ReingestJobRow[]): ReingestStatus {
  const outcomes = found.flatMap(({ state, result }) =>
    state === "succeeded" ? [result as unknown as ReingestOutcome] : [],
  );
  const count = (...kinds: ReingestOutcome["outcome"][]) =>
    outcomes.filter(({ outcome }) => kinds.includes(outcome)).length;
  const waiting = found.filter(({ state }) => state === "queued" || state === "running").length;
  const problems = found.flatMap(({ document_id, state, result, error }) => {
    if (state === "failed" || state === "canceled") return [`${document_id}: ${error?.detail ?? state}`];
    const { outcome, losses = [] } = (result ?? {}) as Partial<ReingestOutcome>;
    if (outcome === "no_file") return [`${document_id}: its file is not stored and it has no address`];
    return outcome === "refused" ? [`${document_id}: ${losses.join(" ")}`] : [];
  });
  return {
    run_id: runId,
    state: waiting > 0 ? "running" : "finished",
    documents: found.length,
    published: count("published"),
    unchanged: count("unchanged", "gone"),
    refused: count("refused", "no_file"),
    failed: found.filter(({ state }) => state === "failed" || state === "canceled").length,
    waiting,
    percent: Math.floor(
      found.reduce((sum, { state, percent }) => sum + (isOver(state) ? 100 : percent), 0) / found.length,
    ),
    changed_chunks: outcomes.reduce((sum, { changed_chunks }) => sum + changed_chunks, 0),
    problems,
    changed_answers: outcomes.flatMap(({ changed_answers }) => changed_answers),
  };
}

const isOver = (state: repository.ReingestJobRow["state"]) => state !== "queued" && state !== "running";
