import { analyse, isOfSpecialForm } from "../../../ingest/index.ts";
import { type Quantity, quantitiesIn } from "../../text/quantities.ts";
import { amountsSaidIn, type Evidence, headingsOf, saidBy, saidInFull } from "../evidence/evidence.ts";
import { isOfRulesOnly, isSetback, layoutAsked } from "../question/dimensions.ts";
import { matchDistrict } from "../question/districts.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { withRelated } from "../question/related-words.ts";
import { conceptMatch, hasTrait, kindsIn, kindsSaidIn } from "../question/use-words.ts";
import { conditionFit, conditionsIn, conditionsOf, isUnaskedCase } from "./conditions.ts";
import { standingOf } from "./district-match.ts";

/**
 * The gate of amounts: whether a provision that states an amount of the kind asked for states it for just what is asked.
 * It is for no case, use, yard, procedure or structure that the question does not name, for the condition on which the
 * question asks, and sets a limit rather than a case, a term or a fee. What does not pass is quoted.
 */
export function holdsAsAsked(question: QuestionReading, one: Evidence): boolean {
  const { dimension } = question;
  const isOfOther = [
    isOfAnotherThing,
    isOfOtherProcedure,
    isOfOtherKind,
    isOfUnaskedYard,
    isOfOtherExtent,
    isOfLargerNumber,
    beginsAtAmount,
    isOfOtherSpacing,
    isOfOtherAppeal,
  ].some((isOf) => isOf(question, one));
  if (isOfOther || !isForConditions(question, one)) return false;
  if (dimension === null) return true;
  return !isDefining(one) && !isOfRulesOnly(dimension) && !isOfOneUse(question, one) && !statesSum(one);
}

const ofOfficer = /\b(?:officers?|inspectors?|administrators?|officials?|directors?)\b/i;
const ofBoard = /\bdecisions?\s+of\s+(?:the|an?|any|such)\s+(?:[\w-]+\s+){0,4}?(?:board|commission|council)\b/i;

/** An appeal from an order of an officer goes to a board, and is another one than that from the decision of the board. */
function isOfOtherAppeal({ text }: QuestionReading, one: Evidence): boolean {
  const said = `${one.lead} ${saidBy(one)}`;
  return /\bappeal/i.test(text) && ofOfficer.test(text) && ofBoard.test(said) && !ofOfficer.test(said);
}

/** Whether a provision is for the conditions of a question, and for no case that it opens with or that its words name. */
function isForConditions(question: QuestionReading, one: Evidence): boolean {
  const { text, dimension } = question;
  const asked = conditionsIn(text);
  // "Ten feet; on the street side of a corner lot 25 feet": the first clause is for all lots.
  const [said = "", ...further] = one.cell ? [saidBy(one)] : one.text.split(";");
  const told = conditionsOf(`${one.lead} ${said}`, headingsOf(one)[0] ?? "");
  if (dimension && (isUnaskedCase(asked, told) || opensCase(question, one))) return false;
  // A street side is a side of a corner lot.
  const isImplied = (facet: string) =>
    dimension === null || facet === "role" || (facet === "position" && dimension.id === "street side setback");
  const fit = conditionFit(asked, told);
  // "75 feet; 85 feet for corner lots", "75 feet, except 85 feet for corner lots": the value for the case that is asked about is behind the one for all lots.
  const behind = [...further, ...(one.cell ? [] : one.text.split(exception).slice(1))];
  const isInFurther = behind.some((clause) => conditionFit(asked, conditionsOf(clause, "")) === "fits");
  return fit === "fits" || (fit === "silent" && (isInFurther || [...asked.keys()].every(isImplied)));
}

/** Opens a clause that sets another value for a case. */
const exception = /\b(?:except|provided)\s+that\b|\bexcept\s+(?:for|in|on|along)\b/i;

/** Whether a provision opens with a case, where the question names nothing of which it could be one. */
export const opensCase = ({ subject }: QuestionReading, { text }: Evidence) =>
  subject.length === 0 && caseOpening.test(text);

