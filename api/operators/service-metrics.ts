import type { ModelCall } from "../../agent/index.ts";
import type { EmbeddingUse } from "../../ingest/index.ts";
import type { RetrievalStage } from "../../retrieval/index.ts";
import type { Metrics } from "../http/metrics.ts";
import type { ObserveJob } from "../jobs/job.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { IngestAttempt } from "../knowledge/ingest-file.ts";
import type { ToolCallSeen } from "../mcp/run-tool.ts";

/** A finished call of an embedder, retries included. */
export interface EmbeddingCall {
  /** As callers know it, without the address of its endpoint. */
  readonly embedder: string;
  readonly use: EmbeddingUse;
  readonly texts: number;
  readonly outcome: "succeeded" | "failed";
  readonly seconds: number;
}

/** Receives what the parts of the service report about their work. */
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

/** Returns the counters and histograms of this process's work. Labels name kinds of things, never single ones. */
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

/** Adds gauges of the queue and the credits, read from the store at each scrape; every process reports the same values. */
export function addStoreGauges(
  metrics: Metrics,
  store: {
    readonly jobs: Pick<Jobs, "counts" | "oldestDueSeconds">;
    readonly creditTotals: () => Promise<Readonly<Record<string, number>>>;
  },
): void {
  metrics.gauge(
    {
      name: "groundwork_queue_jobs",
      help: "Jobs in the store, by kind and state; succeeded and canceled jobs of the last day only.",
      labelNames: ["job", "state"],
    },
    async () =>
      (await store.jobs.counts()).map(({ name, state, jobs }) => ({ labels: { job: name, state }, value: jobs })),
  );
  metrics.gauge({ name: "groundwork_queue_oldest_due_seconds", help: "How long the oldest due job has waited." }, () =>
    store.jobs.oldestDueSeconds(),
  );
  metrics.gauge(
    {
      name: "groundwork_credits",
      help: "Credits of all organizations: granted, charged, held, available.",
      labelNames: ["state"],
    },
    async () => Object.entries(await store.creditTotals()).map(([state, value]) => ({ labels: { state }, value })),
  );
}
