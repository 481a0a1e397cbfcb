import type { TObject } from "@sinclair/typebox";
import { isRecord } from "./closed-schema.ts";
import type { FieldError } from "./problem.ts";
import { unstorableText } from "./unstorable-text.ts";

/** What a query string says, with each value read as its schema's type. */
export interface ReadQuery {
  readonly values: Record<string, unknown>;
  readonly errors: readonly FieldError[];
}

/**
 * Reads a query string by its schema: integers, numbers and booleans in their one plain spelling, lists by repeating
 * the name or with commas. What cannot be read is an error here; what is read is still to be validated.
 */
export function readQuery(search: string, schema: TObject): ReadQuery {
  const values: Record<string, unknown> = Object.create(null);
  const errors: FieldError[] = [];
  if (search === "") return { values, errors };
  const given = new URLSearchParams(search);
  for (const name of new Set(given.keys())) {
    const texts = given.getAll(name);
    const member: unknown = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    const read = member === undefined ? unknown(name, schema) : readValue(name, texts, member);
    if ("error" in read) errors.push(read.error);
    else values[name] = read.value;
  }
  return { values, errors };
}

/** Reads path parameters the same way, from what the router found. */
export function readPath(found: Readonly<Record<string, string>>, schema: TObject): ReadQuery {
  const values: Record<string, unknown> = Object.create(null);
  const errors: FieldError[] = [];
  for (const [name, member] of Object.entries(schema.properties)) {
    const read = readValue(name, [found[name] ?? ""], member);
    if ("error" in read) errors.push(read.error);
    else values[name] = read.value;
  }
  return { values, errors };
}

type Read = { readonly value: unknown } | { readonly error: FieldError };

function unknown(name: string, schema: TObject): Read {
  const known = Object.keys(schema.properties);
  const message = known.length === 0 ? "no query parameters are read here" : `known are ${known.join(", ")}`;
  const field = name.length <= 80 ? name : `${name.slice(0, 79)}…`;
  return { error: { field, code: "unknown_parameter", message: `is not known here; ${message}` } };
}

function readValue(name: string, texts: readonly string[], schema: unknown): Read {
  const wrong = texts.map(unstorableText).find((fault) => fault !== undefined);
  if (wrong) return { error: { field: name, ...wrong } };
  if (isRecord(schema) && schema.type === "array") {
    const items = texts.flatMap((text) => text.split(",")).map((text) => readOne(name, text, schema.items));
    const failed = items.find((item) => "error" in item);
    return failed ?? { value: items.map((item) => ("value" in item ? item.value : undefined)) };
  }
  if (texts.length > 1) return { error: { field: name, code: "duplicate", message: "must be given once" } };
  return readOne(name, texts[0] ?? "", schema);
}

function readOne(name: string, text: string, schema: unknown): Read {
  const type = isRecord(schema) ? schema.type : undefined;
  const wrong = (message: string): Read => ({ error: { field: name, code: "wrong_type", message } });
  if (type === "integer") {
    const value = /^(0|-?[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN;
    return Number.isSafeInteger(value) ? { value } : wrong("must be a whole number");
  }
  if (type === "number") {
    const value = /^-?(0|[1-9]\d{0,15})(\.\d{1,15})?$/.test(text) ? Number(text) : Number.NaN;
    return Number.isFinite(value) ? { value } : wrong("must be a number");
  }
  if (type === "boolean") {
    return text === "true" || text === "false" ? { value: text === "true" } : wrong("must be true or false");
  }
  return { value: text };
}
