import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  faultOfRedirectUri,
  formActionOf,
  isRegisteredUri,
  redirectUriWith,
} from "../../../api/access/oauth/redirect-uri.ts";
import { redirectUri } from "../../support/connector.ts";
import { type OAuthApp, openOAuthApp } from "./oauth-app.ts";

let app: OAuthApp;
beforeAll(async () => {
  app = await openOAuthApp({ RATE_LIMITS: "on" });
});
afterAll(() => app.close());

let address = 0;
const register = (body: unknown, from = `198.51.100.${++address}`) =>
  app.call("POST", "/oauth/register", { body, address: from });

describe("a client registers itself", () => {
  it("and is public, whatever it asked for", async () => {
    const { status, json, headers } = await register({
      client_name: "Planner",
      redirect_uris: [redirectUri, "http://127.0.0.1/done"],
      token_endpoint_auth_method: "client_secret_basic",
      grant_types: ["implicit"],
      application_type: "native",
      logo_uri: "http://169.254.169.254/",
      unknown_member: { a: 1 },
    });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      client_name: "Planner",
      redirect_uris: [redirectUri, "http://127.0.0.1/done"],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      application_type: "native",
    });
    expect(json).not.toHaveProperty("client_secret");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("access-control-allow-origin")).toBe("*");
  });

  it.each([
    ["no redirect URI", {}],
    ["an empty list", { redirect_uris: [] }],
    ["a text for a list", { redirect_uris: redirectUri }],
    ["1,000 redirect URIs", { redirect_uris: Array.from({ length: 1_000 }, () => redirectUri) }],
    ["a number among them", { redirect_uris: [redirectUri, 7] }],
    ["plain http elsewhere", { redirect_uris: ["http://client.example/done"] }],
    ["a fragment", { redirect_uris: [`${redirectUri}#x`] }],
    ["a user name", { redirect_uris: ["https://user@client.example/"] }],
    ["a private scheme", { redirect_uris: ["myapp://done"] }],
    ["a script", { redirect_uris: ["javascript:alert(1)//https://"] }],
    ["a lookalike of loopback", { redirect_uris: ["http://127.0.0.1.evil.example/"] }],
    ["a long one", { redirect_uris: [`https://client.example/${"a".repeat(2_000)}`] }],
  ])("but not with %s", async (_, metadata) => {
    const { status, json } = await register(metadata);
    expect([status, json.error]).toEqual([400, "invalid_redirect_uri"]);
    expect(json.error_description).toEqual(expect.any(String));
  });

  it("but not with something that is not a small JSON object", async () => {
    expect((await register([1])).json.error).toBe("invalid_client_metadata");
    expect((await register("{")).json.error).toBe("invalid_client_metadata");
    const large = await register({ redirect_uris: [redirectUri], client_name: "x".repeat(100_000) });
    expect([large.status, large.json.error]).toEqual([413, "invalid_client_metadata"]);
  });

  it("at most 20 times an hour from one address", async () => {
    const from = "192.0.2.77";
    for (let n = 0; n < 20; n++) expect((await register({ redirect_uris: [redirectUri] }, from)).status).toBe(201);
    const refused = await register({ redirect_uris: [redirectUri] }, from);
    expect([refused.status, refused.json.code]).toEqual([429, "rate_limited"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_000);
  });
});

describe("a redirect URI", () => {
  it("is allowed to a form by its origin, or by its scheme where a policy cannot name its host", () => {
    expect(formActionOf("https://client.example:8443/a?b=c")).toBe("https://client.example:8443");
    expect(formActionOf("http://127.0.0.1:9/done")).toBe("http://127.0.0.1:9");
    expect(formActionOf("http://[::1]:9/done")).toBe("http:");
  });

  it("keeps its own query as it is written when the answer is added", () => {
    const answered = redirectUriWith("https://client.example/?q=a%20b+c", {
      code: "x y",
      state: undefined,
      iss: "https://i",
    });
    expect(answered).toBe("https://client.example/?q=a%20b+c&code=x+y&iss=https%3A%2F%2Fi");
  });

  it("that is registered leads where the registered one leads, whatever is asked for", () => {
    const registered = ["https://client.example/callback", "http://127.0.0.1:80/done"];
    const pieces = ["https://", "http://", "client.example", "127.0.0.1", "evil.example", "/callback", "/done"];
    const other = [":", "80", "@", "//", "\\", "#", "?", "%2f", "..", "."];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces, ...other), { maxLength: 8 }), (parts) => {
        const uri = parts.join("");
        if (!isRegisteredUri(uri, registered)) return;
        expect(faultOfRedirectUri(uri)).toBeUndefined();
        const { hostname, pathname, search, hash, username } = new URL(uri);
        expect(["client.example/callback", "127.0.0.1/done"]).toContain(
          `${hostname}${pathname}${search}${hash}${username}`,
        );
      }),
      { numRuns: 2_000 },
    );
  });
});
