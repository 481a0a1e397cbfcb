import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { bookTurn, sweepAnswers } from "../../../api/providers/client/provider-cache.repository.ts";
import { ProviderFault, ready, readyOrEmpty, settle } from "../../../api/providers/client/provider-fault.ts";
import { type CountingSite, startCountingSite } from "../../support/counting-site.ts";
import { openTestDatabase, type TestDatabase } from "../../support/database.ts";
import { type ClientChanges, clientOf } from "../../support/provider-client.ts";

type Answer = (response: ServerResponse, request: IncomingMessage) => unknown;

let db: TestDatabase;
let site: CountingSite;
let answers: Answer[] = [];
let sent: IncomingMessage[] = [];
let bodies: string[] = [];

beforeAll(async () => {
  db = await openTestDatabase();
  site = await startCountingSite((request, response) => {
    sent.push(request);
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      bodies.push(Buffer.concat(chunks).toString());
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      answer?.(response, request);
    });
  });
});
afterEach(() => {
  answers = [];
  sent = [];
  bodies = [];
});
afterAll(async () => {
  await site.close();
  await db.close();
});

const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
const raw =
  (body: string | Buffer, type = "application/json", status = 200): Answer =>
  (response) =>
    response.writeHead(status, { "content-type": type }).end(body);
const hangUp: Answer = (response) => response.destroy();
const silent: Answer = () => undefined;

const same = (body: unknown) => body;
const client = (changes: ClientChanges = {}) => clientOf(db, site.origin, changes);

async function faultOf(work: Promise<unknown>): Promise<ProviderFault> {
  const error = await work.then(
    () => new Error("it was answered"),
    (thrown: unknown) => thrown,
  );
  if (error instanceof ProviderFault) return error;
  throw error;
}

describe("a request to a provider", () => {
  it("names the service and its operator, and carries the token of the provider to the provider only", async () => {
    answers = [json({ ok: true })];
    const { provenance, body } = await client({ token: "s3cret" }).json({ path: "/v2/point", query: { lat: 1 } }, same);
    expect(body).toEqual({ ok: true });
    expect(sent[0]?.headers["user-agent"]).toContain("maps@example.com");
    expect(sent[0]?.url).toBe("/v2/point?lat=1&token=s3cret");
    expect(provenance).toMatchObject({ url: `${site.origin}/v2/point?lat=1`, attribution: "Test county" });

    const other = await startCountingSite((_, response) => response.writeHead(200).end("{}"));
    await client({ token: "s3cret", allowOrigins: [other.origin] }).json({ path: `${other.origin}/layer` }, same);
    await other.close();
    expect(other.requests).toEqual(["GET /layer"]);
  });

  it("drops its headers when it is redirected to another origin, and is not redirected to a private one", async () => {
    const seen: (string | undefined)[] = [];
    const other = await startCountingSite((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(200).end("{}");
    });
    const toOther: Answer = (response) => response.writeHead(302, { location: `${other.origin}/moved` }).end();
    const asBearer = { token: "s3cret", tokenPlace: { header: "authorization", scheme: "Bearer" } };
    answers = [toOther];
    const fault = await faultOf(client(asBearer).json({ path: "/layer" }, same));
    expect(fault.kind).toBe("permanent");
    expect(other.connections()).toBe(0);
    answers = [toOther];
    await client({ ...asBearer, allowOrigins: [other.origin] }).json({ path: "/layer" }, same);
    expect(sent.at(-1)?.headers.authorization).toBe("Bearer s3cret");
    expect(seen).toEqual([undefined]);
    await other.close();
  });

  it("sends a form by POST", async () => {
    answers = [json({ ok: true })];
    await client().json({ path: "/interpreter", form: { data: "[out:json];" } }, same);
    expect([sent[0]?.method, bodies[0]]).toEqual(["POST", "data=%5Bout%3Ajson%5D%3B"]);
  });
});

