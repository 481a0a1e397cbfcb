import { analyse } from "../../ingest/index.ts";
import { amountOf, frameOf, type MarkedFact } from "../facts.ts";
import { relationOf } from "../grounding/arithmetic.ts";
import { type Quantity, quantitiesIn, unitNamedIn } from "../text/quantities.ts";
import { converted, kindOfUnit, nameOfUnit, type UnitKind } from "../text/units.ts";
import { contentTerms } from "../text/words.ts";
import { type AnswerSentence, type ExtractiveAnswer, quotedFact } from "./answers/answer.ts";
import { namesOfUses } from "./question/use-words.ts";

/** A question that facts of the project answer, alone or together with the law. */
export type SiteQuestion =
  /** The facts are the answer; in part where the question has a word that no fact is about, or all they say is that it is not known. */
  | { readonly kind: "fact"; readonly facts: readonly MarkedFact[]; readonly isWhole: boolean }
  /** The law is asked for a limit, and a fact is compared with it. */
  | { readonly kind: "comparison"; readonly facts: readonly MarkedFact[]; readonly requirement: string }
  /** The law answers, and the facts say how the site is placed. */
  | {
      readonly kind: "beside";
      readonly facts: readonly MarkedFact[];
      readonly isOfLaw: boolean;
      /** What the law is asked where the question is on the concept; the facts then come first. */
      readonly lawQuestion?: string;
    };

const place = String.raw`(?:(?:my|our|the|this) (?:lot|parcel|site|land|property))`;
const purpose = "(?:for|to (?:build|have|put|hold|fit|keep|allow))";
/** "Is my lot wide enough for X", "Is our frontage enough for X", "Do I have enough land for X": what is measured, and X. */
const enough = [
  new RegExp(String.raw`^is ${place} (\w+) enough ${purpose} (\S.*)$`, "i"),
  new RegExp(String.raw`^is (?:my|our|the site's) (?:lot |road )?(\w+) (?:\w+ )?enough ${purpose} (\S.*)$`, "i"),
  new RegExp(String.raw`^(?:do|does) (?:i|we|${place}) have enough (?:lot |road )?([\w ]+?) ${purpose} (\S.*)$`, "i"),
];
/** "Does my lot meet the minimum frontage in R-2": what is measured, and the case. */
const meets = new RegExp(
  String.raw`^(?:does ${place} (?:meet|satisfy|exceed|comply with)|is ${place} (?:above|over|below|under|within)) the (?:minimum|maximum) (?:lot |site )?(\w+)(.*)$`,
  "i",
);
/** The question is about the site of the project, not about lots in general. */
const ofSite =
  /\b(?:my|our|here|it)\b|\b(?:the|this) (?:site|project|parcels?|property|lot|land|ground|soils?|terrain|neighbou?rs)\b(?! (?:area|size|width|depth|frontage|coverage|lines?)\b)|^(?:is|are) (?:there|any)\b|^(?:any|how \w+ (?:is|are|of))\b/i;
/** "The steep part", "the flood zone": what follows the article. */
const ownLand = /\b(?:the|this|that) ((?:[\w-]+ ){0,2}[\w-]+)/gi;
/** The question asks what the law allows or demands, which no fact of a site answers. */
const ofLaw =
  /\b(?:may|can|could|must|shall|should|allow(?:ed|s)?|permits?|permitted|prohibit(?:ed|s)?|legal|requires?|required|requirements?|need(?:s|ed)?|minimum|maximum|limits?|rules?|regulations?|ordinance|code|by right|setbacks?|buffers?|exempt|variance|approv(?:al|ed)|laws?)\b/i;
/** The question asks how something is. */
const describing = /^(?:is|are|does|do|has|have|how|what|which|any|where|who)\b/i;
/** Words that a question about a fact may contain besides those of the fact. */
const neutralTerms = new Set(
  analyse(
    "lot parcel parcels site land property project ground area part portion piece share percent percentage amount total number " +
      "kind kinds type types sort name names mapped exist exists existing present located location lie lies fall falls sit cross crosses " +
      "near nearby close around along border borders adjoin contain contains include includes serve serves served available availability " +
      "entire entirely partly mostly current currently greater above below exceed exceeds exceeding least less cover covers covered",
  ),
);
/** Words that ask for an amount, by what its unit measures. */
const measureWords: Readonly<Partial<Record<UnitKind, string>>> = {
  area: "acres acreage square feet size large big",
  length: "distance far close near nearest closest long length wide width feet",
};
/** Letters that words of one topic share: flood, floodplain. */
const rootLength = 5;
const mostFacts = 6;
const mostBeside = 3;

