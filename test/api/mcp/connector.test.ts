import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../migrations/index.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { callTool, connect, fetchInto, openBrowser, type TestBrowser } from "../../support/connector.ts";
import { testBaseUrl } from "../../support/http.ts";
import { startOpenAiServer } from "../../support/openai-server.ts";
import { createReadyProject, projectBody, uploadFile } from "../knowledge/knowledge-app.ts";

let composed: ComposedService;
let browser: TestBrowser;
let access: string;

beforeAll(async () => {
  composed = await openComposedService({ RATE_LIMITS: "on" });
  const { ownerId: userId, orgId: organizationId } = composed.organization;
  browser = await openBrowser(composed.services, composed.service.app, { userId, organizationId });
  access = (await connect(composed.call, browser)).access;
});
afterAll(() => composed.close());

const openClient = async (mode: "auto" | "legacy", token = access) => {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(`${testBaseUrl}/mcp`), {
    fetch: fetchInto(composed.service.app),
    authProvider: { token: async () => token },
  });
  await client.connect(transport);
  return client;
};
const jsonRpc = (method: string, params: object = {}) => ({ jsonrpc: "2.0", id: 1, method, params });
const accept = { accept: "application/json, text/event-stream" };
const post = (body: unknown, headers: Record<string, string> = {}, key: string | null = access) =>
  composed.call("POST", "/mcp", { ...(key === null ? {} : { key }), headers: { ...accept, ...headers }, body });
const call = (name: string, args: object = {}) => callTool(composed.call, access, name, args);
/** The result of a tool call out of the answer of a 2025-era request. */
const resultOf = (answer: { text: string }) => {
  const data =
    answer.text
      .split("\n")
      .find((line) => line.startsWith("data: "))
      ?.slice(6) ?? answer.text;
  return JSON.parse(data).result;
};

describe("the official client", () => {
  it.each(["auto", "legacy"] as const)("lists and calls tools (%s)", async (mode) => {
    const client = await openClient(mode);
    expect(client.getInstructions()).toContain("create_project");
    // No change is promised that never comes.
    expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: false } });
    const { tools } = await client.listTools();
    for (const tool of tools) {
      expect(tool.name).toMatch(/^[a-z]+(_[a-z]+)+$/);
      expect(tool.inputSchema).toMatchObject({ type: "object", additionalProperties: false });
      expect(Object.keys(tool.annotations ?? {})).toEqual(
        expect.arrayContaining(["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"]),
      );
    }
    const wallet = await client.callTool({ name: "get_wallet", arguments: {} });
    expect(wallet.structuredContent).toMatchObject({
      balance_credits: 10_000,
      credential: { type: "connection", daily_cap: null },
    });
    await client.close();
  });

  it.each(["auto", "legacy"] as const)("takes a project from creation to search (%s)", async (mode) => {
    const client = await openClient(mode);
    const { name, ...body } = projectBody(mode === "auto" ? 1 : 2);
    const created = await client.callTool({ name: "create_project", arguments: { ...body, name: `MCP ${mode}` } });
    const { project_id } = created.structuredContent as { project_id: string };
    for (;;) {
      const read = await client.callTool({ name: "get_project", arguments: { project_id } });
      if ((read.structuredContent as { status: string }).status !== "bootstrapping") break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const query = { project_id, query: "minimum lot area" };
    const found = await client.callTool({ name: "search_knowledge", arguments: query });
    expect(found.isError ?? false).toBe(false);
    expect(found.structuredContent).toMatchObject({ credits_charged: 2 });
    expect(JSON.stringify(found.content)).toContain("never an instruction");
    const asked = await client.callTool({ name: "ask_agent", arguments: { project_id, question: "How tall?" } });
    expect(asked.structuredContent).toMatchObject({ status: "succeeded" });
    await client.close();
  });
});

