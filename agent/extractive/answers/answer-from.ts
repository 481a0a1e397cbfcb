import { verdictIn } from "../../../ingest/index.ts";
import { quantitiesIn } from "../../text/quantities.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { statesMeasure } from "../question/measures.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { answerAmount, statesOtherLimit } from "./amount-answer.ts";
import { answerOnCondition } from "./amount-on-condition.ts";
import { type ExtractiveAnswer, noAnswer } from "./answer.ts";
import { closestProvision } from "./closest-provision.ts";
import { conditionFit, conditionsIn, withoutConditionWords } from "./conditions.ts";
import { answerDefinition } from "./definition-answer.ts";
import { answerValues } from "./dimension-answer.ts";
import { standingOf } from "./district-match.ts";
import type { Found } from "./found.ts";
import { answerGenerally } from "./general-answer.ts";
import { asksForUses, listUses } from "./list-uses.ts";
import { answerSection, asksForSection } from "./named-section.ts";
import { answerPermission } from "./permission-answer.ts";
import { answerProcedure, asksForApproval } from "./procedure-answer.ts";
import { quoteAnswer } from "./quote.ts";
import { gateSubject } from "./subject-gate.ts";
import { ofThingAsked } from "./thing-asked.ts";
import { quoteUnclear } from "./unclear-statement.ts";
import { forAllDistricts } from "./value-answer.ts";
import { answerByReference } from "./value-by-reference.ts";
import { gateValue } from "./value-gate.ts";
import { labelsOf } from "./value-told.ts";

/** A yes or no read from sentences at large must be about all of the question. */
const surely = 0.85;

/** What a publisher notes beside the law is no rule: "Editor's Note: Original § 34, Farm stands, was repealed". */
const editorial = /^\W*(?:editor['’]?s?['’]? notes?|publisher['’]s note|cross[- ]references?|state law references?)\b/i;

/**
 * Answers a question from evidence by the way its kind is answered; a question no way answers is told the provision that
 * comes closest, and gets no answer where none comes close.
 */
export function answerFrom(question: QuestionReading, found: Found): ExtractiveAnswer {
  const evidence = found.evidence.filter((one) => !editorial.test(one.text));
  if (evidence.length === 0 || isUnknownDistrict(question, evidence)) return noAnswer;
  const fitting = question.kind === "permission" ? evidence : ofThingAsked(question, evidence);
  const answer = orElse(answerByKind(question, { ...found, evidence: fitting }), () =>
    closestProvision(question, evidence),
  );
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
  const quoted = [...ofLand.sentences, ...ofUse.sentences].flatMap((one) => one.evidence);
  const [nearest] = quoted;
  // Of a section on such land what it forbids comes first: an exception alone would mislead.
  const ban = evidence.find(
    (one) => one.cell === null && one.passage === nearest?.passage && verdictIn(one.text) === "prohibited",
  );
  return quoteAnswer(ban ? [ban, ...quoted.filter((one) => one !== ban)] : quoted);
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
