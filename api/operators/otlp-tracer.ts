import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Attributes,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { parseTraceParent, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  BatchSpanProcessor,
  type SpanExporter,
  TracerProvider,
  type TracerProviderOptions,
} from "@opentelemetry/sdk-trace";
import type { OpenSpan, SpanFacts, Tracer } from "./tracer.ts";

/** Where traces go. */
export interface OtlpTracerOptions {
  /** Base address of the collector, without a final slash; `/v1/traces` is added. */
  readonly endpoint: string;
  readonly logger: { warn(record: object, message: string): void };
}

const exportTimeoutMs = 3_000;
const closeTimeoutMs = 4_000;
const sendEveryMs = 2_000;
/** Spans that wait to be sent; more are dropped, so a collector that is down costs no memory. */
const mostWaiting = 2_048;
const warnEveryMs = 60_000;
const succeeded = 0;

/** Reads and writes the `traceparent` header (W3C Trace Context). */
const propagator = new W3CTraceContextPropagator();

/**
 * Makes the tracer that sends spans to an OpenTelemetry collector over OTLP/HTTP.
 *
 * Spans are sent in the background and in batches; where the collector does not answer, they are lost and the log says
 * so once a minute. This module and the libraries behind it are loaded by those who configure a collector only.
 */
export function makeOtlpTracer({ endpoint, logger }: OtlpTracerOptions): Tracer {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: exportTimeoutMs });
  const provider = new TracerProvider({
    resource: serviceResource,
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: toldOfFailures(exporter, logger),
        scheduledDelayMillis: sendEveryMs,
        maxQueueSize: mostWaiting,
        exportTimeoutMillis: exportTimeoutMs,
      }),
    ],
  });
  const tracer = provider.getTracer("groundwork");
  const running = new AsyncLocalStorage<Span>();

  return {
    async run(start, work) {
      // The root context, because a job may be claimed while an unrelated request runs.
      const carrier = { traceparent: start.traceparent ?? "" };
      const parent = propagator.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter);
      const kind = start.kind === "server" ? SpanKind.SERVER : SpanKind.CONSUMER;
      const cause = parseTraceParent(start.linkedTo ?? "");
      const links = cause ? [{ context: cause }] : [];
      const span = tracer.startSpan(start.name, { kind, links, attributes: attributesOf(start.facts) }, parent);
      try {
        return await running.run(span, () => work(openSpan(span)));
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    note({ name, seconds, facts, isFailed }) {
      const parent = running.getStore();
      if (!parent) return;
      const end = Date.now();
      const options = { startTime: end - seconds * 1000, attributes: attributesOf(facts) };
      const span = tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, parent));
      if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(end);
    },
    traceparent() {
      const span = running.getStore();
      const carrier: { traceparent?: string } = {};
      if (span) propagator.inject(trace.setSpan(ROOT_CONTEXT, span), carrier, defaultTextMapSetter);
      return carrier.traceparent ?? null;
    },
    async close() {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, closeTimeoutMs);
      const sent = provider
        .shutdown()
        .catch((error: unknown) => logger.warn({ error: String(error) }, "traces were lost"));
      await Promise.race([sent, late]);
      clearTimeout(timer);
    },
  };
}

function openSpan(span: Span): OpenSpan {
  return {
    rename: (name) => void span.updateName(name),
    add: (facts) => void span.setAttributes(attributesOf(facts)),
    fail: () => void span.setStatus({ code: SpanStatusCode.ERROR }),
  };
}

function attributesOf(facts: SpanFacts = {}): Attributes {
  const attributes: Attributes = {};
  for (const [name, value] of Object.entries(facts)) {
    if (value !== null && value !== undefined) attributes[name] = value;
  }
  return attributes;
}

function toldOfFailures(exporter: SpanExporter, logger: OtlpTracerOptions["logger"]): SpanExporter {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code !== succeeded && performance.now() - warnedAt > warnEveryMs) {
          warnedAt = performance.now();
          logger.warn({ spans: spans.length, error: result.error?.message }, "traces could not be sent");
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

type Resource = NonNullable<TracerProviderOptions["resource"]>;

/** Who the spans are of. Written out because the library's own default tells the path of the running program. */
const serviceResource: Resource = {
  attributes: { "service.name": "groundwork" },
  merge: () => serviceResource,
  getRawAttributes: () => [["service.name", "groundwork"]],
};
