import { normalCode } from "../../../ingest/index.ts";

/** A zoning district as a question names it. */
export interface District {
  /** As the question prints it: "Restricted Business (B-1)". */
  readonly printed: string;
  /** Codes it goes by, as printed: "B-1". */
  readonly codes: readonly string[];
  /** Names without codes, in lower case: "restricted business". */
  readonly names: readonly string[];
}

/** How a text stands to a district: names it, names others only, or names none. */
export type DistrictMatch = "named" | "other" | "none";

/** What parts a family of districts: the 8 of R-1-8, the 7.5 of R-1-7.5. */
const member = String.raw`(?:-\d{1,2}(?:\.\d{1,2})?)`;
const codeShape = String.raw`[A-Z]{1,5}(?:-[A-Z]{1,3})?[- ]?\d{1,3}(?:[./]\d|${member})?[A-Z]{0,2}|[A-Z]{1,6}(?:[-/][A-Z]{1,5})?`;
const wholeCode = new RegExp(`^(?:${codeShape})$`);
const numberedCode = new RegExp(
  String.raw`(?<![A-Za-z0-9.-])[A-Z]{1,5}(?:-[A-Z]{1,3})?-?\d{1,3}(?:\/\d|${member})?[A-Z]{0,2}(?![A-Za-z0-9]|-\d|\.\d)`,
  "g",
);
/** A code as tables and scans print it, with a space or a long dash before its number. */
const printedCode = new RegExp(
  String.raw`(?<![A-Za-z0-9.])[A-Z]{1,5}(?:-[A-Z]{1,3})?[-–\s]?\d{1,3}(?:\/\d|${member})?[A-Z]{0,2}(?![A-Za-z0-9]|\.\d)`,
  "g",
);
/** Letters with a number that are no zoning district. */
const notADistrict =
  /^(?:I-?(?:\d\d|\d{3})|US-?\d+|SR-?\d+|RT-?\d+|PA-?\d+|CFR-?\d+|NFPA-?\d+|ADA-?\d+|FY-?\d+|HB-?\d+|SB-?\d+|ITE-?\d+|NO-?\d+|CO-?2)$/;
const districtWord = String.raw`(?:zoning\s+)?(?:districts?|zones?)`;
const nameStops = new Set(
  "the a an in for of within under inside is are my our your this that each any all to at and or on with by from zoning what which if".split(
    " ",
  ),
);
const joiners = new Set(["&", "and", "of", "on", "-", "/"]);

/** Classes of districts that are no district by themselves: "next to a residential district", "from an adjoining residence zone". */
const classesOfDistricts =
  /^(?:(?:adjoining|abutting|adjacent|neighbou?ring|nearby)\s+)?(?:non-?)?(?:residential|commercial|business|industrial|residence|overlay|historic|zoning|same|other)$/;

/** Reads the zoning districts a question names, by code, by name, or both. */
export function districtsIn(question: string): District[] {
  const own = namedIn(withoutNeighbours(question));
  return own.length > 0 ? own : namedIn(question);
}

/**
 * A text without the districts that it only speaks of as neighbours: "within 100 feet of an R-1 zone" is no rule of that zone,
 * and "a C-1 lot that abuts an R-1 zone" lies in C-1.
 */
export function withoutNeighbours(text: string): string {
  return text.replace(neighbours, " ");
}

const neighbours =
  /\b(?:(?:not )?abut(?:s|ting|ted)?|adjoin(?:s|ing)?|adjacent to|next to|border(?:s|ing)?(?: on)?|facing|contiguous (?:to|with)|across (?:[a-z]+ ){0,4}from|within [^,;:]{1,40}?(?:feet|foot|ft\.?|met(?:er|re)s?|m) of)\s+[^,;:]{0,60}?(?:\b(?:zones?|districts?)\b|\b[A-Z]{1,4}-?\d[A-Z]?\b(?:(?:,|\s+(?:or|and))\s*[A-Z]{1,4}-?\d[A-Z]?\b)*(?!\s+(?:zones?|districts?)))/gi;