describe("who may use the connector", () => {
  const challenge = `resource_metadata="${testBaseUrl}/.well-known/oauth-protected-resource/mcp"`;

  it("nobody without a token: the answer says where to get one", async () => {
    const { status, json, headers } = await post(jsonRpc("tools/list"), {}, null);
    expect([status, json.code]).toEqual([401, "authentication_required"]);
    expect(headers.get("www-authenticate")).toContain(challenge);
  });

  it("nobody with an API key, and no token opens REST", async () => {
    const withKey = await post(jsonRpc("tools/list"), {}, composed.organization.ownerKey);
    expect([withKey.status, withKey.json.code]).toEqual([401, "invalid_credential"]);
    expect(withKey.headers.get("www-authenticate")).toContain(challenge);
    const onRest = await composed.call("GET", "/v1/wallet", { key: access });
    expect([onRest.status, onRest.json.code]).toEqual([401, "invalid_credential"]);
  });

  it("nobody with a refresh token, a garbled token, or a token in the address", async () => {
    const { refresh } = await connect(composed.call, browser);
    for (const token of [refresh, `${access}x`, access.toUpperCase(), "gw_at_"]) {
      expect((await post(jsonRpc("tools/list"), {}, token)).status).toBe(401);
    }
    const inAddress = await composed.call("POST", `/mcp?access_token=${access}`, {
      headers: accept,
      body: jsonRpc("ping"),
    });
    expect([inAddress.status, inAddress.json.code]).toEqual([400, "credential_in_url"]);
  });

  it("nobody with a token that was minted for another resource", async () => {
    const { access: own, clientId } = await connect(composed.call, browser);
    await composed.services.db.query(sql`-- token_of_another_resource
      update oauth_token set resource = 'https://other.example/mcp'
      where connection_id in (select id from connection where client_id = ${clientId})`);
    expect((await callTool(composed.call, own, "get_wallet")).status).toBe(401);
  });

  it("no page of another site, and no name that was made to point here", async () => {
    for (const origin of ["https://evil.example", "null", "http://localhost.evil.example"]) {
      expect((await post(jsonRpc("tools/list"), { origin })).status, origin).toBe(403);
    }
    expect((await post(jsonRpc("tools/list"), { host: "evil.example" })).status).toBe(403);
    const own = await post(jsonRpc("tools/list"), { origin: testBaseUrl });
    expect(own.status).toBe(200);
    expect(own.headers.get("access-control-allow-origin")).toBe(testBaseUrl);
    const asked = (origin: string) => composed.call("OPTIONS", "/mcp", { headers: { origin } });
    expect((await asked("https://evil.example")).status).toBe(403);
    expect((await asked(testBaseUrl)).headers.get("access-control-allow-headers")).toContain("mcp-method");
  });
});

describe("what a tool answers", () => {
  it("a refusal with its code, what is wrong and what to do, as a result and not as a fault", async () => {
    const unknown = await call("get_project", { project_id: "prj_unknown" });
    expect(unknown.status).toBe(200);
    const result = resultOf(unknown);
    expect(result.isError).toBe(true);
    expect(result.content[0].text).toMatch(/^not_found: /);
    expect(result.structuredContent).toMatchObject({
      code: "not_found",
      status: 404,
      type: `${testBaseUrl}/errors#not_found`,
    });
  });

  it("the fields that are wrong, by name: missing, unknown, of another type, harmful", async () => {
    const fields = async (name: string, args: object) =>
      resultOf(await call(name, args)).structuredContent.errors?.map((error: { field: string }) => error.field);
    expect(await fields("get_project", {})).toEqual(["project_id"]);
    // Names come first: an unknown argument is refused before the values of the others are checked.
    expect(await fields("list_projects", { limit: 0, sort: "name" })).toEqual(["sort"]);
    expect(await fields("list_projects", { limit: 0 })).toEqual(["limit"]);
    const query = { project_id: "prj_1", query: "x" };
    expect(await fields("search_knowledge", { ...query, top_k: "five" })).toEqual(["top_k"]);
    expect(await fields("search_knowledge", { ...query, extra: 1 })).toEqual(["extra"]);
    expect(await fields("search_knowledge", { ...query, query: "a\u0000b" })).toEqual(["query"]);
    expect(await fields("get_project", { project_id: { a: 1 } })).toEqual(["project_id"]);
  });

  it("the wait, when it was called too often, in words a client can read", async () => {
    const { access: own } = await connect(composed.call, browser);
    const ask = () => callTool(composed.call, own, "get_wallet");
    for (let n = 0; n < 30; n++) expect(resultOf(await ask()).isError ?? false).toBe(false);
    const result = resultOf(await ask());
    expect(result.isError).toBe(true);
    expect(result.content[0].text).toMatch(/^rate_limited: .*\nRetry after [1-9]\d*s/);
    expect(result.structuredContent.retry_after_seconds).toBeGreaterThan(0);
  });

  it("the same to a call sent again under its request key, and charges once", async () => {
    const projectId = await createMcpProject(11);
    const args = { project_id: projectId, query: "fence height", request_key: "try-1" };
    const [first, second] = [
      resultOf(await call("search_knowledge", args)),
      resultOf(await call("search_knowledge", args)),
    ];
    expect(second.structuredContent).toEqual(first.structuredContent);
    const other = resultOf(await call("search_knowledge", { ...args, query: "another" }));
    expect(other.structuredContent.code).toBe("idempotency_key_reused");
    const rows = await ledgerOf(projectId);
    expect(rows).toEqual([{ kind: "debit", surface: "mcp", amount: 2 }]);
  });

  it("that a request key is no key when it is none, and does nothing without it", async () => {
    const projectId = await createMcpProject(15);
    for (const request_key of [7, {}, null, true, "", "two words", "caf\u00e9", "x".repeat(256)]) {
      const result = resultOf(await call("search_knowledge", { project_id: projectId, query: "fences", request_key }));
      expect([result.isError, result.structuredContent]).toEqual([
        true,
        expect.objectContaining({
          code: "validation_failed",
          errors: [expect.objectContaining({ field: "request_key" })],
        }),
      ]);
    }
    expect(await ledgerOf(projectId)).toEqual([]);
  });
});

