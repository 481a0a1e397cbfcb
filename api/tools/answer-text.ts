import { isRecord } from "../http/closed-schema.ts";
import type { ProblemDocument } from "../http/problem.ts";

/** Most features of a map in a result; more belong in a file. */
const mostFeatures = 50;

/** Returns the answer as an object in which collections of more features than a conversation should carry are empty. */
export function withoutLargeMaps(body: unknown): Record<string, unknown> {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (!isRecord(value)) return value;
    const isLarge =
      value.type === "FeatureCollection" && Array.isArray(value.features) && value.features.length > mostFeatures;
    if (isLarge) return { ...value, features: [] };
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, visit(member)]));
  };
  return isRecord(body) ? (visit(body) as Record<string, unknown>) : {};
}

/** Returns JSON in which "<" is an escape, so that no text in it can look like a tag; it parses to the same value. */
export function jsonWithoutTags(value: object): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** Returns what a model reads of a refusal, line by line: the code with its meaning, the wait, the recovery, each field, each choice. */
export function refusalLines(document: ProblemDocument): string[] {
  const { recovery, errors, choices, retry_after_seconds: wait } = document;
  const lines = [`${document.code}: ${document.detail}`];
  if (typeof wait === "number") lines.push(`Retry after ${wait}s`);
  if (isRecord(recovery) && typeof recovery.action === "string") lines.push(recovery.action);
  if (Array.isArray(errors)) {
    for (const error of errors.filter(isRecord)) lines.push(`- ${String(error.field)}: ${String(error.message)}`);
  }
  return Array.isArray(choices) ? [...lines, ...choices.filter(isRecord).flatMap(choiceLines)] : lines;
}

/** A decision, and for each option what settles it: clients that show a model only the text need both. */
function choiceLines({ prompt, options }: Readonly<Record<string, unknown>>): string[] {
  const told = Array.isArray(options) ? options.filter(isRecord) : [];
  const lines = told.map(({ label, field, value }) => `- ${label}: ${jsonWithoutTags({ [String(field)]: value })}`);
  return [String(prompt), ...lines];
}
