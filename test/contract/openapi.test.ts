import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { fieldWords, schemaWords } from "../../api/http/field-words.ts";
import { makeOpenApi } from "../../api/http/openapi.ts";
import { type Operation, pathParameters } from "../../api/http/operation.ts";
import { problemsOf } from "../../api/http/operation-problems.ts";
import { problemCatalogue } from "../../api/http/problem-catalogue.ts";
import { makeValidator } from "../../api/http/validator.ts";
import { sampleOperations } from "../api/spine/sample-operations.ts";
import { openComposedService } from "../support/composed-service.ts";
import { declaredOperations } from "../support/declared-operations.ts";
import { goldenPath, goldenText } from "./golden-openapi.ts";

const operations = [...declaredOperations(), ...sampleOperations({ writes: [], duringWrite: async () => {} })];
const document = makeOpenApi(operations, "http://localhost:3000");

/** Returns the paths of the fields of a schema that have no description; a reference is described at its target. */
function undescribed(schema: unknown, path: string): string[] {
  if (typeof schema !== "object" || schema === null || "$ref" in schema) return [];
  const {
    properties = {},
    patternProperties = {},
    items,
    additionalProperties,
    ...rest
  } = schema as {
    properties?: Record<string, { description?: string; $ref?: string }>;
    patternProperties?: object;
    items?: unknown;
    additionalProperties?: unknown;
    anyOf?: unknown[];
    allOf?: unknown[];
  };
  const inner = [
    items,
    additionalProperties,
    ...Object.values(patternProperties),
    ...(rest.anyOf ?? []),
    ...(rest.allOf ?? []),
  ];
  return [
    ...Object.entries(properties).flatMap(([name, member]) => [
      ...(member.description || member.$ref ? [] : [`${path}.${name}`]),
      ...undescribed(member, `${path}.${name}`),
    ]),
    ...inner.flatMap((part) => undescribed(part, path)),
  ];
}