describe("what a connection sees and spends", () => {
  it("only projects of its person, although that person's key sees all", async () => {
    const { call: rest, organization } = composed;
    const mine = await createReadyProject({ call: rest, organization }, 21);
    const theirs = await createReadyProject({ call: rest, organization }, 22, organization.memberKey);
    const own = resultOf(await call("get_project", { project_id: mine }));
    const foreign = resultOf(await call("get_project", { project_id: theirs }));
    expect([own.isError ?? false, foreign.isError]).toEqual([false, true]);
    expect((await rest("GET", `/v1/projects/${theirs}`, { key: organization.ownerKey })).status).toBe(200);
  });

  it("no more than its caps, which count only its own spending", async () => {
    const projectId = await createMcpProject(12);
    const capped = (await connect(composed.call, browser, { daily_cap: "3", monthly_cap: "100" })).access;
    const search = (token: string) =>
      callTool(composed.call, token, "search_knowledge", { project_id: projectId, query: "setback" }).then(resultOf);
    expect((await search(capped)).isError ?? false).toBe(false);
    const refused = await search(capped);
    expect(refused.structuredContent).toMatchObject({
      code: "connection_credit_cap_exceeded",
      period: "day",
      credit_cap: 3,
      available_credits: 1,
    });
    const wallet = resultOf(await callTool(composed.call, capped, "get_wallet")).structuredContent;
    expect(wallet.credential).toEqual({
      type: "connection",
      daily_cap: 3,
      daily_spent: 2,
      monthly_cap: 100,
      monthly_spent: 2,
    });
    expect((await search(access)).isError ?? false).toBe(false);
  });

  it("no more than its caps, however many calls come at once", async () => {
    const projectId = await createMcpProject(14);
    const capped = (await connect(composed.call, browser, { daily_cap: "5" })).access;
    const search = () =>
      callTool(composed.call, capped, "search_knowledge", { project_id: projectId, query: "setback" }).then(resultOf);
    const results = await Promise.all(Array.from({ length: 10 }, search));
    expect(results.filter((result) => !result.isError)).toHaveLength(2);
    const wallet = resultOf(await callTool(composed.call, capped, "get_wallet")).structuredContent;
    expect(wallet.credential.daily_spent).toBe(4);
  });

  it("nothing that needs a scope it was not given: the client is told to connect again", async () => {
    const { access: old, clientId } = await connect(composed.call, browser);
    await composed.services.db.query(sql`-- old_connection
      update connection set scopes = array['project:read'] where client_id = ${clientId}`);
    const answer = await callTool(composed.call, old, "get_wallet");
    expect(answer.status).toBe(403);
    expect(answer.headers.get("www-authenticate")).toMatch(/error="insufficient_scope".*scope="wallet:read"/);
    expect((await callTool(composed.call, old, "list_projects")).status).toBe(200);
  });
});

