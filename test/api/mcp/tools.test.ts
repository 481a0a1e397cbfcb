import { describe, expect, it } from "vitest";
import { connectorTools, operationsWithoutTool } from "../../../api/boot/connector-tools.ts";
import { instructions } from "../../../api/mcp/instructions.ts";
import { declaredOperations } from "../../support/declared-operations.ts";

const operations = declaredOperations();

describe("the tools of the connector", () => {
  const served = connectorTools.flatMap((tool) => tool.serves);
  const leftOut = operationsWithoutTool.map(({ operationId }) => operationId);

  it("serve every operation of the REST interface that is not left out for a reason", () => {
    const known = operations.map((operation) => operation.operationId);
    expect([...new Set([...served, ...leftOut])].sort()).toEqual([...known].sort());
    for (const { reason } of operationsWithoutTool) expect(reason.length).toBeGreaterThan(20);
  });

  it("do not both serve and leave out an operation", () => {
    expect(served.filter((id) => leftOut.includes(id))).toEqual([]);
  });

  it.each(connectorTools)("$name is described briefly and says what it costs", ({ name, description, serves }) => {
    expect(name).toMatch(/^[a-z]+(_[a-z]+)+$/);
    expect(description.length).toBeLessThan(600);
    const own = operations.filter((operation) => serves.includes(operation.operationId));
    if (own.every((operation) => operation.cost === "free")) expect(description).toMatch(/\bfree\b/i);
    else expect(description).toMatch(/\b(cost|costs|metered|credits)\b/i);
  });

  it.each(connectorTools)("$name changes something exactly when it does not say it only reads", (tool) => {
    const own = operations.filter((operation) => tool.serves.includes(operation.operationId));
    if (tool.isReadOnly) expect(own.every(({ method }) => method === "GET" || method === "POST")).toBe(true);
    else expect(own.some(({ method }) => method !== "GET")).toBe(true);
  });

  it("mark as quoted whatever was read from documents, titles too", () => {
    const quoting = connectorTools.filter((tool) => tool.quotesSources).flatMap((tool) => tool.serves);
    const naming = operations.filter((operation) => {
      const answers = JSON.stringify(Object.values(operation.responses).map(({ schema }) => schema));
      return /"(source_document|knowledge_base|document_id|quote)":|"prep_summary":/.test(answers);
    });
    expect(naming.length).toBeGreaterThan(5);
    for (const { operationId } of naming) expect(quoting).toContain(operationId);
  });

  it("come with instructions of at most 1,000 characters", () => {
    expect(instructions.length).toBeLessThanOrEqual(1_000);
  });
});
