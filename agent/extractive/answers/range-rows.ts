import { quantitiesIn } from "../../text/quantities.ts";
import { rememberLast } from "../../text/remember-last.ts";
import { converted } from "../../text/units.ts";
import type { Evidence } from "../evidence/evidence.ts";

interface Range {
  readonly unit: string;
  readonly least: number;
  readonly most: number;
}

const amount = String.raw`(\d[\d,]*(?:\.\d+)?)`;
const between = new RegExp(String.raw`${amount}\s*(?:[a-z. ]{0,12})(?:to|through|and|[-–—])\s*${amount}`, "i");
const below = new RegExp(String.raw`\b(?:less than|under|below|up to|no more than|not over)\s+${amount}`, "i");
const above = new RegExp(String.raw`\b(?:more than|over|above|at least|greater than|exceeding)\s+${amount}`, "i");
const orBeyond = new RegExp(
  String.raw`${amount}\s*[a-z. ]{0,14}?(?:\s*\([^()]{1,20}\))?\s(?:or|and)\s+(more|over|greater|larger|above|less|under|smaller|fewer)\b`,
  "i",
);

/**
 * Tells how a row of a table, or a sentence that opens with its case, stands to the size the question gives: the row
 * "7,001 to 8,000 SF" excludes a lot of 6,500 square feet, "For lots of one acre or larger, …" fits one of two acres.
 * Silent where either gives no size.
 */
export function sizeFit(question: string, { cell, text }: Evidence): "fits" | "excludes" | "silent" {
  const range = cell ? (rangeIn(cell.label) ?? rangeIn(cell.column)) : rangeIn(openingCase.exec(text)?.[1] ?? "");
  if (!range) return "silent";
  const given = sizesGiven(question).filter(({ unit }) => unit === range.unit);
  if (given.length === 0) return "silent";
  return given.some(({ value }) => value >= range.least && value <= range.most) ? "fits" : "excludes";
}

const sizesGiven = rememberLast((question) => quantitiesIn(question).map(inSquareFeet));

const openingCase =
  /^\W*(?:\(?\w{1,3}[.)]\s+)*((?:for|on|where|when|if|lots?|sites?|parcels?|buildings?|structures?|signs?)\b[^,;:]*(?:,\d{3}[^,;:]*)*)[,:]/i;

function inSquareFeet<T extends { readonly value: number; readonly unit: string | null }>(one: T): T {
  const value = one.unit === null ? undefined : converted(one.value, one.unit, "sqft");
  return value === undefined ? one : { ...one, value, unit: "sqft" };
}

function rangeIn(label: string): Range | undefined {
  const range = printedRange(label);
  const squareFeet = range && converted(1, range.unit, "sqft");
  if (!range || squareFeet === undefined) return range;
  return { unit: "sqft", least: range.least * squareFeet, most: range.most * squareFeet };
}

function printedRange(label: string): Range | undefined {
  const unit = quantitiesIn(label).find((one) => one.unit !== null)?.unit;
  if (!unit) return undefined;
  const both = between.exec(label);
  if (both) return { unit, least: numberOf(both[1]), most: numberOf(both[2]) };
  const beyond = orBeyond.exec(label);
  if (beyond) {
    const isMore = /more|over|greater|larger|above/i.test(beyond[2] ?? "");
    return isMore
      ? { unit, least: numberOf(beyond[1]), most: Number.POSITIVE_INFINITY }
      : { unit, least: 0, most: numberOf(beyond[1]) };
  }
  const low = below.exec(label);
  if (low) return { unit, least: 0, most: numberOf(low[1]) };
  const angle = unit === "degree" ? quantitiesIn(label).find((one) => one.unit === unit) : undefined;
  if (angle) return { unit, least: angle.value, most: angle.value };
  const high = above.exec(label);
  return high ? { unit, least: numberOf(high[1]), most: Number.POSITIVE_INFINITY } : undefined;
}

function numberOf(printed: string | undefined): number {
  return Number((printed ?? "").replaceAll(",", ""));
}
