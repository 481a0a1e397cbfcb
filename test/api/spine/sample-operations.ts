import { Type } from "@sinclair/typebox";
import { defineOperation, type Operation, rawReply, reply } from "../../../api/http/operation.ts";
import { problem } from "../../../api/http/problem.ts";

/** What the sample operations did, for tests that prove that something ran, or did not. */
export interface SampleEffects {
  writes: { key: string | undefined; note: string }[];
  /** Called by the write before it answers. */
  duringWrite: (reference: string | undefined, save: (reference: string) => Promise<void>) => Promise<void>;
}

const facts = { tag: "Samples", problems: [], idempotent: false, cost: "free" } as const;

/** Returns one small operation of every kind that the pipeline handles. */
export function sampleOperations(effects: SampleEffects): Operation[] {
  return [...readingSamples(), ...writingSamples(effects), ...linkedSamples(effects)];
}

function readingSamples(): Operation[] {
  return [
    defineOperation({
      ...facts,
      operationId: "listSamples",
      method: "GET",
      path: "/v1/samples",
      summary: "Lists samples.",
      auth: "api_key",
      scope: "project:read",
      limit: { perMinute: 3 },
      query: Type.Object({
        limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
        is_open: Type.Optional(Type.Boolean()),
        kinds: Type.Optional(Type.Array(Type.Union([Type.Literal("a"), Type.Literal("b")]), { maxItems: 5 })),
      }),
      responses: { 200: { schema: Type.Object({ query: Type.Unknown() }), description: "What was asked." } },
      handler: async ({ query }) => reply(200, { query }),
    }),
    defineOperation({
      ...facts,
      operationId: "oldSamples",
      method: "GET",
      path: "/v1/old-samples",
      summary: "Lists samples the old way.",
      auth: "api_key",
      scope: "project:read",
      limit: { perMinute: 1000 },
      deprecated: { since: "2026-01-01T00:00:00Z", sunset: "2027-01-01T00:00:00Z", successor: "/v1/samples" },
      responses: { 200: { schema: Type.Object({}), description: "Nothing." } },
      handler: async () => reply(200, {}),
    }),
    defineOperation({
      ...facts,
      operationId: "readSample",
      method: "GET",
      path: "/v1/samples/{sample_id}",
      summary: "Reads a sample.",
      auth: "api_key",
      scope: "project:read",
      limit: { perMinute: 1000 },
      problems: ["not_found", "bootstrap_not_ready", "search_unavailable"],
      params: Type.Object({ sample_id: Type.String() }),
      responses: { 200: { schema: Type.Object({ sample_id: Type.String() }), description: "The sample." } },
      async handler({ params }) {
        if (params.sample_id === "absent") throw problem("not_found");
        if (params.sample_id === "waiting") {
          throw problem("bootstrap_not_ready", { poll: "/v1/samples/waiting", retry_after_seconds: 4.2 });
        }
        if (params.sample_id === "broken") throw new Error("select secret from table at /srv/files");
        if (params.sample_id === "undeclared") throw problem("model_unavailable");
        if (params.sample_id === "down") throw Object.assign(new Error("index"), { code: "search.unavailable" });
        // A member that the declaration does not know.
        if (params.sample_id === "drifted") return reply(200, { sample_id: "x", extra: 1 });
        return reply(200, { sample_id: params.sample_id });
      },
    }),
  ];
}

function writingSamples(effects: SampleEffects): Operation[] {
  return [
    defineOperation({
      ...facts,
      operationId: "writeSample",
      method: "POST",
      path: "/v1/samples",
      summary: "Writes a sample.",
      auth: "api_key",
      scope: "source:write",
      limit: { perMinute: 1000 },
      idempotent: true,
      problems: ["insufficient_credits"],
      example: { body: { note: "a note" } },
      body: Type.Object({
        note: Type.String({ minLength: 1, maxLength: 2_000 }),
        parts: Type.Optional(
          Type.Array(Type.Object({ name: Type.String(), size: Type.Integer({ minimum: 0 }) }), { maxItems: 3 }),
        ),
        place: Type.Optional(
          Type.Union([
            Type.Object({ address: Type.String() }),
            Type.Object({ latitude: Type.Number({ minimum: -90, maximum: 90 }), longitude: Type.Number() }),
          ]),
        ),
        extra: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        level: Type.Integer({ default: 1 }),
      }),
      responses: {
        201: {
          schema: Type.Object({ note: Type.String(), level: Type.Integer(), count: Type.Integer() }),
          description: "Written.",
        },
      },
      async handler({ body, idempotency }) {
        await effects.duringWrite(idempotency?.reference, async (reference) => idempotency?.saveReference(reference));
        effects.writes.push({ key: idempotency?.key, note: body.note });
        return reply(201, { note: body.note, level: body.level, count: effects.writes.length });
      },
    }),
    defineOperation({
      ...facts,
      operationId: "linkSample",
      method: "POST",
      path: "/v1/samples/links",
      summary: "Makes a link that is never kept.",
      auth: "api_key",
      scope: "source:write",
      limit: { perMinute: 1000 },
      idempotent: true,
      body: Type.Object({ note: Type.String() }),
      responses: {
        200: { schema: Type.Object({ job: Type.String(), secret: Type.String() }), description: "The link." },
      },
      async handler({ body, idempotency }) {
        await idempotency?.saveReference(`job-of-${body.note}`);
        return reply(200, { job: `job-of-${body.note}`, secret: "first-secret" });
      },
      replay: async (_context, recorded) => reply(200, { job: recorded.reference ?? "lost", secret: "another-secret" }),
    }),
  ];
}

function linkedSamples(effects: SampleEffects): Operation[] {
  return [
    defineOperation({
      ...facts,
      operationId: "takeSample",
      method: "GET",
      path: "/v1/takes/{token}",
      summary: "Takes a sample once.",
      auth: "link",
      scope: null,
      limit: { perMinute: 5 },
      hasEffects: true,
      params: Type.Object({ token: Type.String() }),
      responses: { 200: { schema: null, description: "Bytes.", otherTypes: ["text/plain"] } },
      async handler({ params }) {
        effects.writes.push({ key: undefined, note: params.token });
        return rawReply(200, "taken", { "content-type": "text/plain" });
      },
    }),
    defineOperation({
      ...facts,
      operationId: "sendSample",
      method: "PUT",
      path: "/v1/takes/{token}",
      summary: "Sends bytes.",
      auth: "link",
      scope: null,
      limit: { perMinute: 1000 },
      params: Type.Object({ token: Type.String() }),
      body: "stream",
      responses: { 204: { schema: null, description: "Received." } },
      async handler({ body }) {
        let size = 0;
        for await (const piece of body ?? []) size += piece.byteLength;
        effects.writes.push({ key: undefined, note: `${size} bytes` });
        return reply(204, undefined);
      },
    }),
  ];
}
