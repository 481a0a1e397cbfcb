import type { ErrorObject } from "ajv/dist/2020.js";
import { isRecord } from "./closed-schema.ts";
import type { FieldError } from "./problem.ts";

const mostErrors = 20;

/**
 * Returns the errors of the schema checker in words a person can act on, with the path of each field. A text that is
 * too short is not also reported for its form.
 */
export function fieldErrorsFrom(errors: readonly ErrorObject[], value: unknown): readonly FieldError[] {
  const told = new Map<string, FieldError>();
  const kept = withoutLosingBranches(errors, value);
  const tooShort = new Set(kept.flatMap((error) => (error.keyword === "minLength" ? error.instancePath : [])));
  for (const error of kept) {
    if (tooShort.has(error.instancePath) && (error.keyword === "pattern" || error.keyword === "format")) continue;
    const said = sayError(error);
    if (said && !told.has(`${said.field} ${said.code}`)) told.set(`${said.field} ${said.code}`, said);
    if (told.size === mostErrors) break;
  }
  return [...told.values()];
}

/**
 * Keeps, of a choice between several forms, only the errors of the form the caller seems to have meant: the one that
 * the value gets furthest into. "Must match one of the forms" helps nobody.
 */
function withoutLosingBranches(errors: readonly ErrorObject[], value: unknown): readonly ErrorObject[] {
  const choices = errors
    .filter((error) => error.keyword === "anyOf" || error.keyword === "oneOf")
    .sort((a, b) => b.schemaPath.length - a.schemaPath.length);
  let kept = errors;
  for (const choice of choices) {
    const branches = new Map<string, ErrorObject[]>();
    for (const error of kept) {
      const inside = error.schemaPath.startsWith(`${choice.schemaPath}/`) && isWithin(error, choice);
      if (!inside) continue;
      const branch = error.schemaPath.slice(choice.schemaPath.length + 1).split("/")[0] ?? "";
      branches.set(branch, [...(branches.get(branch) ?? []), error]);
    }
    const best = [...branches.values()].sort((a, b) => distance(a, choice) - distance(b, choice))[0] ?? [];
    const losing = new Set([...branches.values()].flat().filter((error) => !best.includes(error)));
    const replaced = best.length > 0 && (branches.size === 1 || distance(best, choice) < mismatch);
    kept = kept.filter((error) => !losing.has(error) && (error !== choice || !replaced));
    if (replaced) continue;
    const told = wrongWord([...branches.values()]);
    kept = kept.filter((error) => !best.includes(error)).map((error) => (error === choice && told ? told : error));
  }
  return kept.length > 0 ? kept : errors.filter((error) => isRecord(value) || error.instancePath === "");
}

/** The error of the member whose fixed word tells the forms apart, where it has none of those words. */
function wrongWord(branches: readonly (readonly ErrorObject[])[]): ErrorObject | undefined {
  const words = branches.map((branch) => branch.find(({ keyword }) => keyword === "const"));
  const [first] = words;
  if (!first || first.data === undefined) return undefined;
  if (!words.every((word) => word?.instancePath === first.instancePath)) return undefined;
  return { ...first, keyword: "enum", params: { allowedValues: words.map((word) => word?.params.allowedValue) } };
}

const mismatch = 1_000;

const isWithin = (error: ErrorObject, choice: ErrorObject) =>
  error.instancePath === choice.instancePath || error.instancePath.startsWith(`${choice.instancePath}/`);

/** How far a form is from what was sent: a wrong kind of value or a wrong fixed word is further than a bad member. */
function distance(errors: readonly ErrorObject[], choice: ErrorObject): number {
  return errors.reduce((sum, error) => {
    if (error.keyword === "type" && error.instancePath === choice.instancePath) return sum + mismatch;
    if (error.keyword === "const") return sum + mismatch;
    return sum + (error.keyword === "additionalProperties" ? 2 : 1);
  }, 0);
}

