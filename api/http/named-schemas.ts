import { isRecord, type JsonSchema } from "./closed-schema.ts";

/**
 * Takes the names out of a schema: `$id` says how documentation calls it, and means nothing to a checker, which would
 * refuse to meet the same name twice.
 */
export function withoutNames(schema: JsonSchema): JsonSchema {
  return mapSchemas(schema, (named) => {
    const { $id: _, ...rest } = named;
    return rest;
  });
}

/**
 * Moves every named part of a schema to the shared components and leaves a reference in its place.
 *
 * @throws Error when one name stands for two different schemas
 */
export function hoistNamed(schema: JsonSchema, components: Map<string, JsonSchema>): JsonSchema {
  return mapSchemas(schema, (named) => {
    const { $id, ...rest } = named;
    if (typeof $id !== "string") return named;
    const known = components.get($id);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(rest)) {
      throw new Error(`two different schemas are both called ${$id}`);
    }
    components.set($id, rest);
    return { $ref: `#/components/schemas/${$id}` };
  });
}

/** Changes every object of a schema that has an `$id`, the innermost first. */
function mapSchemas(schema: JsonSchema, change: (named: Record<string, unknown>) => JsonSchema): JsonSchema {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (!isRecord(value)) return value;
    const visited = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, visit(member)]));
    return typeof visited.$id === "string" ? change(visited) : visited;
  };
  return visit(schema) as JsonSchema;
}
