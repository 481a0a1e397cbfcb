import { analyse } from "../../../ingest/index.ts";
import { termCoverage } from "../../text/words.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import { namesAnyDistrict } from "../question/districts.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { withRelated } from "../question/related-words.ts";
import { conceptMatch, conceptsOf, kindsIn, type UseConcept } from "../question/use-words.ts";
import { type Conditions, conditionFit, conditionsIn, isUnaskedCase } from "./conditions.ts";
import { contradicts } from "./contradictions.ts";
import { type DistrictStanding, standingOf } from "./district-match.ts";
import { inverted } from "./inverted-label.ts";
import { sizeFit } from "./range-rows.ts";
import { unaskedCases } from "./special-cases.ts";
import { hasValue, isLabelled, labelsOf, toldBy } from "./value-told.ts";

/** A piece of evidence that states a value of the kind asked for, and how well it fits. */
export interface ValueCandidate {
  readonly evidence: Evidence;
  readonly score: number;
  /** The score, and what its own words share with the question: it orders what fits, and makes nothing fit. */
  readonly rank: number;
  readonly standing: DistrictStanding;
  /** Share of what the question is about that the evidence speaks of, 0..1. */
  readonly subject: number;
  /** Whether it is said for the condition that the question states. */
  readonly fitsCondition: boolean;
  /** It is for one case only, of which the question says nothing. */
  readonly isUnaskedCase: boolean;
}

/** What the evidence says as a whole, read once for a question. */
export interface ValueSetting {
  /** True when the ordinance sets this dimension district by district. */
  readonly isDistrictSpecific: boolean;
  /** Sections, by page, that hold a heading about areas and dimensions. */
  readonly dimensionalPlaces: ReadonlySet<string>;
  /** Pages that hold a short line about the dimension asked for. */
  readonly pagesTold: ReadonlySet<string>;
  /** The kinds of use the question names, those that lots and buildings at large are spoken of with among them. */
  readonly kindsAsked: readonly UseConcept[];
  /** The words of the question that name neither the dimension nor lots and buildings at large. */
  readonly telling: readonly string[];
  /** On what conditions the value is asked for: with public water, on a corner lot. */
  readonly conditions: Conditions;
}

const dimensionalTitle =
  /\b(?:area|dimension\w*|bulk|yards?|height|lot|density|setbacks?)\b.*\b(?:requirements?|regulations?|standards?|table|schedule|chart)\b|\bdimensional\b|\bbulk\b/i;

/** What the words of the question count that a provision says itself: of two that fit, the one for the very thing asked. */
const wordShare = 0.3;

/** Words of lots, buildings and amounts at large. */
const atLarge = new Set(
  analyse(
    "lot lots parcel site land building buildings structure structures house home dwelling dwellings unit units residential family district zone area size setback yard height width depth feet acre acres square percent number amount requirement required standard regulation rule limit minimum maximum tall high wide long deep big large new",
  ),
);

/** Reads what holds for all evidence of a question together. */
export function settingOf(question: QuestionReading, evidence: readonly Evidence[]): ValueSetting {
  const titles = evidence.filter((one) => one.cell === null && one.text.length < 90);
  const told = question.dimension?.told;
  const dimensionWords = new Set(analyse(question.dimension?.search ?? ""));
  const rival = evidence.filter(
    (one) =>
      toldBy(question, one) >= 0.9 && hasValue(question, one) && standingOf(one, question.districts).kind === "other",
  );
  return {
    isDistrictSpecific:
      question.dimension !== null &&
      question.dimension.id !== "parking" &&
      question.subject.length === 0 &&
      rival.length >= 2,
    dimensionalPlaces: new Set(titles.filter((one) => dimensionalTitle.test(one.text)).map(placeOf)),
    pagesTold: new Set(
      titles.filter((one) => told?.test(one.text) && !question.dimension?.notTold?.test(one.text)).map(pageOf),
    ),
    kindsAsked: conceptsOf(question.text).filter(({ phrases }) => phrases.length > 1),
    telling: question.terms.filter((term) => !atLarge.has(term) && !dimensionWords.has(term)),
    conditions: conditionsIn(question.text),
  };
}

function placeOf({ passage }: Evidence): string {
  return `${pageOf({ passage })} ${passage.parent.charStart}`;
}

function pageOf({ passage }: Pick<Evidence, "passage">): string {
  return `${passage.documentId} ${passage.pageEnd ?? passage.parent.charStart}`;
}