function sayError(error: ErrorObject): FieldError | undefined {
  const field = fieldPath(error.instancePath);
  const parameters = error.params as Record<string, unknown>;
  const say = (code: string, message: string, at = field): FieldError => ({ field: at, code, message });
  switch (error.keyword) {
    case "required":
      return say("required", "is required", join(field, String(parameters.missingProperty)));
    case "additionalProperties":
      return say("unknown_member", unknownMember(error), join(field, String(parameters.additionalProperty)));
    case "unevaluatedProperties":
      return say("unknown_member", "is not a known member", join(field, String(parameters.unevaluatedProperty)));
    case "type":
      return say("wrong_type", `must be ${withArticle(parameters.type)}, not ${kindOf(error.data)}`);
    case "enum":
      return say("not_allowed", `must be one of ${listOf(parameters.allowedValues)}`);
    case "const":
      return say("not_allowed", `must be ${JSON.stringify(parameters.allowedValue)}`);
    case "minLength":
      return say("too_short", atLeast(parameters.limit, "character"));
    case "maxLength":
      return say("too_long", atMost(parameters.limit, "character"));
    case "minItems":
      return say("too_few", atLeast(parameters.limit, "item"));
    case "maxItems":
      return say("too_many", atMost(parameters.limit, "item"));
    case "minProperties":
      return say("too_few", atLeast(parameters.limit, "member"));
    case "maxProperties":
      return say("too_many", atMost(parameters.limit, "member"));
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return say("out_of_range", rangeOf(error));
    case "multipleOf":
      return say("out_of_range", `must be a multiple of ${String(parameters.multipleOf)}`);
    case "pattern":
      return say("wrong_format", describedForm(error) ?? `must match ${String(parameters.pattern)}`);
    case "format":
      return say("wrong_format", `must be ${formats[String(parameters.format)] ?? `a ${String(parameters.format)}`}`);
    case "uniqueItems":
      return say("duplicate", "must not hold the same item twice");
    case "anyOf":
    case "oneOf":
      return say("wrong_form", `must have one of the forms ${formsOf(error)}`);
    default:
      return say("invalid", error.message ?? "is not valid");
  }
}

const formats: Record<string, string> = {
  "date-time": "a time in RFC 3339, such as 2026-01-31T12:00:00Z",
  uri: "an absolute address, such as https://example.org/code",
  email: "an e-mail address",
};

function unknownMember(error: ErrorObject): string {
  const known = isRecord(error.parentSchema) && isRecord(error.parentSchema.properties);
  const names = known ? Object.keys((error.parentSchema as { properties: object }).properties) : [];
  return names.length === 0 ? "is not expected here" : `is not known here; known are ${names.join(", ")}`;
}

function rangeOf(error: ErrorObject): string {
  const schema = (error.parentSchema ?? {}) as Record<string, unknown>;
  const { minimum, maximum } = schema;
  if (typeof minimum === "number" && typeof maximum === "number") return `must be from ${minimum} to ${maximum}`;
  const words = { ">=": "at least", "<=": "at most", ">": "more than", "<": "less than" } as Record<string, string>;
  return `must be ${words[String(error.params.comparison)] ?? ""} ${String(error.params.limit)}`;
}

function describedForm(error: ErrorObject): string | undefined {
  const description = isRecord(error.parentSchema) ? error.parentSchema.description : undefined;
  return typeof description === "string" ? `must be ${description.replace(/\.$/, "")}` : undefined;
}

function formsOf(error: ErrorObject): string {
  const choices = Array.isArray(error.schema) ? error.schema : [];
  return choices
    .map((choice) => {
      if (!isRecord(choice)) return "a value";
      if (isRecord(choice.properties)) return `{${Object.keys(choice.properties).join(", ")}}`;
      return "const" in choice ? JSON.stringify(choice.const) : withArticle(choice.type ?? "value");
    })
    .join(" or ");
}

function fieldPath(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : join(path, part)), "");
}

const join = (path: string, name: string) => (path === "" ? shortened(name) : `${path}.${shortened(name)}`);
const shortened = (name: string) => (name.length <= 80 ? name : `${name.slice(0, 79)}…`);
const plural = (count: unknown, noun: string) => `${String(count)} ${noun}${count === 1 ? "" : "s"}`;
const atLeast = (count: unknown, noun: string) => `must have at least ${plural(count, noun)}`;
const atMost = (count: unknown, noun: string) => `must have at most ${plural(count, noun)}`;
const listOf = (values: unknown) => (Array.isArray(values) ? values.map((value) => String(value)).join(", ") : "");

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return withArticle(typeof value);
}

function withArticle(kind: unknown): string {
  const names = (Array.isArray(kind) ? kind : [kind]).map(String);
  return names.map((name) => (name === "null" ? name : `${/^[aeio]/.test(name) ? "an" : "a"} ${name}`)).join(" or ");
}
