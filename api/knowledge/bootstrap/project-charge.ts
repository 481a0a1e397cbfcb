import type { Principal } from "../../http/principal.ts";

/** Prices of what setting up a project takes, in whole credits. */
export interface ProjectPrices {
  /** Of a parcel that is looked up. */
  readonly parcel: number;
  /** Of a governing ordinance that is fetched and read for the project; one that its jurisdiction has costs nothing. */
  readonly ordinance: number;
  /** Of a map layer that was asked for and answered. */
  readonly layer: number;
}

/** What setting up a project costs: an estimate is held when it is created, and what was used is charged at the end. */
export interface ProjectCharge {
  readonly prices: ProjectPrices;
  /**
   * Holds credits in the caller's transaction and returns the id of the reservation.
   *
   * @throws Problem of the missing credits or the cap
   */
  hold(
    payer: Principal,
    held: { readonly projectId: string; readonly credits: number; readonly idempotencyKey?: string | undefined },
  ): Promise<string>;
  /** Charges what was used and frees the rest, once; returns what was charged. */
  settle(reservationId: string, credits: number): Promise<number>;
  /** Charges nothing. */
  release(reservationId: string): Promise<void>;
}
