import { analyse } from "../../../ingest/index.ts";
import type { ParkingProvision } from "../../../retrieval/index.ts";
import type { MarkedPassage } from "../../evidence-desk.ts";
import { contentTerms, termCoverage } from "../../text/words.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import { type AmountTold, amountsTold } from "../question/amounts-told.ts";
import { type QuestionReading, whatIsNot, withoutParking } from "../question/read-question.ts";
import { conceptMatch, conceptsOf, hasTrait, kindsIn } from "../question/use-words.ts";
import { type AnswerSentence, asLabel, asSentence, type ExtractiveAnswer, noAnswer, spanOf } from "./answer.ts";
import { standingOf } from "./district-match.ts";
import { ruleOnFractions } from "./fraction-rule.ts";
import { countParking, measuring } from "./parking-count.ts";
import { quoteAnswer } from "./quote.ts";
import { evidenceOfRule } from "./rule-evidence.ts";
import { isOnAllHomes, nameFit } from "./use-names.ts";

/** What parking the uses of a question need, as it was read at ingest, with the passages that hold it and what they say beside it. */
export interface ParkingRead {
  readonly parking: readonly ParkingProvision[];
  readonly passages: readonly MarkedPassage[];
  readonly evidence: readonly Evidence[];
}

/** A question that asks of dwellings at large, whatever their kind: "spaces per dwelling unit". */
const anyDwelling = /\b(?:dwellings?|(?:dwelling|residential|housing)\s+units?)\b/i;
const mostDwellings = 4;

/**
 * States what parking each use asked about needs. A requirement is asserted when its entry names just that use, or one
 * entry alone mentions it; when several could be meant, or it is set for another district, two are quoted. Of dwellings at
 * large each kind is stated.
 */
export function answerParking(question: QuestionReading, read: ParkingRead): ExtractiveAnswer {
  const state = (entry: HeldParking) => sentencesOf(entry, question, read.evidence);
  const ofDwellings = dwellingsIn(question, read);
  if (ofDwellings.length > 0) return { status: "answered", sentences: ofDwellings.flatMap(state) };
  const asked = usesIn(question);
  const parts = asked.map((use) => ({ use, answer: answerFor(question, use, read) }));
  const located = parts.filter(({ answer }) => answer.status !== "not_located");
  const lacksMost = asksMost.test(question.text) && !parts.some(({ answer }) => answer.sentences.some(statesMost));
  const lacksOne = parts.some(({ answer }) => answer.sentences.some((one) => lacksCount(one, question.text)));
  const isWhole = !lacksMost && !lacksOne && parts.every(({ answer }) => answer.status === "answered");
  return located.length === 0
    ? noAnswer
    : { status: isWhole ? "answered" : "partial", sentences: located.flatMap(({ answer }) => answer.sentences) };
}

interface HeldParking {
  readonly entry: ParkingProvision;
  readonly held: Evidence;
}

interface FittingParking extends HeldParking {
  readonly isExact: boolean;
}

/** The entries on kinds of dwellings, where a question asks of dwellings at large: "spaces per dwelling unit". */
function dwellingsIn({ text }: QuestionReading, { parking, passages }: ParkingRead): HeldParking[] {
  if (!anyDwelling.test(text) || kindsIn(text).some((kind) => hasTrait(kind, "home"))) return [];
  const own = parking.filter(
    ({ words }) => anyDwelling.test(words) && kindsIn(words).every((kind) => hasTrait(kind, "home")),
  );
  return own.slice(0, mostDwellings).flatMap((entry) => {
    const held = evidenceOfRule(entry, passages, `${entry.words}: ${entry.required}`);
    return held ? [{ entry, held }] : [];
  });
}

/** The uses that a question asks parking for; those that "and" joins one by one. */
function usesIn({ text }: QuestionReading): string[] {
  const namesUse = (part: string) => conceptsOf(part).some(({ kind }) => kind !== undefined);
  const sentences = withoutParking(text.replace(whatIsNot, " ")).split(/[?.!]+(?:\s+|$)/);
  const own = sentences.filter(namesUse);
  const plain = (own.length > 0 ? own : sentences).join(" ");
  const parts = plain.split(/,|;|\band\b|\bor\b|&/i).filter(namesUse);
  return parts.length > 1 ? parts : [plain];
}

