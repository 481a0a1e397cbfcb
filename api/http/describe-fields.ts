import { isRecord, type JsonSchema } from "./closed-schema.ts";
import { fieldWords, schemaWords } from "./field-words.ts";

/**
 * Returns a copy of a schema in which every member that has no description gets the one of {@link fieldWords}.
 *
 * @param owner Name of the schema or member whose fields these are; `$id` of an inner schema replaces it
 */
export function describeFields(schema: JsonSchema, owner = ""): JsonSchema {
  const name = typeof schema.$id === "string" ? schema.$id : owner;
  const inside = (value: unknown) => (isRecord(value) ? describeFields(value, name) : value);
  const copied: Record<string, unknown> = { ...schema };
  const words = schemaWords[name];
  if (typeof schema.$id === "string" && schema.description === undefined && words) copied.description = words;
  if (isRecord(schema.properties)) {
    copied.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([field, member]) => [field, describedMember(member, field, name)]),
    );
  }
  for (const keyword of ["items", "additionalProperties"])
    if (keyword in schema) copied[keyword] = inside(schema[keyword]);
  for (const keyword of ["anyOf", "allOf", "oneOf"]) {
    const parts = schema[keyword];
    if (Array.isArray(parts)) copied[keyword] = parts.map(inside);
  }
  const { patternProperties } = schema;
  if (isRecord(patternProperties)) {
    copied.patternProperties = Object.fromEntries(
      Object.entries(patternProperties).map(([pattern, member]) => [pattern, inside(member)]),
    );
  }
  return copied;
}

function describedMember(member: unknown, field: string, owner: string): unknown {
  if (!isRecord(member)) return member;
  // A named schema is described once, for every place that refers to it.
  if (typeof member.$id === "string") return describeFields(member);
  const description = member.description ?? ownWords(member) ?? fieldWords[`${owner}.${field}`] ?? fieldWords[field];
  return { ...describeFields(member, field), ...(description === undefined ? {} : { description }) };
}

/** Returns the description of the one alternative that has one: a nullable value is described inside its choice. */
function ownWords(member: JsonSchema): unknown {
  const alternatives = Array.isArray(member.anyOf) ? member.anyOf.filter(isRecord) : [];
  const words = alternatives.filter(({ $id }) => $id === undefined).map(({ description }) => description);
  const [only, ...others] = words.filter((description) => description !== undefined);
  return others.length === 0 ? only : undefined;
}
