import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EventSourceParserStream } from "eventsource-parser/stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type StartedService, startService } from "../../evals/start-service.ts";
import { openEmbedded, sql } from "../../migrations/index.ts";
import { layEmptyStore } from "../support/database.ts";
import { type ChatReply, type ChatRequest, type OpenAiServer, startOpenAiServer } from "../support/openai-server.ts";
import { makeServiceCalls } from "../support/service-calls.ts";

const frontYard = "A fence in a front yard shall be no taller than four feet [1].";
const unsupported = "Fences of 12 feet are allowed with a building permit [1].";
const backYard = "A fence in a back yard shall be no taller than six feet [2].";
const reply = `${frontYard} ${unsupported} ${backYard}`;
/** The stand-in sends a role, then seven characters an event: the hold begins inside the third sentence. */
const heldAfter = 1 + Math.ceil((frontYard.length + unsupported.length + 12) / 7);

let folder: string;
let model: OpenAiServer;
/** Keeps the stand-in from finishing the reply until it is opened. */
let gate = Promise.withResolvers<void>();
let service: StartedService;
let key: string;
let projectId: string;

const { call, createProject, pollUntil, sendFile } = makeServiceCalls(() => ({ baseUrl: service.baseUrl, key }));
const messagesPath = () => `/v1/projects/${projectId}/messages`;
const question = "How tall may a fence be?";

function modelReply({ messages }: ChatRequest): ChatReply {
  // The service sends the unsupported sentence back once; this model has nothing better.
  if (JSON.stringify(messages.at(-1)).includes("12 feet are allowed")) return { kind: "text", text: "None." };
  if (messages.some(({ role }) => role === "tool")) return { kind: "text", text: reply };
  return { kind: "tools", calls: [{ name: "search_knowledge", arguments: '{"query":"fence in a yard"}' }] };
}

async function start(): Promise<void> {
  service = await startService({
    DATA_DIR: folder,
    RATE_LIMITS: "off",
    OPENAI_API_KEY: "none",
    OPENAI_BASE_URL: model.baseUrl,
    CHAT_MODELS: "town-model",
    CHAT_MODEL_AUTO: "town-model",
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "groundwork-streamed-turn-"));
  await layEmptyStore(folder);
  const holdAfter = {
    events: heldAfter,
    get until() {
      return gate.promise;
    },
  };
  model = await startOpenAiServer(modelReply, { holdAfter });
  await start();
  key = service.key ?? "";
  projectId = await createProject();
  const law = [frontYard, backYard].map((sentence) => sentence.replace(/ \[\d\]/, "")).join("\n\n");
  const bytes = `# Zoning\n\n## 1 Fences\n\n${law}\n`;
  const { jobId } = await sendFile(projectId, { filename: "zoning.md", mimeType: "text/markdown", bytes });
  await pollUntil(`/v1/uploads/${jobId}`, ({ status }) => status === "ready");
});
afterAll(async () => {
  gate.resolve();
  await service.stop();
  await model.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  gate = Promise.withResolvers<void>();
});

interface StreamedTurn {
  /** Events so far. */
  readonly events: { readonly event: string; readonly data: Record<string, unknown> }[];
  /** Resolves when the stream has ended, whether or not it was cut off. */
  readonly ended: Promise<void>;
  /** Text of the `token` events so far. */
  tokens(): string;
}

async function streamTurn(retryKey: string): Promise<StreamedTurn> {
  const response = await fetch(`${service.baseUrl}${messagesPath()}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      accept: "text/event-stream",
      "idempotency-key": retryKey,
    },
    body: JSON.stringify({ question }),
  });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  const events: StreamedTurn["events"] = [];
  async function read(): Promise<void> {
    const body = response.body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
    for await (const { event = "", data } of body ?? []) events.push({ event, data: JSON.parse(data) });
  }
  const tokens = () => events.flatMap(({ event, data }) => (event === "token" ? [String(data.text)] : [])).join("");
  return { events, ended: read().catch(() => undefined), tokens };
}

const wallet = async () => {
  const { json } = await call("GET", "/v1/wallet");
  return { available: Number(json.available_credits), reserved: Number(json.reserved_credits) };
};

/** Ends the leases of a process that is gone, as five minutes would. */
async function endLeases(): Promise<void> {
  const db = await openEmbedded({ folder: join(folder, "database") });
  try {
    await db.query(sql`-- end_claims
      update idempotency_claim set lease_until = now() - interval '1 second' where state = 'running'`);
    await db.query(sql`-- end_slots
      update turn_slot set lease_until = now() - interval '1 second'`);
    await db.query(sql`-- age_turns
      update agent_turn set created_at = created_at - interval '5 minutes' where status in ('queued', 'running')`);
  } finally {
    await db.close();
  }
}

const patience = { timeout: 20_000 };

describe("a turn streamed over HTTP", { timeout: 120_000 }, () => {
  it("sends checked sentences while the model is still writing, and never an unsupported one", async () => {
    const turn = await streamTurn("held");
    await expect.poll(turn.tokens, patience).toBe(frontYard);
    expect(turn.events.map(({ event }) => event)).not.toContain("done");
    gate.resolve();
    await turn.ended;
    expect(turn.tokens()).toBe(`${frontYard} ${backYard}`);
    expect(JSON.stringify(turn.events)).not.toContain("12 feet");
    const [ending] = turn.events.slice(-1);
    expect(ending).toMatchObject({ event: "done", data: { status: "succeeded", answer: turn.tokens() } });
    // The model did write the sentence: the service asked it for a correction.
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain("12 feet are allowed");
  });

  it("cut off by kill -9 ends as failed after the restart, is charged what was recorded, and can be retried", async () => {
    const before = await wallet();
    const turn = await streamTurn("killed");
    await expect.poll(turn.tokens, patience).toBe(frontYard);
    await service.kill();
    await turn.ended;
    expect(turn.events.map(({ event }) => event)).not.toContain("done");
    gate.resolve();
    await endLeases();
    await start();
    const list = await pollUntil(messagesPath(), ({ running_turns: running }) => (running as string[]).length === 0);
    const turnId = turn.events[0]?.data.turn_id;
    const dead = (list.data as Record<string, unknown>[]).find((one) => one.turn_id === turnId);
    // One call of the model had ended, of 100 and 10 tokens: less than a credit, rounded up. The held reply had not.
    expect(dead).toMatchObject({ status: "failed", error: { code: "turn_interrupted" }, credits_charged: 1 });
    expect(JSON.stringify(dead)).not.toContain("four feet");
    expect(await wallet()).toEqual({ available: before.available - 1, reserved: 0 });

    const retried = await streamTurn("killed");
    await retried.ended;
    const done = retried.events.at(-1);
    expect(done).toMatchObject({ event: "done", data: { answer: `${frontYard} ${backYard}` } });
    expect(done?.data.turn_id).not.toBe(turnId);
    const charged = 1 + Number(done?.data.credits_charged);
    expect(await wallet()).toEqual({ available: before.available - charged, reserved: 0 });
  });
});
