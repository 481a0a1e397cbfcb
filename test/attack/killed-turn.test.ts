import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StartedService, startService } from "../../evals/start-service.ts";
import { openEmbedded, sql } from "../../migrations/index.ts";
import { layEmptyStore } from "../support/database.ts";
import { type ChatReply, type ChatRequest, type OpenAiServer, startOpenAiServer } from "../support/openai-server.ts";
import { makeServiceCalls, type ServiceAnswer } from "../support/service-calls.ts";
import { openStoreState } from "../support/store-state.ts";

const modelKey = "sk-planted-4f1c0d9e8b7a";
const opsToken = "ops-planted-2b9d7c6e5f4a";
let folder: string;
let model: OpenAiServer;
let reply: (request: ChatRequest) => ChatReply | Promise<ChatReply>;
let service: StartedService;
let key: string;
let projectId: string;
/** Everything that any life of the process wrote to its log. */
let logged = "";
const secrets: string[] = [modelKey, opsToken];

async function start(more: Readonly<Record<string, string>> = {}): Promise<void> {
  service = await startService({
    DATA_DIR: folder,
    RATE_LIMITS: "off",
    LOG_LEVEL: "debug",
    OPS_TOKEN: opsToken,
    OPENAI_API_KEY: modelKey,
    OPENAI_BASE_URL: model.baseUrl,
    CHAT_MODELS: "town-model",
    CHAT_MODEL_AUTO: "town-model",
    ...more,
  });
  service.process.stderr?.on("data", (bytes) => {
    logged += String(bytes);
  });
}

const { call, createProject, pollUntil, uploadFences } = makeServiceCalls(() => ({ baseUrl: service.baseUrl, key }));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "groundwork-killed-turn-"));
  await layEmptyStore(folder);
  model = await startOpenAiServer((request) => reply(request));
  await start();
  key = service.key ?? "";
  secrets.push(key);
  projectId = await createProject();
  const link = await uploadFences(projectId);
  secrets.push(link.slice(link.lastIndexOf("/") + 1));
});
afterAll(async () => {
  await service.stop();
  await model.close();
  await rm(folder, { recursive: true, force: true });
});

const hasSearched = (request: ChatRequest) => request.messages.some(({ role }) => role === "tool");
const dutiful = (request: ChatRequest): ChatReply =>
  hasSearched(request)
    ? { kind: "text", text: "A fence in a front yard shall be no taller than four feet [1]." }
    : { kind: "tools", calls: [{ name: "search_knowledge", arguments: '{"query":"fence in a front yard"}' }] };

/** Kills the process while the model keeps a turn waiting, at the call that is named, and puts the model right again. */
async function killAt(isTheCall: (request: ChatRequest) => boolean, ask: () => Promise<unknown>): Promise<void> {
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
  reply = (request) => {
    if (!isTheCall(request)) return dutiful(request);
    hold();
    return { kind: "silence" };
  };
  const asked = ask().catch(() => undefined);
  await isHeld;
  await service.kill();
  await asked;
  reply = dutiful;
}

/** Lets the given leases of the dead run out, as time would. */
async function inTheStore(work: (db: Awaited<ReturnType<typeof openEmbedded>>) => Promise<void>): Promise<void> {
  const db = await openEmbedded({ folder: join(folder, "database") });
  try {
    await work(db);
  } finally {
    await db.close();
  }
}
const endClaims = () =>
  inTheStore(async (db) => {
    await db.query(sql`-- end_claims
      update idempotency_claim set lease_until = now() - interval '1 second' where state = 'running'`);
  });
const endAllLeases = () =>
  inTheStore(async (db) => {
    await db.query(sql`-- end_claims
      update idempotency_claim set lease_until = now() - interval '1 second' where state = 'running'`);
    await db.query(sql`-- end_slots
      update turn_slot set lease_until = now() - interval '1 second'`);
    await db.query(sql`-- age_turns
      update agent_turn set created_at = created_at - interval '5 minutes' where status in ('queued', 'running')`);
  });

const ask = (retryKey: string, more: object = {}) =>
  call(
    "POST",
    `/v1/projects/${projectId}/messages`,
    { question: "How tall may a fence in a front yard be?", ...more },
    { "idempotency-key": retryKey },
  );
const available = async () => {
  const { json } = await call("GET", "/v1/wallet");
  return { available: Number(json.available_credits), reserved: Number(json.reserved_credits) };
};

