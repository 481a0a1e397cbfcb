import type { SourceKey, Value } from "./statement.ts";

const english = (value: number, decimals: number) =>
  value.toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

function measured(value: number, unit: string, text: string, source: SourceKey | null, basis: string | null): Value {
  return { text, value, unit, source, basis };
}

/** Acres with two decimals. */
export const acres = (value: number, source: SourceKey | null, basis: string | null = null): Value =>
  measured(value, "acres", `${english(value, 2)} acres`, source, basis);

/** Whole square feet. */
export const squareFeet = (value: number, source: SourceKey | null, basis: string | null = null): Value =>
  measured(value, "sqft", `${english(value, 0)} sq ft`, source, basis);

/** Feet with one decimal. */
export const feet = (value: number, source: SourceKey | null, basis: string | null = null): Value =>
  measured(value, "ft", `${english(value, 1)} ft`, source, basis);

/** A share, 0 to 1, as percent with one decimal. */
export const share = (value: number, source: SourceKey | null, basis: string | null = null): Value =>
  measured(value * 100, "percent", `${english(value * 100, 1)}%`, source, basis);

/** Percent with one decimal. */
export const percent = (value: number, source: SourceKey | null, basis: string | null = null): Value =>
  measured(value, "percent", `${english(value, 1)}%`, source, basis);

/** A whole number of things. */
export const count = (value: number, source: SourceKey | null, basis: string | null = null): Value =>
  measured(value, "count", english(value, 0), source, basis);

/** Text of a source, such as a name, on one line. */
export function named(text: string, source: SourceKey | null, basis: string | null = null): Value {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return { text: line, value: line, unit: null, source, basis };
}

const written = { dateStyle: "long", timeZone: "UTC" } as const;

/** A date in UTC, such as "November 21, 2026". */
export function date(value: string | Date, source: SourceKey | null, basis: string | null = null): Value {
  const at = typeof value === "string" ? new Date(value) : value;
  const text = at.toLocaleDateString("en-US", written);
  return { text, value: at.toISOString(), unit: "date", source, basis };
}

/** Text of the service itself: the number of a rule, a standard, a threshold. `basis` says where it is from. */
export const fixed = (text: string, basis: string): Value => ({ text, value: text, unit: null, source: null, basis });

/** Writes the dates of a text in full: "edited 2026-06-01" is "edited June 1, 2026". */
export const withPlainDates = (text: string): string =>
  text.replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, (day) => {
    const at = new Date(`${day}T00:00:00Z`);
    return Number.isNaN(at.getTime()) ? day : at.toLocaleDateString("en-US", written);
  });