function namedIn(question: string): District[] {
  const found: District[] = [];
  const add = (printed: string) => {
    const district = districtOf(printed);
    if (district && !found.some((other) => isSameDistrict(other, district))) found.push(district);
  };
  for (const match of question.matchAll(new RegExp(String.raw`\b${districtWord}\b`, "gi"))) {
    const before = nameBefore(question.slice(0, match.index));
    if (classesOfDistricts.test(before)) continue;
    if (before !== "") add(before);
  }
  for (const match of question.matchAll(numberedCode)) if (!notADistrict.test(match[0])) add(match[0]);
  for (const match of question.matchAll(/(?<![\w-])[A-Z]{1,4}-[A-Z]{1,3}(?![\w-])/g)) add(match[0]);
  for (const match of question.matchAll(spacedCode)) {
    const code = match[0].replace(" ", "-");
    if (!notADistrict.test(code)) add(code);
  }
  for (const [, ...codes] of question.matchAll(codeBehind)) for (const code of codes) if (code) add(code);
  for (const match of question.matchAll(/\b(?:zoned|zoning(?:\s+is)?)\s+([A-Z]{1,5}(?:-?\d{1,3}(?:\/\d)?[A-Z]?)?)\b/g))
    add(match[1] ?? "");
  return found;
}

/** "On my R 20 lot": a code that lost its hyphen, where the words around it show that it is one. */
const spacedCode =
  /(?<![\w-])[A-Z]{1,3} \d{1,3}[A-Z]?(?=\s+(?:zoning|zones?|districts?|lots?|propert(?:y|ies)|parcels?|land)\b)|(?<=\b(?:in|zoned)\s)[A-Z]{1,3} \d{1,3}[A-Z]?\b/g;

/** "District C", "Districts AA and A", "zone B-2": codes behind the word; a flood zone is none of zoning, nor "the zone I am in". */
const codeBehind =
  /(?<!\b[Ff]lood )\b(?:[Dd]istrict|[Zz]one)s?\s+(?!I\b)([A-Z]{1,4}(?:-?\d{1,2}[A-Z]?)?)(?![\w'’-])(?:\s*(?:,|,?\s(?:and|or))\s+(?!I\b)([A-Z]{1,4}(?:-?\d{1,2}[A-Z]?)?)(?![\w'’-]))?/g;

/** Makes a district of what a person or a parcel record calls it. */
export function districtOf(printed: string): District | undefined {
  const tokens = printed
    .replace(/[()]/g, " ")
    .split(/[\s,]+/)
    .filter((token) => token !== "");
  const isShouting = tokens.length > 2 && tokens.every((token) => token === token.toUpperCase());
  const codes: string[] = [];
  const words: string[] = [];
  for (const [at, token] of tokens.entries()) {
    const isCode =
      wholeCode.test(token) &&
      ((at === 0 && isInitialOf(token, tokens[1])) ||
        /\d/.test(token) ||
        (!isShouting && token.length <= 5 && !/^[A-Z]$/.test(token)) ||
        printed.includes(`(${token})`) ||
        tokens.length === 1);
    if (isCode) codes.push(token);
    else words.push(token);
  }
  const name = plainName(words.join(" "));
  const names = name === "" ? [] : [name];
  if (codes.length === 0 && names.length === 0) return undefined;
  return { printed: printed.trim(), codes: [...new Set(codes)], names };
}

function isSameDistrict(one: District, other: District): boolean {
  const codes = new Set(one.codes.map(normalCode));
  return other.codes.some((code) => codes.has(normalCode(code)));
}

