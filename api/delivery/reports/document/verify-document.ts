import type { AnswerSentence } from "../evidence/answers.ts";
import type { Numbered, NumberedStatement, ReportDocument } from "./report-document.ts";

/** A fault of a report: a statement that its sources do not carry. */
export interface DocumentFault {
  readonly text: string;
  readonly why: string;
}

const digits = /\d[\d,.]*/g;
/** Codes of districts, such as R-2: names, not amounts. */
const districtCode = /\b[A-Z]{1,4}-?\d{1,2}[A-Z]?\b/g;
const numbersIn = (text: string) =>
  Array.from(text.replaceAll(districtCode, " ").matchAll(digits), ([found]) =>
    found.replace(/[,.]+$/, "").replaceAll(",", ""),
  );

/** Returns every statement of a report, wherever it is. */
export function statementsOf(part: unknown): NumberedStatement[] {
  if (Array.isArray(part)) return part.flatMap(statementsOf);
  if (typeof part !== "object" || part === null) return [];
  if ("evidence" in part && "values" in part && "kind" in part) return [part as NumberedStatement];
  return Object.values(part).flatMap(statementsOf);
}

/** Whether every number of a sentence is in one of its passages or their headings. */
export function traceable({ text, passages }: AnswerSentence): boolean {
  const cited = new Set(
    passages.flatMap(({ quote, heading_path: path, section }) => numbersIn([quote, ...path, section].join(" "))),
  );
  return numbersIn(text).every((number) => cited.has(number));
}

/**
 * Returns the statements that cannot be traced: a number that is no value with a source, and is in no cited quote; a fact,
 * quote or narrative without evidence.
 */
export function faultsOf(document: Pick<ReportDocument, "endnotes"> & Partial<Numbered<object>>): DocumentFault[] {
  const quotes = new Map(
    document.endnotes.map(({ number, quote, place, section }) => [number, [quote, place, section].join(" ")]),
  );
  return statementsOf(document).flatMap((statement) => faultOf(statement, quotes) ?? []);
}

function faultOf(statement: NumberedStatement, quotes: ReadonlyMap<number, string>): DocumentFault | undefined {
  const { text, kind, evidence, values } = statement;
  const sourceless = values.find(({ source, basis }) => source === null && basis === null);
  if (sourceless) return { text, why: `${sourceless.text} has neither source nor basis` };
  const isRead = kind === "quote" || kind === "narrative";
  if (isRead && evidence.length === 0) return { text, why: "it has no evidence" };
  // The longest first, so that a value inside of another one does not break it.
  const told = [...values].sort((one, other) => other.text.length - one.text.length);
  const rest = told.reduce((left, { text: printed }) => left.replaceAll(printed, " "), text);
  const cited = new Set(evidence.flatMap((number) => numbersIn(quotes.get(number) ?? "")));
  const untraced = numbersIn(rest).find((number) => !cited.has(number));
  if (untraced !== undefined) return { text, why: `${untraced} is in none of its sources` };
  if (
    kind === "fact" &&
    evidence.length === 0 &&
    values.every(({ source, basis }) => source === null && basis === null)
  ) {
    return { text, why: "a fact without evidence" };
  }
  return undefined;
}
