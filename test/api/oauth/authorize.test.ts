import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../migrations/index.ts";
import {
  approve,
  authorizePath,
  makePkce,
  parkedRequest,
  redirectUri,
  registerClient,
} from "../../support/connector.ts";
import { testBaseUrl } from "../../support/http.ts";
import { type OAuthApp, openOAuthApp } from "./oauth-app.ts";

let app: OAuthApp;
let clientId: string;
const { challenge } = makePkce();

beforeAll(async () => {
  app = await openOAuthApp();
  clientId = await registerClient(app.call);
});
afterAll(() => app.close());

const ask = (more: Readonly<Record<string, string | null>> = {}) =>
  app.browser.get(authorizePath(clientId, challenge, more));
const answered = (location: string | null) => new URL(location ?? "").searchParams;

describe("discovery", () => {
  it("names the authorization server of the connector, to any page on the web", async () => {
    for (const path of ["/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-protected-resource"]) {
      const { status, json, headers } = await app.call("GET", path);
      expect(status).toBe(200);
      expect(json).toMatchObject({ resource: `${testBaseUrl}/mcp`, authorization_servers: [testBaseUrl] });
      expect(headers.get("access-control-allow-origin")).toBe("*");
    }
  });

  it("describes the authorization server from the configuration, whatever the Host header says", async () => {
    const { json } = await app.call("GET", "/.well-known/oauth-authorization-server", {
      headers: { host: "evil.example" },
    });
    expect(json).toMatchObject({
      issuer: testBaseUrl,
      authorization_endpoint: `${testBaseUrl}/oauth/authorize`,
      token_endpoint: `${testBaseUrl}/oauth/token`,
      registration_endpoint: `${testBaseUrl}/oauth/register`,
      revocation_endpoint: `${testBaseUrl}/oauth/revoke`,
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
    });
  });

  it("answers the question a browser asks before a call from another origin", async () => {
    const { status, headers } = await app.call("OPTIONS", "/oauth/token", {
      headers: { origin: "https://app.example" },
    });
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-headers")).toContain("content-type");
  });
});

describe("an authorization request that cannot be trusted is never redirected", () => {
  const wrongUris = [
    "https://evil.example/callback",
    "https://client.example.evil.example/callback",
    "https://client.example/callback/more",
    "https://client.example//callback",
    "https://client.example@evil.example/callback",
    "https://client.example\\@evil.example/callback",
    "https://client.example/callback%2f",
    "https://client.example/callback?added=1",
    "https://client.example/callback#fragment",
    "https://client.example./callback",
    "https://CLIENT.example/callback",
    "https://client.example/Callback",
    "http://client.example/callback",
    "javascript:alert(1)",
    "data:text/html,x",
    "",
  ];
  it.each(wrongUris)("with the redirect URI %j", async (uri) => {
    const answer = await ask({ redirect_uri: uri, response_type: "token" });
    expect(answer.status).toBe(400);
    expect(answer.headers.get("location")).toBeNull();
    expect(answer.headers.get("content-type")).toContain("text/html");
  });

  it("with an unknown client, no client, no redirect URI, or either of them twice", async () => {
    const twice = `${authorizePath(clientId, challenge)}&redirect_uri=https://evil.example/`;
    const paths = [
      authorizePath("cli_unknown", challenge),
      authorizePath(clientId, challenge, { client_id: null }),
      authorizePath(clientId, challenge, { redirect_uri: null }),
      twice,
      `${authorizePath(clientId, challenge)}&client_id=${clientId}`,
    ];
    for (const path of paths) {
      const answer = await app.call("GET", path);
      expect(answer.status, path).toBe(400);
      expect(answer.headers.get("location")).toBeNull();
    }
  });

  it("but a loopback client may come back on another port, and only that", async () => {
    const native = await registerClient(app.call, {
      redirect_uris: ["http://127.0.0.1:1234/done", "http://[::1]/done"],
    });
    const status = async (uri: string) =>
      (await app.browser.get(authorizePath(native, challenge, { redirect_uri: uri }))).status;
    expect(await status("http://127.0.0.1:5678/done")).toBe(200);
    expect(await status("http://[::1]:9/done")).toBe(200);
    expect(await status("http://127.0.0.1:5678/other")).toBe(400);
    expect(await status("http://localhost:1234/done")).toBe(400);
    expect(await status("https://127.0.0.1:1234/done")).toBe(400);
  });
});