/** Reads a question about the site; undefined when the law alone answers it, or no fact is known. */
export function readSiteQuestion(question: string, facts: readonly MarkedFact[]): SiteQuestion | undefined {
  const text = question
    .replace(/\s+/g, " ")
    .replace(/[ ?.!]+$/, "")
    .trimStart();
  const comparison = readComparison(text, facts);
  if (comparison) return comparison;
  const where = /^where\b/i.test(text) ? analyse("where") : [];
  const asked = [...contentTerms(text).filter((term) => !neutralTerms.has(term)), ...where];
  const found = closestFacts(asked, quantitiesIn(text), facts);
  const isOfLaw = ofLaw.test(text);
  const isOfThisSite =
    ofSite.test(text) || isNamedWhole(text, asked, found) || (isOfLaw && isOnOwnConstraint(text, found));
  if (found.facts.length === 0 || !isOfThisSite) return undefined;
  const isUnknown = found.facts.every(({ fact }) => fact.isUnknown === true);
  if (!isOfLaw && (found.open.length === 0 || isUnknown)) {
    const isWhole = !found.isBracketed && found.facts.every(({ fact }) => fact.isUnknown !== true);
    return { kind: "fact", facts: found.facts.slice(0, mostFacts), isWhole };
  }
  if (!isOfLaw && describing.test(text)) return { kind: "beside", facts: found.facts.slice(0, mostBeside), isOfLaw };
  // "Gas" in "gas station" does not ask about a gas main.
  const ofUse = new Set(namesOfUses(text));
  // "A large sign on my lot" names no fact, although "large" is a word by which people ask for the area.
  const named = found.facts.filter(({ fact }) => {
    if (isNamedLand(text, fact)) return true;
    const words = analyse(frameOf(fact.statement));
    const topic = new Set(analyse(fact.about ?? ""));
    return asked.some(
      (term) => topic.has(term) && !ofUse.has(term) && words.some((word) => word.startsWith(term.slice(0, rootLength))),
    );
  });
  return named.length === 0 ? undefined : { kind: "beside", facts: named.slice(0, mostBeside), isOfLaw };
}

interface FoundFacts {
  readonly facts: readonly MarkedFact[];
  /** Terms of the question that none of them is about. */
  readonly open: readonly string[];
  /** The question has a limit that none of them states: they state the next ones below and above. */
  readonly isBracketed: boolean;
}

/**
 * Returns the facts that a question asks for: of each matter those that most of its words fit ("floodway" and not all of
 * flood hazard), without a matter whose words another one has as well ("flood zone" and not the zoning).
 */
function closestFacts(
  asked: readonly string[],
  quantities: readonly Quantity[],
  facts: readonly MarkedFact[],
): FoundFacts {
  const rated = facts.flatMap((marked) => {
    const { about = "", also = "", unit } = marked.fact;
    const topic = new Set(analyse(about));
    if (!asked.some((term) => topic.has(term))) return [];
    const words = new Set(analyse(`${about} ${also} ${amountWords(unit)}`));
    return [{ marked, fitting: asked.filter((term) => words.has(term)) }];
  });
  const matters = [...Map.groupBy(rated, ({ marked }) => matterOf(marked)).values()].map((group) => {
    const most = Math.max(...group.map(({ fitting }) => fitting.length));
    // What is not known of a matter limits what is known of it: a list that could not be read may have a nearer site.
    const best = [
      ...group.filter(({ marked, fitting }) => marked.fact.isUnknown === true && fitting.length < most),
      ...group.filter(({ fitting }) => fitting.length === most),
    ];
    return { best: best.map(({ marked }) => marked), terms: new Set(best.flatMap(({ fitting }) => fitting)) };
  });
  const chosen = matters.filter(
    ({ terms }) =>
      !matters.some((other) => other.terms.size > terms.size && [...terms].every((term) => other.terms.has(term))),
  );
  const known = chosen.filter(({ best }) => best.some(({ fact }) => fact.isUnknown !== true));
  const answered = new Set(known.flatMap(({ terms }) => [...terms]));
  // What one source does not know another one may.
  const unanswered = chosen.filter((one) => !known.includes(one) && [...one.terms].some((term) => !answered.has(term)));
  const told = [...known, ...unanswered].map(({ best }) => atLimits(best, quantities));
  const limited = told.flatMap(({ facts: kept }) => kept);
  const limits = new Set(told.flatMap(({ limits: terms }) => terms));
  const isBracketed = told.some((one) => one.isBracketed);
  const covered = new Set(chosen.flatMap(({ terms }) => [...terms]));
  const open = asked.filter((term) => !covered.has(term) && !limits.has(term) && !isInStatements(term, limited));
  return { facts: limited, open, isBracketed };
}