/** Behind the mark of an item and the districts it is for: "A. In the R-1 and R-2 districts, where …". */
const caseOpening =
  /^\W*(?:[A-Za-z0-9]{1,3}[.)]\s*)?(?:in\s+(?:the|an?|any)\s[^,]{2,60},\s+)?(?:for|where|when|if)\b[^,]*,/i;

/**
 * Whether a provision on a dimension is for one use or form of development that the question does not name: by its title,
 * by its words on "the use" of its section, or by the chapter of a table that has the district in its labels.
 */
function isOfOneUse(question: QuestionReading, one: Evidence): boolean {
  if (question.subject.length > 0) return false;
  const [title] = titlesOf(question, one);
  const standing = standingOf(one, question.districts);
  const isOfLabel = standing.kind === "named" && (standing.where === "label" || standing.where === "column");
  return (
    casesIn(title ?? usesOf(headingsOf(one)[0]), question.text) > 0 ||
    ofThisUse.test(one.text) ||
    ((isOfLabel || standing.kind === "general") &&
      headingsOf(one).some(isOfSpecialForm) &&
      !isOfSpecialForm(question.text))
  );
}

/** The nearest titles of a provision, without names of districts: "Residential and Farming District" describes no special case. */
export function titlesOf({ districts }: QuestionReading, one: Evidence): string[] {
  const isOfDistrict = (heading: string) => districts.some((district) => matchDistrict(heading, district) === "named");
  return headingsOf(one)
    .slice(0, 2)
    .filter((heading) => !isOfDistrict(heading));
}

/** The uses that a heading has standards for beside its district: "Non-residential uses in suburban use districts". */
const usesOf = (heading = "") =>
  /^(.*\b(?:uses?|housing|dwellings?|developments?))\s+(?:in|of|for)\b/i.exec(heading)?.[1] ?? "";

/** A provision on the use that its section is about. */
const ofThisUse = /\b(?:the|such|said|this) use\b/i;

/** Cases that an ordinance treats apart: what is said of one of them answers only a question that names it. */
const cases: readonly RegExp[] = [
  /\baccessory\b|\b(?:sheds?|garages?|barns?|carports?|swimming pools?|fences?)\b/i,
  /\bcorner\b/i,
  /\bnon-?residential\b/i,
  /\b(?:rear|flag|interior|back)\s+lots?\b(?!\s+lines?\b)/i,
  /\bnon-?conforming\b|\bexisting\b|\bprior to\b/i,
  /\b(?:cluster|conservation|open space)\s+(?:subdivision|development)|\bplanned\b|\bPUD\b|\bPRD\b/i,
  /\bparking\b|\bloading\b|\bbuffer\b|\bscreen/i,
  /\bvariance\b|\bincentive|\bbonus\b|\bincreas|\breduc|\bmodif|\bwaive/i,
  /\bfarm|\banimal|\blivestock|\bkennel|\bpoultry|\bstable|\bhorse/i,
  /\belderly|\bsenior|\baffordable\b|\bcongregate/i,
  /\bspire|\bsteeple|\bchimney|\bcupola|\benvelope\b|\bencroach|\bprojection/i,
  /\b(?:the|such|said|this) use\b|\bpatients?\b|\bpupils?\b/i,
  /\bsolar\b|\bwind\b|\bdrive-?\s?(?:in|through)|\bcar wash/i,
];

/** How many cases, kinds of use among them, a text is about that the question does not name. */
export function casesIn(text: string, question: string): number {
  const asked = new Set(kindsIn(question));
  const kinds = kindsIn(text).filter((kind) => !asked.has(kind)).length;
  // A question for an ADU is for something accessory, though it does not say so.
  const named = [...asked].some((kind) => hasTrait(kind, "accessory")) ? `${question} accessory` : question;
  return Math.min(kinds, 2) + cases.filter((one) => one.test(text) && !one.test(named)).length;
}

/** A sentence that sets a fee or a fine names sizes only to say for what. */
const statesSum = ({ cell, text }: Evidence) =>
  cell === null && quantitiesIn(text).some(({ unit }) => unit === "money");

