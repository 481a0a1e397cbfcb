import type { DimensionId, RuleUnit } from "../lexicon/dimensions.ts";

/** What a sentence asks of the planted or open ground of a lot. */
export interface GroundShare {
  readonly dimension: Extract<DimensionId, "landscape_min" | "open_space_min">;
  readonly value: number;
  readonly unit: Extract<RuleUnit, "%" | "sq ft per dwelling unit">;
  /** The words that say for which lots: "of a lot in the RM district". */
  readonly lots: string;
}

const ofLot = String.raw`of\s+(?:the|a|any|each|every|all|its)\s+(?:(?:total|gross|net|entire|overall|developed)\s+)*(?:area\s+of\s+(?:the|a|any|each|every)\s+)?(?:lots?|sites?|parcels?|tracts?)(?:\s+(?:area|size)s?)?\b`;
const openSpace = String.raw`(?:(?:usable|common|permanent|outdoor|contiguous)\s+)*(?:open|green)\s?space`;
/** "At least 20 percent of a lot in the RM district, 10 percent of a lot in the VC district … shall be landscaped". */
const shareFirst = new RegExp(String.raw`\b(\d{1,2}(?:\.\d)?)\s*(?:%|per\s?cent)\s+${ofLot}`, "gi");
/** "Open space of not less than 40 percent of the area of the lot". */
const openFirst = new RegExp(
  String.raw`\b${openSpace}\s+(?:of|equal\s+to|shall\s+be)\s+(?:not\s+less\s+than|at\s+least|a\s+minimum\s+of)\s+(\d{1,2})\s*(?:%|per\s?cent)\s+${ofLot}`,
  "i",
);
/** "200 square feet of usable open space shall be provided for each dwelling unit". */
const forUnits = new RegExp(
  String.raw`(?<![\d,])(\d{1,2},\d{3}|\d{2,5})\s+(?:square\s+feet|sq\.?\s?ft\.?)\s+of\s+${openSpace}\s+(?:shall\s+be\s+provided\s+(?:on\s+the\s+(?:site|lot)\s+)?|is\s+required\s+)?(?:for\s+(?:each|every)|per)\s+(?:dwelling\s+)?unit\b`,
  "i",
);
/** "Open space shall be provided at a minimum rate of 600 square feet per dwelling unit". */
const rateForUnits = new RegExp(
  String.raw`\b${openSpace}\b[^.;]{0,60}\b(?:rate|ratio)\s+of\s+(?:at\s+least\s+|not\s+less\s+than\s+)?(\d{1,2},\d{3}|\d{2,5})\s+(?:square\s+feet|sq\.?\s?ft\.?)\s+(?:for\s+(?:each|every)|per)\s+(?:dwelling\s+)?unit\b`,
  "i",
);
const furtherUnits = /\b(\d{2,5})\s+(?:square\s+feet|sq\.?\s?ft\.?)\s+in\s+the\b/gi;
const isKept =
  /\b(?:shall|must)\b[^.;]{0,60}\b(?:landscaped?|planted|vegetated|green\s?space|open\s+space|natural\s+state|seeded)\b/i;
const isOpen = /\b(?:open|green)\s?space\b/i;
/** Of what else a share may be asked, and what makes it no least share of the lot. */
const otherShares =
  /\b(?:parking|perimeter|yards?|buffers?|setbacks?|impervious|coverage|fees?|bond|dedicat\w+|convey\w+|easement|subdivision|up to|(?:not|n[o']t) exceed|no more than|not more than|maximum|typically|may be|required (?:open|landscaped?))\b/i;
const [leastShare, mostShare] = [3, 80];

/**
 * Returns the least shares of a lot that a sentence asks to be landscaped or open, and the least open space for each dwelling
 * unit, each with the words for its lots.
 *
 * @param sentence with its numbers in digits
 */
export function groundSharesIn(sentence: string): GroundShare[] {
  const units = unitSharesIn(sentence);
  if (units.length > 0) return units;
  const main = sentence.replace(/\.\s+[A-Z].*$/s, "");
  if (otherShares.test(main) || !/\b(?:shall|must)\b/i.test(main)) return [];
  const open = openFirst.exec(main);
  if (open) return share(Number(open[1]), "open_space_min", main);
  if (!isKept.test(main)) return [];
  const dimension = isOpen.test(main.slice(main.search(/\b(?:shall|must)\b/i))) ? "open_space_min" : "landscape_min";
  const found = [...main.matchAll(shareFirst)];
  return found.flatMap((match, at) =>
    share(Number(match[1]), dimension, found.length === 1 ? main : main.slice(match.index, found[at + 1]?.index)),
  );
}

const share = (value: number, dimension: GroundShare["dimension"], lots: string): GroundShare[] =>
  value < leastShare || value > mostShare ? [] : [{ dimension, value, unit: "%", lots }];

function unitSharesIn(sentence: string): GroundShare[] {
  const first = forUnits.exec(sentence) ?? rateForUnits.exec(sentence);
  if (
    !first ||
    /\b(?:reduced|decreased|may|calculation|included)\b/i.test(sentence) ||
    !/\b(?:shall|must|required|minimum)\b/i.test(sentence)
  )
    return [];
  const start = first.index + first[0].length;
  const others = [...sentence.slice(start).matchAll(furtherUnits)].map((match) => ({
    amount: match[1] ?? "",
    at: start + match.index,
  }));
  const all = [{ amount: first[1] ?? "", at: first.index }, ...others];
  return all.map(({ amount, at }, index) => ({
    ...{ dimension: "open_space_min", value: Number(amount.replaceAll(",", "")), unit: "sq ft per dwelling unit" },
    lots: all.length === 1 ? sentence : sentence.slice(at, all[index + 1]?.at),
  }));
}
