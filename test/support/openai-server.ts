import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a client sent to the chat endpoint. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: unknown; readonly tool_calls?: unknown }[];
  readonly tools?: readonly unknown[];
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
  | { readonly kind: "garbage" }
  | { readonly kind: "silence" }
  | { readonly kind: "cut" };

/** A stand-in for an OpenAI-compatible chat service. */
export interface OpenAiServer {
  readonly baseUrl: string;
  readonly requests: readonly ChatRequest[];
  close(): Promise<void>;
}

/**
 * Starts a stand-in that answers each request by what `reply` says of it, once it says it: a promise holds the request.
 * Every completion has an id of its own.
 */
export async function startOpenAiServer(
  reply: (request: ChatRequest, call: number) => ChatReply | Promise<ChatReply>,
): Promise<OpenAiServer> {
  const requests: ChatRequest[] = [];
  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = JSON.parse(await readBody(incoming)) as ChatRequest;
    const call = requests.push(request);
    send(outgoing, await reply(request, call), request.model, call);
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

function send(outgoing: ServerResponse, reply: ChatReply, model: string, call: number): void {
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
    default:
      outgoing.writeHead(200, { "content-type": "application/json" });
      outgoing.end(JSON.stringify(completion(reply, model, call)));
  }
}

function completion(reply: Extract<ChatReply, { kind: "text" | "tools" | "refusal" }>, model: string, call: number) {
  const tool_calls =
    reply.kind === "tools"
      ? reply.calls.map((one, at) => ({ id: `call_${call}_${at}`, type: "function", function: one }))
      : undefined;
  const message = {
    role: "assistant",
    content: reply.kind === "text" ? reply.text : null,
    ...(reply.kind === "refusal" ? { refusal: reply.refusal } : {}),
    ...(tool_calls ? { tool_calls } : {}),
  };
  const { input, output } = ("tokens" in reply && reply.tokens) || { input: 100, output: 10 };
  const finish_reason =
    reply.kind === "tools" ? "tool_calls" : reply.kind === "text" ? (reply.finishReason ?? "stop") : "stop";
  return {
    id: `chatcmpl-${call}-${process.hrtime.bigint()}`,
    object: "chat.completion",
    created: 1,
    model: `${model}-2026`,
    choices: [{ index: 0, message, finish_reason }],
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
  };
}
