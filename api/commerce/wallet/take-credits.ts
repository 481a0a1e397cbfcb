import {
  assertWhole,
  type Books,
  type Buckets,
  bucketsOf,
  type Payer,
  type Period,
  type Purchase,
  periods,
} from "./books.ts";
import { capExceeded, insufficientCredits } from "./wallet.problems.ts";
import * as repository from "./wallet.repository.ts";

const capOf = (payer: Payer, period: Period) => (period === "day" ? payer.dailyCap : payer.monthlyCap);
const isCapped = (payer: Payer) => periods.some((period) => capOf(payer, period) !== null);

/** Throws the Problem that a purchase would meet now; changes nothing. */
export async function assertAffordable({ db, now }: Books, { payer, amount }: Purchase): Promise<void> {
  const { available } = await repository.findWallet(db, payer.orgId);
  if (available < amount) throw insufficientCredits(amount, available);
  if (!isCapped(payer)) return;
  const usage = await repository.findUsage(db, payer.credentialId, bucketsOf(now()));
  for (const period of periods) {
    const cap = capOf(payer, period);
    const used = usage[period].spent + usage[period].held;
    // A cap that is used up stops also what may turn out to cost nothing.
    if (cap !== null && used + Math.max(1, amount) > cap) {
      throw capExceeded(payer.kind, { period, cap, used, required: amount, now: now() });
    }
  }
}

/** Charges at once; joins the caller's transaction. */
export async function debit(books: Books, { payer, amount, ...purchase }: Purchase): Promise<void> {
  assertWhole(amount, 0);
  if (amount === 0) return;
  const take = () =>
    takeCredits(books, payer, { amount, to: "earned", buckets: bucketsOf(books.now()), origin: purchase });
  // Without a cap the one statement is made whole or not at all, and needs no transaction around it.
  await (isCapped(payer) ? books.db.transaction(take) : take());
}

/** What is taken from a payer, and what for. */
export type Take = Pick<repository.CreditTake, "amount" | "to" | "buckets" | "origin">;

/**
 * Takes credits from what is available, within the balance and the caps of the payer.
 *
 * @throws Problem of the missing credits or the cap; what has been written must then be undone with the transaction
 */
export async function takeCredits(books: Books, payer: Payer, take: Take): Promise<void> {
  const { orgId, credentialId, surface } = payer;
  const caps = { day: payer.dailyCap, month: payer.monthlyCap };
  const taken = await repository.takeCredits(books.db, { ...take, orgId, credentialId, surface, caps });
  if (!taken.isAffordable) {
    const { available } = await repository.findWallet(books.db, orgId);
    throw insufficientCredits(take.amount, available);
  }
  if (taken.passedCap !== undefined) throw await capRefusal(books, payer, taken.passedCap, take);
}

async function capRefusal(
  { db, now }: Books,
  payer: Payer,
  period: Period,
  { amount, buckets }: { readonly amount: number; readonly buckets: Buckets },
) {
  const usage = await repository.findUsage(db, payer.credentialId, buckets);
  const used = usage[period].spent + usage[period].held;
  return capExceeded(payer.kind, { period, cap: capOf(payer, period) ?? 0, used, required: amount, now: now() });
}
