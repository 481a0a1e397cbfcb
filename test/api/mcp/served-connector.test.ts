import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Server } from "srvx";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listen } from "../../../api/boot/listen.ts";
import { freePort } from "../../../evals/start-service.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { connect, openBrowser } from "../../support/connector.ts";

let composed: ComposedService;
let server: Server;
let port: number;
let access: string;

beforeAll(async () => {
  composed = await openComposedService();
  const { ownerId: userId, orgId: organizationId } = composed.organization;
  const { app } = composed.service;
  const browser = await openBrowser(composed.services, app, { userId, organizationId });
  ({ access } = await connect(composed.call, browser));
  port = await freePort();
  server = await listen(app, { host: "localhost", port });
});
afterAll(async () => {
  await server?.close(true);
  await composed.close();
});

describe("the connector as the server listens", () => {
  it.each(["auto", "legacy"] as const)("answers the official client over a socket (%s)", async (mode) => {
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    const requestInit = { headers: { authorization: `Bearer ${access}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`http://localhost:${port}/mcp`), { requestInit }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("read_document");
    const wallet = await client.callTool({ name: "get_wallet", arguments: {} });
    expect(wallet.structuredContent).toMatchObject({ organization_id: composed.organization.orgId });
    await client.close();
  });
});
