import { type DistrictEntry, isSameCode } from "../../ingest/index.ts";

/** A district of an ordinance that a question names, with the words by which it does. */
export interface NamedDistrict {
  readonly code: string;
  readonly name: string | null;
  /** As the question prints it. */
  readonly printed: string;
}

const place =
  "(?:zones?|districts?|zoned|zoning|lots?|land|propert(?:y|ies)|parcels?|areas?|sites?|acres?|houses?|homes?|condos?)";
const before = "(?:zoned|zone|zoning|in|in the|in an?|within|within the|within an?)";
/** Words of a name that say that it is one. */
const ofNames = /\b(?:zoning|zones?|districts?|regulations?|requirements?)\b/gi;
/** Short words at the end of a question or before "district" that are not lower-case district codes. */
const words = new Set(
  "all any at be by each go her his in is it me my new no of on one or our that the this to town us use".split(" "),
);
/** A class of districts is one district only where the word for a single one follows. */
const classes = /^(?:residential|commercial|industrial|business|agricultural|rural|residence|industry)$/;

/**
 * Returns the districts of a register that a question names: by a code with a number or three capitals wherever it stands, by
 * fewer letters or a name where the surrounding words mention a zone or a lot ("an AR lot", "general commercial: how tall").
 */
export function districtsNamed(entries: readonly DistrictEntry[], question: string): NamedDistrict[] {
  let rest = question;
  const named: NamedDistrict[] = [];
  const words = entries.flatMap(({ code, name }) => [
    { code, name, pattern: codePattern(code, question), length: code.length },
    ...plainNames(code, name).map((plain) => ({ code, name, pattern: namePattern(plain), length: plain.length })),
  ]);
  for (const { code, name, pattern } of words.toSorted((one, other) => other.length - one.length)) {
    const printed = pattern?.exec(rest)?.groups?.own;
    if (printed === undefined) continue;
    if (!named.some((one) => one.code === code)) named.push({ code, name, printed });
    rest = rest.replaceAll(printed, " ");
  }
  return named;
}

/** Returns a district that is asked for by its code or its name with both; none where it lacks one, or shares its name with others. */
export function calledBy(
  { code, name }: DistrictEntry,
  names: readonly string[],
  all: readonly DistrictEntry[],
): NamedDistrict[] {
  if (name === null || code.includes(" ")) return [];
  const isShared = all.some((other) => other.code !== code && other.name !== null && isSameCode(other.name, name));
  return isShared
    ? []
    : names
        .filter((wanted) => isSameCode(wanted, name) || isSameCode(wanted, code))
        .map((printed) => ({ code, name, printed }));
}

function codePattern(code: string, question: string): RegExp | undefined {
  if (code.includes(" ")) return undefined;
  const own = `(?<own>${escaped(code)})(?![A-Za-z0-9]|-\\d)`;
  if (/\d/.test(code)) return new RegExp(`(?<![A-Za-z0-9-])${own}`, /^[A-Z]+-?\d/.test(code) ? "i" : "");
  const small = code.toLowerCase();
  // Small letters may be a word: they name a district only where nothing else can stand, "zoned cg", "allowed in cg?".
  const inSmallLetters =
    code.length < 2 || words.has(small)
      ? ""
      : `|(?<=\\b(?:zoned|in)\\s(?:the\\s)?)(?<own>${escaped(small)})(?=\\s*(?:[?.!,;]|$)|\\s(?:zone|district)\\b)`;
  // A word in capitals that is a district of the law is that district wherever it stands: "CIP bulk requirements".
  if (/^[A-Z]{3,}$/.test(code) && /[a-z]/.test(question))
    return new RegExp(`(?<![A-Za-z0-9-])${own}(?!-)${inSmallLetters}`);
  // A code may follow the name in parentheses: "a neighborhood business (NB) spot".
  const bracketed = code.length < 2 ? "" : `|(?<=[a-z] \\()${own}(?=\\))`;
  return new RegExp(
    `(?<![A-Za-z0-9-])${own}(?=\\s+${place}\\b)${bracketed}|(?<=\\b${before}\\s)(?<own>${escaped(code)})(?![A-Za-z0-9-])${inSmallLetters}`,
  );
}

/** The name without its code and without the word for a district; with the letter that parts it from others of its class, "Residence B". */
function plainNames(code: string, name: string | null): string[] {
  const printedCode = new RegExp(`(?<![A-Za-z0-9])${escaped(code)}(?![A-Za-z0-9])`);
  const isLetter = code.length === 1;
  return [
    (name ?? "").replace(code.includes(" ") ? /^$/ : printedCode, " "),
    code.includes(" ") ? code : "",
    isLetter ? (name ?? "") : "",
  ]
    .map((one) => one.replaceAll(ofNames, " ").replace(code.includes(" ") ? /[^\w/& -]/g : /[^A-Za-z/& -]/g, " "))
    .map((one) => one.replace(/\s+/g, " ").trim().toLowerCase())
    .filter((one) => one.length > 3);
}

/** The letter or number that parts the districts of a class: "residence b", "business ii". */
const markOfClass = /^.*[a-z]{3} (?<mark>[a-z]|[ivx]{1,4}|\d)$/;

function namePattern(plain: string): RegExp {
  const phrase = phraseOf(plain);
  if (classes.test(plain)) return new RegExp(`\\b(?<own>${phrase})\\s+(?:zone|district)\\b`, "i");
  const { mark } = markOfClass.exec(plain)?.groups ?? {};
  // With its mark in capitals such a name can be nothing else: "How high may a fence be? Residence A."
  const marked =
    mark === undefined
      ? ""
      : `|\\b(?<own>${phraseOf(plain.slice(0, -mark.length).trim())}[ /-]+(?-i:${mark.toUpperCase()}))(?![\\w-])`;
  return new RegExp(
    `^\\W*(?<own>${phrase})(?=\\s*[:,–—-])|\\b(?<own>${phrase})(?=\\s+${place}\\b)|(?<=\\b${before}\\s)(?<own>${phrase})\\b${marked}`,
    "i",
  );
}

const phraseOf = (plain: string) => escaped(plain).replaceAll(" ", "[ /-]+");

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
