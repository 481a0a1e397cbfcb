import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../migrations/index.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { availableCredits, citedText, createSampleProject } from "../../support/sample-ordinance.ts";
import { pollUntil, squareAt } from "./knowledge-app.ts";

let app: ComposedService;
let projectId: string;
let path: string;

beforeAll(async () => {
  app = await openComposedService();
  projectId = await createSampleProject(app);
  path = `/v1/projects/${projectId}/messages`;
});
afterAll(() => app.close());

const ask = (body: object, more: { key?: string; headers?: Record<string, string> } = {}) =>
  app.call("POST", path, { key: app.organization.ownerKey, body, ...more });

const available = () => availableCredits(app);

interface Citation {
  marker: number;
  document_id: string;
  section: string;
  quote: string;
  char_start: number;
  char_end: number;
}

describe("a question", () => {
  it("is answered with the value, the marker, and a quote that stands at its offsets", async () => {
    const turn = await ask({ question: "How tall may a fence in a front yard be?" });
    expect(turn.status).toBe(200);
    expect(turn.json).toMatchObject({ status: "succeeded", answer_status: "answered", project_id: projectId });
    expect(turn.json.answer).toMatch(/four \(4\) feet.*\[1\]/s);
    const [citation] = turn.json.citations as Citation[];
    expect(citation).toMatchObject({ marker: 1, section: "5.5" });
    expect(citation && (await citedText(app, projectId, citation))).toBe(citation?.quote);
  });

  it("takes the district of the project's parcel when it speaks of the lot", async () => {
    const turn = await ask({ question: "What is the minimum lot frontage for my lot?" });
    expect(turn.json.answer).toMatch(/\b70\b/);
    expect(turn.json.answer).not.toMatch(/\b(200|100|120|150)\b/);
  });

  it("on the size of the lot is answered by calculation, with the project's fact and the ordinance cited", async () => {
    const turn = await ask({ question: "Is my lot big enough for a two-family house?" });
    expect(turn.json.answer_status).toBe("answered");
    expect(turn.json.answer).toMatch(
      /^The site's area of [\d,]+ square feet is (?:more|less) than the required 10,000 square feet, by [\d,]+ square feet/,
    );
    const citations = turn.json.citations as (Citation & { kind: string; document_deleted: boolean })[];
    expect([...new Set(citations.map(({ kind }) => kind))]).toEqual(["fact", "passage"]);
    expect(citations[0]).toMatchObject({
      source_document: "Project record",
      document_id: null,
      char_start: null,
      relevance_score: null,
      document_deleted: false,
      retrieved_at: expect.stringMatching(/^\d{4}-/),
    });
    expect(citations.some(({ kind, quote }) => kind === "passage" && quote.includes("10,000"))).toBe(true);
    const next = await ask({ question: "And for a fence?", previous_turn_id: String(turn.json.turn_id) });
    expect(next.status).toBe(200);
  });

  it.each([
    ["one district is answered for their total", ["R-2", "R-2"], "answered"],
    ["two districts is not, for the minimum of one says nothing of land in the other", ["R-2", "R-1"], "partial"],
  ])("on the size of a site of two parcels in %s", async (_, codes, status) => {
    const parcels = codes.map((code, at) => ({
      geometry: squareAt(40 + at),
      address: `${at + 1} Elm Street`,
      zoning_code: code,
    }));
    const project = await createSampleProject(app, { parcels, allow_duplicate: true });
    const turn = await app.call("POST", `/v1/projects/${project}/messages`, {
      key: app.organization.ownerKey,
      body: { question: "Is my lot big enough for a two-family house?" },
    });
    expect(turn.json.answer_status).toBe(status);
    const comparison = /(?:more|less) than the required/;
    if (status === "answered") expect(turn.json.answer).toMatch(comparison);
    else expect(turn.json.answer).not.toMatch(comparison);
  });

  it("that nothing answers is not located, says what was searched, and costs nothing", async () => {
    const before = await available();
    const turn = await ask({ question: "What is the maximum noise level in decibels at night?" });
    expect(turn.json).toMatchObject({ answer_status: "not_located", citations: [], credits_charged: 0 });
    expect((turn.json.searched as string[]).length).toBeGreaterThan(0);
    expect(await available()).toBe(before);
  });

  it("is charged what the wallet loses", async () => {
    const before = await available();
    const turn = await ask({ question: "How many hens may I keep?" });
    expect(Number(turn.json.credits_charged)).toBeGreaterThan(0);
    expect(await available()).toBe(before - Number(turn.json.credits_charged));
  });

  it("sent twice under one idempotency key gives one turn and one charge", async () => {
    const before = await available();
    const headers = { "idempotency-key": "ask-once" };
    const [first, second] = await Promise.all([
      ask({ question: "How wide must a driveway be?" }, { headers }),
      ask({ question: "How wide must a driveway be?" }, { headers }),
    ]);
    const statuses = [first.status, second.status].sort();
    expect([
      [200, 200],
      [200, 409],
    ]).toContainEqual(statuses);
    const again = await ask({ question: "How wide must a driveway be?" }, { headers });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await available()).toBe(before - Number(again.json.credits_charged));
    const reused = await ask({ question: "Something else?" }, { headers });
    expect(reused).toMatchObject({ status: 409, json: { code: "idempotency_key_reused" } });
  });

  it("asked with wait false is answered 202 and polled to its end", async () => {
    const accepted = await ask({ question: "What is the maximum building height in the VC district?", wait: false });
    expect(accepted.status).toBe(202);
    expect(accepted.json.poll).toBe(`${path}/${accepted.json.turn_id}`);
    expect(accepted.headers.get("location")).toBe(accepted.json.poll);
    const turn = await pollUntil(app, String(accepted.json.poll), (json) => json.status === "succeeded");
    expect(turn.answer).toMatch(/\b40\b/);
  });

  it("asked for as an event stream comes as turn, tools, tokens, citations and done", async () => {
    const answer = await ask(
      { question: "How far must a swimming pool be from the lot line?" },
      { headers: { accept: "text/event-stream" } },
    );
    expect(answer.headers.get("content-type")).toContain("text/event-stream");
    const events = [...answer.text.matchAll(/^event: (\S+)$/gm)].map((match) => match[1]);
    expect(events[0]).toBe("turn");
    expect(events).toContain("tool");
    expect(events).toContain("token");
    expect(events).toContain("citation");
    expect(events.at(-1)).toBe("done");
    const done = JSON.parse(/event: done\ndata: (.*)/.exec(answer.text)?.[1] ?? "{}");
    expect(done.answer).toContain("ten (10) feet");
  });

  it("may continue an earlier turn of the same project, and of no other", async () => {
    const first = await ask({ question: "What is the maximum height of an accessory structure?" });
    const next = await ask({
      question: "And how close to the lot line?",
      previous_turn_id: String(first.json.turn_id),
    });
    expect(next.status).toBe(200);
    const unknown = await ask({ question: "And then?", previous_turn_id: `turn_${"0".repeat(32)}` });
    expect(unknown.status).toBe(404);
  });
});

