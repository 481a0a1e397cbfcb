import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StartedService, startService } from "../../evals/start-service.ts";
import { openEmbedded, sql } from "../../migrations/index.ts";
import { type ChatReply, type ChatRequest, type OpenAiServer, startOpenAiServer } from "../support/openai-server.ts";
import { makeServiceCalls, type ServiceAnswer } from "../support/service-calls.ts";

/**
 * `KILL_AT=changes` kills after every statement that changes something, in one form of a turn; `KILL_AT=all` after every
 * statement, also those that change nothing and those inside of a transaction, in every form. Unset, only the steps that
 * each form names.
 */
const points = process.env.KILL_AT === "all" ? "all" : "changes";
const isWalk = process.env.KILL_AT !== undefined;
const entry = join(import.meta.dirname, "../support/mortal-service-entry.ts");

let folder: string;
let order: string;
let model: OpenAiServer;
let service: StartedService;
let key: string;
let projectId: string;

const dutiful = (request: ChatRequest): ChatReply =>
  request.messages.some(({ role }) => role === "tool")
    ? { kind: "text", text: "A fence in a front yard shall be no taller than four feet [1]." }
    : { kind: "tools", calls: [{ name: "search_knowledge", arguments: '{"query":"fence in a front yard"}' }] };

async function start(time?: "claims" | "all"): Promise<void> {
  const settings = {
    DATA_DIR: folder,
    RATE_LIMITS: "off",
    OPENAI_API_KEY: "sk-stand-in",
    OPENAI_BASE_URL: model.baseUrl,
    CHAT_MODELS: "town-model",
    CHAT_MODEL_AUTO: "town-model",
    MORTAL_FILE: order,
    ...(time === undefined ? {} : { MORTAL_TIME: time }),
  };
  service = await startService(settings, [entry]);
}

const { call, createProject, pollUntil, uploadFences } = makeServiceCalls(() => ({ baseUrl: service.baseUrl, key }));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "groundwork-killed-steps-"));
  order = join(folder, "order");
  model = await startOpenAiServer(dutiful);
  await start();
  key = service.key ?? "";
  projectId = await createProject();
  await uploadFences(projectId);
});
afterAll(async () => {
  await service.stop();
  await model.close();
  await rm(folder, { recursive: true, force: true });
});

/** A paid thing in one of the forms in which it is asked for; gives what it was charged and what it is known by. */
interface Paid {
  readonly name: string;
  /** Steps after which it must have been killed: the walk over its steps is not whole without them. */
  readonly steps: readonly string[];
  ask(retryKey: string): Promise<{ id: string; charged: number; isReplayed: boolean }>;
}

const steps = ["take_idempotency_claim", "the commit of save_idempotency_reference", "the commit of finish_turn"];
const question = "How tall may a fence in a front yard be?";

