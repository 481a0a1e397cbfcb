import { analyse } from "../../../ingest/index.ts";
import { inDigits } from "../../text/quantities.ts";
import { type AmountTold, amountsTold, bedroomsOfUnits, inGroups } from "../question/amounts-told.ts";
import { type Counted, type ParkingRate, type Requirement, type Rounding, readRequirement } from "./parking-rates.ts";

/** A number of spaces counted by rates for what a question tells, in words. */
export interface ParkingCount {
  /** "That is 40 spaces for 3,000 square feet." */
  readonly sentence: string;
  /** The amounts of the question that it counts with: "3,000 square feet". */
  readonly given: readonly string[];
  /** Whether a part of a space was rounded, so that what the law says of fractions matters. */
  readonly isRounded: boolean;
}

interface CountedPart {
  readonly amount: AmountTold;
  readonly printed: string;
  readonly spaces: number;
}

/**
 * Counts the spaces that a requirement asks for what a question tells: the amount of floor area or of things by which
 * each rate counts, times its spaces. Undefined where no rate counts by an amount that the question tells, or where
 * several amounts could be meant.
 *
 * @param required the requirement as printed; of several, all hold together
 * @param fractions how the law counts a part of a space; as one space where it is null
 */
export function countParking(
  required: string | readonly string[],
  question: string,
  fractions: Rounding | null,
): ParkingCount | undefined {
  const requirement = typeof required === "string" ? readRequirement(required) : sumOf(required.map(readRequirement));
  const told = amountsTold(question);
  if (!requirement || told.length === 0 || ofSeveral.test(inDigits(question))) return undefined;
  const rates = ratesFor(requirement.rates, question, told);
  if (!rates) return undefined;
  const amounts = rates.map((rate) => amountFor(rate, rates, told));
  if (amounts.includes("unclear")) return undefined;
  const parts = rates.flatMap((rate, at): CountedPart[] => {
    const amount = amounts[at];
    return typeof amount === "object" ? [partOf(rate, amount)] : [];
  });
  const missing = rates.filter((_, at) => amounts[at] === undefined);
  if (parts.length === 0 || (requirement.combined === "either" && parts.length > 1)) return undefined;
  return worded(requirement, { parts, missing, fractions });
}

/** Adds up the requirements of one use; undefined if one of them cannot be read or has its own minimum or maximum. */
function sumOf(each: readonly (Requirement | undefined)[]): Requirement | undefined {
  const read = each.filter((one) => one !== undefined);
  if (read.length < each.length || read.some(({ combined, least }) => combined !== "sum" || least > 0))
    return undefined;
  const added = read.reduce((sum, one) => sum + one.added, 0);
  return { rates: read.flatMap(({ rates }) => rates), combined: "sum", added, least: 0 };
}

/** Amounts of one of several things, or the ends of a range: "3 tenants of 2,000 square feet", "two 3,000 square foot stores". */
const ofSeveral =
  /\b(?:[2-9]|\d{2,})\s+(?:[a-z-]+\s+)?(?:buildings?|tenants?|tables?|stores?|shops?|suites?|floors?),?\s+(?:each|of|with)\s+(?:\w+\s+)?\d|\b(?:[2-9]|\d{2})\s+\d+[\s-]*(?:square|sq|sf)\b|\d\s*(?:to|and|[-–])\s*\d+[\s-]*(?:square|sq|sf|seats|units|employees)\b|\bplus\s+\d+\s+(?:at|in|on|more|out\w*)\b|\b(?:each|apiece|per\s+(?:table|floor|building|store))\b/i;

/** The rates for a building of the size and the units told; undefined where what the question tells does not choose. */
function ratesFor(
  all: readonly ParkingRate[],
  question: string,
  told: readonly AmountTold[],
): readonly ParkingRate[] | undefined {
  const bedrooms = bedroomsOfUnits(question);
  const [floorArea, ...others] = told.filter(({ unit, words }) => unit === "sqft" && !partial.test(words));
  if (all.some(({ of }) => of.bedrooms) && bedrooms === undefined) return undefined;
  if (all.some(({ sizes }) => sizes) && (!floorArea || others.length > 0)) return undefined;
  return all.filter(({ of, sizes }) => {
    const isOfBedrooms = !of.bedrooms || isWithin(bedrooms ?? 0, of.bedrooms);
    return isOfBedrooms && (!sizes || isBelow(floorArea?.value ?? 0, sizes));
  });
}

