import { analyse } from "../../../ingest/index.ts";
import { type Quantity, quantitiesIn, unitNamedIn } from "../../text/quantities.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import { dimensions } from "../question/dimensions.ts";
import { namesAnyDistrict } from "../question/districts.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { conceptMatch } from "../question/use-words.ts";
import { type DistrictStanding, standingOf } from "./district-match.ts";
import { unaskedCases } from "./special-cases.ts";

/** A piece of evidence that states a value of the kind asked for, and how well it fits. */
export interface ValueCandidate {
  readonly evidence: Evidence;
  readonly score: number;
  readonly standing: DistrictStanding;
}

/** What the evidence says as a whole, read once for a question. */
export interface ValueSetting {
  /** True when the ordinance sets this dimension district by district. */
  readonly isDistrictSpecific: boolean;
  /** Sections, by page, that hold a heading about areas and dimensions. */
  readonly dimensionalPlaces: ReadonlySet<string>;
  /** Pages that hold a short line about the dimension asked for. */
  readonly pagesTold: ReadonlySet<string>;
}

const dimensionalTitle =
  /\b(?:area|dimension\w*|bulk|yards?|height|lot|density|setbacks?)\b.*\b(?:requirements?|regulations?|standards?|table|schedule|chart)\b|\bdimensional\b|\bbulk\b/i;

/** Reads what holds for all evidence of a question together. */
export function settingOf(question: QuestionReading, evidence: readonly Evidence[]): ValueSetting {
  const titles = evidence.filter((one) => one.cell === null && one.text.length < 90);
  const told = question.dimension?.told;
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
  if (contradictsSize(question.text, evidence)) return undefined;
  if (subject < 0.6) return undefined;
  const own = evidence.cell
    ? `${evidence.cell.group} ${evidence.cell.label} ${evidence.cell.column}`
    : isLabelled(evidence)
      ? `${evidence.lead} ${evidence.text}`
      : evidence.text;
  const context = `${evidence.lead} ${headingsOf(evidence).slice(0, 4).join(" ")}`;
  const isParking = question.dimension?.id === "parking";
  const cases =
    Math.min(isParking && evidence.cell ? 0 : unaskedCases(own, question.text) * 0.16, 0.5) +
    Math.min(unaskedCases(context, question.text) * 0.1, 0.3);
  const score =
    told * 0.6 +
    districtScore(question, standing, setting) +
    subject * 0.2 +
    limitScore(question, own) +
    formScore(question, evidence, standing, setting) +
    evidence.passage.score * 0.15 -
    (isInsideOther(question, evidence) ? 0.15 : 0) +
    ruleScore(question, evidence) -
    cases;
  return { evidence, score, standing };
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

/** How plainly a piece of evidence is about the dimension asked: in its own words, in its lead, in its heading. */
export function toldBy(question: QuestionReading, evidence: Evidence): number {
  const told = question.dimension?.told ?? question.measure?.told;
  if (!told) return 0;
  const notTold = question.dimension?.notTold;
  const { cell } = evidence;
  const [heading] = headingsOf(evidence);
  const own = cell ? [`${cell.group} ${cell.label}`, cell.column] : [nearValue(question, evidence.text)];
  if (question.dimension?.id === "parking" && headingsOf(evidence).some((above) => notTold?.test(above))) return 0;
  if (notTold && own.some((text) => notTold.test(text))) return 0;
  if (cell) {
    const isOwnDimension = /\b(?:min|max)(?:imum)?\b/i.test(cell.label);
    if (told.test(cell.label) || (told.test(cell.column) && !isOwnDimension)) return 1;
    if (told.test(`${cell.group} ${cell.label}`)) return 0.95;
    if (told.test(`${evidence.lead} ${cell.label}`) && !notTold?.test(evidence.lead)) return 0.85;
    if (question.dimension?.id === "parking" && told.test(cell.value)) return isAboutParking(evidence) ? 1 : 0.9;
  } else if (told.test(withoutCondition(evidence.text)))
    return question.dimension ? nearness(question, evidence.text) : 0.85;
  if (!cell && namesOtherDimension(question, evidence.text)) return 0;
  if (told.test(evidence.lead) && !notTold?.test(evidence.lead)) return isLabelled(evidence) ? 1 : 0.85;
  return heading && told.test(heading) && !notTold?.test(heading) ? 0.8 : 0;
}

/** A sentence without the condition it opens with: what stands in "For a building more than two stories high, …" is no rule. */
function withoutCondition(text: string): string {
  return text.replace(/^\W*(?:for|where|when|if)\b[^,;:]{3,160}\b(?:than|exceed\w*|over|under)\b[^,;:]{1,80},\s*/i, "");
}

/** A sentence that names a dimension of its own is about that one, whatever its heading says. */
function namesOtherDimension(question: QuestionReading, text: string): boolean {
  return dimensions.some(
    (other) =>
      other.id !== question.dimension?.id &&
      other.told.test(text) &&
      !other.notTold?.test(text) &&
      /\b(?:area|yard|setback|height|width|depth|frontage|coverage|spaces|ratio|density)s?\b/i.test(
        other.told.exec(text)?.[0] ?? "",
      ),
  );
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
  if (isReferred || (!cell && /\b(?:is|are) intended to\b/i.test(text))) return -0.3;
  if (!cell && /^\W*(?:\d{1,2}[.)]\s*)?(?:for|where|when|if)\b/i.test(text)) return -0.15;
  if (cell) return 0;
  const after = own.slice(mention.index + mention[0].length, mention.index + mention[0].length + 90);
  const isSet =
    /\b(?:there shall be|shall (?:have|contain|provide|maintain))\s+(?:[\w-]+\s+){0,4}$/i.test(before) ||
    /^[^.;]{0,60}\b(?:shall be|shall not (?:be|exceed)|(?:of )?not less than|at least|may not exceed|is)\b/i.test(
      after,
    );
  return isSet ? 0.12 : 0;
}

