import { mkdtemp, rm } from "node:fs/promises";
import { METHODS } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StartedService, startService } from "../../../evals/start-service.ts";
import { layEmptyStore } from "../../support/database.ts";
import { makeServiceCalls, type ServiceCalls } from "../../support/service-calls.ts";

let folder: string;
let service: StartedService;
let calls: ServiceCalls;
let projectId: string;
let key: string;
let log = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "groundwork-bad-requests-"));
  await layEmptyStore(folder);
  service = await startService({ DATA_DIR: folder, RATE_LIMITS: "off", LOG_LEVEL: "info" });
  service.process.stderr?.on("data", (bytes) => {
    log += String(bytes);
  });
  key = service.key ?? "";
  calls = makeServiceCalls(() => ({ baseUrl: service.baseUrl, key }));
  projectId = await calls.createProject();
});
afterAll(async () => {
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

const pieceBytes = 50_000;
/** Bytes that begin like a ZIP archive. */
const zip = Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(20_000_000, 7)]);

async function linkFor(size: number): Promise<string> {
  const declared = { project_id: projectId, filename: "zoning.pdf", mime_type: "application/pdf", size_bytes: size };
  const initiated = await calls.call("POST", "/v1/uploads/initiate", declared);
  expect(initiated.status).toBe(200);
  return new URL(String(initiated.json.upload_url)).pathname;
}

/**
 * Sends a request piece by piece on a connection of its own and returns what came back until the connection closed. With
 * `hangUpAfter`, the client is gone after that many pieces.
 */
function send(head: readonly string[], body: Uint8Array, hangUpAfter = Number.POSITIVE_INFINITY): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(service.baseUrl).port), "localhost");
    let received = "";
    socket.on("data", (data) => {
      received += String(data);
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(received));
    if (head.length > 0) socket.write(`${head.join("\r\n")}\r\n\r\n`);
    let sent = 0;
    const sendNext = () => {
      if (sent === hangUpAfter) socket.resetAndDestroy();
      const piece = body.subarray(sent * pieceBytes, (sent + 1) * pieceBytes);
      sent += 1;
      if (piece.length > 0 && socket.writable) socket.write(piece, () => setTimeout(sendNext, 1));
    };
    sendNext();
  });
}

async function assertStillServing(): Promise<void> {
  expect(service.process.exitCode, log).toBeNull();
  expect((await calls.call("GET", "/v1/wallet")).status).toBe(200);
  expect(log).not.toContain("nothing caught");
}

