import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What an engine does instead of answering well. Each is spent by one call, in the order given. */
export type Misbehaviour =
  /** Refuses: an HTTP status with the engine's error body. */
  | {
      readonly kind: "status";
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: unknown;
    }
  /** Takes the call and never answers. */
  | { readonly kind: "hang" }
  /** Drops the connection before the first byte. */
  | { readonly kind: "reset" }
  /** Announces the whole answer, sends half of it and drops the connection. */
  | { readonly kind: "truncate" }
  /** Sends half of the answer and then nothing more. */
  | { readonly kind: "stall" }
  /** Says 200 and sends text that is not JSON. */
  | { readonly kind: "malformed" }
  /** Answers well, but only once the gate opens. */
  | { readonly kind: "late"; readonly gate: Promise<unknown> }
  /** Answers with its own good answer, changed. */
  | { readonly kind: "alter"; readonly change: (body: unknown) => unknown }
  /** Answers well: for the calls between two misbehaviours. */
  | { readonly kind: "well" };

/** A call as it came in. */
export interface EngineCall {
  readonly method: string;
  /** With the query string. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What the engine answers. */
export interface EngineAnswer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** Bytes and texts are sent as they are, everything else as JSON. */
  readonly body?: unknown;
}

/** A running engine on loopback. */
export interface Engine extends AsyncDisposable {
  readonly url: string;
  /** Every call since the start, those it treated badly included. */
  readonly calls: readonly EngineCall[];
  /** Plans the next calls; calls beyond the plan are answered well. */
  misbehave(...plan: Misbehaviour[]): void;
  /** Treats every call like this until called with null. */
  misbehaveAlways(misbehaviour: Misbehaviour | null): void;
  /** Resolves when that many calls have come in. */
  whenCalled(times: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts an engine that speaks a protocol by `answer` and misbehaves when told to. */
export async function startEngine(answer: (call: EngineCall) => EngineAnswer | Promise<EngineAnswer>): Promise<Engine> {
  const calls: EngineCall[] = [];
  const plan: Misbehaviour[] = [];
  const waiting: { times: number; resolve: () => void }[] = [];
  let always: Misbehaviour | null = null;
  const server = createServer((request, response) => {
    void (async () => {
      const call = await readCall(request);
      calls.push(call);
      for (const one of waiting) if (calls.length >= one.times) one.resolve();
      const misbehaviour = plan.shift() ?? always ?? { kind: "well" };
      await treat(misbehaviour, () => answer(call), response);
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    misbehave: (...steps) => void plan.push(...steps),
    misbehaveAlways: (misbehaviour) => {
      always = misbehaviour;
    },
    whenCalled: (times) =>
      calls.length >= times
        ? Promise.resolve()
        : new Promise((resolve) => void waiting.push({ times, resolve: () => resolve() })),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function readCall(request: IncomingMessage): Promise<EngineCall> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return {
    method: request.method ?? "GET",
    path: request.url ?? "/",
    headers: request.headers,
    body: Buffer.concat(parts),
  };
}

async function treat(
  misbehaviour: Misbehaviour,
  answer: () => EngineAnswer | Promise<EngineAnswer>,
  response: ServerResponse,
): Promise<void> {
  switch (misbehaviour.kind) {
    case "hang":
      return;
    case "reset":
      response.destroy();
      return;
    case "status":
      return send(response, {
        status: misbehaviour.status,
        headers: misbehaviour.headers ?? {},
        body: misbehaviour.body ?? { error: { message: "the engine was told to refuse" } },
      });
    case "malformed":
      response.writeHead(200, { "content-type": "application/json" });
      response.end('{"data": [{"embedding": [0.1, ');
      return;
    case "late":
      await misbehaviour.gate;
      return send(response, await answer());
    case "alter": {
      const good = await answer();
      return send(response, { ...good, body: misbehaviour.change(good.body) });
    }
    case "truncate":
    case "stall": {
      const good = await answer();
      const bytes = bytesOf(good.body);
      response.writeHead(good.status ?? 200, { ...headersOf(good), "content-length": String(bytes.length) });
      response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => {
        if (misbehaviour.kind === "truncate") response.destroy();
      });
      return;
    }
    case "well":
      return send(response, await answer());
  }
}

function send(response: ServerResponse, answer: EngineAnswer): void {
  const bytes = bytesOf(answer.body);
  response.writeHead(answer.status ?? 200, { ...headersOf(answer), "content-length": String(bytes.length) });
  response.end(bytes);
}

function headersOf(answer: EngineAnswer): Record<string, string> {
  return { "content-type": "application/json", ...answer.headers };
}

function bytesOf(body: unknown): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}
