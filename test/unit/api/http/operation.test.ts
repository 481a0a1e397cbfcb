import { Type } from "@sinclair/typebox";
import { describe, expect, it } from "vitest";
import { defineOperation, reply } from "../../../../api/http/operation.ts";

const facts = {
  operationId: "getThing",
  method: "GET",
  path: "/v1/things/{thing_id}",
  summary: "Reads a thing.",
  tag: "Things",
  auth: "api_key",
  scope: "project:read",
  limit: { perMinute: 60 },
  idempotent: false,
  cost: "free",
  problems: [],
} as const;
const responses = {
  200: {
    schema: Type.Object({
      state: Type.Union([Type.Literal("on"), Type.Literal("off")]),
      tags: Type.Array(Type.String()),
    }),
    description: "The thing.",
  },
  204: { schema: null, description: "Nothing to read." },
};

describe("an operation declaration", () => {
  it("types the handler's context and answer from the schemas", async () => {
    const tags: readonly string[] = ["a"];
    const operation = defineOperation({
      ...facts,
      params: Type.Object({ thing_id: Type.String() }),
      query: Type.Object({ limit: Type.Integer() }),
      responses,
      async handler({ params, query, principal }) {
        const limit: number = query.limit;
        if (limit > 1) return reply(204, undefined);
        // @ts-expect-error the declaration knows no member of this name
        void params.thing_name;
        void principal.orgId;
        return reply(200, { state: params.thing_id === "x" ? "on" : "off", tags });
      },
    });
    expect(operation.path).toBe("/v1/things/{thing_id}");
  });

  it("does not let a handler answer what it has not declared", () => {
    const params = Type.Object({ thing_id: Type.String() });
    // @ts-expect-error 201 is not among the responses
    defineOperation({ ...facts, params, responses, handler: async () => reply(201, { state: "on", tags: [] }) });
    // @ts-expect-error the state is neither of the two
    defineOperation({ ...facts, params, responses, handler: async () => reply(200, { state: "odd", tags: [] }) });
    defineOperation({ ...facts, params, responses, handler: async () => reply(200, { state: "on", tags: [] }) });
  });

  it("is refused at start when its parts contradict each other", () => {
    const handler = async () => reply(204, undefined);
    expect(() => defineOperation({ ...facts, responses, handler })).toThrow("params declares {}");
    const params = Type.Object({ thing_id: Type.String() });
    expect(() => defineOperation({ ...facts, params, idempotent: true, responses, handler })).toThrow("only writes");
    expect(() => defineOperation({ ...facts, params, body: Type.Object({}), responses, handler })).toThrow("no body");
  });
});
