import type { SiteStandardId } from "../lexicon/site-standards.ts";

/** Where a sentence keeps parking: behind the front of the building, or out of the front yard that is required. */
export interface FrontParking {
  readonly standard: Extract<SiteStandardId, "parking_behind_building" | "parking_behind_setback">;
  /** Feet behind it. */
  readonly value: 0;
  readonly condition: string | null;
}

const parking = String.raw`(?:(?:off-street|on-site|surface|open|vehicle|vehicular|motor vehicle|automobile|required|customer|visitor|resident|such|all|any|additional)\s+)*parking(?:\s+and\s+loading)?(?:\s+(?:areas?|lots?|spaces?|facilit(?:y|ies)|stalls?))?`;
/** A sentence is on parking from its first words on, behind its districts. */
const begins = String.raw`^\W*(?:\(?\w{1,4}[.)]\s+|[\d.]{3,9}\s+)?(?:[A-Z]\w+(?:\s+\w+)?\s*[.:–—-]+\s+)?(?:(?:in|within) (?:the|an?|any|all)\s[^;.]{1,80}?(?:districts?|zones?),?\s+)?`;
const subject = new RegExp(
  String.raw`${begins}(?:no|all|any|each|every|the|new)?\s*(?:(?:buildings?|structures?|loading(?: areas?| spaces?)?|driveways?|storage)(?:,|\s+(?:and|or|nor))+\s+)*${parking}\b`,
  "i",
);
/** What else is parked or built, and words that only wish or leave the place to a decision. */
const otherThings =
  /\b(?:trailers?|boats?|campers?|recreational|commercial vehicles?|trucks?|bus(?:es)?|registered|unregistered|bicycles?|accessible|handicap\w*|garages?|carports?|parking (?:garages?|structures?|decks?)|should|wherever|whenever|encourag\w+|preferabl\w+|may be|no more than|not more than|maximum|signs?|separated from|landscap\w+|screen\w*)\b/i;
const side = "(?:sides?|rear|back)";
const building = String.raw`(?:(?:the|any|a|an|all|each|its|their|principal|main|primary|front|façades?|facades?|walls?|lines?|of)\s+)*(?:buildings?|structures?|dwellings?)`;
const street = String.raw`(?:(?:the|a|any|all|public|abutting|adjacent|adjoining|fronting|front)\s+)*(?:street lines?|streets?|roads?|highways?|rights?-of-way|sidewalks?|lot lines?|property lines?)`;

const inFrontYard =
  /\b(?:in|within)\s+(?:(?:the|an?|any|either|minimum|required)\s+){0,3}front(?:\s+(?:and\s+side\s+)?(?:yards?|setbacks?))(?:\s+(?:setback|area))?\b/i;
const required = /\b(?:required|minimum)\b|\bsetback/i;
const besideOrBehind = new RegExp(
  String.raw`\b(?:located|placed|situated|sited|provided|permitted|allowed|be)\s+(?:only\s+)?(?:off-street and\s+)?(?:in|on|at|to|behind)\s+(?:the\s+)?(?:${side}\s*(?:(?:yards?)?\s*(?:,|or|and|and\/or)\s+(?:the\s+)?${side}\s*)?(?:yards?|of\s+${building}|portion)|${building}(?!\s+setback))`,
  "i",
);
const behindOnly = new RegExp(
  String.raw`\b(?:behind|to the rear of)\s+(?:the\s+)?(?:front\s+)?(?:building line|(?:front\s+)?(?:wall|façade|facade|face)\s+of\s+${building})`,
  "i",
);
const between = [
  new RegExp(String.raw`\bbetween\s+${building}\s+and\s+${street}\b`, "i"),
  new RegExp(String.raw`\bbetween\s+${street}\s+and\s+${building}\b`, "i"),
];
const isForbidden =
  /\bno\b|\b(?:shall|must|may|is|are)\s+not\b|\bnot\s+(?:be\s+)?(?:located\s+)?between\b|\b(?:forbids?|prohibits?|prohibited)\b/i;
