import { newId } from "../../../migrations/index.ts";
import { assertWhole, type Books, bucketsOf, type Payer, type Purchase } from "./books.ts";
import { assertAffordable, takeCredits } from "./take-credits.ts";
import * as repository from "./wallet.repository.ts";

const defaultLifetimeSeconds = 15 * 60;
const mostReaped = 100;

/** Credits held while metered work runs. */
export interface Reservations {
  /** Holds credits before metered work and gives the reservation's id. Joins the caller's transaction. */
  reserve(purchase: Purchase & { readonly lifetimeSeconds?: number }): Promise<string>;
  /**
   * Writes down the cost of a step before it is taken, holding more where the hold does not cover it: what has been
   * metered, and at least the whole credits named, which are what may come to be charged.
   *
   * Units   thousandths of a credit
   * @throws Problem of the missing credits or the cap; the step must then not be taken
   */
  recordMetered(reservationId: string, payer: Payer, millicredits: number, leastHeld?: number): Promise<void>;
  /** Who pays for a reservation, with the caps of the credential as they are now. */
  payerOf(reservationId: string): Promise<Payer>;
  /** Holds more. */
  extend(reservationId: string, payer: Payer, amount: number): Promise<void>;
  /** Keeps a reservation alive while its work runs. */
  renew(reservationId: string, lifetimeSeconds?: number): Promise<void>;
  /** Charges what was metered, or the amount given, never more than is held; gives what was charged, also again. */
  settle(reservationId: string, amount?: number): Promise<number>;
  /** Charges nothing and frees what is held; does nothing to a reservation that has ended. */
  release(reservationId: string): Promise<void>;
  /** Settles reservations whose process died, at what was metered; gives their number. */
  reapExpired(): Promise<number>;
}

/**
 * The life of a reservation:
 *
 *     reserve ──▶ held ──recordMetered, extend, renew──▶ held
 *                   │
 *                   ├──settle──▶ settled   (released when nothing was charged)
 *                   ├──release─▶ released
 *                   └──expiry──▶ settled at what was metered, by the reaper
 */
export function makeReservations(books: Books): Reservations {
  const { db, now } = books;
  return {
    async reserve({ payer, amount, lifetimeSeconds = defaultLifetimeSeconds, ...purchase }) {
      assertWhole(amount, 0);
      return db.transaction(async () => {
        await assertAffordable(books, { payer, amount, ...purchase });
        const buckets = bucketsOf(now());
        const { orgId, credentialId, surface } = payer;
        const id = newId("reservation");
        const row = { ...purchase, id, orgId, credentialId, surface, ...buckets, held: amount, lifetimeSeconds };
        await repository.insertReservation(db, row);
        await takeCredits(books, payer, { amount, to: "held", buckets, origin: { ...purchase, reservationId: id } });
        return id;
      });
    },
    async recordMetered(id, payer, millicredits, leastHeld = 0) {
      assertWhole(millicredits, 0);
      assertWhole(leastHeld, 0);
      await db.transaction(async () => {
        const row = await lockOpen(books, id);
        const needed = Math.max(leastHeld, Math.ceil((row.metered_millicredits + millicredits) / 1000));
        if (needed > row.held) await growHold(books, row, payer, needed - row.held);
        await repository.growReservation(db, id, { held: 0, meteredMillicredits: millicredits });
      });
    },
    async payerOf(id) {
      const payer = await repository.findPayer(db, id);
      if (!payer) throw new Error(`there is no credential behind the reservation ${id}`);
      return payer;
    },
    async extend(id, payer, amount) {
      assertWhole(amount, 1);
      await db.transaction(async () => growHold(books, await lockOpen(books, id), payer, amount));
    },
    renew: (id, lifetimeSeconds = defaultLifetimeSeconds) => repository.renewReservation(db, id, lifetimeSeconds),
    async settle(id, amount) {
      if (amount !== undefined) assertWhole(amount, 0);
      return end(books, id, (row) => amount ?? meteredOf(row));
    },
    async release(id) {
      await end(books, id, () => 0);
    },
    async reapExpired() {
      const expired = await repository.findExpiredReservations(db, mostReaped);
      for (const id of expired) await end(books, id, meteredOf, { isReaped: true });
      return expired.length;
    },
  };
}

const meteredOf = (row: repository.ReservationRow) => Math.ceil(row.metered_millicredits / 1000);

async function lockOpen({ db }: Books, id: string): Promise<repository.ReservationRow> {
  const row = await repository.lockReservation(db, id);
  if (row?.state !== "held") throw new Error(`the reservation ${id} is not open`);
  return row;
}

async function growHold(books: Books, row: repository.ReservationRow, payer: Payer, amount: number): Promise<void> {
  const owner = { ...payer, orgId: row.org_id, credentialId: row.credential_id, surface: row.surface };
  const origin = {
    operation: row.operation,
    projectId: row.project_id,
    idempotencyKey: row.idempotency_key,
    reservationId: row.id,
  };
  await takeCredits(books, owner, { amount, to: "held", buckets: { day: row.day, month: row.month }, origin });
  await repository.growReservation(books.db, row.id, { held: amount, meteredMillicredits: 0 });
}

/**
 * Ends a reservation once; a second call finds it ended and gives what the first one charged. One that is reaped may
 * have been renewed since it was found.
 */
async function end(
  books: Books,
  id: string,
  charge: (row: repository.ReservationRow) => number,
  { isReaped = false } = {},
): Promise<number> {
  const { db } = books;
  return db.transaction(async () => {
    const row = await repository.lockReservation(db, id);
    if (!row) throw new Error(`there is no reservation ${id}`);
    if (row.state !== "held" || (isReaped && !row.is_expired)) return row.charged;
    const charged = Math.min(row.held, charge(row));
    await repository.endReservation(db, id, charged);
    return charged;
  });
}