/** A text with more amounts, or longer than this, is a table that lost its lines, or several provisions in one. */
const mostAmounts = 5;
const longestStatement = 600;

export function isCrowded({ cell, text }: Evidence): boolean {
  return cell === null && (text.length >= longestStatement || quantitiesIn(text).length > mostAmounts);
}

const structuresIn = (text: string) => kindsSaidIn(text).filter((kind) => hasTrait(kind, "structure"));
const structuresOf = (one: Evidence) => structuresIn([saidBy(one), one.lead].join(" ").replace(noFence, " "));
/** Plants and walls against noise are no fences, though laws call them barriers. */
const noFence = /\b(?:natural|living|vegetat\w+|landscap\w+|visual|sound|noise)\s+barriers?\b/gi;

/** Returns whether a provision does not mention the accessory structure that is asked about: it is on hedges, and the question on a fence. */
function isOfOtherStructure({ text }: QuestionReading, one: Evidence): boolean {
  const asked = structuresIn(text);
  if (asked.length === 0 || onAppeal.test(text)) return false;
  const around = [...structuresOf(one), ...structuresIn(headingsOf(one).join(" "))];
  return !asked.some((kind) => around.includes(kind));
}

/** Returns whether a provision is on another thing than the question: on a pool where the building is asked about, or the other way round. */
function isOfAnotherThing(question: QuestionReading, one: Evidence): boolean {
  const isNamed = question.subject.length > 0 && conceptMatch(question.subject, analyse(saidBy(one))) >= enoughOfThings;
  const isOnStructure =
    question.dimension !== null && !isNamed && structuresIn(question.text).length === 0 && structuresOf(one).length > 0;
  return isOnStructure || isOfOtherStructure(question, one);
}

/** Whether an amount is asked of a procedure that neither a provision nor its title names: the fee of a certificate is none of a special permit. */
function isOfOtherProcedure({ text }: QuestionReading, one: Evidence): boolean {
  const procedure = conditionsIn(text.replace(withoutPermit, " ")).get("procedure");
  const told = conditionsIn([one.lead, saidBy(one), ...headingsOf(one)].join("\n")).get("procedure");
  return procedure !== undefined && ![...procedure].some((name) => told?.has(name));
}

/** "How many boarders may I take without a special permit": the amount is of no permit. */
const withoutPermit =
  /\b(?:without|before)\s+(?:(?:needing|getting|having|asking for|applying for|I need|we need|you need)\s+)?(?:an?\s+|any\s+)?(?:special|conditional)\s+(?:use\s+)?(?:permits?|exceptions?)\b/gi;

/** The width of an aisle "between stalls" says nothing of their size. */
const ofAisle = /\baisles?\b/i;

/** Whether an amount is asked of the layout of sites, and no sentence on just that kind of stall or building states it. */
function isOfOtherKind(question: QuestionReading, one: Evidence): boolean {
  const asked = layoutAsked(question.text);
  if (!asked) return false;
  const { dimension, kind } = asked;
  const said = `${one.lead} ${saidBy(one)}`;
  const [amount] = amountsIn(question, one);
  if (one.cell !== null || ofAisle.test(one.text.slice(0, amount?.start)) || !dimension.told.test(said)) return true;
  if (kind === undefined) return dimension.notTold?.test(said) === true;
  const held = withRelated(wordsAround(one));
  return analyse(kind).some((stem) => !held.has(stem));
}

