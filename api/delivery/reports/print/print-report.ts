import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RenderOrder } from "../../../drawing/typst-messages.ts";
import type { Endnote, ReportDocument } from "../document/report-document.ts";

/** Version of the template; it grows with every change of it. */
export const templateVersion = 1;

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

/** Puts marks in place of the numbers of endnotes; the first mark of a number is where its endnote links back to. */
function withMarks(part: unknown): unknown {
  const seen = new Set<number>();
  const visit = (of: unknown): unknown => {
    if (Array.isArray(of)) return of.map(visit);
    if (typeof of !== "object" || of === null) return of;
    if ("evidence" in of && "values" in of && "text" in of) {
      const marks = (of.evidence as readonly number[]).map((number) => {
        const isFirst = !seen.has(number);
        seen.add(number);
        return { number, is_first: isFirst };
      });
      return { text: of.text, marks };
    }
    return Object.fromEntries(Object.entries(of).map(([name, member]) => [name, visit(member)]));
  };
  return visit(part);
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
}: Endnote) {
  const where = [
    section === null ? null : `Section ${section}`,
    place,
    page === null
      ? null
      : `page ${page}${printed_page === null || printed_page === String(page) ? "" : ` (printed ${printed_page})`}`,
  ];
  const origin = [attribution, retrieved_at === null ? null : `Read on ${dated(retrieved_at)}`];
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
