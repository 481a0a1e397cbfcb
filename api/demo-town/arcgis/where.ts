import type { TownFeature } from "./feature.ts";

type Attributes = TownFeature["attributes"];

/** A clause that the town's servers do not understand. */
export class UnknownClause extends Error {}

const text = "'(?:[^']|'')*'";
const list = new RegExp(
  `^(?:UPPER\\()?([A-Za-z_][\\w.]*)\\)?\\s+IN\\s*\\(\\s*(${text}(?:\\s*,\\s*${text})*)\\s*\\)$`,
  "i",
);
const clause = /^(?:UPPER\()?([A-Za-z_][\w.]*)\)?\s*(=|<>|LIKE|>=|<=|>|<)\s*(?:UPPER\()?('(?:[^']|'')*'|-?[\d.]+)\)?$/i;

/**
 * Returns the test that a `where` parameter asks for: `1=1`, or comparisons of a field with a text, a number or a list of
 * texts, joined by AND.
 *
 * @throws UnknownClause for anything else, and for fields that the layer lacks
 */
export function readWhere(where: string, fields: ReadonlySet<string>): (attributes: Attributes) => boolean {
  const tests = where.split(/\s+AND\s+/i).map((part) => readClause(part.trim().replace(/^\((.*)\)$/, "$1"), fields));
  return (attributes) => tests.every((test) => test(attributes));
}

function readClause(clauseText: string, fields: ReadonlySet<string>): (attributes: Attributes) => boolean {
  if (/^1\s*=\s*1$/.test(clauseText)) return () => true;
  const [, listed, literals] = list.exec(clauseText) ?? [];
  if (listed !== undefined && literals !== undefined) {
    const field = fieldCalled(listed, fields);
    const values = [...literals.matchAll(new RegExp(text, "g"))].map(([literal]) => literalValue(literal));
    return (attributes) => values.some((value) => compares(attributes[field] ?? null, "=", value));
  }
  const [, name = "", operator = "", literal = ""] = clause.exec(clauseText) ?? [];
  const field = fieldCalled(name, fields);
  return (attributes) => compares(attributes[field] ?? null, operator.toUpperCase(), literalValue(literal));
}

function fieldCalled(name: string, fields: ReadonlySet<string>): string {
  const field = [...fields].find((one) => one.toUpperCase() === name.toUpperCase());
  if (field === undefined) throw new UnknownClause(`'Invalid field: ${name}' parameter is invalid`);
  return field;
}

const literalValue = (literal: string) =>
  literal.startsWith("'") ? literal.slice(1, -1).replaceAll("''", "'") : Number(literal);

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

/** LIKE, whose `%` is any text. */
function matches(own: string, pattern: string): boolean {
  const parts = pattern.split("%").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s").test(own);
}
