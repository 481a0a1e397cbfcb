import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type ChatDialect, openai, type WireReply } from "./chat-dialects.ts";

/** What a client sent to the chat endpoint. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly {
    readonly role: string;
    readonly content: unknown;
    readonly tool_calls?: readonly { readonly id: string }[];
    readonly tool_call_id?: string;
  }[];
  readonly tools?: readonly unknown[];
  readonly stream?: boolean;
}

/** Tokens that a reply says it took. */
export interface TokensUsed {
  readonly input: number;
  readonly output: number;
}

/** One reply of the stand-in: what a model would say, or how the service fails. */
export type ChatReply =
  | { readonly kind: "text"; readonly text: string; readonly finishReason?: string; readonly tokens?: TokensUsed }
  | {
      readonly kind: "tools";
      readonly calls: readonly { readonly name: string; readonly arguments: string }[];
      readonly tokens?: TokensUsed;
    }
  | { readonly kind: "refusal"; readonly refusal: string }
  | { readonly kind: "status"; readonly status: number; readonly body?: string }
  /** An error inside a reply with status 200; in a stream, after the first half of the text. */
  | { readonly kind: "error-inside"; readonly code: number; readonly text?: string }
  | { readonly kind: "garbage" }
  | { readonly kind: "silence" }
  | { readonly kind: "cut" };

/** A stand-in for an OpenAI-compatible chat service. */
export interface OpenAiServer {
  readonly baseUrl: string;
  /** Requests that were answered, in order. */
  readonly requests: readonly ChatRequest[];
  /** How many requests the dialect refused. */
  readonly refused: number;
  close(): Promise<void>;
}

/** How the stand-in answers. */
export interface OpenAiServerOptions {
  /** OpenAI's own unless another is given. */
  readonly dialect?: ChatDialect;
  /** Milliseconds between the events of a stream. */
  readonly paceMs?: number;
  /** Stops a stream after that many events until the promise resolves. */
  readonly holdAfter?: { readonly events: number; readonly until: Promise<void> };
}

/**
 * Starts a stand-in that answers each request with what `reply` returns for it; a promise holds the request. Requests
 * that the dialect refuses are not counted as calls. Every completion has a different id.
 */
export async function startOpenAiServer(
  reply: (request: ChatRequest, call: number) => ChatReply | Promise<ChatReply>,
  { dialect = openai, paceMs = 0, holdAfter }: OpenAiServerOptions = {},
): Promise<OpenAiServer> {
  const requests: ChatRequest[] = [];
  let refused = 0;
  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = JSON.parse(await readBody(incoming)) as ChatRequest;
    const refusal = dialect.refuses?.(request as unknown as Record<string, unknown>);
    if (refusal) {
      refused += 1;
      outgoing.writeHead(refusal.status, { "content-type": "application/json" });
      outgoing.end(JSON.stringify(refusal.body));
      return;
    }
    const call = requests.push(request);
    await send(outgoing, await reply(request, call), { request, call, dialect, paceMs, holdAfter });
  }

  const server = createServer((incoming, outgoing) => {
    if (incoming.method === "GET") {
      // Whether the endpoint is there is asked of its list of models.
      outgoing.writeHead(200, { "content-type": "application/json" });
      outgoing.end('{"object":"list","data":[]}');
      return;
    }
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    get refused() {
      return refused;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

interface Sending {
  readonly request: ChatRequest;
  readonly call: number;
  readonly dialect: ChatDialect;
  readonly paceMs: number;
  readonly holdAfter: OpenAiServerOptions["holdAfter"];
}

async function send(outgoing: ServerResponse, reply: ChatReply, sending: Sending): Promise<void> {
  const { request, call } = sending;
  switch (reply.kind) {
    case "silence":
      return;
    case "status":
      outgoing.writeHead(reply.status, { "content-type": "application/json" });
      outgoing.end(reply.body ?? JSON.stringify({ error: { message: "the stand-in refuses", type: "stand_in" } }));
      return;
    case "garbage":
      outgoing.writeHead(200, { "content-type": "application/json" });
      outgoing.end('{"choices": [');
      return;
    case "cut":
      outgoing.writeHead(200, { "content-type": "application/json", "content-length": "4000" });
      outgoing.write('{"id": "chatcmpl-', () => outgoing.destroy());
      return;
    case "error-inside": {
      const error = { code: reply.code, message: "the provider behind the stand-in failed" };
      const { text = "" } = reply;
      const begun = request.stream
        ? sending.dialect.events(wireReply({ kind: "text", text }, request.model, call), {})
        : [];
      if (request.stream) return stream(outgoing, [...begun.slice(0, Math.ceil(begun.length / 2)), { error }], sending);
      outgoing.writeHead(200, { "content-type": "application/json" });
      outgoing.end(JSON.stringify({ error }));
      return;
    }
    default: {
      const wire = wireReply(reply, request.model, call);
      const body = request as unknown as Record<string, unknown>;
      const events = request.stream ? sending.dialect.events(wire, body) : [];
      if (events.length > 0) return stream(outgoing, events, sending);
      outgoing.writeHead(200, { "content-type": "application/json" });
      outgoing.end(JSON.stringify(sending.dialect.completion(wire, body)));
    }
  }
}

async function stream(outgoing: ServerResponse, events: readonly (string | object)[], sending: Sending): Promise<void> {
  outgoing.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  for (const [at, event] of events.entries()) {
    if (sending.holdAfter?.events === at) await sending.holdAfter.until;
    if (sending.paceMs > 0) await new Promise((resolve) => setTimeout(resolve, sending.paceMs));
    if (outgoing.destroyed) return;
    const line = typeof event === "string" ? event : JSON.stringify(event);
    outgoing.write(line.startsWith(":") ? `${line}\n\n` : `data: ${line}\n\n`);
  }
  outgoing.end();
}

function wireReply(
  reply: Extract<ChatReply, { kind: "text" | "tools" | "refusal" }>,
  model: string,
  call: number,
): WireReply {
  const { input, output } = ("tokens" in reply && reply.tokens) || { input: 100, output: 10 };
  const finishReason =
    reply.kind === "tools" ? "tool_calls" : reply.kind === "text" ? (reply.finishReason ?? "stop") : "stop";
  return {
    id: `chatcmpl-${call}-${process.hrtime.bigint()}`,
    model: `${model}-2026`,
    content: reply.kind === "text" ? reply.text : "",
    refusal: reply.kind === "refusal" ? reply.refusal : undefined,
    calls: reply.kind === "tools" ? reply.calls : [],
    finishReason,
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
  };
}
