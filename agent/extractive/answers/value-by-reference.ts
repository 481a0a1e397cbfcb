import { analyse } from "../../../ingest/index.ts";
import { quantitiesIn } from "../../text/quantities.ts";
import { contentTerms, termCoverage } from "../../text/words.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { withRelated } from "../question/related-words.ts";
import { conceptMatch, kindsIn } from "../question/use-words.ts";
import { type AnswerSentence, asSentence, type ExtractiveAnswer, noAnswer } from "./answer.ts";
import { type DistrictStanding, standingOf } from "./district-match.ts";
import { exceptsDimension, isAboutUses, namesDimensions, takesIn } from "./referred-dimension.ts";
import { evidenceReferredTo } from "./referred-evidence.ts";
import { districtReferencesIn, type RuleReference, sectionReferencesIn } from "./rule-references.ts";
import { sentenceOfText } from "./text-sentence.ts";
import { isSame } from "./use-references.ts";
import { findValue, sentenceOfValue } from "./value-answer.ts";
import { candidateOf, settingOf } from "./value-scoring.ts";
import { hasValue, labelsOf } from "./value-told.ts";

/** A rule on what is asked that sends the reader on, and the evidence it stands in. */
export interface ReferringRule {
  readonly evidence: Evidence;
  readonly standing: DistrictStanding;
  readonly reference: RuleReference;
  /** How well the rule fits the question, 0..1. */
  readonly fit: number;
}

/** Districts that take over one another's rules end; a circle of them does not. */
const longestChain = 3;
const mostValues = 3;
const longestRule = 700;
const enoughOfQuestion = 0.5;

/**
 * Answers a question for a value with the rule that refers on ("the same as in the R-1 District", "bounded by § 155-45")
 * and the value it refers to, both cited. A reference that leaves out or changes what is asked carries nothing over: then
 * the rule alone is told, as a partial answer; so it is where what it names was not found.
 */
export function answerByReference(
  question: QuestionReading,
  evidence: readonly Evidence[],
  depth = 1,
): ExtractiveAnswer {
  let unresolved: ExtractiveAnswer = noAnswer;
  for (const rule of referringRules(question, evidence)) {
    const told = sentenceOfRule(question, rule);
    const { dimension } = question;
    if (dimension && exceptsDimension(rule.reference.except, dimension)) {
      return { status: "partial", sentences: [told] };
    }
    const values =
      rule.reference.districts.length > 0
        ? valuesOfDistrict(question, rule, evidence, depth)
        : valuesOfSection(question, rule, evidence);
    if (values.length > 0) return { status: "answered", sentences: [told, ...values] };
    if (unresolved === noAnswer && rule.standing.kind === "named" && rule.fit >= 1)
      unresolved = { status: "partial", sentences: [told] };
  }
  return unresolved;
}

/** Words by which a rule gives way to another one in some case. */
const givingWay =
  /\b(?:less|lower|more|greater|other|otherwise|except|unless|increas\w*|reduc\w*|subject to|however|modified)\b/i;

/** What a section sets to which a stated value gives way in some case: "at most 42 feet, less where § 17.68.030 says so". */
export function furtherByReference(
  question: QuestionReading,
  stated: Evidence,
  evidence: readonly Evidence[],
): AnswerSentence[] {
  if (stated.cell || !question.dimension) return [];
  const standing = standingOf(stated, question.districts);
  for (const reference of sectionReferencesIn(stated.text)) {
    if (!givingWay.test(`${reference.matter} ${stated.text.slice(reference.start, reference.end)}`)) continue;
    const values = valuesOfSection(question, { evidence: stated, standing, reference, fit: 1 }, evidence);
    if (values.length > 0) return values.slice(0, 1);
  }
  return [];
}

/** The rules on what is asked that refer on, best first. */
export function referringRules(question: QuestionReading, evidence: readonly Evidence[]): ReferringRule[] {
  if (!question.dimension && !question.measure) return [];
  return evidence.flatMap((one) => rulesIn(question, one)).sort((a, b) => weightOf(b) - weightOf(a));
}

