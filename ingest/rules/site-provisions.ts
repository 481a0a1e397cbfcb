import type { RuleUnit } from "../lexicon/dimensions.ts";
import type { SiteStandardId } from "../lexicon/site-standards.ts";

/** How sentences state one standard of a site with a single amount, which is the first group of each pattern. */
interface Provision {
  readonly standard: SiteStandardId;
  readonly unit: RuleUnit;
  readonly patterns: readonly RegExp[];
  /** Words by which a sentence is about something else. */
  readonly none: RegExp;
  readonly range: readonly [least: number, most: number];
  /** The value of an amount; the amount itself where it is not given. */
  readonly toValue?: (amount: number) => number;
}

const inches = String.raw`\(?(\d(?:\.\d{1,2})?)\)?[\s-]*inch(?:es)?\b`;
const feet = String.raw`(\d{2,3})\s*(?:feet|foot|ft\b)`;
const drive = String.raw`(?:driveways?|curb\s+cuts?)`;
const bicycleSpace = String.raw`\b1\s+(?:\w+\s+)?(?:bicycle|bike)\s+(?:parking\s+)?space\s+(?:shall\s+be\s+provided\s+|is\s+required\s+)?(?:for\s+(?:every|each)|per)\s+`;
const perAmount = (amount: number) => Math.round(1e4 / amount) / 1e4;

