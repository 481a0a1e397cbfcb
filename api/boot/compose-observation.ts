import type { HttpAppOptions } from "../http/app.ts";
import { type Metrics, makeMetrics } from "../http/metrics.ts";
import { addStoreGauges, makeServiceMetrics, type ServiceMetrics } from "../operators/service-metrics.ts";
import { traceService } from "../operators/trace-service.ts";
import { noTracer, type Tracer } from "../operators/tracer.ts";
import type { Config } from "./config.ts";
import type { Logger } from "./logger.ts";

/** What the operators of the service see of it, and the ears through which its parts tell of their work. */
export interface Observation extends ServiceMetrics {
  readonly metrics: Metrics;
  readonly observeRequest: NonNullable<HttpAppOptions["observe"]>;
  /** The trace context of what this process is doing at the moment. */
  traceparent(): string | null;
  /** Adds what the store says of queue and credits. */
  addStoreGauges(store: Parameters<typeof addStoreGauges>[1]): void;
  /** Sends the traces that have not been sent. */
  close(): Promise<void>;
}

/** Makes the metrics of this process, and its traces where a collector is configured. */
export async function composeObservation(config: Config, logger: Logger): Promise<Observation> {
  const metrics = makeMetrics();
  const counted = makeServiceMetrics(metrics);
  const tracer = await openTracer(config, logger);
  const traced = traceService(tracer);
  return {
    metrics,
    observeRequest: traced.observeRequest,
    observeJob: (job, work) => counted.observeJob(job, () => traced.observeJob(job, work)),
    onStage(stage, seconds) {
      counted.onStage(stage, seconds);
      traced.onStage(stage, seconds);
    },
    onRerankerFailure() {
      counted.onRerankerFailure();
      traced.onRerankerFailure();
    },
    onModelCall(call) {
      counted.onModelCall(call);
      traced.onModelCall(call);
    },
    onEmbedding(call) {
      counted.onEmbedding(call);
      traced.onEmbedding(call);
    },
    onToolCall(call) {
      counted.onToolCall(call);
      traced.onToolCall(call);
    },
    onIngest: counted.onIngest,
    traceparent: () => tracer.traceparent(),
    addStoreGauges: (store) => addStoreGauges(metrics, store),
    close: () => tracer.close(),
  };
}

/** The libraries of OpenTelemetry are loaded only where there is somebody to send traces to. */
async function openTracer(config: Config, logger: Logger): Promise<Tracer> {
  if (config.otlpEndpoint === null) return noTracer;
  const { makeOtlpTracer } = await import("../operators/otlp-tracer.ts");
  return makeOtlpTracer({ endpoint: config.otlpEndpoint, logger });
}