const isWithin = (value: number, { least, most }: { least: number; most: number }) => least <= value && value <= most;
const isBelow = (value: number, { from, below }: { from: number; below: number }) => from <= value && value < below;

/** Words for areas that are not floor area, or only part of a building's floor area. */
const partial =
  /\b(?:lot|parcel|land|site|propert(?:y|ies)|footprint|yard|patio|deck|parking|storage|basement|attic|sales|patrons?|bar|dining|seating|display|public|customers?|outdoors?|outside|queuing|waiting|assembly|ground|first|second|third|upper|lower|floors?)\b/i;
/** Words on floor area at large. */
const ofAnyFloor = new Set(
  analyse(
    "square feet floor area space building structure gross net total usable useable leasable rentable interior enclosed whole entire all each of the a in or such used use provided building's gfa gla",
  ),
);
const otherFloors = /^(?:of\s+)?(?:all\s+)?(?:other|remaining|upper)\s+floors?\b/i;

/** The stated amount that a rate applies to; undefined if none is stated, "unclear" if several could be meant. */
function amountFor(
  rate: ParkingRate,
  rates: readonly ParkingRate[],
  told: readonly AmountTold[],
): AmountTold | "unclear" | undefined {
  const fitting = rate.of.unit === "sqft" ? areasFor(rate, rates, told) : thingsFor(rate.of, told);
  const [first] = fitting;
  // "12 units, two bedrooms each": two is not the number of all bedrooms.
  const isOfEach = rate.of.unit === "things" && fitting.some((one) => isToldOfEach(one, told));
  return !isOfEach && fitting.every(({ value }) => value === first?.value) ? first : "unclear";
}

const isToldOfEach = ({ words }: AmountTold, told: readonly AmountTold[]): boolean =>
  /\b(?:each|apiece|every)\b/i.test(words) ||
  (/^bed\s?rooms?\b/i.test(words) &&
    told.some((one) => one.value > 1 && /\b(?:units?|apartments?|condos?)\b/i.test(one.words)));

function areasFor(rate: ParkingRate, rates: readonly ParkingRate[], told: readonly AmountTold[]): AmountTold[] {
  const areas = told.filter(({ unit }) => unit === "sqft");
  if (otherFloors.test(rate.of.words)) {
    const others = rates.filter((one) => one !== rate && one.of.unit === "sqft");
    return areas.filter((area) => /\bfloor\b/i.test(area.words) && !others.some((one) => isOfArea(one.of, area)));
  }
  const own = areas.filter((area) => isOfArea(rate.of, area));
  const isOnlyRate = rates.every((one) => one === rate || one.of.unit !== "sqft");
  const ofPublic =
    isOnlyRate && forPublic.test(rate.of.words) ? areas.filter(({ words }) => forPublic.test(words)) : [];
  return own.length === 0 && areas.length === 1 ? ofPublic : own;
}

/** Words for the part of a floor that is open to the public: "for the guests", "customer space", "public floor area". */
const forPublic = /\b(?:public|patrons?|customers?|guests?|visitors?|clients?|diners?|shoppers?|mourners?|audience)\b/i;

/** Whether an area told is of the kind that a rate counts by: the patrons' area, or that of a whole building. */
function isOfArea(of: Counted, { words }: AmountTold): boolean {
  const special = analyse(of.words.replace(/\bor\b/g, " ")).filter((stem) => !ofAnyFloor.has(stem));
  if (special.length === 0) return !partial.test(words) || ofWholeUse.test(words.split(/\b(?:of|in|on|at)\b/)[0] ?? "");
  const own = new Set(analyse(words));
  return special.every((stem) => own.has(stem));
}

/** A building that is named after what it holds: "a 40,000 square foot storage warehouse". */
const ofWholeUse = /\b(?:warehouse|building|facility|store|shop|restaurant|office)\b(?!\s+(?:lot|site))/i;

/** Different names of the same things. */
const sameThings: readonly string[] = [
  "employee worker staff personnel attendant",
  "student pupil child children kid enrollee camper client",
  "unit apartment condo condominium townhouse townhome dwelling",
  "doctor physician dentist practitioner",
  "room guestroom",
  "lane alley",
  "slip berth mooring",
  "seat chair stool",
];
const thingsBySameName = sameThings.map((names) => new Set(analyse(names)));
/** Units of measure that may stand between a number and another noun: "a 3-story apartment building" is not 3 buildings. */
export const measuring =
  /^(?:stor(?:y|ies|ey|eys)|bed\s?rooms?|beds?|famil(?:y|ies)|cars?|floors?|levels?|years?|months?|weeks?|days?|hours?|minutes?)\b/i;

