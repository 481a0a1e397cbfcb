import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { safeReturnPath } from "../../../api/access/pages/return-path.ts";
import { makeSessions } from "../../../api/access/sessions/sessions.service.ts";
import { sql } from "../../../migrations/index.ts";
import { makeTestOrganization, type TestOrganization, testBaseUrl } from "../../support/http.ts";
import {
  type AccountArea,
  givePassword,
  openAccountArea,
  openBrowser,
  signedIn,
  testPassword,
} from "./account-browser.ts";

let area: AccountArea;
let acme: TestOrganization;
const owner = "owner@acme.example";
beforeAll(async () => {
  area = await openAccountArea();
  acme = await makeTestOrganization(area.services, "Acme");
  await givePassword(area, acme.ownerId);
});
afterAll(() => area.services.close());

const forgetTries = () =>
  area.services.db.query(sql`-- forget_all_tries
    delete from sign_in_attempt`);

const waitOf = async (email: string, address: string) => {
  const subject = createHash("sha256").update(`account:${email} ${address}`).digest();
  const rows = await area.services.db.query<{ wait: number }>(sql`-- wait_of_account
    select extract(epoch from next_try_at - updated_at)::integer as wait from sign_in_attempt where subject = ${subject}`);
  return rows[0]?.wait ?? 0;
};

