import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeMemoryLimiter } from "../../../api/http/rate-limit.ts";
import { clientBehind } from "../../../api/http/trusted-proxies.ts";
import { sql } from "../../../migrations/index.ts";
import {
  makeTestApp,
  makeTestOrganization,
  openTestServices,
  type TestApp,
  type TestOrganization,
  type TestServices,
  testBaseUrl,
} from "../../support/http.ts";
import { type SampleEffects, sampleOperations } from "./sample-operations.ts";

const effects: SampleEffects = { writes: [], duringWrite: async () => {} };
let services: TestServices;
let organization: TestOrganization;
let test: TestApp;
let key: string;
beforeAll(async () => {
  services = await openTestServices();
  organization = await makeTestOrganization(services, "Pipeline Office");
  key = organization.ownerKey;
  test = makeTestApp(services, sampleOperations(effects));
});
beforeEach(() => {
  effects.writes = [];
  effects.duringWrite = async () => {};
  test.log.lines.length = 0;
});
afterAll(() => services.close());

describe("every answer", () => {
  it("carries a request id, and echoes the caller's own when it has the right form", async () => {
    const own = await test.call("GET", "/v1/samples/x", { key, headers: { "x-request-id": "trace.1-a_B" } });
    expect(own.headers.get("x-request-id")).toBe("trace.1-a_B");
    for (const wrong of ["two words", "a".repeat(129), "ümlaut", "a;b"]) {
      const answer = await test.call("GET", "/v1/samples/x", { key, headers: { "x-request-id": wrong } });
      expect(answer.headers.get("x-request-id")).toMatch(/^req_[0-9a-f]{32}$/);
    }
  });

  it("that is not a success is a problem document with the request's id", async () => {
    const answer = await test.call("GET", "/v1/samples/absent", { key });
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(answer.json).toEqual({
      type: `${testBaseUrl}/errors#not_found`,
      title: "Not Found",
      status: 404,
      code: "not_found",
      detail: "There is nothing here that this credential can see.",
      request_id: answer.headers.get("x-request-id"),
    });
  });

  it("that asks to wait says so in the header and in the body, in whole seconds", async () => {
    const answer = await test.call("GET", "/v1/samples/waiting", { key });
    expect(answer.status).toBe(409);
    expect(answer.headers.get("retry-after")).toBe("5");
    expect(answer.json).toMatchObject({ retry_after_seconds: 5, poll: "/v1/samples/waiting" });
    expect(answer.json.recovery).toMatchObject({ action: expect.stringContaining("Poll the project") });
  });
});

describe("a deprecated operation", () => {
  it("says since when, until when and what to use instead, also when it refuses", async () => {
    for (const path of ["/v1/old-samples", "/v1/old-samples?x=1"]) {
      const { headers } = await test.call("GET", path, { key });
      expect(headers.get("deprecation")).toBe("@1767225600");
      expect(headers.get("sunset")).toBe("Fri, 01 Jan 2027 00:00:00 GMT");
      expect(headers.get("link")).toBe(`<${testBaseUrl}/v1/samples>; rel="successor-version"`);
    }
    expect((await test.call("GET", "/v1/samples/x", { key })).headers.has("deprecation")).toBe(false);
  });
});

describe("a fault of ours", () => {
  it("is answered with a constant body, and told to the log only", async () => {
    const answer = await test.call("GET", "/v1/samples/broken", { key });
    expect(answer.status).toBe(500);
    expect(answer.json).toMatchObject({ code: "internal_error" });
    expect(answer.text).not.toMatch(/select|srv|secret/);
    const logged = test.log.lines.find((line) => line.level === "error");
    expect(String((logged?.record as { err?: Error } | undefined)?.err)).toContain("select secret");
  });

  it("of a lower room is recognised by its code", async () => {
    const answer = await test.call("GET", "/v1/samples/down", { key });
    expect(answer.status).toBe(503);
    expect(answer.json).toMatchObject({ code: "search_unavailable", retry_after_seconds: 5 });
  });

  it("includes an answer that differs from its declaration", async () => {
    const answer = await test.call("GET", "/v1/samples/drifted", { key });
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain("extra");
    expect((await test.call("GET", "/v1/samples/undeclared", { key })).status).toBe(500);
  });
});