interface Described {
  operationId: string;
  summary?: string;
  description?: string;
  "x-required-scope"?: string;
  "x-rate-limit": object;
  "x-cost": string;
  security: object[];
  parameters: {
    in: string;
    name: string;
    description?: string;
    required: boolean;
    schema: object;
    example?: unknown;
  }[];
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> };
  responses: Record<
    string,
    { description: string; content?: Record<string, { schema?: object; example?: unknown; examples?: object }> }
  >;
}
const described = Object.entries(document.paths as Record<string, Record<string, Described>>).flatMap(
  ([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const declared = (id: string) => {
  const found = operations.find((operation) => operation.operationId === id);
  if (!found) throw new Error(`${id} is described and not declared`);
  return found;
};

describe("the machine-readable description", () => {
  it("is the reviewed document", () => {
    expect(goldenText(declaredOperations())).toBe(readFileSync(goldenPath, "utf8"));
  });

  it("is OpenAPI 3.1.0, version 1.0.0, and the same every time", () => {
    expect(document).toMatchObject({ openapi: "3.1.0", info: { version: "1.0.0" } });
    expect(goldenText(operations)).toBe(goldenText([...operations]));
    expect(document.components).toHaveProperty("schemas.HTTPValidationError");
  });

  it("describes every operation once, with unique ids", () => {
    expect(described).toHaveLength(operations.length);
    expect(new Set(described.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
  });

  it("describes every path parameter, and the idempotency key where it is read", () => {
    for (const { path, operation } of described) {
      const inPath = operation.parameters.filter((parameter) => parameter.in === "path");
      expect(inPath.map((parameter) => parameter.name)).toEqual(pathParameters(path));
      expect(inPath.every((parameter) => parameter.required)).toBe(true);
      const hasKey = operation.parameters.some((parameter) => parameter.name === "Idempotency-Key");
      expect(hasKey).toBe(declared(operation.operationId).idempotent);
    }
  });

  it("asks for a credential exactly where the pipeline does", () => {
    for (const { operation } of described) {
      const needsKey = declared(operation.operationId).auth === "api_key";
      expect(operation.security).toEqual(needsKey ? [{ apiKey: [] }] : []);
      expect("401" in operation.responses).toBe(needsKey);
      expect("403" in operation.responses).toBe(needsKey);
    }
  });

  it("lists the refusals of every step that a request passes", () => {
    for (const { path, operation } of described) {
      const expected = ["400", "422", "429", "500"];
      if (operation.security.length > 0) expected.push("401", "403");
      if (path.includes("{")) expected.push("404");
      expect(Object.keys(operation.responses), operation.operationId).toEqual(expect.arrayContaining(expected));
      const tooMany = operation.responses["429"]?.content ?? {};
      expect(Object.keys(tooMany).sort()).toEqual(["application/json", "application/problem+json"]);
    }
  });

  it("names the scope, the rate limit and the cost of every operation", () => {
    for (const { operation } of described) {
      const { scope, limit, cost } = declared(operation.operationId);
      expect(operation["x-required-scope"] ?? null).toBe(scope);
      expect(operation["x-rate-limit"]).toMatchObject({ limit: limit.perMinute, window_seconds: 60 });
      expect(operation["x-cost"]).toBe(cost);
    }
  });

  it("shows, for each status, one example of every code that may come with it", () => {
    for (const { operation } of described) {
      const shown = Object.entries(operation.responses).flatMap(([status, response]) =>
        Object.keys(response.content?.["application/problem+json"]?.examples ?? {}).map((code) => [
          code,
          Number(status),
        ]),
      );
      const expected = problemsOf(declared(operation.operationId)).map((code) => [code, problemCatalogue[code].status]);
      expect(shown.sort()).toEqual(expected.sort());
    }
  });

  it("names the rate limit of the operation in the description of its 429", () => {
    for (const { operation } of described) {
      const { limit } = declared(operation.operationId);
      expect(operation.responses["429"]?.description).toContain(`${limit.perMinute} requests per minute`);
    }
  });

  it("describes every operation, parameter, response, schema and field", () => {
    const whole = makeOpenApi(declaredOperations(), "http://localhost:3000");
    const operationsOf = Object.values(whole.paths as Record<string, Record<string, Described>>).flatMap(Object.values);
    const bodiesOf = ({ requestBody, responses }: Described) => [requestBody, ...Object.values(responses)];
    const { schemas } = whole.components as { schemas: Record<string, { description?: string }> };
    const lacking = [
      ...(operationsOf as Described[]).flatMap((operation) => [
        ...(operation.summary && operation.description ? [] : [operation.operationId]),
        ...operation.parameters.filter(({ description }) => !description).map(({ name }) => `parameter ${name}`),
        ...Object.values(operation.responses).filter(({ description }) => !description),
        ...bodiesOf(operation).flatMap((body) =>
          Object.values(body?.content ?? {}).flatMap(({ schema }) => undescribed(schema, operation.operationId)),
        ),
      ]),
      ...Object.entries(schemas).flatMap(([name, schema]) => [
        ...(schema.description ? [] : [name]),
        ...undescribed(schema, name),
      ]),
    ];
    expect(lacking).toEqual([]);
    expect(undescribed({ properties: { a: { items: { properties: { b: {} } } } } }, "x")).toEqual(["x.a", "x.a.b"]);
  });

  it("uses every shared description of a field", () => {
    const texts = new Set<string>();
    const collect = (value: unknown) => {
      if (typeof value !== "object" || value === null) return;
      const { description } = value as { description?: unknown };
      if (typeof description === "string") texts.add(description);
      for (const member of Object.values(value)) collect(member);
    };
    collect(makeOpenApi(declaredOperations(), "http://localhost:3000"));
    const unused = Object.entries({ ...fieldWords, ...schemaWords }).filter(([, words]) => !texts.has(words));
    expect(unused).toEqual([]);
  });

  it("holds only schemas that a strict reader can compile, and references that lead somewhere", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(
      (match) => match[1] ?? "",
    );
    for (const reference of references) expect(document.components).toHaveProperty(reference.split("/"));
    const ajv = new Ajv2020({ strict: false, formats: { uri: true, binary: true, "date-time": true, email: true } });
    for (const { operation } of described) {
      const contents = [operation.requestBody, ...Object.values(operation.responses)];
      for (const content of contents.flatMap((part) => Object.values(part?.content ?? {}))) {
        const text = JSON.stringify(content.schema ?? {});
        expect(ajv.validateSchema(JSON.parse(text))).toBe(true);
      }
    }
  });
});

describe("the declared operations", () => {
  it("have schemas that compile, which a service does not try before their first use", () => {
    for (const { params, query, body, responses } of declaredOperations()) {
      const contents = Object.values(responses).flatMap(({ schema }) => schema ?? []);
      for (const schema of [params, query, ...(body === undefined || body === "stream" ? [] : [body]), ...contents]) {
        expect(() => makeValidator(schema)({})).not.toThrow();
      }
    }
  });

  it("are all that any feature offers", () => {
    const root = join(import.meta.dirname, "../..");
    const read = (path: string) => readFileSync(join(root, path), "utf8");
    const offered = readdirSync(join(root, "api"), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".routes.ts"))
      .flatMap((path) => [...read(`api/${path}`).matchAll(/^export (?:const|function) (\w+Operations)\b/gm)])
      .map((match) => match[1] ?? "");
    const spread = (text: string) => [...text.matchAll(/\.\.\.(\w+Operations)\(/g)].map((match) => match[1] ?? "");
    expect(spread(read("test/support/declared-operations.ts")).sort()).toEqual(offered.sort());
  });

  it("are all that the service composes, in the same order", async () => {
    const composed = await openComposedService();
    try {
      const idsOf = (of: readonly Operation[]) => of.map(({ operationId }) => operationId);
      expect(idsOf(composed.service.app.operations)).toEqual(idsOf(declaredOperations()));
    } finally {
      await composed.close();
    }
  });
});

describe("an example", () => {
  const examples = operations.flatMap((operation) => [
    ...Object.entries(operation.responses).flatMap(([status, response]) =>
      response.schema && response.example !== undefined
        ? [{ name: `${operation.operationId} ${status}`, schema: response.schema, value: response.example }]
        : [],
    ),
    ...(operation.example?.body !== undefined && operation.body !== undefined && operation.body !== "stream"
      ? [{ name: `${operation.operationId} body`, schema: operation.body, value: operation.example.body }]
      : []),
  ]);

  it("of the path and query of every operation fits the operation's own schemas", () => {
    const faults = declaredOperations().flatMap((operation) => {
      const found = described.find((one) => one.operation.operationId === operation.operationId)?.operation;
      const shown = (place: string) =>
        Object.fromEntries(
          (found?.parameters ?? [])
            .filter((parameter) => parameter.in === place && parameter.example !== undefined)
            .map(({ name, example }) => [name, example]),
        );
      return [
        ...makeValidator(operation.params)(shown("path")),
        ...makeValidator(operation.query)(shown("query")),
        ...makeValidator(operation.query)(structuredClone(operation.example?.query ?? {})),
      ].map((fault) => `${operation.operationId}: ${JSON.stringify(fault)}`);
    });
    expect(faults).toEqual([]);
  });

  it.each(examples)("of $name fits its schema", ({ schema, value }) => {
    expect(makeValidator(schema)(structuredClone(value))).toEqual([]);
  });

  it("stands with every path parameter and every JSON answer", () => {
    const lacking = declaredOperations().flatMap((operation) => {
      const found = described.find((one) => one.operation.operationId === operation.operationId)?.operation;
      const parameters = found?.parameters.filter(
        ({ in: place, example }) => place === "path" && example === undefined,
      );
      const answers = Object.entries(operation.responses).filter(([, { schema, example }]) => schema && !example);
      return [...(parameters ?? []).map(({ name }) => name), ...answers.map(([status]) => status)].map(
        (part) => `${operation.operationId} ${part}`,
      );
    });
    expect(lacking).toEqual([]);
  });

  it("fits the schema that the document shows beside it", () => {
    const formats = { uri: true, binary: true, "date-time": true, email: true } as const;
    const ajv = new Ajv2020({ strict: false, useDefaults: true, formats });
    ajv.addSchema({ ...document, $id: "urn:groundwork:api" });
    const examples = (document.components as { examples: Record<string, { value: unknown }> }).examples;
    // Most operations show the same problem: each schema is compiled once, however many show it.
    const compiled = new Map<string, ValidateFunction>();
    const fits = (schema: object, example: unknown) => {
      const text = JSON.stringify(schema);
      const validate = compiled.get(text) ?? ajv.compile(schema);
      compiled.set(text, validate);
      return validate(example);
    };
    const whole = JSON.stringify(document).replaceAll('"#/components/', '"urn:groundwork:api#/components/');
    const read = JSON.parse(whole) as { paths: Record<string, Record<string, Described>> };
    const misfits = Object.values(read.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ operationId, parameters, requestBody, responses }) => [
        ...parameters.map(({ name, schema, example }) => ({ name: `${operationId} ${name}`, schema, example })),
        ...[requestBody, ...Object.values(responses)].flatMap((part) =>
          Object.values(part?.content ?? {}).flatMap(({ schema, example, examples: named }) => [
            { name: operationId, schema: schema ?? {}, example },
            ...Object.keys(named ?? {}).map((code) => ({
              name: `${operationId} ${code}`,
              schema: schema ?? {},
              example: examples[code]?.value,
            })),
          ]),
        ),
      ])
      .filter(({ example }) => example !== undefined)
      .filter(({ schema, example }) => !fits(schema, example));
    expect(misfits).toEqual([]);
  });

  it("of a body stands with every operation that takes one", () => {
    const lacking = declaredOperations().filter(
      ({ body, example }) => body !== undefined && body !== "stream" && example?.body === undefined,
    );
    expect(lacking.map((operation) => operation.operationId)).toEqual([]);
  });
});
