import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../migrations/index.ts";
import {
  approve,
  callTool,
  connect,
  makePkce,
  postToken,
  redirectUri,
  registerClient,
  type TestTokens,
} from "../../support/connector.ts";
import { type TestAnswer, testBaseUrl } from "../../support/http.ts";
import { type OAuthApp, openOAuthApp } from "./oauth-app.ts";

let app: OAuthApp;
beforeAll(async () => {
  app = await openOAuthApp();
});
afterAll(() => app.close());

const { verifier, challenge } = makePkce();

/** An approved request of a fresh client, as the fields that redeem its code. */
async function approved() {
  const clientId = await registerClient(app.call);
  const code = (await approve(app.browser, clientId, challenge)).get("code") ?? "";
  const fields: Record<string, string> = {
    grant_type: "authorization_code",
    client_id: clientId,
    redirect_uri: redirectUri,
    code,
    code_verifier: verifier,
  };
  return fields;
}

const redeem = (fields: Record<string, string>) => postToken(app.call, fields);
const refresh = (tokens: TestTokens, more: Record<string, string> = {}) =>
  redeem({ grant_type: "refresh_token", client_id: tokens.clientId, refresh_token: tokens.refresh, ...more });
const opens = async (accessToken: unknown) =>
  (await callTool(app.call, String(accessToken), "get_wallet")).status === 200;
const outcome = ({ status, json }: TestAnswer) => [status, json.error];
const refused = [400, "invalid_grant"];

describe("a code", () => {
  it("becomes tokens that nobody may keep in a cache, and says what they allow", async () => {
    const { status, json, headers } = await redeem(await approved());
    expect(status).toBe(200);
    expect(json).toMatchObject({ token_type: "Bearer", scope: expect.stringContaining("siteplan:write") });
    expect(json.expires_in).toBeGreaterThan(3_500);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(await opens(json.access_token)).toBe(true);
  });

  it("is refused with a missing or another verifier, redirect URI or client, in the same words", async () => {
    const fields = await approved();
    const wrong = [
      { ...fields, code_verifier: makePkce().verifier },
      { ...fields, code_verifier: challenge },
      { ...fields, code_verifier: "short" },
      { ...fields, redirect_uri: `${redirectUri}/` },
      { ...fields, client_id: await registerClient(app.call) },
      { ...fields, code: `${fields.code}x` },
    ];
    const answers = await Promise.all(wrong.map(redeem));
    expect(answers.map(outcome)).toEqual(wrong.map(() => refused));
    expect(new Set(answers.map((answer) => answer.json.error_description)).size).toBe(1);
    for (const name of ["code_verifier", "redirect_uri", "code"]) {
      const { [name]: _, ...rest } = fields;
      expect(outcome(await redeem(rest))).toEqual([400, "invalid_request"]);
    }
    expect((await redeem(fields)).status).toBe(200);
  });

  it("works once: its replay ends the connection it became", async () => {
    const fields = await approved();
    const { json } = await redeem(fields);
    expect(await opens(json.access_token)).toBe(true);
    expect(outcome(await redeem(fields))).toEqual(refused);
    expect(await opens(json.access_token)).toBe(false);
    const again = {
      grant_type: "refresh_token",
      client_id: fields.client_id ?? "",
      refresh_token: String(json.refresh_token),
    };
    expect(outcome(await redeem(again))).toEqual(refused);
  });

  it("makes one connection of 50 attempts at once, and leaves none of them open", async () => {
    const fields = await approved();
    const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(fields)));
    const won = answers.filter((answer) => answer.status === 200);
    expect(won).toHaveLength(1);
    expect(await opens(won[0]?.json.access_token)).toBe(false);
  });

  it("is too old after a minute", async () => {
    const fields = await approved();
    await app.services.db.query(sql`-- age_codes
      update oauth_code set expires_at = now() - interval '1 second' where client_id = ${fields.client_id}`);
    expect(outcome(await redeem(fields))).toEqual(refused);
  });

  it("is worth nothing once the person is no longer in the organization", async () => {
    const member = await app.services.accounts.addMember({
      orgId: app.organization.orgId,
      email: "leaver@acme.example",
      role: "member",
    });
    const browser = await app.signIn(member.user_id);
    const tokens = await connect(app.call, browser);
    expect(await opens(tokens.access)).toBe(true);
    await app.services.accounts.deactivate(app.organization.orgId, member.user_id);
    expect(await opens(tokens.access)).toBe(false);
    expect(outcome(await refresh(tokens))).toEqual(refused);
  });

  it("replaces the connection that the same person had with the same client", async () => {
    const first = await approved();
    const before = (await redeem(first)).json;
    const code = (await approve(app.browser, first.client_id ?? "", challenge)).get("code") ?? "";
    const after = (await redeem({ ...first, code })).json;
    expect([await opens(before.access_token), await opens(after.access_token)]).toEqual([false, true]);
  });
});