describe("an address", () => {
  it("that does not exist is 404, in every spelling", async () => {
    for (const path of [
      "/",
      "/v1",
      "/v1/nothing",
      "/v1/samples/",
      "/v1/samples/a/b",
      "//v1/samples",
      "/v1/samples/%ZZ",
    ]) {
      const answer = await test.call("GET", path, { key });
      expect([path, answer.status, answer.json.code]).toEqual([path, 404, "not_found"]);
    }
  });

  it("asked with a method it does not answer says which it does", async () => {
    const answer = await test.call("DELETE", "/v1/samples", { key });
    expect(answer.status).toBe(405);
    expect(answer.json.code).toBe("method_not_allowed");
    expect(answer.headers.get("allow")).toBe("GET, HEAD, POST");
    expect((await test.call("OPTIONS", "/v1/samples/x")).status).toBe(405);
  });

  it("that holds a key is refused before the key is looked at", async () => {
    const paths = [
      `/v1/wallet?key=${key}`,
      `/v1/samples/${key}`,
      `/nowhere?x=${encodeURIComponent(key)}`,
      "/v1/wallet?api_key=1",
    ];
    for (const path of paths) {
      const answer = await test.call("GET", path, { key });
      expect([answer.status, answer.json.code]).toEqual([400, "credential_in_url"]);
      expect(answer.text).not.toContain(key.slice(10, 30));
    }
    expect(JSON.stringify(test.log.lines)).not.toContain(key.slice(10, 30));
  });
});

describe("HEAD", () => {
  it("is answered although the body that it drops cannot be canceled, and no error is left uncaught", async () => {
    const uncaught: unknown[] = [];
    const note = (error: unknown) => uncaught.push(error);
    process.on("unhandledRejection", note);
    const body = () => new ReadableStream({ cancel: () => Promise.reject(new Error("the store is gone")) });
    const handle = async () => new Response(body(), { headers: { "content-type": "text/plain" } });
    const { call } = makeTestApp(services, [], { routes: [{ method: "GET", path: "/file", handle }] });
    const answer = await call("HEAD", "/file");
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off("unhandledRejection", note);
    expect([answer.status, answer.text, uncaught]).toEqual([200, "", []]);
  });

  it("gives the headers of GET without a body", async () => {
    const answer = await test.call("HEAD", "/v1/samples/x", { key });
    expect([answer.status, answer.text]).toEqual([200, ""]);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect((await test.call("HEAD", "/v1/samples/x")).status).toBe(401);
  });

  it("never runs a GET that has effects", async () => {
    const answer = await test.call("HEAD", "/v1/takes/token");
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("GET");
    expect(effects.writes).toEqual([]);
  });
});

describe("a credential", () => {
  it("that is missing is asked for", async () => {
    const answer = await test.call("GET", "/v1/samples/x");
    expect([answer.status, answer.json.code]).toEqual([401, "authentication_required"]);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  });

  it("in any wrong form is refused alike", async () => {
    const flipped = `${key.slice(0, 20)}${key[20] === "A" ? "B" : "A"}${key.slice(21)}`;
    const other = await makeTestOrganization(services, "Someone Who Rotated");
    const [row] = await services.apiKeys.list(other.orgId);
    await services.apiKeys.rotate(row?.id ?? "");
    const wrong = [
      "Bearer",
      "Bearer ",
      `bearer ${key}`,
      `Basic ${key}`,
      key,
      `Bearer ${key} x`,
      `Bearer ${key}, Bearer ${key}`,
    ];
    const secrets = [flipped, key.slice(0, -1), `${key}0`, key.replace("gw_live", "gw_test"), "x", other.ownerKey];
    for (const authorization of [...wrong, ...secrets.map((secret) => `Bearer ${secret}`)]) {
      const answer = await test.call("GET", "/v1/samples/x", { headers: { authorization } });
      expect([answer.status, answer.json.code]).toEqual([401, "invalid_credential"]);
      expect(answer.headers.get("www-authenticate")).toContain("Bearer");
    }
  });

  it("of a dead key is told why, to who has the right secret", async () => {
    const mint = () =>
      services.apiKeys.mint({ orgId: organization.orgId, createdBy: organization.ownerId, name: "dying" });
    const expired = await mint();
    await services.db.query(sql`-- expire_key
      update api_key set expires_at = now() where id = ${expired.row.id}`);
    const revoked = await mint();
    await services.apiKeys.revoke(revoked.row.id);
    expect((await test.call("GET", "/v1/samples/x", { key: expired.key })).json.code).toBe("key_expired");
    expect((await test.call("GET", "/v1/samples/x", { key: revoked.key })).json.code).toBe("key_revoked");
  });

  it("without the scope is refused with the scope's name, also where it may do other things", async () => {
    const { key: narrow, row } = await services.apiKeys.mint({
      orgId: organization.orgId,
      createdBy: organization.ownerId,
      name: "narrow",
    });
    await services.db.query(sql`-- narrow_key
      update api_key set scopes = array['project:read'] where id = ${row.id}`);
    expect((await test.call("GET", "/v1/samples/x", { key: narrow })).status).toBe(200);
    const answer = await test.call("POST", "/v1/samples", { key: narrow, body: { nonsense: true } });
    expect([answer.status, answer.json.code, answer.json.required_scope]).toEqual([
      403,
      "insufficient_scope",
      "source:write",
    ]);
  });
});