/** What a fact is on: "site.flood.zone.1" is on "site.flood". */
const matterOf = ({ fact }: MarkedFact) => fact.id.split(".").slice(0, 2).join(".");

const isInStatements = (term: string, facts: readonly MarkedFact[]) =>
  facts.some(({ fact }) => analyse(frameOf(fact.statement)).includes(term));

/** Keeps of the facts of a matter that answer one limit each those of the limit that is asked for, else of the nearest below and above it. */
function atLimits(facts: readonly MarkedFact[], quantities: readonly Quantity[]) {
  const units = new Set(facts.flatMap(({ fact }) => fact.from?.unit ?? []));
  const [asked] = quantities.filter(({ unit }) => unit !== null && units.has(unit));
  const general = facts.filter(({ fact }) => fact.from === undefined);
  if (!asked) return { facts: general, limits: [], isBracketed: false };
  const limits = analyse(`${asked.value} ${asked.unit ?? ""}`);
  const steps = facts.filter(({ fact }) => fact.from?.unit === asked.unit);
  const limitOf = ({ fact }: MarkedFact) => fact.from?.value ?? 0;
  const exact = steps.filter((step) => limitOf(step) === asked.value);
  if (exact.length > 0) return { facts: exact, limits, isBracketed: false };
  const below = steps.filter((step) => limitOf(step) < asked.value).toSorted((a, b) => limitOf(b) - limitOf(a));
  const above = steps.filter((step) => limitOf(step) > asked.value).toSorted((a, b) => limitOf(a) - limitOf(b));
  return { facts: [...general, ...below.slice(0, 1), ...above.slice(0, 1)], limits, isBracketed: true };
}

/** "What is the base flood elevation" names no site, but all its words are those of one kind of fact. */
function isNamedWhole(text: string, asked: readonly string[], { open }: FoundFacts): boolean {
  return /^(?:what|which) (?:is|are) the\b/i.test(text) && asked.length > 1 && open.length === 0;
}

/** "Can I fill in the floodway": the land of a condition that facts state, named as one that both know, is that of the site. */
function isOnOwnConstraint(text: string, { facts }: FoundFacts): boolean {
  const named = new Set([...text.matchAll(ownLand)].flatMap(([, words = ""]) => analyse(words)));
  return facts.some(({ fact: { isConstraint, about = "" } }) => {
    return isConstraint === true && analyse(about).some((term) => named.has(term));
  });
}

/** "The steep part": nothing but the condition of a fact and words for land. */
function isNamedLand(text: string, { isConstraint, about = "" }: MarkedFact["fact"]): boolean {
  if (isConstraint !== true) return false;
  const topic = new Set(analyse(about));
  return [...text.matchAll(ownLand)].some(([, words = ""]) => {
    const terms = analyse(words);
    return terms.some((term) => topic.has(term)) && terms.every((term) => topic.has(term) || neutralTerms.has(term));
  });
}

function amountWords(unit: string | null): string {
  const kind = kindOfUnit(unit);
  return (kind && measureWords[kind]) ?? "";
}

