/** What a unit measures. Amounts of one kind can be converted into one another. */
export type UnitKind = "length" | "area" | "time" | "share";

interface Unit {
  readonly kind: UnitKind;
  /** Size in the base unit of its kind: foot, square foot, day, percent. */
  readonly size: number;
  /** Name after a number other than 1. */
  readonly plural: string;
}

const feetPerMeter = 1 / 0.3048;

/**
 * Every unit that is converted, by its canonical name in `Quantity`. Lengths are international feet; months and years
 * have no fixed number of days and are not converted.
 *
 * @see https://www.nist.gov/pml/us-surveyfoot (international foot), NIST Handbook 44, appendix C
 */
const units: Readonly<Record<string, Unit>> = {
  inch: { kind: "length", size: 1 / 12, plural: "inches" },
  ft: { kind: "length", size: 1, plural: "feet" },
  m: { kind: "length", size: feetPerMeter, plural: "meters" },
  mile: { kind: "length", size: 5_280, plural: "miles" },
  sqft: { kind: "area", size: 1, plural: "square feet" },
  sqyd: { kind: "area", size: 9, plural: "square yards" },
  sqm: { kind: "area", size: feetPerMeter ** 2, plural: "square meters" },
  acre: { kind: "area", size: 43_560, plural: "acres" },
  minute: { kind: "time", size: 1 / 1_440, plural: "minutes" },
  hour: { kind: "time", size: 1 / 24, plural: "hours" },
  day: { kind: "time", size: 1, plural: "days" },
  week: { kind: "time", size: 7, plural: "weeks" },
  percent: { kind: "share", size: 1, plural: "percent" },
};

/** The names of the units that are converted. */
export const convertibleUnits: readonly string[] = Object.keys(units);

/** Returns what a unit measures; undefined for a unit that is not converted, such as "space". */
export function kindOfUnit(unit: string | null): UnitKind | undefined {
  return unit === null ? undefined : units[unit]?.kind;
}

/** Returns an amount in another unit; undefined where the units do not measure the same. */
export function converted(value: number, from: string, to: string): number | undefined {
  if (from === to) return value;
  const one = units[from];
  const other = units[to];
  return one && other && one.kind === other.kind ? (value * one.size) / other.size : undefined;
}

/** Returns the plural name of a unit: "square feet" for "sqft"; the canonical name where no other is known. */
export function nameOfUnit(unit: string): string {
  return units[unit]?.plural ?? unit;
}