/** Weighs a piece of evidence; undefined when it states no such value, or states it for another district or subject. */
export function candidateOf(
  question: QuestionReading,
  evidence: Evidence,
  setting: ValueSetting,
): ValueCandidate | undefined {
  const told = Math.max(toldBy(question, evidence), toldByPage(question, evidence, setting));
  if (told === 0 || !hasValue(question, evidence)) return undefined;
  const standing = standingFor(question, evidence);
  if (question.districts.length > 0 && standing.kind === "other") return undefined;
  const subject = subjectMatch(question, evidence);
  if (subject < 0.6 || contradicts(question, evidence)) return undefined;
  const own = evidence.cell
    ? labelsOf(evidence.cell)
    : isLabelled(evidence)
      ? `${evidence.lead} ${evidence.text}`
      : evidence.text;
  const spoken = conditionsIn(evidence.cell ? own : `${evidence.lead} ${evidence.text}`);
  const fit = conditionFit(setting.conditions, spoken);
  if (fit === "excludes") return undefined;
  const context = `${evidence.lead} ${headingsOf(evidence).slice(0, 4).join(" ")}`;
  const isParking = question.dimension?.id === "parking";
  const cases =
    Math.min(isParking && evidence.cell ? 0 : unaskedCases(own, question.text) * 0.16, 0.5) +
    Math.min(unaskedCases(context, question.text) * 0.1, 0.3);
  const score =
    told * 0.6 +
    districtScore(question, standing, setting) +
    subject * 0.2 +
    useScore(question, evidence, setting) +
    limitScore(question, own) +
    formScore(question, evidence, standing, setting) +
    evidence.passage.score * 0.15 -
    (isOfOneThing(question, evidence, standing) ? 0.15 : 0) -
    (isInsideOther(question, evidence) ? 0.15 : 0) +
    ruleScore(question, evidence) +
    (fit === "fits" || sizeFit(question.text, evidence) === "fits" ? 0.2 : 0) -
    cases;
  const isCase = isUnaskedCase(setting.conditions, spoken);
  const words = termCoverage(setting.telling, withRelated(analyse(`${evidence.lead} ${own}`)));
  const rank = score + wordShare * words;
  return { evidence, score, rank, standing, subject, fitsCondition: fit === "fits", isUnaskedCase: isCase };
}

/** Of the rows of one district the one for the use asked about answers, and the one with the words of the question. */
function useScore(question: QuestionReading, { cell }: Evidence, { kindsAsked }: ValueSetting): number {
  if (!cell) return 0;
  const held = analyse(labelsOf(cell)).flatMap(partsOf);
  const isUse = kindsAsked.length > 0 && conceptMatch(kindsAsked, held) >= 0.6;
  const asked = new Set(analyse(question.text).flatMap(partsOf));
  const shared = held.filter((stem) => asked.has(stem)).length / Math.max(held.length, 1);
  return (isUse ? 0.12 : 0) + shared * 0.05;
}

function partsOf(stem: string): string[] {
  return stem.includes("-") ? [stem, ...stem.split("-")] : [stem];
}

/** An item of a list that is about one thing is no rule for the lots of a district: "barns must meet the following: …". */
function isOfOneThing(question: QuestionReading, { cell, lead }: Evidence, standing: DistrictStanding): boolean {
  const isForLots = question.districts.length > 0 && question.subject.length === 0;
  if (!isForLots || cell || standing.kind !== "general" || !/:$/.test(lead)) return false;
  return !/\b(?:lots?|buildings?|structures?|districts?|zones?|dimension\w*|yards?|setbacks?|heights?|area)\b/i.test(
    lead,
  );
}

/** Parking tables hold for the whole ordinance, even where they stand inside one district's article. */
function standingFor(question: QuestionReading, evidence: Evidence): DistrictStanding {
  const standing = standingOf(evidence, question.districts);
  const isForAll = question.dimension?.id === "parking" && standing.kind === "other" && standing.where === "heading";
  return isForAll ? { kind: "general" } : standing;
}

/** A parking rule inside another district's article may still be the general one, but one that stands alone is likelier. */
function isInsideOther(question: QuestionReading, evidence: Evidence): boolean {
  return question.districts.length > 0 && standingOf(evidence, question.districts).kind === "other";
}

function districtScore(question: QuestionReading, standing: DistrictStanding, setting: ValueSetting): number {
  if (question.districts.length === 0) return 0.3;
  if (standing.kind === "named") return 0.5;
  return setting.isDistrictSpecific ? -0.15 : 0.12;
}

/** Tables and sections of dimensions speak with more authority than a sentence elsewhere; "n/a" with less than a number. */
function formScore(
  question: QuestionReading,
  evidence: Evidence,
  standing: DistrictStanding,
  setting: ValueSetting,
): number {
  const isDimensional =
    headingsOf(evidence).some((heading) => dimensionalTitle.test(heading)) || dimensionalTitle.test(evidence.lead);
  const place = isDimensional || setting.dimensionalPlaces.has(placeOf(evidence)) ? 0.1 : 0;
  const told = question.dimension?.told;
  const isInPlace = place > 0 || told?.test(evidence.lead) || told?.test(headingsOf(evidence)[0] ?? "");
  const isStray =
    question.districts.length > 0 && standing.kind === "general" && !isInPlace && question.subject.length === 0;
  if (!evidence.cell) return isStray ? -0.2 : place;
  return place + 0.06 - (/\d/.test(evidence.cell.value) ? 0 : 0.15);
}

