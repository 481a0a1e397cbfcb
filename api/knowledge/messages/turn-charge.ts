import type { Queryable } from "../../../migrations/index.ts";
import type { Principal } from "../../http/principal.ts";

/** Tokens a turn used, as the model reported them. */
export interface TurnUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/**
 * Writes down what a run has used and what its next step is about to, and holds as much as it may come to cost.
 *
 * @throws Problem (402) when wallet or cap do not allow it; the step must then not be taken
 */
export type TurnMeter = (usage: { readonly used: TurnUsage; readonly coming: TurnUsage }) => Promise<void>;

/** How a turn is paid: credits are held before it runs and settled by what it used. */
export interface TurnCharge {
  /**
   * Holds what a typical turn of the model costs.
   *
   * @throws Problem (402) when wallet or cap do not allow it
   */
  hold(
    principal: Principal,
    turn: { readonly projectId: string; readonly modelId: string; readonly idempotencyKey: string | undefined },
  ): Promise<string>;
  /** Counts a run of a turn as it goes. */
  meter(reservationId: string, modelId: string): TurnMeter;
  /** Keeps the hold alive while the turn runs. */
  renew(reservationId: string): Promise<void>;
  /** Charges what was used, at most what is held, and gives the credits; zero releases the hold. */
  settle(
    db: Queryable,
    reservationId: string,
    turn: { readonly modelId: string; readonly usage: TurnUsage },
  ): Promise<number>;
  /** Charges what was recorded before each step of a turn whose process died, and gives the credits. */
  settleRecorded(db: Queryable, reservationId: string): Promise<number>;
  /** Gives the whole hold back. */
  release(db: Queryable, reservationId: string): Promise<void>;
}
