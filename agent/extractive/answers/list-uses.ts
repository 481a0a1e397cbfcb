import type { Verdict } from "../../../ingest/index.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { headingsOf } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { asLabel, asSentence, type ExtractiveAnswer, noAnswer, spansWithLabels, withWord } from "./answer.ts";
import { standingOf } from "./district-match.ts";
import { verdictOfList } from "./use-provisions.ts";

const mostUses = 12;
const longestEntry = 500;

/** Tells whether a question asks for the uses of a district as a list. */
export function asksForUses({ text, useConcepts }: QuestionReading): boolean {
  const isAsked = /\b(?:what|which|list)\b[^?]{0,40}\b(?:uses|activities|businesses|buildings)\b/i.test(text);
  return isAsked && useConcepts.length === 0;
}

/** Lists the uses that a district allows, forbids or allows on conditions: the items of its own list, one sentence each. */
export function listUses({ text, districts }: QuestionReading, evidence: readonly Evidence[]): ExtractiveAnswer {
  const [district] = districts;
  const wanted: Verdict = /\bprohibit|\bnot (?:allowed|permitted)/i.test(text)
    ? "prohibited"
    : /\bspecial|\bconditional/i.test(text)
      ? "conditional"
      : "permitted";
  const isOfUses = (one: Evidence) => [one.lead, headingsOf(one)[0] ?? ""].some((line) => /\buses?\b/i.test(line));
  const items = evidence.filter(
    (one) =>
      !(one.cell || one.text.length > longestEntry || /:$/.test(one.text)) &&
      isOfUses(one) &&
      verdictOfList(one) === wanted &&
      standingOf(one, districts).kind === "named",
  );
  const [first] = items.toSorted((a, b) => b.passage.score - a.passage.score);
  if (!district || !first) return noAnswer;
  const sectionOf = ({ passage }: Evidence) => `${passage.documentId} ${passage.headingPath.at(-1)}`;
  const own = items.filter((one) => sectionOf(one) === sectionOf(first)).sort((a, b) => a.charStart - b.charStart);
  const sentences = own.slice(0, mostUses).map((one) => ({
    text: asSentence(`In the ${withWord(district.printed)}, ${wanted}: ${asLabel(one.text)}`),
    spans: spansWithLabels(one),
    evidence: [one],
  }));
  return { status: own.length > mostUses ? "partial" : "answered", sentences };
}
