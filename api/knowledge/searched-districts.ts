import type { ListedDistrict } from "../../agent/index.ts";
import type { Database } from "../../migrations/index.ts";
import { type DistrictSource, listDistrictSources, listSearchedLaw } from "./searched-districts.repository.ts";

/** Returns the districts of the law that a project searches. */
export type ListDistricts = (projectId: string) => Promise<readonly ListedDistrict[]>;

const mostCorpora = 200;

/**
 * Makes the function that lists the districts of the searched law, as its headings and table headers name them. What a
 * corpus contains is kept until the corpus is published again.
 */
export function makeListDistricts(db: Database): ListDistricts {
  const known = new Map<string, readonly ListedDistrict[]>();

  async function districtsOf(corpusId: string, revision: number): Promise<readonly ListedDistrict[]> {
    const key = `${corpusId}@${revision}`;
    const districts = known.get(key) ?? readDistricts(await listDistrictSources(db, corpusId));
    known.delete(key);
    known.set(key, districts);
    for (const oldest of known.keys()) if (known.size > mostCorpora) known.delete(oldest);
    return districts;
  }

  return async (projectId) => {
    const law = await listSearchedLaw(db, projectId);
    const found = await Promise.all(law.map(({ corpusId, revision }) => districtsOf(corpusId, revision)));
    return found.flat();
  };
}

const code = "[A-Z]{1,5}(?:-?[A-Z0-9]{1,4}){0,2}";
const codeFirst = new RegExp(`^(${code})(?: ?[:–—-] ?| )(.*)$`, "i");
const codeInside = new RegExp(`\\((${code})\\)`);
const districtWord = /\b(?:district|zone)\b/i;
const wholeCode = new RegExp(`^${code}$`);
/** Letters of column labels that name no district. */
const otherLabels = new Set(
  "USE USES TYPE MIN MAX AREA SF FT SQFT NO YES N/A NOTES NOTE UNIT UNITS LOT FAR ITEM A B C D E".split(" "),
);
/** Words of headings on a matter of districts that define none. */
const otherHeadings =
  /\b(?:permitted|prohibited|uses|standards|boundar|map|requirements|establish|change|amend|between|within|general provisions|abut|adjacent)/i;
const longestName = 80;

/**
 * Reads the districts that headings define ("R-2 Medium Density Residential District") and table headers list, each once.
 * Names without a code are left out: a heading alone does not tell a district from a class of districts.
 */
export function readDistricts(sources: readonly DistrictSource[]): ListedDistrict[] {
  const districts = new Map<string, ListedDistrict>();
  for (const { heading, columns, section, documentTitle } of sources) {
    const named = heading === null ? (columns ?? []).flatMap(districtOfColumn) : districtOfHeading(heading);
    for (const { code: printed, name } of named) {
      const key = `${documentTitle} ${printed}`;
      const known = districts.get(key);
      if (!known) districts.set(key, { code: printed, name, section, documentTitle });
      else if (known.name === null && name !== null) districts.set(key, { ...known, name, section });
    }
  }
  return [...districts.values()];
}

interface Named {
  readonly code: string;
  readonly name: string | null;
}

function districtOfHeading(heading: string): Named[] {
  const title = heading.replace(/\s+/g, " ").trim();
  if (otherHeadings.test(title)) return [];
  const [, printed, rest] = codeInBrackets(title) ?? codeBeforeName(title) ?? [];
  if (printed === undefined || rest === undefined || !isCode(printed, title)) return [];
  const name = rest.replace(/\b(?:zoning\s+)?(?:district|zone)\b.*$/i, "").trim();
  return [{ code: printed, name: name === "" || name.length > longestName ? null : name }];
}

/** Splits "Medium Density Residential (R-2)", which may go on to "District". */
function codeInBrackets(title: string): string[] | undefined {
  const found = codeInside.exec(title);
  if (!found) return undefined;
  const [brackets, printed = ""] = found;
  const after = title.slice(found.index + brackets.length).trim();
  if (after !== "" && !districtWord.test(after)) return undefined;
  return [title, printed, title.slice(0, found.index).trim()];
}

/** Splits "R-2: Medium Density Residential District". */
function codeBeforeName(title: string): string[] | undefined {
  const split = codeFirst.exec(title);
  return split && districtWord.test(split[2] ?? "") ? split : undefined;
}

function districtOfColumn(label: string): Named[] {
  const printed = label.trim();
  return wholeCode.test(printed) && !otherLabels.has(printed) ? [{ code: printed, name: null }] : [];
}

/** Returns whether letters are a code: capitals, and in a heading of capitals with a digit or a hyphen. */
function isCode(printed: string, title: string): boolean {
  const isShouted = !/[a-z]/.test(title);
  return printed === printed.toUpperCase() && (!isShouted || /[\d-]/.test(printed)) && wholeCode.test(printed);
}
