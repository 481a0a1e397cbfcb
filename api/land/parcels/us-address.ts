import { stateCode } from "../../providers/us-states.ts";
import { typingErrors } from "./typing-errors.ts";

/** A street address in its parts, each in the standard form of USPS Publication 28; null where it is not stated. */
export interface UsAddress {
  readonly number: string | null;
  readonly direction: string | null;
  /** Words of the street's name without direction and suffix. */
  readonly street: string;
  readonly suffix: string | null;
  readonly unit: string | null;
  readonly city: string | null;
  /** Two letters. */
  readonly state: string | null;
  /** Five digits. */
  readonly zip: string | null;
}

const directions: Readonly<Record<string, string>> = {
  NORTH: "N",
  SOUTH: "S",
  EAST: "E",
  WEST: "W",
  NORTHEAST: "NE",
  NORTHWEST: "NW",
  SOUTHEAST: "SE",
  SOUTHWEST: "SW",
};
const shortDirections = new Set(Object.values(directions));

/** Street suffixes and how people write them. Source: USPS Publication 28, appendix C1 (the common ones). */
const suffixSpellings: Readonly<Record<string, string>> = {
  ALY: "ALLEY ALLY ALLEE",
  AVE: "AVENUE AV AVEN AVENU AVN",
  BLVD: "BOULEVARD BOUL BOULV",
  BND: "BEND",
  CIR: "CIRCLE CIRC CRCL CRCLE",
  CT: "COURT CRT",
  CTR: "CENTER CENTRE CENTR CNTER",
  CV: "COVE",
  DR: "DRIVE DRIV DRV",
  EXPY: "EXPRESSWAY EXPRESS EXPR",
  EXT: "EXTENSION EXTN",
  GLN: "GLEN",
  GRN: "GREEN",
  GRV: "GROVE GROV",
  HL: "HILL",
  HWY: "HIGHWAY HIWAY HIWY HWAY",
  LN: "LANE",
  LNDG: "LANDING LNDNG",
  LOOP: "LOOPS",
  MDW: "MEADOW",
  MNR: "MANOR",
  PARK: "PRK",
  PATH: "PATHS",
  PIKE: "PIKES",
  PKWY: "PARKWAY PARKWY PKWAY PKY",
  PL: "PLACE",
  PLZ: "PLAZA PLZA",
  PT: "POINT",
  RD: "ROAD",
  RDG: "RIDGE RDGE",
  ROW: "",
  RTE: "ROUTE RT",
  RUN: "",
  SQ: "SQUARE SQR SQRE",
  ST: "STREET STR STRT",
  TER: "TERRACE TERR",
  TPKE: "TURNPIKE TRNPK TURNPK",
  TRL: "TRAIL TRAILS TRLS",
  VIS: "VISTA VIST VST",
  VW: "VIEW",
  WALK: "WALKS",
  WAY: "WY",
  XING: "CROSSING CRSSNG",
};
const suffixes = new Map(
  Object.entries(suffixSpellings).flatMap(([short, spellings]) =>
    [short, ...spellings.split(" ").filter((one) => one !== "")].map((one): [string, string] => [one, short]),
  ),
);

/** Suffixes that are hardly ever part of a name; "Hill", "View" and "Park" often are. */
const plainSuffixes = new Set("AVE BLVD CIR CT DR HWY LN PKWY PL RD ST TER WAY".split(" "));

/** Spellings long enough that one with a typing error is still known: "STRET", "AVENEU". */
const shortestMistyped = 5;
const longSpellings = [...suffixes].filter(
  ([spelling, short]) => spelling.length >= shortestMistyped && plainSuffixes.has(short),
);

/** Returns the standard suffix that a word means, one typing error in a long spelling allowed. */
function suffixOf(word: string | undefined): string | null {
  if (word === undefined) return null;
  const exact = suffixes.get(word);
  if (exact !== undefined || word.length < shortestMistyped - 1) return exact ?? null;
  return longSpellings.find(([spelling]) => typingErrors(word, spelling) === 1)?.[1] ?? null;
}

/** Suffixes before which a number is the name of the road: "Route 12", "County Road 12". */
const numberedRoads = new Set(["EXPY", "HWY", "LOOP", "PIKE", "RD", "RTE", "TPKE", "AVE"]);

