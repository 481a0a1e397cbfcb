import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sweepClients } from "../../../api/access/oauth/clients.repository.ts";
import { sweepRequests } from "../../../api/access/oauth/requests.repository.ts";
import { sweepTokens } from "../../../api/access/oauth/tokens.repository.ts";
import { sql } from "../../../migrations/index.ts";
import { authorizePath, callTool, connect, makePkce, registerClient } from "../../support/connector.ts";
import { type OAuthApp, openOAuthApp } from "./oauth-app.ts";

let app: OAuthApp;
beforeAll(async () => {
  app = await openOAuthApp();
});
afterAll(() => app.close());

describe("what nobody needs any more is deleted", () => {
  it("requests nobody decided and codes a day after their end", async () => {
    const { db } = app.services;
    const tokens = await connect(app.call, app.browser);
    await app.browser.get(authorizePath(await registerClient(app.call), makePkce().challenge));
    expect(await sweepRequests(db)).toBe(0);
    await db.query(sql`-- age_requests
      update oauth_request set expires_at = now() - interval '1 second'`);
    await db.query(sql`-- age_codes
      update oauth_code set expires_at = now() - interval '2 days'`);
    expect(await sweepRequests(db)).toBe(2);
    expect((await callTool(app.call, tokens.access, "get_wallet")).status).toBe(200);
  });

  it("tokens that have expired, and only those", async () => {
    const { db } = app.services;
    const tokens = await connect(app.call, app.browser);
    await db.query(sql`-- age_access_tokens
      update oauth_token set expires_at = now() - interval '1 second'
      where kind = 'refresh' and connection_id in (select id from connection where client_id = ${tokens.clientId})`);
    expect(await sweepTokens(db)).toBe(1);
    expect((await callTool(app.call, tokens.access, "get_wallet")).status).toBe(200);
  });

  it("clients nobody connected and nobody used for a month", async () => {
    const { db } = app.services;
    const { clientId } = await connect(app.call, app.browser);
    const idle = await registerClient(app.call);
    expect(await sweepClients(db)).toBe(0);
    await db.query(sql`-- age_clients
      update oauth_client set created_at = now() - interval '31 days', last_used_at = null
      where id in (${idle}, ${clientId})`);
    expect(await sweepClients(db)).toBe(1);
    expect((await app.call("GET", authorizePath(idle, makePkce().challenge))).status).toBe(400);
    expect((await app.call("GET", authorizePath(clientId, makePkce().challenge))).status).toBe(303);
  });
});
