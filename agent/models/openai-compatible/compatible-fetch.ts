import { EventSourceParserStream } from "eventsource-parser/stream";
import { errorIn, isObject, parseStorable, standardCompletion, type WireObject } from "./completion.ts";
import { changeFor, type ParameterChange, type RequestBody, withChanges } from "./parameters.ts";
import { type ChunkStandardizer, makeChunkStandardizer } from "./stream-chunks.ts";

/** Sends an HTTP request; the signature that the OpenAI client expects. */
export type SendRequest = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

const mostChanges = 5;
const completionPath = /\/chat\/completions(?:\?|$)/;

/**
 * Returns a `fetch` that makes OpenAI-compatible servers answer the way OpenAI documents, for one model of an endpoint:
 *
 * - a parameter that the server refuses is left out or renamed, and the request is sent again; what was learned holds for
 *   later requests;
 * - replies and stream chunks are put into the standard form (see `completion.ts` and `stream-chunks.ts`);
 * - an error inside a 200 response becomes an HTTP error;
 * - a server that ignores `stream`, or streams an empty reply where tools were offered, is asked without streaming.
 *
 * Requests other than chat completions pass through unchanged.
 */
export function makeCompatibleFetch(send: SendRequest = fetch): SendRequest {
  const changes: ParameterChange[] = [];
  let streamsWithTools = true;

  async function sendAccepted(url: string | URL | Request, init: RequestInit, body: RequestBody): Promise<Response> {
    for (let attempt = 0; ; attempt++) {
      const response = await send(url, { ...init, body: JSON.stringify(withChanges(body, changes)) });
      if ((response.status !== 400 && response.status !== 422) || attempt >= mostChanges) return response;
      const text = await response.text();
      const change = changeFor(text, withChanges(body, changes));
      if (!change) return new Response(text, { status: response.status, headers: response.headers });
      changes.push(change);
    }
  }

  return async (url, init) => {
    const body = init?.method === "POST" && completionPath.test(String(url)) ? parsedBody(init.body) : undefined;
    if (!init || !body) return send(url, init);
    const asked = String(init.body);
    const wantsStream = body.stream === true;
    const offersTools = Array.isArray(body.tools) && body.tools.length > 0;
    const isStreamed = wantsStream && (streamsWithTools || !offersTools);

    async function askWithoutStream(): Promise<Response> {
      const { stream_options, ...plain } = body ?? {};
      return sendAccepted(url, init ?? {}, { ...plain, stream: false });
    }

    const response = isStreamed ? await sendAccepted(url, init, body) : await askWithoutStream();
    if (!response.ok) return response;
    if (!isEventStream(response)) {
      const standard = await standardResponse(response, asked);
      const completion = wantsStream && standard.ok ? parsedBody(await standard.clone().text()) : undefined;
      return completion ? asEventStream(completion, standard.headers) : standard;
    }
    const chunks = readEvents(response, makeChunkStandardizer(asked), async () => {
      if (!offersTools) return undefined;
      const again = await standardResponse(await askWithoutStream(), asked);
      if (!again.ok) return undefined;
      const completion = (await again.json()) as WireObject;
      if (callsTools(completion)) streamsWithTools = false;
      return completion;
    });
    return eventStream(chunks, response.headers);
  };
}

function parsedBody(body: unknown): RequestBody | undefined {
  if (typeof body !== "string") return undefined;
  try {
    const parsed: unknown = JSON.parse(body);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function isEventStream(response: Response): boolean {
  return /^text\/event-stream\b/i.test(response.headers.get("content-type") ?? "");
}

async function standardResponse(response: Response, request: string): Promise<Response> {
  const text = await response.text();
  const headers = { "content-type": "application/json" };
  let body: unknown;
  try {
    body = parseStorable(text);
  } catch {
    // The client reports text that is not JSON.
    return new Response(text, { status: response.status, headers });
  }
  if (!response.ok || !isObject(body)) return new Response(text, { status: response.status, headers });
  const failed = errorIn(body);
  if (failed) return Response.json({ error: failed.error }, { status: failed.status });
  return Response.json(standardCompletion(body, request));
}

function callsTools(completion: WireObject): boolean {
  return JSON.stringify(completion.choices ?? "").includes('"tool_calls":[');
}

/**
 * Yields the standard chunks of a streamed reply. `askAgain` is called when the stream ended without any content, and
 * returns the reply of a request without streaming.
 *
 * @see https://github.com/ollama/ollama/issues/12557 for streams that lose their tool calls
 */
async function* readEvents(
  response: Response,
  standardizer: ChunkStandardizer,
  askAgain: () => Promise<WireObject | undefined>,
): AsyncGenerator<WireObject> {
  if (!response.body) return;
  const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { data } of events) {
    if (data === "[DONE]") break;
    const chunk = parseStorable(data);
    if (isObject(chunk)) yield* standardizer.push(chunk);
  }
  const again = standardizer.isEmpty() ? await askAgain() : undefined;
  if (again) yield* chunksOf(again);
  else yield* standardizer.end();
}

/** Returns a whole reply as stream chunks. */
function chunksOf(completion: WireObject): WireObject[] {
  const { choices, usage, ...rest } = completion;
  const base = { ...rest, object: "chat.completion.chunk" };
  const choice = Array.isArray(choices) && isObject(choices[0]) ? choices[0] : {};
  const message = isObject(choice.message) ? choice.message : {};
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  const tool_calls = calls.map((call, index) => ({ index, ...call }));
  const delta = { role: "assistant", content: message.content ?? "", ...(calls.length > 0 ? { tool_calls } : {}) };
  return [
    { ...base, choices: [{ index: 0, delta, finish_reason: choice.finish_reason ?? "stop" }] },
    { ...base, choices: [], usage },
  ];
}

function asEventStream(completion: WireObject, headers: Headers): Response {
  async function* chunks() {
    yield* chunksOf(completion);
  }
  return eventStream(chunks(), headers);
}

function eventStream(chunks: AsyncGenerator<WireObject>, from: Headers): Response {
  const headers = new Headers({ "content-type": "text/event-stream" });
  const requestId = from.get("x-request-id");
  if (requestId !== null) headers.set("x-request-id", requestId);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) {
        controller.enqueue(encoder.encode("data: [DONE]\n\n"));
        controller.close();
        return;
      }
      controller.enqueue(encoder.encode(`data: ${JSON.stringify(value)}\n\n`));
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
  return new Response(body, { headers });
}
