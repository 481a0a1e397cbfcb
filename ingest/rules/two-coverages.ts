import type { DimensionRule } from "./rule.ts";
import type { RuleChunk } from "./rule-chunk.ts";

const ofBuildings = /\bbuildings?\b|\bstructures?\b/i;
/** Limits that are not the coverage by all buildings: that of accessory buildings, or of buildings with storage and paving. */
const ofOthers = /\baccessory\b|\bstorage\b|\bpav(?:ed|ing|ement)\b/i;
const ofTheLot = /\b(?:lot|site|total|overall)\s+(?:[\w-]+\s+)?coverage\b/i;

/**
 * Where a section limits the coverage by buildings and the coverage of the lot, the second counts paved ground too:
 * "Maximum building coverage: 25%. Maximum lot coverage: 60%."
 */
export function withTwoCoverages(rules: readonly DimensionRule[], { text, charStart }: RuleChunk): DimensionRule[] {
  const wordsOf = ({ evidence }: DimensionRule) =>
    text.slice(evidence.charStart - charStart, evidence.charEnd - charStart);
  const coverages = rules.filter(({ dimension }) => dimension === "coverage_max");
  const isStated = rules.some(({ dimension }) => dimension === "impervious_max");
  const isOfBuildings = (words: string) => ofBuildings.test(words) && !ofOthers.test(words);
  if (isStated || !coverages.some((rule) => isOfBuildings(wordsOf(rule)))) return [...rules];
  return rules.map((rule) => {
    const words = wordsOf(rule);
    const isOfTheLot = coverages.includes(rule) && ofTheLot.test(words) && !ofBuildings.test(words);
    return isOfTheLot ? { ...rule, dimension: "impervious_max" } : rule;
  });
}
