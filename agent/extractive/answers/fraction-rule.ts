import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import type { Rounding } from "./parking-rates.ts";

/** A sentence of the law that says what becomes of a part of a space. */
export interface FractionRule {
  readonly rounding: Rounding;
  readonly rule: Evidence;
}

const ofFractions: readonly (readonly [Rounding, RegExp])[] = [
  [
    "halfDown",
    /\b(?:up to and including|not exceeding|not more than)\s+(?:one[- ]half|1\/2|½)|(?:one[- ]half|1\/2|½)(?:\s*\([^)]*\))?\s+or\s+less\b/i,
  ],
  ["nearest", /\b(?:one[- ]half|1\/2|½|0?\.50?|major|nearest)\b|½/i],
  ["down", /\b(?:disregard\w*|dropped|ignored|rounded down|not (?:be )?count\w*)\b/i],
  ["up", /\b(?:up(?:ward)?|next (?:higher|highest|larger|largest|whole)|(?:as|be|require) (?:an?|one) )/i],
];

/** A fraction of what is counted, or of other things than parking spaces. */
const ofOther = /\bfractions? there|\b(?:loading|trees?|bicycles?|bikes?)\b/i;

/** Finds the sentence on parts of a parking space among the evidence. */
export function ruleOnFractions(evidence: readonly Evidence[]): FractionRule | undefined {
  for (const rule of evidence) {
    const isOfSpaces = /\bfraction/i.test(rule.text) && /\bspaces?\b/i.test(rule.text) && !ofOther.test(rule.text);
    if (rule.cell || !isOfSpaces) continue;
    const isOnParking = [rule.text, ...headingsOf(rule)].some((words) => /\bparking\b/i.test(words));
    const [rounding] = ofFractions.find(([, said]) => said.test(rule.text)) ?? [];
    if (isOnParking && rounding) return { rounding, rule };
  }
  return undefined;
}
