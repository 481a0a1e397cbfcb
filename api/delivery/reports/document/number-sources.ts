import type { Endnote, Numbered, NumberedStatement, ReportDraft } from "./report-document.ts";
import type { Sources } from "./sources.ts";
import type { SourceKey, Statement } from "./statement.ts";

/**
 * Numbers the sources of a report in the order in which it is read; a source has one number in the whole report. Returns
 * the report with numbers in place of keys, and its endnotes.
 *
 * @throws Error for evidence that was never added to the sources
 */
export function numberSources(
  draft: ReportDraft,
  sources: Sources,
): { readonly numbered: Numbered<ReportDraft>; readonly endnotes: readonly Endnote[] } {
  const numbers = new Map<SourceKey, number>();
  const endnotes: Endnote[] = [];
  const numberOf = (key: SourceKey): number => {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const source = sources.get(key);
    if (!source) throw new Error(`the report cites ${key}, which is no source`);
    const { key: _, ...told } = source;
    const number = numbers.size + 1;
    numbers.set(key, number);
    endnotes.push({ number, ...told });
    return number;
  };
  const numberStatement = ({ evidence, values, ...rest }: Statement): NumberedStatement => ({
    ...rest,
    evidence: evidence.map(numberOf),
    values: values.map((value) => ({ ...value, source: value.source === null ? null : numberOf(value.source) })),
  });
  const visit = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(visit);
    if (typeof part !== "object" || part === null) return part;
    if (isStatement(part)) return numberStatement(part);
    return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, visit(member)]));
  };
  return { numbered: visit(draft) as Numbered<ReportDraft>, endnotes };
}

const isStatement = (part: object): part is Statement => "evidence" in part && "values" in part && "kind" in part;
