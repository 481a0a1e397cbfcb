import { localChatModel } from "../../api/boot/config.ts";
import { percentile } from "../../evals/metrics.ts";
import { makeServiceClient } from "../../evals/service-client.ts";
import { type ChatReply, type ChatRequest, type OpenAiServer, startOpenAiServer } from "../support/openai-server.ts";
import { searchQueries } from "./bench-project.ts";
import { watchHealth } from "./health-watch.ts";
import { type BenchStore, mintKeys } from "./mint-keys.ts";

const modelId = "paced-model";
/** Seven characters every 20 ms: 350 characters a second, about what a large hosted model writes. */
const paceMs = 20;
const streamedTurns = 5;
const parallelTurns = 6;
const parallelRounds = 5;
/** Turns that one key may run at once. */
const turnsPerKey = 2;

/** Law for the streamed turn: each sentence of the paced model's answer is one of it. */
export const pacedLaw = [
  "A fence in a front yard shall be no taller than four feet.",
  "A fence in a back yard shall be no taller than six feet.",
  "A fence of barbed wire is prohibited in every residential district.",
  "A fence on a corner lot shall leave a clear view of thirty feet at the street.",
] as const;

/** Starts a chat model of known pace; its answer repeats {@link pacedLaw}. */
export function startPacedModel(): Promise<OpenAiServer> {
  const text = pacedLaw.map((sentence) => `${sentence.slice(0, -1)} [1].`).join(" ");
  const reply = ({ messages }: ChatRequest): ChatReply =>
    messages.some(({ role }) => role === "tool")
      ? { kind: "text", text }
      : { kind: "tools", calls: [{ name: "search_knowledge", arguments: '{"query":"fence"}' }] };
  return startOpenAiServer(reply, { paceMs });
}

/** Settings of a service that uses the paced model. */
export function pacedSettings({ baseUrl }: OpenAiServer): Readonly<Record<string, string>> {
  return {
    OPENAI_BASE_URL: baseUrl,
    OPENAI_API_KEY: "none",
    CHAT_MODELS: modelId,
    CHAT_MODEL_AUTO: localChatModel,
  };
}

/** A running service as a caller reaches it. */
export interface BenchCaller {
  readonly baseUrl: string;
  readonly key: string;
}

/** Measures streamed turns of the paced model over a project that contains {@link pacedLaw}: medians, in milliseconds. */
export async function measureStreaming(caller: BenchCaller, projectId: string): Promise<Map<string, string>> {
  const firsts: number[] = [];
  const wholes: number[] = [];
  for (let turn = 0; turn < streamedTurns; turn++) {
    const { first, whole } = await streamTurn(caller, projectId);
    firsts.push(first);
    wholes.push(whole);
  }
  return new Map([
    [`streamed turn, 7 characters every ${paceMs} ms: first sentence`, `${percentile(firsts, 0.5).toFixed(0)} ms`],
    ["  whole answer, four sentences", `${percentile(wholes, 0.5).toFixed(0)} ms`],
  ]);
}

async function streamTurn({ baseUrl, key }: BenchCaller, projectId: string): Promise<{ first: number; whole: number }> {
  const from = performance.now();
  const response = await fetch(`${baseUrl}/v1/projects/${projectId}/messages`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", accept: "text/event-stream" },
    body: JSON.stringify({ question: "How tall may a fence be?", model_id: modelId }),
  });
  let text = "";
  let first: number | undefined;
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    if (first === undefined && text.includes("event: token\n")) first = performance.now() - from;
  }
  const isWhole = text.includes("event: done\n") && pacedLaw.every((sentence) => text.includes(sentence.slice(0, -1)));
  if (first === undefined || !isWhole) throw new Error(`a streamed turn did not end as it should: ${text.slice(-500)}`);
  return { first, whole: performance.now() - from };
}

/**
 * Measures six turns of the local reader at once: their time together beside one turn alone, and what `GET /health` takes
 * meanwhile.
 */
export async function measureParallelTurns(
  { baseUrl, key }: BenchCaller,
  projectId: string,
  store: BenchStore,
): Promise<Map<string, string>> {
  const keys = [key, ...(await mintKeys(parallelTurns / turnsPerKey - 1, store))];
  const clients = keys.map((one) => makeServiceClient(baseUrl, one));
  const ask = async (at: number) => {
    const question = `What is the rule: ${searchQueries[at % searchQueries.length]}?`;
    const path = `/v1/projects/${projectId}/messages`;
    await clients[Math.floor(at / turnsPerKey)]?.request("POST", path, { question, model_id: localChatModel });
  };
  for (let at = 0; at < parallelTurns; at++) await ask(at);
  const alone: number[] = [];
  for (let at = 0; at < parallelTurns; at++) alone.push(await timed(() => ask(at)));
  const together: number[] = [];
  const watch = watchHealth(baseUrl);
  for (let round = 0; round < parallelRounds; round++) {
    together.push(await timed(() => Promise.all(Array.from({ length: parallelTurns }, (_, at) => ask(at)))));
  }
  const health = await watch.stop();
  const one = alone.reduce((sum, ms) => sum + ms, 0) / alone.length;
  const six = percentile(together, 0.5);
  return new Map([
    ["a turn of the local reader, alone", `${one.toFixed(0)} ms`],
    [`${parallelTurns} of them at once, until the last has ended`, `${six.toFixed(0)} ms`],
    ["  of their time one after another", (six / (one * parallelTurns)).toFixed(2)],
    ["  GET /health during turns, p50", `${health.p50.toFixed(1)} ms`],
    ["  GET /health during turns, p99", `${health.p99.toFixed(1)} ms`],
  ]);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
