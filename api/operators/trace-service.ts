import type { Exchange } from "../http/exchange.ts";
import type { ObserveJob } from "../jobs/job.ts";
import type { ServiceMetrics } from "./service-metrics.ts";
import type { Tracer } from "./tracer.ts";

/** What is followed of the service: requests and jobs, and the steps within them. */
export interface ServiceTraces
  extends Pick<
    ServiceMetrics,
    "observeJob" | "onStage" | "onModelCall" | "onEmbedding" | "onRerankerFailure" | "onToolCall"
  > {
  /** Surrounds a request, from its arrival to the head of its answer. */
  observeRequest(exchange: Exchange, answer: () => Promise<Response>): Promise<Response>;
}

const unwell: ReadonlySet<string> = new Set(["failed", "retried", "lease_lost", "not_written"]);

/**
 * Follows the service's work with a tracer. A request is named by its route, never by its path, which may hold a token;
 * questions, answers and documents are not told at all.
 */
export function traceService(tracer: Tracer): ServiceTraces {
  const observeJob: ObserveJob = (job, work) => {
    const facts = {
      "groundwork.job_id": job.jobId,
      "groundwork.job": job.name,
      "groundwork.attempt": job.attempt,
      "groundwork.organization_id": job.orgId,
    };
    return tracer.run({ name: `job ${job.name}`, kind: "consumer", facts, linkedTo: job.traceparent }, async (span) => {
      const outcome = await work();
      span.add({ "groundwork.outcome": outcome });
      if (unwell.has(outcome)) span.fail();
      return outcome;
    });
  };
  return {
    observeJob,
    observeRequest: (exchange, answer) => {
      const traceparent = exchange.request.headers.get("traceparent");
      return tracer.run({ name: "request", kind: "server", traceparent }, async (span) => {
        const response = await answer();
        const { route, requestId, operationId, principal } = exchange;
        const { method } = exchange.request;
        span.rename(`${method} ${route}`);
        span.add({
          "http.request.method": method,
          "http.route": route,
          "http.response.status_code": response.status,
          "groundwork.request_id": requestId,
          "groundwork.operation_id": operationId,
          "groundwork.organization_id": principal?.orgId,
        });
        if (response.status >= 500) span.fail();
        return response;
      });
    },
    onStage: (stage, seconds) => tracer.note({ name: `retrieval ${stage}`, seconds }),
    onRerankerFailure: () => tracer.note({ name: "reranker fallback", seconds: 0, isFailed: true }),
    onModelCall({ modelId, outcome, seconds, inputTokens, outputTokens }) {
      const facts = {
        "gen_ai.request.model": modelId,
        "gen_ai.usage.input_tokens": inputTokens,
        "gen_ai.usage.output_tokens": outputTokens,
      };
      tracer.note({ name: "model call", seconds, facts, isFailed: outcome === "failed" });
    },
    onToolCall({ tool, operationId, requestId, orgId, code, seconds }) {
      const facts = {
        "groundwork.operation_id": operationId,
        "groundwork.request_id": requestId,
        "groundwork.organization_id": orgId,
        "groundwork.code": code,
      };
      tracer.note({ name: `tool ${tool}`, seconds, facts, isFailed: code === "internal_error" });
    },
    onEmbedding({ embedder, use, texts, outcome, seconds }) {
      const facts = { "groundwork.embedder": embedder, "groundwork.use": use, "groundwork.texts": texts };
      tracer.note({ name: "embedding call", seconds, facts, isFailed: outcome === "failed" });
    },
  };
}
