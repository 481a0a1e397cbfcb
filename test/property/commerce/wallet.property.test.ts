import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Payer } from "../../../api/commerce/wallet/books.ts";
import { makeWallet, type Wallet } from "../../../api/commerce/wallet/wallet.service.ts";
import { type Database, sql } from "../../../migrations/index.ts";
import { openTestDatabase } from "../../support/database.ts";

let db: Database;
let wallet: Wallet;
beforeAll(async () => {
  // On a server, every step of a round has a connection of its own.
  db = await openTestDatabase({ maxConnections: 20 });
  wallet = makeWallet(db);
});
afterAll(() => db.close());

type Step =
  | { readonly do: "grant" | "debit" | "reserve"; readonly payer: number; readonly amount: number }
  | { readonly do: "meter" | "extend" | "settle"; readonly reservation: number; readonly amount: number }
  | { readonly do: "settleMetered" | "release" | "expire"; readonly reservation: number };

const amount = fc.integer({ min: 1, max: 60 });
const payer = fc.integer({ min: 0, max: 2 });
const reservation = fc.nat({ max: 9 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom("grant" as const, "debit" as const, "reserve" as const), payer, amount }),
  fc.record({ do: fc.constantFrom("meter" as const, "extend" as const, "settle" as const), reservation, amount }),
  fc.record({ do: fc.constantFrom("settleMetered" as const, "release" as const, "expire" as const), reservation }),
);
const cap = fc.option(fc.integer({ min: 1, max: 120 }), { nil: null });
/** Caps that a person sets between two rounds; the steps of one round then start at the same time. */
const round = fc.record({
  capChanges: fc.array(fc.record({ payer, dailyCap: cap, monthlyCap: cap }), { maxLength: 2 }),
  steps: fc.array(step, { minLength: 1, maxLength: 20 }),
});
const history = fc.array(round, { minLength: 1, maxLength: 8 });
const caps = fc.array(cap, { minLength: 6, maxLength: 6 });

/** A payer whose caps may be set anew. */
type CappedPayer = { -readonly [Member in keyof Payer]: Payer[Member] };
/** What each credential has spent and holds in a period. */
type Usage = ReadonlyMap<string, number>;

let organizations = 0;

describe("any history of grants, charges, holds, deaths and changed caps", () => {
  it("leaves a wallet that is its ledger, never negative, and no cap passed", async () => {
    await fc.assert(
      fc.asyncProperty(history, caps, async (rounds, limits) => {
        const orgId = `org_${++organizations}`;
        await db.query(sql`-- add_organization
          insert into organization (id, name) values (${orgId}, 'x')`);
        const payers = [0, 1, 2].map(
          (index): CappedPayer => ({
            kind: index === 2 ? "connection" : "api_key",
            credentialId: `cred_${organizations}_${index}`,
            orgId,
            surface: index === 2 ? "mcp" : "api",
            dailyCap: limits[index * 2] ?? null,
            monthlyCap: limits[index * 2 + 1] ?? null,
          }),
        );
        await wallet.grant(orgId, 150, "start");
        const reservations: { id: string; payer: Payer }[] = [];
        let used: Usage = new Map();
        for (const { capChanges, steps } of rounds) {
          for (const { payer: index, ...changed } of capChanges) Object.assign(payers[index] ?? {}, changed);
          await Promise.all(steps.map((one) => take(one, payers, reservations).catch(assertExpectedRefusal)));
          used = await assertInvariants(orgId, payers, used);
        }
        for (const { id } of reservations) await wallet.settle(id);
        expect((await wallet.balance(orgId)).held).toBe(0);
        await assertInvariants(orgId, payers, used);
      }),
      { numRuns: 25 },
    );
  }, 120_000);
});

