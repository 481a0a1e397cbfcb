import type { Queryable } from "../../../migrations/index.ts";
import type { Principal } from "../../http/principal.ts";

/** Tokens that a model has used. */
export interface ReportUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** How a report is paid: an estimate is held when it is asked for, and what was used is charged when it is published. */
export interface ReportCharge {
  /** Returns the base price and what the model typically costs, in credits; both are held at first. */
  estimate(modelId: string): { readonly report: number; readonly model: number };
  /**
   * Holds the estimate and returns the reservation. Joins the caller's transaction.
   *
   * @throws Problem (402) when wallet or cap do not allow it
   */
  hold(
    principal: Principal,
    report: { readonly projectId: string; readonly modelId: string; readonly idempotencyKey: string | undefined },
  ): Promise<string>;
  /**
   * Returns the meter of a run, which writes down what the model has used and holds as much as its next call may cost.
   * The meter throws Problem (402) when the hold cannot be extended; the call must then not be made.
   */
  meter(
    reservationId: string,
    modelId: string,
    before: ReportUsage,
  ): (usage: { readonly used: ReportUsage; readonly coming: ReportUsage }) => Promise<void>;
  /** Keeps the hold alive while the run goes on. */
  renew(reservationId: string): Promise<void>;
  /** Charges the base price and the model's tokens, at most what is held; returns the credits. Joins the transaction. */
  settle(
    db: Queryable,
    reservationId: string,
    report: { readonly modelId: string; readonly usage: ReportUsage },
  ): Promise<number>;
  /** Gives the whole hold back. */
  release(db: Queryable, reservationId: string): Promise<void>;
}
