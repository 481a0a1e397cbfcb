import { amountOf, type MarkedFact, topicOf } from "../facts.ts";
import { relationOf } from "../grounding/arithmetic.ts";
import { type Quantity, quantitiesIn, unitNamedIn } from "../text/quantities.ts";
import { type AnswerSentence, type ExtractiveAnswer, quotedFact } from "./answers/answer.ts";

/** A question that facts of the project answer, alone or beside a requirement of the law. */
export type SiteQuestion =
  | { readonly kind: "fact"; readonly facts: readonly MarkedFact[] }
  | { readonly kind: "comparison"; readonly facts: readonly MarkedFact[]; readonly requirement: string };

const site = `(?:(?:my|our|the|this) (?:lot|parcel|site|land|property))`;
const enough = [
  new RegExp(
    String.raw`^is ${site} (?:big|large) enough (?:for|to (?:build|have|put|hold|fit|keep|allow)) (\S.*)$`,
    "i",
  ),
  new RegExp(
    String.raw`^(?:do|does) (?:i|we|${site}) have enough (?:land|area|lot area|room|square feet|acreage) (?:for|to (?:build|have|put|hold|fit|keep)) (\S.*)$`,
    "i",
  ),
];
const meets = new RegExp(
  String.raw`^(?:does ${site} (?:meet|satisfy)|is ${site} (?:above|over)) the minimum (?:lot )?(?:area|size)(.*)$`,
  "i",
);
const asked: readonly (readonly [topics: readonly string[], pattern: RegExp])[] = [
  [
    ["area", "total_area"],
    new RegExp(
      String.raw`^(?:how (?:big|large) is ${site}|how many (?:acres|square feet) (?:is|does) ${site}(?: have)?|what(?:'s| is) the (?:area|size|acreage) of ${site})$`,
      "i",
    ),
  ],
  [
    ["zoning"],
    new RegExp(
      String.raw`^(?:what(?:'s| is) (?:my|our|the) zoning(?: (?:code|district))?(?: of ${site})?|(?:what|which) (?:zone|zoning|district|zoning district) (?:is ${site} in|am i in|does ${site} have)|how is ${site} zoned)$`,
      "i",
    ),
  ],
  [
    ["apn"],
    new RegExp(
      String.raw`^what(?:'s| is) (?:${site}(?:'s|s)? |my |the )(?:apn|(?:assessor'?s )?parcel number)(?: of ${site})?$`,
      "i",
    ),
  ],
  [
    ["address"],
    new RegExp(
      String.raw`^(?:what(?:'s| is) (?:the address of ${site}|my address|${site}'s address)|where is ${site})$`,
      "i",
    ),
  ],
  [
    ["jurisdiction"],
    new RegExp(String.raw`^(?:what|which) (?:town|city|jurisdiction|municipality) is ${site} in$`, "i"),
  ],
  [["goal"], /^what(?:'s| is) (?:my|our|the) (?:project(?:'s)? )?goal(?: of (?:the|my|our) project)?$/i],
];

/** Reads a question about the site; undefined when the law alone answers it, or no fact is known. */
export function readSiteQuestion(question: string, facts: readonly MarkedFact[]): SiteQuestion | undefined {
  const text = question
    .replace(/\s+/g, " ")
    .replace(/[ ?.!]+$/, "")
    .trimStart();
  const about = (topics: readonly string[]) => facts.filter(({ fact }) => topics.includes(topicOf(fact)));
  const areas = about(["total_area"]).length > 0 ? about(["total_area"]) : about(["area"]);
  const [area] = areas;
  if (area && areas.length === 1) {
    const use = enough.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined);
    if (use !== undefined)
      return { kind: "comparison", facts: areas, requirement: `What is the minimum lot area for ${use}?` };
    const condition = meets.exec(text)?.[1];
    if (condition !== undefined)
      return { kind: "comparison", facts: areas, requirement: `What is the minimum lot area${condition}?` };
  }
  const found = asked.find(([, pattern]) => pattern.test(text));
  const known = found ? about(found[0]) : [];
  return known.length > 0 ? { kind: "fact", facts: known } : undefined;
}

/** Answers with the statements of facts. */
export function answerFromFacts(facts: readonly MarkedFact[]): ExtractiveAnswer {
  return { status: "answered", sentences: facts.map(quotedFact) };
}

/**
 * Answers whether the site has the area that the law requires: by calculation when the reading of the law asserts one
 * value, else with what was found beside the fact.
 */
export function compareWithRequirement(facts: readonly MarkedFact[], law: ExtractiveAnswer): ExtractiveAnswer {
  const stated = facts.map(quotedFact);
  if (law.status === "not_located") return { status: "partial", sentences: stated };
  const [first] = law.sentences;
  const required = law.status === "answered" ? onlyArea(law.sentences) : undefined;
  const [marked] = facts;
  const known = required?.unit ? marked && amountOf(marked.fact, required.unit) : undefined;
  if (!required || !first || !marked || known === undefined || isTooCloseToRounding(known, required)) {
    return { status: "partial", sentences: [...stated, ...law.sentences] };
  }
  const unit = required.unit === "acre" ? "acres" : "square feet";
  const relation = relationOf(known, required.value);
  const by = relation === "equal to" ? "" : `, by ${amount(Math.abs(known - required.value))} ${unit}`;
  const text = `The site's area of ${amount(known)} ${unit} is ${relation} the required ${amount(required.value)} ${unit}${by}.`;
  const spans = [...stated.flatMap((one) => one.spans), ...first.spans];
  return { status: "answered", sentences: [{ text, spans, evidence: first.evidence }, ...stated, ...law.sentences] };
}

/** The one lot area that sentences state; undefined when they state none or several. */
function onlyArea(sentences: readonly AnswerSentence[]): Quantity | undefined {
  const areas = sentences.flatMap(({ text }) =>
    quantitiesIn(text).flatMap((quantity) => {
      const unit = quantity.unit ?? (quantity.value >= 100 ? (unitNamedIn(text)?.unit ?? null) : null);
      return unit === "sqft" || unit === "acre" ? [{ ...quantity, unit }] : [];
    }),
  );
  const distinct = new Set(areas.map(({ value, unit }) => `${value} ${unit}`));
  return distinct.size === 1 ? areas[0] : undefined;
}

/** Recorded areas are rounded to a square foot and to a hundredth of an acre. */
function isTooCloseToRounding(known: number, { value, unit }: Quantity): boolean {
  const half = unit === "acre" ? 0.005 : 0.5;
  return known !== value && Math.abs(known - value) <= half + 1e-9;
}

function amount(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 2 });
}
