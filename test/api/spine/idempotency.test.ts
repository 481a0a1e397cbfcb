import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeIdempotencyClaims } from "../../../api/http/idempotency.ts";
import { problem } from "../../../api/http/problem.ts";
import { sql } from "../../../migrations/index.ts";
import {
  makeTestApp,
  makeTestOrganization,
  openTestServices,
  type TestApp,
  type TestOrganization,
  type TestServices,
} from "../../support/http.ts";
import { type SampleEffects, sampleOperations } from "./sample-operations.ts";

const effects: SampleEffects = { writes: [], duringWrite: async () => {} };
let services: TestServices;
let organization: TestOrganization;
let test: TestApp;
beforeAll(async () => {
  services = await openTestServices();
  organization = await makeTestOrganization(services, "Careful Retries");
  test = makeTestApp(services, sampleOperations(effects));
});
beforeEach(() => {
  effects.writes = [];
  effects.duringWrite = async () => {};
});
afterAll(() => services.close());

let keys = 0;
const newKey = () => `retry-${++keys}`;
const write = (idempotencyKey: string, body: unknown = { note: "n" }, key = organization.ownerKey) =>
  test.call("POST", "/v1/samples", { key, body, headers: { "idempotency-key": idempotencyKey } });
const endLease = (key: string) =>
  services.db.query(sql`-- end_lease
    update idempotency_claim set lease_until = now() - interval '1 second' where key = ${key}`);

describe("a retry with the same key", () => {
  it("gets the same bytes again, marked as replayed, and nothing is done twice", async () => {
    const key = newKey();
    const first = await write(key, { note: "n", extra: { b: 1, a: 2 } });
    const second = await write(key, { extra: { a: 2, b: 1 }, note: "n" });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    expect(effects.writes).toHaveLength(1);
  });

  it("and another body is refused", async () => {
    const key = newKey();
    await write(key, { note: "n" });
    const answer = await write(key, { note: "m" });
    expect([answer.status, answer.json.code]).toEqual([409, "idempotency_key_reused"]);
  });

  it("counts the body as it was sent, before defaults", async () => {
    const key = newKey();
    await write(key, { note: "n" });
    expect((await write(key, { note: "n", level: 1 })).json.code).toBe("idempotency_key_reused");
  });

  it("of another credential, or on another path, is another request", async () => {
    const key = newKey();
    await write(key);
    await write(key, { note: "n" }, organization.memberKey);
    expect(effects.writes).toHaveLength(2);
    const headers = { "idempotency-key": key };
    const link = await test.call("POST", "/v1/samples/links", {
      key: organization.ownerKey,
      body: { note: "x" },
      headers,
    });
    expect(link.status).toBe(200);
  });

  it("after rotation of the API key still matches", async () => {
    const { key, row } = await services.apiKeys.mint({
      orgId: organization.orgId,
      createdBy: organization.ownerId,
      name: "rotating",
    });
    const retry = newKey();
    await write(retry, { note: "n" }, key);
    const rotated = await services.apiKeys.rotate(row.id);
    expect((await write(retry, { note: "n" }, rotated.key)).headers.get("idempotent-replayed")).toBe("true");
  });

  it("a day later is a new request", async () => {
    const key = newKey();
    await write(key);
    await services.db.query(sql`-- age_claim
      update idempotency_claim set created_at = now() - interval '25 hours' where key = ${key}`);
    expect((await write(key, { note: "another" })).status).toBe(201);
    expect(effects.writes).toHaveLength(2);
    await services.db.query(sql`-- age_claims
      update idempotency_claim set created_at = now() - interval '25 hours'`);
    expect(await makeIdempotencyClaims(services.db).sweep()).toBeGreaterThan(0);
  });
});

describe("a hundred equal requests at once", () => {
  it("have one effect: one runs, the others are told to wait or are given its answer", async () => {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 100 }, () => write(key)));
    expect(effects.writes).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === 409) {
        expect(answer.json).toMatchObject({ code: "idempotency_in_progress" });
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
      } else expect(answer.status).toBe(201);
    }
    expect(
      answers.filter((answer) => answer.status === 201 && !answer.headers.has("idempotent-replayed")),
    ).toHaveLength(1);
  });
});

