import { quantitiesIn } from "../../text/quantities.ts";

/** How many homes or people an entry is for: "Multi-unit dwelling, 2 to 4 units" from 2 to 4. */
export interface CountNamed {
  readonly least: number;
  readonly most: number;
}

/** What makes one kind of use another where there is more of it. */
export type Counted = "homes" | "people";

const number = String.raw`(?:\d{1,3}|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|eighteen|twenty)(?:\s*\(\d+\))?)`;
const nouns: Readonly<Record<Counted, string>> = {
  homes: String.raw`(?:(?:dwelling|residential|housing|attached|apartment)\s+)*(?:units?|apartments?|flats?|homes|dwellings|townhouses|townhomes)`,
  people: String.raw`(?:(?:unrelated|resident|enrolled|young|small)\s+)*(?:residents?|persons?|people|children|kids|toddlers|individuals|clients|patients|pupils|students|boarders|roomers|lodgers|adults)`,
};

/** A count with the words that tie it to a name: ", in rows of not more than eight units", "(3 to 8 units)". */
const countOf = (noun: string) =>
  new RegExp(
    [
      String.raw`[\s,(]*\b(?:(?:containing|with|of|having|in|for|serving)\s+)?(?:an?\s+)?(?:rows?\s+of\s+)?`,
      String.raw`(?:(?<least>at least|(?:a )?minimum of)\s+|(?<over>(?<!\b(?:no|not)\s)more than|over)\s+|(?<most>up to|(?:not|no) more than|not (?:to )?exceed(?:ing)?|at most|(?:a )?maximum of)\s+)?`,
      String.raw`(?<from>${number})(?:\s*(?:to|through|[-–])\s*(?<to>${number})|\s+or\s+(?<way>more|fewer|less))?[\s-]${noun}\b(?!\s*(?:per|an?|for each)\b)\)?`,
    ].join(""),
    "i",
  );
const counts = { homes: countOf(nouns.homes), people: countOf(nouns.people) } as const;
const plexes: Readonly<Record<string, number>> = { tri: 3, three: 3, four: 4, quad: 4, quadru: 4 };
const plex = /\b(?<count>tri|three|four|quad(?:ru)?)-?\s?plex(?:es)?\b/i;

/** Returns how many a question asks about: "a 12-unit building", "a triplex", "more than four" are five; undefined for none. */
export function countAsked(text: string, of: Counted): number | undefined {
  const { count } = (of === "homes" ? plex.exec(text)?.groups : undefined) ?? {};
  return count === undefined ? countNamed(text, of)?.least : plexes[count.toLowerCase()];
}

/** Returns for how many an entry of a list of uses is; undefined where it does not tell. */
export function countNamed(entry: string, of: Counted): CountNamed | undefined {
  const { from, to, way, least, over, most } = counts[of].exec(entry)?.groups ?? {};
  const value = amountOf(from);
  if (value === undefined) return undefined;
  if (to !== undefined) return { least: value, most: amountOf(to) ?? value };
  if (over !== undefined) return { least: value + 1, most: Number.POSITIVE_INFINITY };
  if (least !== undefined || way === "more") return { least: value, most: Number.POSITIVE_INFINITY };
  return most !== undefined || way !== undefined ? { least: 0, most: value } : { least: value, most: value };
}

// A word alone may be a pronoun; with its unit it is an amount.
const amountOf = (printed: string | undefined) =>
  printed === undefined ? undefined : quantitiesIn(`${printed} units`)[0]?.value;

/** Returns what an entry says before its count, "Multi-unit dwelling"; what stands behind where it opens with it. */
export function withoutCount(name: string, of: Counted): string {
  const found = counts[of].exec(name);
  const before = name.slice(0, found?.index ?? name.length).trim();
  const rest = before === "" ? name.slice(found?.[0].length).trim() : before;
  return rest === "" ? name : rest;
}
