import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RenderOrder } from "../../../drawing/typst-messages.ts";
import type { Endnote, ReportDocument } from "../document/report-document.ts";

/** Version of the template; it grows with every change of it. */
export const templateVersion = 2;

const template = await readFile(join(import.meta.dirname, "report.typ"), "utf8");
/** Findings that are on the first pages; the others follow after the open items. */
const mostFirst = 12;
const mostQuoted = 300;
const mostUrl = 110;

/**
 * Returns the order to print a report. The same report and pictures give the same order.
 *
 * @param pictures JPEG files by the names of the exhibits
 */
export function printOrder(document: ReportDocument, pictures: Readonly<Record<string, Uint8Array>>): RenderOrder {
  const { endnotes, manifest: _, ...rest } = document;
  const marked = withMarks(rest) as typeof rest;
  const data = {
    document: marked,
    date: dated(document.generated_at),
    description: `${document.type_label} of ${document.title}, with numbered sources`,
    first_findings: marked.findings.slice(0, mostFirst),
    further_findings: marked.findings.slice(mostFirst),
    endnotes: endnotes.map(printedNote),
  };
  return { template, data, files: pictures, createdAt: Math.floor(Date.parse(document.generated_at) / 1000) };
}

interface Mark {
  readonly number: number;
  readonly is_first: boolean;
}

/** Puts marks in place of the numbers of endnotes; the first mark of a number is where its endnote links back to. */
function withMarks(part: unknown): unknown {
  const seen = new Set<number>();
  const marksOf = (evidence: readonly number[]): Mark[] =>
    evidence.map((number) => {
      const isFirst = !seen.has(number);
      seen.add(number);
      return { number, is_first: isFirst };
    });
  const visit = (of: unknown): unknown => {
    if (Array.isArray(of)) return of.map(visit);
    if (!isRecord(of)) return of;
    if (isStatement(of)) return { text: of.text, marks: marksOf(of.evidence) };
    if (of.type === "table") return visitTable(of as unknown as Table);
    if (of.type === "paragraph") return { ...of, statements: markedOnce(of.statements as Statement[]).map(visit) };
    return Object.fromEntries(Object.entries(of).map(([name, member]) => [name, visit(member)]));
  };
  const visitTable = (table: Table) => {
    const common = commonSource(table);
    if (common === undefined) return { ...table, source: [], rows: table.rows.map((row) => row.map(visit)) };
    const source = marksOf([common.number]);
    const without = (cell: Statement) => ({
      ...cell,
      evidence: cell.evidence.filter((number) => number !== common.number),
    });
    return {
      ...table,
      source,
      is_only_source: common.isOnly,
      rows: table.rows.map((row) => row.map((cell) => visit(without(cell)))),
    };
  };
  return visit(part);
}

interface Statement {
  readonly text: string;
  readonly evidence: readonly number[];
}
interface Table {
  readonly rows: readonly (readonly Statement[])[];
}
const isRecord = (of: unknown): of is Readonly<Record<string, unknown>> => typeof of === "object" && of !== null;
const isStatement = (of: object): of is Statement => "evidence" in of && "values" in of && "text" in of;

/** Cells of a table that must cite one source before it is printed once, beside the caption. */
const leastCommon = 4;

/** Returns the source that most cells of a table cite, and whether it is the only one. */
function commonSource({ rows }: Table): { readonly number: number; readonly isOnly: boolean } | undefined {
  const cited = rows.flat().filter(({ evidence }) => evidence.length > 0);
  const counts = new Map<number, number>();
  for (const number of cited.flatMap(({ evidence }) => evidence)) counts.set(number, (counts.get(number) ?? 0) + 1);
  const [most] = [...counts].sort((one, other) => other[1] - one[1]);
  if (!most || most[1] < leastCommon || most[1] < cited.length * 0.6) return undefined;
  return { number: most[0], isOnly: counts.size === 1 };
}

/** Leaves the marks of a sentence out where the next one has the same. */
function markedOnce(statements: readonly Statement[]): Statement[] {
  return statements.map((statement, at) => {
    const next = statements[at + 1];
    const isRepeated = next !== undefined && String(next.evidence) === String(statement.evidence);
    return isRepeated ? { ...statement, evidence: [] } : statement;
  });
}

function printedNote({
  number,
  title,
  place,
  section,
  page,
  printed_page,
  quote,
  url,
  retrieved_at,
  attribution,
  document,
}: Endnote) {
  const where = [
    section === null ? null : `Section ${section}`,
    place,
    page === null
      ? null
      : `page ${page}${printed_page === null || printed_page === String(page) ? "" : ` (printed ${printed_page})`}`,
  ];
  const revision = document === null ? null : `Revision ${document.document_revision} of the stored text`;
  const origin = [attribution, revision, retrieved_at === null ? null : `Read on ${dated(retrieved_at)}`];
  const isLink = url !== null && /^https?:\/\//.test(url);
  return {
    number,
    title,
    place: where.filter((part) => part !== null).join(", "),
    quote: quote === null ? "" : cut(quote.replaceAll(/\s+/g, " "), mostQuoted),
    origin: origin.filter((part) => part !== null).join(". "),
    url: isLink ? url : "",
    url_text: isLink ? cut(url, mostUrl) : "",
  };
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.slice(0, most);
  const space = start.lastIndexOf(" ");
  return `${space > most / 2 ? start.slice(0, space) : start}…`;
}

const dated = (at: string) => new Date(at).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