function answerFor(
  question: QuestionReading,
  use: string,
  { parking, passages, evidence }: ParkingRead,
): ExtractiveAnswer {
  const state = (entry: HeldParking) => sentencesOf(entry, question, evidence);
  const useConcepts = conceptsOf(use);
  const [first] = useConcepts;
  if (!first) return noAnswer;
  // Beside the use, other words of a question tell its size and place.
  const own = { ...question, text: use, use: nameIn(use), useConcepts: [first] };
  const fitting = parking.flatMap((entry) => {
    const held = evidenceOfRule(entry, passages, `${entry.words}: ${entry.required}`);
    const words = entry.words.replace(leftOut, " ");
    const fit = nameFit(own, words);
    const isOfHomes = !hasTrait(first.kind, "accessory") && isOnAllHomes(own, entry.words);
    const isOf = isOfHomes || conceptMatch([first], analyse(words)) === 1;
    return held && !isOfLoading(held) && (fit === "exact" || isOf) ? [{ entry, held, isExact: fit === "exact" }] : [];
  });
  const applying = fitting.filter(({ held }) => standingOf(held, question.districts).kind !== "other");
  const exact = applying.filter(({ isExact }) => isExact);
  const [best, ...others] = exact.length > 0 ? exact : applying;
  if (!best) return fitting.length > 0 ? quoteAnswer(fitting.map(({ held }) => held)) : noAnswer;
  if (others.every(({ entry }) => entry.required === best.entry.required) && saysAll(own, best)) {
    const elsewhere = fitting.filter(({ entry }) => isInSomePlace(entry, best.entry)).slice(0, mostPlaces);
    return { status: "answered", sentences: [best, ...elsewhere].flatMap(state) };
  }
  const meant = meantBy(own.use, [best, ...others]) ?? meantBy(use, [best, ...others]);
  if (meant) return { status: "answered", sentences: state(meant) };
  return quoteAnswer([best, ...others].map(({ held }) => held));
}

/** A table of the spaces in which goods are loaded says nothing of those for cars. */
const isOfLoading = (held: Evidence) => /^(?!.*\bparking\b).*\bloading\b/i.test(headingsOf(held)[0] ?? "");

const mostPlaces = 2;

/** Whether an entry sets for some place what another one sets at large: "Restaurants in the Mill District" beside "Restaurants". */
const isInSomePlace = ({ words, required }: ParkingProvision, atLarge: ParkingProvision): boolean =>
  required !== atLarge.required && /^\s+(?:with)?in the\s/i.test(words.replace(atLarge.words, ""));

/** The part of an entry that names an exclusion or the place of the use: "Restaurants, excluding patron bar areas", "Offices accessory to a residence". */
const leftOut = /\b(?:except(?:ing)?|excluding|other than|not including|accessory (?:use )?to|(?:with)?in an?)\b.*/i;

/** Share of the words on a use that an entry must say to be the one meant, and by how much it must lead the others. */
const enoughToMean = 0.7;
const lead = 0.25;

/** Whether an entry contains every distinctive word of the name of a use: a vet's clinic is not a medical clinic. */
function saysAll({ use }: { readonly use: string }, { entry, isExact }: FittingParking): boolean {
  const unknown = conceptsOf(use.replace(/\b[\d,.]+\b|\bsquare\b|\bf(?:oo|ee)t\b/gi, " ")).filter(
    ({ kind }) => kind === undefined,
  );
  const said = analyse(`${entry.words} ${entry.required}`);
  return isExact || unknown.length === 0 || conceptMatch(unknown, said) === 1;
}

