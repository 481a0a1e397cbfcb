import { analyse } from "../../ingest/index.ts";
import { amountOf, frameOf, type MarkedFact } from "../facts.ts";
import { relationOf } from "../grounding/arithmetic.ts";
import { type Quantity, quantitiesIn, unitNamedIn } from "../text/quantities.ts";
import { converted, kindOfUnit, nameOfUnit, type UnitKind } from "../text/units.ts";
import { contentTerms } from "../text/words.ts";
import { type AnswerSentence, type ExtractiveAnswer, quotedFact } from "./answers/answer.ts";

/** A question that facts of the project answer, alone or together with the law. */
export type SiteQuestion =
  /** The facts are the answer. */
  | { readonly kind: "fact"; readonly facts: readonly MarkedFact[] }
  /** The law is asked for a limit, and a fact is compared with it. */
  | { readonly kind: "comparison"; readonly facts: readonly MarkedFact[]; readonly requirement: string }
  /** The law answers, and the facts say how the site is placed. */
  | { readonly kind: "beside"; readonly facts: readonly MarkedFact[] };

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
  /\b(?:my|our|here)\b|\b(?:the|this) (?:site|project|parcels?|property|lot|land)\b(?! (?:area|size|width|depth|frontage|coverage|lines?)\b)|^(?:is|are) there\b|^how \w+ (?:is|are|of)\b/i;
/** Words that a question about a fact may contain besides those of the fact. */
const neutralTerms = new Set(
  analyse("lot parcel parcels site land property project part portion share percent percentage amount total number"),
);
/** Words that ask for an amount, by what its unit measures. */
const measureWords: Readonly<Partial<Record<UnitKind, string>>> = {
  area: "area acres acreage square feet size large big cover covers covered",
  length: "distance far close near long length wide width feet",
  share: "area cover covers covered lie lies",
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
  if (!ofSite.test(text)) return undefined;
  const terms = contentTerms(text).filter((term) => !neutralTerms.has(term));
  const where = /^where\b/i.test(text) ? analyse("where") : [];
  const asked = [...terms, ...where];
  const about = facts.filter(({ fact }) => {
    const topic = new Set(analyse(fact.about ?? ""));
    return asked.some((term) => topic.has(term));
  });
  const answering = about.filter(({ fact }) => {
    const words = new Set(analyse(`${frameOf(fact.statement)} ${fact.about} ${amountWords(fact.unit)}`));
    return asked.every((term) => words.has(term));
  });
  if (answering.length > 0) return { kind: "fact", facts: answering.slice(0, mostFacts) };
  // "A large sign on my lot" names no fact, although "large" is a word by which people ask for the area.
  const beside = about.filter(({ fact }) => {
    const named = analyse(frameOf(fact.statement));
    const topic = new Set(analyse(fact.about ?? ""));
    return terms.some((term) => topic.has(term) && named.some((word) => word.startsWith(term.slice(0, rootLength))));
  });
  return beside.length > 0 ? { kind: "beside", facts: beside.slice(0, mostBeside) } : undefined;
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
export function answerFromFacts(facts: readonly MarkedFact[]): ExtractiveAnswer {
  return { status: "answered", sentences: facts.map(quotedFact) };
}

/** Adds to an answer of the law what is known of the site. */
export function withFactsBeside(facts: readonly MarkedFact[], law: ExtractiveAnswer): ExtractiveAnswer {
  const status = law.status === "not_located" ? "partial" : law.status;
  return { status, sentences: [...law.sentences, ...facts.map(quotedFact)] };
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
