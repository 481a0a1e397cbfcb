import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeMetrics } from "../../../api/http/metrics.ts";
import { problemCodes } from "../../../api/http/problem-catalogue.ts";
import { makeMemoryLimiter } from "../../../api/http/rate-limit.ts";
import { serviceRoutes } from "../../../api/http/service-routes.ts";
import { makeTestApp, openTestServices, type TestApp, type TestServices, testBaseUrl } from "../../support/http.ts";
import { type SampleEffects, sampleOperations } from "./sample-operations.ts";

let services: TestServices;
let test: TestApp;
let queueIsUp = true;
const loopback = "127.0.0.1";
const opsToken = "an-operators-token-of-some-length";
beforeAll(async () => {
  services = await openTestServices();
  const effects: SampleEffects = { writes: [], duringWrite: async () => {} };
  const operations = sampleOperations(effects);
  const metrics = makeMetrics();
  metrics.gauge({ name: "groundwork_queue_depth", help: "Waiting jobs." }, () => 3);
  metrics.gauge({ name: "groundwork_broken", help: "Cannot be read." }, () => Promise.reject(new Error("gone")));
  const routes = serviceRoutes({
    operations,
    baseUrl: testBaseUrl,
    metrics,
    opsToken,
    readiness: [
      { name: "database", check: async () => void (await services.wallet.balance("org_none")) },
      {
        name: "queue",
        check: async () => {
          if (!queueIsUp) throw new Error("connection to 10.0.0.7 refused");
        },
      },
    ],
  });
  test = makeTestApp(services, operations, { routes, metrics });
});
afterAll(() => services.close());