describe("a refresh token", () => {
  it("is exchanged for its successor, and the access tokens before it end", async () => {
    const tokens = await connect(app.call, app.browser);
    const { status, json } = await refresh(tokens, { resource: `${testBaseUrl}/mcp` });
    expect(status).toBe(200);
    expect([await opens(tokens.access), await opens(json.access_token)]).toEqual([false, true]);
  });

  it("that comes a second time ends everything that came of it, at any later time", async () => {
    const tokens = await connect(app.call, app.browser);
    const second = (await refresh(tokens)).json;
    const third = (await refresh({ ...tokens, refresh: String(second.refresh_token) })).json;
    expect(outcome(await refresh(tokens))).toEqual(refused);
    expect(await opens(third.access_token)).toBe(false);
    expect(outcome(await refresh({ ...tokens, refresh: String(third.refresh_token) }))).toEqual(refused);
  });

  it("has one successor of 50 attempts at once, and that one dies too", async () => {
    const tokens = await connect(app.call, app.browser);
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(tokens)));
    const won = answers.filter((answer) => answer.status === 200);
    expect(won).toHaveLength(1);
    expect(await opens(won[0]?.json.access_token)).toBe(false);
  });

  it("is refused for another client, for another resource, and when it has expired", async () => {
    const tokens = await connect(app.call, app.browser);
    expect(outcome(await refresh({ ...tokens, clientId: await registerClient(app.call) }))).toEqual(refused);
    const elsewhere = { resource: "https://other.example/mcp" };
    expect(outcome(await refresh(tokens, elsewhere))).toEqual([400, "invalid_target"]);
    const [row] = await app.service.connections.listConnections({ orgId: app.organization.orgId });
    await app.services.db.query(sql`-- age_tokens
      update oauth_token set expires_at = now() - interval '1 second'
      where connection_id = ${row?.id} and kind = 'refresh'`);
    expect(outcome(await refresh(tokens))).toEqual(refused);
    expect(await opens(tokens.access)).toBe(true);
  });

  it("does not carry a connection past its 180 days", async () => {
    const tokens = await connect(app.call, app.browser);
    await app.services.db.query(sql`-- age_connections
      update connection set expires_at = now() - interval '1 second' where client_id = ${tokens.clientId}`);
    expect(await opens(tokens.access)).toBe(false);
    expect(outcome(await refresh(tokens))).toEqual(refused);
  });
});