describe("an attempt that came to nothing", () => {
  it("frees the key when it was refused", async () => {
    const key = newKey();
    effects.duringWrite = async () => {
      throw problem("insufficient_credits");
    };
    expect((await write(key)).status).toBe(402);
    effects.duringWrite = async () => {};
    expect((await write(key, { note: "changed" })).status).toBe(201);
  });

  it("does not claim the key when the request was malformed", async () => {
    const key = newKey();
    expect((await write(key, { nota: 1 })).status).toBe(422);
    expect((await write(key)).status).toBe(201);
  });

  it("is resumed from its reference after a fault of ours", async () => {
    const key = newKey();
    const seen: (string | undefined)[] = [];
    effects.duringWrite = async (reference, save) => {
      seen.push(reference);
      if (reference === undefined) {
        await save("turn_begun");
        throw new Error("the model went away");
      }
    };
    expect((await write(key)).status).toBe(500);
    expect((await write(key)).status).toBe(201);
    expect(seen).toEqual([undefined, "turn_begun"]);
    expect((await write(key)).headers.get("idempotent-replayed")).toBe("true");
  });

  it("is resumed by one retry when its process died, and by no other", async () => {
    const key = newKey();
    const claims = makeIdempotencyClaims(services.db);
    const scope = { credentialId: organization.owner.credentialId, method: "POST", path: "/v1/samples", key };
    const dead = await claims.claim(scope, { note: "n" });
    if (dead.kind !== "owned") throw new Error("the first claim is owned");
    await dead.handle.saveReference("turn_of_the_dead");
    expect((await write(key)).json.code).toBe("idempotency_in_progress");
    await endLease(key);
    const seen: (string | undefined)[] = [];
    effects.duringWrite = async (reference) => void seen.push(reference);
    await Promise.all(Array.from({ length: 20 }, () => write(key)));
    expect(seen).toEqual(["turn_of_the_dead"]);
    // The dead attempt comes back to life and must not touch the outcome of the living one.
    await dead.finish({ status: 201, headers: {}, body: '{"note":"late"}' });
    expect((await write(key)).json.note).toBe("n");
  });
});

describe("an attempt that was taken for dead", () => {
  it("cannot end, free or redirect the attempt that took its place", async () => {
    const claims = makeIdempotencyClaims(services.db);
    const key = newKey();
    const scope = { credentialId: organization.owner.credentialId, method: "POST", path: "/v1/samples", key };
    const claim = async () => {
      const taken = await claims.claim(scope, { note: "n" });
      if (taken.kind !== "owned") throw new Error("the claim was to be had");
      return taken;
    };
    const dead = await claim();
    await endLease(key);
    const living = await claim();
    await living.handle.saveReference("of the living");
    await dead.handle.saveReference("of the dead");
    await dead.finish({ status: 201, headers: {}, body: '"dead"' });
    await dead.release();
    await dead.abandon();
    await expect(claims.claim(scope, { note: "n" })).rejects.toMatchObject({ code: "idempotency_in_progress" });
    await living.finish({ status: 201, headers: {}, body: '"living"' });
    expect(await claims.claim(scope, { note: "n" })).toMatchObject({ kind: "finished", body: '"living"' });
    expect((await claims.claim(scope, { note: "n" })).handle.reference).toBe("of the living");
  });
});

describe("an answer with a one-time link", () => {
  it("is made anew on a retry and never stored", async () => {
    const headers = { "idempotency-key": newKey() };
    const send = () =>
      test.call("POST", "/v1/samples/links", { key: organization.ownerKey, body: { note: "x" }, headers });
    expect((await send()).json).toEqual({ job: "job-of-x", secret: "first-secret" });
    const again = await send();
    expect(again.json).toEqual({ job: "job-of-x", secret: "another-secret" });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const stored = await services.db.query(sql`-- stored_claims
      select response_body, response_headers from idempotency_claim`);
    expect(JSON.stringify(stored)).not.toContain("secret");
  });
});

describe("the key itself", () => {
  it("is 1 to 255 visible ASCII characters, or the field is named", async () => {
    for (const wrong of ["a b", "", "a".repeat(256), "k\u00e9y"]) {
      const answer = await write(wrong);
      expect([answer.status, answer.json.errors]).toEqual([
        422,
        [expect.objectContaining({ field: "Idempotency-Key" })],
      ]);
    }
    expect((await write("~".repeat(255))).status).toBe(201);
  });

  it("is ignored where it means nothing", async () => {
    const headers = { "idempotency-key": "not valid, not read" };
    expect((await test.call("GET", "/v1/samples/x", { key: organization.ownerKey, headers })).status).toBe(200);
  });
});