/** Of several entries the one that says nearly all that the question says of the use, where no other does: "a high school". */
function meantBy(use: string, entries: readonly HeldParking[]): HeldParking | undefined {
  const asked = contentTerms(withoutParking(use));
  const [first, second] = entries
    .map((one) => ({ one, said: termCoverage(asked, new Set(analyse(`${one.entry.words} ${one.entry.required}`))) }))
    .toSorted((a, b) => b.said - a.said);
  return first && first.said >= enoughToMean && first.said - (second?.said ?? 0) >= lead ? first.one : undefined;
}

/** The words of a question that name the use: "a diner with 60 seats" is a diner. */
function nameIn(use: string): string {
  const asked = use.replace(/^.*\b(?:for|needs?|does|do|at|in)\s+(?=(?:an?\s+|the\s+|my\s+)?\w{3})/i, "");
  return (asked.split(/\b(?:with|having|would|will|of|that|which|on|in|need|needs|have|has|per)\b/i)[0] ?? "").trim();
}

/** States what an entry requires, and the most it allows where the question asks for it, each with the spaces counted for the question. */
function sentencesOf(
  { entry, held }: HeldParking,
  { text }: QuestionReading,
  evidence: readonly Evidence[],
): AnswerSentence[] {
  const words = asLabel(entry.words);
  const notes = entry.notes.map((note) => ` [${note}]`).join("");
  const most = asksMost.test(text) ? mostAllowed(held) : undefined;
  const stated = [
    { of: "required", amount: entry.required, notes },
    ...(most === undefined ? [] : [{ of: allowedAtMost, amount: most, notes: "" }]),
  ];
  return stated.map(({ of, amount, notes: noted }) => {
    const rate = `For “${words}” the parking ${of} is: ${amount.replace(/\s+/g, " ")}${noted}`;
    const sentence = { text: asSentence(rate), spans: [spanOf(held)], evidence: [held] };
    return withCount(sentence, amount, { question: text, evidence });
  });
}

/** Returns a sentence that states parking rates, with the spaces that they make of the amounts that the question tells. */
export function withCount(
  sentence: AnswerSentence,
  rate: string | readonly string[],
  { question, evidence }: { readonly question: string; readonly evidence: readonly Evidence[] },
): AnswerSentence {
  const fractions = ruleOnFractions(evidence);
  const count = countParking(rate, question, fractions?.rounding ?? null);
  if (!count) return sentence;
  const rule = count.isRounded && fractions ? [fractions.rule] : [];
  return {
    text: `${sentence.text} ${count.sentence}`,
    spans: [...sentence.spans, ...rule.map(spanOf)],
    evidence: [...sentence.evidence, ...rule],
    given: count.given,
  };
}

/** Whether a sentence states a rate by what a question tells the amount of, and the spaces were not counted. */
export function lacksCount({ text, given }: Pick<AnswerSentence, "text" | "given">, question: string): boolean {
  const stems = new Set(analyse(text));
  const isOfRate = ({ unit, words }: AmountTold) =>
    unit === "sqft"
      ? stems.has("squar") || /\b(?:sq|s\.?f)\b/i.test(text)
      : !measuring.test(words) && analyse(words).some((stem) => stems.has(stem));
  return given === undefined && amountsTold(question).some(isOfRate);
}

const allowedAtMost = "allowed at most";
const statesMost = ({ text }: AnswerSentence) => text.includes(`the parking ${allowedAtMost} is`);

/** A question for the greatest number of spaces allowed; "240 people at most" is none. */
const asksMost =
  /\bwhat(?:['’]s| is| are)\b[^?.]*\b(?:the most|maximum)\b|\bmaximum (?:number|parking|spaces?|spots)\b|\bis there (?:an? |any )?(?:cap|maximum|limit|upper limit)\b|\bmost (?:parking|spaces|spots|(?:I|we)(?:['’]m| am|['’]re| are| can| may))\b/i;

/** The maximum number of spaces, where the table of an entry has a column for it. */
function mostAllowed({ passage, charStart, charEnd }: Evidence): string | undefined {
  const rows = passage.rows.filter((row) => row.charStart < charEnd && charStart < row.charEnd);
  return rows.flatMap(({ cells }) => cells).find(({ column }) => /\bmax(?:imum)?\b/i.test(column))?.value;
}
