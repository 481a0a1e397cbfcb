import { dimensionOf } from "./dimension-of-label.ts";
import { normalCode } from "./district-code.ts";
import { districtsEstablished } from "./established-districts.ts";
import type { DistrictEntry } from "./rule.ts";
import type { RuleChunk } from "./rule-chunk.ts";

/** A code as ordinances print it: R-2, RA-2, MR3, C-3A, R-1/2, RC/PVC, B. */
const codeShape = /^(?:[A-Z]{1,4}(?:[-/][A-Z]{1,4})?-?\d{1,3}(?:[./]\d)?[A-Z]{0,2}|[A-Z]{1,4}(?:[-/][A-Z]{1,5})?)$/;
/** Letters with a number that are no district. */
const otherCodes =
  /^(?:[A-D]|I|II|III|IV|V|VI|N\/?A|NA|NP|SP|SE|P|X|S|Y|C|T|L|NO|YES|ADA|FAR|FEMA|US-?\d*|RT-?\d+|SR-?\d+|SF|GFA|ROW|DU|AC|FT|MIN|MAX|USE|ZBA|ADU|OR|AND|OF|IN|BY|TO|ON|IS|ARE|PER|THE|FOR|ALL|ANY|FEE|MAP|NEW|LOT|NOT|AS|AT|AN|CT|ONE|TWO|SIX|TEN|(?:NON|PRE|FORM|SEMI|SELF|SUB|TWO|ONE|MULTI|OFF|SITE|SIDE|REAR)-[A-Z]+)$/;
const districtWord = /\b(?:districts?|zones?|zoning)\b/i;
/** An item of a list by districts that have names and no codes: "Baltic Village Zone, Hanover Village Zone - 50 feet". */
const namedDistricts =
  /^(?:[A-Z][a-z]+ ){1,4}(?:Zone|District)(?:(?:, (?:and )?| and )(?:[A-Z][a-z]+ ){1,4}(?:Zone|District)){0,8}s?\s?[:–—-]\s/;
/** A line of the list of districts: "B. NSC, Neighborhood Shopping Center District", "R-40 - Single-Family Zone". */
const listedDistrict =
  /^\s{0,8}(?:\(?[A-Za-z0-9]{1,3}[.)]\s{1,4})?([A-Z][A-Z0-9/-]{0,9})\s{0,3}[,:–—-]\s{1,3}((?:[A-Z][\w/-]{1,20}\s(?:(?:and|of|&)\s)?){1,5}(?:Zone|District))\b/;
/** A line of a list of districts by their names: "Farming and Residential - R-1", "Planned Commercial - M-2A (Added 4/17/00)". */
const listedByName =
  /^\s{0,8}([A-Z][A-Za-z ,&/]{3,60}?)\s{1,3}[–—-]\s{0,3}([A-Z][A-Z0-9/-]{0,9})(?:\s\([^)]{0,60}\))?\s*$/;
/** What introduces such a list: "The Town is hereby divided into the following zones:". */
const dividesTown = /\bdivided into\b[^.]{0,80}\b(?:zones|districts)\b/i;
/** A line of a list of values by districts: "I Zones - 50,000 square feet". */
const valueByCode = /^\s{0,8}(([A-Z][A-Z0-9/-]{0,6})\s(?:Zone|District)s?)\s{0,3}[:–—-]/;
/** A name of a district in a cell beside its code. */
const namedInTable = /^[A-Z][A-Za-z0-9 ,&/()-]{2,60}\s(?:Zone|District|ZONE|DISTRICT)$/;
/** What parts the districts of a class: "RESIDENCE B ZONE", "Business II District". */
const markOfClass = "(?:[A-Z]|[IVX]{1,4}|\\d)";
/** A heading that is the name of a district without a code: "3.2 Rural Business Zone". */
const sectionNumber = String.raw`(?:(?:Section|Article|Chapter|Sec\.|§)?\s?[\dIVX]{1,5}(?:[.-]\d{1,3}){0,3}\.?\s{1,3})?`;
const capitalNumber = String.raw`(?:(?:SECTION|ARTICLE|CHAPTER)\s[\dIVX]{1,5}\.?\s{1,3})?`;
const namedHeading = new RegExp(
  [
    String.raw`^${capitalNumber}${sectionNumber}((?:(?:[A-Z][a-z]{2,20}|(?!ARTICLE|SECTION|CHAPTER)[A-Z]{3,20})(?:[\s/-]|\s&\s)){1,4}(?:${markOfClass}\s)?(?:Zone|District|ZONE|DISTRICT))$`,
    String.raw`^${sectionNumber}((?!ARTICLE|SECTION|CHAPTER)(?:[A-Z]{3,20}\s){2,4}(?:ZONES|DISTRICTS))$`,
  ].join("|"),
);
/** What stands before "district" in a heading that is no name: "SIGNS WITHIN THE HISTORIC DISTRICT". */
const noName = /\b(?:for|within|in|from|provisions|requirements|standards|regulations)\b/i;
/** What a bracket abbreviates beside districts: "Special Flood Hazard Area (SFHA)", "Design Review Board (DRB)". */
const otherShortName =
  /\b(?:maps?|study|plans?|board|commission|committee|authority|agency|permits?|exceptions?|limitations?|hazard areas?|landscape area|access)\s*$/i;