describe("a body that is refused while it is still arriving", () => {
  it.each([100_000, 300_000, 3_000_000, 20_000_000])(
    "is answered 415, of %i bytes of a ZIP sent as a PDF",
    async (size) => {
      const head = ["PUT LINK HTTP/1.1", "host: localhost", "content-type: application/pdf", `content-length: ${size}`];
      const link = await linkFor(size);
      const answer = await send([`PUT ${link} HTTP/1.1`, ...head.slice(1), "connection: close"], zip.subarray(0, size));
      expect(answer).toMatch(/^HTTP\/1\.1 415 /);
      const sent = await fetch(`${service.baseUrl}${await linkFor(size)}`, {
        method: "PUT",
        headers: { "content-type": "application/pdf" },
        body: zip.subarray(0, size),
      });
      expect(sent.status).toBe(415);
      expect(await sent.json()).toMatchObject({ code: "unsupported_media_type" });
      await assertStillServing();
    },
  );

  it("is answered 422 at the first byte beyond the declared size of an upload", async () => {
    const link = await linkFor(60_000);
    const pdf = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(20_000_000, 32)]);
    const chunk = (piece: Uint8Array) => Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece]);
    const head = [`PUT ${link} HTTP/1.1`, "host: localhost", "content-type: application/pdf"];
    const answer = await send([...head, "transfer-encoding: chunked"], chunk(pdf));
    expect(answer).toMatch(/^HTTP\/1\.1 422 /);
    expect(answer).toContain('"declared_size_bytes":60000');
    await assertStillServing();
  });

  it.each([
    ["POST", "/v1/projects", "application/json", 413],
    ["POST", "/oauth/token", "application/x-www-form-urlencoded", 413],
    ["POST", "/oauth/register", "application/json", 413],
    ["POST", "/account/sign-in", "application/x-www-form-urlencoded", 413],
    ["POST", "/mcp", "application/json", 401],
    ["POST", "/nowhere", "application/json", 404],
  ])("is answered on %s %s, also without a length", async (method, path, type, status) => {
    const size = 5_000_000;
    const head = [
      `${method} ${path} HTTP/1.1`,
      "host: localhost",
      `content-type: ${type}`,
      "sec-fetch-site: same-origin",
      ...(path.startsWith("/v1") ? [`authorization: Bearer ${key}`] : []),
    ];
    const json = Buffer.alloc(size, 91);
    const whole = await send([...head, `content-length: ${size}`, "connection: close"], json);
    expect(whole.slice(0, 13)).toBe(`HTTP/1.1 ${status} `);
    const chunked = Buffer.concat([Buffer.from(`${size.toString(16)}\r\n`), json, Buffer.from("\r\n0\r\n\r\n")]);
    const unmeasured = await send([...head, "transfer-encoding: chunked", "connection: close"], chunked);
    expect(unmeasured.slice(0, 13)).toBe(`HTTP/1.1 ${status} `);
    await assertStillServing();
  });

  it("ends its request and nothing else when the client hangs up", async () => {
    for (const pieces of [0, 1, 2, 3, 20]) {
      const link = await linkFor(3_000_000);
      const head = [`PUT ${link} HTTP/1.1`, "host: localhost", "content-type: application/pdf"];
      expect(await send([...head, "content-length: 3000000"], zip.subarray(0, 3_000_000), pieces)).not.toContain(
        " 500 ",
      );
      await send([`GET /v1/openapi.json HTTP/1.1`, "host: localhost"], Buffer.alloc(0), 0);
    }
    await assertStillServing();
  });

  it("leaves the connection usable, or closes it in so many words", async () => {
    for (const size of [33_000, 40_000, 60_000, 90_000]) {
      const body = "x=".padEnd(size, "y");
      const type = "content-type: application/x-www-form-urlencoded";
      const head = ["POST /oauth/token HTTP/1.1", "host: localhost", type, `content-length: ${size}`];
      const next = "GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
      const [refusal = "", ...others] = (await send(head, Buffer.from(body + next))).split(/(?=HTTP\/1\.1 \d)/);
      expect(refusal).toMatch(/^HTTP\/1\.1 413 /);
      if (/^connection: close/im.test(refusal)) expect(others).toEqual([]);
      else expect(others).toEqual([expect.stringMatching(/^HTTP\/1\.1 200 /)]);
    }
  });
});

describe("the Host header", () => {
  const ask = async (host: string, path: string, authorization = `Bearer ${key}`) => {
    const head = [`GET ${path} HTTP/1.1`, `host: ${host}`, `authorization: ${authorization}`, "connection: close"];
    const answer = await send(head, Buffer.alloc(0));
    return { status: Number(answer.slice(9, 12)), text: answer, body: answer.split("\r\n\r\n").slice(1).join() };
  };

  it.each(["x", "x:1", "ab", "abc", "[::1]", "localhost", "a.very.long.host.example:8080"])(
    "%s does not change which route answers",
    async (host) => {
      expect((await ask(host, "/v1/wallet")).status).toBe(200);
      for (const path of ["/zz/v1/wallet", "/z/v1/wallet", "/zzz/v1/wallet", "/v1/wallet/"]) {
        expect((await ask(host, path)).status, path).toBe(404);
      }
    },
  );

  it.each([
    ["localhost:1", 200],
    ["127.0.0.1", 200],
    ["[::1]", 200],
    ["127.attacker.example", 401],
    ["127.0.0.1.attacker.example", 401],
    ["localhost.attacker.example", 401],
    ["xlocalhost", 401],
  ])("%s is answered %i on the pages of operators, which only names of this machine open", async (host, status) => {
    for (const path of ["/metrics", "/ops/queue"]) expect((await ask(host, path, "")).status, path).toBe(status);
  });

  it.each(["x:99999", "x:y", "[::1", "a b", "a/b", "user@host", "%zz"])(
    "%s, which is not a host, is answered 400 with a request id and a line in the log",
    async (host) => {
      for (const path of ["/v1/wallet", "/health", "/v1/../v1/wallet?a='b'"]) {
        const { status, text, body } = await ask(host, path);
        expect([status, body], path).toEqual([400, expect.stringContaining('"invalid_host"')]);
        const [, requestId = ""] = /x-request-id: (\S+)/i.exec(text) ?? [];
        await expect.poll(() => log).toContain(requestId);
      }
      await assertStillServing();
    },
  );
});

