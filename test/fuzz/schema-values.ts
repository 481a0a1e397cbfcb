import fc from "fast-check";
import { isRecord, type JsonSchema } from "../../api/http/closed-schema.ts";
import { standIn } from "./stand-ins.ts";

/** Words a town's ordinance uses, so that some questions find something. */
const words = ["fence", "front yard", "minimum lot area", "R-2", "height of a fence", "what is the setback?", "sign"];

/** Text that can be stored; its length is in UTF-16 units, as the schemas count code points of which it has fewer. */
const plainText = (minLength: number, maxLength: number) =>
  fc
    .oneof(
      {
        weight: 2,
        arbitrary: fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, minLength + 30) }),
      },
      { weight: 1, arbitrary: fc.constantFrom(...words) },
      { weight: 1, arbitrary: fc.constantFrom(minLength, maxLength).map((length) => "a".repeat(length)) },
    )
    .filter((text) => text.length >= minLength && text.length <= maxLength && text.isWellFormed());

/**
 * Makes values that a JSON Schema allows, of the keywords the service's own schemas use. A member that names a resource
 * is often a stand-in for one that exists.
 */
export function valuesOf(schema: JsonSchema, name = ""): fc.Arbitrary<unknown> {
  const made = valuesByType(schema, name);
  return standIn(name) === undefined || schema.type !== "string"
    ? made
    : fc.oneof({ weight: 4, arbitrary: standInOf(name) }, { weight: 1, arbitrary: made });
}

/** Makes stand-ins for resources of one kind, the caller's own first. */
export function standInOf(name: string): fc.Arbitrary<string> {
  return fc.constantFrom(0, 0, 0, 0, 0, 1, 2, 3).map((index) => standIn(name, index) ?? "");
}

function valuesByType(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.anyOf))
    return fc.oneof(...schema.anyOf.filter(isRecord).map((choice) => valuesOf(choice, name)));
  if (schema.type === "string") return texts(schema);
  if (schema.type === "integer") return wholeNumbers(schema);
  if (schema.type === "number") return fc.oneof(wholeNumbers(schema), fractions(schema));
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "null") return fc.constant(null);
  if (schema.type === "array") return lists(schema, name);
  if (schema.type === "object") return objects(schema);
  return fc.jsonValue({ maxDepth: 2 });
}

function texts(schema: JsonSchema): fc.Arbitrary<string> {
  const minLength = numberOr(schema.minLength, 0);
  const maxLength = numberOr(schema.maxLength, 200);
  if (schema.format === "uri") return fc.webUrl({ withQueryParameters: true, withFragments: true });
  if (schema.format === "date-time") return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (typeof schema.pattern !== "string") return plainText(minLength, maxLength);
  if (schema.pattern === "\\S") return plainText(minLength, maxLength).filter((text) => /\S/.test(text));
  return fc
    .stringMatching(new RegExp(schema.pattern))
    .filter((text) => text.length >= minLength && text.length <= maxLength);
}

function wholeNumbers(schema: JsonSchema): fc.Arbitrary<number> {
  const min = numberOr(schema.minimum, -1_000_000);
  const max = numberOr(schema.maximum, Number.MAX_SAFE_INTEGER);
  // Databases and clients keep whole numbers in fewer bits than JSON does.
  const edges = [min, 2 ** 31 - 1, 2 ** 31, 2 ** 32, max].filter((edge) => edge >= min && edge <= max);
  return fc.oneof(
    fc.integer({ min, max: Math.min(max, Math.max(min, 0) + 1_000) }),
    fc.integer({ min, max }),
    fc.constantFrom(...edges),
  );
}

function fractions(schema: JsonSchema): fc.Arbitrary<number> {
  const [min, max] = [numberOr(schema.minimum, -1e6), numberOr(schema.maximum, 1e6)];
  return fc.double({ min, max, noNaN: true });
}

function lists(schema: JsonSchema, name: string): fc.Arbitrary<unknown[]> {
  const minLength = numberOr(schema.minItems, 0);
  const length = { minLength, maxLength: Math.min(numberOr(schema.maxItems, 4), minLength + 4) };
  const item = isRecord(schema.items) ? valuesOf(schema.items, name) : fc.jsonValue({ maxDepth: 1 });
  return schema.uniqueItems === true
    ? fc.uniqueArray(item, { ...length, selector: (value) => JSON.stringify(value) })
    : fc.array(item, length);
}

function objects(schema: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [
      name,
      isRecord(member) ? valuesOf(member, name) : fc.jsonValue(),
    ]),
  );
  const required = Array.isArray(schema.required) ? schema.required.filter((name) => name in members) : [];
  return fc.record(members, { requiredKeys: required, noNullPrototype: true });
}

const numberOr = (value: unknown, otherwise: number) => (typeof value === "number" ? value : otherwise);