const mostEntries = 200;

/** A letter before the name of a district that it stands for: "8 I INDUSTRIAL ZONE REQUIREMENTS". */
export const initialAndName =
  /(?<![\w-])([A-Z])\s(?=\1[A-Za-z]{3,20}\s(?:[A-Z][A-Za-z]{2,20}\s)?(?:ZONE|DISTRICT|Zone|District))/;

/** The districts of a document and how texts name them. */
export interface DistrictRegister {
  readonly entries: readonly DistrictEntry[];
  /** Returns the codes that a label names, in its order. */
  inLabel(label: string): string[];
}

/** Returns the districts of a document: codes and names that headings, captions and tables agree on. */
export function districtRegister(chunks: readonly RuleChunk[]): DistrictRegister {
  const found = new Map<string, { name: string | null; places: Set<string> }>();
  const established = new Map<string, string>();
  const note = (code: string, place: string, name: string | null = null) => {
    const entry = found.get(code) ?? { name: null, places: new Set<string>() };
    entry.name ??= name;
    if (entry.places.size < 50) entry.places.add(place);
    found.set(code, entry);
  };
  for (const { headingPath, rows, ordinal, text } of chunks) {
    for (const name of namesInItems(text)) note(name, `item ${ordinal}`);
    for (const { code, name } of listedIn(text)) note(code, `item ${ordinal}`, name);
    for (const one of districtsEstablished(text)) established.set(one.code, one.name);
    for (const [at, heading] of headingPath.entries()) {
      const isDivision = divisionsByDistrict.test(headingPath[at - 1] ?? "");
      const named = isDivision
        ? (districtOfDivision(heading) ?? districtsInHeading(heading))
        : districtsInHeading(heading);
      for (const { code, name } of named) note(code, `heading ${heading}`, name);
    }
    for (const row of rows) {
      const isAbout = districtWord.test(row.caption ?? "") || districtWord.test(headingPath.at(-1) ?? "");
      const beside = row.cells[0]?.value;
      const isNamed = namedInTable.test(beside?.trim() ?? "");
      const own = isNamed ? listedCode(row.label) : bareCode(row.label);
      if (own) note(own, `row ${ordinal}`, isAbout || isNamed ? nameBeside(beside) : null);
      // A row of standards is of a district: one such table is enough.
      if (own && row.cells.some(({ column }) => dimensionOf(column))) note(own, `standards ${ordinal}`);
      const listed = namedInTable.test(row.label) ? listedCode(beside ?? "") : undefined;
      if (listed) note(listed, `row ${ordinal}`, row.label);
      const columns = codesOfColumns(row);
      // Several codes side by side are the heads of a table by districts: each of its rows speaks of them.
      const place = new Set(columns).size > 1 ? `column ${ordinal} ${row.label}` : `column ${ordinal}`;
      for (const code of columns) note(code, place);
    }
  }
  for (const [code, name] of established) {
    note(code, "established");
    note(code, "established by name", name);
  }
  mergeSpellings(found);
  dropOtherNames(found, established);
  // What a list of districts calls one comes behind the name that its own chapter has.
  for (const { code, name } of chunks.flatMap(({ text }) => listedByNameIn(text))) {
    const entry = found.get(code);
    if (entry) entry.name ??= name;
  }
  // The name of a district that has a code is no other district.
  const hasCode = new Set(
    [...found].flatMap(([code, { name }]) => (name === null || code.includes(" ") ? [] : [normalCode(name)])),
  );
  const entries = [...found]
    .filter(
      ([code, { places, name }]) =>
        (places.size > 1 || name !== null) && !(code.includes(" ") && hasCode.has(normalCode(code))),
    )
    .map(([code, { name, places }]) => ({ code, name, mentions: places.size }))
    .toSorted((one, other) => other.mentions - one.mentions)
    .slice(0, mostEntries);
  return { entries, inLabel: matcherOf(entries) };
}