async function take(one: Step, payers: Payer[], reservations: { id: string; payer: Payer }[]): Promise<void> {
  if ("payer" in one) {
    const by = payers[one.payer];
    if (!by) return;
    if (one.do === "grant") return wallet.grant(by.orgId, one.amount, "more");
    if (one.do === "debit") return wallet.debit({ payer: by, operation: "debit", amount: one.amount });
    reservations.push({ id: await wallet.reserve({ payer: by, operation: "reserve", amount: one.amount }), payer: by });
    return;
  }
  const held = reservations[one.reservation % Math.max(1, reservations.length)];
  if (!held) return;
  if (one.do === "meter") return wallet.recordMetered(held.id, held.payer, one.amount * 700);
  if (one.do === "extend") return wallet.extend(held.id, held.payer, one.amount);
  if (one.do === "settle") return void (await wallet.settle(held.id, one.amount));
  if (one.do === "settleMetered") return void (await wallet.settle(held.id));
  if (one.do === "release") return wallet.release(held.id);
  await db.query(sql`-- expire_reservation
    update credit_reservation set expires_at = now() - interval '1 second' where id = ${held.id} and state = 'held'`);
  await wallet.reapExpired();
}

function assertExpectedRefusal(error: unknown): void {
  if (error instanceof Error && /is not open/.test(error.message)) return;
  expect(error).toMatchObject({ status: 402 });
}

/** Checks the books and the caps; a cap that was set below what is used already lets nothing more through. */
async function assertInvariants(orgId: string, payers: readonly Payer[], before: Usage): Promise<Usage> {
  const balance = await wallet.balance(orgId);
  expect(balance.available).toBeGreaterThanOrEqual(0);
  expect(balance.held).toBeGreaterThanOrEqual(0);
  const postings = await db.query<{ account: string; total: number }>(sql`-- ledger_totals
    select posting.account, sum(posting.amount)::bigint as total
    from ledger_posting as posting
    join ledger_entry as entry on entry.id = posting.entry_id
    where entry.org_id = ${orgId}
    group by posting.account`);
  const total = (account: string) => Number(postings.find((row) => row.account === account)?.total ?? 0);
  expect({ available: total("available"), held: total("held") }).toEqual(balance);
  expect(total("available") + total("held") + total("earned") + total("granted")).toBe(0);
  const open = await db.query<{ held: number }>(sql`-- open_holds
    select coalesce(sum(held), 0)::bigint as held from credit_reservation
    where org_id = ${orgId} and state = 'held'`);
  expect(Number(open[0]?.held)).toBe(balance.held);
  const lopsided = await db.query(sql`-- entries_without_two_postings
    select entry.id
    from ledger_entry as entry
    left join ledger_posting as posting on posting.entry_id = entry.id
    where entry.org_id = ${orgId}
    group by entry.id
    having count(*) <> 2 or max(posting.amount) <> max(entry.amount)`);
  expect(lopsided).toEqual([]);
  const mismatched = await db.query(sql`-- usage_beside_ledger_and_holds
    with charged as (
      select credential_id, sum(amount) as spent from ledger_entry
      where org_id = ${orgId} and kind in ('settle', 'debit') group by credential_id
    ), holds as (
      select credential_id, sum(held) as held from credit_reservation
      where org_id = ${orgId} and state = 'held' group by credential_id
    )
    select usage.credential_id, usage.period, usage.spent, usage.held, charged.spent as charged, holds.held as holds
    from credential_usage as usage
    left join charged using (credential_id)
    left join holds using (credential_id)
    where usage.credential_id = any(${payers.map((by) => by.credentialId)})
      and (usage.spent <> coalesce(charged.spent, 0) or usage.held <> coalesce(holds.held, 0))`);
  expect(mismatched).toEqual([]);
  const usage = await db.query<{ credential_id: string; period: string; used: number }>(sql`-- usage_totals
    select credential_id, period, (spent + held)::bigint as used from credential_usage
    where credential_id = any(${payers.map((by) => by.credentialId)})`);
  const after = new Map(usage.map((row) => [`${row.credential_id} ${row.period}`, Number(row.used)]));
  for (const by of payers) {
    for (const [period, most] of [
      ["day", by.dailyCap],
      ["month", by.monthlyCap],
    ] as const) {
      const name = `${by.credentialId} ${period}`;
      if (most === null) continue;
      expect(after.get(name) ?? 0).toBeLessThanOrEqual(Math.max(most, before.get(name) ?? 0));
    }
  }
  return after;
}