describe("signing in", () => {
  it("is asked for first, and leads back to the page that was wanted", async () => {
    const browser = openBrowser(area.call);
    const asked = await browser.get("/account?a=1&b=2");
    expect([asked.status, asked.headers.get("location")]).toEqual([
      303,
      "/account/sign-in?return_to=%2Faccount%3Fa%3D1%26b%3D2",
    ]);
    const page = await browser.get("/account/sign-in?return_to=%2Faccount%3Fa%3D1%26b%3D2");
    expect(page.status).toBe(200);
    const done = await browser.post("/account/sign-in", {
      email: owner.toUpperCase(),
      password: testPassword,
      return_to: "/account?a=1&b=2",
    });
    expect([done.status, done.headers.get("location")]).toEqual([303, "/account?a=1&b=2"]);
    expect((await browser.get("/account")).text).toContain("Acme");
  });

  it("says the same to an unknown address and to a wrong password, and records both", async () => {
    await forgetTries();
    const browser = openBrowser(area.call);
    const wrong = await browser.post("/account/sign-in", { email: owner, password: "not the password" });
    const unknown = await browser.post("/account/sign-in", {
      email: "nobody@acme.example",
      password: "not the password",
    });
    expect([wrong.status, unknown.status]).toEqual([422, 422]);
    expect(unknown.text.replaceAll("nobody@acme.example", owner)).toBe(wrong.text);
    expect(browser.cookie).toBeNull();
    const rows = await area.services.db.query<{ org_id: string | null; outcome: string }>(sql`-- failed_sign_ins
      select org_id, outcome from audit_event where action = 'sign-in-failed' order by at, id`);
    expect(rows).toEqual([
      { org_id: acme.orgId, outcome: "refused" },
      { org_id: null, outcome: "refused" },
    ]);
  });

  it("makes a new secret each time, whatever the browser brought", async () => {
    await forgetTries();
    const planted = `groundwork_session=${"A".repeat(43)}`;
    const browser = openBrowser(area.call);
    browser.cookie = planted;
    await browser.post("/account/sign-in", { email: owner, password: testPassword });
    const first = browser.cookie;
    expect(first).not.toBe(planted);
    await browser.post("/account/sign-in", { email: owner, password: testPassword });
    expect(browser.cookie).not.toBe(first);
    const old = openBrowser(area.call);
    old.cookie = first;
    expect((await old.get("/account")).status).toBe(303);
  });

  it("keeps the secret only as a hash, in a cookie that scripts and other sites do not get", async () => {
    const browser = openBrowser(area.call);
    const answer = await browser.post("/account/sign-in", { email: owner, password: testPassword });
    const cookie = answer.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^groundwork_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const secret = cookie.slice("groundwork_session=".length, "groundwork_session=".length + 43);
    const rows = await area.services.db.query<{ row: string }>(sql`-- whole_sessions
      select account_session::text as row from account_session`);
    expect(rows.some(({ row }) => row.includes(secret))).toBe(false);
    const secure = makeSessions(area.services.db, { baseUrl: "https://kb.example" });
    const fresh = await secure.start(area.services.db, { userId: acme.ownerId, organizationId: acme.orgId });
    expect(fresh.setCookie).toMatch(
      /^__Host-session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  it("waits longer after each wrong password beyond five, and never for good", async () => {
    await forgetTries();
    const address = "198.51.100.20";
    const browser = openBrowser(area.call, address);
    const guess = () => browser.post("/account/sign-in", { email: owner, password: "a wrong guess" });
    const letNextTryPass = () =>
      area.services.db.query(sql`-- let_next_try_pass
        update sign_in_attempt set next_try_at = now()`);
    for (let guesses = 0; guesses < 5; guesses++) expect((await guess()).status).toBe(422);
    const waits: number[] = [];
    for (let guesses = 0; guesses < 8; guesses++) {
      const refused = await guess();
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
      waits.push(await waitOf(owner, address));
      await letNextTryPass();
      expect((await guess()).status).toBe(422);
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
    await letNextTryPass();
    expect((await browser.post("/account/sign-in", { email: owner, password: testPassword })).status).toBe(303);
  });

  it("takes the right password from another address however many wrong ones arrive", async () => {
    await forgetTries();
    for (let network = 0; network < 8; network++) {
      const attacker = openBrowser(area.call, `198.51.100.${100 + network}`);
      for (let guesses = 0; guesses < 7; guesses++) {
        await attacker.post("/account/sign-in", { email: owner, password: "a wrong guess" });
      }
    }
    const browser = openBrowser(area.call, "203.0.113.99");
    expect((await browser.post("/account/sign-in", { email: owner, password: testPassword })).status).toBe(303);
  });

  it("slows an address down that guesses at many accounts", async () => {
    await forgetTries();
    const browser = openBrowser(area.call, "198.51.100.9");
    const statuses: number[] = [];
    for (let guesses = 0; guesses < 21; guesses++) {
      const email = `somebody-${guesses}@acme.example`;
      statuses.push((await browser.post("/account/sign-in", { email, password: "a wrong guess" })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 422), 429]);
    await expect(signedIn(area.call, owner)).resolves.toBeDefined();
  });

  it("refuses a form from another site, or from nowhere", async () => {
    await forgetTries();
    const body = new URLSearchParams({ email: owner, password: testPassword }).toString();
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const browser = openBrowser(area.call);
    for (const headers of [
      {},
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: testBaseUrl, "sec-fetch-site": "cross-site" },
      { origin: testBaseUrl, "sec-fetch-site": "same-site" },
    ]) {
      const answer = await browser.send("POST", "/account/sign-in", { ...type, ...headers }, body);
      expect([answer.status, browser.cookie]).toEqual([403, null]);
    }
    const own = await browser.send("POST", "/account/sign-in", { ...type, "sec-fetch-site": "same-origin" }, body);
    expect(own.status).toBe(303);
  });

  it("names what a form lacks, and refuses one it cannot read", async () => {
    const browser = openBrowser(area.call);
    const empty = await browser.post("/account/sign-in", { email: owner, password: "" });
    expect([empty.status, empty.text.includes("Fill in both")]).toEqual([422, true]);
    const origin = { origin: testBaseUrl };
    const json = await browser.send(
      "POST",
      "/account/sign-in",
      { ...origin, "content-type": "application/json" },
      "{}",
    );
    expect(json.status).toBe(415);
    const form = { ...origin, "content-type": "application/x-www-form-urlencoded" };
    expect((await browser.send("POST", "/account/sign-in", form, "email=a&email=b")).text).toContain("was sent twice");
    expect((await browser.send("POST", "/account/sign-in", form, "email=%00")).status).toBe(422);
    expect((await browser.send("POST", "/account/sign-in", form, "a".repeat(70_000))).status).toBe(413);
  });
});

describe("signing out", () => {
  it("ends the session on the server too", async () => {
    const browser = await signedIn(area.call, owner);
    const { cookie } = browser;
    const answer = await browser.post("/account/sign-out", {}, "/account");
    expect([answer.status, browser.cookie]).toEqual([303, null]);
    browser.cookie = cookie;
    expect((await browser.get("/account")).status).toBe(303);
  });

  it("needs the token of the session", async () => {
    const browser = await signedIn(area.call, owner);
    const other = await signedIn(area.call, owner);
    expect((await browser.post("/account/sign-out", {})).status).toBe(403);
    const foreign = await browser.post("/account/sign-out", { form_token: "A".repeat(43) });
    expect(foreign.status).toBe(403);
    const othersToken = /value="([\w-]{43})"/.exec((await other.get("/account")).text)?.[1] ?? "";
    expect((await browser.post("/account/sign-out", { form_token: othersToken })).status).toBe(403);
    expect((await browser.get("/account")).status).toBe(200);
  });
});

describe("a session", () => {
  it("ends when it is not used for twelve hours, and after thirty days at the latest", async () => {
    const idle = await signedIn(area.call, owner);
    await area.services.db.query(sql`-- leave_sessions
      update account_session set last_seen_at = now() - interval '12 hours'`);
    expect((await idle.get("/account")).status).toBe(303);
    const old = await signedIn(area.call, owner);
    await area.services.db.query(sql`-- age_sessions
      update account_session set expires_at = now()`);
    expect((await old.get("/account")).status).toBe(303);
  });

  it("ends the moment its person is taken out, and does not come back with them", async () => {
    const zed = await area.services.accounts.addMember({
      orgId: acme.orgId,
      email: "zed@acme.example",
      role: "member",
    });
    await givePassword(area, zed.user_id);
    const browser = await signedIn(area.call, "zed@acme.example");
    await area.services.accounts.deactivate(acme.orgId, zed.user_id);
    expect((await browser.get("/account")).status).toBe(303);
    const again = await openBrowser(area.call).post("/account/sign-in", {
      email: "zed@acme.example",
      password: testPassword,
    });
    expect(again.status).toBe(422);
  });
});

describe("a page of the account area", () => {
  it("loads nothing from elsewhere, cannot be framed and is kept by nobody", async () => {
    const { headers } = await openBrowser(area.call).get("/account/sign-in");
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("same-origin");
  });
});

describe("the way back after signing in", () => {
  it.each([
    ["//evil.example", "/account"],
    ["/\\evil.example", "/account"],
    ["/\t/evil.example", "/account"],
    ["https://evil.example/account", "/account"],
    ["javascript:alert(1)", "/account"],
    ["account", "/account"],
    ["/./\\evil.example", "/account"],
    ["/..//evil.example", "/account"],
    [`/${"a".repeat(9_000)}`, "/account"],
    ["", "/account"],
    ["/account/keys?a=1#part", "/account/keys?a=1"],
    [
      "/oauth/authorize?redirect_uri=http%3A%2F%2F127.0.0.1%2Fcb",
      "/oauth/authorize?redirect_uri=http%3A%2F%2F127.0.0.1%2Fcb",
    ],
  ])("%j leads to %j", (wanted, path) => {
    expect(safeReturnPath(wanted)).toBe(path);
  });
});
