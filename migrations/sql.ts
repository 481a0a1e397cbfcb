declare const made: unique symbol;

/** A statement and its parameters, ready for either driver; only `sql` makes one. */
export interface Statement {
  readonly [made]: true;
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
  const statement = Object.freeze({ text, values: Object.freeze(values) }) as Statement;
  fragments.add(statement);
  return statement;
}

/**
 * The type of vectors of so many dimensions, to nest in a statement: no parameter can stand for a type.
 *
 * Throws  TypeError for anything but `vector(N)` and `halfvec(N)`
 */
export function vectorType(type: string): Statement {
  if (!/^(?:vector|halfvec)\([1-9]\d{0,4}\)$/.test(type))
    throw new TypeError("a type of vectors is vector(N) or halfvec(N)");
  const fragment = Object.freeze({ text: type, values: Object.freeze([]) }) as unknown as Statement;
  fragments.add(fragment);
  return fragment;
}

/**
 * Makes sure that a statement was made by `sql`, so that whatever came from outside is among its parameters.
 *
 * Throws  TypeError for anything else, such as a copy with another text
 */
export function assertMadeBySql(statement: Statement): void {
  if (!isStatement(statement)) throw new TypeError("only a statement that `sql` made is run");
}

/** A value for a `json` or `jsonb` parameter: text, because drivers read a bare array as a PostgreSQL array. */
export function json(value: unknown): string {
  return JSON.stringify(value);
}

function isStatement(value: unknown): value is Statement {
  return typeof value === "object" && value !== null && fragments.has(value);
}
