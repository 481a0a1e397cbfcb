import type { Verdict } from "../../../ingest/index.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import { type District, withFamilies } from "../question/districts.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { withWholeUse } from "../question/whole-use.ts";
import {
  type AnswerSentence,
  asLabel,
  asSentence,
  type ExtractiveAnswer,
  noAnswer,
  spansWithLabels,
  withoutRepetition,
} from "./answer.ts";
import { catchAllFor } from "./catch-all.ts";
import { notesTo } from "./cell-notes.ts";
import { districtDescribed } from "./described-district.ts";
import { useStandingOf } from "./district-match.ts";
import { withOwnClauses } from "./own-clauses.ts";
import { assertableProvision } from "./permission-gate.ts";
import { quoteAnswer } from "./quote.ts";
import { placeOf, withWord, wording } from "./ruling.ts";
import { headerElsewhere } from "./table-spans.ts";
import { sentenceOfText } from "./text-sentence.ts";
import { withListEntries } from "./use-entries.ts";
import { type UseProvision, useProvisions } from "./use-provisions.ts";
import { isSame, referencesIn } from "./use-references.ts";
import { provisionsOfRules, type UsesRead, withRules } from "./use-rule-provisions.ts";
import { usesAsked } from "./uses-asked.ts";

/** Answers whether a use is allowed: by right, under conditions, or not; several uses one by one. */
export function answerPermission(
  asked: QuestionReading,
  found: readonly Evidence[],
  read: UsesRead = { uses: [], passages: [] },
): ExtractiveAnswer {
  const uses = usesAsked(asked);
  if (uses.length < 2) return answerUse(asked, found, read);
  const parts = uses.map((one) => answerUse(one, found, read));
  const located = parts.filter(({ status }) => status !== "not_located");
  if (located.length === 0) return noAnswer;
  const sentences = located.flatMap((part) => part.sentences.slice(0, 1));
  const isWhole = parts.every(({ status }) => status === "answered");
  return {
    status: isWhole ? "answered" : "partial",
    sentences: withoutRepetition(sentences),
  };
}

/** Asserts what the gate passes for one use; quotes the nearest provision otherwise. */
function answerUse(asked: QuestionReading, found: readonly Evidence[], read: UsesRead): ExtractiveAnswer {
  const whole = withWholeUse(asked);
  if (whole.useConcepts.length === 0) return noAnswer;
  const evidence = withListEntries(found);
  const headings = new Set(evidence.flatMap(({ passage }) => passage.headingPath));
  const described = districtDescribed(whole, evidence);
  const question = { ...described, districts: withFamilies(described.districts, [...headings]) };
  const provisions = withOwnClauses(withRules(provisionsOfRules(question, read), useProvisions(question, evidence)));
  const asserted = assertableProvision(question, provisions);
  if (asserted?.verdict)
    return {
      status: "answered",
      sentences: [
        sentenceOf(asserted, asserted.verdict),
        ...(asserted.approval ? [sentenceOfText(asserted.approval)] : []),
        ...notesTo(asserted.evidence, evidence),
      ],
    };
  const near = provisions.filter(
    ({ nearness, standing }) =>
      nearness >= enoughToQuote && (standing.kind === "named" || question.districts.length === 0),
  );
  const [best] = near;
  if (best) {
    const other = near.find(
      ({ verdict, name }) => verdict !== undefined && verdict !== best.verdict && name === best.name,
    );
    return quoteAnswer(other ? [best.evidence, other.evidence] : [best.evidence]);
  }
  return quoteUnlisted(question, evidence, provisions);
}

/** A provision that mentions the use in passing is no help. */
const enoughToQuote = 0.75;

/**
 * Quotes what a district says of uses its lists do not name: a reference to the uses of another district, or the clause
 * that closes its lists, else a provision for no district in particular. That a use is not listed is no verdict.
 */
