import { createHash, randomBytes } from "node:crypto";
import { makeSessions } from "../../api/access/sessions/sessions.service.ts";
import type { HttpApp } from "../../api/http/app.ts";
import { type Call, callerOf, type TestAnswer, type TestServices, testBaseUrl } from "./http.ts";

/** Where the client of a test wants its answers. */
export const redirectUri = "https://client.example/callback";

/** What a test signs a person in with, and the way to send forms as that browser. */
export interface TestBrowser {
  readonly sessionId: string;
  readonly cookie: string;
  readonly formToken: string;
  get(path: string): Promise<TestAnswer>;
  post(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<TestAnswer>;
}

/** Signs a person in with a browser of their own. */
export async function openBrowser(
  services: Pick<TestServices, "db">,
  app: HttpApp,
  person: { userId: string; organizationId: string },
): Promise<TestBrowser> {
  const sessions = makeSessions(services.db, { baseUrl: testBaseUrl });
  const { sessionId, setCookie } = await sessions.start(services.db, person);
  const cookie = setCookie.split(";")[0] ?? "";
  const session = await sessions.find(new Request(testBaseUrl, { headers: { cookie } }));
  if (!session) throw new Error("the session did not begin");
  const call = callerOf(app);
  return {
    sessionId,
    cookie,
    formToken: session.csrfToken,
    get: (path) => call("GET", path, { headers: { cookie } }),
    post: (path, fields, headers = {}) =>
      call("POST", path, {
        headers: { cookie, origin: testBaseUrl, ...formHeaders, ...headers },
        body: new URLSearchParams({ form_token: session.csrfToken, ...fields }).toString(),
      }),
  };
}

const formHeaders = { "content-type": "application/x-www-form-urlencoded" };

/** Registers a client and gives its id. */
export async function registerClient(call: Call, metadata: object = {}): Promise<string> {
  const body = { client_name: "Test client", redirect_uris: [redirectUri], ...metadata };
  const answer = await call("POST", "/oauth/register", { body });
  if (answer.status !== 201) throw new Error(answer.text);
  return String(answer.json.client_id);
}

/** A verifier and its challenge. */
export function makePkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

/** Writes the address a client sends the browser to; a null leaves a parameter out. */
export function authorizePath(
  clientId: string,
  challenge: string,
  more: Readonly<Record<string, string | null>> = {},
): string {
  const parameters: Record<string, string | null> = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: "S256",
    state: "state-1",
    resource: `${testBaseUrl}/mcp`,
    ...more,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== null) query.append(name, value);
  return `/oauth/authorize?${query}`;
}

/** Reads the parked request out of a consent page. */
export function parkedRequest(page: TestAnswer): string {
  const value = /name="request" value="([^"]+)"/.exec(page.text)?.[1];
  if (value === undefined) throw new Error(`no consent page: ${page.status} ${page.text.slice(0, 300)}`);
  return value;
}

/** Asks, approves and gives the parameters that the client is sent. */
export async function approve(
  browser: TestBrowser,
  clientId: string,
  challenge: string,
  options: { caps?: Readonly<Record<string, string>>; more?: Readonly<Record<string, string | null>> } = {},
): Promise<URLSearchParams> {
  const page = await browser.get(authorizePath(clientId, challenge, options.more));
  const request = parkedRequest(page);
  const answer = await browser.post("/oauth/consent", { request, decision: "approve", ...options.caps });
  if (answer.status !== 303) throw new Error(`${answer.status} ${answer.text}`);
  return new URL(answer.headers.get("location") ?? "").searchParams;
}

/** Sends a form to the token endpoint. */
export function postToken(call: Call, fields: Readonly<Record<string, string>>): Promise<TestAnswer> {
  const body = new URLSearchParams(fields).toString();
  return call("POST", "/oauth/token", { headers: formHeaders, body });
}

/** Tokens of a connection, with the client they belong to. */
export interface TestTokens {
  readonly clientId: string;
  readonly access: string;
  readonly refresh: string;
}

/** Connects a client for a person, from registration to tokens. */
export async function connect(
  call: Call,
  browser: TestBrowser,
  caps: Readonly<Record<string, string>> = {},
): Promise<TestTokens> {
  const clientId = await registerClient(call);
  const { verifier, challenge } = makePkce();
  const code = (await approve(browser, clientId, challenge, { caps })).get("code") ?? "";
  const answer = await postToken(call, {
    grant_type: "authorization_code",
    client_id: clientId,
    redirect_uri: redirectUri,
    code,
    code_verifier: verifier,
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return { clientId, access: String(answer.json.access_token), refresh: String(answer.json.refresh_token) };
}

/** Calls a tool the way a client of the 2025 era does, without its library. */
export async function callTool(call: Call, accessToken: string, name: string, args: object = {}): Promise<TestAnswer> {
  return call("POST", "/mcp", {
    key: accessToken,
    headers: { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" },
    body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } },
  });
}

/** Gives a fetch that goes straight into an application. */
export function fetchInto(app: HttpApp): typeof fetch {
  return (input, init) => app.fetch(new Request(input, init), { address: "203.0.113.7" });
}