describe("a provider that fails for a moment", () => {
  it.each<[string, Answer]>([
    ["breaks the connection", hangUp],
    ["answers 500", json({}, 500)],
    ["answers 503", json({}, 503)],
    ["sends a web page with status 200", raw("<!DOCTYPE html><title>Maintenance</title>", "text/html")],
    ["sends JSON that is cut off", raw('{"features": [')],
    ["sends nothing", raw("")],
    ["sends an ArcGIS error 500 with status 200", json({ error: { code: 500, message: "Unable", details: [] } })],
  ])("is asked again when it %s", async (_, failing) => {
    answers = [failing, failing, json({ features: [] })];
    expect((await client().json({ path: "/query" }, same)).body).toEqual({ features: [] });
    expect(sent).toHaveLength(3);
  });

  it("is given up after three attempts, with what happened and when to try again", async () => {
    answers = [json({}, 502)];
    const result = await settle(async () => {
      const { body, provenance } = await client().json({ path: "/query" }, same);
      return ready(body, provenance);
    });
    expect(result).toMatchObject({
      state: "failed",
      detail: "The test service answered with status 502.",
      retryAfterSeconds: 30,
      provenance: { url: `${site.origin}/query` },
    });
    expect(sent).toHaveLength(3);
  });

  it("is asked once when the request starts something", async () => {
    answers = [json({}, 500)];
    await faultOf(client().json({ path: "/submit", isRepeatable: false }, same));
    expect(sent).toHaveLength(1);
  });

  it("is waited for as long as it asks, and not at all when that is longer than the caller waits", async () => {
    const waits: number[] = [];
    const wait = async (milliseconds: number) => waits.push(milliseconds);
    let clock = 0;
    answers = [
      json({}, 429, { "retry-after": "2" }),
      (response) => {
        json({ ok: true })(response, sent[0] as IncomingMessage);
      },
    ];
    const waiting = client({
      now: () => clock,
      wait: async (milliseconds) => {
        await wait(milliseconds);
        clock += milliseconds;
      },
    });
    await waiting.json({ path: "/query" }, same);
    expect(waits[0]).toBeGreaterThanOrEqual(2_000);
    expect(waits[0]).toBeLessThanOrEqual(3_000);
    answers = [json({}, 429, { "retry-after": "600" })];
    const fault = await faultOf(client().json({ path: "/query" }, same));
    expect([fault.kind, fault.retryAfterSeconds]).toEqual(["busy", 600]);
  });

  it("fails when it is silent for longer than one attempt may take", async () => {
    answers = [silent];
    // Long enough for a busy machine to send each attempt before it is given up.
    const fault = await faultOf(client().json({ path: "/slow", attemptMs: 500 }, same));
    expect([fault.kind, fault.detail]).toEqual(["passing", "The test service did not answer in time."]);
    expect(sent).toHaveLength(3);
  });

  it("is not asked past the time for all attempts, nor past the deadline of its caller, and a caller that leaves is no fault", async () => {
    answers = [silent];
    const fault = await faultOf(client().json({ path: "/slow", totalMs: 60 }, same));
    expect(fault.detail).toBe("The test service did not answer in time.");
    const deadline = { path: "/slow", signal: AbortSignal.timeout(60) };
    const late = await faultOf(client().json(deadline, same));
    expect([late.detail, late.provenance?.name]).toEqual([
      "The test service did not answer in time.",
      expect.any(String),
    ]);
    const stop = new AbortController();
    const enough = new Error("the caller left");
    setTimeout(() => stop.abort(enough), 40);
    await expect(client().json({ path: "/slow", signal: stop.signal }, same)).rejects.toBe(enough);
  });
});

describe("a provider that will not answer", () => {
  it.each<[string, Answer, ProviderFault["kind"], number]>([
    ["401", json({ message: "no" }, 401), "refused", 1],
    ["403", json({}, 403), "refused", 1],
    ["an ArcGIS error 499 (token required)", json({ error: { code: 499, message: "Token Required" } }), "refused", 1],
    ["an ArcGIS error 400", json({ error: { code: 400, message: "Invalid field: FOO" } }), "permanent", 1],
    ["400", json({ errors: ["bad"] }, 400), "permanent", 1],
  ])("is asked once when it answers %s", async (_, failing, kind, requests) => {
    answers = [failing];
    expect((await faultOf(client().json({ path: "/query" }, same))).kind).toBe(kind);
    expect(sent).toHaveLength(requests);
  });

  it("is blocked when it refuses the credentials, and never empty", async () => {
    answers = [json({ error: { code: 498, message: "Invalid token: s3cret" } })];
    const lines: string[] = [];
    const asking = client({ token: "s3cret", log: { warn: (fields) => lines.push(JSON.stringify(fields)) } });
    const result = await settle(async () => {
      const { provenance } = await asking.json({ path: "/query" }, same);
      return readyOrEmpty([], provenance);
    });
    expect(result).toMatchObject({ state: "blocked", url: `${site.origin}/query` });
    expect(lines).toHaveLength(1);
    expect(lines.join() + JSON.stringify(result)).not.toContain("s3cret");
  });

  it("may answer a status that the connector reads itself", async () => {
    answers = [json({ message: "no such parcel" }, 404)];
    const answer = await client().json({ path: "/parcels/1", accept: [404] }, (body, status) => [status, body]);
    expect(answer.body).toEqual([404, { message: "no such parcel" }]);
  });
});