/** The address that a page of refusal links to. */
const reportIn = (page: string) =>
  new URL(/href="(https?:\/\/[^"]+)"/.exec(page)?.[1]?.replaceAll(/&(?:amp|#38);/g, "&") ?? "");

describe("an authorization request that is wrong otherwise is shown to the person, who may report it to the app", () => {
  const { verifier } = makePkce();
  const cases: [string, Record<string, string | null>, string][] = [
    ["without a response type", { response_type: null }, "invalid_request"],
    ["with another response type", { response_type: "token" }, "unsupported_response_type"],
    ["without a challenge", { code_challenge: null }, "invalid_request"],
    ["without a challenge method", { code_challenge_method: null }, "invalid_request"],
    ["with the method plain", { code_challenge_method: "plain", code_challenge: verifier }, "invalid_request"],
    ["with a short challenge", { code_challenge: "abc" }, "invalid_request"],
    ["with a padded challenge", { code_challenge: `${challenge.slice(0, 42)}=` }, "invalid_request"],
    ["for another resource", { resource: "https://other.example/mcp" }, "invalid_target"],
    ["with a state of 3,000 characters", { state: "s".repeat(3_000) }, "invalid_request"],
  ];
  it.each(cases)("%s", async (_, more, error) => {
    const answer = await ask(more);
    expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
    const report = reportIn(answer.text);
    expect(report.href.startsWith(`${redirectUri}?`)).toBe(true);
    const told = report.searchParams;
    expect(told.get("error")).toBe(error);
    expect(told.get("iss")).toBe(testBaseUrl);
    expect(told.get("state")).toBe("state" in more ? null : "state-1");
  });

  it("with a parameter twice", async () => {
    const answer = await app.browser.get(`${authorizePath(clientId, challenge)}&response_type=code`);
    expect(reportIn(answer.text).searchParams.get("error")).toBe("invalid_request");
  });

  it("with a NUL character", async () => {
    const answer = await app.browser.get(`${authorizePath(clientId, challenge)}&scope=a%00b`);
    expect([answer.status, answer.json.code]).toEqual([422, "validation_failed"]);
    expect(answer.json.errors).toMatchObject([{ field: "scope" }]);
  });

  it("leads somebody who is not signed in to the sign-in page, never to the app", async () => {
    const answer = await app.call("GET", authorizePath(clientId, challenge, { response_type: "token" }));
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toMatch(/^\/account\/sign-in\?/);
  });
});

