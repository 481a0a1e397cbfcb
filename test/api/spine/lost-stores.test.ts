import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../../../api/http/operation.ts";
import { problemsOf } from "../../../api/http/operation-problems.ts";
import { draftOf, send } from "../../attack/request-for.ts";
import { declaredOperations } from "../../support/declared-operations.ts";
import {
  makeTestApp,
  makeTestOrganization,
  openTestServices,
  type TestAnswer,
  type TestServices,
} from "../../support/http.ts";

let services: TestServices;
let key: string;
beforeAll(async () => {
  services = await openTestServices();
  key = (await makeTestOrganization(services, "Outage")).ownerKey;
});
afterAll(() => services.close());

const lost = (code: string) => Object.assign(new Error("10.1.2.3 does not answer"), { code });
const byName = (operations: readonly Operation[]) =>
  operations.map((operation) => ({ name: operation.operationId, operation }));
/** The declared wallet operation stands in for the one that test applications bring. */
const appOf = (operation: Operation, authenticate = services.apiKeys.authenticate) =>
  makeTestApp({ ...services, wallet: failingWallet }, operation.operationId === "getWallet" ? [] : [operation], {
    authenticate,
  });
const failingWallet = new Proxy({} as TestServices["wallet"], {
  get: () => () => {
    throw lost("database.unavailable");
  },
});

function ask(operation: Operation, app: ReturnType<typeof appOf>): Promise<TestAnswer> {
  const draft = draftOf(operation, { project_id: "prj_1" });
  const required = operation.query.required ?? [];
  const query = Object.fromEntries(required.map((name, index) => [name, String(index * 10)]));
  return send(app.call, operation, { ...draft, query }, { key });
}

function expectOutage(answer: TestAnswer, operation: Operation): void {
  expect([answer.status, answer.json.code]).toEqual([503, "service_unavailable"]);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(answer.text).not.toContain("10.1.2.3");
  expect(problemsOf(operation)).toContain("service_unavailable");
}

describe.each(["database.unavailable", "storage.unavailable"])("a store that is lost (%s)", (code) => {
  it.each(byName(declaredOperations(lost(code))))(
    "is told by $name as declared, with a wait and nothing of the inside",
    async ({ operation }) => {
      expectOutage(await ask(operation, appOf(operation)), operation);
    },
  );
});

describe("a database that is lost before the caller is known", () => {
  it.each(byName(declaredOperations()).filter(({ operation }) => operation.auth === "api_key"))(
    "is told by $name as declared",
    async ({ operation }) => {
      const app = appOf(operation, async () => {
        throw lost("database.unavailable");
      });
      expectOutage(await ask(operation, app), operation);
    },
  );
});
