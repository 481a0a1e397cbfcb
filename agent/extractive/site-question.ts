import { amountOf, type MarkedFact, topicOf } from "../facts.ts";
import { relationOf } from "../grounding/arithmetic.ts";
import { type Quantity, quantitiesIn, unitNamedIn } from "../text/quantities.ts";
import { type AnswerSentence, type ExtractiveAnswer, quotedFact } from "./answers/answer.ts";

/** A question that facts of the project answer, alone or beside a requirement of the law. */
export type SiteQuestion =
  | { readonly kind: "fact"; readonly facts: readonly MarkedFact[] }
  | { readonly kind: "comparison"; readonly facts: readonly MarkedFact[]; readonly requirement: string };

const site = String.raw`(?:(?:my|our|the|this)\s+(?:lot|parcel|site|land|property))`;
const enough = [
  new RegExp(
    String.raw`^\s*is\s+${site}\s+(?:big|large)\s+enough\s+(?:for|to\s+(?:build|have|put|hold|fit|keep|allow))\s+(.+?)[\s?.!]*$`,
    "i",
  ),
  new RegExp(
    String.raw`^\s*(?:do|does)\s+(?:i|we|${site})\s+have\s+enough\s+(?:land|area|lot area|room|square feet|acreage)\s+(?:for|to\s+(?:build|have|put|hold|fit|keep))\s+(.+?)[\s?.!]*$`,
    "i",
  ),
];
const meets = new RegExp(
  String.raw`^\s*(?:does\s+${site}\s+(?:meet|satisfy)|is\s+${site}\s+(?:above|over))\s+the\s+minimum\s+(?:lot\s+)?(?:area|size)(.*?)[\s?.!]*$`,
  "i",
);
const asked: readonly (readonly [topics: readonly string[], pattern: RegExp])[] = [
  [
    ["area", "total_area"],
    new RegExp(
      String.raw`^\s*(?:how\s+(?:big|large)\s+is\s+${site}|how\s+many\s+(?:acres|square feet)\s+(?:is|does)\s+${site}(?:\s+have)?|what(?:'s| is)\s+the\s+(?:area|size|acreage)\s+of\s+${site})[\s?.!]*$`,
      "i",
    ),
  ],
  [
    ["zoning"],
    new RegExp(
      String.raw`^\s*(?:what(?:'s| is)\s+(?:my|our|the)\s+zoning(?:\s+(?:code|district))?(?:\s+of\s+${site})?|(?:what|which)\s+(?:zone|zoning|district|zoning district)\s+(?:is\s+${site}\s+in|am i in|does\s+${site}\s+have)|how\s+is\s+${site}\s+zoned)[\s?.!]*$`,
      "i",
    ),
  ],
  [
    ["apn"],
    new RegExp(
      String.raw`^\s*what(?:'s| is)\s+(?:${site}(?:'s|s)?\s+|my\s+|the\s+)(?:apn|(?:assessor'?s\s+)?parcel\s+number)(?:\s+of\s+${site})?[\s?.!]*$`,
      "i",
    ),
  ],
  [
    ["address"],
    new RegExp(
      String.raw`^\s*(?:what(?:'s| is)\s+(?:the\s+address\s+of\s+${site}|my\s+address|${site}'s\s+address)|where\s+is\s+${site})[\s?.!]*$`,
      "i",
    ),
  ],
  [
    ["jurisdiction"],
    new RegExp(
      String.raw`^\s*(?:what|which)\s+(?:town|city|jurisdiction|municipality)\s+is\s+${site}\s+in[\s?.!]*$`,
      "i",
    ),
  ],
  [
    ["goal"],
    /^\s*what(?:'s| is)\s+(?:my|our|the)\s+(?:project(?:'s)?\s+)?goal(?:\s+of\s+(?:the|my|our)\s+project)?[\s?.!]*$/i,
  ],
];

/** Reads a question about the site; undefined when the law alone answers it, or no fact is known. */
export function readSiteQuestion(text: string, facts: readonly MarkedFact[]): SiteQuestion | undefined {
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