function weightOf({ fit, standing, evidence }: ReferringRule): number {
  return fit + (standing.kind === "named" ? 0.5 : 0) + evidence.passage.score * 0.2;
}

function rulesIn(question: QuestionReading, one: Evidence): ReferringRule[] {
  const text = one.cell ? one.cell.value : one.text;
  // A table that the source has as one line speaks of everything, and refers nothing on.
  if (text.length > longestRule) return [];
  const references = [...districtReferencesIn(text), ...sectionReferencesIn(text)];
  if (references.length === 0) return [];
  const standing = standingOf(one, question.districts);
  if (question.districts.length > 0 && standing.kind === "other") return [];
  return references.flatMap((reference): ReferringRule[] => {
    // "A sewered lot has 15,000 square feet; any other has the area that § 30-73 requires": the second clause refers on.
    if (hasValue(question, { ...one, cell: null, text: reference.matter })) return [];
    const isOwn = reference.districts.some((named) => question.districts.some((asked) => isSame(named, asked)));
    const fit = isOwn ? 0 : fitOf(question, one, reference, standing);
    return fit > 0 ? [{ evidence: one, standing, reference, fit }] : [];
  });
}

/** How well a rule that refers on is about what is asked; 0 when it is about something else or a case not asked about. */
function fitOf(
  question: QuestionReading,
  one: Evidence,
  { matter, districts }: RuleReference,
  standing: DistrictStanding,
): number {
  const own = one.cell ? `${labelsOf(one.cell)}` : matter;
  if (isForAnotherCase(question, own)) return 0;
  const around = [one.lead, ...headingsOf(one).slice(0, 2)].join(" ");
  const isOfSubject =
    question.subject.length > 0 && conceptMatch(question.subject, analyse([own, one.before, around].join(" "))) >= 0.6;
  if (question.subject.length > 0 && !isOfSubject) return 0;
  const isPlaced = question.districts.length === 0 || standing.kind === "named" || question.isSiteDistrict;
  const { dimension } = question;
  if (dimension) {
    if (takesIn(own, dimension)) return isPlaced || isOfSubject ? 1 : 0;
    if (namesDimensions(own)) return 0;
    const [heading = ""] = headingsOf(one);
    const isHeaded = [one.lead, heading].some((text) => takesIn(text, dimension)) && !isAboutUses(own);
    if (isHeaded && isPlaced) return districts.length > 0 || isOfSubject || standing.kind === "named" ? 0.9 : 0;
    return isOfSubject ? 0.7 : 0;
  }
  if (districts.length > 0 || !isPlaced) return 0;
  const held = withRelated(analyse([own, one.before, around].join(" ")));
  const share = termCoverage(question.terms, held);
  return share >= enoughOfQuestion ? share * 0.8 : 0;
}

const caseWords = /\b(?:where|when|whenever|if|abut\w*|adjoin\w*|adjacent|next to|border\w*)\b/gi;

/** "Where a lot abuts a residence district, …", "for dwellings": a case of its own, unless it is the one asked about. */
function isForAnotherCase(question: QuestionReading, matter: string): boolean {
  const isAsked = (word: string) => question.text.toLowerCase().includes(word.toLowerCase().slice(0, 5));
  const isUnaskedCase = [...matter.matchAll(caseWords)].some(([word]) => !isAsked(word));
  const asked = new Set(kindsIn(question.text));
  const kinds = kindsIn(matter);
  return isUnaskedCase || (kinds.length > 0 && !kinds.some((kind) => asked.has(kind)));
}

function sentenceOfRule(question: QuestionReading, { evidence, standing }: ReferringRule): AnswerSentence {
  return evidence.cell || standing.kind === "named"
    ? sentenceOfValue(question, { evidence, standing })
    : sentenceOfText(evidence);
}

