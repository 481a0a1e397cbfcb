import { isQuestionWord, termOf, tokensOf } from "../../ingest/index.ts";
import type { WeightedTerm } from "./keyword-search.ts";
import { layRules } from "./lay-rules.ts";
import { detailRules } from "./lay-rules-detail.ts";
import { makeLearnedWordings } from "./learned-wordings.ts";
import type { Expansions } from "./question.ts";

/** A rule read: the terms of what is said, and the terms ordinances use for it. */
export interface LayRule {
  readonly triggers: readonly (readonly string[])[];
  readonly terms: readonly string[];
}

/** Reads rules, one a line: `said | said => terms`; lines that begin with `#` are headings. */
export function readLayRules(text: string = layRules + detailRules): LayRule[] {
  return text
    .split("\n")
    .filter((line) => line.includes("=>") && !line.startsWith("#"))
    .map((line) => {
      const [said = "", terms = ""] = line.split("=>");
      const triggers = said.split("|").map((trigger) => tokensOf(trigger).map(termOf));
      return {
        triggers: triggers.filter((trigger) => trigger.length > 0),
        terms: [...new Set(tokensOf(terms).map(termOf))],
      };
    });
}

const expansionWeight = 0.3;

/** Words of a question, and the terms by which ordinances speak of what they mean. */
export interface OtherWording {
  readonly said: readonly string[];
  readonly terms: readonly string[];
}

/**
 * Makes the expansions of everyday questions into ordinance language: by rules and by what was learned, or by the given
 * rules alone.
 */
export function makeLayExpansions(rules?: readonly LayRule[], learned?: Expansions): Expansions {
  const wordingsIn = rules ? makeOtherWordings(rules) : otherWordingsIn;
  const learnedIn = learned ?? (rules ? () => [] : makeLearnedWordings());
  return (query) => {
    const suggested = new Set(wordingsIn(query).flatMap(({ terms }) => terms));
    return [...[...suggested].map((term): WeightedTerm => ({ term, weight: expansionWeight })), ...learnedIn(query)];
  };
}

let shippedWordings: ReturnType<typeof makeOtherWordings> | undefined;

/** Finds in a question what ordinances say in other words, by the shipped rules; their index is built once, when first asked. */
export function otherWordingsIn(query: string): readonly OtherWording[] {
  shippedWordings ??= makeOtherWordings(readLayRules());
  return shippedWordings(query);
}

/**
 * Makes the function that finds in a question what ordinances say in other words.
 *
 * Longer triggers go first and use up the words they stand on, so that "mobile home" says nothing of homes; a trigger
 * made only of words that every question has needs to stand as a whole.
 */
function makeOtherWordings(rules: readonly LayRule[]): (query: string) => readonly OtherWording[] {
  const byTrigger = new Map<string, Set<string>>();
  let longest = 1;
  for (const rule of rules) {
    for (const trigger of rule.triggers) {
      if (trigger.length === 1 && isQuestionWord(trigger[0] ?? "")) continue;
      longest = Math.max(longest, trigger.length);
      const key = trigger.join(" ");
      const terms = byTrigger.get(key) ?? new Set<string>();
      byTrigger.set(key, terms);
      for (const term of rule.terms) terms.add(term);
    }
  }
  return (query) => {
    const words = tokensOf(query).map(termOf);
    const isUsed = words.map(() => false);
    const found: OtherWording[] = [];
    for (let length = longest; length >= 1; length--) {
      for (let start = 0; start + length <= words.length; start++) {
        if (isUsed.slice(start, start + length).some(Boolean)) continue;
        const said = words.slice(start, start + length);
        const terms = byTrigger.get(said.join(" "));
        if (!terms) continue;
        isUsed.fill(true, start, start + length);
        found.push({ said, terms: [...terms] });
      }
    }
    return found;
  };
}
