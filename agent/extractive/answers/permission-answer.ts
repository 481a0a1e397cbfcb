import { analyse, forbiddenPart, type Verdict } from "../../../ingest/index.ts";
import { termCoverage } from "../../text/words.ts";
import { type Evidence, headingsOf, type TableCell } from "../evidence/evidence.ts";
import { asksByRight } from "../question/approval-asked.ts";
import { type District, districtsIn, matchDistrict } from "../question/districts.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { withRelated } from "../question/related-words.ts";
import { conceptsOf, hasTrait } from "../question/use-words.ts";
import { withWholeUse } from "../question/whole-use.ts";
import {
  type AnswerSentence,
  asLabel,
  asSentence,
  citedMeaning,
  type ExtractiveAnswer,
  noAnswer,
  type SourceSpan,
  spanOf,
  spansWithLabels,
  titleOf,
  withoutRepetition,
  withWord,
  wordedBan,
} from "./answer.ts";
import { approvalNamedIn, ofPlan } from "./approval-named.ts";
import { isOnCaseAsked, notesOf } from "./cell-notes.ts";
import { closestProvision } from "./closest-provision.ts";
import { definedUses } from "./defined-uses.ts";
import { type DistrictStanding, isOfSpecialLand, isOnOtherMatter, standingOf } from "./district-match.ts";
import { printedReference } from "./entry-references.ts";
import { findHomeBan } from "./home-ban.ts";
import { answerByLimit, approvalAboveSize, limitNotKept, notAtSize, refusingEntry } from "./limit-not-kept.ts";
import { comparedWith, refusesAmount, saidWhole } from "./limits.ts";
import { isOfOtherAct } from "./other-act.ts";
import { assertableProvision, clearProvision, isBan, isLimit } from "./permission-gate.ts";
import { quoteAnswer } from "./quote.ts";
import { findStatedBan } from "./stated-ruling.ts";
import { isOnUse, isWithinAmounts } from "./use-names.ts";
import { isOfOwnSection, type UseProvision, type UsesRead, useProvisions } from "./use-provisions.ts";

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

/**
 * Parts a question for several uses into one question for each: "a bakery and a tavern". A use with what belongs to it
 * ("a shop with a drive-through") and work done at home are one.
 */
function usesAsked(question: QuestionReading): QuestionReading[] {
  const { use, useConcepts } = question;
  if (use === null || useConcepts.some(({ kind }) => kind === "home occupation")) return [question];
  const parts = use
    .split(/\s*,\s*(?:and|or)?\s*|\s+(?:and|or|plus|as well as)\s+|\s*&\s*/i)
    .filter((part) => part.trim() !== "");
  const read = parts.map((part) => ({ part, concepts: conceptsOf(part) }));
  const kinds = read.map(({ concepts }) => concepts[0]?.kind);
  const isSeveral =
    parts.length > 1 && kinds.every((kind) => kind !== undefined) && new Set(kinds).size === parts.length;
  if (!isSeveral) return [question];
  return read.map(({ part, concepts }) => ({
    ...question,
    use: part.replace(/^(?:an?|the)\s+/i, ""),
    useConcepts: concepts,
    text: question.text.replace(use, part),
  }));
}

