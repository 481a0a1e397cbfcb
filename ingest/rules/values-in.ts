import type { DimensionEntry, RuleUnit } from "../lexicon/dimensions.ts";

/** An amount of a cell or clause. */
export interface Amount {
  readonly value: number;
  readonly unit: RuleUnit | "acres" | null;
  readonly start: number;
  readonly end: number;
}

const amountPattern =
  /(?<![\w.])(?<![A-Za-z]-)(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,4}))?(?!\.?\d)(k\b)?(?:\s?(½|1\/2))?\s{0,2}\)?\s{0,2}(sq(?:uare)?\.?\s?f(?:ee|oo)?t\.?|sf\b|s\.f\.|acres?|ac\b|feet|foot|ft\b\.?|'|′|%|per\s?cent|stor(?:y|ies|eys)|(?:dwelling\s)?units?\s(?:per|\/)\s?(?:net\s|gross\s)?acre|du\/ac(?:re)?)?/gi;
/** "See subsection 406": a section number is not an amount. */
const referenceBefore = /(?:\b(?:sub)?(?:section|paragraph|article|chapter)s?|§)\s*$/i;
/** "five acres": a number in words before its unit; "twenty-five feet" is not five feet. */
const wordPattern =
  /(?<![\w-])(?<!\b(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|and|\d)[\s-])(one|two|three|four|five|six|seven|eight|nine|ten)((?:\s|-)and\s(?:one-half|a\shalf))?\s(acres?|feet|foot|stor(?:y|ies|eys)|per\s?cent)\b/gi;
const wordValues = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const noneWords =
  /^\W*(?:none|no (?:minimum|maximum|limit|requirement)|not required|n\/?a|not applicable|nr)\W*(?:required|specified)?\W*$/i;
const mostAmounts = 12;

/** Returns whether a cell says that there is no such standard. */
export const saysNone = (text: string): boolean => noneWords.test(text.trim());

/** Returns the amounts of a text with their units. */
export function amountsIn(text: string): Amount[] {
  const amounts: Amount[] = [];
  for (const match of text.slice(0, 600).matchAll(amountPattern)) {
    const [whole, digits = "", decimals, thousand, half, unit] = match;
    if (referenceBefore.test(text.slice(Math.max(0, match.index - 20), match.index))) continue;
    const printed = Number(`${digits.replaceAll(",", "")}${decimals === undefined ? "" : `.${decimals}`}`);
    // "40k" square feet
    const value = thousand === undefined ? printed : printed * 1_000;
    amounts.push({
      ...{ value: half === undefined ? value : value + 0.5, unit: unitOf(unit) },
      ...{ start: match.index, end: match.index + whole.trimEnd().length },
    });
    if (amounts.length >= mostAmounts) break;
  }
  return [...amounts, ...amountsInWords(text)].toSorted((one, other) => one.start - other.start).slice(0, mostAmounts);
}

function amountsInWords(text: string): Amount[] {
  return [...text.slice(0, 600).matchAll(wordPattern)].slice(0, mostAmounts).map((match) => {
    const [whole, word = "", half, unit] = match;
    const value = wordValues.indexOf(word.toLowerCase()) + (half === undefined ? 1 : 1.5);
    return { value, unit: unitOf(unit), start: match.index, end: match.index + whole.length };
  });
}

function unitOf(word: string | undefined): Amount["unit"] {
  if (word === undefined) return null;
  const lower = word.toLowerCase();
  if (/^(?:sq|sf|s\.f)/.test(lower)) return "sq ft";
  if (/per.*acre|\/ac/.test(lower)) return "du/ac";
  if (/^ac/.test(lower)) return "acres";
  if (lower === "%" || lower.startsWith("per")) return "%";
  return lower.startsWith("stor") ? "stories" : "ft";
}

const boundBefore = /\b(min|max)(?:imum|\.)?(?:\s+of)?\s*$/i;
const boundBehind = /^[\s.)]*\(?(min|max)(?:imum|\.|\b)/i;

/**
 * Returns the amounts of a text that can be of a limit: one that the text calls the other limit is left out, "50 ft. max." in
 * "20 ft. min., 50 ft. max." beside a minimum. The bound stands behind each amount, or before each where the text opens with one.
 */
export function amountsOfLimit(text: string, limit: "min" | "max"): Amount[] {
  const isBefore = /^\W*(?:min|max)(?:imum|\b)/i.test(text);
  return amountsIn(text).filter(({ start, end }) => {
    const said = isBefore ? boundBefore.exec(text.slice(0, start)) : boundBehind.exec(text.slice(end));
    return said === null || said[1]?.toLowerCase() === limit;
  });
}

const squareFeetPerAcre = 43_560;

/**
 * Returns an amount in the unit of a standard; undefined when its unit is another one or the value is not believed.
 *
 * @param labelled unit that the labels give: "Minimum lot area (acres)"
 */
export function inUnitOf(amount: Amount, entry: DimensionEntry, labelled: Amount["unit"]): number | undefined {
  const unit = amount.unit ?? labelled;
  const value = converted(amount.value, unit, entry);
  if (value === undefined) return undefined;
  const [least, most] = entry.range;
  return value >= least && value <= most ? value : undefined;
}

function converted(value: number, unit: Amount["unit"], entry: DimensionEntry): number | undefined {
  if (unit === null || unit === entry.unit)
    return entry.unit === "sq ft" && unit === null && value < 400 ? undefined : value;
  if (unit === "acres" && entry.unit === "sq ft") return Math.round(value * squareFeetPerAcre);
  if (unit === "sq ft" && entry.unit === "sq ft per dwelling unit") return value;
  return unit === "%" && entry.unit === "ratio" && value > 1 ? value / 100 : undefined;
}

/** Returns the unit that a label states: "Lot area (sq. ft.)", "Height in feet". */
export function unitInLabel(label: string): Amount["unit"] {
  // "Lot area (acres), 1 acre = 43,560 square feet" explains the unit that it gives first.
  if (/\(acres?\)/i.test(label)) return "acres";
  if (/\bsq(?:uare|\.)?\s?\.?\s?f(?:ee|oo)?t|\bsf\b|\bs\.f\./i.test(label)) return "sq ft";
  if (/\bper acre|\/\s?ac\b/i.test(label)) return "du/ac";
  if (/\bacres?\b/i.test(label)) return "acres";
  if (/%|\bper\s?cent/i.test(label)) return "%";
  if (/\bstor(?:ies|eys)\b/i.test(label)) return "stories";
  return /\bfeet\b|\bft\b|\(ft\.?\)/i.test(label) ? "ft" : null;
}