describe("the end of a connection", () => {
  it("comes at once when it is disconnected: access token, refresh token and unused links", async () => {
    const tokens = await connect(app.call, app.browser);
    const [row] = await app.service.connections.listConnections({ orgId: app.organization.orgId });
    const { orgId } = app.organization;
    await expect(app.service.connections.disconnect(app.stranger.orgId, row?.id ?? "")).rejects.toThrow();
    expect(await opens(tokens.access)).toBe(true);
    await app.service.connections.disconnect(orgId, row?.id ?? "");
    expect(await opens(tokens.access)).toBe(false);
    expect(outcome(await refresh(tokens))).toEqual(refused);
    expect(await app.service.connections.listConnections({ orgId })).not.toContainEqual(row);
  });

  it.each(["access", "refresh"] as const)("comes when its client gives back the %s token", async (kind) => {
    const tokens = await connect(app.call, app.browser);
    const revoke = (clientId: string, token: string) =>
      app.call("POST", "/oauth/revoke", {
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ client_id: clientId, token }).toString(),
      });
    const other = await registerClient(app.call);
    expect(outcome(await revoke(other, tokens[kind]))).toEqual([400, "unauthorized_client"]);
    expect(await opens(tokens.access)).toBe(true);
    expect((await revoke(tokens.clientId, "gw_at_unknown")).status).toBe(200);
    expect((await revoke(tokens.clientId, tokens[kind])).status).toBe(200);
    expect(await opens(tokens.access)).toBe(false);
    expect(outcome(await refresh(tokens))).toEqual(refused);
  });

  it("stands in the audit log beside its beginning", async () => {
    const fields = await approved();
    await redeem(fields);
    await redeem(fields);
    const rows = await app.services.db.query<{ action: string }>(sql`-- connection_events
      select event.action
      from audit_event as event
      join connection on connection.id = event.target
      where connection.client_id = ${fields.client_id}
      order by event.id`);
    expect(rows.map((row) => row.action)).toEqual(["connection-approved", "connection-reuse-detected"]);
    const tokens = await connect(app.call, app.browser);
    await app.call("POST", "/oauth/revoke", {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ client_id: tokens.clientId, token: tokens.access }).toString(),
    });
    const [last] = await app.services.db.query<{ action: string; actor_id: string }>(sql`-- last_connection_event
      select event.action, event.actor_id
      from audit_event as event
      join connection on connection.id = event.target
      where connection.client_id = ${tokens.clientId}
      order by event.at desc, event.id desc
      limit 1`);
    expect(last).toEqual({ action: "connection-revoked", actor_id: app.organization.ownerId });
  });
});

describe("the token endpoint", () => {
  it("reads a form body with every parameter once, and nothing else", async () => {
    const fields = await approved();
    const form = new URLSearchParams(fields).toString();
    const send = (path: string, body: string, type = "application/x-www-form-urlencoded") =>
      app.call("POST", path, { headers: { "content-type": type }, body });
    expect(outcome(await send("/oauth/token", `${form}&code=other`))).toEqual([400, "invalid_request"]);
    expect(outcome(await send("/oauth/token?client_id=x", form))).toEqual([400, "invalid_request"]);
    expect(outcome(await send("/oauth/token", JSON.stringify(fields), "application/json"))).toEqual([
      415,
      "invalid_request",
    ]);
    expect(outcome(await send("/oauth/token", `${form}&x=${"y".repeat(40_000)}`))).toEqual([413, "invalid_request"]);
    expect(outcome(await redeem({ ...fields, grant_type: "password" }))).toEqual([400, "unsupported_grant_type"]);
    expect(outcome(await redeem({ ...fields, client_secret: "x" }))).toEqual([401, "invalid_client"]);
    expect(outcome(await redeem({ ...fields, client_id: "" }))).toEqual([401, "invalid_client"]);
    expect((await redeem(fields)).status).toBe(200);
  });

  it("gives its refusals to both kinds of reader", async () => {
    const { json, headers } = await redeem({ ...(await approved()), code: "x" });
    expect(json).toMatchObject({ error: "invalid_grant", code: "invalid_grant", status: 400 });
    expect(json.request_id).toBe(headers.get("x-request-id"));
    expect(headers.get("content-type")).toBe("application/json");
  });

  it("keeps no token, code or request in the database in a form that could be used", async () => {
    const fields = await approved();
    const { json } = await redeem(fields);
    const rows = await app.services.db.query<{ text: string }>(sql`-- everything_of_oauth
      select row_to_json(oauth_token)::text as text from oauth_token
      union all select row_to_json(oauth_code)::text from oauth_code
      union all select row_to_json(oauth_request)::text from oauth_request
      union all select row_to_json(connection)::text from connection`);
    const all = rows.map((row) => row.text).join("\n");
    for (const secret of [fields.code, json.access_token, json.refresh_token]) {
      expect(all).not.toContain(String(secret));
      expect(all).not.toContain(Buffer.from(String(secret)).toString("hex"));
    }
  });
});
