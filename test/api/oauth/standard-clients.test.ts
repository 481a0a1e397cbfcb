import {
  Client,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import * as oauth from "oauth4webapi";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callTool, fetchInto, parkedRequest, redirectUri } from "../../support/connector.ts";
import { testBaseUrl } from "../../support/http.ts";
import { type OAuthApp, openOAuthApp } from "./oauth-app.ts";

let app: OAuthApp;
beforeAll(async () => {
  app = await openOAuthApp();
});
afterAll(() => app.close());

/** Sends the requests of the strict client into the service, which has no HTTPS in a test. */
const options = {
  [oauth.customFetch]: (url: string, init: oauth.CustomFetchOptions<string, unknown>) =>
    fetchInto(app.service.app)(url, init as RequestInit),
  [oauth.allowInsecureRequests]: true,
};

/** Does what a person does: opens the address, approves, and is sent back to the client. */
async function approveAt(address: URL): Promise<URL> {
  const page = await app.browser.get(`${address.pathname}${address.search}`);
  const answer = await app.browser.post("/oauth/consent", { request: parkedRequest(page), decision: "approve" });
  return new URL(answer.headers.get("location") ?? "");
}

describe("the official connector client", () => {
  it.each(["auto", "legacy"] as const)(
    "finds its way from the address of the connector alone to a tool's answer, and refreshes (%s)",
    async (mode) => {
      const kept: { client?: StoredOAuthClientInformation; tokens?: StoredOAuthTokens; verifier?: string; sent?: URL } =
        {};
      const keep = (news: typeof kept) => void Object.assign(kept, news);
      const authProvider: OAuthClientProvider = {
        redirectUrl: redirectUri,
        clientMetadata: { client_name: "Official client", redirect_uris: [redirectUri] },
        state: () => "state-of-the-client",
        clientInformation: () => kept.client,
        saveClientInformation: (client) => keep({ client }),
        tokens: () => kept.tokens,
        saveTokens: (tokens) => keep({ tokens }),
        redirectToAuthorization: (sent) => keep({ sent }),
        saveCodeVerifier: (verifier) => keep({ verifier }),
        codeVerifier: () => kept.verifier ?? "",
      };
      const open = () => ({
        client: new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } }),
        transport: new StreamableHTTPClientTransport(new URL(`${testBaseUrl}/mcp`), {
          fetch: fetchInto(app.service.app),
          authProvider,
        }),
      });
      const first = open();
      await expect(first.client.connect(first.transport)).rejects.toThrow(UnauthorizedError);
      const back = await approveAt(kept.sent ?? new URL(testBaseUrl));
      expect(back.searchParams.get("state")).toBe("state-of-the-client");
      await first.transport.finishAuth(back.searchParams);

      const second = open();
      await second.client.connect(second.transport);
      const wallet = await second.client.callTool({ name: "get_wallet", arguments: {} });
      expect(wallet.structuredContent).toMatchObject({ organization_id: app.organization.orgId });

      const before = kept.tokens?.access_token ?? "";
      kept.tokens = { ...(kept.tokens as StoredOAuthTokens), access_token: "gw_at_lost" };
      await second.client.callTool({ name: "get_wallet", arguments: {} });
      expect(kept.tokens.access_token).not.toBe("gw_at_lost");
      expect((await callTool(app.call, before, "get_wallet")).status).toBe(401);
      await second.client.close();
    },
  );
});

describe("a strict OAuth client", () => {
  it("discovers, registers, is approved, refreshes and revokes, and accepts every answer on the way", async () => {
    const resource = new URL(`${testBaseUrl}/mcp`);
    const described = await oauth.processResourceDiscoveryResponse(
      resource,
      await oauth.resourceDiscoveryRequest(resource, options),
    );
    const issuer = new URL(described.authorization_servers?.[0] ?? "");
    const server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { ...options, algorithm: "oauth2" }),
    );
    const client = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(
        server,
        { client_name: "Strict", redirect_uris: [redirectUri] },
        options,
      ),
    );
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const address = new URL(server.authorization_endpoint ?? "");
    const parameters = {
      client_id: client.client_id,
      redirect_uri: redirectUri,
      response_type: "code",
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      resource: resource.href,
      scope: "project:read",
      state,
    };
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    const told = oauth.validateAuthResponse(server, client, await approveAt(address), state);
    const authentication = oauth.None();
    const tokens = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(server, client, authentication, told, redirectUri, verifier, {
        ...options,
        additionalParameters: { resource: resource.href },
      }),
    );
    expect((await callTool(app.call, tokens.access_token, "get_wallet")).status).toBe(200);
    const fresh = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, authentication, tokens.refresh_token ?? "", options),
    );
    const replay = await oauth.refreshTokenGrantRequest(
      server,
      client,
      authentication,
      tokens.refresh_token ?? "",
      options,
    );
    await expect(oauth.processRefreshTokenResponse(server, client, replay)).rejects.toMatchObject({
      error: "invalid_grant",
    });
    expect((await callTool(app.call, fresh.access_token, "get_wallet")).status).toBe(401);
    const revoked = await oauth.revocationRequest(server, client, authentication, fresh.access_token, options);
    await expect(oauth.processRevocationResponse(revoked)).resolves.toBeUndefined();
  });

  it("is refused in the shape of its standard", async () => {
    const server: oauth.AuthorizationServer = {
      issuer: testBaseUrl,
      registration_endpoint: `${testBaseUrl}/oauth/register`,
    };
    const answer = await oauth.dynamicClientRegistrationRequest(
      server,
      { redirect_uris: ["http://a.example/"] },
      options,
    );
    await expect(oauth.processDynamicClientRegistrationResponse(answer)).rejects.toMatchObject({
      error: "invalid_redirect_uri",
    });
  });
});