/** Takes out what was read as a district and is another name, or a word of the name, of one that the law establishes. */
function dropOtherNames(found: Map<string, unknown>, established: ReadonlyMap<string, string>): void {
  // "AA" of "Permitted uses in Residence AA Zone" is a word of the name by which the law knows the zone.
  const words = new Set([...established.keys()].filter((one) => one.includes(" ")).flatMap((one) => one.split(" ")));
  const isOther = (code: string) => (words.has(code) && !established.has(code)) || isTitleBeside(code, established);
  for (const code of [...found.keys()].filter(isOther)) found.delete(code);
}

/** The title of a chapter on districts that the law establishes by other names: "BUSINESS ZONES", "MHP MANUFACTURED HOUSING DISTRICT". */
const isTitleBeside = (title: string, established: ReadonlyMap<string, string>): boolean =>
  title.includes(" ") &&
  established.size > 0 &&
  !established.has(title) &&
  (/s$/i.test(title) || [...established.keys()].some((code) => title.startsWith(`${code} `)));

/** "R20" and "R-20" are one district, under the spelling with a hyphen. */
function mergeSpellings(found: Map<string, { name: string | null; places: Set<string> }>): void {
  const numbered = [...found].filter(([code]) => /^[A-Z]{1,4}-?\d/.test(code));
  for (const [code, { name, places }] of numbered.filter(([one]) => !one.includes("-"))) {
    const [, same] = numbered.find(([one]) => one.includes("-") && normalCode(one) === normalCode(code)) ?? [];
    if (!same) continue;
    same.name ??= name;
    for (const place of places) same.places.add(place);
    found.delete(code);
  }
}

/** The codes that head the columns of a row; beside several of them other letters alone in a head are one too: "EMVD", "C". */
function codesOfColumns({ cells }: RuleChunk["rows"][number]): string[] {
  const codesIn = (column: string) =>
    column
      .replaceAll(withSpace, "$1-")
      .split(/\s*(?:[,;]|(?<!\d)\/|\/(?!\d))\s*|\s+/)
      .flatMap((part) => bareCode(part) ?? []);
  const codes = cells.flatMap(({ column }) => codesIn(column));
  if (new Set(codes).size < fewestBeside) return codes;
  return cells.flatMap(({ column }) => (isCode(column, 5) || /^[A-Z]$/.test(column) ? [column] : codesIn(column)));
}

/** "R 20" heads the column of R-20. */
const withSpace = /\b([A-Z]{1,3})\s(?=\d{1,3}[A-Z]?\b)/g;
const fewestBeside = 4;

/** A chapter whose divisions are districts: "ARTICLE III. - DISTRICT REGULATIONS". */
const divisionsByDistrict = /\b(?:(?:zoning\s+)?districts?\s+regulations|(?:zoning|use)\s+districts)\b/i;

/** "DIVISION 6. - C-1 COMMERCIAL OFFICE": the code and name that a division is named after. */
function districtOfDivision(heading: string) {
  const [, code = "", name = ""] =
    /^(?:division|part|subdivision|article|sec(?:tion|\.)?)\s+[\dIVXA-Z.]{1,6}\s*[-–—:.]*\s*([A-Z][A-Z0-9/-]{0,7})[\s,:–—-]+([A-Z][A-Za-z].{2,60})$/i.exec(
      heading,
    ) ?? [];
  return code === code.toUpperCase() && isCode(code) ? [{ code, name: plainName(name) }] : undefined;
}

/** A chapter number in Roman numerals is not a district code: "ARTICLE IX Village Center District Regulations". */
const chapterNumber = /^\s*(?:article|chapter|part|division|subdivision|title)\s+[IVXLC]+\b/i;

/** "R-2 Village Residential District", "NEIGHBORHOOD RESIDENCE (NR)", "Section 5 Residential A (RA) Zone". */
function districtsInHeading(heading: string): { readonly code: string; readonly name: string | null }[] {
  const bracketed = inBrackets(heading);
  if (bracketed.length > 0) return bracketed;
  return districtsInWords(heading.replaceAll(/\([A-Z]{2,6}\)/g, " "));
}