describe("health and readiness", () => {
  it("tell that the process is up", async () => {
    const answer = await test.call("GET", "/health");
    expect([answer.status, answer.json]).toEqual([200, { status: "ok" }]);
    expect((await test.call("HEAD", "/health")).status).toBe(200);
    expect((await test.call("POST", "/health")).status).toBe(405);
  });

  it("are outside the limit of the address", async () => {
    const routes = serviceRoutes({
      operations: [],
      baseUrl: testBaseUrl,
      metrics: makeMetrics(),
      opsToken,
      readiness: [],
    });
    const limited = makeTestApp(services, [], { routes, limiter: makeMemoryLimiter(), addressLimitPerMinute: 2 });
    for (let calls = 0; calls < 5; calls++) {
      expect((await limited.call("GET", "/health")).status).toBe(200);
      expect((await limited.call("GET", "/ready")).status).toBe(200);
    }
    const statuses = [];
    for (let calls = 0; calls < 3; calls++) statuses.push((await limited.call("GET", "/docs")).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it("name the part that is down, and nothing about where it runs", async () => {
    expect((await test.call("GET", "/ready")).json).toEqual({
      status: "ready",
      parts: { database: "up", queue: "up" },
    });
    queueIsUp = false;
    const answer = await test.call("GET", "/ready");
    queueIsUp = true;
    expect(answer.status).toBe(503);
    expect(answer.json).toMatchObject({
      code: "service_unavailable",
      detail: "Not ready: queue is down.",
      parts: { database: "up", queue: "down" },
    });
    expect(answer.text).not.toContain("10.0.0.7");
  });
});

describe("the metrics", () => {
  it("answer callers on this machine and the bearer of the operators' token only", async () => {
    const status = async (request: object) => (await test.call("GET", "/metrics", request)).status;
    expect(await status({ address: loopback })).toBe(200);
    expect(await status({ address: "::1" })).toBe(200);
    expect(await status({})).toBe(401);
    expect(await status({ key: "wrong" })).toBe(401);
    expect(await status({ key: opsToken })).toBe(200);
    expect(await status({ address: loopback, headers: { "x-forwarded-for": "198.51.100.9" } })).toBe(401);
  });

  it("ask for the token on this machine too where the service is public: a proxy may not say that it forwards", async () => {
    const deps = { operations: [], metrics: makeMetrics(), opsToken, readiness: [] };
    const routes = serviceRoutes({ ...deps, baseUrl: "https://land.example.com" });
    const published = makeTestApp(services, [], { routes });
    expect((await published.call("GET", "/metrics", { address: loopback })).status).toBe(401);
    expect((await published.call("GET", "/metrics", { address: loopback, key: opsToken })).status).toBe(200);
  });

  it("count requests by route, not by path, so that no token or id is in them", async () => {
    await test.call("GET", "/v1/takes/very-secret-token");
    await test.call("GET", "/no/such/path");
    const { text } = await test.call("GET", "/metrics", { address: loopback });
    expect(text).toContain('groundwork_http_requests_total{route="/v1/takes/{token}",method="GET",status="200"} 1');
    expect(text).toContain('route="unmatched",method="GET",status="404"');
    expect(text).toMatch(/groundwork_http_request_seconds_bucket\{le="\+Inf",route="\/v1\/takes\/\{token\}"\} 1/);
    expect(text).toContain("groundwork_queue_depth 3");
    expect(text).not.toContain("groundwork_broken ");
    expect(text).not.toContain("secret");
    expect(JSON.stringify(test.log.lines)).not.toContain("very-secret-token");
  });
});

describe("the documentation", () => {
  it("gives the machine-readable description to anyone, and only once to who has it", async () => {
    const answer = await test.call("GET", "/v1/openapi.json");
    expect([answer.status, answer.json.openapi]).toEqual([200, "3.1.0"]);
    const etag = answer.headers.get("etag") ?? "";
    const again = await test.call("GET", "/v1/openapi.json", { headers: { "if-none-match": etag } });
    expect([again.status, again.text]).toEqual([304, ""]);
    const other = await test.call("GET", "/v1/openapi.json", { headers: { "if-none-match": '"other"' } });
    expect(other.status).toBe(200);
  });

  it("serves an API reference whose scripts come from this server and whose policy allows no other host", async () => {
    const page = await test.call("GET", "/docs");
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; .*connect-src 'self'; /);
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
    const scripts = [...page.text.matchAll(/<script src="([^"]+)">/g)].map((match) => match[1] ?? "");
    expect(scripts).toHaveLength(2);
    for (const path of scripts) {
      expect(path).toMatch(/^\/docs\//);
      const script = await test.call("GET", path);
      expect([script.status, script.headers.get("content-type")]).toEqual([200, "text/javascript; charset=utf-8"]);
    }
    expect(page.text.replace(/<script src="[^"]+"><\/script>/g, "")).not.toMatch(/<script|src=|href="http/);
  });

  it("compresses the script of the API reference for a browser that accepts gzip", async () => {
    const path = /\/docs\/scalar-[^"]+/.exec((await test.call("GET", "/docs")).text)?.[0] ?? "";
    const plain = await test.call("GET", path);
    const packed = await test.app.fetch(
      new Request(`http://localhost${path}`, { headers: { "accept-encoding": "gzip" } }),
      { address: loopback },
    );
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    expect(gunzipSync(await packed.arrayBuffer()).toString("utf8")).toBe(plain.text);
  });

  it("serves the stylesheet of the errors page", async () => {
    const { text } = await test.call("GET", "/errors");
    const [, stylesheet = ""] = /<link rel="stylesheet" href="([^"]+)">/.exec(text) ?? [];
    expect((await test.call("GET", stylesheet)).headers.get("content-type")).toBe("text/css; charset=utf-8");
  });

  it("explains every code where the type of a problem document points", async () => {
    const refused = await test.call("GET", "/v1/samples/x");
    const type = new URL(String(refused.json.type));
    const answer = await test.call("GET", type.pathname);
    expect(answer.text).toContain(`id="${type.hash.slice(1)}"`);
    for (const code of problemCodes) expect(answer.text).toContain(`id="${code}"`);
  });
});
