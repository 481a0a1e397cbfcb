import type { RequestListener, ServerResponse } from "node:http";
import { createServer, type Socket } from "node:net";
import { setDefaultCACertificates } from "node:tls";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { type FetchLimits, type SafeFetchOptions, safeFetch } from "../../../ingest/index.ts";
import { type CountingSite, startCountingSite } from "../../support/counting-site.ts";
import { makeSelfSigned } from "../../support/self-signed.ts";
import { atOnce, brokenSocket, failureOf } from "./failing-fetch.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function start(answer: RequestListener): Promise<CountingSite> {
  const site = await startCountingSite(answer);
  closers.push(site.close);
  return site;
}

/** Starts a host that speaks as it likes once somebody has connected, and gives its origin. */
async function startRaw(speak: (socket: Socket) => void): Promise<string> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => undefined);
    speak(socket);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  closers.push(() => {
    for (const socket of open) socket.destroy();
    return new Promise((closed) => server.close(() => closed()));
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : address}`;
}

const limited = (origin: string, limits: Partial<FetchLimits> = {}): SafeFetchOptions => ({
  allowOrigins: [origin],
  limits,
});

const kilobyte = Buffer.alloc(1_024);

/** Sends for as long as somebody listens. */
function sendForEver(response: ServerResponse): void {
  if (!response.destroyed && response.write(kilobyte)) setImmediate(sendForEver, response);
  else if (!response.destroyed) response.once("drain", () => sendForEver(response));
}

describe("a body that is too large is given up", () => {
  it("when it says so, before it is read", async () => {
    const site = await start((_, response) => response.writeHead(200, { "content-length": 50_000 }).flushHeaders());
    expect((await failureOf(site.origin, limited(site.origin, { maxBytes: 49_999 }))).code).toBe("fetch.too-large");
  });

  it("when it never ends", async () => {
    const site = await start((_, response) => sendForEver(response));
    expect((await failureOf(site.origin, limited(site.origin, { maxBytes: 100_000 }))).code).toBe("fetch.too-large");
  });

  it.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ])("when a few bytes unpack into many: %s", async (encoding, pack) => {
    const bomb = pack(Buffer.alloc(40 * 1024 * 1024));
    const site = await start((_, response) => response.writeHead(200, { "content-encoding": encoding }).end(bomb));
    expect(bomb.length).toBeLessThan(100_000);
    expect((await failureOf(site.origin, limited(site.origin, { maxBytes: 100_000 }))).code).toBe("fetch.too-large");
  });

  it("when it comes packed, never ends, and unpacks into nothing", async () => {
    const nothing = gzipSync("");
    const site = await start((_, response) => {
      const send = () => {
        if (!response.destroyed) response.write(Buffer.concat(Array.from({ length: 100 }, () => nothing)), send);
      };
      response.writeHead(200, { "content-encoding": "gzip" });
      send();
    });
    expect((await failureOf(site.origin, limited(site.origin, { maxBytes: 50_000 }))).code).toBe("fetch.too-large");
  });

  it("but not when it is exactly as large as it may be", async () => {
    const site = await start((_, response) => response.end(kilobyte));
    expect((await safeFetch(site.origin, limited(site.origin, { maxBytes: 1_024 }))).bytes).toEqual(kilobyte);
  });

  it("and so are headers beyond 32 KB", async () => {
    const origin = await startRaw((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${`x-header: ${"a".repeat(1_000)}\r\n`.repeat(40)}\r\n`);
    });
    expect((await failureOf(origin, limited(origin))).code).toBe("fetch.too-large");
  });
});

describe("a host that takes too long is given up", () => {
  it("when it accepts the connection and says nothing", async () => {
    const origin = await startRaw(() => undefined);
    expect((await failureOf(origin, limited(origin, { idleMs: 50 }))).code).toBe("fetch.timeout");
  });

  it("when it stops in the middle of a body", async () => {
    const site = await start((_, response) => {
      response.writeHead(200, { "content-length": 2_048 }).write(kilobyte);
    });
    expect((await failureOf(site.origin, limited(site.origin, { idleMs: 50 }))).code).toBe("fetch.timeout");
  });

  it("when it sends byte after byte and never stops for long", async () => {
    const site = await start((_, response) => {
      const timer = setInterval(() => response.write("a"), 5);
      response.on("close", () => clearInterval(timer));
    });
    expect((await failureOf(site.origin, limited(site.origin, { totalMs: 200 }))).code).toBe("fetch.timeout");
  });

  it("when it sends header after header", async () => {
    const origin = await startRaw((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const timer = setInterval(() => socket.write("a: b\r\n"), 5);
      socket.on("close", () => clearInterval(timer));
    });
    expect((await failureOf(origin, limited(origin, { totalMs: 200 }))).code).toBe("fetch.timeout");
  });

  it("when its name is never resolved, or nothing accepts the connection", async () => {
    const { promise: never } = Promise.withResolvers<never>();
    const limits = { connectMs: 50 };
    const slow = await failureOf("http://town.example/", { limits, network: { resolve: () => never } });
    expect(slow.code).toBe("fetch.unreachable");
    const whole = await failureOf("http://town.example/", {
      limits: { totalMs: 50 },
      network: { resolve: () => never },
    });
    expect(whole.code).toBe("fetch.timeout");
  });

  it("when it does not finish the handshake of TLS", async () => {
    const plain = await startRaw(() => undefined);
    const origin = plain.replace("http:", "https:");
    expect((await failureOf(origin, limited(origin, { connectMs: 50 }))).code).toBe("fetch.unreachable");
  });
});

