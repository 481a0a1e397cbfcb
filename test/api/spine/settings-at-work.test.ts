import { afterEach, describe, expect, it } from "vitest";
import { sql } from "../../../migrations/index.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { type ChatRequest, type OpenAiServer, startOpenAiServer } from "../../support/openai-server.ts";
import { createReadyProject, uploadFile } from "../knowledge/knowledge-app.ts";

let app: ComposedService | undefined;
let model: OpenAiServer | undefined;
afterEach(async () => {
  await app?.close();
  await model?.close();
  app = undefined;
  model = undefined;
});

describe("prices of the setting RATES", () => {
  const question = "How tall may a fence in a front yard be?";
  const dutiful = (request: ChatRequest) =>
    request.tools === undefined || request.messages.some(({ role }) => role === "tool")
      ? ({ kind: "text", text: "A fence in a front yard shall be no taller than four feet [1]." } as const)
      : ({
          kind: "tools",
          calls: [{ name: "search_knowledge", arguments: '{"query":"fence in a front yard"}' }],
        } as const);

  /** Starts the service with the prices and gives what each paid thing takes from the balance. */
  async function chargesWith(rates: object | undefined): Promise<Record<string, number>> {
    model = await startOpenAiServer(dutiful);
    app = await openComposedService({
      OPENAI_BASE_URL: model.baseUrl,
      OPENAI_API_KEY: "sk-stand-in",
      CHAT_MODELS: "town-model",
      CHAT_MODEL_AUTO: "town-model",
      ...(rates === undefined ? {} : { RATES: JSON.stringify(rates) }),
    });
    const running = app;
    const key = running.organization.ownerKey;
    await running.services.wallet.grant(running.organization.orgId, 10_000, "for the tests");
    const projectId = await createReadyProject(running, 1);
    await uploadFile(running, projectId, {
      filename: "zoning.md",
      mimeType: "text/markdown",
      category: "ordinance",
      bytes: "# Zoning\n\n## 1 Fences\n\nA fence in a front yard shall be no taller than four feet.\n",
    });
    const available = async () => Number((await running.call("GET", "/v1/wallet", { key })).json.available_credits);
    const charges: Record<string, number> = {};
    for (const [what, body] of Object.entries({
      search: { query: question },
      summaries: { focus: "fences" },
      messages: { question },
    })) {
      const before = await available();
      const { status, json } = await running.call("POST", `/v1/projects/${projectId}/${what}`, { key, body });
      expect([what, status]).toEqual([what, 200]);
      charges[what] = before - (await available());
      expect([what, json.credits_charged]).toEqual([what, charges[what]]);
    }
    return charges;
  }

  it("are what is charged", async () => {
    const charges = await chargesWith({
      search: 7,
      summary: 30,
      turn: 11,
      models: { "town-model": { input_credits_per_1k: 50, output_credits_per_1k: 100 } },
    });
    // Two calls of 100 and 10 tokens: 2 × (5 + 1) credits for the model, besides the price of the turn itself.
    expect(charges).toMatchObject({ search: 7, messages: 11 + 12 });
    expect(charges.summaries).toBeGreaterThanOrEqual(30);
  });

  it("that are not set are those of the contract", async () => {
    const charges = await chargesWith(undefined);
    expect(charges.search).toBe(2);
    expect(charges.messages).toBe(2 + 1);
  });

  it("of nothing charge nothing", async () => {
    const free = { input_credits_per_1k: 0, output_credits_per_1k: 0 };
    expect(await chargesWith({ search: 0, summary: 0, turn: 0, unlisted_model: free })).toEqual({
      search: 0,
      summaries: 0,
      messages: 0,
    });
  });
});

describe("proxies of the setting TRUSTED_PROXIES", () => {
  const path = `/v1/downloads/${"A".repeat(43)}`;

  /** Asks once more than a minute allows, each time under another name, and gives how many calls are refused. */
  async function refusedOfTooMany(running: ComposedService, peer: string, nameOf: (call: number) => string) {
    const calls = Array.from({ length: 61 }, (_, call) =>
      running.call("GET", path, { address: peer, headers: { "x-forwarded-for": nameOf(call) } }),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.every((status) => status === 404 || status === 429)).toBe(true);
    return statuses.filter((status) => status === 429).length;
  }

  const networksOf = async (running: ComposedService, key: string, peer: string, named: string) => {
    await running.call("GET", "/v1/wallet", { key, address: peer, headers: { "x-forwarded-for": named } });
    const rows = await running.services.db.query<{ network: string }>(sql`-- networks_of_key
      select network from audit_event
      where action = 'credential-used-from-new-network' and org_id = ${running.organization.orgId}
      order by at`);
    return rows.map(({ network }) => network);
  };

  it("name their clients, and nobody else does: for the limits of an address, and in the audit", async () => {
    app = await openComposedService({ RATE_LIMITS: "on", TRUSTED_PROXIES: "10.0.0.0/8" });
    const { ownerKey, memberKey } = app.organization;
    expect(await refusedOfTooMany(app, "203.0.113.5", (call) => `198.51.100.${call}`)).toBe(1);
    expect(await refusedOfTooMany(app, "10.0.0.1", (call) => `198.51.100.${call}`)).toBe(0);
    // What a client writes itself stands left of what the proxy writes of it.
    expect(await refusedOfTooMany(app, "10.0.0.1", (call) => `192.0.2.${call}, 198.51.100.200`)).toBe(1);
    expect(await networksOf(app, ownerKey, "203.0.113.5", "198.51.100.9")).toEqual(["203.0.113.0/24"]);
    expect(await networksOf(app, memberKey, "10.0.0.1", "198.51.100.9")).toEqual(["203.0.113.0/24", "198.51.100.0/24"]);
  });

  it("are nobody unless they are set", async () => {
    app = await openComposedService({ RATE_LIMITS: "on" });
    expect(await refusedOfTooMany(app, "10.0.0.1", (call) => `198.51.100.${call}`)).toBe(1);
    expect(await networksOf(app, app.organization.ownerKey, "10.0.0.1", "198.51.100.9")).toEqual(["10.0.0.0/24"]);
  });
});
