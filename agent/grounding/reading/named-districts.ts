import { matterOf } from "./matter.ts";

/** A zoning district as a text names it: the stems of its name or its code. */
export type NamedDistrict = readonly string[];

const code =
  /(?<![\w-])(?:[A-Z]{1,4}-\d{1,3}[A-Z]{0,2}(?:-\d{1,2})?|[A-Z]{1,2}\d{1,2}[A-Z]\d{0,2}|[A-Z]{1,3}\d{1,2}|[A-Z]{2,4}(?:\/[A-Z]{2,4})?(?=\s+(?:zoning\s+)?(?:district|zone)s?\b)|(?<=\b(?:district|zone)\s)[A-Z]{2,4}\b|[A-Z]{2,4}(?=\s+lots?\b))(?![\w-])/g;
const name = /\b((?:[A-Za-z-]+\s+){1,4})(?:zoning\s+)?(?:district|zone)s?\b/gi;
/** Words that end a name when it is read from its noun back. */
const notOfAName = new Set(
  "the a an this that these those each any every all in of on within for same other another certain said both no such underlying overlay abutting adjoining adjacent is are be and or if by to from permitted allowed prohibited only zoning which either building use uses lots lot c-2 front yards new".split(
    " ",
  ),
);

/** Finds the districts that a text names, by code ("R-2", "R1V2", "RHB district") or by name ("Baltic Village Zone"). */
export function districtsNamedIn(text: string): NamedDistrict[] {
  const codes = [...text.matchAll(code)].map(([found]) => found);
  const names = [...text.matchAll(name)].flatMap(([, words = ""]) => {
    const own: string[] = [];
    for (const word of words.trim().split(/\s+/).toReversed()) {
      if (notOfAName.has(word.toLowerCase()) || codes.includes(word)) break;
      own.unshift(word);
    }
    return own.length > 0 ? [own.join(" ")] : [];
  });
  const found = [...codes, ...names].map(matterOf).filter((stems) => stems.length > 0);
  return [...new Map(found.map((stems) => [stems.join(" "), stems])).values()];
}

/** Tells whether a set of stems contains the whole name of a district. */
export function isNamedBy(district: NamedDistrict, stems: ReadonlySet<string>): boolean {
  return district.every((stem) => stems.has(stem));
}
