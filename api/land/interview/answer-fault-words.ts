import type { ErrorObject } from "ajv/dist/2020.js";

/** What is wrong with an answer that has another form than a schema, and not only another value. */
const formKeywords = new Set(["type", "const", "required", "additionalProperties"]);

/**
 * Returns the errors of an answer that say what is wrong with it. Of several forms, one of which the answer has, the errors of
 * that form count; of an answer that has none of them, only that.
 */
export function tellingErrors(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const choice = errors.find(({ keyword }) => keyword === "oneOf" || keyword === "anyOf");
  if (!choice) return errors;
  const forms = new Map<string, ErrorObject[]>();
  for (const error of errors) {
    const [, form] = error.schemaPath.startsWith(`${choice.schemaPath}/`)
      ? (/^\/(\d+)\//.exec(error.schemaPath.slice(choice.schemaPath.length)) ?? [])
      : [];
    if (form !== undefined) forms.set(form, [...(forms.get(form) ?? []), error]);
  }
  const within = [...forms.values()].flat();
  const own = [...forms.values()].find((some) => some.every(({ keyword }) => !formKeywords.has(keyword)));
  return errors.flatMap((error) => (error === choice ? (own ?? [choice]) : within.includes(error) ? [] : [error]));
}

/** Returns the code of an error. */
export const faultCode = ({ keyword }: ErrorObject) =>
  keyword === "minimum" || keyword === "maximum" ? "out_of_range" : keyword === "type" ? "wrong_type" : "invalid";

/** Returns what an answer has to be, in words. The errors come from a verbose validator, which names values and schemas. */
export function faultWords({ keyword, params, data, schema, message = "is not valid" }: ErrorObject): string {
  const given = typeof data === "number" ? `, not ${data}` : "";
  switch (keyword) {
    case "minimum":
      return `must be at least ${params.limit}${given}`;
    case "maximum":
      return `must be at most ${params.limit}${given}`;
    case "type":
      return `must be ${articles[String(params.type)] ?? params.type}`;
    case "required":
      return `must have the member ${params.missingProperty}`;
    case "additionalProperties":
      return `must not have the member ${params.additionalProperty}`;
    case "minItems":
      return `must have at least ${params.limit} ${params.limit === 1 ? "item" : "items"}`;
    case "maxItems":
      return `must have at most ${params.limit} items`;
    case "multipleOf":
      return `must be a multiple of ${params.multipleOf}${given}`;
    case "oneOf":
    case "anyOf":
      return `must be one of: ${(schema as readonly Form[]).map(formWords).join("; ")}`;
    default:
      return message;
  }
}

const articles: Readonly<Record<string, string>> = {
  ...{ integer: "a whole number", number: "a number", string: "a text", boolean: "true or false" },
  ...{ array: "an array", object: "an object" },
};

/** What forms of an answer are told apart by. */
interface Form {
  readonly const?: unknown;
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
}

function formWords({ const: only, type = "a value", minimum, maximum, required }: Form): string {
  if (only !== undefined) return String(only);
  const range = minimum === undefined || maximum === undefined ? "" : ` from ${minimum} to ${maximum}`;
  const members = required && required.length > 0 ? ` with the member ${required.join(" and ")}` : "";
  return `${articles[type] ?? type}${range}${members}`;
}
