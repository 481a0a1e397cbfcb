import type { ModelCall } from "../../agent/index.ts";
import type { EmbeddingUse } from "../../ingest/index.ts";
import type { RetrievalStage } from "../../retrieval/index.ts";
import type { Metrics } from "../http/metrics.ts";
import type { ObserveJob } from "../jobs/job.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { IngestAttempt } from "../knowledge/ingest-file.ts";
import type { ToolCallSeen } from "../mcp/run-tool.ts";

/** A call of an embedder that has ended, its retries included. */
export interface EmbeddingCall {
  /** As callers know it, without the address of its endpoint. */
  readonly embedder: string;
  readonly use: EmbeddingUse;
  readonly texts: number;
  readonly outcome: "succeeded" | "failed";
  readonly seconds: number;
}

/** What the parts of the service tell of their work as they do it. */
export interface ServiceMetrics {
  readonly observeJob: ObserveJob;
  onStage(stage: RetrievalStage, seconds: number): void;
  onRerankerFailure(): void;
  onModelCall(call: ModelCall): void;
  onEmbedding(call: EmbeddingCall): void;
  onIngest(attempt: IngestAttempt): void;
  onToolCall(call: ToolCallSeen): void;
}

const helps = {
  groundwork_jobs_total: "Attempts at jobs made in this process, by kind of job and outcome.",
  groundwork_job_seconds: "Time an attempt at a job took, by kind of job.",
  groundwork_ingest_documents_total: "Attempts to ingest a file, by outcome.",
  groundwork_ingest_pages_total: "Pages of the documents that were published.",
  groundwork_ingest_seconds: "Time an attempt to ingest a file took, by outcome.",
  groundwork_retrieval_stage_seconds: "Time a stage of a search took.",
  groundwork_reranker_fallbacks_total: "Searches that the local reranker ranked because the configured one failed.",
  groundwork_model_calls_total: "Calls of chat models, by model and outcome.",
  groundwork_model_call_seconds: "Time a call of a chat model took, retries included.",
  groundwork_model_tokens_total: "Tokens that chat models read and wrote, as they count them.",
  groundwork_embedding_calls_total: "Calls of embedders, by embedder, use and outcome.",
  groundwork_embedding_texts_total: "Texts that were embedded.",
  groundwork_embedding_call_seconds: "Time a call of an embedder took, retries included.",
  groundwork_tool_calls_total: "Calls of the connector's tools, by tool and the code of the refusal, or ok.",
  groundwork_tool_call_seconds: "Time a call of a tool took, waiting for its work included.",
} as const;

/** Makes the counters and times of the work of this process. Labels name kinds of things, never single ones. */
export function makeServiceMetrics(metrics: Metrics): ServiceMetrics {
  for (const [name, help] of Object.entries(helps)) metrics.describe(name, help);
  return {
    async observeJob(job, work) {
      const startedAt = performance.now();
      const outcome = await work();
      metrics.count("groundwork_jobs_total", { job: job.name, outcome });
      metrics.observeSeconds("groundwork_job_seconds", { job: job.name }, (performance.now() - startedAt) / 1000);
      return outcome;
    },
    onStage: (stage, seconds) => metrics.observeSeconds("groundwork_retrieval_stage_seconds", { stage }, seconds),
    onRerankerFailure: () => metrics.count("groundwork_reranker_fallbacks_total"),
    onModelCall({ modelId: model, outcome, seconds, inputTokens, outputTokens }) {
      metrics.count("groundwork_model_calls_total", { model, outcome });
      metrics.observeSeconds("groundwork_model_call_seconds", { model }, seconds);
      metrics.count("groundwork_model_tokens_total", { model, direction: "input" }, inputTokens);
      metrics.count("groundwork_model_tokens_total", { model, direction: "output" }, outputTokens);
    },
    onEmbedding({ embedder, use, texts, outcome, seconds }) {
      metrics.count("groundwork_embedding_calls_total", { embedder, use, outcome });
      metrics.count("groundwork_embedding_texts_total", { embedder, use }, outcome === "succeeded" ? texts : 0);
      metrics.observeSeconds("groundwork_embedding_call_seconds", { embedder, use }, seconds);
    },
    onIngest({ outcome, pages, seconds }) {
      metrics.count("groundwork_ingest_documents_total", { outcome });
      metrics.count("groundwork_ingest_pages_total", {}, pages);
      metrics.observeSeconds("groundwork_ingest_seconds", { outcome }, seconds);
    },
    onToolCall({ tool, code, seconds }) {
      metrics.count("groundwork_tool_calls_total", { tool, code });
      metrics.observeSeconds("groundwork_tool_call_seconds", { tool }, seconds);
    },
  };
}

/** Reads, whenever the scraper asks, what the store says of queue and credits; it is the same in every process. */
export function addStoreGauges(
  metrics: Metrics,
  store: {
    readonly jobs: Pick<Jobs, "counts" | "oldestDueSeconds">;
    readonly creditTotals: () => Promise<Readonly<Record<string, number>>>;
  },
): void {
  metrics.gauge(
    "groundwork_queue_jobs",
    "Jobs in the store, by kind and state; of those that succeeded or were canceled, the last day's.",
    async () =>
      (await store.jobs.counts()).map(({ name, state, jobs }) => ({ labels: { job: name, state }, value: jobs })),
  );
  metrics.gauge("groundwork_queue_oldest_due_seconds", "For how long the oldest job that is due has waited.", () =>
    store.jobs.oldestDueSeconds(),
  );
  metrics.gauge("groundwork_credits", "Credits of all organizations: granted, charged, held, available.", async () =>
    Object.entries(await store.creditTotals()).map(([state, value]) => ({ labels: { state }, value })),
  );
}
