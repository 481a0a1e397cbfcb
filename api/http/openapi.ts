import { closedSchema, hasDefault, type JsonSchema, openSchema } from "./closed-schema.ts";
import { hoistNamed, withoutNames } from "./named-schemas.ts";
import { asksToWait, componentSchemas, exampleProblem, sharedHeaders } from "./openapi-components.ts";
import type { Operation, ResponseDeclaration } from "./operation.ts";
import { problemsByStatus } from "./operation-problems.ts";
import { problemCodes } from "./problem-catalogue.ts";
import { defaultMaxBodyBytes } from "./read-json.ts";
import { scopeSentences } from "./scopes.ts";

/** An OpenAPI 3.1.0 document as plain data. */
export type OpenApiDocument = { readonly [member: string]: unknown };

/**
 * Writes the machine-readable description of the service from the declarations of its operations.
 *
 * Two equal sets of declarations give the same document, member for member, so that it can be reviewed by comparison.
 */
export function makeOpenApi(operations: readonly Operation[], baseUrl: string): OpenApiDocument {
  const paths: Record<string, Record<string, unknown>> = {};
  const named = new Map<string, JsonSchema>();
  for (const operation of operations) {
    const path = paths[operation.path] ?? {};
    path[operation.method.toLowerCase()] = describeOperation(operation, named);
    paths[operation.path] = path;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Groundwork",
      version: "1.0.0",
      summary: "A knowledge base for land sites: ordinances in, cited answers out.",
      description:
        "Every request needs an API key unless its operation says otherwise. Every answer that is not a success is a problem document (RFC 9457); branch on its code.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: baseUrl }],
    security: [{ apiKey: [] }],
    tags: [...new Set(operations.map((operation) => operation.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "gw_live_…",
          description: "An API key of the organization.",
        },
      },
      headers: sharedHeaders,
      examples: Object.fromEntries(problemCodes.map((code) => [code, { value: exampleProblem(code, baseUrl) }])),
      schemas: { ...Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))), ...componentSchemas },
    },
    "x-scopes": scopeSentences,
  };
}

function describeOperation(operation: Operation, named: Map<string, JsonSchema>): JsonSchema {
  return {
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    ...(operation.deprecated === undefined ? {} : { deprecated: true }),
    security: operation.auth === "api_key" ? [{ apiKey: [] }] : [],
    parameters: parametersOf(operation),
    ...requestBodyOf(operation),
    responses: { ...successesOf(operation, named), ...refusalsOf(operation) },
    ...(operation.scope === null ? {} : { "x-required-scope": operation.scope }),
    "x-rate-limit": {
      limit: operation.limit.perMinute,
      window_seconds: 60,
      per: operation.auth === "api_key" ? "credential" : "address",
      bucket: operation.limit.bucket ?? operation.operationId,
    },
    "x-cost": operation.cost,
  };
}

function parametersOf(operation: Operation): JsonSchema[] {
  const examples = (operation.example ?? {}) as Record<"params" | "query", Record<string, unknown> | undefined>;
  const parameters = [
    ...membersOf(operation.params).map(({ name, schema }) => ({ in: "path", name, schema, required: true })),
    ...membersOf(operation.query).map(({ name, schema, isRequired }) => ({
      in: "query",
      name,
      schema,
      required: isRequired,
      ...(schema.type === "array" ? { style: "form", explode: true } : {}),
    })),
  ].map(({ schema, ...parameter }) => {
    const { description, ...rest } = schema;
    const example = examples[parameter.in === "path" ? "params" : "query"]?.[parameter.name];
    return {
      ...parameter,
      ...(description === undefined ? {} : { description }),
      schema: rest,
      ...(example === undefined ? {} : { example }),
    };
  });
  if (!operation.idempotent) return parameters;
  const description =
    "A retry with the same key and body is answered with the first outcome, for 24 hours, and does nothing twice.";
  const schema = { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x21-\\x7e]+$" };
  return [...parameters, { in: "header", name: "Idempotency-Key", required: false, description, schema }];
}

function requestBodyOf(operation: Operation): JsonSchema {
  const { body, example } = operation;
  if (body === undefined) return {};
  if (body === "stream") {
    const content = { "*/*": { schema: { type: "string", format: "binary" } } };
    return { requestBody: { required: true, description: "The bytes of the file.", content } };
  }
  const schema = withoutNames(closedSchema(body));
  const content = { schema, ...(example?.body === undefined ? {} : { example: example.body }) };
  return {
    requestBody: { required: isRequiredBody(schema), content: { "application/json": content } },
    "x-max-body-bytes": operation.maxBodyBytes ?? defaultMaxBodyBytes,
  };
}

function successesOf(operation: Operation, named: Map<string, JsonSchema>): JsonSchema {
  const described = Object.entries(operation.responses).map(([status, response]) => {
    const headers = {
      ...headerReferences(operation),
      ...Object.fromEntries(
        Object.entries(response.headers ?? {}).map(([name, description]) => [
          name,
          { description, schema: { type: "string" } },
        ]),
      ),
    };
    return [status, { description: response.description, headers, ...contentOf(response, named) }];
  });
  return Object.fromEntries(described);
}

function contentOf(response: ResponseDeclaration, named: Map<string, JsonSchema>): JsonSchema {
  const content: Record<string, unknown> = {};
  if (response.schema) {
    const schema = hoistNamed(openSchema(response.schema), named);
    content["application/json"] = response.example === undefined ? { schema } : { schema, example: response.example };
  }
  for (const type of response.otherTypes ?? []) content[type] = { schema: { type: "string" } };
  return Object.keys(content).length === 0 ? {} : { content };
}

function headerReferences(operation: Operation): JsonSchema {
  const names = ["X-Request-ID", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];
  if (operation.idempotent) names.push("Idempotent-Replayed");
  if (operation.deprecated) names.push("Deprecation", "Sunset", "Link");
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function refusalsOf(operation: Operation): JsonSchema {
  const described = [...problemsByStatus(operation)].map(([status, codes]) => {
    const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
    const waits = codes.some(asksToWait);
    const headers = {
      "X-Request-ID": { $ref: "#/components/headers/X-Request-ID" },
      ...(waits ? { "Retry-After": { $ref: "#/components/headers/Retry-After" } } : {}),
      ...(status === 401 ? { "WWW-Authenticate": { $ref: "#/components/headers/WWW-Authenticate" } } : {}),
      ...(status === 405 ? { Allow: { $ref: "#/components/headers/Allow" } } : {}),
    };
    const schema = { $ref: status === 422 ? "#/components/schemas/ValidationProblem" : "#/components/schemas/Problem" };
    const content = { "application/problem+json": { schema, examples } };
    return [String(status), { description: codes.join(", "), headers, content }];
  });
  return Object.fromEntries(described);
}

interface Member {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

function membersOf(schema: Operation["params"]): Member[] {
  const closed = closedSchema(schema) as { properties?: Record<string, JsonSchema>; required?: string[] };
  return Object.entries(closed.properties ?? {}).map(([name, member]) => ({
    name,
    schema: member,
    isRequired: (closed.required ?? []).includes(name) && !hasDefault(member),
  }));
}

function isRequiredBody(schema: JsonSchema): boolean {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = (schema.properties ?? {}) as Record<string, unknown>;
  return !("properties" in schema) || required.some((name) => !hasDefault(properties[String(name)]));
}