describe("a request that cannot be read", () => {
  it.each([
    ["without a Host header", "GET /v1/wallet HTTP/1.1\r\nconnection: close\r\n\r\n", 400, "invalid_host"],
    [
      "whose target is a broken URL",
      "GET http://[::1 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
      400,
      "invalid_host",
    ],
    ["whose target is no URL", "GET wallet HTTP/1.1\r\nhost: x\r\n\r\n", 400, "malformed_request"],
    ["that is not HTTP", "hello\r\n\r\n", 400, "malformed_request"],
    [
      "whose headers are too large",
      `GET / HTTP/1.1\r\nhost: x\r\nx-a: ${"a".repeat(20_000)}\r\n\r\n`,
      431,
      "headers_too_large",
    ],
  ])("is answered with a problem document and a line in the log, %s", async (_, bytes, status, code) => {
    const answer = await send([], Buffer.from(bytes));
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    const requestId = String(/x-request-id: (\S+)/i.exec(answer)?.[1]);
    expect(JSON.parse(answer.slice(answer.indexOf("{")))).toMatchObject({ status, code, request_id: requestId });
    await expect.poll(() => log).toContain(requestId);
    await assertStillServing();
  });

  it("is answered when it expects something unknown, as if it expected nothing", async () => {
    const head = ["GET /v1/wallet HTTP/1.1", "host: x", `authorization: Bearer ${key}`, "expect: more"];
    expect(await send([...head, "connection: close"], Buffer.alloc(0))).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe("the method of a request", () => {
  // CONNECT asks a proxy for a tunnel: Node closes the connection, and no request reaches the service.
  const methods = METHODS.filter((method) => method !== "CONNECT");

  it.each(methods)(
    "%s is answered with a request id and a line in the log, whether or not it is known",
    async (method) => {
      for (const path of ["/v1/wallet", "/nowhere"]) {
        const head = [
          `${method} ${path} HTTP/1.1`,
          "host: localhost",
          `authorization: Bearer ${key}`,
          "connection: close",
        ];
        const answer = await send([...head, "content-length: 0"], Buffer.alloc(0));
        const isServed = path === "/v1/wallet" && ["GET", "HEAD"].includes(method);
        expect(answer).toMatch(isServed ? /^HTTP\/1\.1 200 / : /^HTTP\/1\.1 40[45] /);
        const [, requestId = ""] = /x-request-id: (\S+)/i.exec(answer) ?? [];
        await expect.poll(() => log).toContain(requestId || "a request id");
      }
      await assertStillServing();
    },
  );
});

describe("a request with hostile headers", () => {
  async function answerTo(...lines: readonly string[]): Promise<string> {
    return send([...lines, "host: localhost", "connection: close"], Buffer.alloc(0));
  }

  it("is refused with 401 when it carries two credentials, whichever comes first", async () => {
    const right = `Authorization: Bearer ${key}`;
    expect(await answerTo("GET /v1/wallet HTTP/1.1", right)).toMatch(/^HTTP\/1.1 200/);
    const other = "Authorization: Bearer gw_live_other";
    for (const pair of [
      [right, other],
      [other, right],
      [right, right],
    ]) {
      const answer = await answerTo("GET /v1/wallet HTTP/1.1", ...pair);
      expect(answer).toMatch(/^HTTP\/1.1 401/);
      expect(answer).toContain("invalid_credential");
    }
  });

  it("cannot smuggle a header inside the value of another one", async () => {
    const hidden = ["abc\tSet-Cookie: taken=1", "abc\u0000Set-Cookie: taken=1", "abc\u000bSet-Cookie: taken=1"];
    for (const value of hidden) {
      for (const name of ["X-Request-ID", "Idempotency-Key", "Content-Type"]) {
        const answer = await answerTo("GET /v1/wallet HTTP/1.1", `${name}: ${value}`, `Authorization: Bearer ${key}`);
        expect(answer).toMatch(/^HTTP\/1.1 [24]\d\d/);
        expect(answer.toLowerCase()).not.toContain("set-cookie");
      }
    }
  });
});

describe("GET /oauth/authorize before anybody has signed in", () => {
  const registered = "https://client.example/callback";
  const authorize = async (parameters: Readonly<Record<string, string>>) => {
    const client = { client_name: "A stranger's app", redirect_uris: [registered] };
    const { json } = await calls.call("POST", "/oauth/register", client);
    const query = new URLSearchParams({ client_id: String(json.client_id), ...parameters });
    return send([`GET /oauth/authorize?${query} HTTP/1.1`, "host: localhost", "connection: close"], Buffer.alloc(0));
  };

  it.each(["token", "code"])("shows an error, and leads nowhere, for an address not registered (%s)", async (type) => {
    const answer = await authorize({ redirect_uri: "https://evil.example/", response_type: type });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).not.toMatch(/^location:/im);
    expect(answer).not.toContain("evil.example");
  });

  it("leads to the sign-in page, never to the app, with a registered address and another error", async () => {
    const answer = await authorize({ redirect_uri: registered, response_type: "token" });
    expect(answer).toMatch(/^HTTP\/1\.1 303 /);
    expect(answer).toMatch(/^location: \/account\/sign-in\?/im);
  });
});

describe("a NUL character", () => {
  const formType = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
  const cases: [string, string, RequestInit, number][] = [
    ["a query of an operation", "/v1/projects?cursor=a%00", {}, 422],
    ["a query of no operation", "/docs?a=b%00c", {}, 422],
    ["a client id", "/oauth/authorize?client_id=a%00b&redirect_uri=https://a.example/", {}, 422],
    ["a notice of a page", "/account/sign-in?return_to=%2Faccount%00", {}, 422],
    ["a path of an operation", "/v1/projects/a%00b", {}, 422],
    ["a path of a page", "/account/link/a%00b", {}, 404],
    ["a link", "/v1/downloads/a%00b", {}, 422],
    ["a sign-in form", "/account/sign-in", { method: "POST", headers: formType, body: "email=a%00&password=b" }, 422],
    [
      "a token request",
      "/oauth/token",
      { method: "POST", headers: formType, body: "grant_type=refresh_token&refresh_token=a%00&client_id=b%00" },
      400,
    ],
    ["a revocation", "/oauth/revoke", { method: "POST", headers: formType, body: "token=a&client_id=%00" }, 400],
    [
      "a registration",
      "/oauth/register",
      {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ client_name: "a\u0000", redirect_uris: ["https://a.example/"] }),
      },
      400,
    ],
    [
      "a JSON body",
      "/v1/projects",
      {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ "a\u0000": "\ud800" }),
      },
      422,
    ],
  ];
  it.each(cases)("in %s is refused as bad input", async (_, path, init, status) => {
    const headers = { ...(path.startsWith("/v1") ? { authorization: `Bearer ${key}` } : {}), ...init.headers };
    const answer = await fetch(`${service.baseUrl}${path}`, { ...init, headers });
    expect([answer.status, await answer.text()]).toEqual([status, expect.not.stringContaining("internal_error")]);
    expect(log).not.toContain("a request failed");
  });
});
