import { type Evidence, headingsOf, isTitle, overlaps } from "../evidence/evidence.ts";
import {
  type AnswerSentence,
  asLabel,
  asSentence,
  citedMeaning,
  type ExtractiveAnswer,
  spanOf,
  spansWithLabels,
  titleOf,
} from "./answer.ts";

/** An answer quotes at most so many provisions. */
export const mostQuotes = 3;
/** Longer headings say less about where a quote comes from. */
const longestTitle = 90;

/** A partial answer that quotes provisions verbatim, and no title, and decides nothing; `noted` is said before the first quote. */
export function quoteAnswer(
  evidence: readonly Evidence[],
  noted = "",
  first = "The closest provision located",
): ExtractiveAnswer {
  const saying = evidence.filter((one) => one.cell !== null || !isTitle(one));
  const distinct = saying.filter((one, at) => saying.findIndex((other) => isSame(one, other)) === at);
  const sentences = distinct.slice(0, mostQuotes).map((one, at) => {
    const opening = at === 0 ? `${noted === "" ? "" : `${noted} `}${first}` : "Another provision";
    return { ...quoteOf(one, opening), isQuote: true as const };
  });
  return { status: sentences.length === 0 ? "not_located" : "partial", sentences };
}

/** One cell, or words of one place: a passage may hold them with the number of their section and another without it. */
function isSame(one: Evidence, other: Evidence): boolean {
  return overlaps(one, other) && one.cell?.charStart === other.cell?.charStart;
}

/** Quotes a piece of evidence: a sentence or list item with the line that introduces it, or a cell with its labels. */
function quoteOf(one: Evidence, opening: string): AnswerSentence {
  const [own = "", above = ""] = headingsOf(one);
  // An entry of a list can be a heading itself; the heading above it is the title of the list.
  const title = asLabel(titleOf(own.endsWith(one.text.trim()) && above !== "" ? above : own));
  // A number of a title is in no text that the quote cites.
  const under = title === "" || title.length > longestTitle || /\d/.test(title) ? "" : `, under “${title}”,`;
  return one.cell ? quoteOfCell(one, one.cell, `${opening}${under}`) : quoteOfText(one, `${opening}${under}`);
}

function quoteOfText(one: Evidence, opening: string): AnswerSentence {
  const lead = asLabel(one.lead);
  const isTitle = headingsOf(one).some((heading) => heading.includes(lead));
  const isItem = one.leadSpan !== null && !isTitle && lead.length <= 200;
  const text = asSentence(one.text);
  return {
    text: `${opening} says: “${isItem ? `${lead}: ` : ""}${text}”`,
    spans: isItem ? spansWithLabels(one) : [spanOf(one)],
    evidence: [one],
  };
}

function quoteOfCell(one: Evidence, cell: NonNullable<Evidence["cell"]>, opening: string): AnswerSentence {
  const row = [cell.group, cell.label].map(asLabel).filter((part) => part !== "");
  const column = asLabel(cell.column);
  const labels = `row “${[...new Set(row)].join(", ")}”${column === "" ? "" : `, column “${column}”`}`;
  const value = cell.value.trim() === "" ? "blank" : `“${asSentence(cell.value).replace(/\.$/, "")}”`;
  const explained = citedMeaning(cell);
  const meaning = explained === "" ? "" : `, which the legend explains as “${explained}”`;
  return {
    text: `${opening} is a table entry, ${labels}: ${value}${meaning}.`,
    spans: spansWithLabels(one),
    evidence: [one],
  };
}
