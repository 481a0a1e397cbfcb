import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { callTool, connect, fetchInto, openBrowser, type TestBrowser } from "../../support/connector.ts";
import { testBaseUrl } from "../../support/http.ts";

let composed: ComposedService;
let browser: TestBrowser;

beforeAll(async () => {
  composed = await openComposedService();
  const { ownerId: userId, orgId: organizationId } = composed.organization;
  browser = await openBrowser(composed.services, composed.service.app, { userId, organizationId });
});
afterAll(() => composed.close());

describe("the connector", () => {
  it.each(["auto", "legacy"] as const)("serves the official client (%s)", async (mode) => {
    const { access } = await connect(composed.call, browser);
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    const transport = new StreamableHTTPClientTransport(new URL(`${testBaseUrl}/mcp`), {
      fetch: fetchInto(composed.service.app),
      authProvider: { token: async () => access },
    });
    await client.connect(transport);
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toContain("search_knowledge");
    const wallet = await client.callTool({ name: "get_wallet", arguments: {} });
    expect(wallet.structuredContent).toMatchObject({ balance_credits: 10_000, credential: { type: "connection" } });
    await client.close();
  });

  it("says what a tool call was refused for", async () => {
    const { access } = await connect(composed.call, browser);
    const answer = await callTool(composed.call, access, "get_project", { project_id: "prj_unknown" });
    expect(answer.text).toContain("not_found: ");
    expect(answer.status).toBe(200);
  });
});