function districtsInWords(printed: string): { readonly code: string; readonly name: string | null }[] {
  const heading = withoutNoteMark(printed);
  if (!districtWord.test(heading)) return [];
  const [, one, several] = namedHeading.exec(heading) ?? [];
  const whole = one ?? several;
  if (whole !== undefined && !noName.test(whole)) return [{ code: whole, name: whole }];
  const initial = initialAndName.exec(heading);
  if (initial?.[1]) return [{ code: initial[1], name: plainName(heading.slice(initial.index + 1)) }];
  const words = heading
    .replace(chapterNumber, "")
    .split(/[\s,;:–—]+/)
    .map((word) => word.replaceAll(/^["'(]+|["').]+$/g, ""));
  const codes = words.filter((word) => isCode(word) && (/\d/.test(word) || word.length >= 2));
  const numbered = codes.filter((code) => !/^\d/.test(code));
  return numbered
    .slice(0, mostInHeading)
    .map((code) => ({ code, name: numbered.length === 1 ? plainName(heading) : null }));
}

/** The mark of a footnote behind the word for a district: "GENERAL BUSINESS ZONE'", "FLOOD PLAIN ZONE3". */
const withoutNoteMark = (heading: string): string =>
  heading.replace(/(?<=\b(?:zone|district)s?)(?:\s?\d{1,2}|['’"*°]{1,2})$/i, "");

const mostInHeading = 6;

/** "Village District (VC)", and a chapter on several: "TOWN CENTER AND WESTCHESTER VILLAGE DISTRICTS (TC OR WV)". */
function inBrackets(heading: string): { readonly code: string; readonly name: string | null }[] {
  const [, before = "", codes = ""] =
    /^(.{3,80}?)\s*\(([A-Z][A-Z0-9/-]{0,9}(?:(?:,|,? and| or| AND| OR| &)\s[A-Z][A-Z0-9/-]{0,9}){0,3})\)/.exec(
      heading,
    ) ?? [];
  const each = codes.split(/,?\s(?:and|or|&)\s|,\s/i).filter((code) => code !== "");
  const name = plainName(before.replace(ofItsPlace, ""));
  if (name === null || otherShortName.test(name)) return [];
  const [code = "", ...more] = each;
  // Behind the word a single letter is a code too: "INDUSTRIAL ZONE (I)".
  const isOfDistrict =
    /\b(?:district|zone)$/i.test(before) || new RegExp(`\\(${codes}\\)\\s(?:district|zone)\\b`, "i").test(heading);
  const isOne = isOfDistrict ? listedCode(code) !== undefined : isCode(code, 6);
  if (more.length === 0) return isOne || isShortFor(code, name) ? [{ code, name }] : [];
  const names = name.replace(/\s(?:zoning\s)?(?:districts|zones)$/i, "").split(/,?\s(?:and|or|&)\s|,\s/i);
  const hasNames = names.length === each.length;
  return each.every((one) => isCode(one, 6))
    ? each.map((one, at) => ({ code: one, name: (hasNames && names[at]) || null }))
    : [];
}

/** What a heading says of a district before it names it: "SPECIAL PROVISIONS WITHIN TOWN CENTER (TC) DISTRICT". */
const ofItsPlace = /^.*\b(?:for|within|in)\s+(?:the\s+)?(?=[A-Z])/i;

/** Two letters or more that could mean something else but open the words of a district's name: "ARTERIAL COMMERCIAL USE (AC)". */
function isShortFor(code: string, name: string): boolean {
  const initials = name.split(/[\s-]+/).flatMap((word) => (/^[A-Z]/.test(word) ? word.slice(0, 1) : []));
  return /^(?:AC|SF|FT|IN|NA|NP)$/.test(code) && initials.join("").startsWith(code);
}

/** Returns the names of districts that open the items of a list or stand in one after its first sentence. */
function namesInItems(text: string): string[] {
  return text.split(/\n|\.\s|:\s/).flatMap((item) => {
    const opening = namedDistricts.exec(item.slice(0, 300).trimStart())?.[0] ?? "";
    return opening.match(/(?:[A-Z][a-z]+ ){1,4}(?:Zone|District)/g) ?? [];
  });
}

function listedIn(text: string): { readonly code: string; readonly name: string }[] {
  return text.split("\n").flatMap((line) => {
    const [, value, byCode] = valueByCode.exec(line.slice(0, 40)) ?? [];
    const [, code = byCode, name = value] = listedDistrict.exec(line.slice(0, 200)) ?? [];
    return code !== undefined && name !== undefined && listedCode(code) ? [{ code, name }] : [];
  });
}

function listedByNameIn(text: string): { readonly code: string; readonly name: string }[] {
  if (!dividesTown.test(text)) return [];
  return text.split("\n").flatMap((line) => {
    const [, name = "", code = ""] = listedByName.exec(line.slice(0, 200)) ?? [];
    return listedCode(code) ? [{ code, name }] : [];
  });
}

/** A code beside a name of a district: a single letter is one there too. */
function listedCode(text: string): string | undefined {
  const word = text.trim();
  return /^[A-Z]$/.test(word) || isCode(word, 6) ? word : undefined;
}

/** Longer letters without a number are words of a heading in capitals, unless brackets or a table say otherwise. */
const isCode = (word: string, mostLetters = 3) =>
  codeShape.test(word) && !otherCodes.test(word) && (/[\d/-]/.test(word) || word.length <= mostLetters);

function bareCode(text: string): string | undefined {
  const word = text.trim().replaceAll(/^["'(]+|["')*.]+$/g, "");
  return isCode(word) ? word : undefined;
}

function nameBeside(text: string | undefined): string | null {
  return text !== undefined && /^[A-Z][A-Za-z .,&/-]{3,60}$/.test(text.trim()) ? text.trim() : null;
}

function plainName(text: string): string | null {
  const name = text
    .replace(
      /^(?:(?:section|article|chapter|part|§)\s*)?(?:\d+(?:[-.](?:\d+|[A-Z](?![A-Za-z])))*[A-Z]?|[IVX]+)[-.:\s]+/i,
      "",
    )
    .trim();
  return name === "" ? null : name.slice(0, 80);
}

function matcherOf(entries: readonly DistrictEntry[]): (label: string) => string[] {
  const byCode = new Map(entries.map(({ code }) => [normalCode(code), code]));
  // Text recognition reads the letter of an industrial district as a one.
  for (const code of [...byCode.keys()]) {
    const misread = code.replace(/^I(?=\d)/, "1");
    if (misread !== code && !byCode.has(misread)) byCode.set(misread, byCode.get(code) ?? code);
  }
  const names = entries.map(({ code }) => code).filter((code) => code.includes(" "));
  return (label) => {
    const plain = withoutNoteMark(label.slice(0, 200)).toLowerCase();
    // A label may be a name alone, without the word for a district: "RESIDENCE B".
    const said = districtWord.test(plain)
      ? names.filter((name) => plain.includes(name.toLowerCase()))
      : names.filter((name) => normalCode(name) === normalCode(plain));
    // "Village District" is only a part of "Lake Village District".
    const found = said.filter(
      (name) => !said.some((other) => other !== name && other.toLowerCase().includes(name.toLowerCase())),
    );
    // A code may be printed with a space or a long dash before its number.
    const joined = label
      .slice(0, 200)
      .replaceAll(/\b([A-Z]{1,4})\s*[–—-]\s*(\d)/g, "$1-$2")
      .replaceAll(withSpace, "$1-");
    const misread = /^1-\d$/.test(joined.trim()) ? byCode.get(joined.trim().replace("-", "")) : undefined;
    if (misread !== undefined) return [misread];
    for (const word of joined.split(/[\s,;:()&]+|\s+and\s+|\s+or\s+/)) {
      const clean = word.replaceAll(/^["'(]+|["').*]+$/g, "");
      const isPrinted = /[A-Z]/.test(clean) && clean === clean.toUpperCase();
      const isAlone = (clean.length > 1 && !otherCodes.test(clean)) || standsAlone(label, clean);
      const code = isPrinted && isAlone ? byCode.get(normalCode(clean)) : undefined;
      if (code !== undefined && !found.includes(code)) found.push(code);
    }
    return found;
  };
}

/** A district of one letter, or of letters that mean something else too, is named by nothing but them, in brackets, or with the word: "I Zones -", "C". */
function standsAlone(label: string, code: string): boolean {
  const near = ` ${label.slice(0, 200).toLowerCase()}`;
  const own = code.toLowerCase();
  const isNamed = [` ${own} zon`, ` ${own} district`].some((words) => near.includes(words));
  return (
    label.trim() === code ||
    isNamed ||
    ["zone", "district"].some((word) => near.includes(`${word} (${own})`)) ||
    (code.length > 1 && [`(${own})`, ` in the ${own},`, ` in the ${own}:`].some((words) => near.includes(words)))
  );
}
