import type { Database } from "../../../migrations/index.ts";
import type { Principal } from "../../http/principal.ts";

/** Where the wallet keeps its books, and the clock that says which day it is. */
export interface Books {
  readonly db: Database;
  readonly now: () => Date;
}

/** Who pays, as far as money needs to know. */
export type Payer = Pick<Principal, "kind" | "credentialId" | "orgId" | "surface" | "dailyCap" | "monthlyCap">;

/** What is paid for. */
export interface Purchase {
  readonly payer: Payer;
  /** The operation's id, as the ledger shows it. */
  readonly operation: string;
  /** Whole credits; for a reservation, what to hold until more is known. */
  readonly amount: number;
  readonly projectId?: string;
  readonly idempotencyKey?: string;
}

/** The periods that caps are counted in. */
export interface Buckets {
  /** The UTC day, as `2026-01-31`. */
  readonly day: string;
  /** The first day of its month. */
  readonly month: string;
}

/** A period that caps are counted in. */
export type Period = keyof Buckets;

/** Both periods, in the order in which their caps are judged. */
export const periods: readonly Period[] = ["day", "month"];

/** Gives the UTC day of an instant and the first day of its month. */
export function bucketsOf(instant: Date): Buckets {
  const day = instant.toISOString().slice(0, 10);
  return { day, month: `${day.slice(0, 7)}-01` };
}

/**
 * Refuses an amount that is not a whole number, or less than it may be.
 *
 * @throws RangeError: such an amount is a fault of the caller's code
 */
export function assertWhole(amount: number, least: number): void {
  if (Number.isSafeInteger(amount) && amount >= least) return;
  throw new RangeError(`an amount of credits is a whole number of at least ${least}, not ${amount}`);
}