const caseBefore =
  /\b(?:over|above|under|below|exceed(?:s|ing)|in excess of|(?:more|greater|larger|taller|higher|less|fewer|smaller) than)\s+(?:\w+\s+){0,2}?\(?$/i;

/** "No person shall stay for more than …": a limit. */
const negatedBefore = /\b(?:no|not|never|nor|neither|without)\b[^.;:]*$/i;

/** Whether every amount of a provision only says from where on it holds, and so limits nothing: "turbines over 60 feet require …". */
function beginsAtAmount(question: QuestionReading, one: Evidence): boolean {
  const isOfLimit = question.limit === "maximum" || question.measure?.id === "distance";
  return isOfLimit && isFromAmounts(one, amountsIn(question, one));
}

/** Whether every amount of the kind asked for says of which things a sentence is, and limits none: "any vehicle over 5,000 pounds shall be screened". */
export const opensAtAmount = (question: QuestionReading, one: Evidence): boolean =>
  isFromAmounts(one, amountsIn(question, one));

function isFromAmounts({ cell, text }: Evidence, amounts: readonly Quantity[]): boolean {
  const opensCase = (before: string) => caseBefore.test(before) && !negatedBefore.test(before);
  const isLimit = (behind: string) => forbidsBeyond.test(behind) && !allowsBeyond.test(behind);
  return (
    cell === null &&
    amounts.length > 0 &&
    amounts.every(({ start, end }) => opensCase(text.slice(0, start)) && !isLimit(text.slice(end)))
  );
}

/** Whether the question asks for a width and the provision states only a length, a height or a depth. */
function isOfOtherExtent({ measure, dimension }: QuestionReading, one: Evidence): boolean {
  const said = `${one.lead} ${saidBy(one)}`;
  return !dimension && measure?.id === "width" && otherExtent.test(said) && !/\bwid(?:th|e|er|ths)\b/i.test(said);
}

const otherExtent = /\b(?:lengths?|long|heights?|high|tall|depths?|deep)\b/i;

/** Whether a provision is for more things than the question has: one on "more than twelve hens" says nothing of ten. */
function isOfLargerNumber({ text }: QuestionReading, one: Evidence): boolean {
  const asked = quantitiesIn(text).filter(({ unit }) => !countsNothing(unit));
  const least = quantitiesIn(one.text).filter(({ unit, start }) => {
    const before = one.text.slice(0, start);
    return !countsNothing(unit) && caseBefore.test(before) && !negatedBefore.test(before);
  });
  return (
    asked.length > 0 && least.length > 0 && asked.every(({ value }) => least.every((limit) => value <= limit.value))
  );
}

/** "A use discontinued for more than 18 months shall not be resumed", "weeds over eight inches are a nuisance": an amount beyond which something is barred limits it. */
const forbidsBeyond =
  /^[^.;]{0,80}\b(?:(?:shall|may|must) not (?:thereafter )?be (?:resumed|re-?established|continued|restored|rebuilt)|(?:is|are|shall be) (?:hereby )?(?:deemed |considered |declared )?(?:to be )?(?:abandoned|void|lost|terminated|prohibited|unlawful|(?:a )?(?:public )?nuisances?)|loses?|lapses?)\b/i;
const allowsBeyond = /\b(?:except|unless|without)\b/i;

const onAppeal = /\bappeal(?:s|ed|ing)?\b/i;

/** Least share of the things in the question that a provision must mention. */
const enoughOfThings = 0.6;

/** Whether words mention most of the kinds of things whose amount is asked for; true where the question names none. */
export function speaksOfKinds({ subject, text }: QuestionReading, words: readonly string[]): boolean {
  // Whatever was decided on, the law has one time for appeals.
  if (onAppeal.test(text)) return true;
  const kinds = subject.filter(({ phrases }) => phrases.length > 1);
  return kinds.length === 0 || conceptMatch(kinds, words) >= enoughOfThings;
}

/** The words of a provision, of what introduces it, and of the headings above it. */
export const wordsAround = (one: Evidence) =>
  analyse([saidInFull(one), one.lead, ...headingsOf(one).slice(0, 2)].join(" "));

/** Units of amounts that count no things. */
const ofNoThings = new Set(
  "ft m inch mile yard sqft sqm sqyd acre percent money day night week month year hour minute mph".split(" "),
);

/** Whether the unit of an amount shows that it does not count things: "one-half acre" is not a number of hens. */
export const countsNothing = (unit: string | null): boolean => unit !== null && ofNoThings.has(unit);

const areas = new Set(["sqft", "sqm", "acre"]);

/** The amounts of the kind asked for; where a size is given as an area, the lengths beside it are left out. */
export function amountsIn({ dimension, measure }: QuestionReading, one: Evidence): Quantity[] {
  const units = dimension?.units ?? measure?.units;
  const said = amountsSaidIn(one);
  const isCount = !dimension && measure?.id === "count";
  const counts = isCount ? said.filter(({ unit }) => !countsNothing(unit)) : [];
  if (counts.length > 0) return counts;
  const fitting = said.filter(({ unit }) => !units || (unit !== null && units.includes(unit)));
  // The area of a lot is not the number of things allowed on it.
  if (isCount) return fitting.filter(({ unit }) => unit !== null && !areas.has(unit));
  const ofArea = fitting.filter(({ unit }) => unit !== null && areas.has(unit));
  return ofArea.length > 0 ? ofArea : fitting;
}

/** A length of which another one is a share: "side yards of ten percent of the width of the lot", "a foot for each foot of height". */
const shareOfOther =
  /\bfor (?:each|every) (?:[\w-]+ )?(?:\(\d+\) )?f(?:oo|ee)t (?:of|in) (?:\w+ ){0,2}?(?:width|depth|height)\b|(?:\bpercent|%)\s+(?:\([^)]*\)\s*)?of\s+(?:the|its)\s+(?:(?:total|lot)\s+)?(?:width|depth|height|frontage)\b[^,.;]{0,20}/gi;