describe("redirects are followed by hand", () => {
  it("at most five of them", async () => {
    const site = await start(({ url = "" }, response) => {
      const step = Number(url.slice(1));
      if (step === 0) return response.end("there");
      return response.writeHead(302, { location: `/${step - 1}` }).end();
    });
    expect((await safeFetch(`${site.origin}/5`, limited(site.origin))).bytes.toString()).toBe("there");
    expect((await failureOf(`${site.origin}/6`, limited(site.origin))).code).toBe("fetch.redirect");
    expect((await failureOf(`${site.origin}/1`, limited(site.origin, { maxRedirects: 0 }))).code).toBe(
      "fetch.redirect",
    );
  });

  it("but not in a circle, not to nowhere, and not with a body that never ends", async () => {
    const site = await start(({ url }, response) => {
      if (url === "/nowhere") return response.writeHead(302).end();
      if (url === "/no-url") return response.writeHead(302, { location: "http://[" }).end();
      if (url === "/talks") {
        response.writeHead(302, { location: "/nowhere" });
        return sendForEver(response);
      }
      return response.writeHead(307, { location: url === "/one" ? "/two#again" : "/one" }).end();
    });
    for (const path of ["one", "nowhere", "no-url", "talks"]) {
      expect((await failureOf(`${site.origin}/${path}`, limited(site.origin))).code).toBe("fetch.redirect");
    }
    expect(site.requests.slice(0, 3)).toEqual(["GET /one", "GET /two", "GET /nowhere"]);
  });

  it("but not from https to http", async () => {
    const tls = makeSelfSigned(["localhost"]);
    setDefaultCACertificates([tls.cert]);
    const plain = await start((_, response) => response.end());
    const secure = await startCountingSite((_, response) => response.writeHead(301, { location: plain.origin }).end(), {
      tls,
    });
    closers.push(secure.close);
    const { code } = await failureOf(secure.origin, { allowOrigins: [secure.origin, plain.origin] });
    expect([code, plain.connections()]).toEqual(["fetch.redirect", 0]);
  });
});

describe("an attempt is repeated", () => {
  const fails = (times: number, fail: (response: ServerResponse) => unknown) => {
    let left = times;
    return start((_, response) => {
      if (left-- > 0) fail(response);
      else response.end("there");
    });
  };

  it.each([
    ["a bad gateway", (response: ServerResponse) => response.writeHead(502).end()],
    ["a host that is down", (response: ServerResponse) => response.writeHead(503).end()],
    ["a slow gateway", (response: ServerResponse) => response.writeHead(504).end()],
    ["too many calls", (response: ServerResponse) => response.writeHead(429).end()],
    ["a connection that is closed", (response: ServerResponse) => response.destroy()],
    [
      "a body that breaks off",
      (response: ServerResponse) => {
        response.writeHead(200, { "content-length": 99 });
        response.write("half", () => response.destroy());
      },
    ],
  ])("after %s, at most twice", async (_, fail) => {
    const twice = await fails(2, fail);
    const options = { ...limited(twice.origin), wait: atOnce };
    expect((await safeFetch(twice.origin, options)).bytes.toString()).toBe("there");
    expect(twice.requests).toHaveLength(3);
    const always = await fails(99, fail);
    const failure = await failureOf(always.origin, { ...limited(always.origin, { maxRetries: 2 }), wait: atOnce });
    expect(["fetch.status", "fetch.unreachable"]).toContain(failure.code);
    expect(always.requests).toHaveLength(3);
  });

  it.each([400, 401, 403, 404, 410, 500, 501])("but not after the status %i", async (status) => {
    const site = await start((_, response) => response.writeHead(status).end());
    const failure = await failureOf(site.origin, { ...limited(site.origin, { maxRetries: 2 }), wait: atOnce });
    expect(failure).toMatchObject({ code: "fetch.status", status });
    expect(failure.detail).toContain(String(status));
    expect(site.requests).toHaveLength(1);
  });

  it("with the same two repeats for the whole way, over redirects", async () => {
    const site = await start(({ url }, response) => {
      const attempts = site.requests.filter((line) => line === `GET ${url}`).length;
      if (attempts === 1) response.writeHead(503).end();
      else response.writeHead(302, { location: `${url}a` }).end();
    });
    const failure = await failureOf(`${site.origin}/a`, {
      ...limited(site.origin, { maxRetries: 2 }),
      wait: atOnce,
    });
    expect([failure.status, site.requests.length]).toEqual([503, 5]);
  });

  it("not before the host wants it, and not at all when that is too late", async () => {
    const waits: number[] = [];
    const wait = async (milliseconds: number) => waits.push(milliseconds);
    const soon = await fails(2, (response) => response.writeHead(429, { "retry-after": "7" }).end());
    await safeFetch(soon.origin, { ...limited(soon.origin), wait });
    expect(waits).toHaveLength(2);
    expect(waits.every((ms) => ms >= 7_000 && ms <= 10_500)).toBe(true);
    const late = await fails(2, (response) => response.writeHead(503, { "retry-after": "3600" }).end());
    const failure = await failureOf(late.origin, { ...limited(late.origin, { maxRetries: 2 }), wait });
    expect(failure).toMatchObject({ status: 503, retryAfterMs: 3_600_000 });
    expect([waits.length, late.requests.length]).toEqual([2, 1]);
  });

  it("reads the time to wait from a date too", async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    const site = await start((_, response) => response.writeHead(503, { "retry-after": date }).end());
    const { retryAfterMs } = await failureOf(site.origin, limited(site.origin));
    expect(retryAfterMs).toBeGreaterThan(3_000_000);
  });
});

