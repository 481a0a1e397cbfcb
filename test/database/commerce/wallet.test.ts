import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Payer } from "../../../api/commerce/wallet/books.ts";
import { sql } from "../../../migrations/index.ts";
import {
  makeTestOrganization,
  openTestServices,
  type TestOrganization,
  type TestServices,
} from "../../support/http.ts";

let services: TestServices;
let organization: TestOrganization;
let payer: Payer;
let today = new Date("2026-03-31T23:50:00Z");
beforeAll(async () => {
  services = await openTestServices(() => today);
  organization = await makeTestOrganization(services, "Wallet Works");
  payer = organization.owner;
});
afterAll(() => services.close());

const standing = () => services.wallet.balance(organization.orgId);

describe("a wallet", () => {
  it("starts with the credits every organization gets", async () => {
    expect(await standing()).toEqual({ available: 10_000, held: 0 });
  });

  it("charges a flat price only when the work succeeds", async () => {
    const purchase = { payer, operation: "search", amount: 2 };
    await expect(services.wallet.chargeOnSuccess(purchase, async () => "found")).resolves.toBe("found");
    const failing = services.wallet.chargeOnSuccess(purchase, async () => {
      throw new Error("index is down");
    });
    await expect(failing).rejects.toThrow("index is down");
    expect(await standing()).toEqual({ available: 9_998, held: 0 });
  });

  it("charges metered work rounded up to whole credits, and frees the rest of the hold", async () => {
    const before = await standing();
    const id = await services.wallet.reserve({ payer, operation: "ask", amount: 20 });
    expect(await standing()).toEqual({ available: before.available - 20, held: 20 });
    await services.wallet.recordMetered(id, payer, 2_001);
    await services.wallet.recordMetered(id, payer, 300);
    expect(await services.wallet.settle(id)).toBe(3);
    expect(await standing()).toEqual({ available: before.available - 3, held: 0 });
  });

  it("settles a reservation once, whatever is asked afterwards", async () => {
    const id = await services.wallet.reserve({ payer, operation: "ask", amount: 5 });
    expect(await services.wallet.settle(id, 4)).toBe(4);
    const after = await standing();
    expect(await services.wallet.settle(id, 5)).toBe(4);
    await services.wallet.release(id);
    expect(await standing()).toEqual(after);
  });

  it("holds more when a step costs more than is held, and refuses the step that cannot be paid", async () => {
    const poor = await makeTestOrganization(services, "Nearly Broke");
    const id = await services.wallet.reserve({ payer: poor.owner, operation: "ask", amount: 1 });
    await services.wallet.recordMetered(id, poor.owner, 9_000_000);
    await expect(services.wallet.recordMetered(id, poor.owner, 1_000_001)).rejects.toMatchObject({
      code: "insufficient_credits",
      members: { required_credits: 1001, available_credits: 1000 },
    });
    expect(await services.wallet.settle(id)).toBe(9_000);
    expect(await services.wallet.balance(poor.orgId)).toEqual({ available: 1_000, held: 0 });
  });

  it("says what is missing when there are not enough credits, and takes nothing", async () => {
    const before = await standing();
    await expect(services.wallet.debit({ payer, operation: "search", amount: 100_000 })).rejects.toMatchObject({
      code: "insufficient_credits",
      status: 402,
      members: { required_credits: 100_000, available_credits: before.available },
    });
    expect(await standing()).toEqual(before);
  });

  it("settles a reservation whose process died at what was metered, and frees the rest", async () => {
    const before = await standing();
    const id = await services.wallet.reserve({ payer, operation: "ask", amount: 50 });
    await services.wallet.recordMetered(id, payer, 7_000);
    expect(await services.wallet.reapExpired()).toBe(0);
    await services.db.query(sql`-- expire_reservation
      update credit_reservation set expires_at = now() - interval '1 second' where id = ${id}`);
    expect(await services.wallet.reapExpired()).toBe(1);
    expect(await standing()).toEqual({ available: before.available - 7, held: 0 });
  });
});

