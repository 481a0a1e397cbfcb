import type { TSchema } from "@sinclair/typebox";

/** A JSON Schema as plain data. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * Copies a schema as plain JSON Schema in which every object is closed unless it says otherwise, and a choice between
 * constants is an `enum`.
 *
 * A member that is not declared is then a fault wherever the schema is used: a caller's typing error is named instead of
 * ignored, and an answer that drifts from its documentation fails its test.
 */
export function closedSchema(schema: TSchema): JsonSchema {
  return copy(JSON.parse(JSON.stringify(schema)), close) as JsonSchema;
}

/**
 * Copies a schema the same way and leaves its objects open: for the documentation of answers, to which members may be
 * added later without breaking a promise.
 */
export function openSchema(schema: TSchema): JsonSchema {
  return copy(JSON.parse(JSON.stringify(schema)), (plain) => plain) as JsonSchema;
}

type Change = (schema: Record<string, unknown>) => Record<string, unknown>;

function close(schema: Record<string, unknown>): Record<string, unknown> {
  if (Array.isArray(schema.allOf))
    return "unevaluatedProperties" in schema ? schema : { ...schema, unevaluatedProperties: false };
  const isOpen = schema.type === "object" && "properties" in schema && !("additionalProperties" in schema);
  return isOpen && !("patternProperties" in schema) ? { ...schema, additionalProperties: false } : schema;
}

/**
 * Copies a schema and changes every object in it, from the inside out. The parts of a composite each see the members of
 * the others, so the whole is changed instead of them.
 */
function copy(schema: unknown, change: Change, isPart = false): unknown {
  if (!isRecord(schema)) return schema;
  const copied: Record<string, unknown> = { ...schema };
  for (const keyword of ["properties", "patternProperties"]) {
    const members = copied[keyword];
    if (isRecord(members)) copied[keyword] = mapValues(members, (member) => copy(member, change));
  }
  for (const keyword of ["additionalProperties", "items"]) {
    if (isRecord(copied[keyword])) copied[keyword] = copy(copied[keyword], change);
  }
  if (Array.isArray(copied.prefixItems)) copied.prefixItems = copied.prefixItems.map((item) => copy(item, change));
  if (Array.isArray(copied.anyOf)) {
    const constants = copied.anyOf.map((choice) => (isRecord(choice) && "const" in choice ? choice.const : undefined));
    if (constants.every((constant) => typeof constant === "string")) {
      const { anyOf: _, ...rest } = copied;
      return { ...rest, type: "string", enum: constants };
    }
    copied.anyOf = copied.anyOf.map((choice) => copy(choice, change, isPart));
  }
  if (Array.isArray(copied.allOf)) {
    copied.allOf = copied.allOf.map((part) => copy(part, change, true));
  }
  return isPart ? copied : change(copied);
}

/** Gives the members that a client may leave out because the service fills them in. */
export function hasDefault(schema: unknown): boolean {
  return isRecord(schema) && "default" in schema;
}

/** Tells whether a value is a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function mapValues(record: Record<string, unknown>, change: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
