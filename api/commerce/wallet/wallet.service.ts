import type { Database } from "../../../migrations/index.ts";
import { recordAudit } from "../../access/audit/audit.repository.ts";
import { type AuditActor, systemActor } from "../../access/audit/audit-event.ts";
import { assertWhole, type Books, bucketsOf, type Payer, type Purchase } from "./books.ts";
import { makeReservations, type Reservations } from "./reservations.ts";
import { assertAffordable, debit } from "./take-credits.ts";
import * as repository from "./wallet.repository.ts";

/** What the wallet shows of an organization and of the credential that asks. */
export interface WalletStanding {
  readonly available: number;
  readonly held: number;
  readonly daySpent: number;
  readonly monthSpent: number;
}

/** The credits of organizations: whole, never negative, every movement in the ledger. */
export interface Wallet extends Reservations {
  standing(payer: Payer): Promise<WalletStanding>;
  balance(orgId: string): Promise<{ available: number; held: number }>;
  /** Of all organizations together, since the store began. */
  totals(): Promise<{ available: number; held: number; charged: number; granted: number }>;
  grant(orgId: string, amount: number, note: string, actor?: AuditActor): Promise<void>;
  /** Throws the Problem that a purchase would meet now; holds nothing. */
  assertAffordable(purchase: Purchase): Promise<void>;
  /** Charges at once: all or, with a Problem, nothing. Joins the caller's transaction. */
  debit(purchase: Purchase): Promise<void>;
  /** Runs the work and charges when it succeeds; asks beforehand whether it could be paid. */
  chargeOnSuccess<Result>(purchase: Purchase, work: () => Promise<Result>): Promise<Result>;
  /** Counts one more of a kind for the credential today; false when the limit is reached. */
  countDaily(payer: Pick<Payer, "credentialId">, kind: string, limit: number): Promise<boolean>;
}

/** Makes the wallet over a database. */
export function makeWallet(db: Database, now: () => Date = () => new Date()): Wallet {
  const books: Books = { db, now };
  const reservations = makeReservations(books);
  return {
    ...reservations,
    balance: (orgId) => repository.findWallet(db, orgId),
    totals: () => repository.sumCredits(db),
    async standing(payer) {
      const [credits, usage] = await Promise.all([
        repository.findWallet(db, payer.orgId),
        repository.findUsage(db, payer.credentialId, bucketsOf(now())),
      ]);
      return { ...credits, daySpent: usage.day.spent, monthSpent: usage.month.spent };
    },
    async grant(orgId, amount, note, actor = systemActor) {
      assertWhole(amount, 1);
      await db.transaction(async () => {
        await repository.addAvailable(db, orgId, amount);
        await repository.insertGrant(db, { orgId, amount, note });
        await recordAudit(db, {
          organizationId: orgId,
          actor,
          action: "credits-granted",
          target: orgId,
          details: { credits: amount, note },
        });
      });
    },
    assertAffordable: (purchase) => assertAffordable(books, purchase),
    debit: (purchase) => debit(books, purchase),
    async chargeOnSuccess(purchase, work) {
      await assertAffordable(books, purchase);
      const result = await work();
      await debit(books, purchase);
      return result;
    },
    countDaily: ({ credentialId }, kind, limit) =>
      repository.countDaily(db, { credentialId, kind, bucket: bucketsOf(now()).day, limit }),
  };
}