function readComparison(text: string, facts: readonly MarkedFact[]): SiteQuestion | undefined {
  const found = enough.map((pattern) => pattern.exec(text)).find((match) => match !== null);
  const met = found ? null : meets.exec(text);
  const [, measured, rest] = found ?? met ?? [];
  if (measured === undefined || rest === undefined) return undefined;
  const terms = analyse(measured);
  const [fact, ...others] = facts.filter(({ fact: { about = "", limitedBy } }) => {
    const words = new Set(analyse(`${about} ${limitedBy ?? ""}`));
    return limitedBy !== undefined && terms.length > 0 && terms.every((term) => words.has(term));
  });
  if (!fact || others.length > 0) return undefined;
  const requirement = `What is the ${fact.fact.limitedBy}${found ? ` for ${rest}` : rest}?`;
  return { kind: "comparison", facts: [fact], requirement };
}

/** Answers with the statements of facts. */
export function answerFromFacts({ facts, isWhole }: Extract<SiteQuestion, { kind: "fact" }>): ExtractiveAnswer {
  return { status: isWhole ? "answered" : "partial", sentences: facts.map(quotedFact) };
}

/** Joins an answer of the law with what is known of the site, which comes first where the question is not one of law. */
export function withFactsBeside(
  { facts, isOfLaw, lawQuestion }: Extract<SiteQuestion, { kind: "beside" }>,
  law: ExtractiveAnswer,
): ExtractiveAnswer {
  const status = law.status === "not_located" ? "partial" : law.status;
  const stated = facts.map(quotedFact);
  const isLawFirst = isOfLaw || (lawQuestion === undefined && law.status === "answered");
  return { status, sentences: isLawFirst ? [...law.sentences, ...stated] : [...stated, ...law.sentences] };
}

/**
 * Answers whether the site keeps a limit of the law: by calculation when the reading of the law asserts one value, else
 * with what was found beside the fact.
 */
export function compareWithRequirement(facts: readonly MarkedFact[], law: ExtractiveAnswer): ExtractiveAnswer {
  const stated = facts.map(quotedFact);
  if (law.status === "not_located") return { status: "partial", sentences: stated };
  const [first] = law.sentences;
  const [marked] = facts;
  const limit = marked?.fact.limitedBy ?? "";
  const required = law.status === "answered" ? onlyAmount(law.sentences, marked?.fact.unit ?? null) : undefined;
  const known = required?.unit ? marked && amountOf(marked.fact, required.unit) : undefined;
  if (!required?.unit || !first || !known || isTooCloseToRounding(known, required.value)) {
    return { status: "partial", sentences: [...stated, ...law.sentences] };
  }
  const unit = nameOfUnit(required.unit);
  const relation = relationOf(known.value, required.value);
  const isOffsetStated = relation !== "equal to" && required.unit !== "percent";
  const by = isOffsetStated ? `, by ${amount(Math.abs(known.value - required.value))} ${unit}` : "";
  const noun = limit.replace(/^(?:minimum|maximum)\s+(?:lot\s+)?/i, "");
  const demand = /^maximum/i.test(limit) ? "permitted" : "required";
  const text = `The site's ${noun} of ${amount(known.value)} ${unit} is ${relation} the ${demand} ${amount(required.value)} ${unit}${by}.`;
  const spans = [...stated.flatMap((one) => one.spans), ...first.spans];
  return { status: "answered", sentences: [{ text, spans, evidence: first.evidence }, ...stated, ...law.sentences] };
}

/** Returns the one amount of a kind that sentences state; undefined when they state none or several. */
function onlyAmount(sentences: readonly AnswerSentence[], kind: string | null): Quantity | undefined {
  const amounts = sentences.flatMap(({ text }) =>
    quantitiesIn(text).flatMap((quantity) => {
      const unit = quantity.unit ?? (quantity.value >= 100 ? (unitNamedIn(text)?.unit ?? null) : null);
      return unit !== null && kind !== null && converted(1, unit, kind) !== undefined ? [{ ...quantity, unit }] : [];
    }),
  );
  const distinct = new Set(amounts.map(({ value, unit }) => `${value} ${unit}`));
  return distinct.size === 1 ? amounts[0] : undefined;
}

/** A recorded amount is rounded to its last digit: nearer to the limit than half of it, it does not decide. */
function isTooCloseToRounding(known: { readonly value: number; readonly step: number }, limit: number): boolean {
  return known.value !== limit && Math.abs(known.value - limit) <= known.step / 2 + 1e-9;
}

function amount(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 2 });
}