const isAsked = /\b(?:shall|must|required|no|forbids?|prohibits?|prohibited|not permitted)\b/i;
/** Words that leave the place to a decision. */
const isWish =
  /\b(?:should|whenever|wherever|(?:where|when|if|extent) (?:\w+ )?(?:possible|practica\w+|feasible)|extent)\b/i;
/** "No parking in the front yard unless it is screened": planting takes the place of the distance. */
const isAlternative =
  /\bunless\b(?![^.;]{0,60}\b(?:commission|board|approv\w+|waiv\w+|permit\w*)\b)|\bor\s+(?:\w+\s+)?screened\b/i;
const exception = /\b(?:except|unless|provided,? that|however)\b/i;
/** Only lots with more than so many stalls: "for more than 4 vehicles". */
const manyVehicles = /\b(?:for|of)\s+(?:more than\s+\d+|\d+\s+or\s+more)\s+(?:vehicles|cars|automobiles|spaces)\b/i;
/** What makes a sentence a case: a street by its name, or a part of the lots. */
const caseWords =
  /\b(?:if|where|when|existing|along|built (?:after|before)|corner|through lots?|facing (?-i:[A-Z])|\d+%|percent|(?-i:[A-Z])\w+\s+(?:Street|Avenue|Road|Turnpike|Boulevard|Route)|Route\s+\d+)\b/i;

/**
 * Returns where a sentence keeps parking out of the front of a lot: "No parking lot shall be in a front yard", "parking shall be to
 * the side or rear of the building", "not between a building and the street". A front yard reaches up to the building; a required
 * one up to the setback.
 *
 * @param sentence with its numbers in digits
 */
export function frontParkingIn(sentence: string): FrontParking | undefined {
  const forbids = /\b(?:forbids|prohibits)\s+parking\s+between\b/i.exec(sentence);
  const start = forbids ?? subject.exec(sentence);
  if (!start || !isAsked.test(sentence)) return undefined;
  const place = placeIn(sentence.slice(start.index), sentence);
  const end = place === undefined ? 0 : start.index + place.end;
  if (place === undefined || otherThings.test(sentence.slice(0, end))) return undefined;
  if (isWish.test(sentence) || isAlternative.test(sentence)) return undefined;
  const limited = manyVehicles.exec(sentence)?.[0];
  const rest = limited === undefined ? sentence : sentence.replace(limited, "");
  const isCase = caseWords.test(rest) || exception.test(sentence);
  return { standard: place.standard, value: 0, condition: isCase ? sentence.slice(0, 200) : (limited ?? null) };
}

/** The place that a text keeps parking out of or in, and where its words end. */
function placeIn(
  text: string,
  sentence: string,
): { readonly standard: FrontParking["standard"]; readonly end: number } | undefined {
  const yard = inFrontYard.exec(text);
  if (yard && isForbidden.test(text.slice(0, yard.index))) {
    const ofBuildings = /^[^.;]{0,60}\b(?:buildings?|structures?)\b[^.;]{0,40}\bparking\b/i.test(text);
    const isOfSetback = required.test(yard[0]) || ofBuildings;
    return {
      standard: isOfSetback ? "parking_behind_setback" : "parking_behind_building",
      end: yard.index + yard[0].length,
    };
  }
  const gap = between.map((pattern) => pattern.exec(text)).find((found) => found !== null);
  const found =
    gap && isForbidden.test(sentence.slice(0, sentence.length - text.length + gap.index + "between".length))
      ? gap
      : (behindOnly.exec(text) ?? besideOrBehind.exec(text));
  if (!found || (found !== gap && isForbidden.test(text.slice(0, found.index)))) return undefined;
  return { standard: "parking_behind_building", end: found.index + found[0].length };
}