/** Asserts what the gate passes for one use; quotes the nearest provision otherwise. */
function answerUse(asked: QuestionReading, evidence: readonly Evidence[], read: UsesRead): ExtractiveAnswer {
  const question = withWholeUse(asked);
  if (question.useConcepts.length === 0) return noAnswer;
  const homeBan = findHomeBan(question, evidence);
  if (homeBan) return { status: "answered", sentences: [wordedBan("No, not as a home occupation", homeBan)] };
  const provisions = useProvisions(question, evidence, read);
  const clear = clearProvision(question, provisions);
  const asserted = assertableProvision(question, provisions);
  const notes = clear && notesOf(clear.evidence, evidence);
  // Lists of uses do not decide what may be done with what stands there.
  if (clear && isOfOtherAct(asked, clear.evidence)) return quoteAnswer([clear.evidence]);
  const isRefused = clear && clear.verdict !== "prohibited" && refusesAmount(question, saidWhole(clear.evidence));
  const refusing = isRefused ? clear : refusingEntry(question, provisions);
  // What a note adds may allow other sizes.
  if (refusing && notesOf(refusing.evidence, evidence)?.length === 0)
    return { status: "answered", sentences: [wordedBan(notAtSize, refusing.evidence)] };
  const isLimited = asserted !== undefined && asserted.verdict !== "prohibited" && asserted.isByLimit !== true;
  const limit = isLimited && limitNotKept(question, asserted.evidence, evidence);
  if (limit) return answerByLimit(question, limit, asserted.evidence);
  // What is allowed within a limit may be barred where the question asks for it.
  const isTold = asserted?.verdict && notes && asserted.name !== "limited";
  const barred = isTold ? undefined : findStatedBan(question, evidence);
  if (barred) return { status: "answered", sentences: [wordedBan("No, not permitted", barred)] };
  const above = asserted?.verdict === "permitted" ? approvalAboveSize(question, evidence) : undefined;
  if (above) return { status: "answered", sentences: [wordedAs(question, above, "conditional")] };
  const isOfCase = asserted?.verdict !== "prohibited" && notes?.some((note) => isOnCaseAsked(question, note));
  if (asserted?.verdict && notes && !isOfCase)
    return {
      status: "answered",
      sentences: [
        wordedAs(question, asserted, asserted.verdict),
        ...partForbidden(asserted.evidence),
        ...notes,
        ...bansBeside(question, asserted, provisions),
      ],
    };
  const defined = answerDefinedUse(question, evidence, read);
  if (defined) return defined;
  const near = provisions.filter(
    ({ evidence: one, nearness, standing, name, takenOver = [] }) =>
      nearness >= enoughToQuote &&
      // The list of another district that takes in something like the use says little of this one.
      (takenOver.length === 0 || isOnUse(name)) &&
      (standing.kind === "named" || question.districts.length === 0 || isOfOwnSection(question, one)),
  );
  const [best] = near;
  if (best && isOfOwnSection(question, best.evidence)) return quoteAnswer(inOwnSection(question, near));
  if (!best) return quoteUnlisted(question, evidence, provisions);
  const other = near.find(
    ({ verdict, name }) => verdict !== undefined && verdict !== best.verdict && name === best.name,
  );
  // A ban that names no district of the question, such as that of an overlay, is why nothing is asserted.
  return quoteAnswer([best, other, provisions.find(isBan)].flatMap((one) => one?.evidence ?? []));
}

/** A ban in an overlay, below a size or near something, quoted beside what the district allows: the site may be of these. */
function bansBeside(
  question: QuestionReading,
  { verdict }: UseProvision,
  provisions: readonly UseProvision[],
): readonly AnswerSentence[] {
  const isBeside = (one: UseProvision) => isBan(one) && (isOfSpecialLand(one.evidence) || isLimit(question, one));
  const ban = verdict === "prohibited" ? undefined : provisions.find(isBeside);
  return ban ? quoteAnswer([ban.evidence], "", "A provision for some land").sentences : [];
}

/** Answers by the rule on a use whose definition takes in the one asked about; undefined unless one such rule is clear. */
function answerDefinedUse(
  question: QuestionReading,
  evidence: readonly Evidence[],
  read: UsesRead,
): ExtractiveAnswer | undefined {
  const ruled = definedUses(question, evidence).flatMap((defined) => {
    const provision = assertableProvision(defined.question, useProvisions(defined.question, evidence, read));
    const notes = provision && notesOf(provision.evidence, evidence);
    return provision?.verdict && notes ? [{ ...defined, provision, verdict: provision.verdict, notes }] : [];
  });
  const [first] = ruled;
  if (!first || ruled.some(({ verdict }) => verdict !== first.verdict)) return undefined;
  const sentences = [wordedAs(first.question, first.provision, first.verdict), first.definition, ...first.notes];
  return { status: "answered", sentences };
}

/** The provisions of sections whose title names the use; those that cover most of the question come first. */
function inOwnSection(question: QuestionReading, near: readonly UseProvision[]): Evidence[] {
  const coverageOf = ({ lead, text }: Evidence) =>
    termCoverage(question.terms, withRelated(analyse(`${lead} ${text}`)));
  return near
    .filter(({ evidence }) => isOfOwnSection(question, evidence))
    .map(({ evidence, nearness }) => ({ evidence, score: nearness + coverageOf(evidence) * 0.3 }))
    .sort((one, other) => other.score - one.score)
    .map(({ evidence }) => evidence);
}

/** A provision that mentions the use in passing is no help. */
const enoughToQuote = 0.75;

