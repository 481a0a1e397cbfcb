import type { SiteStandardId } from "../lexicon/site-standards.ts";

/** A distance of parking from lines of a lot, as a clause states it. */
export interface PavingSetback {
  readonly standard: SiteStandardId;
  /** Feet. */
  readonly value: number;
  /** What the lot lines are of where that makes it a case: "of a residential district". Null: of every lot. */
  readonly condition: string | null;
}

const standards = {
  front: "parking_setback_front",
  street: "parking_setback_side_street",
  side: "parking_setback_side_interior",
  rear: "parking_setback_rear",
} as const;
type Side = keyof typeof standards;

const parking = String.raw`(?:(?:off-street|surface|open|vehicle|vehicular|motor vehicle|automobile|unenclosed|required|accessory|outdoor|such|all)\s+)*parking(?:\s+(?:areas?|lots?|spaces?|facilit(?:y|ies)|stalls?))?(?:\s+(?:for|of)\s+(?:more than\s+)?\w+\s+(?:\(\d+\)\s+)?(?:or more\s+)?(?:vehicles|cars|spaces))?`;
/** The clause is on parking from its first words on; a building, a sign or a fence beside parking is not. */
const subject = new RegExp(
  String.raw`^\W*(?:\(?\w{1,4}[.)]\s+|[\d.]{3,9}\s+)?(?:in (?:the|an?|any)\s[^,;]{1,60}?(?:districts?|zones?),?\s+)?(?:minimum setbacks? (?:for|of)\s+|the minimum (?:distance|setback) (?:of|for|between)\s+)?(?:no|all|any|each|every|the|new)?\s*(?:(?:drives|internal driveways?|aisles|access aisles?|paved areas?|paving|pavement|loading(?: areas?| spaces?)?|storage|stacking areas?)(?:,|\s+(?:and|or))+\s+)*(?:${parking}|paved areas?\b)`,
  "i",
);
const otherThings =
  /\b(?:signs?|fences?|walls?|hedges?|garages?|carports?|structures?|buildings?|dwellings?|trailers?|boats?|campers?|recreational|commercial vehicles?|trucks?|bus(?:es)?|bicycles?|accessible|handicap\w*|disabilit\w*|loading|drive-?(?:in|through)|queu\w+|stacking|intersections?|lights?|lighting|trees?|entrances?|exits?|registered|unregistered|may|reduc\w+|compact)\b/i;
