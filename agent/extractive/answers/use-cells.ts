import { analyse, type Verdict, verdictOfMeaning } from "../../../ingest/index.ts";
import type { Evidence } from "../evidence/evidence.ts";
import type { TableCellEvidence } from "../evidence/table-cells.ts";
import { matchDistrict } from "../question/districts.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { conceptMatch, kindsIn } from "../question/use-words.ts";
import { inverted } from "./inverted-label.ts";
import { enoughMatch } from "./ruling.ts";
import { type SymbolMeaning, symbolMeaning } from "./symbol-meaning.ts";

/** What the mark of a use table rules, with the explanation that says so. */
export interface MarkReading {
  readonly verdict: Verdict | undefined;
  readonly explained: SymbolMeaning | undefined;
}

/** The rows of use tables that mention the use asked about, each with its cells. */
export function rowsOfUse(question: QuestionReading, evidence: readonly Evidence[]): (readonly Evidence[])[] {
  const cells = evidence.filter((one) => one.cell !== null);
  const rows = Map.groupBy(cells, (one) => `${one.passage.documentId} ${one.charStart}`);
  return [...rows.values()].flatMap((held) => {
    const [first] = held;
    return first?.cell && rowMatch(question, first.cell) >= enoughMatch ? [held] : [];
  });
}

/** How well a row speaks of the use: by its label, or by its group and label together. */
function rowMatch(question: QuestionReading, { label, group }: TableCellEvidence): number {
  const matchOf = (text: string) => conceptMatch(question.useConcepts, analyse(text));
  // A row of its own without marks can look like the heading of a group: what names another use is not part of it.
  const grouped = kindsIn(label).length === 0 ? matchOf(`${group} ${label}`) : 0;
  return Math.max(matchOf(label), matchOf(inverted(label)), grouped);
}

/**
 * The blank cell of a row under the district asked about, as evidence with an empty value; undefined where the row has a
 * mark there, or the table has no such column. It is only quoted: a table that lost a column has blank cells too.
 */
export function blankCellOf(
  row: readonly Evidence[],
  { districts }: QuestionReading,
  evidence: readonly Evidence[],
): Evidence | undefined {
  const [first] = row;
  const isOwn = (column: string) => districts.some((one) => matchDistrict(column, one, true) === "named");
  if (!first?.cell || row.some(({ cell }) => isOwn(cell?.column ?? ""))) return undefined;
  const { passage } = first;
  const table = evidence.filter(
    (one) =>
      one.cell !== null &&
      one.passage.documentId === passage.documentId &&
      one.passage.parent.charStart === passage.parent.charStart,
  );
  const column = table.map(({ cell }) => cell?.column ?? "").find(isOwn);
  return column === undefined ? undefined : { ...first, cell: { ...first.cell, column, value: "" } };
}

const noteMark = /[*†‡^]+|[⁰¹²³⁴⁵⁶⁷⁸⁹]+|\s*[([]\d{1,2}[)\]]$|(?<=[A-Z])\d{1,2}$/g;

/**
 * Reads the mark of a use table by the legend of its table or document, or by its own words ("Special exception", "No").
 *
 * A mark without an explanation has no verdict, nor has one whose explanation asks only for a site plan or a staff permit:
 * codes differ on whether that is by right.
 */
export function readMark(one: Evidence, evidence: readonly Evidence[]): MarkReading {
  const printed = one.cell?.value.trim() ?? "";
  const symbol = printed.replace(noteMark, "").trim();
  if (/^(?:yes|no)$/i.test(symbol))
    return { verdict: /^y/i.test(symbol) ? "permitted" : "prohibited", explained: undefined };
  const explained = symbolMeaning(printed, one, evidence) ?? symbolMeaning(symbol, one, evidence);
  if (explained) return { verdict: verdictOfMeaning(explained.meaning), explained };
  return { verdict: symbol.length > 4 ? verdictOfMeaning(symbol) : undefined, explained: undefined };
}
