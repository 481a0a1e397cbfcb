import { setDefaultCACertificates } from "node:tls";
import {
  Client,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  approve,
  authorizePath,
  fetchInto,
  makePkce,
  parkedRequest,
  postToken,
  redirectUri,
} from "../../support/connector.ts";
import { type CountingSite, startCountingSite } from "../../support/counting-site.ts";
import { testBaseUrl } from "../../support/http.ts";
import { makeSelfSigned } from "../../support/self-signed.ts";
import { type OAuthApp, openOAuthApp } from "./oauth-app.ts";

/** The host of an app that describes itself, and another one that nobody may reach. */
let site: CountingSite;
let hidden: CountingSite;
let app: OAuthApp;
let documents: Map<string, object>;
const { verifier, challenge } = makePkce();

beforeAll(async () => {
  const tls = makeSelfSigned(["localhost"]);
  setDefaultCACertificates([tls.cert]);
  site = await startCountingSite(
    ({ url = "" }, response) => {
      if (url === "/moved.json") return response.writeHead(302, { location: "/app.json" }).end();
      const document = documents.get(url);
      response.writeHead(document ? 200 : 404, { "content-type": "application/json" });
      return response.end(JSON.stringify(document));
    },
    { tls },
  );
  hidden = await startCountingSite((_, response) => response.end("{}"), { tls });
  app = await openOAuthApp({ FETCH_ALLOW_ORIGINS: site.origin });
});
afterAll(async () => {
  await app.close();
  await site.close();
  await hidden.close();
});

let names = 0;
let clientId: string;
beforeEach(() => {
  // Documents are remembered, so every test has one of its own.
  const path = `/app-${names++}.json`;
  clientId = `${site.origin}${path}`;
  documents = new Map([[path, { client_id: clientId, client_name: "Planner", redirect_uris: [redirectUri] }]]);
});

describe("an app that is known by its address", () => {
  it("is announced as possible", async () => {
    const { json } = await app.call("GET", "/.well-known/oauth-authorization-server");
    expect(json.client_id_metadata_document_supported).toBe(true);
  });

  it("is shown with its host, is let in, and gets tokens that can be refreshed", async () => {
    const page = await app.browser.get(authorizePath(clientId, challenge));
    expect(page.status).toBe(200);
    expect(page.text).toContain("Planner");
    expect(page.text).toContain(`<code>${new URL(site.origin).host}</code>`);
    const code = (await approve(app.browser, clientId, challenge)).get("code") ?? "";
    const grant = { grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: verifier };
    const { status, json } = await postToken(app.call, { client_id: clientId, ...grant });
    expect(status).toBe(200);
    const again = { grant_type: "refresh_token", refresh_token: String(json.refresh_token) };
    expect((await postToken(app.call, { client_id: `${clientId}?`, ...again })).json.error).toBe("invalid_grant");
    expect((await postToken(app.call, { client_id: clientId, ...again })).status).toBe(200);
    expect(site.requests.filter((line) => clientId.endsWith(line.replace("GET ", "")))).toHaveLength(1);
  });

  it("is what the official connector client is, when it has an address", async () => {
    const kept: { client?: StoredOAuthClientInformation; tokens?: StoredOAuthTokens; verifier?: string; sent?: URL } =
      {};
    const keep = (news: typeof kept) => void Object.assign(kept, news);
    const authProvider: OAuthClientProvider = {
      redirectUrl: redirectUri,
      clientMetadataUrl: clientId,
      clientMetadata: { client_name: "Planner", redirect_uris: [redirectUri] },
      clientInformation: () => kept.client,
      saveClientInformation: (client) => keep({ client }),
      tokens: () => kept.tokens,
      saveTokens: (tokens) => keep({ tokens }),
      redirectToAuthorization: (sent) => keep({ sent }),
      saveCodeVerifier: (made) => keep({ verifier: made }),
      codeVerifier: () => kept.verifier ?? "",
    };
    const resource = new URL(`${testBaseUrl}/mcp`);
    const open = () => new StreamableHTTPClientTransport(resource, { fetch: fetchInto(app.service.app), authProvider });
    const first = open();
    await expect(new Client({ name: "test", version: "1" }).connect(first)).rejects.toThrow(UnauthorizedError);
    expect(kept.sent?.searchParams.get("client_id")).toBe(clientId);
    const request = parkedRequest(await app.browser.get(`${kept.sent?.pathname}${kept.sent?.search}`));
    const answer = await app.browser.post("/oauth/consent", { request, decision: "approve" });
    await first.finishAuth(new URL(answer.headers.get("location") ?? "").searchParams);
    const client = new Client({ name: "test", version: "1" });
    await client.connect(open());
    const wallet = await client.callTool({ name: "get_wallet", arguments: {} });
    expect(wallet.structuredContent).toMatchObject({ organization_id: app.organization.orgId });
    await client.close();
  });

  it("is fetched for nobody who has not signed in: they sign in first and come back", async () => {
    const path = authorizePath(clientId, challenge);
    const before = site.connections();
    const { status, headers } = await app.call("GET", path);
    expect([status, site.connections()]).toEqual([303, before]);
    expect(headers.get("location")).toBe(`/account/sign-in?return_to=${encodeURIComponent(path)}`);
  });

  it("gets no answer at an address that its document does not name", async () => {
    const answer = await app.browser.get(authorizePath(clientId, challenge, { redirect_uri: "https://evil.example/" }));
    expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
  });

  it("is not believed when its document is another one's, is missing, or is elsewhere", async () => {
    documents.set("/other.json", { client_id: clientId, redirect_uris: [redirectUri] });
    documents.set("/app.json", { client_id: `${site.origin}/moved.json`, redirect_uris: [redirectUri] });
    for (const path of ["/other.json", "/missing.json", "/moved.json"]) {
      const answer = await app.browser.get(authorizePath(`${site.origin}${path}`, challenge));
      expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
      expect(answer.text).toContain("cannot be used");
    }
    expect(site.requests).not.toContain("GET /app.json");
  });

  it("is not believed when its document is larger than 5 KB", async () => {
    const path = new URL(clientId).pathname;
    documents.set(path, { ...documents.get(path), padding: "x".repeat(5_120) });
    expect((await app.browser.get(authorizePath(clientId, challenge))).status).toBe(400);
  });

  it("is not looked for where nobody may look: other ports, this machine, the service itself", async () => {
    for (const address of [
      `${hidden.origin}/app.json`,
      `https://127.0.0.1:${hidden.port}/app.json`,
      `https://[::ffff:7f00:1]:${hidden.port}/app.json`,
      "https://127.0.0.1/app.json",
      "https://169.254.169.254/latest/meta-data",
      "https://localhost/v1/projects",
    ]) {
      const answer = await app.browser.get(authorizePath(address, challenge));
      expect([answer.status, answer.headers.get("location")], address).toEqual([400, null]);
    }
    expect(hidden.connections()).toBe(0);
  });
});

describe("with limits", () => {
  it("one person makes the service look at ten addresses a minute, and no more", async () => {
    const limited = await openOAuthApp({ FETCH_ALLOW_ORIGINS: site.origin, RATE_LIMITS: "on" });
    const ask = () => limited.browser.get(authorizePath(`${site.origin}/missing.json`, challenge));
    const before = site.connections();
    for (let n = 0; n < 10; n += 1) expect((await ask()).status).toBe(400);
    expect([(await ask()).status, site.connections() - before]).toEqual([429, 10]);
    await limited.close();
  });
});