describe("a process killed in the middle of a paid turn", { timeout: 120_000 }, () => {
  it("before the model's first word: the retry goes on with the same turn, which is charged once", async () => {
    const before = await available();
    await killAt(
      (request) => !hasSearched(request),
      () => ask("first-word"),
    );
    await endClaims();
    await start();
    expect((await available()).reserved).toBeGreaterThan(0);
    const { json: list } = await call("GET", `/v1/projects/${projectId}/messages`);
    const answer = await ask("first-word");
    expect([answer.status, answer.json.turn_id]).toEqual([200, (list.running_turns as string[])[0]]);
    const charged = Number(answer.json.credits_charged);
    expect(charged).toBeGreaterThan(0);
    expect(await available()).toEqual({ available: before.available - charged, reserved: 0 });
    expect((await ask("first-word")).headers.get("idempotent-replayed")).toBe("true");
    expect(await available()).toEqual({ available: before.available - charged, reserved: 0 });
  });

  it("after it has searched: what nobody asks for again is charged what its steps had used, and a late retry is a turn of its own", async () => {
    const before = await available();
    await killAt(hasSearched, () => ask("searched"));
    await endAllLeases();
    await start();
    const path = `/v1/projects/${projectId}/messages`;
    const list = await pollUntil(path, ({ running_turns: running }) => (running as string[]).length === 0);
    const [dead] = list.data as { turn_id: string; status: string; error: { code: string } }[];
    // Two calls of the model were begun, the first of 100 and 10 tokens: less than a credit, rounded up to one.
    expect(dead).toMatchObject({ status: "failed", error: { code: "turn_interrupted" }, credits_charged: 1 });
    expect(await available()).toEqual({ available: before.available - 1, reserved: 0 });
    const answers = await Promise.all([ask("searched"), ask("another-question")]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.json.turn_id).not.toBe(dead?.turn_id);
    const charged = answers.reduce((sum, { json }) => sum + Number(json.credits_charged), 1);
    expect(await available()).toEqual({ available: before.available - charged, reserved: 0 });
  });

  it("while it is streamed: the retry goes on with the same turn, which is charged once", async () => {
    const before = await available();
    const headers = { "idempotency-key": "streamed", accept: "text/event-stream" };
    const question = "How tall may a fence in a front yard be?";
    const path = `/v1/projects/${projectId}/messages`;
    await killAt(hasSearched, () => call("POST", path, { question }, headers));
    await endClaims();
    await start();
    const { json: list } = await call("GET", path);
    const answer = await ask("streamed");
    expect([answer.status, answer.json.turn_id]).toEqual([200, (list.running_turns as string[])[0]]);
    const charged = Number(answer.json.credits_charged);
    expect(charged).toBeGreaterThan(0);
    expect(await available()).toEqual({ available: before.available - charged, reserved: 0 });
    const replayed = await fetch(`${service.baseUrl}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
      body: JSON.stringify({ question }),
    });
    expect(replayed.headers.get("idempotent-replayed")).toBe("true");
    expect(await replayed.text()).toContain(String(answer.json.turn_id));
    expect(await available()).toEqual({ available: before.available - charged, reserved: 0 });
  });

  it("in the background: the turn is run again and charged once, and nothing changes when it is killed after its end", async () => {
    const before = await available();
    let accepted: ServiceAnswer | undefined;
    await killAt(
      () => true,
      async () => {
        accepted = await ask("background", { wait: false });
      },
    );
    await endAllLeases();
    await start();
    const turn = await pollUntil(String(accepted?.json.poll), ({ status }) => status === "succeeded");
    const after = { available: before.available - Number(turn.credits_charged), reserved: 0 };
    expect(Number(turn.credits_charged)).toBeGreaterThan(0);
    expect(await available()).toEqual(after);
    await service.kill();
    await start({ RATE_LIMITS: "on" });
    expect(await available()).toEqual(after);
    const replayed = await ask("background", { wait: false });
    expect([replayed.headers.get("idempotent-replayed"), replayed.json.turn_id]).toEqual(["true", turn.turn_id]);
    expect(await available()).toEqual(after);
  });
});

describe("the limit of an address", () => {
  it("counts the address of the connection, and ignores one that the caller makes up", async () => {
    const statuses: number[] = [];
    for (let sent = 0; sent < 61; sent++) {
      const headers = { "x-forwarded-for": `203.0.113.${sent}`, "x-real-ip": `203.0.113.${sent}` };
      statuses.push((await call("GET", `/v1/downloads/${"A".repeat(43)}`, undefined, headers)).status);
    }
    expect(statuses.slice(0, 60).every((status) => status === 404)).toBe(true);
    expect(statuses[60]).toBe(429);
  });
});

describe("after all of it", () => {
  it("neither the log nor the store holds a secret", async () => {
    await service.stop();
    await inTheStore(async (db) => {
      const state = await openStoreState(db);
      for (const secret of secrets) {
        const middle = secret.replace("gw_live_", "").slice(0, 30);
        expect([secret, await state.tablesHolding(middle)]).toEqual([secret, []]);
      }
    });
    expect(logged).toContain('"operationId":"askProject"');
    for (const secret of secrets) expect(logged.includes(secret.replace("gw_live_", "").slice(0, 30))).toBe(false);
  });
});