const provisions: readonly Provision[] = [
  {
    ...{ standard: "stormwater_wq_depth", unit: "in", range: [0.25, 4] },
    patterns: [
      new RegExp(
        String.raw`\bwater[\s-]quality\s+volume\b[^;]{0,120}?\b(?:from|of)\s+(?:the\s+first\s+)?(?:\d\s+and\s+[\w-]+\s+)?${inches}`,
        "i",
      ),
      new RegExp(
        String.raw`\b(?:retain|treat|capture|infiltrat|detain)\w*\b[^.;]{0,60}\bfirst\s+${inches}\s+of\s+(?:rain|runoff|stormwater|precipitation)`,
        "i",
      ),
    ],
    none: /\b(?:half of|diameter|pipe|roof|dwelling)\b/i,
  },
  {
    ...{ standard: "driveway_spacing", unit: "ft", range: [10, 600] },
    patterns: [
      new RegExp(
        String.raw`\b${drive}\b[^.;]{0,90}\b${feet}\s+(?:apart|from\s+(?:another|any\s+other|other|one\s+another|each\s+other)(?:\s+(?:existing\s+)?${drive})?\b(?!\s+(?:lot|use|street)))`,
        "i",
      ),
      new RegExp(
        String.raw`\bseparation\s+between\s+(?:\w+\s+){0,2}?${drive}\s+(?:is|shall\s+be)\s+(?:at\s+least\s+)?${feet}`,
        "i",
      ),
      new RegExp(
        String.raw`\b${drive}(?:\s+openings?)?\s+(?:shall|must)\s+be\s+separated\s+by\s+(?:a\s+minimum\s+(?:distance\s+)?of\s+|at\s+least\s+)${feet}`,
        "i",
      ),
    ],
    none: /\b(?:opposite|residential|dwellings?|offset|buildings? (?:shall|must)|garages?|where|if)\b/i,
  },
  {
    ...{ standard: "parking_max", unit: "%", range: [100, 300] },
    patterns: [
      /\b(?:no\s+more\s+than|not\s+(?:be\s+)?more\s+than|not\s+exceed)\s+(\d{3})\s*(?:%|per\s?cent)\s+of\s+the\s+(?:\w+\s+){0,3}?(?:spaces|stalls|parking|number)\b[^;]{0,60}\b(?:requires?|required|minimum)\b/i,
    ],
    none: /\b(?:compact|bicycle|loading|on-street)\b/i,
  },
  {
    ...{ standard: "ev", unit: "%", range: [1, 100] },
    patterns: [
      /\b(?:electric\s+vehicles?|EV)\b[^.;]{0,90}\b(?:stations?|installed|equipped|chargers?)\b[^.;]{0,60}?\b(\d{1,2})\s*(?:%|per\s?cent)\s+of\s+(?:the|all|its|required)\s+(?:\w+\s+){0,2}?(?:spaces|stalls)\b/i,
      /\b(\d{1,2})\s*(?:%|per\s?cent)\s+of\s+(?:the|all|its|required)\s+(?:\w+\s+){0,2}?(?:spaces|stalls)\b[^.;]{0,60}\b(?:electric\s+vehicles?|EV)\b[^.;]{0,40}\b(?:stations?|installed|equipped|chargers?)\b/i,
    ],
    none: /\b(?:may|up to|no more than|encouraged)\b/i,
  },
  {
    ...{ standard: "bicycle", unit: "bicycle spaces per dwelling unit", range: [0.05, 4], toValue: perAmount },
    patterns: [new RegExp(String.raw`${bicycleSpace}(\d{1,2})\s+(?:dwelling\s+)?units\b`, "i")],
    none: /\b(?:may|encouraged|reduc\w+|replaced)\b/i,
  },
  {
    ...{ standard: "bicycle", unit: "bicycle spaces per stall", range: [0.01, 2], toValue: perAmount },
    patterns: [
      new RegExp(
        String.raw`${bicycleSpace}(\d{1,2})\s+(?:off-street\s+)?(?:(?:motor\s+)?vehicular\s+|automobile\s+|vehicle\s+)?(?:parking\s+)?spaces\b`,
        "i",
      ),
    ],
    none: /\b(?:may|encouraged|reduc\w+|replaced)\b/i,
  },
  {
    ...{ standard: "stream_buffer", unit: "ft", range: [10, 300] },
    patterns: [
      new RegExp(
        String.raw`\bno\s+(?:principal\s+)?(?:buildings?|structures?)\b[^.;]{0,60}\bwithin\s+${feet}\s+(?:of|from)\s+(?:the\s+edge\s+of\s+)?(?:any|a|the|every)\s+(?:\w+\s+)?(?:watercourse|stream|river)s?\b`,
        "i",
      ),
      new RegExp(
        String.raw`\b(?:undisturbed|vegetated|natural)?\s*buffer\s+of\s+(?:at\s+least\s+)?${feet}\b[^.;]{0,60}\b(?:along|from|around)\s+(?:any|each|every|a|all)\s+(?:\w+\s+)?(?:watercourse|stream|river)s?\b`,
        "i",
      ),
    ],
    none: /\b(?:animals?|manure|barns?|septic|sewage|accessory|nonconforming|unless|greater)\b/i,
  },
];
/** What makes a sentence a case: "a lot with 30 or more spaces". */
const caseWords =
  /\b(?:if|where|when|unless|except|\d+ or more|(?<!\bno )more than \d+|fewer|multi\w*|non-?residential|on (?:arterial|collector|local) roads?|less than \d+ (?:spaces|stalls|units))\b/i;

/** A standard that a sentence states. */
export interface StatedProvision {
  readonly standard: SiteStandardId;
  readonly value: number;
  readonly unit: RuleUnit;
  readonly condition: string | null;
}

/**
 * Returns the standards of a site that a sentence states with a single amount each: the depth of rain of the water-quality volume,
 * the distance between driveways, the most parking, charging stations, bicycle spaces and buffers of streams.
 *
 * @param sentence with its numbers in digits
 */
export function provisionsIn(sentence: string): StatedProvision[] {
  if (!/\b(?:shall|must|is|are|requires?|required|minimum)\b/i.test(sentence)) return [];
  return provisions.flatMap(({ standard, unit, patterns, none, range: [least, most], toValue }): StatedProvision[] => {
    if (none.test(sentence)) return [];
    const amount = patterns.map((pattern) => pattern.exec(sentence)?.[1]).find((found) => found !== undefined);
    if (amount === undefined) return [];
    const value = toValue?.(Number(amount)) ?? Number(amount);
    if (value < least || value > most) return [];
    return [{ standard, value, unit, condition: caseWords.test(sentence) ? sentence.slice(0, 200) : null }];
  });
}
