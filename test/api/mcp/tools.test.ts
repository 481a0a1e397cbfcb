import { describe, expect, it } from "vitest";
import { declaredTools, operationsWithoutTool } from "../../../api/boot/declared-tools.ts";
import type { Principal } from "../../../api/http/principal.ts";
import { noLimits, type RateLimiter } from "../../../api/http/rate-limit.ts";
import { allScopes } from "../../../api/http/scopes.ts";
import { instructions } from "../../../api/mcp/instructions.ts";
import { makeAgentTools } from "../../../api/tools/agent-tools.ts";
import type { ToolDeclaration } from "../../../api/tools/tool.ts";
import { declaredOperations, unreachableService } from "../../support/declared-operations.ts";
import { anyScope } from "../../support/passages.ts";

const operations = declaredOperations();

describe("the tools of the connector", () => {
  const served = declaredTools.flatMap((tool) => tool.serves);
  const leftOut = operationsWithoutTool.map(({ operationId }) => operationId);

  it("serve every operation of the REST interface that is not left out for a reason", () => {
    const known = operations.map((operation) => operation.operationId);
    expect([...new Set([...served, ...leftOut])].sort()).toEqual([...known].sort());
    for (const { reason } of operationsWithoutTool) expect(reason.length).toBeGreaterThan(20);
  });

  it("do not both serve and leave out an operation", () => {
    expect(served.filter((id) => leftOut.includes(id))).toEqual([]);
  });

  it.each(declaredTools)("$name is described briefly and says what it costs", ({ name, description, serves }) => {
    expect(name).toMatch(/^[a-z]+(_[a-z]+)+$/);
    expect(description.length).toBeLessThan(600);
    const own = operations.filter((operation) => serves.includes(operation.operationId));
    if (own.every((operation) => operation.cost === "free")) expect(description).toMatch(/\bfree\b/i);
    else expect(description).toMatch(/\b(cost|costs|metered|credits)\b/i);
  });

  it.each(declaredTools)("$name changes something exactly when it does not say it only reads", (tool) => {
    const own = operations.filter((operation) => tool.serves.includes(operation.operationId));
    if (tool.isReadOnly) expect(own.every(({ method }) => method === "GET" || method === "POST")).toBe(true);
    else expect(own.some(({ method }) => method !== "GET")).toBe(true);
  });

  it("mark as quoted whatever was read from documents, titles too", () => {
    const quoting = declaredTools.filter((tool) => tool.quotesSources).flatMap((tool) => tool.serves);
    const naming = operations.filter((operation) => {
      const answers = JSON.stringify(Object.values(operation.responses).map(({ schema }) => schema));
      return /"(source_document|knowledge_base|document_id|quote)":|"prep_summary":/.test(answers);
    });
    expect(naming.length).toBeGreaterThan(5);
    for (const { operationId } of naming) expect(quoting).toContain(operationId);
  });

  it("come with instructions of at most 1,000 characters", () => {
    expect(instructions.length).toBeLessThanOrEqual(1_000);
  });
});

describe("the tools that the agent may call", () => {
  const make = (tools: readonly ToolDeclaration[], limiter: RateLimiter = noLimits) =>
    makeAgentTools({
      limiter,
      readPassages: async () => [],
      operations,
      tools,
      baseUrl: "http://localhost",
      idempotency: unreachableService("idempotency"),
      logger: { error: () => {} },
    });
  const offered = declaredTools.filter(({ audience }) => audience !== "connector");
  const declared = (name: string): ToolDeclaration => {
    const tool = declaredTools.find((candidate) => candidate.name === name);
    if (!tool) throw new Error(`no tool ${name}`);
    return { ...tool, audience: "both" };
  };

  it("are made from the declarations of the service", () => {
    expect(offered.length).toBeGreaterThan(0);
    expect(() => make(declaredTools)).not.toThrow();
  });

  it.each(offered)("$name is described for a turn: nothing of prices, polling or other tools' clients", (tool) => {
    expect(tool.agentDescription).toBeDefined();
    expect(tool.agentDescription).not.toMatch(/\b(free|credits?|poll|project_id)\b/i);
  });

  it("are refused at start when they spend credits, whatever else they say", () => {
    const spending = { ...declared("search_knowledge"), agentMayWrite: "a clause" };
    expect(() => make([spending])).toThrow(/search_knowledge.*spends credits/);
  });

  it.each(["delete_project", "get_file_link", "update_project_goal"])(
    "do not include %s, which writes, unless a clause of the contract is named",
    (name) => {
      expect(() => make([declared(name)])).toThrow(new RegExp(`${name}.*agentMayWrite`));
      expect(() => make([{ ...declared(name), agentMayWrite: "a clause" }])).not.toThrow();
    },
  );

  it("take the rate limit of the route for each file they make, and none for what they read", async () => {
    const taken: string[] = [];
    const full: RateLimiter = {
      async take(key, limit) {
        taken.push(key);
        return { isAdmitted: false, limit, remaining: 0, resetMs: 30_000 };
      },
    };
    const principal: Principal = {
      ...{ kind: "api_key", credentialId: "key_1", orgId: "org_1", userId: "usr_1", role: "owner", surface: "api" },
      ...{ seesAllProjects: true, scopes: new Set(allScopes), dailyCap: null, monthlyCap: null },
    };
    const tools = make(declaredTools, full)({ turnId: "turn_1", principal, projectId: "prj_1" });
    const call = (name: string, input: Record<string, unknown>) =>
      tools.find((tool) => tool.name === name)?.run(input, { signal: new AbortController().signal, scope: anyScope });
    expect(await call("render_map", { kind: "site_map" })).toMatchObject({ isRefused: true, summary: "rate_limited" });
    expect(await call("export_gis", { format: "dxf" })).toMatchObject({ isRefused: true, summary: "rate_limited" });
    expect(taken).toEqual(["key_1:createMap", "key_1:createGisExport"]);
    await expect(call("get_project", {})).rejects.toThrow();
    expect(taken).toHaveLength(2);
  });

  it("are refused at start when two have one name, or one serves no operation", () => {
    expect(() => make([declared("get_project"), declared("get_project")])).toThrow(/same name/);
    expect(() => make([{ ...declared("get_project"), serves: ["absent"] }])).toThrow(/not an operation/);
  });
});
