import { AccessRefused } from "./access.errors.ts";

/** What a credential may spend, in credits; null without a cap. */
export interface Caps {
  readonly dailyCap: number | null;
  readonly monthlyCap: number | null;
}

const largestCap = 1_000_000_000;

/**
 * Refuses caps that are not whole numbers of credits from 1, or contradict each other.
 *
 * @throws AccessRefused access.invalid
 */
export function assertCaps({ dailyCap, monthlyCap }: Caps): void {
  for (const cap of [dailyCap, monthlyCap]) {
    if (cap !== null && !(Number.isInteger(cap) && cap >= 1 && cap <= largestCap)) {
      throw new AccessRefused("access.invalid", `a cap is a whole number of credits from 1 to ${largestCap}`);
    }
  }
  if (dailyCap !== null && monthlyCap !== null && dailyCap > monthlyCap) {
    throw new AccessRefused("access.invalid", "the daily cap cannot be larger than the monthly cap");
  }
}

/**
 * Reads a cap as a person typed it into a form: empty for none.
 *
 * @throws AccessRefused access.invalid for anything but digits
 */
export function readCap(text: string): number | null {
  const written = text.trim();
  if (written === "") return null;
  if (!/^\d{1,10}$/.test(written)) {
    throw new AccessRefused("access.invalid", "a cap is written in digits, as a whole number of credits");
  }
  return Number(written);
}
