import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { availableCredits, type CitedSpan, citedText, createSampleProject } from "../../support/sample-ordinance.ts";
import { projectBody } from "./knowledge-app.ts";

let app: ComposedService;
let projectId: string;

beforeAll(async () => {
  app = await openComposedService();
  projectId = await createSampleProject(app);
});
afterAll(() => app.close());

const summarise = (body: unknown, more: { key?: string; headers?: Record<string, string> } = {}) =>
  app.call("POST", `/v1/projects/${projectId}/summaries`, { key: app.organization.ownerKey, body, ...more });
const available = () => availableCredits(app);

interface Cited extends CitedSpan {
  readonly quote: string;
}

describe("a summary", () => {
  it("cites every sentence with a quote that stands in the stored text", async () => {
    const answer = await summarise({ focus: "fences, their height and where they may stand" });
    expect(answer.status, answer.text).toBe(200);
    const citations = answer.json.citations as Cited[];
    expect(citations.length).toBeGreaterThan(0);
    expect(answer.json.summary).toContain("[1]");
    for (const citation of citations) expect(await citedText(app, projectId, citation)).toBe(citation.quote);
  });

  it.each([20, 60, 200])("is never longer than %i words when that is its bound", async (max_words) => {
    const answer = await summarise({ focus: "parking and setbacks", max_words });
    expect(answer.json.word_count).toBeLessThanOrEqual(max_words);
  });

  it("has a line for each point when bullets are asked for", async () => {
    const answer = await summarise({ focus: "parking", format: "bullets" });
    for (const line of String(answer.json.summary).split("\n")) expect(line).toMatch(/^- .+\[\d+\]/);
  });

  it("costs credits once for one idempotency key", async () => {
    const before = await available();
    const headers = { "idempotency-key": "summary-once" };
    const first = await summarise({ focus: "signs" }, { headers });
    const again = await summarise({ focus: "signs" }, { headers });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.json).toEqual(first.json);
    expect(first.json.credits_charged).toBeGreaterThan(0);
    expect(await available()).toBe(before - Number(first.json.credits_charged));
  });

  it("that finds nothing says so and is free", async () => {
    const created = await app.call("POST", "/v1/projects", { key: app.organization.ownerKey, body: projectBody(2) });
    const empty = String(created.json.project_id);
    const before = await available();
    const send = (focus: string) =>
      app.call("POST", `/v1/projects/${empty}/summaries`, {
        key: app.organization.ownerKey,
        body: { focus },
        headers: { "idempotency-key": "found-nothing" },
      });
    let answer = await send("parking");
    while (answer.json.code === "bootstrap_not_ready") {
      await new Promise((resolve) => setTimeout(resolve, 20));
      answer = await send("parking");
    }
    expect(answer.json).toMatchObject({ citations: [], credits_charged: 0 });
    expect(String(answer.json.summary)).toMatch(/^Not located/);
    expect(await available()).toBe(before);
    // Nothing came of the key: it is as free as if it had been refused.
    const again = await send("setbacks");
    expect([again.status, again.headers.has("idempotent-replayed")]).toEqual([200, false]);
  });

  it.each([
    ["focus", {}],
    ["format", { focus: "x", format: "poem" }],
    ["max_words", { focus: "x", max_words: 19 }],
    ["length", { focus: "x", length: 3 }],
  ])("answers 422 naming %s", async (field, body) => {
    const answer = await summarise(body);
    expect(answer.status).toBe(422);
    expect((answer.json.errors as { field: string }[]).map((error) => error.field)).toContain(field);
  });

  it("is not there for a stranger", async () => {
    expect((await summarise({ focus: "parking" }, { key: app.stranger.ownerKey })).status).toBe(404);
  });
});