/** A rule that sets the dimension fits better than a sentence or row that only measures from it or refers to it. */
function ruleScore(question: QuestionReading, { cell, text, lead }: Evidence): number {
  const told = question.dimension?.told;
  if (!cell && isLabelled({ cell, text, lead })) return 0.12;
  const own = cell ? `${cell.label} ${cell.column}` : text;
  const mention = told?.exec(own);
  if (!told || !mention) return 0;
  const before = own.slice(Math.max(mention.index - 40, 0), mention.index);
  const isReferred =
    /\b(?:from|beyond|into|within|of|than|abutting|along|behind|to|between|encroach\w*)\s+(?:the|a|an|any|its|said)?\s*(?:(?:minimum|maximum|required|existing|principal|established|setback)\s+)*$/i.test(
      before,
    ) && !/\b(?:minimum|maximum|width|depth|size|area|number|height)\s+of\s+(?:the|a|any)?\s*$/i.test(before);
  const isDistance = !cell && amountBefore.test(before);
  if ((isReferred && !isDistance) || (!cell && /\b(?:is|are) intended to\b/i.test(text))) return -0.3;
  if (!cell && (opensWithCase(question, text) || onlyDescribes.test(text))) return -0.25;
  if (cell) return 0;
  if (isDistance) return 0.12;
  const after = own.slice(mention.index + mention[0].length, mention.index + mention[0].length + 90);
  const isSet =
    /\b(?:there shall be|shall (?:have|contain|provide|maintain)|(?:shall|may|must) not exceed)\s+(?:[\w-]+\s+){0,4}$/i.test(
      before,
    ) ||
    /^[^.;]{0,60}\b(?:shall be|shall not (?:be|exceed)|(?:of )?not less than|at least|may not exceed|is)\b/i.test(
      after,
    );
  return isSet ? 0.12 : 0;
}

/** "Ten (10) feet from any side lot line", "960 square feet of floor area": the amount is the rule's own. */
const amountBefore =
  /(?:feet|foot|ft\.?|met(?:er|re)s?|\dm|inches|acres?|%|percent|m2|['’′])\)?\s+(?:away\s+)?(?:from|to|of)\s+(?:(?:the|an?|any|its|each|every|all|said|either|both|adjoining|abutting|interior|exterior|rear|side|front|street|and|or|lot|property)[\s,]+)*$/i;

/** "A shed which is less than ten feet high may be …": the amounts say which things a rule is for; it sets another matter. */
const onlyDescribes =
  /^(?!\W*(?:\(?\w{1,3}[.)]\s+)*No\b)[^.;]{0,200}?\b(?:which|that)\s+(?:is|are|has|have)\b[^.;]{0,200}?\d[^.;]{0,200}?\b(?:shall|may|must)\b(?!\s+not\s+exceed)[^\d]*$/i;

/** Behind the mark of an item and the districts it is for: "A. In the R-1 and R-2 districts, where …". */
const caseOpening =
  /^\W*(?:[A-Za-z0-9]{1,3}[.)]\s*)?(?:in\s+(?:the|an?|any)\s[^,]{2,60},\s+)?(?:for|where|when|if)\b[^,]*/i;

/** "For a two-family dwelling …", "Where …": a case of its own, unless it is the case asked about. */
function opensWithCase(question: QuestionReading, text: string): boolean {
  const opening = caseOpening.exec(text)?.[0];
  if (opening === undefined) return false;
  return question.subject.length === 0 || conceptMatch(question.subject, analyse(opening)) < 0.6;
}

/** A scan can part a table from its caption: a row for a district with an area is about what the page's captions say. */
function toldByPage(question: QuestionReading, { cell, passage }: Evidence, setting: ValueSetting): number {
  const isArea = question.dimension?.units.includes("acre") && question.dimension.units.includes("sqft");
  if (!cell || !isArea || cell.column !== "" || !namesAnyDistrict(cell.label, true)) return 0;
  return setting.pagesTold.has(pageOf({ passage })) ? 0.6 : 0;
}

function subjectMatch(question: QuestionReading, evidence: Evidence): number {
  if (question.subject.length === 0) return 1;
  const { cell } = evidence;
  const own = cell ? labelsOf(cell) : evidence.text;
  const label = cell?.label ?? "";
  const isUse = question.dimension?.id === "parking";
  const headings = headingsOf(evidence);
  const around = !isUse
    ? [evidence.lead, ...headings.slice(0, 2)]
    : cell
      ? []
      : [evidence.lead, kindsIn(own).length === 0 ? (headings[0] ?? "") : ""];
  return conceptMatch(question.subject, analyse([own, inverted(label), ...around].join(" ")));
}

function limitScore(question: QuestionReading, text: string): number {
  if (question.limit === null) return 0;
  const says = {
    minimum: /\bmin(?:imum)?\b|\bat least\b|\bnot less than\b|\bno less than\b|\bnot be less\b/i,
    maximum:
      /\bmax(?:imum)?\b|\bnot (?:to )?exceed\b|\bno more than\b|\bnot more than\b|\bat most\b|\bup to\b|\bno higher\b/i,
  };
  const opposite = question.limit === "minimum" ? says.maximum : says.minimum;
  if (says[question.limit].test(text)) return 0.12;
  return opposite.test(text) ? -0.25 : 0;
}
