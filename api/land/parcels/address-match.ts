import { typingErrors } from "./typing-errors.ts";
import type { UsAddress } from "./us-address.ts";

/**
 * Returns how likely a parcel's address is the one that was asked for, 0..1: the product of one factor for each part.
 *
 * A part that the question leaves out costs little; one that differs costs much. Another house number or another state is
 * another place. Street names may differ by typing errors: the factor is the share of letters that agree, and below three
 * quarters the names are different streets. A name that differs at all, or a number without its letter, leaves less than a
 * good match, so that a person confirms it.
 */
export function addressConfidence(asked: UsAddress, found: UsAddress): number {
  const factors = [
    numberFactor(asked, found),
    streetFactor(asked.street, found.street),
    part(asked.suffix, found.suffix, { notAsked: 0.97, notFound: 0.95, differs: 0.6 }),
    part(asked.direction, found.direction, { notAsked: 0.97, notFound: 0.9, differs: 0.5 }),
    part(asked.unit, found.unit, { notAsked: 0.97, notFound: 0.97, differs: 0.7 }),
    cityFactor(asked.city, found.city),
    part(asked.state, found.state, { notAsked: 0.99, notFound: 0.99, differs: 0.05 }),
    part(asked.zip, found.zip, { notAsked: 1, notFound: 1, differs: 0.8 }),
  ];
  return factors.reduce((product, factor) => product * factor, 1);
}

/** Factor of a part that differs although it may mean the same: below what the resolver takes without asking. */
const mostWithDifference = 0.8;

interface PartWeights {
  readonly notAsked: number;
  readonly notFound: number;
  readonly differs: number;
}

function part(asked: string | null, found: string | null, weights: PartWeights): number {
  if (asked === null) return found === null ? 1 : weights.notAsked;
  if (found === null) return weights.notFound;
  return asked === found ? 1 : weights.differs;
}

function numberFactor(asked: UsAddress, found: UsAddress): number {
  if (asked.number === null) return 0.6;
  if (found.number === null) return 0.5;
  if (asked.number === found.number) return 1;
  if (Number.parseFloat(asked.number) === Number.parseFloat(found.number)) {
    const isRange = asked.number.includes("-") || found.number.includes("-");
    return isRange ? 0.9 : mostWithDifference;
  }
  return isWithin(asked.number, found.number) || isWithin(found.number, asked.number) ? 0.9 : 0.2;
}

/** Whether a number is in a range such as "12-16". */
function isWithin(number: string, range: string): boolean {
  const [from = Number.NaN, to = Number.NaN] = range.split("-").map(Number.parseFloat);
  const value = Number.parseFloat(number);
  return value >= Math.min(from, to) && value <= Math.max(from, to);
}

function streetFactor(asked: string, found: string): number {
  const [a, b] = [asked.replace(/\s+/g, ""), found.replace(/\s+/g, "")];
  if (a === "" || b === "") return 0;
  if (a === b) return 1;
  const similarity = 1 - typingErrors(a, b) / Math.max(a.length, b.length);
  return similarity < 0.75 ? 0 : Math.min(similarity, mostWithDifference);
}

function cityFactor(asked: string | null, found: string | null): number {
  if (asked === null || found === null) return asked === found ? 1 : 0.98;
  const similarity = 1 - typingErrors(asked, found) / Math.max(asked.length, found.length);
  return similarity >= 0.75 ? 0.9 + similarity / 10 : 0.4;
}
