import type { MarkedPassage } from "../../evidence-desk.ts";
import { quantitiesIn } from "../../text/quantities.ts";
import type { ReadRules } from "../../tool.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { statesMeasure } from "../question/measures.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { answerAmount, statesOtherLimit } from "./amount-answer.ts";
import { answerOnCondition } from "./amount-on-condition.ts";
import { type ExtractiveAnswer, noAnswer } from "./answer.ts";
import { closestProvision } from "./closest-provision.ts";
import { conditionFit, conditionsIn, withoutConditionWords } from "./conditions.ts";
import { answerDefinition } from "./definition-answer.ts";
import { standingOf } from "./district-match.ts";
import { answerGenerally } from "./general-answer.ts";
import { asksForUses, listUses } from "./list-uses.ts";
import { answerSection, asksForSection } from "./named-section.ts";
import { answerParking } from "./parking-answer.ts";
import { answerPermission } from "./permission-answer.ts";
import { answerProcedure, asksForApproval } from "./procedure-answer.ts";
import { quoteAnswer } from "./quote.ts";
import { answerByStandard } from "./standard-answer.ts";
import { answerStatedOrReferred } from "./stated-or-referred.ts";
import { gateSubject } from "./subject-gate.ts";
import { quoteUnclear } from "./unclear-statement.ts";
import { forAllDistricts } from "./value-answer.ts";
import { answerByReference } from "./value-by-reference.ts";
import { gateValue } from "./value-gate.ts";
import { labelsOf } from "./value-told.ts";

/** Of several dimensions each gets its rule and one case of it. */
const sentencesPerDimension = 2;
/** A yes or no read from sentences at large must be about all of the question. */
const surely = 0.85;

