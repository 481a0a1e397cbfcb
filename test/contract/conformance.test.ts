import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../evals/start-service.ts";
import { type ComposedService, openComposedService } from "../support/composed-service.ts";
import {
  makePkce,
  openBrowser,
  parkedRequest,
  postToken,
  registerClient,
  type TestBrowser,
} from "../support/connector.ts";
import { freeAddress, type ServedApp, serveApp } from "../support/served-app.ts";
import { conformanceTools } from "./conformance-tools.ts";

const baseline = join(import.meta.dirname, "conformance-baseline.yaml");

let composed: ComposedService;
let browser: TestBrowser;
let folder: string;
let baseUrl: string;
let connector: string;
/** The connector behind a door that adds the token: the suite cannot sign in. Nothing else is changed on the way. */
let openConnector: string;
let access: string;
const servers: ServedApp[] = [];

describe.skipIf(!conformanceTools.areInstalled())(
  "the official tools, which `npm run conformance` installs, judge the connector",
  () => {
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "groundwork-conformance-"));
      baseUrl = await freeAddress();
      connector = `${baseUrl}/mcp`;
      composed = await openComposedService({ PUBLIC_BASE_URL: baseUrl });
      const { ownerId: userId, orgId: organizationId } = composed.organization;
      browser = await openBrowser(composed.services, composed.service.app, { userId, organizationId });
      const { app } = composed.service;
      const door = await serveApp(app, { token: () => access });
      servers.push(await serveApp(app, { baseUrl }), door);
      openConnector = `${door.baseUrl}/mcp`;
      access = await connectClient();
    });
    afterAll(async () => {
      for (const server of servers) await server.close();
      await composed?.close();
      await rm(folder, { recursive: true, force: true });
    });

    it.each(["2025-11-25", "2026-07-28"])(
      "against all that revision %s requires of a server, where only the listed scenarios may fail",
      async (revision) => {
        const args = ["server", "--url", openConnector, "--requirements", revision];
        const run = await runTool(conformanceTools.conformance, [
          ...args,
          ...["--expected-failures", baseline, "--output-dir", join(folder, revision)],
        ]);
        expect(run.code, run.stdout.slice(run.stdout.indexOf("=== SUMMARY"))).toBe(0);
        expect(run.stdout).toContain("✓ tools-list");
        expect(run.stdout).toContain("✓ dns-rebinding-protection");
      },
    );

    it("as an authorization server that grants a code to a public client", async () => {
      const port = await freePort();
      const redirectUri = `http://127.0.0.1:${port}/callback`;
      const clientId = await registerClient(composed.call, { redirect_uris: [redirectUri] });
      const args = [
        "authorization",
        "--url",
        baseUrl,
        "--client-id",
        clientId,
        "--resource",
        connector,
        "-p",
        `${port}`,
      ];
      const tool = spawn(process.execPath, [conformanceTools.conformance, ...args], {
        cwd: folder,
        stdio: ["ignore", "pipe", "inherit"],
      });
      const lines: string[] = [];
      for await (const line of createInterface({ input: tool.stdout })) {
        lines.push(line);
        // The suite asks for a person at a browser; this is that person.
        if (line.startsWith(`${baseUrl}/oauth/authorize?`)) await fetch(await approveAt(line));
      }
      if (tool.exitCode === null) await once(tool, "exit");
      const passed = lines.flatMap((line) => /^✓ (\S+): /.exec(line)?.[1] ?? []);
      expect(passed).toEqual(["authorization-server-metadata-endpoint", "authorization-code-grant"]);
      expect(tool.exitCode).toBe(0);
    });

    describe.each(["legacy", "modern"])("through the inspector (%s era)", (era) => {
      it("lists the tools, whose schemas its strict check finds no error in", async () => {
        const { code, stdout } = await inspect(era, access, ["--method", "tools/list", "--strict"]);
        expect(code).toBe(0);
        const { tools } = JSON.parse(stdout) as { tools: { name: string }[] };
        expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["create_project", "search_knowledge"]));
      });

      it("calls a tool with the token of a connection", async () => {
        const { code, stdout } = await inspect(era, access, ["--method", "tools/call", "--tool-name", "get_wallet"]);
        expect(code).toBe(0);
        expect(JSON.parse(stdout)).toMatchObject({
          structuredContent: { organization_id: composed.organization.orgId, credential: { type: "connection" } },
        });
      });

      it("is sent away with a token that is not known", async () => {
        const { code } = await inspect(era, "gw_at_unknown", ["--method", "tools/list", "--stored-auth-only"]);
        expect(code).not.toBe(0);
      });
    });
  },
);

/** Connects a client of the test's own and gives its access token. */
async function connectClient(): Promise<string> {
  const redirectUri = "https://client.example/callback";
  const clientId = await registerClient(composed.call, { redirect_uris: [redirectUri] });
  const { verifier, challenge } = makePkce();
  const address = new URL(`${baseUrl}/oauth/authorize`);
  address.search = new URLSearchParams({
    ...{ response_type: "code", client_id: clientId, redirect_uri: redirectUri, resource: connector },
    ...{ code_challenge: challenge, code_challenge_method: "S256" },
  }).toString();
  const code = (await approveAt(address.href)).searchParams.get("code") ?? "";
  const fields = { client_id: clientId, redirect_uri: redirectUri, code, code_verifier: verifier };
  const answer = await postToken(composed.call, { grant_type: "authorization_code", ...fields });
  return String(answer.json.access_token);
}

/** Does what a person does: opens the address, approves, and is sent back to the client. */
async function approveAt(address: string): Promise<URL> {
  const { pathname, search } = new URL(address);
  const page = await browser.get(`${pathname}${search}`);
  const form = { request: parkedRequest(page), decision: "approve" };
  const answer = await browser.post("/oauth/consent", form, { origin: baseUrl });
  return new URL(answer.headers.get("location") ?? "");
}

interface ToolRun {
  readonly code: number;
  readonly stdout: string;
}

/** Runs one of the tools to its end, in a folder and a home of its own. */
function runTool(program: string, args: readonly string[]): Promise<ToolRun> {
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const options = { cwd: folder, env: { ...process.env, HOME: folder, PATH: path }, maxBuffer: 16 * 1_048_576 };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, ...args], options, (error, stdout) => {
      if (error && typeof error.code !== "number") reject(error);
      else resolve({ code: Number(error?.code ?? 0), stdout });
    });
  });
}

/** Asks the connector one thing with the inspector's command line. */
function inspect(era: string, token: string, question: readonly string[]): Promise<ToolRun> {
  const transport = ["--transport", "http", "--protocol-era", era, "--header", `Authorization: Bearer ${token}`];
  return runTool(conformanceTools.inspector, ["--cli", connector, ...transport, ...question]);
}