function quoteUnlisted(
  question: QuestionReading,
  evidence: readonly Evidence[],
  provisions: readonly UseProvision[],
): ExtractiveAnswer {
  const [district] = question.districts;
  const [general] = provisions.filter(({ nearness }) => nearness >= enoughToQuote);
  if (!district) return noAnswer;
  // "Build on slopes of 25 percent" names no use that a list could leave out.
  if (question.isOnConstraint) return general ? quoteAnswer([general.evidence]) : noAnswer;
  const references = evidence.filter((one) => takesOver(one, question.districts));
  const closing = catchAllFor(question, evidence);
  const quoted = [...references.slice(0, 1), ...(closing ? [closing] : [])];
  if (quoted.length === 0) return general ? quoteAnswer([general.evidence]) : noAnswer;
  const isPrinted = question.use !== null && !/\d/.test(question.use) && question.text.includes(question.use);
  const use = isPrinted ? `“${question.use}”` : "this use";
  return quoteAnswer(quoted, `The uses located for the ${withWord(district.printed)} have no entry for ${use}.`);
}

/** An entry of a district's list that takes over the uses of another district. */
function takesOver(one: Evidence, own: readonly District[]): boolean {
  if (one.cell || useStandingOf(one, own).kind !== "named") return false;
  return referencesIn(one.text).some(
    ({ districts, sections }) =>
      sections.length > 0 || districts.some((other) => !own.some((district) => isSame(district, other))),
  );
}

function sentenceOf(provision: UseProvision, verdict: Verdict): AnswerSentence {
  const { evidence, kind } = provision;
  return evidence.cell && kind === "cell"
    ? sentenceOfCell(provision, evidence.cell, verdict)
    : sentenceOfItem(provision, verdict);
}

/** "Yes, with a special permit: in the GC district “Self-storage facility” is marked SP, a use that …" */
function sentenceOfCell(
  { evidence, standing, explained }: UseProvision,
  cell: NonNullable<Evidence["cell"]>,
  verdict: Verdict,
): AnswerSentence {
  const meaning = explained?.meaning ?? "";
  const place = standing.kind === "named" ? `${placeOf(evidence, standing).trim()} ` : "";
  const mark = cell.value.trim();
  const marked = mark === "" ? "is left blank" : `is marked “${mark}”`;
  const told = `${place}“${asLabel(cell.label)}” ${marked}${meaning === "" ? "" : `, ${meaning}`}`;
  const spans = [...spansWithLabels(evidence, { header: cell.column !== "" }), ...headerElsewhere(evidence, cell)];
  return {
    text: asSentence(
      `${verdict === "permitted" ? "Yes, by right" : headOf(verdict, `${meaning} ${mark.length > 3 ? mark : ""}`)}: ${told}`,
    ),
    spans: explained ? [...spans, explained.span] : spans,
    evidence: [evidence],
  };
}

function sentenceOfItem({ evidence, standing, isLeftOut }: UseProvision, verdict: Verdict): AnswerSentence {
  const list = [evidence.text, evidence.lead, ...headingsOf(evidence).slice(0, 2)].join("\n");
  const head = isLeftOut
    ? "No, left out of what is allowed"
    : verdict === "permitted" && hasConditions.test(evidence.text)
      ? "Yes, under conditions"
      : headOf(verdict, list);
  return {
    text: asSentence(`${head}${placeOf(evidence, standing)}: ${asSentence(evidence.text)}`),
    spans: spansWithLabels(evidence, { lead: evidence.lead !== "" }),
    evidence: [evidence],
  };
}

/** An entry that permits a use if it meets what it goes on to say. */
const hasConditions =
  /\bprovided(?:,|\s+(?:that|however))|\bsubject to\b|\bon (?:the )?condition that\b|\bso long as\b|\bas long as\b/i;

const approval =
  /\b(?:special (?:use )?permit|special exception|special use|conditional use(?: permit)?|use permit|special approval)\b/i;

/** The verdict in a few words, with the approval that the law names. */
function headOf(verdict: Verdict, source: string): string {
  if (verdict !== "conditional") return wording[verdict];
  const named = approval.exec(source)?.[0].toLowerCase();
  return named === undefined ? wording.conditional : `Yes, with ${/^[aeiou]/.test(named) ? "an" : "a"} ${named}`;
}