/**
 * Quotes the clause that closes the lists of a district which do not name the use, else a provision for no district in
 * particular. That a use is not listed is no verdict.
 */
function quoteUnlisted(
  question: QuestionReading,
  evidence: readonly Evidence[],
  provisions: readonly UseProvision[],
): ExtractiveAnswer {
  const [district] = question.districts;
  const [general] = provisions.filter(({ nearness }) => nearness >= enoughToQuote);
  if (!district) return noAnswer;
  const ban = provisions.find(isBan);
  if (ban) return quoteAnswer([ban.evidence]);
  const taken = evidence.find((one) => takesOver(one, question.districts));
  const quoted = [taken, closingClause(question, evidence)].filter((one) => one !== undefined);
  // What names no kind of use, as "drill a well", may be told by another provision than a list.
  const isOfKind = question.useConcepts.some(({ kind }) => kind !== undefined);
  const closest = isOfKind ? noAnswer : closestProvision(question, evidence);
  if (closest.status !== "not_located") return closest;
  // "Build on slopes of 25 percent" names no use that a list could leave out, and a shed is no principal use.
  if (
    question.constraint ||
    question.useConcepts.some(({ kind }) => hasTrait(kind, "accessory")) ||
    quoted.length === 0
  )
    return general ? quoteAnswer([general.evidence]) : noAnswer;
  const isPrinted = question.use !== null && !/\d/.test(question.use) && question.text.includes(question.use);
  const use = isPrinted ? `“${question.use}”` : "this use";
  return quoteAnswer(quoted, `The uses located for the ${withWord(district.printed)} have no entry for ${use}.`);
}

const usesOf =
  /\buses?\b[^.;:]{0,60}?\b(?:in|of|by|under)\s+(?:the\s+|an?\s+)?(?:[A-Z][\w-]*(?:\s+[A-Z][\w-]*)?\s+(?:[Dd]istrict|[Zz]one)|[Ss]ections?\b|§)/;

/** An entry of a district's list that takes over uses of another district or section: "all uses permitted in the R-1 district". */
function takesOver(one: Evidence, own: readonly District[]): boolean {
  const [said] = usesOf.exec(one.text) ?? [];
  if (said === undefined || one.cell || standingOf(one, own).kind !== "named") return false;
  const others = districtsIn(said);
  return others.every(({ printed }) => !own.some((district) => matchDistrict(printed, district, true) === "named"));
}

const named =
  "(?:listed|permitted|allowed|authorized|enumerated|mentioned|specified|included|set (?:out|forth)|provided for|named)";
/** What stands between the parts of such a clause: no end of a sentence, though "27.3" may be. */
const gap = (most: number) => String.raw`(?:[^.;]|\.(?=\d)){0,${most}}`;
/** "A use not listed in Table 4.1 is prohibited", "no person shall use land for any purpose other than the uses set out". */
const closing = new RegExp(
  [
    String.raw`\buses?\b${gap(60)}(?<!\b(?:shall|may|must)\s)\b(?:not|nor)\b(?!\s+be\b)${gap(60)}\b${named}\b${gap(160)}\b(?:prohibited|forbidden|unlawful|not\s+(?:be\s+)?(?:permitted|allowed))`,
    String.raw`\bused\b${gap(60)}\b(?:uses?|purposes?)\b${gap(100)}\bno others?\b`,
    String.raw`^\W*(?:any|all)\s+(?:other\s+)?uses?\b${gap(60)}\bnot\b${gap(60)}\b${named}\b`,
    String.raw`\bno\s+(?:other\s+)?(?:uses?|development|persons?|land|buildings?|structures?|premises)\b${gap(160)}\b(?:other than|except|unless)\b${gap(100)}\b${named}\b`,
  ].join("|"),
  "i",
);
const ofUses = /\b(?:uses?d?|purposes?)\b/i;
/** What such a clause is about when it is not uses of land. */
const otherMatter =
  /\bsigns?\b|\bfences?\b|\bhome occupations?\b|\bnonconforming\b|\bvariance\b|\bencroach|\byards?\b|\bbuffers?\b/i;