describe("the limit of an operation", () => {
  it("admits as many calls a minute as declared, and tells where the caller stands", async () => {
    let now = 1_000_000;
    const limited = makeTestApp(services, sampleOperations(effects), { limiter: makeMemoryLimiter(() => now) });
    const statuses: unknown[] = [];
    for (let call = 0; call < 4; call++) {
      const answer = await limited.call("GET", "/v1/samples", { key });
      statuses.push([answer.status, answer.headers.get("ratelimit-limit"), answer.headers.get("ratelimit-remaining")]);
      now += 1_000;
    }
    expect(statuses).toEqual([
      [200, "3", "2"],
      [200, "3", "1"],
      [200, "3", "0"],
      [429, "3", "0"],
    ]);
    const refused = await limited.call("GET", "/v1/samples", { key });
    expect(refused.json).toMatchObject({ code: "rate_limited", retry_after_seconds: 56 });
    expect(refused.headers.get("retry-after")).toBe("56");
    expect((await limited.call("GET", "/v1/samples", { key: organization.memberKey })).status).toBe(200);
    now += 56_000;
    expect((await limited.call("GET", "/v1/samples", { key })).status).toBe(200);
  });

  it("counts malformed calls too, and calls without a credential by their address", async () => {
    const limited = makeTestApp(services, sampleOperations(effects), { limiter: makeMemoryLimiter(() => 5) });
    for (let call = 0; call < 3; call++) {
      expect((await limited.call("GET", "/v1/samples?limit=none", { key })).status).toBe(422);
    }
    expect((await limited.call("GET", "/v1/samples", { key })).status).toBe(429);
    for (let call = 0; call < 5; call++) await limited.call("GET", "/v1/takes/a", { address: "2001:db8::1" });
    expect((await limited.call("GET", "/v1/takes/a", { address: "2001:db8::ffff" })).status).toBe(429);
    expect((await limited.call("GET", "/v1/takes/a", { address: "2001:db8:0:1::1" })).status).toBe(200);
  });

  it("of an address counts the client behind a trusted proxy, and nobody changes theirs by a header", async () => {
    const limited = makeTestApp(services, [], {
      limiter: makeMemoryLimiter(() => 5),
      addressLimitPerMinute: 1,
      findClient: clientBehind(["10.0.0.0/8"]),
    });
    const ask = async (address: string, claimed: string) => {
      const headers = { "x-forwarded-for": claimed };
      return (await limited.call("GET", "/v1/wallet", { key, address, headers })).status;
    };
    expect(await ask("10.0.0.1", "198.51.100.1")).toBe(200);
    expect(await ask("10.0.0.1", "198.51.100.2")).toBe(200);
    expect(await ask("10.0.0.1", "198.51.100.77, 198.51.100.1")).toBe(429);
    expect(await ask("203.0.113.7", "198.51.100.3")).toBe(200);
    expect(await ask("203.0.113.7", "198.51.100.4")).toBe(429);
  });

  it("of an address comes before everything else, in plain JSON", async () => {
    const limited = makeTestApp(services, [], { limiter: makeMemoryLimiter(() => 5), addressLimitPerMinute: 2 });
    await limited.call("GET", "/nowhere");
    await limited.call("GET", "/v1/wallet");
    const answer = await limited.call("GET", "/v1/wallet", { key });
    expect(answer.status).toBe(429);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.headers.get("retry-after")).toBe("60");
    expect(Object.keys(answer.json)).toEqual(["detail"]);
    expect(answer.headers.get("x-request-id")).not.toBeNull();
    expect((await limited.call("GET", "/v1/wallet", { key, address: "198.51.100.1" })).status).toBe(200);
  });

  it("lets reading go on when the store of the limits is down", async () => {
    const limiter = { take: async () => Promise.reject(new Error("store is gone")) };
    const limited = makeTestApp(services, sampleOperations(effects), { limiter });
    expect((await limited.call("GET", "/v1/samples/x", { key })).status).toBe(200);
  });
});

