import { type Verdict, verdictIn } from "../lexicon/verdicts.ts";

/** What a code says of the entries of a list that bear a mark, and the mark. */
export interface MarkTold {
  /** "*", or words in small letters: "with permit". */
  readonly mark: string;
  readonly verdict: Verdict;
}

/** "A use bearing an asterisk (*) requires a conditional use permit", 'Those followed by the words "with permit" are allowed only after …'. */
const explanation =
  /(?<=^|[.;:]\s)[^.;:]{0,60}\b(?:uses?|those|items?|entries|ones)\b[^.;:]{0,40}?\b(?:bearing|marked|followed|designated|denoted|indicated|identified|preceded|noted|shown|with)\b[^.;:"“]{0,40}?(?:\b(?:asterisks?|stars?)\b|\(\*\)|["“](?<words>[^"”]{1,30})["”])(?<said>[^.;:]{10,200})/i;

/** Returns what a text says of entries with a mark; undefined where it says nothing of the kind. */
export function markTold(text: string): MarkTold | undefined {
  const { words = "*", said = "" } = explanation.exec(text)?.groups ?? {};
  const verdict =
    verdictIn(said) ?? (/\b(?:requires?|needs?)\b[^.;:]*\bpermits?\b/i.test(said) ? "conditional" : undefined);
  return verdict && { mark: words.toLowerCase(), verdict };
}

/** The text without what it says of entries with a mark, so that its verdict is that of all others. */
export const withoutMarkTold = (text: string): string => text.replace(explanation, "").trimEnd();

/** Whether an entry bears a mark. */
export const bears = (entry: string, { mark }: MarkTold): boolean => entry.toLowerCase().includes(mark);

/** Whether an entry ends in an asterisk, which says something of it even where it is not known what. */
export const isStarred = (entry: string): boolean => /[\p{L})]\*+[\s.,;]*$/u.test(entry);
