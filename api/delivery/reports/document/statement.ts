/** Names a source of a report: a layer, a record, or a span of a document. */
export type SourceKey = string;

/** A value inside a text, with where it is from. */
export interface Value {
  /** As it is printed. */
  readonly text: string;
  readonly value: number | string;
  readonly unit: string | null;
  /** What states the value; null only where `basis` says what else it comes from. */
  readonly source: SourceKey | null;
  /** Formula of a derived number, or the rule or standard that a constant is from. */
  readonly basis: string | null;
}

/**
 * The kinds of sentences. A fact is a template filled with values; a quote is a span of a document; a narrative was
 * written by a model and checked against its sources; a wording is fixed text, which states nothing of the site but what
 * its values say.
 */
export type StatementKind = "fact" | "quote" | "narrative" | "wording";

/** A sentence, or the text of a cell of a table. */
export interface Statement {
  readonly kind: StatementKind;
  readonly text: string;
  readonly values: readonly Value[];
  readonly evidence: readonly SourceKey[];
  /** The rule that decided a finding. */
  readonly rule_id?: string;
}

type Part = Value | Statement;
const isStatement = (part: Part): part is Statement => "kind" in part;

/** Puts texts and values together; the evidence is that of its values, in their order. */
function statementOf(kind: StatementKind, strings: TemplateStringsArray, parts: readonly Part[]): Statement {
  const text = strings.reduce((whole, string, at) => whole + string + (parts[at]?.text ?? ""), "");
  const values = parts.flatMap((part) => (isStatement(part) ? part.values : [part]));
  const sources = parts.flatMap((part) =>
    isStatement(part) ? part.evidence : part.source === null ? [] : [part.source],
  );
  // Fixed texts in a frame are a fixed text.
  const isFixed =
    sources.length === 0 && parts.length > 0 && parts.every((part) => isStatement(part) && part.kind === "wording");
  return { kind: isFixed ? "wording" : kind, text, values, evidence: [...new Set(sources)] };
}

/** Returns a statement of facts: a template whose values carry their sources. */
export const fact = (strings: TemplateStringsArray, ...parts: readonly Part[]): Statement =>
  statementOf("fact", strings, parts);

/** Returns a statement of fixed text. */
export const wording = (strings: TemplateStringsArray, ...parts: readonly Part[]): Statement =>
  statementOf("wording", strings, parts);

/** Returns a statement with further evidence, after its own. */
export const citing = (statement: Statement, ...sources: readonly (SourceKey | null)[]): Statement => ({
  ...statement,
  evidence: [...new Set([...statement.evidence, ...sources.flatMap((source) => source ?? [])])],
});

/** Returns statements as one, with a space between two of them. */
export function joined(statements: readonly Statement[], between = " "): Statement {
  return {
    kind: statements.some(({ kind }) => kind === "fact") ? "fact" : (statements[0]?.kind ?? "wording"),
    text: statements.map(({ text }) => text).join(between),
    values: statements.flatMap(({ values }) => values),
    evidence: [...new Set(statements.flatMap(({ evidence }) => evidence))],
  };
}