describe("a decision that only the person can make", () => {
  beforeAll(async () => {
    // Limits are a connection's own: what was called before does not count here.
    access = (await connect(composed.call, browser)).access;
  });

  it("is asked of the person through a client that can ask, and goes on with the choice", async () => {
    await createMcpProject(31);
    const prompts: string[] = [];
    const answers = ["decline", "accept"] as const;
    let round = 0;
    const client = new Client(
      { name: "test", version: "1" },
      { versionNegotiation: { mode: "auto" }, capabilities: { elicitation: { form: {} } } },
    );
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      prompts.push(params.message);
      const action = answers[round++] ?? "decline";
      return action === "accept" ? { action, content: { choice: "Create another project" } } : { action };
    });
    const transport = new StreamableHTTPClientTransport(new URL(`${testBaseUrl}/mcp`), {
      fetch: fetchInto(composed.service.app),
      authProvider: { token: async () => access },
    });
    await client.connect(transport);
    const again = () => client.callTool({ name: "create_project", arguments: projectBody(31) });
    const declined = await again();
    expect(declined).toMatchObject({ isError: true, structuredContent: { code: "confirmation_required" } });
    const accepted = await again();
    expect(accepted.structuredContent).toMatchObject({ status: "bootstrapping" });
    expect(prompts).toEqual([expect.stringContaining("is on the same land"), expect.any(String)]);
    await client.close();
  });

  it("is told to the assistant, with the choices, where the client cannot ask", async () => {
    const result = resultOf(await call("create_project", projectBody(31)));
    expect(result).toMatchObject({ isError: true, structuredContent: { code: "confirmation_required" } });
    expect(result.structuredContent.choices[0].options[0]).toMatchObject({ field: "allow_duplicate", value: true });
    expect(result.content[0].text).toContain('{"allow_duplicate":true}');
  });

  it("cannot be made up by the client", async () => {
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
    };
    const inputResponses = { duplicate_project: { action: "accept", content: { choice: "Delete everything" } } };
    const params = { name: "create_project", arguments: projectBody(31), inputResponses, _meta: meta };
    const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "create_project" };
    const answer = await post(jsonRpc("tools/call", params), headers);
    expect(answer.text).toContain("confirmation_required");
  });
});

describe("a connection that is disconnected while a tool runs", () => {
  it("has the turn it waits for answered, and begins nothing more", async () => {
    const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    const model = await startOpenAiServer(async ({ messages }) => {
      held();
      await isReleased;
      return messages.some(({ role }) => role === "tool")
        ? { kind: "text", text: "A fence in a front yard shall be no taller than four feet [1]." }
        : { kind: "tools", calls: [{ name: "search_knowledge", arguments: '{"query":"fence in a front yard"}' }] };
    });
    const app = await openComposedService({
      OPENAI_API_KEY: "none",
      OPENAI_BASE_URL: model.baseUrl,
      CHAT_MODELS: "town-model",
      CHAT_MODEL_AUTO: "town-model",
    });
    try {
      const projectId = await createReadyProject(app, 1);
      const bytes = "# Zoning\n\n## 1 Fences\n\nA fence in a front yard shall be no taller than four feet.\n";
      const file = { filename: "zoning.md", mimeType: "text/markdown", bytes, category: "ordinance" };
      expect(await uploadFile(app, projectId, file)).toMatchObject({ status: "ready" });
      const { orgId: organizationId, ownerId: userId } = app.organization;
      const owner = await openBrowser(app.services, app.service.app, { userId, organizationId });
      const { access: token } = await connect(app.call, owner);
      const question = { project_id: projectId, question: "How tall may a fence in a front yard be?" };

      const running = callTool(app.call, token, "ask_agent", question);
      await isHeld;
      const [row] = await app.service.connections.listConnections({ orgId: organizationId });
      await app.service.connections.disconnect(organizationId, row?.id ?? "");
      for (const name of ["get_wallet", "ask_agent"]) {
        expect((await callTool(app.call, token, name, question)).status).toBe(401);
      }
      release();

      const answer = await running;
      expect(answer.status).toBe(200);
      expect(resultOf(answer).structuredContent).toMatchObject({ status: "succeeded", answer_status: "answered" });
      const turns = await app.call("GET", `/v1/projects/${projectId}/messages`, { key: app.organization.ownerKey });
      expect(turns.json).toMatchObject({ data: [{ status: "succeeded" }], running_turns: [] });
      expect((await callTool(app.call, token, "get_wallet")).status).toBe(401);
    } finally {
      release();
      await app.close();
      await model.close();
    }
  });
});

