import { assertWhole, type Books, type Buckets, bucketsOf, type Payer, type Purchase } from "./books.ts";
import { capExceeded, insufficientCredits } from "./wallet.problems.ts";
import * as repository from "./wallet.repository.ts";

const periods = ["day", "month"] as const;
const capOf = (payer: Payer, period: "day" | "month") => (period === "day" ? payer.dailyCap : payer.monthlyCap);

/** Throws the Problem that a purchase would meet now; changes nothing. */
export async function assertAffordable({ db, now }: Books, { payer, amount }: Purchase): Promise<void> {
  const { available } = await repository.findWallet(db, payer.orgId);
  if (available < amount) throw insufficientCredits(amount, available);
  if (payer.dailyCap === null && payer.monthlyCap === null) return;
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

/** Charges at once. */
export async function debit(books: Books, { payer, amount, ...purchase }: Purchase): Promise<void> {
  assertWhole(amount, 0);
  if (amount === 0) return;
  const { db, now } = books;
  await db.transaction(async () => {
    if (!(await repository.takeAvailable(db, payer.orgId, amount))) await refuseForBalance(books, payer.orgId, amount);
    await useCaps(books, payer, bucketsOf(now()), { held: 0, spent: amount });
    const { orgId, credentialId, surface } = payer;
    const movement = { orgId, credentialId, surface, kind: "debit", amount, from: "available", to: "earned" } as const;
    await repository.insertMovement(db, { ...purchase, ...movement });
  });
}

/**
 * Moves credits to what is held, within the balance and the caps.
 *
 * Locks   wallet, then day, then month, always in this order; a failure later must undo the transaction
 */
export async function holdCredits(books: Books, payer: Payer, buckets: Buckets, amount: number): Promise<void> {
  const isHeld = await repository.holdCredits(books.db, payer.orgId, amount);
  if (!isHeld) await refuseForBalance(books, payer.orgId, amount);
  await useCaps(books, payer, buckets, { held: amount, spent: 0 });
}

async function useCaps(books: Books, payer: Payer, buckets: Buckets, use: { held: number; spent: number }) {
  for (const period of periods) {
    const cap = capOf(payer, period);
    const change = { credentialId: payer.credentialId, period, bucket: buckets[period], ...use, cap };
    if (await repository.addUsage(books.db, change)) continue;
    const usage = await repository.findUsage(books.db, payer.credentialId, buckets);
    const used = usage[period].spent + usage[period].held;
    const required = use.held + use.spent;
    throw capExceeded(payer.kind, { period, cap: cap ?? 0, used, required, now: books.now() });
  }
}

async function refuseForBalance(books: Books, orgId: string, required: number): Promise<never> {
  const { available } = await repository.findWallet(books.db, orgId);
  throw insufficientCredits(required, available);
}
