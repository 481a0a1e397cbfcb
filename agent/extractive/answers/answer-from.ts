import { analyse, verdictIn } from "../../../ingest/index.ts";
import { type Evidence, headingsOf, overlaps, underOpening } from "../evidence/evidence.ts";
import { isOfRulesOnly } from "../question/dimensions.ts";
import type { District } from "../question/districts.ts";
import { amountsAsked, partsAsked } from "../question/parts-asked.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { withRelated } from "../question/related-words.ts";
import { answerAmount } from "./amount-answer.ts";
import { amountsIn } from "./amount-gate.ts";
import { type AnswerSentence, type ExtractiveAnswer, noAnswer, withoutRepetition } from "./answer.ts";
import { answerBody } from "./body-answer.ts";
import { cellsAsked } from "./cells-asked.ts";
import { type ClosestRead, closestEvidence, closestOfAll, closestProvision } from "./closest-provision.ts";
import { withoutConditionWords } from "./conditions.ts";
import { answerDefinition } from "./definition-answer.ts";
import { answerDimensions, type Found } from "./dimension-answer.ts";
import { entriesOfDistrict } from "./district-entries.ts";
import { standingOf } from "./district-match.ts";
import { listDistricts, listUses } from "./list-uses.ts";
import { answerSection, asksForSection } from "./named-section.ts";
import { answerPermission } from "./permission-answer.ts";
import { mostQuotes, quoteAnswer } from "./quote.ts";

/** A question for a limit that names no kind of amount: "limit on bee hives?". */
const limit = /\b(?:limits?|max(?:imum)?|min(?:imum)?|most|least|deadline)\b/i;

