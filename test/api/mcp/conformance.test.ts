import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { connect, openBrowser } from "../../support/connector.ts";
import { type ServedApp, serveApp } from "../../support/served-app.ts";

/** The scenarios of the official tool that need no tools, resources or prompts of its own making. */
const scenarios = ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"];
const tool = join(import.meta.dirname, "../../../node_modules/@modelcontextprotocol/conformance/dist/index.js");

let composed: ComposedService;
let served: ServedApp;

beforeAll(async () => {
  composed = await openComposedService();
  const { ownerId: userId, orgId: organizationId } = composed.organization;
  const { app } = composed.service;
  const browser = await openBrowser(composed.services, app, { userId, organizationId });
  const { access } = await connect(composed.call, browser);
  // The tool cannot sign in, so its requests get their token on the way; everything else reaches the service as sent.
  served = await serveApp(app, { token: () => access });
});
afterAll(async () => {
  await served?.close();
  await composed.close();
});

describe("the official conformance tool", () => {
  it.each(scenarios)("passes %s", async (scenario) => {
    const args = [tool, "server", "--url", `${served.baseUrl}/mcp`, "--scenario", scenario];
    const run = await promisify(execFile)(process.execPath, args).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        stdout: `${error.stdout}${error.stderr}`,
      }),
    );
    expect(run.stdout).toMatch(/Passed: [1-9]\d*\/[1-9]\d*, 0 failed/);
    expect(run.code).toBe(0);
  });
});
