import { setTimeout as turn } from "node:timers/promises";
import type { TSchema } from "@sinclair/typebox";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { closedSchema } from "./closed-schema.ts";
import { fieldErrorsFrom } from "./field-errors.ts";
import { withoutNames } from "./named-schemas.ts";
import type { FieldError } from "./problem.ts";

/** Checks one value against one schema; the value keeps its types, and only declared defaults are filled in. */
export type Validate = (value: unknown) => readonly FieldError[];

const longestUri = 2_000;

const compiled = new WeakMap<TSchema, ValidateFunction>();

/**
 * Returns the check of a schema, which names every bad field.
 *
 * Nothing is coerced and nothing is dropped; objects are closed unless the schema opens them. The schema is compiled at its
 * first use, once in the process: to compile those of all operations takes more than a second of a start. A server that
 * listens compiles those of its bodies ahead (`compileAhead`).
 *
 * @throws Error at the first use when the schema itself is wrong
 */
export function makeValidator(schema: TSchema): Validate {
  return (value) => {
    const validate = compiled.get(schema) ?? compile(schema);
    return validate(value) ? [] : fieldErrorsFrom(validate.errors as ErrorObject[], value);
  };
}

/** Compiles schemas before their first use, one in each turn of the event loop: a large one takes some 40 ms. */
export async function compileAhead(schemas: readonly TSchema[]): Promise<void> {
  for (const schema of schemas) {
    await turn();
    if (!compiled.has(schema)) compile(schema);
  }
}

function compile(schema: TSchema): ValidateFunction {
  const validate = compiler().compile(withoutNames(closedSchema(schema)));
  compiled.set(schema, validate);
  return validate;
}

let shared: Ajv2020 | undefined;

function compiler(): Ajv2020 {
  shared ??= makeCompiler();
  return shared;
}

function makeCompiler(): Ajv2020 {
  // The schemas are the service's own: strict mode finds their faults, and to compile the meta schema takes 100 ms.
  const ajv = new Ajv2020({
    ...{ allErrors: true, strict: true, strictTypes: false, useDefaults: true, verbose: true },
    validateSchema: false,
  });
  ajv.addFormat("date-time", isTimestamp);
  ajv.addFormat("date", isDay);
  ajv.addFormat("uri", isUri);
  ajv.addFormat("email", isEmail);
  for (const annotation of ["example", "x-unit"]) ajv.addKeyword(annotation);
  return ajv;
}

function isTimestamp(text: string): boolean {
  if (text.length > 40) return false;
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** A day of the calendar: there is no 30 February. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const begins = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(begins.valueOf()) && begins.toISOString().startsWith(text);
}

function isUri(text: string): boolean {
  return text.length <= longestUri && URL.canParse(text);
}

/** Only what a mailbox must have; whether it exists is learnt by writing to it. */
function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}
