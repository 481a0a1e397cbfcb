import { hasDefault, isRecord, type JsonSchema, openSchema } from "../http/closed-schema.ts";
import { withoutNames } from "../http/named-schemas.ts";
import type { Operation } from "../http/operation.ts";
import type { ToolDeclaration } from "./tool.ts";

/** Argument by which a caller names a call, so that sending it again does not do it again. */
export const requestKeyArgument = "request_key";

const requestKey: JsonSchema = {
  type: "string",
  minLength: 1,
  maxLength: 255,
  description: "A name of your choice for this very call. Sending the call again with it gives the first answer again.",
};

/**
 * Gives the schema of a tool's arguments: everything that the operations it serves read from path, query and body, in one
 * flat object. Required is what every one of them requires and has no default for.
 */
export function toolInputSchema(tool: ToolDeclaration, operations: readonly Operation[]): JsonSchema {
  const inputs = operations.map(inputOf);
  const properties: Record<string, unknown> = { ...tool.choosesBy };
  for (const input of inputs) {
    for (const [name, schema] of Object.entries(input.properties)) properties[name] ??= schema;
  }
  for (const name of tool.omits ?? []) delete properties[name];
  if (operations.some((operation) => operation.idempotent)) properties[requestKeyArgument] = requestKey;
  const [first, ...others] = inputs;
  const common = (first?.required ?? []).filter((name) => others.every((input) => input.required.includes(name)));
  const required = [...new Set([...common, ...(tool.requires ?? [])])].filter((name) => name in properties);
  return { type: "object", properties, required, additionalProperties: false };
}

/** Gives the schema of a tool's structured results, or undefined when one of its operations answers without JSON. */
export function toolOutputSchema(
  tool: Pick<ToolDeclaration, "picture">,
  operations: readonly Operation[],
): JsonSchema | undefined {
  const successes = operations.flatMap((operation) =>
    Object.entries(operation.responses).flatMap(([status, response]) =>
      Number(status) < 300 ? [response.schema] : [],
    ),
  );
  const schemas = successes.flatMap((schema) =>
    schema === null ? [] : [withoutMember(plain(openSchema(schema)), tool.picture)],
  );
  const [only] = schemas;
  if (only === undefined || schemas.length < successes.length) return undefined;
  if (schemas.length === 1) return only.type === "object" ? only : { type: "object", ...only };
  return { type: "object", anyOf: schemas };
}

function withoutMember(schema: JsonSchema, name: string | undefined): JsonSchema {
  if (name === undefined || !isRecord(schema.properties)) return schema;
  const { [name]: _left, ...properties } = schema.properties;
  const required = Array.isArray(schema.required) ? schema.required.filter((each) => each !== name) : [];
  return { ...schema, properties, required };
}

interface Input {
  readonly properties: Record<string, unknown>;
  readonly required: readonly string[];
}

function inputOf(operation: Operation): Input {
  const { params, query, body } = operation;
  const parts = [params, query, ...(body === undefined || body === "stream" ? [] : [body])];
  const inputs = parts.map((part) => membersOf(plain(openSchema(part))));
  return {
    properties: Object.assign({}, ...inputs.map((input) => input.properties)),
    required: inputs.flatMap((input) => input.required),
  };
}

/** Gives the members of an object, or of all forms that a composite can take; a form of several requires nothing. */
function membersOf(schema: JsonSchema): Input {
  const own = isRecord(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required.filter((name) => !hasDefault(own[name])) : [];
  const parts = (keyword: string) => {
    const list = schema[keyword];
    return Array.isArray(list) ? list.filter(isRecord).map(membersOf) : [];
  };
  const all = parts("allOf");
  const any = [...parts("anyOf"), ...parts("oneOf")];
  return {
    properties: Object.assign({}, ...[...all, ...any].map((part) => part.properties), own),
    required: [...required, ...all.flatMap((part) => part.required)],
  };
}

/** Takes out what only our own documentation reads. */
function plain(schema: JsonSchema): JsonSchema {
  return withoutExamples(withoutNames(schema)) as JsonSchema;
}

function withoutExamples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExamples);
  if (!isRecord(value)) return value;
  const members = Object.entries(value).filter(([name]) => name !== "example" && name !== "x-unit");
  return Object.fromEntries(members.map(([name, member]) => [name, withoutExamples(member)]));
}
