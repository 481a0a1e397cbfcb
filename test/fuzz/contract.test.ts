import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { declaredOperations } from "../support/declared-operations.ts";
import { type DescribedOperation, operationsIn } from "./api-document.ts";
import { type AnswerChecks, makeAnswerChecks } from "./check-answer.ts";
import { judge } from "./judge.ts";
import { requestsTo } from "./requests.ts";
import { fuzz, fuzzSettings, fuzzTimeoutMs } from "./settings.ts";
import { type FuzzWorld, openFuzzWorld } from "./world.ts";

let world: FuzzWorld;
let checks: AnswerChecks;
let described: readonly DescribedOperation[];
beforeAll(async () => {
  world = await openFuzzWorld();
  const served = await world.app.call("GET", "/v1/openapi.json");
  checks = makeAnswerChecks(served.json);
  described = operationsIn(served.json);
});
afterAll(() => world.close());

/** What deletes comes last: the other operations work on what it takes away. */
const operationIds = declaredOperations()
  .toSorted((one, other) => Number(one.method === "DELETE") - Number(other.method === "DELETE"))
  .map(({ operationId }) => operationId);

describe(`whatever is sent (seed ${fuzzSettings.seed}, ${fuzzSettings.runs} requests each)`, () => {
  it.each(operationIds)(
    "%s answers as it is described, and a refusal changes nothing",
    async (operationId) => {
      const operation = described.find((candidate) => candidate.operationId === operationId);
      if (!operation) throw new Error(`${operationId} is not served`);
      const property = fc.asyncProperty(requestsTo(operation), (request) => judge(world, checks, operation, request));
      await fuzz(property, operationId, operationIds.length);
    },
    fuzzTimeoutMs,
  );
});

describe("the fuzzer", () => {
  it("knows every operation that is served", () => {
    expect(described.map(({ operationId }) => operationId).sort()).toEqual([...operationIds].sort());
  });

  it("sees a changed row, a status and a code that are not declared, and a body against its schema", async () => {
    const operation = described.find(({ operationId }) => operationId === "getWallet");
    if (!operation) throw new Error("getWallet is not served");
    const request = new Request("http://localhost:3000/v1/wallet");
    const faultsOf = (status: number, body: object, type = "application/json") => {
      const headers = new Headers({ "x-request-id": "r", "content-type": type });
      return checks.faultsOf(operation, { status, headers, text: JSON.stringify(body) }, request).join("; ");
    };
    expect(faultsOf(200, { balance_credits: "many" })).toContain("breaks its schema");
    expect(faultsOf(418, {})).toContain("418 is not declared");
    expect(faultsOf(404, {}, "text/html")).toContain("a refusal came as text/html");
    expect(faultsOf(500, {})).toContain("failed with 500");

    const before = await world.state();
    expect(await world.state()).toEqual(before);
    await world.app.services.wallet.grant(world.app.organization.orgId, 1, "to be seen");
    const after = await world.state();
    const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
    expect(changed).toEqual(expect.arrayContaining(["ledger_entry", "ledger_posting", "wallet"]));
  });
});