/** Returns a text without the lengths that it only takes shares of: it sets none of them. */
export const withoutShares = (text: string): string => text.replace(shareOfOther, " ");

/** What a term means sets no dimension of a lot or a building. */
export function isDefining(one: Evidence): boolean {
  return headingsOf(one)
    .slice(0, 2)
    .some((heading) => /\bdefin|\bglossary\b/i.test(heading));
}

/**
 * Whether a provision is for what stands for a time, and the question asks for nothing of the kind: the height of a
 * temporary sign is not that of a sign.
 */
export function isOfTemporaryThing({ text, terms }: QuestionReading, one: Evidence): boolean {
  const things = [...`${one.lead} ${saidBy(one)}`.matchAll(temporaryThing)].map(([, thing = ""]) => analyse(thing));
  return !forATime.test(text) && things.some((words) => words.some((word) => terms.includes(word)));
}

const temporaryThing =
  /\btemporary((?:\s+[\w'’-]+){0,2}\s+(?:signs?|banners?|displays?|buildings?|structures?|uses|fences?|lights?|lighting|parking))\b/gi;
/** Words of questions on what stands for a time. */
const forATime =
  /\b(?:temporar\w+|seasonal|short\w*|events?|sales?|sell\w*|openings?|construct\w*|contractors?|real[- ]estate|realtors?|brokers?|rent\w*|leas\w+|political|elections?|campaigns?|banners?|days?|weeks?|months?|how long|until|tags?|tents?|trailers?|containers?|stands?|carnivals?|fairs?|circus|festivals?|fundrais\w+)\b/i;

/** A rule for things in front yards does not hold in back yards, nor one for a park on its lots; which setback is meant the dimension tells. */
export function isOfOtherPlace({ text, dimension }: QuestionReading, one: Evidence): boolean {
  if (isOfWhole(text, one)) return true;
  if (dimension && isSetback(dimension)) return false;
  const [asked, held] = [yardsIn(text), yardsIn(saidBy(one))];
  return asked.length > 0 && held.length > 0 && !asked.some((yard) => held.includes(yard));
}

/** "A lot in a mobile home park": the park is larger, and what is said of it without a word on its lots says nothing of them. */
const partOfWhole =
  /\b(?:lots?|stands?|spaces?|sites?|pads?)\b[^?]{0,20}\b(?:in|within|of|inside)\s+(?:an?|the|my|our|any)\s+(?:[\w-]+\s+){0,3}(?:park|development|subdivision|campground|complex|community)\b/i;
const ofParts = /\b(?:lots?|stands?|spaces?|sites?|pads?)\b/i;

function isOfWhole(question: string, one: Evidence): boolean {
  return partOfWhole.test(question) && !ofParts.test(`${one.lead} ${saidBy(one)}`);
}

/** Whether a limit holds in front yards only, of which the question says nothing: fences "in the required front yard". */
function isOfUnaskedYard({ text, dimension }: QuestionReading, one: Evidence): boolean {
  if (dimension && isSetback(dimension)) return false;
  return yardsIn(text).length === 0 && inFrontYard.test(saidBy(one)) && !yardsIn(saidBy(one)).includes("back");
}

const inFrontYard =
  /\b(?:in|within|into)\s+(?:an?|the|any|each|every)\s+(?:required\s+|minimum\s+)?(?:front|street)\s+(?:yard|set-?back)s?\b/i;

function yardsIn(text: string): string[] {
  const isFront = /\b(?:front|street)\s*(?:yards?|set-?backs?|lot lines?)\b|\bin front of\b/i.test(text);
  const isBack =
    /\bback\s?yards?\b|\belsewhere on (?:the|a|any) (?:lot|premises|property)\b|\b(?:rear|side)(?:\s*(?:,|or|and)\s*\w+)?\s*(?:yards?|set-?backs?|lot lines?)\b/i.test(
      text,
    );
  return [...(isFront ? ["front"] : []), ...(isBack ? ["back"] : [])];
}

/** Whether a provision states where something stands, of which a question asks the size: "no closer than ten feet from a lot line". */
export const statesDistance = ({ measure }: QuestionReading, one: Evidence) =>
  measure?.id === "size in feet" &&
  setsDistance.test(saidBy(one)) &&
  !/\b(?:long|length|wide|width|tall|high|height)\b/i.test(saidBy(one));

const setsDistance = /\b(?:closer|nearer)\b|\b(?:feet|ft\.?|met(?:re|er)s)\s+(?:\([^)]*\)\s*)?from\b/i;

/** Whether a question asks how far apart things of one kind are, and a provision says nothing of what lies between two. */
const isOfOtherSpacing = ({ text, measure }: QuestionReading, one: Evidence) =>
  measure?.id === "distance" &&
  /\bfrom (?:each other|one another)\b|\bbetween (?:two|each)\b/i.test(text) &&
  !betweenTwo.test(`${one.lead} ${saidBy(one)}`);

const betweenTwo = /\b(?:between|apart|separat\w+|spac(?:ed|ing)|other|another|distance|closer|nearer)\b/i;

const mostSaid =
  /\b(?:no|not) (?:more|greater|larger|higher|taller|wider|longer)\b|\bmax(?:imum)?\b|\b(?:not|never) exceed|\bup to\b|\bat most\b/i;
const leastSaid =
  /\b(?:no|not) (?:less|fewer|smaller|closer|nearer|narrower)\b|\bmin(?:imum)?\b|\bat least\b|\bor more\b/i;

/** Where the words stand that make an amount a most or a least: in its clause, before it or right behind. */
const clauseBefore = /[^,;.]{0,100}$/;
const clauseBehind = /^[^,;.]{0,20}/;

/** "Shall be, at minimum, four feet high": its commas end no clause. */
const limitBetweenCommas = /,\s(?:at|as)\s(?:an?\s|the\s|its\s)?(?:minimum|least|most|maximum),/gi;

/**
 * Tells whether all amounts of a provision state the opposite limit: a maximum does not answer a question for a minimum, nor
 * a least to one for the most.
 */
export function statesOtherLimit(question: QuestionReading, one: Evidence): boolean {
  if (question.limit === null) return false;
  const [wanted, other] = question.limit === "minimum" ? [leastSaid, mostSaid] : [mostSaid, leastSaid];
  const text = (one.cell ? one.cell.value : one.text).replace(limitBetweenCommas, (said) => ` ${said.slice(1, -1)} `);
  const label = one.cell ? saidBy(one) : "";
  const amounts = amountsIn(question, one);
  return (
    amounts.length > 0 &&
    amounts.every(({ start, end }) => {
      const said = `${label} ${clauseBefore.exec(text.slice(0, start))?.[0] ?? ""} ${clauseBehind.exec(text.slice(end))?.[0] ?? ""}`;
      return other.test(said) && !wanted.test(said);
    })
  );
}
