import { z } from "zod";
import { type Engine, startEngine } from "./engine-server.ts";

/** A span as a collector gets it. */
export interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly hasFailed: boolean;
  /** What set it going, in other traces. */
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A collector of OpenTelemetry traces on loopback. */
export interface OtlpServer extends Engine {
  /** Every span that has arrived. */
  spans(): readonly CollectedSpan[];
  /** What is said of where the spans come from. */
  resource(): Readonly<Record<string, unknown>>;
}

const value = z.object({
  stringValue: z.string().optional(),
  intValue: z.union([z.number(), z.string()]).optional(),
  doubleValue: z.number().optional(),
  boolValue: z.boolean().optional(),
});
const attributes = z.array(z.object({ key: z.string(), value }));
const span = z.object({
  name: z.string(),
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  attributes: attributes.default([]),
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
  status: z.object({ code: z.number().optional() }).optional(),
});
/** The part of an OTLP/JSON export request that is read here (opentelemetry-proto, trace/v1). */
const exportRequest = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: attributes.default([]) }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});
const errorStatus = 2;

/** Starts a collector that takes traces as OTLP over HTTP in JSON. */
export async function startOtlpServer(): Promise<OtlpServer> {
  const engine = await startEngine(({ method, path }) =>
    method === "POST" && path === "/v1/traces" ? { body: {} } : { status: 404, body: { message: "no such path" } },
  );
  const requests = () => engine.calls.map((call) => exportRequest.parse(JSON.parse(call.body.toString("utf8"))));
  return {
    ...engine,
    spans: () =>
      requests().flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) =>
            spans.map(({ status, ...told }) => ({
              ...told,
              parentSpanId: told.parentSpanId || undefined,
              hasFailed: status?.code === errorStatus,
              attributes: asRecord(told.attributes),
            })),
          ),
        ),
      ),
    resource: () => asRecord(requests()[0]?.resourceSpans[0]?.resource.attributes ?? []),
  };
}

function asRecord(list: z.infer<typeof attributes>): Record<string, unknown> {
  return Object.fromEntries(
    list.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.doubleValue ?? value.boolValue]),
  );
}
