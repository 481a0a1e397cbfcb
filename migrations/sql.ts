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
 * @throws TypeError for anything but `vector(N)` and `halfvec(N)`
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
 * @throws TypeError for anything else, such as a copy with another text
 */
export function assertMadeBySql(statement: Statement): void {
  if (!isStatement(statement)) throw new TypeError("only a statement that `sql` made is run");
}

const mayBeUnstorable = /\\u(?:0000|d[89a-f])/i;

/**
 * Returns a value for a `json` or `jsonb` parameter: text, because drivers read a bare array as a PostgreSQL array. NUL
 * characters are left out and halves of surrogate pairs replaced, because `jsonb` refuses both; text that is cut to a
 * length can end in such a half.
 */
export function json(value: unknown): string {
  const text = JSON.stringify(value);
  return mayBeUnstorable.test(text) ? JSON.stringify(storable(value)) : text;
}

function storable(value: unknown): unknown {
  const text = (given: string) => given.toWellFormed().replaceAll("\u0000", "");
  const plain: unknown = JSON.parse(JSON.stringify(value));
  const walk = (part: unknown): unknown => {
    if (typeof part === "string") return text(part);
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, member]) => [text(name), walk(member)]));
  };
  return walk(plain);
}

function isStatement(value: unknown): value is Statement {
  return typeof value === "object" && value !== null && fragments.has(value);
}