describe("a file of a provider", () => {
  const png = Buffer.from("89504e470d0a1a0a0000", "hex");

  it("is returned when its first bytes are those of its kind", async () => {
    answers = [raw(png, "application/octet-stream")];
    expect(Buffer.from((await client().bytes({ path: "/export", kinds: ["png"] })).body)).toEqual(png);
  });

  it.each<[string, Answer]>([
    ["a web page", raw("<html><body>Sign in</body></html>", "image/png")],
    ["an error in JSON", json({ error: { code: 400, message: "too large" } })],
    ["another kind of file", raw(Buffer.from("ffd8ffe0", "hex"), "image/png")],
  ])("is refused when it is %s", async (_, failing) => {
    answers = [failing];
    expect((await faultOf(client().bytes({ path: "/export", kinds: ["png"] }))).kind).toBe("passing");
  });

  it("is refused when it is larger than is taken", async () => {
    answers = [raw(Buffer.concat([png, Buffer.alloc(5_000)]), "image/png")];
    const fault = await faultOf(client().bytes({ path: "/export", kinds: ["png"], maxBytes: 1_000 }));
    expect(fault.detail).toBe("The test service sent a response that is too large.");
  });
});

describe("the circuit of a provider", () => {
  it("opens after five failures in a row, lets one request through after a while, and closes when that succeeds", async () => {
    let clock = 0;
    const asking = client({ now: () => clock });
    answers = [json({}, 500)];
    await faultOf(asking.json({ path: "/a" }, same));
    await faultOf(asking.json({ path: "/b" }, same));
    expect(sent).toHaveLength(5);
    const open = await faultOf(asking.json({ path: "/c" }, same));
    expect([open.kind, open.retryAfterSeconds, sent.length]).toEqual(["busy", 30, 5]);
    expect(open.detail).toMatch(
      /failed repeatedly or asked to wait, so requests to it are paused\. Last failure: \S.*500/,
    );

    clock += 31_000;
    await faultOf(asking.json({ path: "/d", isRepeatable: false }, same));
    expect(sent).toHaveLength(6);
    await faultOf(asking.json({ path: "/e" }, same));
    expect(sent).toHaveLength(6);

    clock += 31_000;
    answers = [json({ ok: true })];
    const both = await Promise.all([asking.json({ path: "/f" }, same), faultOf(asking.json({ path: "/g" }, same))]);
    expect(both[0].body).toEqual({ ok: true });
    expect(sent).toHaveLength(7);
    await asking.json({ path: "/h" }, same);
    expect(sent).toHaveLength(8);
  });

  it("stays closed when the service refuses requests that it understood", async () => {
    const asking = client();
    answers = [json({}, 404)];
    for (let time = 0; time < 7; time += 1) await faultOf(asking.json({ path: `/missing/${time}` }, same));
    expect(sent).toHaveLength(7);
  });

  it("opens for the host that fails and not for the others of the same provider", async () => {
    const other = await startCountingSite((_, response) => response.writeHead(500).end());
    const asking = client({ allowOrigins: [other.origin] });
    for (const path of ["/a", "/b", "/c"]) await faultOf(asking.json({ path: `${other.origin}${path}` }, same));
    expect(other.requests).toHaveLength(5);
    answers = [json({ ok: true })];
    expect((await asking.json({ path: "/own" }, same)).body).toEqual({ ok: true });
    await other.close();
  });
});

