import { quantitiesIn } from "../../text/quantities.ts";

/** How many homes an entry is for: "Multi-unit dwelling, 2 to 4 units" from 2 to 4. */
export interface HomesNamed {
  readonly least: number;
  readonly most: number;
}

const number = String.raw`(?:\d{1,3}|(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|sixteen|twenty)(?:\s*\(\d+\))?)`;
const homes = String.raw`(?:(?:dwelling|residential|housing|attached|apartment)\s+)*(?:units?|apartments?|flats?|homes|dwellings|townhouses|townhomes)`;
/** A count of homes with the words that tie it to a name: ", in rows of not more than eight units", "(3 to 8 units)". */
const counted = new RegExp(
  [
    String.raw`[\s,(]*\b(?:(?:containing|with|of|having|in)\s+)?(?:an?\s+)?(?:rows?\s+of\s+)?`,
    String.raw`(?:(?<least>at least|(?:a )?minimum of)\s+|(?<over>(?<!\b(?:no|not)\s)more than|over)\s+|(?<most>up to|(?:not|no) more than|not (?:to )?exceed(?:ing)?|at most|(?:a )?maximum of)\s+)?`,
    String.raw`(?<from>${number})(?:\s*(?:to|through|[-–])\s*(?<to>${number})|\s+or\s+(?<way>more|fewer|less))?[\s-]${homes}\b(?!\s*(?:per|an?|for each)\b)\)?`,
  ].join(""),
  "i",
);
const plexes: Readonly<Record<string, number>> = { tri: 3, three: 3, four: 4, quad: 4, quadru: 4 };
const plex = /\b(?<count>tri|three|four|quad(?:ru)?)-?\s?plex(?:es)?\b/i;

/** Returns how many homes a question asks about: "a 12-unit building", "a triplex", "more than four" are five; undefined for none. */
export function homesAsked(text: string): number | undefined {
  const { count } = plex.exec(text)?.groups ?? {};
  if (count !== undefined) return plexes[count.toLowerCase()];
  return homesNamed(text)?.least;
}

/** Returns for how many homes an entry of a list of uses is; undefined where it does not tell. */
export function homesNamed(entry: string): HomesNamed | undefined {
  const { from, to, way, least, over, most } = counted.exec(entry)?.groups ?? {};
  const value = valueOf(from);
  if (value === undefined) return undefined;
  if (to !== undefined) return { least: value, most: valueOf(to) ?? value };
  if (over !== undefined) return { least: value + 1, most: Number.POSITIVE_INFINITY };
  if (least !== undefined || way === "more") return { least: value, most: Number.POSITIVE_INFINITY };
  return most !== undefined || way !== undefined ? { least: 0, most: value } : { least: value, most: value };
}

// A word alone may be a pronoun; with its unit it is an amount.
const valueOf = (printed: string | undefined) =>
  printed === undefined ? undefined : quantitiesIn(`${printed} units`)[0]?.value;

/** Returns a name without the count of its homes, "Multi-unit dwelling"; as it is where the count is all it says. */
export function withoutCount(name: string): string {
  const rest = name.replace(counted, "").trim();
  return rest === "" ? name : rest;
}