describe("the consent page", () => {
  it("asks who is not signed in to sign in first, and comes back", async () => {
    const path = authorizePath(clientId, challenge);
    const answer = await app.call("GET", path);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(`/account/sign-in?return_to=${encodeURIComponent(path)}`);
  });

  it("shows who asks, where the answer goes, every scope in words, and caps to choose", async () => {
    const { text } = await ask();
    for (const part of ["Test client", "client.example", "owner@acme.example", "Acme", "Read the credit balance"]) {
      expect(text).toContain(part);
    }
    expect(text.match(/<li>/g)).toHaveLength(10);
    expect(text).toContain('name="daily_cap"');
    expect(text).toContain('name="monthly_cap"');
    expect(text).not.toContain("program on this computer");
  });

  it("warns when any program on the computer could receive the answer", async () => {
    const native = await registerClient(app.call, { redirect_uris: ["http://localhost/done"] });
    const page = await app.browser.get(
      authorizePath(native, challenge, { redirect_uri: "http://localhost:8123/done" }),
    );
    expect(page.text).toContain("a program on this computer");
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self' http://localhost:8123;");
  });

  it("cannot be framed, runs no script, and lets its form lead to the client and nowhere else", async () => {
    const { headers, text } = await ask();
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' https://client.example;");
    expect(policy).not.toContain("unsafe");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(text).not.toContain("<script");
  });

  it.each([
    ["markup", '<img src=x onerror=alert(1)>"><script>alert(1)</script>'],
    ["direction marks", "Harmless\u202eppA\u2066 \u200bname"],
    ["10 KB", "n".repeat(10_240)],
    ["emoji", "Site 🏗️ planner"],
    ["NUL", "a\\u0000b"],
  ])("renders a client name with %s inert", async (_, name) => {
    const body = JSON.stringify({ client_name: name, redirect_uris: [redirectUri] }).replaceAll("\\\\u0000", "\\u0000");
    const registered = await app.call("POST", "/oauth/register", {
      headers: { "content-type": "application/json" },
      body,
    });
    if (registered.status === 400) return expect(registered.json.error).toBe("invalid_client_metadata");
    expect(registered.status).toBe(201);
    const { text } = await app.browser.get(authorizePath(String(registered.json.client_id), challenge));
    expect(text).not.toMatch(/<script|<img|[\u202a-\u202e\u2066-\u2069\u200b]|n{101}/u);
    expect(text).toContain("<bdi>");
  });

  it("gives a code, the state and the issuer when approved", async () => {
    const told = await approve(app.browser, clientId, challenge);
    expect(told.get("code")).toMatch(/^gw_code_[A-Za-z0-9_-]{43}$/);
    expect(told.get("state")).toBe("state-1");
    expect(told.get("iss")).toBe(testBaseUrl);
  });

  it("tells the client when denied", async () => {
    const request = parkedRequest(await ask());
    const answer = await app.browser.post("/oauth/consent", { request, decision: "deny" });
    const told = answered(answer.headers.get("location"));
    expect([told.get("error"), told.get("state"), told.get("iss")]).toEqual(["access_denied", "state-1", testBaseUrl]);
    expect(told.has("code")).toBe(false);
  });

  it("takes one decision for one request", async () => {
    const request = parkedRequest(await ask());
    const decide = () => app.browser.post("/oauth/consent", { request, decision: "approve" });
    const answers = await Promise.all([decide(), decide(), decide()]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([303, 400, 400]);
  });

  it("takes a decision only from the session that asked, from its own page, with its token", async () => {
    const other = await app.signIn(app.organization.memberId);
    const request = parkedRequest(await ask());
    const fields = { request, decision: "approve" };
    const refused = [
      await other.post("/oauth/consent", fields),
      await app.browser.post("/oauth/consent", fields, { origin: "https://evil.example" }),
      await app.browser.post("/oauth/consent", fields, { origin: "null" }),
      await app.browser.post("/oauth/consent", fields, { "sec-fetch-site": "cross-site" }),
      await app.browser.post("/oauth/consent", { ...fields, form_token: "" }),
      await app.browser.post("/oauth/consent", { ...fields, form_token: other.formToken }),
      await app.browser.post("/oauth/consent", { ...fields, decision: "maybe" }),
    ];
    for (const answer of refused) {
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.headers.get("location")).toBeNull();
    }
    const anonymous = await app.call("POST", "/oauth/consent", {
      headers: { origin: testBaseUrl, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
    });
    expect(anonymous.headers.get("location")).toMatch(/^\/account\/sign-in/);
    expect((await app.browser.post("/oauth/consent", fields)).status).toBe(303);
  });

  it.each(["-1", "0", "1e30", "NaN", "1.5", "99999999999", "<script>alert(1)</script>"])(
    "refuses the cap %j, says why, and lets the person try again",
    async (cap) => {
      const request = parkedRequest(await ask());
      const answer = await app.browser.post("/oauth/consent", { request, decision: "approve", daily_cap: cap });
      expect(answer.status).toBe(422);
      expect(answer.text).not.toContain("<script");
      expect(parkedRequest(answer)).toBe(request);
      const second = await app.browser.post("/oauth/consent", { request, decision: "approve", daily_cap: "5" });
      expect(second.status).toBe(303);
    },
  );

  it("refuses a daily cap above the monthly one", async () => {
    const request = parkedRequest(await ask());
    const caps = { daily_cap: "11", monthly_cap: "10" };
    expect((await app.browser.post("/oauth/consent", { request, decision: "approve", ...caps })).status).toBe(422);
  });

  it("lets a person of several organizations choose one of them, and no other", async () => {
    const { accounts } = app.services;
    const { id: second } = await accounts.createOrganization({ name: "Second Organization" });
    const { user_id: userId } = await accounts.addMember({ orgId: second, email: "both@acme.example", role: "member" });
    await accounts.addMember({ orgId: app.organization.orgId, email: "both@acme.example", role: "member" });
    const browser = await app.signIn(userId);
    const page = await browser.get(authorizePath(clientId, challenge));
    expect(page.text).toContain(`<option value="${second}">Second Organization</option>`);
    const decide = (organization: string) =>
      browser.post("/oauth/consent", { request: parkedRequest(page), decision: "approve", organization });
    expect((await decide(app.stranger.orgId)).status).toBe(403);
    expect((await decide(second)).status).toBe(303);
    const rows = await app.services.db.query(sql`-- code_of_choice
      select org_id from oauth_code where user_id = ${userId}`);
    expect(rows).toEqual([{ org_id: second }]);
  });
});
