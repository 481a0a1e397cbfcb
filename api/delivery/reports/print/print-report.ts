import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RenderOrder } from "../../../drawing/typst-messages.ts";
import type { Endnote, ReportDocument } from "../document/report-document.ts";
import { withPlainDates } from "../document/values.ts";

/** Version of the template; it grows with every change of it. */
export const templateVersion = 8;

const template = await readFile(join(import.meta.dirname, "report.typ"), "utf8");
/** Findings that are on the first page at most; the others follow after the open items. */
const mostFirst = 12;
const mostQuoted = 300;
const mostUrl = 110;
/** Digits of a content hash that are printed; the JSON file has all. */
const hashDigits = 12;

/**
 * Returns the order to print a report. The same report and pictures give the same order.
 *
 * @param pictures JPEG files by the names of the exhibits
 */
export function printOrder(document: ReportDocument, pictures: Readonly<Record<string, Uint8Array>>): RenderOrder {
  const { endnotes, manifest: _, ...rest } = document;
  // Only what is printed is given marks: an endnote links back to the first mark of its number.
  const findings = rest.findings.map(({ rating, headline, rule_id, changed_since }) => {
    return { rating, headline, rule_id, changed_since };
  });
  const data = {
    document: withMarks({ ...rest, findings }),
    date: dated(document.generated_at),
    description: `${document.type_label} of ${document.title}, with numbered sources`,
    most_first: mostFirst,
    endnotes: endnotes.map((note, at) => printedNote(note, endnotes.slice(0, at))),
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
    // Numbers of one statement are printed in their order.
    evidence
      .toSorted((one, other) => one - other)
      .map((number) => {
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
    if (common === undefined) {
      return { ...table, source: [], rows: table.rows.map((row) => markedInRow(row).map(visit)) };
    }
    const source = marksOf([common.number]);
    const without = (cell: Statement) => ({
      ...cell,
      evidence: cell.evidence.filter((number) => number !== common.number),
    });
    return {
      ...table,
      source,
      is_only_source: common.isOnly,
      rows: table.rows.map((row) => markedInRow(row.map(without)).map(visit)),
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

/** Leaves the marks of a cell out where the last marked cell before it in its row has the same. */
function markedInRow(row: readonly Statement[]): Statement[] {
  let last = "";
  return row.map((cell) => {
    const marks = String(cell.evidence);
    if (marks === "") return cell;
    const isRepeated = marks === last;
    last = marks;
    return isRepeated ? { ...cell, evidence: [] } : cell;
  });
}

/**
 * Returns an endnote as it is printed; an address is spelled out by the first note that has it, and is a link in all. The
 * first note on a text states its revision, date and hash for all of them.
 */
function printedNote(note: Endnote, before: readonly Endnote[]) {
  const { number, title, place, section, page, printed_page: printed, quote, url, retrieved_at: at, document } = note;
  const where = [
    section === null ? null : `Section ${section}`,
    place,
    page === null ? null : `page ${page}${printed === null || printed === String(page) ? "" : ` (printed ${printed})`}`,
  ];
  const origin = [
    note.attribution === null ? null : withPlainDates(note.attribution),
    note.vintage === null ? null : sentenceCase(withPlainDates(note.vintage)),
    document === null ? null : `Revision ${document.document_revision} of the stored text`,
    at === null ? null : `Read on ${dated(at)}`,
    note.content_hash === null ? null : `SHA-256 ${note.content_hash.slice(0, hashDigits)}…`,
  ];
  const isKnown = document !== null && before.some((other) => isSameText(other.document, document));
  const isLink = url !== null && /^https?:\/\//.test(url);
  const isSpelled = isLink && !before.some((other) => other.url === url);
  return {
    number,
    title,
    place: where.filter((part) => part !== null).join(", "),
    quote: quote === null ? "" : cut(quote.replaceAll(/\s+/g, " "), mostQuoted),
    origin: isKnown ? "" : origin.filter((part) => part !== null).join(". "),
    url: isLink ? url : "",
    url_text: isSpelled ? cut(url, mostUrl) : "",
  };
}

const isSameText = (one: Endnote["document"], other: NonNullable<Endnote["document"]>) =>
  one?.document_id === other.document_id && one.document_revision === other.document_revision;

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.slice(0, most);
  const space = start.lastIndexOf(" ");
  return `${space > most / 2 ? start.slice(0, space) : start}…`;
}

const dated = (at: string) => new Date(at).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