const feet = String.raw`(?<![\d.])(\d{1,3})\s?-?\s?(?:feet|foot|ft\b\.?|['′’])`;
/** "10 feet from every lot line", "within 10 feet of any street line"; in a list the unit may be stated once. */
const distance = /(?<![\d.])(\d{1,3})(?:\s?-?\s?(?:feet|foot|ft\b\.?|['′’]))?(?: back| or more)? (?:from|of|to) /gi;
/** What ties the lines to some neighbor or to some lots makes the distance a case. */
const ofSome =
  /^[\s,]*(?:of|in|on|which|that|where|wherever|when|if|for|adjoining|abutting|adjacent|bordering|shared|along|not|whichever|plus)\b[^.;]{0,120}/i;
const ofEveryLot =
  /^[\s,]*(?:of|on|in)\s+(?:the|a|any|each|such)\s+(?:lot|site|parcel|propert\w+)\b(?!\s+(?:in|zoned|used|which|that|adj|abut))/i;
const atLeast = /\b(?:shall|must|minimum|no)\b/i;
const [least, most] = [1, 100];

/** A strip of planting, and how wide it is. */
const strip =
  /\b(?:landscap\w+|planted|planting|green|grass\w*|vegetated|buffer)\s+(?:\w+\s+){0,2}?(?:strip|area|buffer|border|yard|bed)\b/i;
const wide = new RegExp(
  String.raw`${feet}\s?-?\s?(?:wide|in\s+width)\b|\bwidth\s+of\s+(?:at\s+least\s+)?${feet}|${feet}\s+(?:landscap|plant|green|grass|buffer)`,
  "gi",
);
const inSomeCases =
  /\b(?:if|where|when|unless|wherever|visible|located|residen\w+|abut\w*|adjoin\w*|adjacent|used for|developed for|not be allowed|%|percent)\b/i;

/**
 * Returns how far a clause keeps parking from the lines of a lot: "Parking shall be at least 15 feet from the street line and 5
 * feet from other lot lines", "a planted strip 8 feet wide shall separate parking lots from a street." A distance from lines of
 * every side gives way to one from lines of a side.
 *
 * @param clause with its numbers in digits
 */
export function pavingSetbacksIn(clause: string): PavingSetback[] {
  if (!atLeast.test(clause)) return [];
  const stated = [...distancesIn(clause), ...stripsIn(clause)];
  const ofOneSide = new Set(stated.filter(({ isAny }) => !isAny).map(({ side }) => side));
  return stated
    .filter(({ side, isAny }) => !isAny || !ofOneSide.has(side))
    .map(({ side, feet: value, condition }) => ({ standard: standards[side], value, condition }));
}

interface StatedSide extends NamedSide {
  readonly feet: number;
  readonly condition: string | null;
}

function distancesIn(clause: string): StatedSide[] {
  const begins = subject.exec(clause);
  if (!begins) return [];
  const found = [...clause.matchAll(distance)].filter(({ index }) => index >= begins[0].length);
  const [first] = found;
  if (!first || otherThings.test(clause.slice(begins[0].length, first.index))) return [];
  return found.flatMap((match, at) => {
    const amount = Number(match[1]);
    const lines = linesAt(clause, match.index + match[0].length);
    if (!lines || amount < least || amount > most) return [];
    const behind = clause.slice(lines.end, found[at + 1]?.index);
    const condition = ofEveryLot.test(behind) ? null : (ofSome.exec(behind)?.[0].trim() ?? null);
    return sidesOf(lines.words).map((side) => ({ ...side, feet: amount, condition }));
  });
}

function stripsIn(clause: string): StatedSide[] {
  const lines = linesBeside(clause);
  const widths = [...clause.matchAll(wide)].map((match) => Number(match[1] ?? match[2] ?? match[3]));
  const [width = 0] = widths;
  if (!lines || !strip.test(clause) || new Set(widths).size !== 1 || width < least || width > most) return [];
  const condition = inSomeCases.test(clause) ? clause.slice(0, 200) : null;
  return sidesOf(lines.words).map((side) => ({ ...side, feet: width, condition }));
}

/** Words that name lines of a lot, and where they end. */
interface NamedLines {
  readonly words: string;
  readonly end: number;
}

/** The lines that a strip of planting parts from parking: "between parking and …", "between … and parking", "separate parking from …". */
function linesBeside(clause: string): NamedLines | undefined {
  const between = /\bbetween /i.exec(clause);
  if (between) {
    const start = between.index + between[0].length;
    const rest = clause.slice(start);
    const first = /^[^.;]{0,60}?\b(?:parking|paved)\b[^.;]{0,30}?\band /i.exec(rest);
    if (first) return linesAt(clause, start + first[0].length);
    const lines = linesAt(clause, start);
    return lines && /^ and\b[^.;]{0,30}\b(?:parking|paved)\b/i.test(clause.slice(lines.end)) ? lines : undefined;
  }
  const parted = /\bseparat\w+\b[^.;]{0,60}?\bfrom /i.exec(clause);
  if (!parted || !/\bparking\b/i.test(clause.slice(0, parted.index + parted[0].length))) return undefined;
  return linesAt(clause, parted.index + parted[0].length);
}

const ofLines =
  /^(?:any|every|each|either|both|the|a|an|all|such|adjacent|abutting|adjoining|public|existing|other|interior|perimeter|front|side|rear|back|street|road|highway|lot|property|boundary|and|or|of|,|\/)$/i;
/** Words with which the name of a line may end. */
const lineHeads = /^(?:lines?|sidelines?|streets?|rights?-of-way|boundaries)$/i;

/** Reads the names of lines that begin at a place: "any street line or property line". */
function linesAt(clause: string, start: number): NamedLines | undefined {
  let end: number | undefined;
  for (const match of clause.slice(start).matchAll(/[\w-]+|[,/]|[^\s\w,/-]/g)) {
    const [word] = match;
    if (lineHeads.test(word)) end = start + match.index + word.length;
    else if (!ofLines.test(word)) break;
  }
  return end === undefined ? undefined : { words: clause.slice(start, end), end };
}

interface NamedSide {
  readonly side: Side;
  /** The words name no side. */
  readonly isAny: boolean;
}

const streetWords = /\b(?:streets?|road\w*|highway|rights?-of-way)\b/i;

/** The sides that a list of lines names; a line without a name is of any side. */
function sidesOf(words: string): readonly NamedSide[] {
  const sides = words.split(/,|\/|\b(?:and|or)\b/).flatMap((part): NamedSide[] => {
    if (part.trim() === "") return [];
    const named: Side[] = [
      ...(/\bfront\b/i.test(part) ? (["front"] as const) : []),
      ...(streetWords.test(part) ? (["front", "street"] as const) : []),
      ...(/\b(?:side|sidelines?)\b/i.test(part) ? (["side"] as const) : []),
      ...(/\b(?:rear|back)\b/i.test(part) ? (["rear"] as const) : []),
    ];
    const isAny = named.length === 0;
    return (isAny ? (["front", "street", "side", "rear"] as const) : named).map((side) => ({ side, isAny }));
  });
  return [...new Map(sides.map((one) => [one.side, one])).values()];
}