describe("an answer that is none is refused", () => {
  it.each([
    ["no HTTP", "SSH-2.0-OpenSSH_9.2\r\n"],
    ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"],
    ["a length and pieces", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
    ["a packing nobody knows", "HTTP/1.1 200 OK\r\nContent-Encoding: zip\r\nContent-Length: 1\r\n\r\na"],
    ["packed twice", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip\r\nContent-Length: 1\r\n\r\na"],
    ["gzip that is none", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd"],
    ["brotli that is none", "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: 4\r\n\r\nabcd"],
    ["gzip that breaks off", Buffer.concat([gzipHead(), gzipSync("a".repeat(99)).subarray(0, 15)])],
  ])("when it is %s", async (_, answer) => {
    const origin = await startRaw((socket) => socket.once("data", () => socket.end(answer)));
    expect((await failureOf(origin, limited(origin))).code).toBe("fetch.bad-answer");
  });

  it("when it wants to speak something else", async () => {
    const upgrade = "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n";
    const origin = await startRaw((socket) => socket.once("data", () => socket.write(upgrade)));
    expect((await failureOf(origin, limited(origin))).code).toBe("fetch.bad-answer");
  });
});

function gzipHead(): Buffer {
  return Buffer.from("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 15\r\n\r\n");
}

describe("a name", () => {
  it("without an address is not found, and one that nobody could look up is not reached", async () => {
    const failing = (code: string) => ({ resolve: () => Promise.reject(Object.assign(new Error(code), { code })) });
    const of = async (network: SafeFetchOptions["network"]) =>
      (await failureOf("http://town.example/", { ...(network ? { network } : {}) })).code;
    expect(await of({ resolve: async () => [] })).toBe("fetch.unresolved");
    expect(await of(failing("ENOTFOUND"))).toBe("fetch.unresolved");
    expect(await of(failing("EAI_AGAIN"))).toBe("fetch.unreachable");
    expect(await of({ resolve: async () => ["93.184.216.34"], connect: brokenSocket })).toBe("fetch.unreachable");
  });
});

describe("whoever asked may change their mind", () => {
  const enough = new Error("no longer wanted");

  it("before anything is sent", async () => {
    const site = await start((_, response) => response.end());
    const options = { ...limited(site.origin), signal: AbortSignal.abort(enough) };
    await expect(safeFetch(site.origin, options)).rejects.toBe(enough);
    expect(site.connections()).toBe(0);
  });

  it("while a body comes, and the connection ends", async () => {
    const stop = new AbortController();
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const site = await start((_, response) => {
      response.on("close", resolve);
      response.write(kilobyte, () => stop.abort(enough));
    });
    await expect(safeFetch(site.origin, { ...limited(site.origin), signal: stop.signal })).rejects.toBe(enough);
    await closed;
  });

  it("between two attempts", async () => {
    const stop = new AbortController();
    const site = await start((_, response) =>
      response.writeHead(503, { "retry-after": "20" }).end(() => stop.abort(enough)),
    );
    await expect(safeFetch(site.origin, { ...limited(site.origin), signal: stop.signal })).rejects.toBe(enough);
    expect(site.requests).toHaveLength(1);
  });
});