/** What a publisher notes beside the law is no rule: "Editor's Note: Original § 34, Farm stands, was repealed". */
const editorial = /^\W*(?:editor['’]?s?['’]? notes?|publisher['’]s note|cross[- ]references?|state law references?)\b/i;

/** What was found for a question: passages, what they state, and the rules that were read at ingest. */
export interface Found {
  readonly passages: readonly MarkedPassage[];
  readonly evidence: readonly Evidence[];
  readonly rules: ReadRules;
}

/**
 * Answers a question from evidence by the way its kind is answered; a question no way answers is told the provision that
 * comes closest, and gets no answer where none comes close.
 */
export function answerFrom(question: QuestionReading, found: Found): ExtractiveAnswer {
  const evidence = found.evidence.filter((one) => !editorial.test(one.text));
  if (evidence.length === 0 || isUnknownDistrict(question, evidence)) return noAnswer;
  const answer = orElse(answerByKind(question, { ...found, evidence }), () => closestProvision(question, evidence));
  return quoteUnclear(question, answer);
}

function answerByKind(question: QuestionReading, found: Found): ExtractiveAnswer {
  const { evidence } = found;
  if (asksForSection(question)) {
    const section = answerSection(question, evidence);
    if (section.status !== "not_located") return section;
  }
  if (asksForApproval(question)) {
    const procedure = answerProcedure(question, evidence);
    if (procedure.status !== "not_located") return gateSubject(question, procedure);
    if (question.kind !== "permission") return gateSubject(question, answerGenerally(question, evidence));
  }
  switch (question.kind) {
    case "value":
      return orElse(
        orElse(answerValues(withoutConditionWords(question), found), () =>
          gateValue(question, answerAmount(question, evidence)),
        ),
        // "What is a front setback?" names a dimension, and may want to know what it is.
        () =>
          /^\s*what(?:'s| is| are)\s+an?\s/i.test(question.text) ? answerDefinition(question, evidence) : noAnswer,
      );
    case "permission": {
      if (question.isOnConstraint) return onConstraint(question, found);
      const ruling = asksForUses(question)
        ? listUses(question, evidence)
        : answerPermission(question, evidence, { uses: found.rules.uses, passages: found.passages });
      const isYesOrNo = /^\s*(?:can|could|may|must|am|are|is|will|would|do|does|should)\b/i.test(question.text);
      return ruling.status === "not_located" && isYesOrNo
        ? quoted(answerGenerally(question, evidence.filter(isRule), surely))
        : ruling;
    }
    case "definition": {
      const definition = answerDefinition(question, evidence);
      if (definition.status !== "not_located") return definition;
      const amount = question.measure === null ? noAnswer : answered(answerMeasured(question, evidence));
      if (amount.status === "answered") return gateValue(question, amount);
      return quoted(answerGenerally(question, evidence));
    }
    case "general": {
      const fitting = forCondition(
        question,
        evidence.filter((one) => !statesOtherLimit(question, one)),
      );
      const answer = answerGenerally(question, fitting);
      // A sentence without an amount does not say how much.
      const isWanting = question.measure !== null && !answer.sentences.some((one) => statesAmount(question, one.text));
      if (!isWanting) return question.measure === null ? gateSubject(question, answer) : gateValue(question, answer);
      return orElse(gateValue(question, answerMeasured(question, fitting)), () => quoted(answer));
    }
  }
}

/** A list of uses does not decide what may be done on constrained land: the use and what is said of such land are quoted. */
function onConstraint(question: QuestionReading, { evidence, rules, passages }: Found): ExtractiveAnswer {
  const ofUse = answerPermission(question, evidence, { uses: rules.uses, passages });
  const ofLand = orElse(answerGenerally(question, evidence.filter(isRule)), () => closestProvision(question, evidence));
  return quoteAnswer([...ofLand.sentences, ...ofUse.sentences].flatMap((one) => one.evidence));
}

/** An answer with its sentences replaced by quotes of what they rest on. */
function quoted({ sentences }: ExtractiveAnswer): ExtractiveAnswer {
  return quoteAnswer(sentences.flatMap(({ evidence }) => evidence));
}

/** An amount as a provision states it, or as one gives it that another refers to. */
function answerMeasured(question: QuestionReading, evidence: readonly Evidence[]): ExtractiveAnswer {
  return orElse(
    orElse(answerAmount(question, evidence), () => answered(answerByReference(question, evidence))),
    () => answerOnCondition(question, evidence),
  );
}

/** Tells whether a text holds an amount: one with a unit, or for a count any number. */
function statesAmount({ measure }: QuestionReading, text: string): boolean {
  if (measure === null || measure.id === "count") return /\d/.test(text);
  return statesMeasure(measure, text) || quantitiesIn(text).some(({ unit }) => unit !== null);
}

/** The evidence without what is said for another condition than the question states: "where there is no public water". */
function forCondition(question: QuestionReading, evidence: readonly Evidence[]): readonly Evidence[] {
  const asked = conditionsIn(question.text);
  return asked.size === 0
    ? evidence
    : evidence.filter(
        (one) =>
          conditionFit(asked, conditionsIn(one.cell ? labelsOf(one.cell) : `${one.lead} ${one.text}`)) !== "excludes",
      );
}

/** An answer that is whole; none in place of one that is not. */
function answered(answer: ExtractiveAnswer): ExtractiveAnswer {
  return answer.status === "answered" ? answer : noAnswer;
}

function orElse(answer: ExtractiveAnswer, other: () => ExtractiveAnswer): ExtractiveAnswer {
  return answer.status === "not_located" ? other() : answer;
}

/** A sentence that can settle whether something may be done: no definition, and none that only describes. */
function isRule({ cell, text, passage }: Evidence): boolean {
  const isDefining = /\bdefin|\bterms?\b|\bglossary/i.test(passage.headingPath.at(-1) ?? "");
  return (
    cell !== null ||
    (!isDefining && /\b(?:may|shall|must|permitted|allowed|prohibited|unlawful|required?|forbidden)\b/i.test(text))
  );
}

/** A district the question names by its code, and no document speaks of: nothing said of others answers. */
function isUnknownDistrict(question: QuestionReading, evidence: readonly Evidence[]): boolean {
  const coded = question.districts.filter((district) => district.codes.some((code) => /\d/.test(code)));
  const holdsForAll =
    question.kind === "value" && (question.subject.length > 0 || forAllDistricts.has(question.dimension?.id ?? ""));
  if (holdsForAll || question.isSiteDistrict || coded.length === 0 || coded.length < question.districts.length)
    return false;
  return !evidence.some((one) => standingOf(one, coded).kind === "named");
}

/** Whether an answer states every amount of another: then two readings of the law agree. */
function isSaidBy(whole: ExtractiveAnswer, part: ExtractiveAnswer): boolean {
  const amounts = ({ sentences }: ExtractiveAnswer) => quantitiesIn(sentences.map(({ text }) => text).join(" "));
  const said = new Set(amounts(whole).map(({ value }) => value));
  const isEach = amounts(part).every(({ value }) => said.has(value));
  return whole.status === "answered" && part.status === "answered" && isEach;
}

/** Answers each dimension of a question in turn: "setbacks and height", "setbacks" as front, side and rear. */
function answerValues(question: QuestionReading, { evidence, rules, passages }: Found): ExtractiveAnswer {
  const stated = (one: QuestionReading) => {
    const read = gateValue(one, answerStatedOrReferred(one, evidence));
    const ruled =
      one.dimension?.id === "parking"
        ? answerParking(one, { parking: rules.parking, passages })
        : answerByStandard(one, { standards: rules.standards, evidence });
    if (ruled.status === "partial" && read.status !== "answered") return ruled;
    if (ruled.status !== "answered" || isSaidBy(read, ruled)) return read;
    if (isSaidBy(ruled, read)) return ruled;
    // Two readings that do not agree carry no assertion.
    const both = [ruled, read].flatMap(({ sentences }) => sentences.flatMap((sentence) => sentence.evidence));
    return read.status === "answered" ? quoteAnswer(both) : ruled;
  };
  if (question.dimensions.length < 2) return stated(question);
  const parts = question.dimensions.map((dimension) => stated({ ...question, dimension, limit: dimension.limit }));
  const found = parts.filter((part) => part.status !== "not_located");
  const isOneWord =
    question.dimension?.id === "setbacks" && question.dimensions.every((one) => / setback$/.test(one.id));
  if (found.length === 0 || (isOneWord && found.length < 2)) return stated(question);
  const sentences = found.flatMap((part) => part.sentences.slice(0, sentencesPerDimension));
  const isWhole = found.length === parts.length && found.every((part) => part.status === "answered");
  return {
    status: isWhole ? "answered" : "partial",
    sentences: sentences.filter((one, at) => sentences.findIndex((other) => other.text === one.text) === at),
  };
}
