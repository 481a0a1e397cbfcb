import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closedSchema } from "../../../api/http/closed-schema.ts";
import type { Operation } from "../../../api/http/operation.ts";
import { problemsOf } from "../../../api/http/operation-problems.ts";
import { defaultMaxBodyBytes } from "../../../api/http/read-json.ts";
import { sql } from "../../../migrations/index.ts";
import { declaredOperations } from "../../support/declared-operations.ts";
import {
  makeTestApp,
  makeTestOrganization,
  openTestServices,
  type TestAnswer,
  type TestApp,
  type TestServices,
} from "../../support/http.ts";
import { sampleOperations } from "./sample-operations.ts";

const operations = [...declaredOperations(), ...sampleOperations({ writes: [], duringWrite: async () => {} })];
let services: TestServices;
let test: TestApp;
let key: string;
beforeAll(async () => {
  services = await openTestServices();
  key = (await makeTestOrganization(services, "Matrix")).ownerKey;
  // The wallet's operation stands among the declared ones already.
  test = makeTestApp(
    services,
    operations.filter((operation) => operation.operationId !== "getWallet"),
  );
});
afterAll(() => services.close());

const pathOf = (operation: Operation) => operation.path.replace(/\{[a-z_]+\}/g, "1");
const named = (list: readonly Operation[]) => list.map((operation) => ({ name: operation.operationId, operation }));
const withKey = operations.filter((operation) => operation.auth === "api_key");
const withJson = withKey.filter((operation) => operation.body !== undefined && operation.body !== "stream");

function expectProblem(answer: TestAnswer, operation: Operation, status: number, code: string): void {
  expect([answer.status, answer.json.code]).toEqual([status, code]);
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  expect(answer.json.request_id).toBe(answer.headers.get("x-request-id"));
  expect(problemsOf(operation)).toContain(code);
}

describe("every operation under a credential", () => {
  it.each(named(withKey))("$name refuses a request without one", async ({ operation }) => {
    const answer = await test.call(operation.method, pathOf(operation), {});
    expectProblem(answer, operation, 401, "authentication_required");
  });

  it.each(named(withKey))("$name asks for exactly its scope", async ({ operation }) => {
    const { orgId, ownerId } = await makeTestOrganization(services, `Scopes of ${operation.operationId}`);
    const minted = await services.apiKeys.mint({ orgId, createdBy: ownerId, name: "narrow" });
    const scopes = minted.row.scopes.filter((scope) => scope !== operation.scope);
    await services.db.query(sql`-- narrow_key
      update api_key set scopes = ${scopes} where id = ${minted.row.id}`);
    const refused = await test.call(operation.method, pathOf(operation), { key: minted.key });
    expectProblem(refused, operation, 403, "insufficient_scope");
    expect(refused.json.required_scope).toBe(operation.scope);
    await services.db.query(sql`-- widen_key
      update api_key set scopes = ${[operation.scope]} where id = ${minted.row.id}`);
    const admitted = await test.call(operation.method, `${pathOf(operation)}?no_such=1`, { key: minted.key });
    expect(admitted.status).not.toBe(403);
  });
});

describe("every operation", () => {
  it.each(named(operations))("$name refuses a query parameter it does not know", async ({ operation }) => {
    const answer = await test.call(operation.method, `${pathOf(operation)}?no_such_parameter=1`, { key });
    expectProblem(answer, operation, 422, "validation_failed");
    expect(answer.json.errors).toContainEqual(expect.objectContaining({ field: "no_such_parameter" }));
  });

  it.each(named(operations))("$name names its methods to who uses another", async ({ operation }) => {
    const answer = await test.call("TRACED", pathOf(operation), { key });
    expect([answer.status, answer.json.code]).toEqual([405, "method_not_allowed"]);
    expect(answer.headers.get("allow")).toContain(operation.method);
  });
});

describe("every operation with a JSON body", () => {
  const send = (operation: Operation, body: string, type = "application/json") =>
    test.call(operation.method, pathOf(operation), { key, body, headers: { "content-type": type } });

  it.each(named(withJson))("$name refuses what is not JSON, not its type, or too large", async ({ operation }) => {
    expectProblem(await send(operation, "{"), operation, 400, "invalid_json");
    expectProblem(await send(operation, "{}", "text/plain"), operation, 415, "unsupported_media_type");
    const large = " ".repeat((operation.maxBodyBytes ?? defaultMaxBodyBytes) + 1);
    expectProblem(await send(operation, large), operation, 413, "payload_too_large");
  });

  it.each(named(withJson))(
    "$name refuses members it does not know, and values of every wrong kind",
    async ({ operation }) => {
      const unknown = await send(operation, '{"no_such_member":1}');
      expectProblem(unknown, operation, 422, "validation_failed");
      expect(unknown.json.errors).toContainEqual(expect.objectContaining({ field: "no_such_member" }));
      for (const whole of ["[]", "null", "1", '"text"', "true"]) {
        expectProblem(await send(operation, whole), operation, 422, "validation_failed");
      }
      for (const [name, wrong] of wrongValues(operation)) {
        const answer = await send(operation, JSON.stringify({ [name]: wrong }));
        expectProblem(answer, operation, 422, "validation_failed");
        const fields = (answer.json.errors as { field: string }[]).map((error) => error.field);
        expect(
          fields.some((field) => field === name || field.startsWith(`${name}.`) || field.startsWith(`${name}[`)),
        ).toBe(true);
      }
    },
  );

  it.each(named(withJson))("$name refuses NUL, half characters and dangerous names", async ({ operation }) => {
    for (const body of [
      '{"x":"\\u0000"}',
      '{"x":"\\ud800"}',
      '{"__proto__":{}}',
      '{"constructor":{}}',
      '{"x":1,"x":2}',
    ]) {
      expectProblem(await send(operation, body), operation, 422, "validation_failed");
    }
  });
});

/** For each member of the body, values of kinds that its schema does not allow. */
function wrongValues(operation: Operation): [string, unknown][] {
  if (operation.body === undefined || operation.body === "stream") return [];
  const schema = closedSchema(operation.body) as { properties?: Record<string, { type?: string }> };
  const kinds: Record<string, unknown> = {
    string: "text",
    integer: 7.5,
    boolean: true,
    array: [[]],
    object: { "": 1 },
  };
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const { type } = member;
    if (type === undefined || type === "number") return [];
    return Object.entries(kinds)
      .filter(([kind]) => kind !== type || kind === "integer")
      .map(([, value]): [string, unknown] => [name, value]);
  });
}
