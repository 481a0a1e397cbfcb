import { closedSchema, hasDefault, type JsonSchema, openSchema } from "./closed-schema.ts";
import { describeFields } from "./describe-fields.ts";
import { hoistNamed, withoutNames } from "./named-schemas.ts";
import { asksToWait, componentSchemas, exampleProblem, sharedHeaders } from "./openapi-components.ts";
import { describeTag, introduction, parameterWords } from "./openapi-words.ts";
import { limitInWords, type Operation, type ResponseDeclaration } from "./operation.ts";
import { problemsByStatus, problemsOf } from "./operation-problems.ts";
import { type ProblemCode, problemCatalogue, problemCodes } from "./problem-catalogue.ts";
import { defaultMaxBodyBytes } from "./read-json.ts";
import { scopeSentences } from "./scopes.ts";

/** An OpenAPI 3.1.0 document as plain data. */
export type OpenApiDocument = { readonly [member: string]: unknown };

/**
 * Returns the OpenAPI document of the operations.
 *
 * Equal declarations produce an identical document, so that it can be reviewed by comparison.
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
      description: introduction,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: baseUrl }],
    security: [{ apiKey: [] }],
    tags: [...new Set(operations.map((operation) => operation.tag))].map(describeTag),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "gw_live_…",
          description: "An API key of your organization, created under Account.",
        },
      },
      headers: headersOf(operations),
      examples: Object.fromEntries(
        problemCodes
          .filter((code) => operations.some((operation) => problemsOf(operation).includes(code)))
          .map((code) => [code, { summary: code, value: exampleProblem(code, baseUrl) }]),
      ),
      schemas: { ...Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))), ...describedComponents },
    },
    "x-scopes": scopeSentences,
  };
}

const describedComponents = Object.fromEntries(
  Object.entries(componentSchemas).map(([name, schema]) => {
    const { $id: _, ...described } = describeFields({ ...schema, $id: name });
    return [name, described];
  }),
);

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
    const words = parameter.in === "path" ? parameterWords[parameter.name] : undefined;
    const { description = words?.description, ...rest } = schema;
    const example = examples[parameter.in === "path" ? "params" : "query"]?.[parameter.name] ?? words?.example;
    return {
      ...parameter,
      ...(description === undefined ? {} : { description }),
      schema: rest,
      ...(example === undefined ? {} : { example }),
    };
  });
  if (!operation.idempotent) return parameters;
  const description =
    "Makes a retry safe: the same key and body return the first outcome for 24 hours, and nothing is done twice.";
  const schema = { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x21-\\x7e]+$" };
  const example = "create-12-mill-street-1";
  return [...parameters, { in: "header", name: "Idempotency-Key", required: false, description, schema, example }];
}

function requestBodyOf(operation: Operation): JsonSchema {
  const { body, example } = operation;
  if (body === undefined) return {};
  if (body === "stream") {
    const content = { "*/*": { schema: { type: "string", format: "binary" } } };
    return { requestBody: { required: true, description: "The bytes of the file.", content } };
  }
  const schema = withoutNames(describeFields(closedSchema(body)));
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
          name in sharedHeaders ? headerReference(name) : { description, schema: { type: "string" } },
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
    const schema = hoistNamed(describeFields(openSchema(response.schema)), named);
    content["application/json"] = response.example === undefined ? { schema } : { schema, example: response.example };
  }
  for (const type of response.otherTypes ?? []) {
    content[type] = { schema: type.startsWith("text/") ? { type: "string" } : { type: "string", format: "binary" } };
  }
  return Object.keys(content).length === 0 ? {} : { content };
}

function headerReferences(operation: Operation): JsonSchema {
  const names = ["X-Request-ID", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];
  if (operation.idempotent) names.push("Idempotent-Replayed");
  if (operation.deprecated) names.push(...headersOfDeprecation);
  return Object.fromEntries(names.map((name) => [name, headerReference(name)]));
}

const headerReference = (name: string) => ({ $ref: `#/components/headers/${name}` });

const headersOfDeprecation = ["Deprecation", "Sunset", "Link"];

/** A header that no operation carries is not described. */
function headersOf(operations: readonly Operation[]): JsonSchema {
  const isDeprecating = operations.some((operation) => operation.deprecated);
  const names = Object.entries(sharedHeaders).filter(([name]) => isDeprecating || !headersOfDeprecation.includes(name));
  return Object.fromEntries(names);
}

function refusalsOf(operation: Operation): JsonSchema {
  const described = [...problemsByStatus(operation)].map(([status, codes]) => {
    const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
    const waits = codes.some(asksToWait);
    const names = ["X-Request-ID"];
    if (waits) names.push("Retry-After");
    if (status === 401) names.push("WWW-Authenticate");
    if (status === 405) names.push("Allow");
    if (status === 429) names.push("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset");
    const headers = Object.fromEntries(names.map((name) => [name, headerReference(name)]));
    const description = refusalWords(status, codes, operation);
    const schema = { $ref: status === 422 ? "#/components/schemas/ValidationProblem" : "#/components/schemas/Problem" };
    const content = {
      "application/problem+json": { schema, examples },
      ...(status === 429 ? { "application/json": addressLimit } : {}),
    };
    return [String(status), { description, headers, content }];
  });
  return Object.fromEntries(described);
}

/** Returns the codes of a status with their meaning, in Markdown; a 429 names the limit of the operation first. */
function refusalWords(status: number, codes: readonly ProblemCode[], operation: Operation): string {
  const meanings = codes.map((code) => `- \`${code}\`: ${problemCatalogue[code].detail}`).join("\n");
  return status === 429 ? `${limitInWords(operation)}\n\n${meanings}` : meanings;
}

/** The limit by address refuses before routing, in a form of its own. */
const addressLimit = {
  schema: { $ref: "#/components/schemas/AddressLimit" },
  example: { detail: "One address may send 600 requests per minute. Send the request again in 12 s." },
};

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
