import { inDigits } from "../../text/quantities.ts";

/** An area or a number of things that a question tells of a project, with the words that say of what. */
export interface AmountTold {
  readonly unit: "sqft" | "things";
  readonly value: number;
  /** The amount as an answer repeats it: "3,000 square feet", "60 seats". */
  readonly printed: string;
  /** Nouns of which one is what is counted; of an area the words behind it. */
  readonly words: string;
}

const area = String.raw`(?:square[\s-]+f(?:ee|oo)t|sq\.?\s*-?f(?:ee|oo)?t\b\.?|s\.?\s?f\b\.?|gsf\b)`;
const areaTold = new RegExp(
  String.raw`(?<![\w.$-])(\d+(?:\.\d+)?k?)[\s-]*(?:gross\s+)?${area}((?:[\s(]+(?!and\b|with\b|plus\b)[\w)'’-]+){0,7})`,
  "gi",
);
const thingsTold =
  /(?<![\w.$%-])(?:per\s+)?(\d+)[\s-]+((?:(?!and\b|or\b|of\b|in\b|on\b|at\b|to\b|by\b|for\b|with\b|from\b|feet\b|foot\b|ft\b|percent\b|acres?\b|square\b|sq\b|sf\b|more\b|extra\b|additional\b|parking\b|spaces?\b|spots?\b|stalls?\b)[a-z][a-z'’]*[\s-]*){1,3})/gi;
const seatsTold = /\bseat(?:s|ing)?\s+(?:for\s+|up\s+to\s+|capacity\s+(?:of|is)\s+)*(\d+)(?![\d,.]*\s*(?:%|percent))/gi;

/** "11 two-bedroom units". */
const unitsOfBedrooms =
  /(\d+)\s+(\d+)[\s-]+bed\s?rooms?\s+(units?|apartments?|condos?|townhouses?|townhomes?|dwellings?|homes?)\b/gi;
const otherUnits = /\d\s+\d+[\s-]+bed\s?rooms?\b/i;

/** Returns the areas and the numbers of things that a question tells: "a 3,000 square foot shop", "60 seats", "seating 250". */
export function amountsTold(question: string): AmountTold[] {
  const text = inDigits(question).replace(unitsOfBedrooms, "$1 $3 of $2 bedrooms").replace(thoseAtWork, "employees");
  const areas = [...text.matchAll(areaTold)].map(([, digits = "", words = ""]): AmountTold => {
    const value = /k$/i.test(digits) ? Number(digits.slice(0, -1)) * 1_000 : Number(digits);
    return { unit: "sqft", value, printed: `${inGroups(value)} square feet`, words: words.trim() };
  });
  const things = [...text.matchAll(thingsTold)].map(([, digits = "", words = ""]): AmountTold => {
    const value = Number(digits);
    return { unit: "things", value, printed: "", words: words.trim() };
  });
  const seats = [...text.matchAll(seatsTold)].map(([, digits = ""]): AmountTold => {
    return { unit: "things", value: Number(digits), printed: "", words: "seats" };
  });
  // Of "10 one-bedroom and 5 two-bedroom units" neither is the number of all units.
  return otherUnits.test(text) ? areas : [...areas, ...things, ...seats];
}

/** "8 people working": by these rates count as by employees. */
const thoseAtWork =
  /\b(?:people|persons|folks)\s+(?:who\s+)?(?:work(?:ing)?|on (?:staff|duty|the clock|(?:a |the |each )?shift))\b/gi;

/** The number of bedrooms that every dwelling unit of a question has; undefined if the units differ or the number is not stated. */
export function bedroomsOfUnits(question: string): number | undefined {
  const text = inDigits(question);
  const told = [...text.matchAll(/(\d+)[\s-]+bed\s?rooms?\b|\b(?:efficiency|efficiencies|studios?)\b/gi)];
  const numbers = new Set(told.map(([, digits]) => Number(digits ?? 0)));
  return numbers.size === 1 ? [...numbers][0] : undefined;
}

/** A number as answers print it: "3,000", "8.33". */
export function inGroups(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 2 });
}
