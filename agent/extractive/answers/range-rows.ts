import { quantitiesIn } from "../../text/quantities.ts";
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
  String.raw`${amount}\s*[a-z. ]{0,14}?\s(?:or|and)\s+(more|over|greater|above|less|under|smaller)\b`,
  "i",
);

/**
 * Tells whether a row of a table is for lots or buildings of another size than the question gives: the row "7,001 to
 * 8,000 SF" is not for a lot of 6,500 square feet. False where either gives no size.
 */
export function isRowOfOtherSize(question: string, { cell }: Evidence): boolean {
  if (!cell) return false;
  const range = rangeIn(cell.label) ?? rangeIn(cell.column);
  if (!range) return false;
  const given = quantitiesIn(question).filter(({ unit }) => unit === range.unit);
  return given.length > 0 && given.every(({ value }) => value < range.least || value > range.most);
}

function rangeIn(label: string): Range | undefined {
  const unit = quantitiesIn(label).find((one) => one.unit !== null)?.unit;
  if (!unit) return undefined;
  const both = between.exec(label);
  if (both) return { unit, least: numberOf(both[1]), most: numberOf(both[2]) };
  const beyond = orBeyond.exec(label);
  if (beyond) {
    const isMore = /more|over|greater|above/i.test(beyond[2] ?? "");
    return isMore
      ? { unit, least: numberOf(beyond[1]), most: Number.POSITIVE_INFINITY }
      : { unit, least: 0, most: numberOf(beyond[1]) };
  }
  const low = below.exec(label);
  if (low) return { unit, least: 0, most: numberOf(low[1]) };
  const high = above.exec(label);
  return high ? { unit, least: numberOf(high[1]), most: Number.POSITIVE_INFINITY } : undefined;
}

function numberOf(printed: string | undefined): number {
  return Number((printed ?? "").replaceAll(",", ""));
}
