/** A statement and its parameters, ready for either driver. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

const fragments = new WeakSet<object>();

/**
 * Builds a statement from a template: every interpolation becomes a parameter, and only values made by `sql` itself
 * nest as text. Names of tables and columns cannot be interpolated, so no input can reach the text of a statement.
 */
export function sql(strings: TemplateStringsArray, ...interpolations: readonly unknown[]): Statement {
  let text = "";
  const values: unknown[] = [];
  strings.forEach((piece, index) => {
    text += piece;
    if (index >= interpolations.length) return;
    const value = interpolations[index];
    if (isStatement(value)) {
      text += value.text.replace(/\$(\d+)/g, (_, position: string) => `$${Number(position) + values.length}`);
      values.push(...value.values);
    } else {
      values.push(value);
      text += `$${values.length}`;
    }
  });
  const statement = { text, values };
  fragments.add(statement);
  return statement;
}

/** A value for a `json` or `jsonb` parameter: text, because drivers read a bare array as a PostgreSQL array. */
export function json(value: unknown): string {
  return JSON.stringify(value);
}

function isStatement(value: unknown): value is Statement {
  return typeof value === "object" && value !== null && fragments.has(value);
}
