import type { TownFeature } from "./feature.ts";

type Attributes = TownFeature["attributes"];

/** A clause that the town's servers do not understand. */
export class UnknownClause extends Error {}

const clause = /^(?:UPPER\()?([A-Za-z_][\w.]*)\)?\s*(=|<>|LIKE|>=|<=|>|<)\s*(?:UPPER\()?('(?:[^']|'')*'|-?[\d.]+)\)?$/i;

/**
 * Returns the test that a `where` parameter asks for: `1=1`, or comparisons of a field with a text or a number joined by AND.
 *
 * @throws UnknownClause for anything else, and for fields that the layer lacks
 */
export function readWhere(where: string, fields: ReadonlySet<string>): (attributes: Attributes) => boolean {
  const tests = where.split(/\s+AND\s+/i).map((part) => readClause(part.trim().replace(/^\((.*)\)$/, "$1"), fields));
  return (attributes) => tests.every((test) => test(attributes));
}

function readClause(text: string, fields: ReadonlySet<string>): (attributes: Attributes) => boolean {
  if (/^1\s*=\s*1$/.test(text)) return () => true;
  const [, name = "", operator = "", literal = ""] = clause.exec(text) ?? [];
  const field = [...fields].find((one) => one.toUpperCase() === name.toUpperCase());
  if (field === undefined) throw new UnknownClause(`'Invalid field: ${name}' parameter is invalid`);
  const value = literal.startsWith("'") ? literal.slice(1, -1).replaceAll("''", "'") : Number(literal);
  return (attributes) => compares(attributes[field] ?? null, operator.toUpperCase(), value);
}

function compares(own: string | number | null, operator: string, value: string | number): boolean {
  if (own === null) return false;
  if (operator === "LIKE") return matches(String(own).toUpperCase(), String(value).toUpperCase());
  const [left, right] =
    typeof value === "number" ? [Number(own), value] : [String(own).toUpperCase(), value.toUpperCase()];
  if (operator === "=") return left === right;
  if (operator === "<>") return left !== right;
  if (operator === ">") return left > right;
  if (operator === "<") return left < right;
  return operator === ">=" ? left >= right : left <= right;
}

/** LIKE with `%` at the ends only, which is how the connectors ask. */
function matches(own: string, pattern: string): boolean {
  const text = pattern.replace(/^%|%$/g, "");
  if (pattern.startsWith("%")) return pattern.endsWith("%") ? own.includes(text) : own.endsWith(text);
  return pattern.endsWith("%") ? own.startsWith(text) : own === text;
}
