import { describe, expect, it } from "vitest";
import { isClientAddress, makeClientDocuments } from "../../../../api/access/oauth/client-documents.ts";
import { type FetchedResource, FetchFailed } from "../../../../ingest/index.ts";

const clientId = "https://planner.example/app.json";
const good = { client_id: clientId, client_name: "Planner", redirect_uris: ["https://planner.example/back"] };

const page = (document: unknown, more: Partial<FetchedResource> = {}): FetchedResource => ({
  status: 200,
  url: clientId,
  mediaType: "application/json",
  charset: null,
  etag: null,
  lastModified: null,
  cacheControl: null,
  sha256: "",
  bytes: Buffer.from(typeof document === "string" ? document : JSON.stringify(document)),
  ...more,
});

const reading = (document: unknown, more: Partial<FetchedResource> = {}) =>
  makeClientDocuments({ safeFetch: async () => page(document, more) }).read(clientId);

describe("a client id is the address of a document", () => {
  it.each([clientId, "https://planner.example:8443/a/b?c=d"])("when it is an https URL with a path: %s", (id) => {
    expect(isClientAddress(id)).toBe(true);
  });

  it.each([
    "cli_01",
    "",
    "http://planner.example/app.json",
    "https://planner.example",
    "https://planner.example/",
    "https://planner.example/app.json#me",
    "https://user@planner.example/app.json",
    "https://planner.example/a/../app.json",
    "https://planner.example/a/%2e%2e/app.json",
    "https://PLANNER.example/app.json",
    "https://planner.example:443/app.json",
    "https:planner.example/app.json",
    "https://2130706433/app.json",
    " https://planner.example/app.json",
    `https://planner.example/${"a".repeat(1_000)}`,
  ])("and not otherwise: %j", (id) => {
    expect(isClientAddress(id)).toBe(false);
  });
});

describe("a client's document", () => {
  it("says its name and where answers may go; everything else is left aside", async () => {
    const more = { logo_uri: "http://169.254.169.254/", jwks_uri: "x", token_endpoint_auth_method: "none" };
    const expected = { name: "Planner", redirectUris: ["https://planner.example/back"] };
    expect(await reading({ ...good, ...more })).toEqual(expected);
    expect(await reading(good, { mediaType: "application/client+json" })).toEqual(expected);
  });

  it.each([
    ["is another client's", { ...good, client_id: "https://planner.example/other.json" }],
    ["names its address in another form", { ...good, client_id: "https://planner.example:443/app.json" }],
    ["does not name its address", { ...good, client_id: undefined }],
    ["is a list", [good]],
    ["is no JSON", "{"],
    ["is not UTF-8", '{"client_name": "\ud800"', { bytes: Buffer.of(0x7b, 0xff, 0x7d) }],
    ["is a page", good, { mediaType: "text/html" }],
    ["does not say what it is", good, { mediaType: null }],
    ["holds a secret", { ...good, client_secret: "s" }],
    ["wants to prove itself with a secret", { ...good, token_endpoint_auth_method: "client_secret_post" }],
    ["names no redirect URI", { ...good, redirect_uris: [] }],
    ["names one that cannot be", { ...good, redirect_uris: ["http://planner.example/back"] }],
  ])("is refused when it %s", async (_, document, more: Partial<FetchedResource> = {}) => {
    await expect(reading(document, more)).rejects.toMatchObject({ code: "invalid_client" });
  });

  it("is asked for in small: 5 KB, 5 seconds, no redirects, no second attempt", async () => {
    const asked: unknown[] = [];
    const documents = makeClientDocuments({
      safeFetch: async (...call) => {
        asked.push(call);
        return page(good);
      },
    });
    await documents.read(clientId);
    const limits = { maxBytes: 5_120, totalMs: 5_000, maxRedirects: 0, maxRetries: 0 };
    expect(asked).toEqual([[clientId, { limits }]]);
  });
});

describe("a client's document is remembered", () => {
  const minute = 60_000;
  const fetchedAfter = async (cacheControl: string | null, minutes: number) => {
    let fetches = 0;
    let clock = 0;
    const documents = makeClientDocuments({
      safeFetch: async () => {
        fetches += 1;
        return page(good, { cacheControl });
      },
      now: () => clock,
    });
    await documents.read(clientId);
    clock = minutes * minute;
    await documents.read(clientId);
    return fetches === 2;
  };

  it.each([
    ["five minutes, when its host says nothing", null, 5],
    ["five minutes at least", "no-store, max-age=0", 5],
    ["as long as its host says", "public, max-age=3600", 60],
    ["a day at most", "max-age=31536000", 24 * 60],
  ])("%s", async (_, cacheControl, minutes) => {
    expect(await fetchedAfter(cacheControl, minutes - 1)).toBe(false);
    expect(await fetchedAfter(cacheControl, minutes)).toBe(true);
  });

  it("but a failure is not", async () => {
    let isDown = true;
    const documents = makeClientDocuments({
      safeFetch: async () => {
        if (isDown) throw new FetchFailed("fetch.timeout", { internal: "10.0.0.7" });
        return page(good);
      },
    });
    const failed = documents.read(clientId);
    await expect(failed).rejects.toMatchObject({ code: "invalid_client" });
    await expect(failed).rejects.not.toThrow("10.0.0.7");
    isDown = false;
    expect((await documents.read(clientId)).name).toBe("Planner");
  });

  it("among 500 of them, of which the oldest goes first", async () => {
    let fetches = 0;
    const documents = makeClientDocuments({
      safeFetch: async (url) => {
        fetches += 1;
        return page({ ...good, client_id: url });
      },
    });
    for (let n = 0; n <= 500; n += 1) await documents.read(`${clientId}?n=${n}`);
    await documents.read(`${clientId}?n=500`);
    expect(fetches).toBe(501);
    await documents.read(`${clientId}?n=0`);
    expect(fetches).toBe(502);
  });
});
