import type { AnswerSchema, QuestionData } from "../question.ts";

/** Returns a schema of a whole number in a range. */
export const wholeNumber = (minimum: number, maximum: number): AnswerSchema => ({ type: "integer", minimum, maximum });

/** Returns a schema of a number in a range with a step. */
export const number = (minimum: number, maximum: number, multipleOf?: number): AnswerSchema => ({
  ...{ type: "number", minimum, maximum },
  ...(multipleOf === undefined ? {} : { multipleOf }),
});

/** Returns a schema of labelled options. */
export const options = (labels: Readonly<Record<string, string>>): AnswerSchema => ({
  type: "string",
  oneOf: Object.entries(labels).map(([value, title]) => ({ const: value, title })),
});

/** Returns a schema of an object whose members are all numbers in one range. */
export const numbersOf = (members: readonly string[], minimum: number, maximum: number): AnswerSchema => ({
  type: "object",
  properties: Object.fromEntries(members.map((member) => [member, { type: "number", minimum, maximum }])),
  required: [...members],
  additionalProperties: false,
});

/** Either as many as fit, or a number. */
export const mostOr = (member: string, schema: AnswerSchema): AnswerSchema => ({
  oneOf: [
    {
      ...{ type: "object", title: "As many as fit", properties: { max: { const: true } }, required: ["max"] },
      additionalProperties: false,
    },
    {
      ...{ type: "object", title: "A number", properties: { [member]: schema }, required: [member] },
      additionalProperties: false,
    },
  ],
});

const typical = "Typical value; an assumption to be checked.";

/** Returns an optional question for a zone with a typical value. */
export function typicalQuestion(
  id: string,
  title: string,
  {
    schema,
    unit,
    value,
    reason = typical,
  }: {
    readonly schema: AnswerSchema;
    readonly unit: string | null;
    readonly value: unknown;
    readonly reason?: string;
  },
): QuestionData {
  return { id, title, schema, unit, required: false, scope: "zone", recommend: { kind: "value", value, reason } };
}

/** Returns a required question for a zone with a typical value. */
export function requiredQuestion(...args: Parameters<typeof typicalQuestion>): QuestionData {
  return { ...typicalQuestion(...args), required: true };
}
