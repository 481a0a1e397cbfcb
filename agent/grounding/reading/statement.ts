import { type Actor, actorsIn, subjectOf, withoutActors } from "./actors.ts";
import { type BoundAmount, boundAmountsIn } from "./bounds.ts";
import { datesIn } from "./dates.ts";
import { letteredNamesIn, matterOf } from "./matter.ts";
import { districtsNamedIn, type NamedDistrict } from "./named-districts.ts";
import { type Qualifier, qualifiedOf } from "./qualifiers.ts";
import { type Verdict, verdictIn } from "./verdict.ts";

/** A claim or a clause of law taken apart: what it is about, and what it says of it. */
export interface Statement {
  readonly text: string;
  /** What it is about, qualifiers included. */
  readonly matter: readonly string[];
  /** What its main clause is about. */
  readonly mainMatter: readonly string[];
  readonly verdict: Verdict | null;
  readonly qualifiers: readonly Qualifier[];
  readonly amounts: readonly BoundAmount[];
  readonly actors: readonly Actor[];
  readonly subject: string | null;
  /** Stems of what may or may not be done, where it is more than to permit or to place: "illumin" of "may not be illuminated". */
  readonly done: readonly string[];
  readonly dates: readonly string[];
  readonly districts: readonly NamedDistrict[];
  /** "Type A", "Class 2". */
  readonly names: readonly string[];
  /** "in all districts", "never": nothing is taken out. */
  readonly isUniversal: boolean;
  /** "never", "always": no condition is left either. */
  readonly isAbsolute: boolean;
  /** True when its main clause holds a negation. */
  readonly isNegated: boolean;
}

const longest = 1_600;
/** "(a)", "3.", "iv)" before an item. */
const itemMark = /^\s*(?:\(?[A-Za-z0-9]{1,4}[.)]{1,2}\s+|[•●▪‣*–—-]\s+){1,2}/;
const negation = /\b(?:no|not|never|nor|neither|cannot|none|without|prohibit(?:ed|s)?|forbidden|unlawful)\b/i;
const universal =
  /\b(?:never|always|in (?:all|any|every) (?:cases?|districts?|zones?)|under no circumstances|in no case|all year|anywhere|in every|at all times|even (?:next|if|when|where))\b/i;
const passive =
  /\b(?:may|shall|must|can|is|are)\s+(?:not\s+|only\s+|never\s+)?be\s+([a-z]{2,20}(?:ed|en|wn|ld|pt|lt))\b(?:,? or ([a-z]{2,20}))?/i;
const absolute =
  /\b(?:never|always|in (?:all|any|every) cases?|under no circumstances|all year|at all times|by right|as of right)\b/i;
const comparative = new Set(
  "more less greater larger higher taller wider longer fewer closer nearer smaller lower narrower".split(" "),
);
const limiters = new Set("exceed exceeds exceeding within over below above".split(" "));
const negations = new Set("no not never nor neither cannot".split(" "));
const limitReach = 24;
const numberWords = new Set(
  "one two three four five six seven eight nine ten twelve fifteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand".split(
    " ",
  ),
);
const fixedLimit =
  /\b(?:not? (?:to )?(?:exceed(?:ing)?|(?:less|more|greater|larger|higher|taller|wider|longer|fewer|closer|nearer|smaller|lower|narrower) than)|(?:be )?no (?:less|more|greater|larger|higher|taller|wider|longer|fewer|closer|nearer|smaller|lower|narrower) than|nor (?:less|more) than)\b/gi;

/** Reads a statement. A very long one is read to its 1,600th character. */
export function readStatement(whole: string): Statement {
  const text = whole.slice(0, longest).replace(itemMark, "");
  const { main, qualifiers } = qualifiedOf(text);
  // "not exceeding 12 feet" bounds an amount and forbids nothing.
  const plain = main.replace(fixedLimit, " limit ");
  const isNegated = negation.test(plain);
  const limitsOnly = isNegated
    ? boundsAnAmount(plain)
    : plain !== main && !/\b(?:permitted|allowed|prohibited)\b/i.test(plain);
  return {
    text,
    matter: matterOf(withoutActors(text)),
    mainMatter: matterOf(withoutActors(main)),
    verdict: verdictIn(plain.trim(), text.replace(fixedLimit, " limit "), limitsOnly),
    qualifiers,
    amounts: boundAmountsIn(text, isNegated && limitsOnly),
    actors: actorsIn(text),
    subject: subjectOf(main.trim()),
    done: matterOf(passive.exec(main)?.slice(1).join(" ") ?? ""),
    dates: datesIn(text),
    districts: districtsNamedIn(main),
    names: letteredNamesIn(text),
    isUniversal: universal.test(text),
    isAbsolute: absolute.test(text),
    isNegated,
  };
}

/** A negation that only turns a limit round: "shall not exceed", "no building … higher than", "no permit … within 300 feet". */
function boundsAnAmount(main: string): boolean {
  const words = main.toLowerCase().match(/[a-z]+|\d[\d,.]*/g) ?? [];
  const from = words.findIndex((word) => negations.has(word));
  if (from < 0) return false;
  return words.slice(from, from + limitReach).some((word, at) => {
    const next = words.slice(from + at + 1, from + at + 5);
    const isLimit = limiters.has(word) || (comparative.has(word) && next[0] === "than");
    return isLimit && next.some((one) => /^\d/.test(one) || numberWords.has(one));
  });
}