/** The value that holds in the district a rule refers to, or in one that its own rules refer to. */
function valuesOfDistrict(
  question: QuestionReading,
  { reference }: ReferringRule,
  evidence: readonly Evidence[],
  depth: number,
): readonly AnswerSentence[] {
  const there = { ...question, districts: reference.districts, isSiteDistrict: false };
  const found = findValue(there, evidence);
  if (found?.best.standing.kind === "named" && found.answer.status === "answered") return found.answer.sentences;
  if (depth >= longestChain) return [];
  const further = answerByReference(there, evidence, depth + 1);
  return further.status === "answered" ? further.sentences : [];
}

/** What a section or table sets for the matter that is referred to it: the value asked for, with its cases. */
function valuesOfSection(
  question: QuestionReading,
  { evidence: from, reference }: ReferringRule,
  evidence: readonly Evidence[],
): AnswerSentence[] {
  const target = evidenceReferredTo(reference, from, evidence);
  const anywhere = { ...question, districts: [], subject: [] };
  if (!question.dimension) return amountsOf(question, target);
  const setting = settingOf(anywhere, target);
  const candidates = target
    .filter((one) => isForDistrict(question, one))
    .flatMap((one) => candidateOf(anywhere, one, setting) ?? [])
    .map((one) => ({ ...one, score: one.score + (isOfSubject(question, one.evidence) ? 0.3 : 0) }))
    .sort((a, b) => b.score - a.score);
  const [best] = candidates;
  if (!best) return plainlyStated(question, target);
  return candidates
    .filter(({ score }) => score >= best.score - 0.25)
    .slice(0, mostValues)
    .map(({ evidence: one }) =>
      sentenceOfValue(anywhere, { evidence: one, standing: standingOf(one, question.districts) }),
    );
}

/** A section to which a dimension is referred may name it by its last word alone: "The area is at least 43,560 square feet". */
function plainlyStated(question: QuestionReading, target: readonly Evidence[]): AnswerSentence[] {
  const { dimension } = question;
  const noun = plainNouns.find(([id]) => dimension?.id.endsWith(id))?.[1];
  const [first] = target.filter(
    (one) => !one.cell && noun?.test(one.text) && hasValue(question, one) && isForDistrict(question, one),
  );
  return first ? [sentenceOfText(first)] : [];
}

const plainNouns: readonly (readonly [id: string, told: RegExp])[] = [
  ["area", /\b(?:area|size)\b/i],
  ["width", /\bwid(?:th|e)\b/i],
  ["depth", /\b(?:depth|deep)\b/i],
  ["height", /\b(?:height|high|tall)\b/i],
  ["setback", /\b(?:set-?backs?|yards?|distance)\b/i],
  ["setbacks", /\b(?:set-?backs?|yards?|distance)\b/i],
  ["coverage", /\bcover\w*\b/i],
  ["frontage", /\bfrontage\b/i],
  ["density", /\b(?:density|units)\b/i],
  ["open space", /\bopen space\b/i],
];

function isOfSubject({ subject }: QuestionReading, one: Evidence): boolean {
  const own = one.cell ? labelsOf(one.cell) : one.text;
  return subject.length > 0 && conceptMatch(subject, analyse(own)) >= 0.6;
}

/** A row or sentence for other districts than the one asked about is none for it, though its table is referred to. */
function isForDistrict(question: QuestionReading, one: Evidence): boolean {
  const standing = standingOf(one, question.districts);
  return question.districts.length === 0 || standing.kind !== "other" || standing.where === "heading";
}

/** Of what a section says with an amount of the kind asked for, the sentence that shares most with the question. */
function amountsOf(question: QuestionReading, target: readonly Evidence[]): AnswerSentence[] {
  const units = question.measure?.units ?? [];
  const terms = [...question.terms, ...contentTerms(question.text)];
  const stated = target
    .filter((one) => !one.cell && quantitiesIn(one.text).some(({ unit }) => unit !== null && units.includes(unit)))
    .map((one) => ({ one, share: termCoverage(terms, withRelated(analyse(`${one.lead} ${one.text}`))) }))
    .sort((a, b) => b.share - a.share);
  const [best] = stated;
  return best ? [{ ...sentenceOfText(best.one), text: asSentence(sentenceOfText(best.one).text) }] : [];
}
