import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../../api/http/operation.ts";
import type { Principal } from "../../api/http/principal.ts";
import { makeMemoryLimiter } from "../../api/http/rate-limit.ts";
import { declaredOperations } from "../support/declared-operations.ts";
import {
  makeTestApp,
  makeTestOrganization,
  openTestServices,
  type TestRequest,
  type TestServices,
} from "../support/http.ts";
import { draftOf, send } from "./request-for.ts";

const operations = declaredOperations();
const named = operations.map((operation) => ({ name: operation.operationId, operation }));
let services: TestServices;
let keys: readonly [string, string];
const principals = new Map<string, Principal>();
beforeAll(async () => {
  services = await openTestServices();
  const { orgId, ownerId, ownerKey } = await makeTestOrganization(services, "Limits");
  const second = await services.apiKeys.mint({ orgId, createdBy: ownerId, name: "second" });
  keys = [ownerKey, second.key];
  for (const key of keys) principals.set(key, await services.apiKeys.authenticate(key));
});
afterAll(() => services.close());

const withoutWallet = (list: readonly Operation[]) => list.filter(({ operationId }) => operationId !== "getWallet");
const limitedApp = (operation: Operation, now: () => number) =>
  makeTestApp(services, withoutWallet([operation]), {
    limiter: makeMemoryLimiter(now),
    addressLimitPerMinute: 1_000_000,
    // Who the keys are for was read once: thousands of calls would otherwise wait for the database.
    authenticate: async (key) => principals.get(key) ?? services.apiKeys.authenticate(key),
  });

describe("a flood of calls to one operation", () => {
  it.each(named)(
    "$name is cut off after its limit, for one caller only, and for the wait it names",
    async ({ operation }) => {
      let now = 1_000_000;
      const { call } = limitedApp(operation, () => now);
      const { perMinute } = operation.limit;
      const [first, second] = callersOf(operation, keys);
      const flood = (caller: TestRequest, forged = 0) =>
        // A query parameter that nothing takes: the limit is counted, and no handler runs.
        call(operation.method, `${operation.path.replace(/\{[a-z_]+\}/g, "1")}?no_such=1`, {
          ...caller,
          headers: forgedOrigin(forged),
        });
      for (let sent = 0; sent < perMinute; sent++) expect((await flood(first, sent)).status).toBe(422);
      const refused = await flood(first, perMinute);
      expect([refused.status, refused.json.code]).toEqual([429, "rate_limited"]);
      expect(refused.headers.get("retry-after")).toBe(String(refused.json.retry_after_seconds));
      expect((await flood(first)).status).toBe(429);
      expect((await flood(second)).status).toBe(422);
      now += Number(refused.headers.get("retry-after")) * 1_000;
      expect((await flood(first)).status).toBe(422);
    },
  );
});

/** Two callers that are counted apart: two keys, or two addresses where no key is asked for. */
function callersOf(
  operation: Operation,
  [first, second]: readonly [string, string],
): readonly [TestRequest, TestRequest] {
  if (operation.auth === "api_key") return [{ key: first }, { key: second }];
  return [{ address: "198.51.100.1" }, { address: "198.51.100.2" }];
}

/** Headers by which a caller would pass for another one each time. */
const forgedOrigin = (number: number) => ({
  "x-forwarded-for": `203.0.113.${number % 250}`,
  forwarded: `for=203.0.113.${number % 250}`,
  "x-real-ip": `203.0.113.${number % 250}`,
  "cf-connecting-ip": `203.0.113.${number % 250}`,
  "true-client-ip": `203.0.113.${number % 250}`,
});

describe("a fault inside an operation", () => {
  it.each(named.filter(({ name }) => name !== "getWallet"))(
    "$name tells the same constant body, and the log alone knows more",
    async ({ operation }) => {
      const { call, log } = makeTestApp(services, [operation]);
      const answer = await send(call, operation, draftOf(operation, { project_id: "1" }), { key: keys[0] });
      expect([answer.status, answer.headers.get("content-type")]).toEqual([500, "application/problem+json"]);
      const { request_id: requestId, ...body } = answer.json;
      expect(body).toEqual({
        type: "http://localhost:3000/errors#internal_error",
        title: "Internal Server Error",
        status: 500,
        code: "internal_error",
        detail: "Something went wrong on our side. The request id finds it in our records.",
      });
      const logged = log.lines.find(({ level }) => level === "error")?.record as { requestId?: string; err?: Error };
      expect(logged.requestId).toBe(requestId);
      expect(String(logged.err)).toContain("was reached through a declaration");
    },
  );
});