/** What people write before a house number. */
const numberSign = /^(?:NO|NR|NUM|NUMBER|#)\s*(?=\d)/;
const houseNumber = /^\d+[A-Z]?(?:-\d+)?$/;

/**
 * Words for parts of a building, and of a plot, with the number or letter after them. The word stands alone: "Stevens" and
 * "Flint" are names, and FL before a ZIP code is a state.
 */
const unitDesignator =
  /(?:^|\s)(?:(?:APARTMENT|APT|UNIT|SUITE|STE|FLOOR|FL(?!\s*\d{5})|ROOM|RM|BUILDING|BLDG|LOT|SPACE|SPC)(?:\s*#\s*|\s+|(?=\d))|#\s*)([A-Z0-9-]*\d[A-Z0-9-]*|[A-Z])(?=\s|$)/;

const spelledOrdinals: Readonly<Record<string, string>> = {
  FIRST: "1ST",
  SECOND: "2ND",
  THIRD: "3RD",
  FOURTH: "4TH",
  FIFTH: "5TH",
  SIXTH: "6TH",
  SEVENTH: "7TH",
  EIGHTH: "8TH",
  NINTH: "9TH",
  TENTH: "10TH",
};
const nameAbbreviations: Readonly<Record<string, string>> = { MT: "MOUNT", FT: "FORT", ST: "SAINT" };

/**
 * Reads a street address of the United States in any usual spelling: with or without commas, abbreviations, unit, city,
 * state and ZIP code. What cannot be told apart is left in `street`.
 */
export function readUsAddress(text: string): UsAddress {
  const [line = "", ...rest] = partsOf(text);
  const unit =
    unitDesignator.exec(line)?.[1] ?? rest.map((part) => unitDesignator.exec(part)?.[1]).find(Boolean) ?? null;
  const streetLine = line.replace(unitDesignator, " ").trim();
  const place = readPlace(rest.map((part) => part.replace(unitDesignator, " ").trim()).filter((part) => part !== ""));
  const words = streetLine.split(" ").filter((word) => word !== "");
  const number = takeNumber(words);
  const [street, after] = rest.length === 0 ? splitAtSuffix(words) : [words, []];
  const trailing = after.length === 0 ? place : readPlace([after.join(" ")]);
  return { number, unit, ...readStreet(street), ...trailing };
}

/** Returns the address in its standard form, in one line; what reads alike is written alike. */
export function writeUsAddress(address: UsAddress): string {
  const { number, direction, street, suffix, unit, city, state, zip } = address;
  const line = [number, direction, street, suffix, unit === null ? null : `UNIT ${unit}`].filter(Boolean).join(" ");
  const place = [state, zip].filter(Boolean).join(" ");
  return [line, city, place].filter((part) => part !== null && part !== "").join(", ");
}

/** Returns what is between commas; a house number alone belongs to the street after it: "12, Mill Street". */
function partsOf(text: string): string[] {
  const [first = "", ...rest] = text
    .split(",")
    .map(plain)
    .filter((part) => part !== "");
  const line = first.replace(numberSign, "");
  return houseNumber.test(line) && rest.length > 0 ? [`${line} ${rest[0]}`, ...rest.slice(1)] : [line, ...rest];
}

/** Removes the house number from the words of a street: the first, or the last in "Mill Street 12". */
function takeNumber(words: string[]): string | null {
  if (words.length < 2) return null;
  if (houseNumber.test(words[0] ?? "")) return words.shift() ?? null;
  const suffix = words.length > 2 ? suffixOf(words.at(-2)) : null;
  const isLast = suffix !== null && !numberedRoads.has(suffix) && houseNumber.test(words.at(-1) ?? "");
  return isLast ? (words.pop() ?? null) : null;
}

function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toUpperCase()
    .replace(/['’.]/g, "")
    .replace(/[^A-Z0-9#-]+/g, " ")
    .trim();
}

/** Splits words without commas after the first suffix that ends a street name: the rest is the place. */
function splitAtSuffix(words: readonly string[]): [string[], string[]] {
  // A name has at least one word after its direction: "SW St James Court".
  const nameAt = words.length > 2 && directionOf(words[0]) !== null ? 1 : 0;
  const first = words.findIndex((word, at) => at > nameAt && suffixOf(word) !== null);
  if (first < 0) return [[...words], []];
  let end = first + 1;
  // "Mill Run Road": the last of several suffixes is the suffix. After "Street", a last CT is the state.
  const isState = (at: number) => at === words.length - 1 && isStateCode(words[at] ?? "");
  while (suffixes.has(words[end] ?? "") && !(isState(end) && plainSuffixes.has(suffixOf(words[end - 1]) ?? ""))) {
    end += 1;
  }
  const next = words[end] ?? "";
  if (directionOf(next) !== null) end += 1;
  return [words.slice(0, end), words.slice(end)];
}

function readStreet(words: readonly string[]): Pick<UsAddress, "direction" | "street" | "suffix"> {
  const rest = [...words];
  let direction: string | null = null;
  if (directionOf(rest[0]) !== null && (rest.length > 2 || (rest.length === 2 && !suffixes.has(rest[1] ?? "")))) {
    direction = directionOf(rest.shift());
  }
  if (rest.length > 2 && directionOf(rest.at(-1)) !== null) direction = directionOf(rest.pop());
  const suffix = rest.length > 1 ? suffixOf(rest.at(-1)) : null;
  if (suffix !== null) rest.pop();
  const street = rest.map((word, at) => {
    const isBeforeAnother = at === 0 && rest.length > 1;
    return spelledOrdinals[word] ?? (isBeforeAnother ? nameAbbreviations[word] : undefined) ?? word;
  });
  return { direction, street: street.join(" "), suffix };
}

const isStateCode = (word: string) => word.length === 2 && stateCode(word) !== null;

function directionOf(word: string | undefined): string | null {
  if (word === undefined) return null;
  return directions[word] ?? (shortDirections.has(word) ? word : null);
}

function readPlace(parts: readonly string[]): Pick<UsAddress, "city" | "state" | "zip"> {
  const all = parts
    .join(" , ")
    .replace(/\b(?:USA|US|UNITED STATES)$/, "")
    .replace(/[ ,]+$/, "");
  const zip = /\b(\d{5})(?:-?\d{4})?$/.exec(all)?.[1] ?? null;
  const { before, state } = splitState(all.replace(/\b\d{5}(?:-?\d{4})?$/, "").replace(/[\s,]+$/, ""));
  const city = before.replace(/[\s,]+/g, " ").trim();
  return { city: city === "" ? null : city, state, zip };
}

function splitState(text: string): { readonly before: string; readonly state: string | null } {
  const words = text.split(/[\s,]+/).filter((word) => word !== "");
  for (const count of [3, 2, 1]) {
    const tail = words.slice(-count).join(" ");
    // Two letters are a code, longer tails a name.
    const code = words.length >= count ? stateCode(tail) : null;
    if (code !== null) return { before: words.slice(0, -count).join(" "), state: code };
  }
  return { before: text, state: null };
}
