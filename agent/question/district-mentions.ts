import { districtsIn } from "../extractive/question/districts.ts";

/** Capital letters in questions about land that name no district. */
const notDistricts = new Set(
  "ADU FAR RV RVS ZBA BZA PUD STR HOA FEMA CUP EV TV US USA ADA OK DIY LLC AC HVAC ID PM AM SUV".split(" "),
);
const code =
  /(?<![\w-])(?:[A-Z]{1,5}(?:-[A-Z]{1,3})*-?\d{1,3}(?:[-.]\d{1,2})*[A-Z]?|[A-Z]{2,5}|[A-Z]{1,3}(?:-[A-Z]{1,3})+)(?![\w-])/g;

/**
 * Returns the districts a question names, as printed and in order: codes with or without a number ("R-1-8", "GC"),
 * else names ("Village Residential").
 */
export function districtMentions(text: string): string[] {
  const isShouted = text === text.toUpperCase() && text.split(/\s+/).length > 3;
  const codes = isShouted
    ? []
    : [...text.matchAll(code)].map(([found]) => found).filter((one) => !notDistricts.has(one));
  const found = codes.length > 0 ? codes : districtsIn(text).map(({ printed }) => printed);
  return [...new Set(found)];
}
