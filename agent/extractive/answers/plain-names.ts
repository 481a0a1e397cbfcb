import { analyse } from "../../../ingest/index.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { conceptMatch, firstMention, kindsIn } from "../question/use-words.ts";
import type { Ruling } from "./ruling.ts";
import { readMention, saysAsAsked } from "./use-mention.ts";

/** How the name of an entry stands to the use asked about: its own name, another name of its kind, or a narrower use. */
export type NameFit = "own" | "other" | "narrower";

/** "(not extended stay)" in a question, "not including extended stay hotels" in an entry: what is not meant. */
const notMeant =
  /\(?\b(?:not|but not|not including|excluding|except(?:ing)?(?: for)?|other than|without)\s+(?:an?\s+|any\s+)?[^,;.()?]{3,60}\)?/gi;
const longestName = 160;

/** Reads how an entry that rules on a use names it; entries that are sentences name it as they speak of it. */
export function nameFit(question: QuestionReading, { evidence }: Ruling): NameFit {
  const printed = evidence.cell?.label ?? evidence.text;
  if (printed.length > longestName) return "other";
  const meant = { ...question, text: question.text.replace(notMeant, " "), terms: [] };
  const name = printed.replace(notMeant, " ");
  const mention = firstMention(question.useConcepts, name);
  if (mention === undefined) return "other";
  if (readMention(meant, name, mention).narrowing > 0 || isInverted(meant, name)) return "narrower";
  return saysAsAsked(meant, name, mention) ? "own" : "other";
}

/** "Restaurant, drive-in": a row names the narrower use behind a comma, in words that are no use of their own. */
function isInverted(question: QuestionReading, name: string): boolean {
  const [first = "", ...rest] = name.split(",").map((part) => part.trim());
  const [behind] = rest;
  if (rest.length !== 1 || !behind || /^(?:and|or)\b/i.test(behind)) return false;
  // Of the known kinds only a drive-in narrows another use down; any other is one more use of the row.
  if (behind.split(/\s+/).length > 3 || kindsIn(behind).some((kind) => kind !== "drive-through")) return false;
  const asked = new Set(analyse(question.text));
  return conceptMatch(question.useConcepts, analyse(first)) > 0 && !analyse(behind).some((stem) => asked.has(stem));
}