/** Walks back from the word "district" over the words of its name. */
function nameBefore(text: string): string {
  const tokens = text.trimEnd().split(/\s+/);
  const kept: string[] = [];
  const last = tokens.at(-1) ?? "";
  const isCapital = /^[("]?[A-Z0-9]/.test(last);
  for (let at = tokens.length - 1; at >= 0; at--) {
    const token = tokens[at] ?? "";
    const bare = token.toLowerCase().replace(/[^a-z&/-]/g, "");
    // The name of a district does not reach back over the end of a sentence.
    if (at < tokens.length - 1 && /[a-z]{3,}[.?!;:]$/.test(token)) break;
    const isNamePart = isCapital ? /^[("]?[A-Z0-9]/.test(token) : !nameStops.has(bare);
    const joins = joiners.has(bare) && isCapital;
    if (!isNamePart && !joins) break;
    kept.unshift(token.replace(/[",]/g, ""));
  }
  while (kept[0] && nameStops.has(kept[0].toLowerCase()) && !isInitialOf(kept[0], kept[1])) kept.shift();
  return kept.join(" ");
}

/** "A Agricultural", "R Residential": a code of one letter before the name it stands for. */
function isInitialOf(letter: string, name: string | undefined): boolean {
  return /^[A-Z]$/.test(letter) && name?.startsWith(letter) === true;
}

/** The name of a district in lower case, without the word for a district. */
export function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/&/g, " and ")
    .replace(/[^a-z0-9]+/g, " ")
    .replace(/\b(?:zoning|district|districts|zone|zones)\b/g, " ")
    .replace(plural, "$1")
    .replace(/\s+/g, " ")
    .trim();
}

/** A plain plural: "services", not "business". */
const plural = /\b([a-z]{3,}[a-rt-z])s\b/g;

/** Tells how a text stands to a district. A label of a table is a text too, and there a single letter can be a code. */
export function matchDistrict(text: string, district: District, isLabel = false): DistrictMatch {
  if (namesCode(text, district, isLabel)) return "named";
  // "R-44 Residential" is not the "R-15 Residential Zone", though both are residential.
  const isNumbered = district.codes.some((code) => /\d/.test(code));
  if (namesName(text, district) && !(isNumbered && codesIn(text).length > 0)) return "named";
  return namesAnyDistrict(text, isLabel) ? "other" : "none";
}

function namesCode(text: string, district: District, isLabel: boolean): boolean {
  return district.codes.some((code) => {
    const wanted = normalCode(code);
    if (/\d/.test(wanted))
      return (
        codesIn(text).some((held) => held === wanted || held.startsWith(`${wanted}_`)) ||
        familiesIn(text).includes(code.replace(/[-\s]?\d.*$/, ""))
      );
    const token = code.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/-/g, "[- ]?");
    if (isLabel && new RegExp(`^\\W*${token}(?:\\W|$)`).test(text)) return true;
    const near = String.raw`(?:\(\s*${token}\s*\)|(?<![\w-])${token}\s+(?:zoning\s+)?(?:zones?|districts?)\b|\b(?:zones?|districts?)\s+${token}(?![\w-]))`;
    if (new RegExp(near, "i").test(text) && new RegExp(`(?<![\\w-])${token}(?![\\w-])`).test(text)) return true;
    // "W Waterfront District": a letter before the name that it stands for.
    const isInitial =
      /^[A-Z]$/.test(code) &&
      new RegExp(
        `(?<![\\w-])${code}\\s+${code}[A-Za-z]+\\s+(?:[A-Z][A-Za-z]+\\s+)?(?:District|Zone|DISTRICT|ZONE)\\b`,
      ).test(text);
    if (isInitial) return true;
    return wanted.length >= 2 && new RegExp(`(?<![\\w-])${token}(?![\\w-])`).test(text);
  });
}

/** Letters that stand for all districts whose codes begin with them: ER for ER-1 in "any ER zone", "ER ZONES". */
function familiesIn(text: string): string[] {
  return [...text.matchAll(family)].flatMap((match) => {
    const letters = match[1] ?? match[2] ?? "";
    return letters === letters.toUpperCase() && !noFamily.has(letters) ? [letters] : [];
  });
}

const family =
  /\b(?:any|all|every|each)\s+(?:of\s+the\s+)?([A-Z]{1,4})\s+(?:zoning\s+)?(?:zones?|districts?)\b|(?<![\w-])([A-Z]{1,4})\s+(?:zoning\s+)?(?:zones|districts)\b/gi;
const noFamily = new Set(["ALL", "ANY", "EACH", "BASE", "THE", "OF", "AND", "OR", "IN", "FOR", "USE", "ING"]);

function codesIn(text: string): string[] {
  const codes = [...text.matchAll(printedCode)].map((match) => normalCode(match[0]));
  return codes.filter((code) => !/^(?:SEC|SECTION|ART|CH|NO|TABLE|NOTE|PAGE|CHAPTER)\d/.test(code));
}

function namesName(text: string, district: District): boolean {
  const plain = ` ${plainText(text)} `;
  return district.names.some((name) => plain.includes(` ${name} `));
}

function plainText(text: string): string {
  return text
    .replace(/&/g, " and ")
    .replace(/[^A-Za-z0-9]+/g, " ")
    .toLowerCase()
    .replace(plural, "$1")
    .replace(/\s+/g, " ")
    .trim();
}

/** "Residence A", "Business 1": a class of districts with the mark of one. */
const classWithMark =
  /^\W*(?:residen\w+|business|commercial|industrial|industry|agricultur\w+|manufacturing)\s+(?:[A-D]|\d{1,2}|I{1,3})\W*$/i;

/** "CHAPTER II DISTRICT REQUIREMENTS" names no district II. */
const numberOfDivision = /\b(?:CHAPTER|ARTICLE|PART|DIVISION|SECTION|TITLE|APPENDIX)\s+(?:[IVXLC]+|\d+)\b/gi;

/** "Age Restricted Residence (ARR) District", "VILLAGE DISTRICTS (TC OR WV)": codes in brackets beside the word. */
const bracketedCode =
  /\([A-Z]{1,4}(?:-\d{1,2})?\)\s+(?:[Dd]istrict|DISTRICT|[Zz]one|ZONE)\b|\b(?:[Dd]istricts?|DISTRICTS?|[Zz]ones?|ZONES?)\s*\([A-Z]{1,4}(?:-\d{1,2})?(?:(?:,|,? or|,? and| OR| AND)\s[A-Z]{1,4}(?:-\d{1,2})?){0,3}\)/;

/** "The following are prohibited in the CBD:": letters alone, where what introduces a list ends. */
const lettersBehindIn = /\bin the [A-Z]{2,4}(?:-\d{1,2})?:\s*$/;

/** "USES PERMITTED IN ANY ZONE" names no one district. */
const everyDistrict = /\b(?:any|all|each|every|such|the|this|these|that)\s+(?:zoning\s+)?(?:zone|district)s?\b/gi;

/** Tells whether a text names any zoning district at all. */
export function namesAnyDistrict(text: string, isLabel = false): boolean {
  for (const match of text.matchAll(numberedCode)) {
    if (!notADistrict.test(match[0])) return true;
  }
  if (familiesIn(text).length > 0 || bracketedCode.test(text) || lettersBehindIn.test(text)) return true;
  if (isLabel && classWithMark.test(text)) return true;
  if (
    isLabel &&
    /^\W*(?:[A-Z]{1,4}(?:[-/][A-Z0-9]{1,4})?)\W*$/.test(text) &&
    !/^\W*(?:P|SP|SE|S|N|NA|SF|FT|FAR|NO|YES|C|A|X)\W*$/.test(text)
  )
    return true;
  return /\b(?!This|These|That|Each|Any|All|Such|The|Said|Zoning|Every|No|In|Other|Overlay|Base|Special|Residential|Residence|Business|Commercial|Industrial|Nonresidential|Historic|School|Fire|Sewer|Water|Adjacent|Abutting|Following|Underlying|Build|To|Buffer|Clear|Transition|Setback|Loading|Flood|Dead|Work|No-Build|Chapter|Article|Part|Division|Section|Title|Appendix)[A-Z][a-z]+(?:[ -][A-Z0-9](?:[A-Za-z0-9-]| [A-Z0-9])*)?\s+(?:Zone|District)s?\b|\b[A-Z]{2,}(?:[ -][A-Z0-9]+)*\s+(?:ZONE|DISTRICT)\b/.test(
    text.replace(numberOfDivision, " ").replace(everyDistrict, " "),
  );
}

/** The district beside a lot, by its first word: "abutting the RA district", "not adjoining a residential zone". */
export const besideDistrict =
  /\b(?<not>not\s+)?(?:abut(?:s|ting)?|adjoin(?:s|ing)?|adjacent to|next to|border(?:s|ing)?(?: on)?)\s+(?:(?:an?|the|any)\s+)?(?<name>[A-Za-z][\w-]*)(?:\s+[\w-]+)?\s+(?:zoning\s+)?(?:districts?|zones?)\b/gi;