/** Asks again as long as it is told that the first asking is under way. */
async function settled(path: string, body: unknown, headers: Readonly<Record<string, string>>): Promise<ServiceAnswer> {
  for (;;) {
    const answer = await call("POST", path, body, headers);
    if (answer.status < 300) return answer;
    expect([answer.status, answer.json.code]).toEqual([409, "idempotency_in_progress"]);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const isReplayed = ({ headers }: ServiceAnswer) => headers.has("idempotent-replayed");
const turns = () => `/v1/projects/${projectId}/messages`;

const forms: readonly Paid[] = [
  {
    name: "a turn that is waited for",
    steps: [...steps, "finish_idempotency_claim"],
    async ask(retryKey) {
      const answer = await settled(turns(), { question }, { "idempotency-key": retryKey });
      const { turn_id: id, credits_charged: charged } = answer.json;
      return { id: String(id), charged: Number(charged), isReplayed: isReplayed(answer) };
    },
  },
  {
    name: "a turn that is streamed",
    steps: [...steps, "finish_idempotency_claim"],
    async ask(retryKey) {
      const headers = { "idempotency-key": retryKey, accept: "text/event-stream" };
      const answer = await settled(turns(), { question }, headers);
      // A stream that breaks off has no last event: its process has died.
      const done = JSON.parse(/event: done\ndata: (.*)/.exec(answer.text)?.[1] ?? "null");
      if (done === null) throw new Error("the stream broke off");
      return { id: done.turn_id, charged: done.credits_charged, isReplayed: isReplayed(answer) };
    },
  },
  {
    name: "a turn that is polled",
    steps: [...steps, "finish_idempotency_claim"],
    async ask(retryKey) {
      const answer = await settled(turns(), { question, wait: false }, { "idempotency-key": retryKey });
      const turn = await pollUntil(String(answer.json.poll), ({ status }) => status === "succeeded");
      return { id: String(turn.turn_id), charged: Number(turn.credits_charged), isReplayed: isReplayed(answer) };
    },
  },
  {
    name: "a search",
    steps: ["take_idempotency_claim", "finish_idempotency_claim"],
    async ask(retryKey) {
      const path = `/v1/projects/${projectId}/search`;
      const answer = await settled(path, { query: "fence in a front yard" }, { "idempotency-key": retryKey });
      return { id: retryKey, charged: Number(answer.json.credits_charged), isReplayed: isReplayed(answer) };
    },
  },
];

const wallet = async () => {
  const { json } = await call("GET", "/v1/wallet");
  return { available: Number(json.available_credits), reserved: Number(json.reserved_credits) };
};

/** What a caller does who wants to be sure: asks, and asks again. */
async function askTwice({ ask }: Paid, retryKey: string): Promise<void> {
  await ask(retryKey);
  await ask(retryKey);
}

/** A key that no other test and no other point of this one uses. */
const keyOf = (what: string) => `${expect.getState().currentTestName} ${what}`.replace(/\W+/g, "-").slice(-80);

/** The forms share most of their steps: unless a walk is asked for, the others die at their last ones only. */
const stepsOf = (form: Paid) => (isWalk || form === forms[0] ? form.steps : form.steps.slice(-2));

/** More times than this one statement stands in one turn only because something is waited for. */
const mostTimes = 8;

/** Lets the process live through it once, and gives orders to die at each point it has come to, or at those that matter most. */
async function ordersToDie(form: Paid, isWalkedWhole: boolean): Promise<string[]> {
  await writeFile(order, `record ${points}`);
  await askTwice(form, keyOf("recorded"));
  await rm(order);
  const names = (await readFile(`${order}.points`, "utf8")).trimEnd().split("\n");
  await rm(`${order}.points`);
  const times = new Map<string, number>();
  return names.flatMap((name) => {
    if (!isWalkedWhole && !stepsOf(form).includes(name)) return [];
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    return time > mostTimes ? [] : [`die ${time} ${name}`];
  });
}

/** The longest between the failure of a call and the end of the process that was killed under it. */
const dyingMs = 30_000;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Gives the order to die and asks; false when the process has not come to that point this time. */
async function dies(deadly: string, form: Paid, retryKey: string): Promise<boolean> {
  const { process: child } = service;
  const ended = once(child, "exit");
  await writeFile(order, deadly);
  const failure = await askTwice(form, retryKey).then(
    () => undefined,
    (error: unknown) => error,
  );
  // Without its order the process goes on; what it came to after the last answer was none of the asker's.
  await rm(order);
  const isDead = () => child.exitCode !== null || child.signalCode !== null;
  // A refusal of a process that lives is a fault, not a death.
  if (failure !== undefined && !(await Promise.race([ended.then(() => true), wait(dyingMs).then(isDead)])))
    throw failure;
  if (failure === undefined && isDead()) await start("claims");
  return failure !== undefined;
}

/** Kills it at each point that it comes to; `recovered` starts it again and says what has to be true then. */
async function killAtEach(
  form: Paid,
  isWalkedWhole: boolean,
  recovered: (retryKey: string, before: { available: number }, newest: string | undefined) => Promise<void>,
): Promise<void> {
  const killedAt: string[] = [];
  for (const [index, deadly] of (await ordersToDie(form, isWalkedWhole)).entries()) {
    const retryKey = keyOf(String(index));
    const before = await wallet();
    const newest = (await turnList())[0]?.turn_id;
    if (!(await dies(deadly, form, retryKey))) continue;
    killedAt.push(deadly.replace(/^die \d+ /, ""));
    await recovered(retryKey, before, newest).catch((error: unknown) => {
      throw new Error(`after "${deadly}"`, { cause: error });
    });
  }
  expect(killedAt).toEqual(expect.arrayContaining([...stepsOf(form)]));
}

const turnList = async () =>
  (await call("GET", turns())).json.data as { turn_id: string; status: string; credits_charged: number }[];

describe("a process that is killed at each step of what is paid for", {
  timeout: points === "all" ? 3_600_000 : 600_000,
}, () => {
  it.each(forms)("$name: its retry is answered, and charged once", async (form) => {
    await killAtEach(form, (isWalk && form === forms[0]) || points === "all", async (retryKey, before) => {
      await start("claims");
      const retry = await form.ask(retryKey);
      expect(retry.charged).toBeGreaterThan(0);
      const after = { available: before.available - retry.charged, reserved: 0 };
      expect(await wallet()).toEqual(after);
      expect(await form.ask(retryKey)).toEqual({ ...retry, isReplayed: true });
      expect(await wallet()).toEqual(after);
    });
  });

  const lateForms = forms.filter(({ name }) => name === "a turn that is waited for" || points === "all");
  it.each(lateForms)("$name: nobody asks again, and what it held and had used is put in order", async (form) => {
    await killAtEach(form, points === "all", async (retryKey, before, newest) => {
      await start("all");
      while ((await wallet()).reserved > 0) await new Promise((resolve) => setTimeout(resolve, 20));
      await pollUntil(turns(), ({ running_turns: running }) => (running as string[]).length === 0);
      const lost = before.available - (await wallet()).available;
      const [last] = await turnList();
      const dead = last?.turn_id === newest ? undefined : last;
      if (form.name !== "a search") expect(lost).toBe(dead?.credits_charged ?? 0);
      // Somebody may ask later all the same: for the turn that was answered, or for one of its own.
      const late = await form.ask(retryKey);
      const isSame = late.id === dead?.turn_id || form.name === "a search";
      expect(before.available - (await wallet()).available).toBe(isSame ? late.charged : lost + late.charged);
      expect((await wallet()).reserved).toBe(0);
    });
  });
});

describe("after all of it", () => {
  it("the books agree, and nobody holds a place or a key any more", async () => {
    await service.stop();
    const db = await openEmbedded({ folder: join(folder, "database") });
    try {
      const unbalanced = await db.query(sql`-- unbalanced_entries
        select entry_id from ledger_posting group by entry_id having sum(amount) <> 0`);
      const wallets = await db.query(sql`-- wallets_beside_postings
        select wallet.org_id
        from wallet
        where available <> (select sum(posting.amount) from ledger_posting posting
            join ledger_entry entry on entry.id = posting.entry_id
            where entry.org_id = wallet.org_id and posting.account = 'available')
          or held <> 0`);
      const twice = await db.query(sql`-- keys_charged_twice
        select idempotency_key from ledger_entry
        where kind in ('settle', 'debit') and idempotency_key like '%charged-once-%'
        group by idempotency_key having count(*) <> 1`);
      const left = await db.query(sql`-- left_behind
        select turn_id as id from turn_slot
        union all select key from idempotency_claim where state = 'running'
        union all select id from agent_turn where status in ('queued', 'running')
        union all select id from credit_reservation where state = 'held'`);
      expect({ unbalanced, wallets, twice, left }).toEqual({ unbalanced: [], wallets: [], twice: [], left: [] });
    } finally {
      await db.close();
    }
  });
});