/** What a publisher notes beside the law is no rule: "Editor's Note: Original § 34, Farm stands, was repealed". */
const editorial =
  /^\W*(?:(?:ord(?:inance)?\.?\s+)?nos?\.\s*\d+(?:-\d+)+|editor['’]?s?['’]? notes?|publisher['’]s note|cross[- ]references?|state law references?)\b/i;

/**
 * Answers a question from evidence. Where the model reads further dimensions and its reading does not answer, that by the form
 * alone may; where the form tells none, it goes first, since a dimension that only the model reads may be none.
 */
export function answerFrom(question: QuestionReading, found: Found): ExtractiveAnswer {
  const { byForm, byUse } = question;
  if (byUse) return answerUses(question, byUse, found);
  if (!byForm) return answerRead(question, found);
  const isFormFirst = byForm.dimensions.length === 0;
  const first = answerRead(isFormFirst ? byForm : question, found);
  if (first.status === "answered") return first;
  const second = answerRead(isFormFirst ? question : byForm, found);
  if (second.status === "answered") return second;
  const [ofModel, ofForm] = isFormFirst ? [second, first] : [first, second];
  if (ofModel.status === "partial") return ofModel;
  return ofForm.status === "partial" ? ofForm : first;
}

/**
 * Answers a question of permission for the use that its form tells, else for one that the learned model reads. Where none of
 * them answers in full, the first that tells a part does, else the first whose use is known is quoted for.
 */
function answerUses(byForm: QuestionReading, byModel: readonly QuestionReading[], found: Found): ExtractiveAnswer {
  const quoted: { readonly answer: ExtractiveAnswer; readonly isKnown: boolean }[] = [];
  let none = noAnswer;
  for (const question of [byForm, ...byModel]) {
    const answer = answerRead(question, found);
    if (answer.status === "answered") return answer;
    if (answer.status === "partial") quoted.push({ answer, isKnown: question.useConcepts[0]?.kind !== undefined });
    else if (none === noAnswer) none = answer;
  }
  const telling = quoted.find(({ answer }) => answer.sentences.some(({ isQuote }) => !isQuote));
  return (telling ?? quoted.find(({ isKnown }) => isKnown) ?? quoted[0])?.answer ?? none;
}

/**
 * Answers a question by the way its kind is answered; a question no way answers is told the provision that
 * comes closest, and gets no answer where none comes close.
 */
function answerRead(question: QuestionReading, found: Found): ExtractiveAnswer {
  const all = found.evidence.filter((one) => !editorial.test(one.text));
  const evidence = question.kind === "permission" ? all : cellsAsked(question, all);
  if (evidence.length === 0) return noAnswer;
  const unknown = unknownDistrict(question, evidence);
  if (unknown) return { ...noAnswer, reason: `none of them names a district “${unknown}”` };
  const answer = answerByKind(question, { ...found, evidence });
  if (answer.status === "answered") return answer;
  const near = closestOfAll(question, evidence);
  if (answer.status === "partial")
    return withEntries(question, evidence, withClosest(question, near, agreed(question, near, answer)));
  const around = evidence.map(underOpening);
  const isOfList = question.listed === "uses";
  const ofDistrict = isOfList ? around.filter((one) => standingOf(one, question.districts).kind === "named") : around;
  const closest = closestProvision(question, ofConstraint(question, ofDistrict));
  return withEntries(question, evidence, withClosest(question, near, closest));
}

/** Provisions that are quoted beside the entries of a table. */
const mostBeside = 2;

/** Adds what the table of the district states to an answer that does not tell all: behind what it asserts, before other quotes. */
function withEntries(
  question: QuestionReading,
  evidence: readonly Evidence[],
  answer: ExtractiveAnswer,
): ExtractiveAnswer {
  if (answer.status === "answered") return answer;
  const asserted = answer.sentences.filter(({ isQuote }) => !isQuote);
  const entries = entriesOfDistrict(question, evidence, asserted);
  if (!entries) return answer;
  const isTold = (one: Evidence) => asserted.some(({ evidence: told }) => told.some((other) => overlaps(one, other)));
  const quoted = answer.sentences.filter((one) => one.isQuote && !one.evidence.some(isTold));
  return { ...answer, status: "partial", sentences: [...asserted, entries, ...quoted.slice(0, mostBeside)] };
}

/** What one reading only quotes is asserted where another one finds that it alone tells what is asked. */
function agreed({ kind }: QuestionReading, { alone }: ClosestRead, answer: ExtractiveAnswer): ExtractiveAnswer {
  const [only] = alone?.sentences[0]?.evidence ?? [];
  if (kind === "permission" || !alone || !only) return answer;
  const isQuoted = answer.sentences.some(({ evidence }) => evidence.some((one) => overlaps(one, only)));
  return isQuoted ? alone : answer;
}

/** How many quotes are added at least to an answer that only quotes. */
const added = 2;
const mostTold = mostQuotes + added;

/**
 * Adds to an answer that only quotes the provision closest to the whole question, and the closest ones of passages that it
 * does not quote yet.
 */
function withClosest(
  question: QuestionReading,
  { closest, ofEach }: ClosestRead,
  answer: ExtractiveAnswer,
): ExtractiveAnswer {
  if (answer.status !== "partial" || question.listed !== null || question.constraint) return answer;
  const told = answer.sentences.slice(0, mostTold - added);
  const isTold = (one: Evidence) => told.some(({ evidence }) => evidence.some((each) => overlaps(each, one)));
  const passages = new Set(told.flatMap(({ evidence }) => evidence.map(({ passage }) => passage)));
  const isNear = closest !== undefined && !isTold(closest);
  const others = ofEach.filter(
    ({ passage }) => !passages.has(passage) && passage !== (isNear ? closest.passage : null),
  );
  const { sentences } = quoteAnswer(
    [...(isNear ? [closest] : []), ...others].slice(0, mostTold - told.length),
    "",
    "Another provision",
  );
  return { ...answer, sentences: [...told, ...sentences] };
}

function answerByKind(question: QuestionReading, found: Found): ExtractiveAnswer {
  const { evidence, rules, passages } = found;
  if (asksForSection(question)) return answerSection(question, evidence);
  switch (question.kind) {
    case "permission": {
      const read = { uses: rules.uses, passages };
      if (question.listed === "uses") return listUses(question, read);
      const byDistrict = question.listed === "districts" ? listDistricts(question, evidence, read) : noAnswer;
      if (byDistrict.status !== "not_located") return byDistrict;
      const ofUse = answerPermission(question, evidence.map(underOpening), read);
      if (question.constraint) return onConstraint(question, ofConstraint(question, evidence), ofUse);
      if (ofUse.status === "answered" && question.measure && partsAsked(question) > 1) {
        const amount = answerAmount(question, evidence);
        const isWhole = amount.status === "answered";
        return { status: isWhole ? "answered" : "partial", sentences: [...ofUse.sentences, ...amount.sentences] };
      }
      const isOpen = question.districts.length === 0 && ofUse.status !== "answered";
      return isOpen ? inEachDistrict(listDistricts(question, evidence, read), ofUse) : ofUse;
    }
    case "definition":
      return answerDefinition(question, evidence);
    case "value": {
      const stated = answerDimensions(withoutConditionWords(question), found);
      if (stated.status !== "not_located") return stated;
      if (question.dimension?.id === "stall size") return answerAmount({ ...question, dimension: null }, evidence);
      return question.dimensions.some(isOfRulesOnly) ? noAnswer : answerAmount(question, evidence);
    }
    case "general":
      if (question.isForBody) return answerBody(question, evidence);
      if (onTopic.test(question.text)) return noAnswer;
      return question.measure || limit.test(question.text) ? answerAmounts(question, evidence) : noAnswer;
  }
}

/** Answers each of the amounts that a question asks for. The status is "answered" only if every part is and as many amounts are stated as asked for. */
function answerAmounts(question: QuestionReading, evidence: readonly Evidence[]): ExtractiveAnswer {
  const parts = amountsAsked(question).map((part) => answerAmount(part, evidence));
  const located = parts.filter(({ status }) => status !== "not_located");
  if (located.length === 0) return noAnswer;
  const amounts = located.flatMap(({ sentences }) =>
    sentences.flatMap(({ evidence: told }) => told.flatMap((one) => amountsIn(question, one))),
  );
  const asked = partsAsked(question);
  const isWhole =
    (parts.length >= asked || amounts.length >= asked) && parts.every(({ status }) => status === "answered");
  return {
    status: isWhole ? "answered" : "partial",
    sentences: withoutRepetition(located.flatMap(({ sentences }) => sentences)),
  };
}

const mostOfDistricts = 3;

/** Where no district is known, the answer states what each district says about the use, adds one close provision, and is only partial. */
function inEachDistrict(byDistrict: ExtractiveAnswer, ofUse: ExtractiveAnswer): ExtractiveAnswer {
  if (byDistrict.status === "not_located") return ofUse;
  const told = byDistrict.sentences.slice(0, mostOfDistricts);
  const isTold = ({ evidence }: AnswerSentence) =>
    evidence.some((one) => told.some((other) => other.evidence.some((each) => overlaps(each, one))));
  return { status: "partial", sentences: [...told, ...ofUse.sentences.filter((one) => !isTold(one)).slice(0, 1)] };
}

/** "What does the law say about steep slopes": all of a topic is asked for, and no one amount answers. */
const onTopic = /\bsays?\b[^?]*\babout\b|\brules?\s+appl(?:y|ies)\b/i;

/** Provisions on constrained land that are quoted before what is said of the use. */
const mostClosest = 3;

/** What is said of land of the condition that a question is on, where anything is: a floodplain permit, and no building permit at large. */
function ofConstraint({ constraint }: QuestionReading, evidence: readonly Evidence[]): readonly Evidence[] {
  if (!constraint || constraint.length === 0) return evidence;
  const own = evidence.filter((one) => {
    const held = [...withRelated([one.text, one.lead, ...headingsOf(one)].flatMap((words) => analyse(words)))];
    return constraint.some((term) => held.some((word) => word.startsWith(term)));
  });
  return own.length > 0 ? own : evidence;
}

/** A list of uses does not decide what may be done on constrained land: the use and what is said of such land are quoted. */
function onConstraint(
  question: QuestionReading,
  evidence: readonly Evidence[],
  ofUse: ExtractiveAnswer,
): ExtractiveAnswer {
  const closest = closestEvidence(question, evidence).slice(0, mostClosest);
  // Of a section on such land what it forbids comes first: an exception alone would mislead.
  const bans = evidence.filter((one) => {
    const isOfSection = closest[0] !== undefined && chapterOf(one) === chapterOf(closest[0]);
    return isOfSection && one.cell === null && verdictIn(one.text) === "prohibited";
  });
  return quoteAnswer([...bans.slice(0, 1), ...closest, ...ofUse.sentences.flatMap((one) => one.evidence)]);
}

/** The headings above the section of a provision. */
const chapterOf = ({ passage: { documentId, headingPath } }: Evidence) =>
  [documentId, ...headingPath.slice(0, -1)].join("\n");

/** The district code of a question that no document mentions; provisions on other districts do not answer the question. */
function unknownDistrict(question: QuestionReading, evidence: readonly Evidence[]): string | undefined {
  const { kind, listed, subject, dimension, districts, isSiteDistrict } = question;
  // Letters alone may stand for something else, but not with a hyphen, nor where the uses of a district are asked for.
  const isCode = (code: string) =>
    listed === "uses" || /\d|[A-Z][-/][A-Z]/.test(code) || isNamedAsCode(code, question.text);
  const coded = districts.filter(({ codes }) => codes.some(isCode));
  const holdsForAll = kind === "value" && (subject.length > 0 || dimension?.isForAll === true);
  if (holdsForAll || isSiteDistrict || coded.length < districts.length) return undefined;
  const isSaid = (one: Evidence) => standingOf(one, coded).kind === "named" || mayName(one, coded);
  return evidence.some(isSaid) ? undefined : coded[0]?.codes[0];
}

/** "The MX zone": letters alone are a code where the word for a district follows. */
const isNamedAsCode = (code: string, text: string) =>
  /^[A-Z]{2,5}$/.test(code) && new RegExp(`\\b${code}\\s+(?:zoning\\s+)?(?:zone|district)\\b`).test(text);

/** Whether evidence has the letters of a code, or a name in its headings of which they are the initials. */
function mayName(one: Evidence, districts: readonly District[]): boolean {
  const letters = districts.flatMap(({ codes }) => codes).filter((code) => /^[A-Z]+$/.test(code));
  const said = [one.text, one.lead, one.cell?.column ?? "", ...headingsOf(one)].join("\n");
  const initials = headingsOf(one).map((heading) => [...heading.matchAll(/\b[A-Za-z]/g)].join("").toUpperCase());
  return letters.some((code) => new RegExp(`\\b${code}\\b`).test(said) || initials.some((each) => each.includes(code)));
}