/** The clause that forbids every use which a district's list leaves out; one of the district's own comes first. */
function closingClause({ districts }: QuestionReading, evidence: readonly Evidence[]): Evidence | undefined {
  const found = evidence.flatMap((one) => {
    if (one.cell || !closing.test(one.text) || !ofUses.test(one.text) || otherMatter.test(one.text)) return [];
    if (isOnOtherMatter(one)) return [];
    const { kind } = standingOf(one, districts);
    return kind === "other" ? [] : [{ one, isOwn: kind === "named" }];
  });
  const [first] = found.toSorted(
    (a, b) => Number(b.isOwn) - Number(a.isOwn) || b.one.passage.score - a.one.passage.score,
  );
  return first?.one;
}

function wordedAs(question: QuestionReading, provision: UseProvision, verdict: Verdict): AnswerSentence {
  const { evidence, kind, isAccessory } = provision;
  const worded =
    evidence.cell && kind === "cell"
      ? wordedCell(provision, evidence.cell, verdict)
      : wordedItem(question, provision, verdict);
  const text = isAccessory ? worded.text.replace(/^(?:Yes|No)\b/, "$&, as an accessory use") : worded.text;
  const isForNeed = question.isForNeed && verdict === "permitted";
  return { ...worded, text: isForNeed ? text.replace(/^Yes,(?: permitted)?/, "Permitted") : text };
}

/** "Yes, with a special permit: in the GC district “Self-storage facility” is marked SP, a use that …" */
function wordedCell(
  { evidence, standing, takenOver }: UseProvision,
  cell: TableCell,
  verdict: Verdict,
): AnswerSentence {
  const place = `${placeOf(evidence, standing).trim()}${wordsTakingOver(takenOver)}`;
  const head = verdict === "permitted" ? permittedHead(evidence) : headOf(verdict, approvalSource(evidence));
  const reference = verdict === "prohibited" ? undefined : printedReference(evidence);
  const see = reference === undefined ? "" : `; see ${reference.replace(/^see\s+/i, "")}`;
  return {
    text: asSentence(`${head}: ${`${place} ${markedRow(cell)}${see}`.trim()}`),
    spans: [...spansWithLabels(evidence), ...spansTakenOver(takenOver)],
    evidence: [evidence],
  };
}

const permittedHead = (one: Evidence) => (isConditioned(one) ? "Yes, under conditions" : "Yes, by right");

/** "Permitted with conditions", "a limited use, permitted subject to the use standards": what the meaning of a mark adds. */
const conditionedMeaning =
  /\blimited use\b|\b(?:with|subject to|in accordance with|under|if|meeting|complying with|upon)\b[^.;]{0,60}?\b(?:conditions?|standards?|limitations?|restrictions?|criteria|requirements?|regulations?|provisions)\b|\b(?:subject to|see|in accordance with)\s+(?:sections?|sec\b|§|articles?|chapters?)/i;
/** A rule that every use must meet is not a condition of a single use: "subject to all other applicable regulations of this Code". */
const ofEveryUse =
  /\b(?:all|any|other)\s+(?:other\s+)?applicable\b|\bgeneral(?:ly applicable)?\s+(?:standards?|requirements?|provisions|regulations?)\b|\b(?:of|in|to)\s+(?:this|the|these)\s+(?:chapter|ordinance|code|title|by-?law|zoning|regulations)\b/i;

/** Whether an entry permits its use under conditions: by what it goes on to say, a row by the meaning of its mark. */
export function isConditioned(one: Evidence): boolean {
  if (!one.cell) return hasConditions(one.text);
  const meaning = approvalSource(one);
  return conditionedMeaning.test(meaning) && !ofEveryUse.test(meaning);
}

/** A row of a use table with its mark, as the legend explains it: "“Bank” is marked “P”, permitted by right". */
export function markedRow(cell: TableCell): string {
  const meaning = citedMeaning(cell);
  const mark = cell.value.trim() === "" ? "is left blank" : `is marked “${cell.value.trim()}”`;
  return `“${asLabel(cell.label)}” ${mark}${meaning === "" ? "" : `, ${meaning}`}`;
}

/** Where an entry names the approval it needs: a row in its mark and the legend, an item in its list. */
export function approvalSource(one: Evidence): string {
  if (!one.cell) return [one.text, one.lead, ...headingsOf(one).slice(0, 2)].join("\n");
  const mark = one.cell.value.trim();
  return `${one.cell.explained?.meaning ?? ""} ${mark.length > 3 ? mark : ""}`;
}