describe("a query", () => {
  const errors = async (query: string) => {
    const answer = await test.call("GET", `/v1/samples?${query}`, { key });
    expect([query, answer.status, answer.json.code]).toEqual([query, 422, "validation_failed"]);
    expect(typeof answer.json.detail).toBe("string");
    return (answer.json.errors as { field: string; code: string }[]).map((error) => `${error.field} ${error.code}`);
  };

  it("is read by its declared types, with defaults for what is left out", async () => {
    const answer = await test.call("GET", "/v1/samples?is_open=true&kinds=a&kinds=b", { key });
    expect(answer.json).toEqual({ query: { limit: 20, is_open: true, kinds: ["a", "b"] } });
  });

  it("names every parameter that is unknown, repeated, or not of its type", async () => {
    expect(await errors("limt=5")).toEqual(["limt unknown_parameter"]);
    expect(await errors("limit=5&limit=6")).toEqual(["limit duplicate"]);
    for (const integer of ["5.0", "05", "1e1", "0x5", " 5", "", "5a", "99999999999999999999"]) {
      expect(await errors(`limit=${encodeURIComponent(integer)}`)).toEqual(["limit wrong_type"]);
    }
    expect(await errors("limit=0")).toEqual(["limit out_of_range"]);
    expect(await errors("limit=101")).toEqual(["limit out_of_range"]);
    expect(await errors("is_open=yes")).toEqual(["is_open wrong_type"]);
    expect(await errors("kinds=a,c")).toEqual(["kinds[1] not_allowed"]);
    expect(await errors("limit=x&is_open=1&other=2")).toEqual([
      "limit wrong_type",
      "is_open wrong_type",
      "other unknown_parameter",
    ]);
  });
});

