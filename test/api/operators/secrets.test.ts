import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePasswords } from "../../../api/access/sessions/passwords.service.ts";
import { makeSessions } from "../../../api/access/sessions/sessions.service.ts";
import { sql } from "../../../migrations/index.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import {
  approve,
  callTool,
  makePkce,
  openBrowser,
  postToken,
  redirectUri,
  registerClient,
} from "../../support/connector.ts";
import { type Engine, startEngine } from "../../support/engines/engine-server.ts";
import { type OtlpServer, startOtlpServer } from "../../support/engines/otlp-server.ts";
import { type TestAnswer, testBaseUrl } from "../../support/http.ts";
import { madeStatement } from "../../support/made-statement.ts";
import { createReadyProject, initiate, put, uploadFile } from "../knowledge/knowledge-app.ts";

const sample = join(import.meta.dirname, "../../../evals/samples/alder-falls-zoning-ordinance.html");

/** Every secret that went in or came out, by what it is. */
const secrets = new Map<string, string>([
  ["OpenAI key", "sk-planted-openai-key-0123456789"],
  ["Cohere key", "co-planted-cohere-key-0123456789"],
  ["Unstructured key", 'un-planted"unstructured\\key-0123456789'],
  ["operators' token", "planted-operators-token-0123456789"],
  ["password", "planted correct horse battery"],
  ["wrong password", "planted incorrect horse battery"],
  ["unknown API key", `gw_live_${"p".repeat(43)}_000000`],
  ["unknown connector token", `gw_at_${"q".repeat(43)}`],
  ["unknown link", "r".repeat(43)],
]);
const secretOf = (name: string) => secrets.get(name) ?? "";

/** A provider of the worst kind: it refuses every call and repeats the headers and the key it was called with. */
const startTattler = () =>
  startEngine(({ headers }) => {
    const message = `Incorrect API key provided: ${headers.authorization ?? headers["unstructured-api-key"]}`;
    return { status: 401, body: { message, detail: message, error: { message, code: "invalid_api_key" } } };
  });

let provider: Engine;
let collector: OtlpServer;
let app: ComposedService;
let metrics: string;
const log: string[] = [];
/** Bodies of refusals. */
const refusals: string[] = [];

const asked = async (answer: Promise<TestAnswer>, status: number): Promise<TestAnswer> => {
  const { status: got, text } = await answer;
  expect(got, text).toBe(status);
  if (got >= 400) refusals.push(text);
  return answer;
};

beforeAll(async () => {
  provider = await startTattler();
  collector = await startOtlpServer();
  app = await openComposedService(
    {
      OPENAI_API_KEY: secretOf("OpenAI key"),
      OPENAI_BASE_URL: `${provider.url}/v1`,
      CHAT_MODELS: "town-chat",
      COHERE_API_KEY: secretOf("Cohere key"),
      COHERE_BASE_URL: provider.url,
      UNSTRUCTURED_API_KEY: secretOf("Unstructured key"),
      UNSTRUCTURED_API_URL: provider.url,
      OPS_TOKEN: secretOf("operators' token"),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    },
    { onLogLine: (line) => void log.push(line) },
  );
  secrets.set("API key", app.organization.ownerKey);
  await useKeysAndLinks();
  await useProviders();
  await useSessions();
  await useConnector();
  metrics = (await asked(app.call("GET", "/metrics", { key: secretOf("operators' token") }), 200)).text;
  await asked(app.call("GET", "/metrics", { key: secretOf("API key") }), 401);
  await app.stop();
});
afterAll(async () => {
  await app?.close();
  await collector?.close();
  await provider?.close();
});

let projectId: string;

async function useKeysAndLinks(): Promise<void> {
  projectId = await createReadyProject(app, 1);
  const file = { filename: "ordinance.html", mimeType: "text/html", bytes: await readFile(sample) };
  const { link } = await initiate(app, projectId, file);
  secrets.set("upload link", link.split("/").at(-1) ?? "");
  await asked(put(app, link, file), 204);
  await asked(put(app, link, file), 410);
  await asked(put(app, `/v1/uploads/content/${secretOf("unknown link")}`, file), 404);
  await asked(app.call("GET", "/v1/wallet", { key: secretOf("unknown API key") }), 401);
  await asked(app.call("GET", `/v1/wallet?api_key=${secretOf("API key")}`), 400);
  await asked(app.call("GET", `/v1/projects/${secretOf("API key")}`, { key: secretOf("API key") }), 400);
}

async function useProviders(): Promise<void> {
  const key = secretOf("API key");
  const ordinance = { filename: "ordinance.html", mimeType: "text/html", bytes: await readFile(sample) };
  await uploadFile(app, projectId, { ...ordinance, category: "ordinance" });
  const pdf = Buffer.from("%PDF-1.7\nnothing of use follows\n%%EOF\n");
  await uploadFile(app, projectId, { filename: "scan.pdf", mimeType: "application/pdf", bytes: pdf });
  await asked(app.call("POST", `/v1/projects/${projectId}/search`, { key, body: { query: "fence height" } }), 200);
  const turn = await app.call("POST", `/v1/projects/${projectId}/messages`, { key, body: { question: "How tall?" } });
  refusals.push(turn.text);
  const summary = await app.call("POST", `/v1/projects/${projectId}/summaries`, { key, body: { focus: "fences" } });
  refusals.push(summary.text);
}