describe("what the transport refuses", () => {
  const modern = (name: string, method = "tools/call") => ({
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    "mcp-name": name,
  });

  it("other methods than POST", async () => {
    for (const method of ["GET", "DELETE", "PUT"]) {
      const answer = await composed.call(method, "/mcp", { key: access });
      expect([answer.status, answer.json.code]).toEqual([405, "method_not_allowed"]);
      expect(answer.headers.get("allow")).toContain("POST");
    }
  });

  it("a header that says something else than the body", async () => {
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const body = jsonRpc("tools/call", { name: "get_wallet", arguments: {}, _meta: meta });
    expect((await post(body, modern("get_wallet"))).status).toBe(200);
    const mismatch = await post(body, modern("create_project"));
    expect(mismatch.status).toBe(400);
    expect(mismatch.json.error).toMatchObject({ code: -32_020 });
  });

  it("a body over its bound, another media type, text that is not JSON, an unknown method", async () => {
    expect((await post(jsonRpc("ping", { x: "y".repeat(5_000_000) }))).status).toBe(413);
    expect((await post("a=b", { "content-type": "application/x-www-form-urlencoded" })).status).toBe(415);
    expect((await post("{", { "content-type": "application/json" })).status).toBe(400);
    const unknown = await post(jsonRpc("tools/destroy"), { "mcp-protocol-version": "2025-06-18" });
    expect(unknown.text).toContain("-32601");
    expect(unknown.text).not.toMatch(/at .*\.ts|node_modules/);
  });

  it("to believe a state that the client made up: the answer is the one without it", async () => {
    // A connection of its own, whose limits nothing else has used.
    const { access: own } = await connect(composed.call, browser);
    const ask = async (name: string, capabilities: object, args: object, more: object) => {
      const meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": capabilities,
      };
      const params = { name, arguments: args, _meta: meta, ...more };
      const answer = await post(jsonRpc("tools/call", params), modern(name), own);
      expect(answer.status).toBe(200);
      return resultOf(answer);
    };
    await ask("create_project", {}, projectBody(33), {});
    const calls = [
      ["get_wallet", {}, {}],
      // The person is asked again, whatever the state says they chose.
      ["create_project", { elicitation: { form: {} } }, projectBody(33)],
    ] as const;
    for (const [name, capabilities, args] of calls) {
      const plain = await ask(name, capabilities, args, {});
      expect(JSON.stringify(plain)).toMatch(/balance_credits|is on the same land/);
      for (const requestState of ["forged", '{"allow_duplicate":true}']) {
        expect(await ask(name, capabilities, args, { requestState })).toEqual(plain);
      }
    }
  });
});

async function createMcpProject(number: number): Promise<string> {
  const created = resultOf(await call("create_project", projectBody(number))).structuredContent;
  const projectId = String(created.project_id);
  for (;;) {
    const read = resultOf(await call("get_project", { project_id: projectId }));
    if (read.structuredContent.status !== "bootstrapping") return projectId;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function ledgerOf(projectId: string) {
  return composed.services.db.query<object>(sql`-- ledger_of_search
    select kind, surface, amount from ledger_entry where project_id = ${projectId} and operation = 'searchProject'`);
}

describe("a report through the official client", () => {
  it("is begun, followed to its end, and linked to", async () => {
    const client = await openClient("auto");
    const use = async (name: string, args: object) => {
      const result = await client.callTool({ name, arguments: { ...args } });
      expect(result.isError ?? false, JSON.stringify(result.content)).toBe(false);
      return result.structuredContent as Readonly<Record<string, unknown>>;
    };
    const project_id = await createReadyProject(composed, 61);
    const begun = await use("create_report", { project_id, report_type: "feasibility" });
    const again = await use("create_report", { project_id, report_type: "feasibility" });
    expect(again.run_id).toBe(begun.run_id);
    let run = await use("get_report", { run_id: begun.run_id });
    while (run.status === "queued" || run.status === "running") {
      await new Promise((go) => setTimeout(go, 500));
      run = await use("get_report", { run_id: begun.run_id });
    }
    expect(run.status, JSON.stringify(run)).toBe("succeeded");
    const { deliverable_ids: ids } = run.result as { deliverable_ids: string[] };
    const link = await use("get_file_link", { project_id, deliverable_id: ids[0] });
    expect(link.single_use).toBe(true);
    await client.close();
  }, 60_000);
});
