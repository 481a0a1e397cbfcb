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
const line = String.raw`(?:(?:front|side|rear|back|street|road|highway|lot|property|boundary|other|all|interior|perimeter|any|every|each|existing|right-of-way|rights-of-way)[\s-]+)*(?:lot lines?|property lines?|street(?:\s*lines?)?|road(?:way)?\s*lines?|sidelines?|side lines?|right-of-way(?: lines?)?|rights-of-way|property boundar(?:y|ies)|boundary lines?|lines?)`;
const lines = String.raw`${line}(?:(?:,\s*(?:and|or)?|\s+and|\s+or|\s*/)\s*(?:of\s+)?(?:(?:any|every|each|the|a|an|all)\s+)?${line})*`;
/** "Ten (10) feet from every lot line", "within 10 feet of any street line". */
const distance = new RegExp(
  String.raw`(?<![\d.])(\d{1,3})(?:\s?-?\s?(?:feet|foot|ft\b\.?|['′’]))?(?:\s+(?:back|or more))?\s+(?:from|of|to)\s+(?:(?:any|every|each|either|both|the|a|an|all|such|adjacent|abutting|adjoining|public)\s+)*((?:(?:front|side|rear|back)(?:,|\s+and|\s+or|,\s*and|,\s*or|\s)\s*)*${lines})`,
  "gi",
);
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
/** Where such a strip lies: between parking and some lines, whichever is named first. */
const between = new RegExp(
  String.raw`\bbetween\s+(?:(?:the|any|such|all)\s+)*(?:${parking}|paved areas?)\s+and\s+((?:\w+\s+){0,3}?${lines})|\bbetween\s+((?:\w+\s+){0,3}?${lines})\s+and\s+(?:(?:the|any|such|all)\s+)*(?:${parking}|paved areas?)|\bseparat\w+\s+(?:(?:a|the|any|all|such|each)\s+)*${parking}\s+from\s+((?:\w+\s+){0,3}?${lines})|${parking}\b[^.;]{0,60}\bseparated\s+from\s+((?:\w+\s+){0,3}?${lines})`,
  "i",
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
    if (amount < least || amount > most) return [];
    const behind = clause.slice(match.index + match[0].length, found[at + 1]?.index);
    const condition = ofEveryLot.test(behind) ? null : (ofSome.exec(behind)?.[0].trim() ?? null);
    return sidesOf(match[2] ?? "").map((side) => ({ ...side, feet: amount, condition }));
  });
}

function stripsIn(clause: string): StatedSide[] {
  const lies = between.exec(clause);
  const widths = [...clause.matchAll(wide)].map((match) => Number(match[1] ?? match[2] ?? match[3]));
  const [width = 0] = widths;
  if (!lies || !strip.test(clause) || new Set(widths).size !== 1 || width < least || width > most) return [];
  const condition = inSomeCases.test(clause) ? clause.slice(0, 200) : null;
  const words = lies.slice(1).find((each) => each !== undefined) ?? "";
  return sidesOf(words).map((side) => ({ ...side, feet: width, condition }));
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