async function useSessions(): Promise<void> {
  const { db } = app.services;
  const passwords = makePasswords({ db, sessions: makeSessions(db, { baseUrl: testBaseUrl }) });
  await passwords.store(db, app.organization.ownerId, await passwords.hash(secretOf("password")));
  const signIn = (password: string) =>
    app.call("POST", "/account/sign-in", {
      headers: { "content-type": "application/x-www-form-urlencoded", origin: testBaseUrl },
      body: new URLSearchParams({ email: "owner@acme.example", password }).toString(),
    });
  refusals.push((await signIn(secretOf("wrong password"))).text);
  const signedIn = await asked(signIn(secretOf("password")), 303);
  const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  secrets.set("session cookie", cookie.split("=")[1] ?? "");
  await asked(app.call("GET", "/account", { headers: { cookie } }), 200);
  const owner = { orgId: app.organization.orgId, userId: app.organization.memberId };
  const link = await app.service.links.makePasswordLink(owner, { kind: "operator", id: null, surface: "operations" });
  secrets.set("account link", new URL(link.url).pathname.split("/").at(-1) ?? "");
  await asked(app.call("GET", new URL(link.url).pathname), 200);
  await asked(app.call("GET", `/account/link/${secretOf("unknown link")}`), 404);
}

async function useConnector(): Promise<void> {
  const { orgId: organizationId, ownerId: userId } = app.organization;
  const browser = await openBrowser(app.services, app.service.app, { userId, organizationId });
  secrets.set("second session cookie", browser.cookie.split("=")[1] ?? "");
  secrets.set("form token", browser.formToken);
  const clientId = await registerClient(app.call);
  const { verifier, challenge } = makePkce();
  secrets.set("code verifier", verifier);
  const code = (await approve(browser, clientId, challenge)).get("code") ?? "";
  secrets.set("authorization code", code);
  const exchange = () =>
    postToken(app.call, {
      grant_type: "authorization_code",
      client_id: clientId,
      redirect_uri: redirectUri,
      code,
      code_verifier: verifier,
    });
  const { json } = await asked(exchange(), 200);
  secrets.set("access token", String(json.access_token));
  secrets.set("refresh token", String(json.refresh_token));
  await asked(callTool(app.call, secretOf("access token"), "get_wallet"), 200);
  await asked(callTool(app.call, secretOf("unknown connector token"), "get_wallet"), 401);
  await asked(app.call("GET", "/v1/wallet", { key: secretOf("access token") }), 401);
  const refresh = () =>
    postToken(app.call, {
      grant_type: "refresh_token",
      client_id: clientId,
      refresh_token: secretOf("refresh token"),
    });
  const second = await asked(refresh(), 200);
  secrets.set("second access token", String(second.json.access_token));
  secrets.set("second refresh token", String(second.json.refresh_token));
  await asked(refresh(), 400);
  await asked(exchange(), 400);
}

/** Names the secrets that a text holds, as they are or as JSON writes them. */
function secretsIn(text: string): string[] {
  return [...secrets].flatMap(([name, secret]) => {
    const written = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
    return written.some((form) => text.includes(form)) ? name : [];
  });
}

describe("secrets that went through the service", () => {
  it("are all there to be looked for, and the providers did repeat their keys", () => {
    for (const [name, secret] of secrets) expect(secret.length, name).toBeGreaterThan(15);
    const paths = provider.calls.map((call) => call.path);
    expect(paths).toContain("/v1/chat/completions");
    expect(paths).toContain("/v2/rerank");
    expect(log.length).toBeGreaterThan(20);
    expect(refusals.length).toBeGreaterThan(10);
    expect(collector.spans().length).toBeGreaterThan(20);
  });

  it("do not stand in the log", () => {
    expect(secretsIn(log.join("\n"))).toEqual([]);
  });

  it("do not stand in the metrics", () => {
    expect(secretsIn(metrics)).toEqual([]);
  });

  it("do not stand in the traces", () => {
    expect(secretsIn(collector.calls.map((call) => call.body.toString("utf8")).join("\n"))).toEqual([]);
  });

  it("do not stand in the bodies of refusals", () => {
    expect(secretsIn(refusals.join("\n"))).toEqual([]);
  });

  it("do not stand in the audit log, nor in any other row of the store", async () => {
    const { db } = app.services;
    const tables = await db.query<{ name: string }>(sql`-- tables_of_the_store
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`);
    expect(tables.map(({ name }) => name)).toContain("audit_event");
    for (const { name } of tables) {
      const rows = await db.query<{ row: string }>(madeStatement(`select to_jsonb(t)::text as row from "${name}" t`));
      expect(secretsIn(rows.map(({ row }) => row).join("\n")), name).toEqual([]);
    }
  });
});