describe("a body", () => {
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    test.call("POST", "/v1/samples", { key, body, headers });
  const errors = async (body: unknown) => {
    const answer = await send(body, { "content-type": "application/json" });
    expect([answer.status, answer.json.code]).toEqual([422, "validation_failed"]);
    expect(effects.writes).toEqual([]);
    return (answer.json.errors as { field: string; code: string }[]).map((error) => `${error.field} ${error.code}`);
  };

  it("that fits is taken as it is, with defaults for what is left out", async () => {
    const answer = await send({ note: "n" });
    expect([answer.status, answer.json]).toEqual([201, { note: "n", level: 1, count: 1 }]);
  });

  it("is never coerced and nothing in it is dropped", async () => {
    expect(await errors({ note: 5 })).toEqual(["note wrong_type"]);
    expect(await errors({ note: "n", level: "5" })).toEqual(["level wrong_type"]);
    expect(await errors({ note: "n", level: 1.5 })).toEqual(["level wrong_type"]);
    expect(await errors({ note: "n", nots: 1 })).toEqual(["nots unknown_member"]);
    expect(await errors({ note: "n", parts: [{ name: "a", size: 1, colour: 2 }] })).toEqual([
      "parts[0].colour unknown_member",
    ]);
  });

  it("has every bad field named at once", async () => {
    expect(await errors({ parts: [{ name: "a", size: -1 }, { name: 1 }], level: null })).toEqual([
      "note required",
      "parts[0].size out_of_range",
      "parts[1].size required",
      "parts[1].name wrong_type",
      "level wrong_type",
    ]);
    expect(await errors("")).toEqual(["note required"]);
    expect(await errors("[]")).toEqual(["body wrong_type"]);
  });

  it("with one of several forms is told about the form it is nearest to", async () => {
    expect(await errors({ note: "n", place: { latitude: 91, longitude: 0 } })).toEqual(["place.latitude out_of_range"]);
    expect(await errors({ note: "n", place: { adress: "x" } })).not.toContain("place.latitude required");
    expect(await errors({ note: "n", place: "x" })).toEqual(["place wrong_form"]);
  });

  it("that cannot be kept or could do harm is refused by name", async () => {
    expect(await errors('{"note":"a\\u0000b"}')).toEqual(["note not_allowed"]);
    expect(await errors('{"note":"a\\ud800b"}')).toEqual(["note not_allowed"]);
    expect(await errors('{"note":"n","extra":{"__proto__":{"x":1}}}')).toEqual(["extra.__proto__ unknown_member"]);
    expect(await errors('{"note":"n","extra":{"constructor":{"x":1}}}')).toEqual(["extra.constructor unknown_member"]);
    expect(await errors('{"note":"n","note":"m"}')).toEqual(["note duplicate"]);
    expect(await errors('{"note":"n","extra":{"a":1,"\\u0061":2}}')).toEqual(["a duplicate"]);
    const [deep] = await errors(`{"note":"n","extra":{"a":${"[".repeat(500)}${"]".repeat(500)}}}`);
    expect(deep).toMatch(/^extra\.a\[0\].* too_deep$/);
  });

  it("that is not JSON is 400", async () => {
    for (const text of ["{", "{'a':1}", '{"note":"n"} x', "NaN", '{"note":"\n"}']) {
      const answer = await send(text, { "content-type": "application/json" });
      expect([text, answer.status, answer.json.code]).toEqual([text, 400, "invalid_json"]);
    }
    const latin = await send(new Uint8Array([0x22, 0xe9, 0x22]), { "content-type": "application/json" });
    expect(latin.json.code).toBe("invalid_json");
  });

  it("of another media type is 415", async () => {
    const types = [
      "text/plain",
      "application/x-www-form-urlencoded",
      "application/json; charset=latin1",
      "application/jsonx",
    ];
    for (const type of types) {
      const answer = await send('{"note":"n"}', { "content-type": type });
      expect([type, answer.status, answer.json.code]).toEqual([type, 415, "unsupported_media_type"]);
    }
    const packed = await send('{"note":"n"}', { "content-type": "application/json", "content-encoding": "gzip" });
    expect(packed.status).toBe(415);
    expect((await send('{"note":"n"}', { "content-type": "Application/JSON; charset=UTF-8" })).status).toBe(201);
  });

  it("larger than allowed is 413, whether or not it says its length", async () => {
    const large = JSON.stringify({ note: "n", extra: { a: "x".repeat(1_048_576) } });
    const answer = await send(large, { "content-type": "application/json" });
    expect([answer.status, answer.json.code, answer.json.max_bytes]).toEqual([413, "payload_too_large", 1_048_576]);
    const pieces = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(0x20)),
    });
    const request = new Request(`${testBaseUrl}/v1/samples`, {
      method: "POST",
      body: pieces,
      duplex: "half",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    } as RequestInit);
    expect((await test.app.fetch(request, { address: "203.0.113.7" })).status).toBe(413);
  });

  it("of bytes reaches the handler as a stream", async () => {
    const answer = await test.call("PUT", "/v1/takes/t", { body: new Uint8Array(100_000) });
    expect([answer.status, answer.text, effects.writes[0]?.note]).toEqual([204, "", "100000 bytes"]);
  });
});

describe("the order of the pipeline", () => {
  it("is: credential, scope, limit, validation, idempotency claim", async () => {
    const limited = makeTestApp(services, sampleOperations(effects), { limiter: makeMemoryLimiter(() => 9) });
    const malformed = { body: "{", headers: { "content-type": "application/json", "idempotency-key": "burnt?" } };
    expect((await limited.call("POST", "/v1/samples", malformed)).status).toBe(401);
    expect((await limited.call("POST", "/v1/samples", { ...malformed, key })).status).toBe(400);
    const fine = { key, body: { note: "n" }, headers: { "idempotency-key": "burnt?" } };
    expect((await limited.call("POST", "/v1/samples", fine)).status).toBe(201);
  });
});
