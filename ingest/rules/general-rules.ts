import { isSameCode } from "./district-code.ts";
import type { DistrictRegister } from "./district-register.ts";
import type { DimensionRule, Rule } from "./rule.ts";
import type { RuleChunk } from "./rule-chunk.ts";

/** "On corner lots, front yards shall be required on both streets". */
const corner = /\bcorner lots?\b/i;
const frontYard = /\bfront\s+(?:lot line|yard|setback)/i;
const eachStreet =
  /\b(?:both|each|all|either|every)\s+(?:of\s+)?(?:the\s+|such\s+|its\s+)?(?:abutting\s+|street\s+)?(?:streets?|frontages?|street\s*frontages?|roads?|street lines?)\b/i;
const isRequired = /\b(?:shall|must|required|appl(?:y|ies))\b/i;
/** An entry of the definitions whose coverage counts paved ground beside buildings. */
const coverageEntry = /^\W{0,4}(?:maximum\s+)?(?:lot\s+coverage|coverage,?\s+lot|impervious\s+(?:lot\s+)?coverage)\b/i;
const paved = /\b(?:paved|pavement|impervious|impermeable|driveways?|parking)\b/i;
const notCounted = /\b(?:not\s+includ\w+|exclud\w+|except\w*|other than|exclusive of)\b/i;
const longestSentence = 600;

/**
 * Returns the rules that a sentence for all districts gives each of them from another of its rules: the yard on the side
 * street of a corner lot is the front yard where the code says so, and the limit of coverage is that of impervious
 * ground where its definition counts paved ground. A district with a rule of its own keeps it.
 */
export function readGeneralRules(
  chunks: readonly RuleChunk[],
  rules: readonly Rule[],
  { entries }: DistrictRegister,
): DimensionRule[] {
  const read = rules.filter((rule): rule is DimensionRule => rule.kind === "dimension");
  const onCorners = sentenceIn(chunks, isCornerSentence);
  const ofCoverage = sentenceIn(chunks, isCoverageSentence);
  return entries.flatMap(({ code }) => {
    const own = read.filter(({ districts }) => districts.some((district) => isSameCode(district, code)));
    return [
      ...(onCorners ? takenOver(own, code, { from: "setback_front", to: "setback_side_street", by: onCorners }) : []),
      ...(ofCoverage ? takenOver(own, code, { from: "coverage_max", to: "impervious_max", by: ofCoverage }) : []),
    ];
  });
}

interface Sentence {
  readonly text: string;
  readonly chunk: number;
  readonly charStart: number;
  readonly charEnd: number;
}

interface TakeOver {
  readonly from: DimensionRule["dimension"];
  readonly to: DimensionRule["dimension"];
  readonly by: Sentence;
}

/** The rule of another standard, and the sentence that makes it one of this: both are cited. */
function takenOver(own: readonly DimensionRule[], code: string, { from, to, by }: TakeOver): DimensionRule[] {
  if (own.some(({ dimension }) => dimension === to)) return [];
  const source = own.filter(
    ({ dimension, conditions, value }) => dimension === from && conditions.length === 0 && value !== null,
  );
  const [first] = source;
  if (!first || new Set(source.map(({ value }) => value)).size !== 1) return [];
  const confidence = Math.min(first.confidence, 0.85);
  const common = { ...first, dimension: to, districts: [code], confidence };
  const notes = [...first.notes, by.text.slice(0, 200)];
  const { chunk, charStart, charEnd } = by;
  return [
    { ...common, notes },
    { ...common, notes, evidence: { chunk, charStart, charEnd } },
  ];
}

function isCornerSentence(text: string, heading: string): boolean {
  return (
    corner.test(text) &&
    eachStreet.test(text) &&
    isRequired.test(text) &&
    (frontYard.test(text) || frontYard.test(heading)) &&
    !/\b(?:fences?|signs?|hedges?|accessory)\b/i.test(text)
  );
}

function isCoverageSentence(text: string): boolean {
  const at = paved.exec(text)?.index;
  return coverageEntry.test(text) && at !== undefined && !notCounted.test(text.slice(0, at));
}

function sentenceIn(
  chunks: readonly RuleChunk[],
  isSought: (text: string, heading: string) => boolean,
): Sentence | undefined {
  for (const { text, headingPath, ordinal, charStart } of chunks) {
    const heading = headingPath.slice(-2).join(" ");
    if (/\b(?:signs?|fences?|accessory|overlay)\b/i.test(headingPath.join(" "))) continue;
    for (const match of text.matchAll(/[^\s.;](?:[^.;\n]|\n(?!\n))*[.;]?/g)) {
      const sentence = match[0].trimEnd();
      if (sentence.length > longestSentence || !isSought(sentence, heading)) continue;
      const start = charStart + match.index;
      return { text: sentence, chunk: ordinal, charStart: start, charEnd: start + sentence.length };
    }
  }
  return undefined;
}