/** A value on a line of its own under its label: "Lot area minimum" over "4,000 sq. ft." */
function isLabelled({ cell, text, lead }: Pick<Evidence, "cell" | "text" | "lead">): boolean {
  return cell === null && lead !== "" && lead.length <= 60 && /^\d/.test(text);
}

/** A row for homes with another number of bedrooms than asked about is no answer. */
function contradictsSize(question: string, { cell, text, lead }: Evidence): boolean {
  const wanted = bedroomsIn(question);
  const held = bedroomsIn(cell ? `${cell.group} ${cell.label}` : text.length < 160 ? `${lead} ${text}` : "");
  return wanted !== undefined && held !== undefined && !(wanted.least >= held.least && wanted.most <= held.most);
}

function bedroomsIn(text: string): { least: number; most: number } | undefined {
  const numbers = ["studio", "one", "two", "three", "four", "five", "six"];
  const phrase =
    /\b(?:(?:studio|efficiency|one|two|three|four|five|six|\d)(?:\s*(?:,|\bor\b|\band\b|-|\bto\b)\s*)*(?:more|fewer|less)?[\s-]*)+bed-?\s?rooms?(?:\s+or\s+(?:more|fewer|less))?|\b(?:studio|efficiency)\b/i.exec(
      text,
    )?.[0];
  if (phrase === undefined) return undefined;
  const values = [...phrase.toLowerCase().matchAll(/studio|efficiency|one|two|three|four|five|six|\d/g)].map((match) =>
    /\d/.test(match[0]) ? Number(match[0]) : Math.max(numbers.indexOf(match[0]), 0),
  );
  if (values.length === 0) return undefined;
  return {
    least: /\b(?:fewer|less)\b/i.test(phrase) ? 0 : Math.min(...values),
    most: /\bmore\b/i.test(phrase) ? 99 : Math.max(...values),
  };
}

/** A scan can part a table from its caption: a row for a district with an area is about what the page's captions say. */
function toldByPage(question: QuestionReading, { cell, passage }: Evidence, setting: ValueSetting): number {
  const isArea = question.dimension?.units.includes("acre") && question.dimension.units.includes("sqft");
  if (!cell || !isArea || cell.column !== "" || !namesAnyDistrict(cell.label, true)) return 0;
  return setting.pagesTold.has(pageOf({ passage })) ? 0.6 : 0;
}

/** The clause of a sentence that holds the value asked for. */
function nearValue(question: QuestionReading, text: string): string {
  const value = valuesIn(question, text)[0];
  if (!value) return text;
  const start = Math.max(text.lastIndexOf(";", value.start), 0);
  const end = text.indexOf(";", value.end);
  return text.slice(start, end < 0 ? undefined : end);
}

function nearness(question: QuestionReading, text: string): number {
  const match = question.dimension?.told.exec(text);
  const start = match?.index ?? 0;
  const end = start + (match?.[0].length ?? 0);
  const gaps = valuesIn(question, text).map((value) => Math.max(value.start - end, start - value.end, 0));
  const distance = Math.min(...gaps);
  return distance <= 60 ? 1 : distance <= 140 ? 0.9 : 0.75;
}

/** Tells whether a piece of evidence states a value in a unit of the dimension. */
export function hasValue(question: QuestionReading, evidence: Evidence): boolean {
  const { cell } = evidence;
  const units = question.dimension?.units ?? question.measure?.units ?? [];
  if (!cell) return valuesIn(question, evidence.text).length > 0;
  if (
    /^(?:none|n\/?a|no (?:minimum|maximum|limit|requirement)|not (?:applicable|required|permitted|regulated))\b/i.test(
      cell.value,
    )
  )
    return true;
  const values = quantitiesIn(cell.value);
  if (values.length === 0) return false;
  if (question.dimension?.id === "parking") {
    const isSpaces = values.some((value) => value.unit === "space");
    return isSpaces || (isAboutParking(evidence) && values[0]?.unit !== "ft" && values[0]?.unit !== "percent");
  }
  if (values.some((value) => value.unit !== null))
    return values.some((value) => value.unit !== null && units.includes(value.unit));
  const named = unitNamedIn(cell.label) ?? unitNamedIn(cell.column) ?? unitNamedIn(cell.group);
  return named === null ? question.dimension?.allowsBare === true : units.includes(named.unit);
}

function isAboutParking({ cell, lead, passage }: Evidence): boolean {
  return /\bparking\b|\bspaces\b/i.test(`${cell?.column} ${cell?.label} ${lead} ${passage.headingPath.at(-1)}`);
}

function valuesIn(question: QuestionReading, text: string): Quantity[] {
  const units = question.dimension?.units ?? question.measure?.units ?? [];
  const allowsBare = question.dimension?.id === "floor area ratio";
  return quantitiesIn(text).filter((value) => (value.unit === null ? allowsBare : units.includes(value.unit)));
}

function subjectMatch(question: QuestionReading, evidence: Evidence): number {
  if (question.subject.length === 0) return 1;
  const { cell } = evidence;
  const own = cell ? `${cell.group} ${cell.label} ${cell.column}` : evidence.text;
  const isUse = question.dimension?.id === "parking";
  const around = isUse ? [evidence.cell ? "" : evidence.lead] : [evidence.lead, ...headingsOf(evidence).slice(0, 2)];
  return conceptMatch(question.subject, analyse([own, ...around].join(" ")));
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
