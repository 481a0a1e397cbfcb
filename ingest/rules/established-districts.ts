/** A district of the list by which a law divides its land: its code is its name where it has no other. */
export interface EstablishedDistrict {
  readonly code: string;
  readonly name: string;
}

/** What introduces the list: "The Town is divided into the following zones:", "The following districts are established:". */
const introduction =
  /\b(?:divided into|(?:are|is) (?:hereby )?(?:established|created)|(?:classes|classification) of (?:zoning )?districts)\b[^.\n]{0,160}?:(?=\s)|\bfollowing (?:[\w-]+ ){0,3}(?:districts|zones)\b[^.:\n]{0,80}:(?=\s)/i;
const longestList = 2_500;
const mostDistricts = 60;
/** Lines that tell no district between the introduction and the first one: the heads of columns, the title of a part. */
const mostBefore = 3;

const code = String.raw`[A-Z]{1,5}(?:[-/ ]?\d{1,3}(?:[./]\d)?[A-Z]{0,2}|[-/][A-Z0-9]{1,5})?`;
const mark = String.raw`(?:\(?[A-Za-z0-9]{1,3}[.)]\s+)?`;
/** "RU-1 Rural Residence District", "C-1: Crossroads Commercial", "R-40 - Single-Family Zone". */
const codeFirst = new RegExp(String.raw`^${mark}(?<code>${code})(?:\s?\|\s?|\s?[:–—-]\s|,?\s)(?<name>[A-Z].{2,80})$`);
/** "Village District (V)". */
const codeInBrackets = new RegExp(String.raw`^${mark}(?<name>[A-Z][^()]{2,80})\s\(["“]?(?<code>${code})["”]?\)$`);
/** "Village Center - VC". */
const codeLast = new RegExp(String.raw`^${mark}(?<name>[A-Z][^()]{2,80}?)(?:\s[–—-]|,)\s["“]?(?<code>${code})["”]?$`);
const endsAsDistrict = /\s(?:zone|district)$/i;

/** Whether a text is a title: each word begins with a capital letter or a figure, or joins two that do. */
const isTitle = (text: string): boolean =>
  text.split(/[\s/,-]+/).every((word) => /^(?:[A-Z0-9(“"]|(?:and|of|or|the|for|in|by|with|&)$|$)/.test(word));

/** Returns the districts that a text establishes: those listed behind the words that divide the land into them; none for fewer than two. */
export function districtsEstablished(text: string): EstablishedDistrict[] {
  const opened = introduction.exec(text);
  if (
    !opened ||
    !/\b(?:districts?|zones?|zoning|base|established)\b/i.test(text.slice(opened.index, opened.index + 400))
  )
    return [];
  const list = text.slice(opened.index + opened[0].length, opened.index + opened[0].length + longestList);
  const [inline = "", ...lines] = list.split("\n");
  const found = inline.trim() === "" ? ofLines(lines) : ofSeries(inline);
  return found.length < 2 ? [] : found.slice(0, mostDistricts);
}

function ofLines(lines: readonly string[]): EstablishedDistrict[] {
  const found: EstablishedDistrict[] = [];
  let others = 0;
  for (const line of lines.map(withoutNote)) {
    if (line === "") continue;
    const one = districtOf(line);
    if (one) found.push(one);
    else if (++others > mostBefore || found.length > 0) break;
  }
  return found;
}

/** "Residence AA Zone, Residence A Zone and Business I Zone."; names with an "and" of their own stand between semicolons. */
function ofSeries(inline: string): EstablishedDistrict[] {
  const [series = ""] = inline.split(/\.(?:\s|$)/);
  const between = series.includes(";")
    ? /\s*;\s*(?:and\s+)?/
    : /\s*,\s*(?:and\s+)?|(?<=\b(?:Zone|District)\*?)\s+and\s+/;
  const each = series.split(between).map(withoutNote);
  const found = each.flatMap((part) => districtOf(part) ?? []);
  return found.length * 2 > each.length ? found : [];
}

const withoutNote = (line: string) =>
  line
    .replace(/\s*(?:\[[^\]]*\]|\((?:added|amended|eff)[^)]*\))\s*$/i, "")
    .replace(/\s+/g, " ")
    .replace(/[*†‡;,.]+$/, "")
    .trim();

function districtOf(line: string): EstablishedDistrict | undefined {
  const coded = [codeFirst, codeInBrackets, codeLast].map((form) => form.exec(line)?.groups).find(Boolean);
  const { code: printed, name = "" } = coded ?? {};
  if (printed !== undefined && !notACode.test(printed) && isTitle(name) && /[a-z]{3}|[A-Z]{4}/.test(name)) {
    // A name of one word, as "Commercial", would be said of much else.
    return { code: printed.replace(/^([A-Z]+) (?=\d)/, "$1-"), name: name.includes(" ") ? name : `${name} District` };
  }
  const own = line.replace(/^the\s/i, "").replace(/^\(?[A-Za-z0-9]{1,3}[.)]\s+/, "");
  return own.length <= longestName && endsAsDistrict.test(own) && isTitle(own) ? { code: own, name: own } : undefined;
}

const longestName = 80;
/** Line numbers, and words in capitals that are not codes of districts. */
const notACode = /^(?:[IVX]+\.?|THE|AND|OR|OF|IN|FOR|NO|ALL|ARTICLE|SECTION|SEC|TABLE|PART|MAP|ZONE|CODE|NAME|TYPE)$/;
