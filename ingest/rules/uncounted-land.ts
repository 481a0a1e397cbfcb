import { type CountedArea, type UncountedLandId, uncountedLandIds } from "../lexicon/uncounted-land.ts";

/** A kind of land that a sentence takes out of an area. */
export interface UncountedLand {
  readonly land: UncountedLandId;
  /** Percent: of slopes that from which they are taken out, of other land its share that is. */
  readonly value: number;
}

const words: Readonly<Record<Exclude<UncountedLandId, "slope">, RegExp>> = {
  wetland: /\bwetlands?\b/i,
  watercourse:
    /\b(?:watercourses?|water\s?bodies|streams?|rivers?|ponds?|lakes?|open water|lands? under water|submerged lands?)\b/i,
  floodway: /\bfloodways?\b/i,
  floodplain: /\bflood[\s-]?plains?\b|\bflood (?:hazard|zone)s?\b|\b100-year flood\b|\bbase flood\b/i,
  easement: /\beasements?\b/i,
  right_of_way: /\brights?-of-way\b/i,
};
/** "Slopes in excess of 25 percent", "sloped at more than 15%", "a natural slope of 25 percent or more". */
const slope =
  /\bslop(?:e|es|ed|ing)\b[^.;,]{0,40}?\b(\d{1,2})\s*(?:%|per\s?cent)|\b(\d{1,2})\s*(?:%|per\s?cent)\s+(?:or (?:greater|more)\s+)?slopes?\b/i;

/** What takes the land behind it out of an area. */
const takenOut =
  /\b(?:exclud(?:e|es|ing)|exclusive of|excepting|less(?! than)|minus|(?:does|do|shall|may|must) not includ\w+|not including|without)\b|\b(?:are|is|be) (?:subtracted|deducted|excluded)\s*:/i;
/** What takes the land before it out of an area. */
const isTakenOut =
  /\b(?:shall|must|may|will|is|are)\s+(?:not\s+(?:be\s+)?(?:included|counted|used|considered)|(?:be\s+)?(?:excluded|deducted|subtracted))\b/i;
/** "Land which is not designated as …". */
const isNot = /\bwhich (?:is|are) not (?:designated|classified)\b/i;
/** A share of some land counts, or counts where something else holds. */
const partly =
  /\b(?:\d{1,3}|half)\s*(?:%|per\s?cent)?\s*(?:\(\d+%\)\s*)?of\s+(?:the|such|that|any|all|its)\b|\bone[- ]half\b|\bexcept\b|\bunless\b|\bup to\b/i;

/**
 * Returns the kinds of land that a sentence takes out of an area; none where it counts a part of one.
 *
 * @param sentence with its numbers in digits
 */
export function uncountedLandIn(sentence: string): UncountedLand[] {
  const list = listIn(sentence);
  if (list === undefined || partly.test(list)) return [];
  return uncountedLandIds.flatMap((land): UncountedLand[] => {
    if (land !== "slope") return words[land].test(list) ? [{ land, value: 100 }] : [];
    const from = slope.exec(list);
    return from ? [{ land, value: Number(from[1] ?? from[2]) }] : [];
  });
}

function listIn(sentence: string): string | undefined {
  const lead = takenOut.exec(sentence) ?? isNot.exec(sentence);
  if (lead) return sentence.slice(lead.index + lead[0].length);
  const end = isTakenOut.exec(sentence)?.index;
  return end === undefined ? undefined : sentence.slice(0, end);
}

/** What an area of a lot without some of its land is called. */
const netArea =
  /\b(?:net|buildable|developable|usable|useable)\s+(?:(?:lot|site|land|tract|developable|buildable|usable)\s+)?(?:areas?|land|acres?|acreage)\b/i;

/** Returns what a text calls the area of a lot without some of its land, in small letters: "buildable area". */
export const netAreaNamed = (text: string): string | undefined =>
  netArea
    .exec(text)?.[0]
    .toLowerCase()
    .replace(/\b(?:acres?|acreage)$/, "acre");

const density =
  /\bdensit(?:y|ies)\b|\bnumber of (?:\w+ )?(?:dwelling |residential |housing )?units\b|\bunits?\s*(?:per|\/)\s*(?:\w+\s+)?acre/i;
const floorAreaRatio = /\b[Ff]loor [Aa]rea [Rr]atio\b|\bFAR\b/;
const isComputed =
  /\b(?:comput\w*|calculat\w*|determin\w+|divided by|based (?:on|upon)|measured|(?:units?|maximum)\b[^.;]{0,40}(?:per|\/)\s*(?:\w+\s+){0,2}acre\w*)\b/i;
/** What is no limit of dwellings on a lot. */
const otherDensities = /\b(?:lighting|traffic|bonus|open space|impervious|transfer\w*)\b/i;

/** Returns the limits that a sentence says how to compute. */
export function areasComputedIn(sentence: string): CountedArea[] {
  if (!isComputed.test(sentence) || otherDensities.test(sentence)) return [];
  return [
    ...(density.test(sentence) ? (["density"] as const) : []),
    ...(floorAreaRatio.test(sentence) ? (["far"] as const) : []),
  ];
}
