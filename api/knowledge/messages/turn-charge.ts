import type { Queryable } from "../../../migrations/index.ts";
import type { Principal } from "../../access/principal.ts";

/** Tokens a turn used, as the model reported them. */
export interface TurnUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** How a turn is paid: credits are held before it runs and settled by what it used. */
export interface TurnCharge {
  /**
   * Holds what a typical turn of the model costs.
   *
   * Throws  Problem (402) when wallet or cap do not allow it
   */
  hold(
    principal: Principal,
    turn: { readonly projectId: string; readonly modelId: string; readonly idempotencyKey: string | undefined },
  ): Promise<string>;
  /** Charges what was used, at most what is held, and gives the credits; zero releases the hold. */
  settle(
    db: Queryable,
    reservationId: string,
    turn: { readonly modelId: string; readonly usage: TurnUsage },
  ): Promise<number>;
  /** Gives the whole hold back. */
  release(db: Queryable, reservationId: string): Promise<void>;
}
