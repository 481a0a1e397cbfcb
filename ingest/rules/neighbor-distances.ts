import { residentialDistricts } from "../lexicon/residential-districts.ts";
import type { SiteStandardId } from "../lexicon/site-standards.ts";
import type { DistrictRegister } from "./district-register.ts";

/** A distance that holds beside lots of some districts. */
export interface NeighborDistance {
  readonly standard: Extract<SiteStandardId, "transition_setback" | "buffer_by_adjacency">;
  /** Feet. */
  readonly value: number;
  /** Codes of the districts on the other side of the lot line, or the class of them. */
  readonly neighbors: readonly string[];
  /** The words that may name the districts of the lot itself; that of a table its label. */
  readonly lots: string;
}

const beside = String.raw`\b(?:abut(?:s|ting)?|adjoin(?:s|ing)?|adjacent to|border(?:s|ing)?(?: on)?|contiguous (?:to|with))\b`;
/** "Abuts a lot in the RA or R-1 district", "adjoining residential zones", "abutting property zoned for residential use". */
const neighborZone = new RegExp(
  String.raw`${beside}[^.;:]{0,90}?\b(?:districts?|zones?|residentially[\s-]zoned|zoned (?:for )?residential)\b`,
  "i",
);
const residential = /\b(?:residential(?:ly)?|residence)\b/i;
const otherClasses = /\bnon-?residential|\b(?:or|and|any)\s+(?:a\s+)?(?:lot|property|use|dwelling)\b/i;
const feet = /(?<![\d.,])(\d{1,3})(?:\s|-)?(?:feet|foot|ft\b\.?|['′’])/gi;
/** Yards, or strips of planting, by the words beside an amount. */
const kinds = /\b(?:(setbacks?|set back|yards?)|(buffer\w*|landscaped (?:border|strip)|green ?belt|planted strip))\b/gi;
const isAsked = /\b(?:shall|must|required?|minimum|at least)\b/i;
/** What else may keep a distance from a neighbor, and what makes a sentence no plain distance of buildings. */
const otherThings =
  /\b(?:accessory|gazebos?|fences?|signs?|heights?|parking|loading|drive(?:s|ways?|-up)?|lights?|lighting|trees?|shrubs?|unless|storage|tanks?|animals?|livestock|kennels?|stables?|trash|refuse|terraces?|pools?|towers?|antennas?|may|reduc\w+|one-half|half|increased|existing|not (?:subject|apply|required)|noise|agricultur\w+|farm\w*|stories|within|mobile homes?|drive-in)\b/i;
/** What a sentence on a planted buffer is limited by wherever it says so; behind the width it may say how the buffer is planted. */
const limits = /\b(?:unless|may|reduc\w+|one-half|half|existing|not (?:subject|apply|required))\b/i;
/** Smallest and largest distance that is believed, feet. */
const [least, most] = [3, 300];

/**
 * Returns the distances that a sentence asks for beside lots of other districts: of buildings, or the width of a planted buffer.
 * "Where a lot in the GC district abuts a lot in the R-1 district, the side setback shall be at least 40 feet."
 *
 * @param sentence with its numbers in digits
 */
export function neighborDistancesIn(sentence: string, register: DistrictRegister): NeighborDistance[] {
  const zone = neighborZone.exec(sentence);
  if (!zone || !isAsked.test(sentence) || isOnOtherThings(sentence, zone.index + zone[0].length)) return [];
  const neighbors = neighborsIn(zone[0], register);
  if (neighbors.length === 0) return [];
  const own = `${sentence.slice(0, zone.index)} ${sentence.slice(zone.index + zone[0].length)}`;
  return amountsIn(sentence, zone.index)
    .filter(({ value }) => value >= least && value <= most)
    .flatMap(({ value, lots, ...span }) => {
      const standard = standardAt(sentence, span);
      return standard === undefined ? [] : [{ standard, value, neighbors, lots: lots ?? own }];
    });
}

function isOnOtherThings(sentence: string, zoneEnd: number): boolean {
  const width = [...sentence.matchAll(feet)].at(-1);
  const end = Math.max(zoneEnd, width ? width.index + width[0].length : 0);
  const isOfBuffer = /\bbuffers?\b/i.test(sentence.slice(0, end)) && !/\b(?:setbacks?|yards?)\b/i.test(sentence);
  return isOfBuffer ? limits.test(sentence) || otherThings.test(sentence.slice(0, end)) : otherThings.test(sentence);
}

/** Returns which districts some words on a neighbor mean: those that they name, or the residential ones. */
export function neighborsIn(words: string, register: DistrictRegister): string[] {
  const named = register.inLabel(words);
  if (named.length > 0) return named;
  return residential.test(words) && !otherClasses.test(words) ? [residentialDistricts] : [];
}

/** What an amount is of: "a 50-foot buffer", else the last kind before it, or the first one behind it. */
function standardAt(sentence: string, { start, end }: Pick<StatedAmount, "start" | "end">) {
  const found = [...sentence.matchAll(kinds)];
  const next = found.find(
    ({ index }) => index >= end && /^[\s-]*(?:(?!with\b|and\b)[\w-]+\s+){0,3}$/.test(sentence.slice(end, index)),
  );
  const kind = next ?? found.findLast(({ index }) => index < start) ?? found[0];
  if (!kind) return undefined;
  return kind[1] === undefined ? ("buffer_by_adjacency" as const) : ("transition_setback" as const);
}

interface StatedAmount {
  readonly value: number;
  readonly start: number;
  readonly end: number;
  /** The words that say for which lots, where each amount has its own. */
  readonly lots?: string;
}

/** One amount; one for each district: "25 feet in the VC district, 40 feet in the GC district"; or that before "if abutting". */
function amountsIn(sentence: string, zoneAt: number): StatedAmount[] {
  const found = [...sentence.matchAll(feet)].map((match) => ({
    value: Number(match[1]),
    start: match.index,
    end: match.index + match[0].length,
  }));
  const [first] = found;
  if (!first) return [];
  if (new Set(found.map(({ value }) => value)).size === 1) return [first];
  const isByDistrict = found.every(({ end }) => /^\s+in (?:the|an?)\s/i.test(sentence.slice(end, end + 10)));
  if (isByDistrict) {
    return found.map((one, at) => ({ ...one, lots: sentence.slice(one.end, found[at + 1]?.start) }));
  }
  const nearest = found.findLast(({ end }) => end <= zoneAt);
  const isCase = nearest && /^\s*,?\s*(?:if|where|when)\s+$/i.test(sentence.slice(nearest.end, zoneAt));
  return isCase ? [nearest] : [];
}

/** Returns the condition of a rule that holds beside some districts. */
export const neighborWords = (neighbors: readonly string[]): string => `abutting ${neighbors.join(", ")}`.slice(0, 200);