function wordedItem(
  question: QuestionReading,
  { evidence, standing, isLeftOut, isByLimit, takenOver, name }: UseProvision,
  verdict: Verdict,
): AnswerSentence {
  const isWithinLimits = name === "limited" || isByLimit === true || isWithinAmounts(question, evidence.text);
  const isConditional = verdict === "permitted" && (isWithinLimits || hasConditions(evidence.text));
  const allowed = isConditional
    ? conditionedHead(question, evidence)
    : headOf(verdict, approvalSource({ ...evidence, cell: null }));
  const denied = isByLimit === true ? notAtSize : isLeftOut === true ? "No, left out of what is allowed" : undefined;
  const head = verdict === "prohibited" ? (denied ?? allowed) : allowed;
  return {
    text: asSentence(
      `${head}${placeOf(evidence, standing)}${wordsTakingOver(takenOver)}: ${asSentence(evidence.text.replace(forbiddenPart, ""))}`,
    ),
    spans: [...spansWithLabels(evidence), ...spansTakenOver(takenOver)],
    evidence: [evidence],
  };
}

/** How a permission under conditions is worded: where the question asks for it, that it needs no approval. */
function conditionedHead(question: QuestionReading, entry: Evidence): string {
  if (comparedWith(question, saidWhole(entry)) === "kept") return "Yes, within the limit";
  if (!hasConditions(entry.text)) return "Yes, within its limits";
  const isByRight = asksByRight(question.text) && !namesDecider.test(entry.text);
  return isByRight ? "Yes, by right under conditions" : "Yes, under conditions";
}

/** A condition on which somebody decides. */
const namesDecider =
  /\b(?:approv\w*|permits?|boards?|commissions?|authori\w+|officer|hearing|plans?|review|sections?|articles?|chapters?)\b|§/i;

/** What an entry forbids of its use, as a sentence of its own: "Drive-throughs are not permitted." */
function partForbidden(one: Evidence): AnswerSentence[] {
  const part = one.cell ? null : forbiddenPart.exec(one.text);
  if (!part) return [];
  const text = asSentence(part[0].slice(1));
  return [{ text: `${text.charAt(0).toUpperCase()}${text.slice(1)}`, spans: [spanOf(one)], evidence: [one] }];
}

/** ", which takes over “any use permitted in the R-1 district”": how a district comes to the list of another one. */
export function wordsTakingOver(takenOver: UseProvision["takenOver"] = []): string {
  const entries = takenOver.map(({ words }) => `“${asLabel(words).replace(/[.;,]+$/, "")}”`);
  return entries.length === 0 ? "" : `, which takes over ${entries.join(" and through it ")}`;
}

/** The spans of the entries that take a provision over. */
export function spansTakenOver(takenOver: UseProvision["takenOver"] = []): SourceSpan[] {
  return takenOver.map(({ span }) => span);
}

/** How each verdict is worded, at the head of its sentence. */
const wording: Readonly<Record<Verdict, string>> = {
  permitted: "Yes, permitted",
  conditional: "Yes, but only with a special approval",
  prohibited: "No, not permitted",
};

/** Says for which district a ruling holds: the one asked about, or what the heading above names. */
function placeOf(evidence: Evidence, standing: DistrictStanding): string {
  if (standing.kind === "named") return ` in the ${withWord(standing.district.printed)}`;
  const [heading = ""] = headingsOf(evidence);
  return heading === "" ? "" : ` under “${titleOf(heading.replace(/\s+/g, " ").slice(0, 90))}”`;
}

/** "Subject to the yard regulations of the district" applies to every building there, so it is not a condition of a use. */
const proviso =
  /\bprovided(?:,|\s+(?:that|however))|\bsubject to\b(?!\s+(?:the|all|its)\s+(?:yards?|set-?backs?|heights?|bulk|dimensional|area)\b[^.;]{0,60}\W*$)|\bon (?:the )?condition that\b|\bso long as\b|\bas long as\b/i;

/** Whether an entry permits a use if it meets what it goes on to say. */
const hasConditions = (entry: string) => proviso.test(entry);

/** The verdict in a few words, with the approval that the law names. Site plan approval is not worded as a special approval. */
function headOf(verdict: Verdict, source: string): string {
  if (verdict !== "conditional") return wording[verdict];
  const named = approvalNamedIn(source) ?? ofPlan.exec(source)?.[0].toLowerCase();
  return named === undefined ? wording.conditional : `Yes, with ${named}`;
}