describe("the limits of a provider", () => {
  it("keeps so many requests under way and no more", async () => {
    let underWay = 0;
    let most = 0;
    answers = [
      (response) => {
        underWay += 1;
        most = Math.max(most, underWay);
        setTimeout(() => {
          underWay -= 1;
          response.writeHead(200).end("{}");
        }, 15);
      },
    ];
    const asking = client({ concurrency: 2 });
    await Promise.all(Array.from({ length: 7 }, (_, at) => asking.json({ path: `/${at}` }, same)));
    expect([sent.length, most]).toEqual([7, 2]);
  });

  it("books turns an interval apart, whichever process asks, and keeps each request until its turn", async () => {
    const turns = [1, 2, 3].map(() => bookTurn(db, "paced", 10_000));
    const [first, second, third] = await Promise.all(turns);
    expect(first).toBe(0);
    expect(Math.round((second ?? 0) / 1_000)).toBe(10);
    expect(Math.round((third ?? 0) / 1_000)).toBe(20);
    answers = [json({ ok: true })];
    const asking = client({ provider: "paced", intervalMs: 10_000 });
    const fault = await faultOf(asking.json({ path: "/late", totalMs: 100 }, same));
    expect([fault.detail, sent.length]).toEqual(["The test service did not answer in time.", 0]);
  });
});

describe("the cache of a provider", () => {
  it("serves an answer while it is fresh, with the time at which it was fetched, even while the service fails", async () => {
    answers = [json({ n: 1 })];
    const provider = "cached";
    const first = await client({ provider, token: "one" }).json({ path: "/fresh", freshForSeconds: 60 }, same);
    answers = [json({}, 500)];
    const again = await client({ provider, token: "two" }).json({ path: "/fresh", freshForSeconds: 60 }, same);
    expect(again).toEqual({ ...first, isFromCache: true });
    expect(sent).toHaveLength(1);
  });

  it("asks again when the answer is no longer fresh", async () => {
    answers = [json({ n: 1 }), json({ n: 2 })];
    const asking = client({ provider: "stale" });
    await asking.json({ path: "/x", freshForSeconds: 0.001 }, same);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await asking.json({ path: "/x", freshForSeconds: 60 }, same)).body).toEqual({ n: 2 });
  });

  it("does not keep what the connector cannot read, nor an answer to an address with a secret of its own", async () => {
    const asking = client({ provider: "unkept" });
    const refuse = () => {
      throw new ProviderFault("permanent", "This is no list of features.");
    };
    answers = [json({ n: 1 })];
    await faultOf(asking.json({ path: "/x", freshForSeconds: 60 }, refuse));
    await asking.json({ path: "/x", freshForSeconds: 60 }, same);
    expect(sent).toHaveLength(2);
    const secret = { path: "/x", query: { token: "theirs" }, freshForSeconds: 60 };
    const { provenance } = await asking.json(secret, same);
    await asking.json(secret, same);
    expect(sent).toHaveLength(4);
    expect(provenance.url).toBe(`${site.origin}/x`);
  });

  it("asks once for the same thing that several callers want at the same time", async () => {
    answers = [(response) => setTimeout(() => response.writeHead(200).end('{"n":1}'), 20)];
    const asking = client({ provider: "shared" });
    const stop = new AbortController();
    const leaving = asking.json({ path: "/x", signal: stop.signal }, same);
    const staying = [1, 2, 3].map(() => asking.json({ path: "/x" }, same));
    stop.abort(new Error("the caller left"));
    await expect(leaving).rejects.toThrow("the caller left");
    for (const { body } of await Promise.all(staying)) expect(body).toEqual({ n: 1 });
    expect(sent).toHaveLength(1);
  });

  it("is swept of answers that are stale, and of the oldest beyond its size", async () => {
    await sweepAnswers(db, 0);
    answers = [(response) => response.writeHead(200).end(JSON.stringify(randomBytes(300).toString("hex")))];
    const asking = client({ provider: "swept" });
    for (const path of ["/1", "/2", "/3"]) await asking.json({ path, freshForSeconds: 60 }, same);
    await asking.json({ path: "/4", freshForSeconds: 0.001 }, same);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await sweepAnswers(db, 1_000_000)).toBe(1);
    expect(await sweepAnswers(db, 1_000)).toBe(1);
    const before = sent.length;
    await asking.json({ path: "/3", freshForSeconds: 60 }, same);
    expect(sent).toHaveLength(before);
    await asking.json({ path: "/1", freshForSeconds: 60 }, same);
    expect(sent).toHaveLength(before + 1);
  });
});
