import { type Verdict, verdictIn } from "../../../ingest/index.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { asLabel, asSentence, type ExtractiveAnswer, noAnswer, spansWithLabels } from "./answer.ts";
import { standingOf } from "./district-match.ts";
import { withWord } from "./ruling.ts";
import { readMark } from "./use-cells.ts";

const mostUses = 12;

/** Tells whether a question asks for the uses of a district as a list. */
export function asksForUses(question: QuestionReading): boolean {
  return (
    /\b(?:what|which|list)\b[^?]{0,40}\b(?:uses|activities|businesses|buildings)\b/i.test(question.text) &&
    question.useConcepts.length === 0
  );
}

/** Lists the uses a district allows, forbids or allows on conditions: the items of its own list, one sentence each. */
export function listUses(question: QuestionReading, evidence: readonly Evidence[]): ExtractiveAnswer {
  const [district] = question.districts;
  if (!district) return noAnswer;
  const wanted: Verdict = /\bprohibit|\bnot (?:allowed|permitted)/i.test(question.text)
    ? "prohibited"
    : /\bspecial|\bconditional/i.test(question.text)
      ? "conditional"
      : "permitted";
  const items = evidence.filter((one) => {
    const introduced = [one.lead, headingsOf(one)[0] ?? ""].find((text) => /\buses?\b|\bactivities\b/i.test(text));
    if (one.cell || introduced === undefined || one.text.length > 500 || /:$/.test(one.text)) return false;
    return verdictIn(introduced) === wanted && standingOf(one, question.districts).kind === "named";
  });
  const [first] = items.toSorted((a, b) => b.passage.score - a.passage.score);
  if (!first) return listFromTable(question, evidence, wanted);
  const own = items
    .filter((one) => one.passage.documentId === first.passage.documentId && headingsOf(one)[0] === headingsOf(first)[0])
    .sort((a, b) => a.charStart - b.charStart);
  const named = `In the ${withWord(district.printed)}`;
  const shown = own.slice(0, mostUses).map((one) => ({
    text: asSentence(`${named}, ${wanted}: ${asLabel(one.text)}`),
    spans: spansWithLabels(one, { lead: one.lead !== "" }),
    evidence: [one],
  }));
  return { status: own.length > mostUses ? "partial" : "answered", sentences: shown };
}

/** The rows of a use table whose cell under the district gives the verdict wanted. */
function listFromTable(question: QuestionReading, evidence: readonly Evidence[], wanted: Verdict): ExtractiveAnswer {
  const cells = evidence.filter((one) => {
    if (!one.cell || one.cell.value.length > 4) return false;
    const standing = standingOf(one, question.districts);
    const isOwn = standing.kind === "named" && standing.where === "column";
    return isOwn && readMark(one, evidence).verdict === wanted;
  });
  const [district] = question.districts;
  if (!district || cells.length === 0) return noAnswer;
  const sentences = cells.slice(0, mostUses).map((one) => ({
    text: asSentence(
      `In the ${withWord(district.printed)}, ${wanted}: ${asLabel(one.cell?.label ?? "")}: ${one.cell?.value}`,
    ),
    spans: spansWithLabels(one, { header: true }),
    evidence: [one],
  }));
  return { status: cells.length > mostUses ? "partial" : "answered", sentences };
}
