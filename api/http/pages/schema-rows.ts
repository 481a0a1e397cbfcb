import { isRecord } from "../closed-schema.ts";

/** One line of a schema as a person reads it. */
export interface SchemaRow {
  /** Path of the member, such as `parcels[].geometry`. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly notes: string;
}

const deepest = 6;

/** Lists the members of a schema, parents before children. */
export function schemaRows(schema: unknown, prefix = "", depth = 0): SchemaRow[] {
  if (!isRecord(schema) || depth > deepest) return [];
  if (Array.isArray(schema.allOf)) return schema.allOf.flatMap((part) => schemaRows(part, prefix, depth));
  const forms = formsOf(schema);
  if (forms.length > 1 && forms.every(isRecord)) return forms.flatMap((form) => schemaRows(form, prefix, depth + 1));
  const [only = schema] = forms;
  if (!isRecord(only)) return [];
  if (only.type === "array") return schemaRows(only.items, `${prefix}[]`, depth + 1);
  if (!isRecord(only.properties)) return [];
  const required = Array.isArray(only.required) ? only.required : [];
  return Object.entries(only.properties).flatMap(([name, member]) => {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    const isFilled = isRecord(member) && "default" in member;
    const row = {
      name: path,
      type: typeName(member),
      isRequired: required.includes(name) && !isFilled,
      notes: notesOf(member),
    };
    return [row, ...schemaRows(member, path, depth + 1)];
  });
}

/** Names the type of a schema in a word or two. */
export function typeName(schema: unknown): string {
  if (!isRecord(schema)) return "anything";
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.anyOf)) return [...new Set(schema.anyOf.map(typeName))].join(" or ");
  if (schema.type === "array") return `array of ${typeName(schema.items)}`;
  if (Array.isArray(schema.type)) return schema.type.join(" or ");
  return typeof schema.type === "string" ? schema.type : "anything";
}

/** Says what else a schema asks: what is allowed, how much, and what it means. */
export function notesOf(schema: unknown): string {
  if (!isRecord(schema)) return "";
  const notes: string[] = [];
  if (typeof schema.description === "string") notes.push(schema.description.replace(/([^.])$/, "$1."));
  if (Array.isArray(schema.enum)) notes.push(`One of ${schema.enum.join(", ")}.`);
  const range = (low: unknown, high: unknown, unit: string) => {
    if (low !== undefined && high !== undefined) notes.push(`${String(low)} to ${String(high)}${unit}.`);
    else if (low !== undefined && low !== 0) notes.push(`At least ${String(low)}${unit}.`);
    else if (high !== undefined) notes.push(`At most ${String(high)}${unit}.`);
  };
  range(schema.minimum, schema.maximum, "");
  range(schema.minLength, schema.maxLength, " characters");
  range(schema.minItems, schema.maxItems, " items");
  if (schema.default !== undefined) notes.push(`Default ${JSON.stringify(schema.default)}.`);
  return notes.join(" ");
}

function formsOf(schema: Record<string, unknown>): unknown[] {
  if (!Array.isArray(schema.anyOf)) return [schema];
  return schema.anyOf.filter((form) => !(isRecord(form) && form.type === "null"));
}