describe("what a question may not be", () => {
  it.each([
    ["question", {}],
    ["question", { question: "   " }],
    ["question", { question: "x".repeat(4_001) }],
    ["wait", { question: "x", wait: "yes" }],
    ["modelId", { question: "x", modelId: "auto" }],
  ])("answers 422 naming %s", async (field, body) => {
    const answer = await ask(body);
    expect(answer.status).toBe(422);
    expect((answer.json.errors as { field: string }[]).map((error) => error.field)).toContain(field);
  });

  it("put to a model that is not in the list answers 422 before anything is held", async () => {
    const before = await available();
    const answer = await ask({ question: "How tall?", model_id: "gpt-unknown" });
    expect(answer).toMatchObject({ status: 422, json: { code: "unknown_model" } });
    expect(await available()).toBe(before);
  });

  it("from a stranger answers 404", async () => {
    expect((await ask({ question: "How tall?" }, { key: app.stranger.ownerKey })).status).toBe(404);
  });

  it("as a third at the same time answers 429 with a wait", async () => {
    const principal = app.organization.owner;
    for (const slot of [1, 2]) {
      await app.services.db.query(sql`-- occupy_slot
        insert into turn_slot (credential_id, slot, turn_id, lease_until)
        values (${principal.credentialId}, ${slot}, ${`turn_other_${slot}`}, now() + interval '30 seconds')`);
    }
    const answer = await ask({ question: "How tall?" });
    expect(answer).toMatchObject({ status: 429, json: { code: "concurrency_limit_exceeded" } });
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    await app.services.db.query(sql`-- free_slots
      delete from turn_slot`);
    expect((await ask({ question: "How tall may a fence be?" })).status).toBe(200);
  });
});

describe("the turns of a project", () => {
  it("are listed newest first, in pages that neither repeat nor leave out", async () => {
    const key = app.organization.ownerKey;
    const all = await app.call("GET", `${path}?limit=100`, { key });
    const ids = (all.json.data as { turn_id: string }[]).map((turn) => turn.turn_id);
    expect(ids).toEqual([...ids].sort().reverse());
    expect(all.json).toMatchObject({ running_turns: [], next_cursor: null, limit: 100, offset: 0 });
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await app.call("GET", `${path}?limit=3${cursor === null ? "" : `&cursor=${cursor}`}`, { key });
      paged.push(...(page.json.data as { turn_id: string }[]).map((turn) => turn.turn_id));
      cursor = page.json.next_cursor as string | null;
    } while (cursor !== null);
    expect(paged).toEqual(ids);
    const both = await app.call("GET", `${path}?offset=1&cursor=abc`, { key });
    expect(both.status).toBe(422);
  });

  it("whose process died are ended, and their credits given back", async () => {
    const { owner } = app.organization;
    const before = await available();
    const reservation = await app.services.wallet.reserve({ payer: owner, operation: "askProject", amount: 5 });
    await app.services.db.query(sql`-- plant_dead_turn
      insert into agent_turn (id, org_id, project_id, credential_id, surface, status, question, model_requested,
        model_resolved, reservation_id, created_at)
      values ('turn_dead', ${app.organization.orgId}, ${projectId}, ${owner.credentialId}, 'api', 'running', 'Lost?',
        'auto', 'local', ${reservation}, now() - interval '5 minutes')`);
    expect(await available()).toBe(before - 5);
    expect(await app.service.messages.sweepAbandoned()).toBe(1);
    const turn = await app.call("GET", `${path}/turn_dead`, { key: app.organization.ownerKey });
    expect(turn.json).toMatchObject({ status: "failed", error: { code: "turn_interrupted" } });
    expect(await available()).toBe(before);
  });
});