describe("a cap", () => {
  const capped = (caps: Partial<Payer>, credentialId: string): Payer => ({ ...payer, credentialId, ...caps });

  it("stops the purchase that would pass it and names the period, the cap and what is left", async () => {
    const key = capped({ dailyCap: 5 }, "key_daily");
    await services.wallet.debit({ payer: key, operation: "search", amount: 4 });
    await expect(services.wallet.debit({ payer: key, operation: "search", amount: 2 })).rejects.toMatchObject({
      code: "api_key_credit_cap_exceeded",
      members: { period: "day", credit_cap: 5, available_credits: 1, required_credits: 2, retry_after_seconds: 600 },
    });
    await services.wallet.debit({ payer: key, operation: "search", amount: 1 });
  });

  it("counts what is held as well as what is spent", async () => {
    const key = capped({ monthlyCap: 10 }, "key_monthly");
    const id = await services.wallet.reserve({ payer: key, operation: "ask", amount: 8 });
    const second = services.wallet.reserve({ payer: key, operation: "ask", amount: 3 });
    await expect(second).rejects.toMatchObject({ members: { period: "month", available_credits: 2 } });
    await services.wallet.settle(id, 1);
    await services.wallet.release(await services.wallet.reserve({ payer: key, operation: "ask", amount: 9 }));
  });

  it("that is used up stops also work that may cost nothing", async () => {
    const key = capped({ dailyCap: 2 }, "key_used_up");
    await services.wallet.debit({ payer: key, operation: "search", amount: 2 });
    await expect(services.wallet.reserve({ payer: key, operation: "ask", amount: 0 })).rejects.toMatchObject({
      status: 402,
    });
  });

  it("of a connection is told in the connection's words", async () => {
    const connection = capped({ kind: "connection", dailyCap: 1 }, "con_1");
    await expect(services.wallet.debit({ payer: connection, operation: "search", amount: 2 })).rejects.toMatchObject({
      code: "connection_credit_cap_exceeded",
    });
  });

  it("starts anew at midnight UTC, and a charge settled after midnight lands on the day it was held", async () => {
    const key = capped({ dailyCap: 4, monthlyCap: 100 }, "key_midnight");
    const id = await services.wallet.reserve({ payer: key, operation: "ask", amount: 4 });
    today = new Date("2026-04-01T00:01:00Z");
    expect(await services.wallet.settle(id, 3)).toBe(3);
    expect(await services.wallet.standing(key)).toMatchObject({ daySpent: 0, monthSpent: 0 });
    await services.wallet.debit({ payer: key, operation: "search", amount: 4 });
    expect(await services.wallet.standing(key)).toMatchObject({ daySpent: 4, monthSpent: 4 });
  });
});

describe("many purchases at once", () => {
  it("never spend more than there is", async () => {
    const shared = await makeTestOrganization(services, "Busy Office");
    const before = (await services.wallet.balance(shared.orgId)).available;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, () => services.wallet.debit({ payer: shared.owner, operation: "x", amount: 700 })),
    );
    const paid = outcomes.filter((outcome) => outcome.status === "fulfilled").length;
    expect(paid).toBe(Math.floor(before / 700));
    expect(await services.wallet.balance(shared.orgId)).toEqual({ available: before - paid * 700, held: 0 });
  });

  it("count a daily allowance exactly", async () => {
    const counts = await Promise.all(
      Array.from({ length: 30 }, () => services.wallet.countDaily(payer, "unlocated_turn", 20)),
    );
    expect(counts.filter(Boolean)).toHaveLength(20);
  });
});

describe("the ledger", () => {
  it("refuses an entry whose postings do not add up to zero", async () => {
    const unbalanced = services.db.transaction(async () => {
      await services.db.query(sql`-- unbalanced_entry
        insert into ledger_entry (id, org_id, kind, amount, operation)
        values ('led_unbalanced', ${organization.orgId}, 'grant', 5, 'x')`);
      await services.db.query(sql`-- unbalanced_posting
        insert into ledger_posting (entry_id, account, amount) values ('led_unbalanced', 'available', 5)`);
    });
    await expect(unbalanced).rejects.toThrow("do not add up to zero");
  });

  it("is only ever added to", async () => {
    const change = services.db.query(sql`-- change_ledger
      update ledger_posting set amount = amount + 1`);
    await expect(change).rejects.toThrow("only ever added to");
  });
});