function thingsFor(of: Counted, told: readonly AmountTold[]): AmountTold[] {
  const nouns = nounsOf(of);
  return told
    .filter(({ unit }) => unit === "things")
    .flatMap((amount) => {
      const words = amount.words.split(/[\s-]+/).filter((word) => word !== "");
      const reach = measuring.test(amount.words) ? words.slice(0, 1) : words;
      const at = reach.findIndex((word) => analyse(word).some((stem) => nouns.has(stem)));
      if (at < 0) return [];
      const name = words.slice(0, at + 1).join(" ");
      return [{ ...amount, printed: `${inGroups(amount.value)} ${amount.value === 1 ? name : pluralOf(name)}` }];
    });
}

/** The stems of the things that a rate counts by, under each of their names: "alley or lane", "guest room". */
function nounsOf({ words }: Counted): ReadonlySet<string> {
  const [counted = ""] = words.split(
    /\b(?:in|on|at|for|of|with|that|which|who|used|provided|offered|engaged|employed|based|when|where|to|permitted)\b/i,
  );
  const last = counted.split(/,|\/|\bor\b|\band\b/i).flatMap((one) => analyse(one).slice(-1));
  return new Set(
    last.flatMap((stem) => [stem, ...thingsBySameName.flatMap((names) => (names.has(stem) ? [...names] : []))]),
  );
}

const pluralOf = (noun: string) => (/(?:s|\b(?:children|staff|people|personnel))$/i.test(noun) ? noun : `${noun}s`);

function partOf({ spaces, per, of, rounding }: ParkingRate, amount: AmountTold): CountedPart {
  const isQualified = of.unit === "sqft" && analyse(of.words).some((stem) => !ofAnyFloor.has(stem));
  const printed = isQualified ? `${amount.printed} ${of.words.replace(/^(?!of\b)/i, "of ")}` : amount.printed;
  const exact = (amount.value * spaces) / per;
  return { amount, printed, spaces: rounding === null ? exact : rounded(exact, rounding) };
}

const roundings = {
  up: Math.ceil,
  nearest: Math.round,
  halfDown: (value: number) => Math.ceil(value - 0.5),
  down: Math.floor,
};
const unknownFraction = "with a fraction counted as a whole space (no rule on fractions was located)";
const saidOfFraction = {
  up: "counted as a whole space",
  nearest: "rounded to the nearest space",
  halfDown: "left out up to one half",
  down: "left out",
};

/** Rounds a number of spaces, which computing may have made a little too large or small. */
function rounded(value: number, rounding: Rounding): number {
  const exact = Number(value.toFixed(6));
  return roundings[rounding](exact);
}

function worded(
  { combined, added, least }: Requirement,
  {
    parts,
    missing,
    fractions,
  }: { parts: readonly CountedPart[]; missing: readonly ParkingRate[]; fractions: Rounding | null },
): ParkingCount {
  const values = parts.map(({ spaces }) => spaces);
  const isComplete = missing.length === 0 || combined === "either";
  const total = combined === "greatest" ? Math.max(...values) : values.reduce((sum, value) => sum + value, added);
  const whole = rounded(total, fractions ?? "up");
  const isRounded = Math.abs(whole - total) > 1e-6;
  const told = parts.map(({ spaces, printed }) => `${spacesOf(spaces)} for ${printed}`).join(" and ");
  const isGreatest = combined === "greatest";
  const steps = [
    ...(parts.length > 1 || added > 0 ? [`${inGroups(total)} ${isGreatest ? "as the greater" : "in all"}`] : []),
    ...(isRounded
      ? [`${inGroups(whole)} ${fractions === null ? unknownFraction : `with a fraction ${saidOfFraction[fractions]}`}`]
      : []),
    ...(least > whole ? [`at least ${inGroups(least)} are required`] : []),
  ];
  const sentence = `That is ${[told, ...(isComplete ? steps : [])].join(", ")}.`;
  const untold = missing
    .map(({ of }) => `“${`${of.unit === "sqft" ? "square feet " : ""}${of.words}`.trim()}”`)
    .join(" and ");
  const further = ` The question does not state the number of ${untold}, by which ${isGreatest ? "more may be" : "further spaces are"} required.`;
  return {
    sentence: isComplete ? sentence : sentence + further,
    given: parts.map(({ amount }) => amount.printed),
    isRounded: isComplete && isRounded,
  };
}

const spacesOf = (value: number) => `${inGroups(value)} ${value === 1 ? "space" : "spaces"}`;
