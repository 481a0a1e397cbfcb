import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../migrations/index.ts";
import { type TestOrganization, testBaseUrl } from "../../support/http.ts";
import {
  type AccountArea,
  type Browser,
  openBrowser,
  openPeopledArea,
  signedIn,
  testPassword,
  tokenIn,
} from "./account-browser.ts";

let area: AccountArea;
let acme: TestOrganization;
let other: TestOrganization;
let owner: Browser;
let member: Browser;
beforeAll(async () => {
  ({ area, acme, other } = await openPeopledArea());
  owner = await signedIn(area.call, "owner@acme.example");
  member = await signedIn(area.call, "member@acme.example");
});
afterAll(() => area.services.close());

const rowsIn = (markup: string, caption: string) =>
  (markup.split(`<caption class="unseen">${caption}</caption>`)[1]?.split("</table>")[0] ?? "")
    .split('<tr role="row">')
    .slice(2);

describe("the wallet", () => {
  it("shows owners every movement, page by page, and what each key and surface spent", async () => {
    const { wallet } = area.services;
    for (let count = 0; count < 30; count++) await wallet.debit({ payer: acme.owner, operation: "search", amount: 2 });
    await wallet.debit({ payer: acme.member, operation: "askMember", amount: 5 });
    await wallet.debit({ payer: other.owner, operation: "othersSecret", amount: 9 });
    const first = await owner.get("/account/wallet");
    expect(first.text).toContain("9,935");
    const [, next = ""] = /href="(\/account\/wallet\?before=led_\w+)"/.exec(first.text) ?? [];
    const second = await owner.get(next);
    const shown = [...rowsIn(first.text, "Ledger"), ...rowsIn(second.text, "Ledger")];
    expect(shown).toHaveLength(32);
    expect(rowsIn(second.text, "Ledger").at(-1)).toContain("starting credits");
    expect(second.text).not.toContain('rel="next"');
    expect(first.text + second.text).not.toContain("othersSecret");
    const spend = rowsIn(first.text, "Credits spent this month, by credential");
    expect(spend.map((row) => /owner key|member key/.exec(row)?.[0])).toEqual(["owner key", "member key"]);
    expect(spend[0]).toContain("API");
  });

  it("shows members the balance, and the movements of their own credentials", async () => {
    const { text } = await member.get("/account/wallet");
    expect(text).toContain("9,935");
    const rows = rowsIn(text, "Ledger");
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain("askMember");
  });

  it("gives nothing for a place in the ledger of another organization", async () => {
    const [foreign] = await area.services.db.query<{ id: string }>(sql`-- foreign_entry
      select id from ledger_entry where org_id = ${other.orgId} limit 1`);
    for (const before of [foreign?.id, "led_none", "'; drop table wallet; --"]) {
      const { status, text } = await owner.get(`/account/wallet?before=${encodeURIComponent(before ?? "")}`);
      expect([status, text.includes("There are no movements here.")]).toEqual([200, true]);
    }
  });
});

describe("the audit log", () => {
  it("is for owners, and of their organization", async () => {
    expect((await member.get("/account/audit")).status).toBe(403);
    const { text } = await owner.get("/account/audit");
    expect(text).toContain("Signed in");
    expect(text).toContain("203.0.113.0/24");
    expect(text).not.toContain("203.0.113.7");
    expect(text).not.toContain("owner@other.example");
  });

  it("is only ever added to", async () => {
    const { db } = area.services;
    for (const statement of [
      sql`-- change_audit
        update audit_event set action = 'sign-out'`,
      sql`-- delete_audit
        delete from audit_event`,
    ]) {
      await expect(db.query(statement)).rejects.toThrow("only ever added to");
    }
  });

  it("stands or falls with the change", async () => {
    const { apiKeys, db } = area.services;
    const count = async () => (await db.query(sql`select id from audit_event`)).length;
    const [events, keys] = [await count(), (await apiKeys.list(acme.orgId)).length];
    const failing = db.transaction(async () => {
      await apiKeys.mint({ orgId: acme.orgId, createdBy: acme.ownerId, name: "lost" });
      throw new Error("the change fails later");
    });
    await expect(failing).rejects.toThrow("fails later");
    expect([await count(), (await apiKeys.list(acme.orgId)).length]).toEqual([events, keys]);
  });
});

describe("a connected app", () => {
  beforeAll(async () => {
    await area.services.db.query(sql`-- add_client
      insert into oauth_client (id, name, redirect_uris)
      values ('cli_1', '<b>Claims to be the bank</b>', array['https://app.example/cb'])`);
    for (const [id, orgId, userId] of [
      ["con_owner", acme.orgId, acme.ownerId],
      ["con_member", acme.orgId, acme.memberId],
      ["con_other", other.orgId, other.ownerId],
    ]) {
      await area.services.db.query(sql`-- add_connection
        insert into connection (id, org_id, user_id, client_id, scopes, daily_cap, expires_at)
        values (${id}, ${orgId}, ${userId}, 'cli_1', array['project:read'], 10, now() + interval '1 day')`);
    }
  });
  const live = async () => (await area.connections.listConnections({ orgId: acme.orgId })).map((row) => row.id).sort();

  it("is shown with its name as text and the host it leads back to", async () => {
    const { text } = await owner.get("/account/apps/con_owner");
    expect(text).toContain("&#60;b&#62;Claims to be the bank");
    expect(text).not.toContain("<b>Claims");
    expect(text).toContain("app.example");
  });

  it("of somebody else is not there for a member, and of another organization for nobody", async () => {
    for (const [browser, id] of [
      [member, "con_owner"],
      [member, "con_other"],
      [owner, "con_other"],
    ] as const) {
      expect((await browser.get(`/account/apps/${id}`)).status).toBe(404);
      expect((await browser.post(`/account/apps/${id}/disconnect`, {}, "/account/apps")).status).toBe(404);
      expect((await browser.post(`/account/apps/${id}/caps`, { daily_cap: "9" }, "/account/apps")).status).toBe(404);
    }
    expect(await live()).toEqual(["con_member", "con_owner"]);
  });

  it("is capped lower freely, raised and disconnected for others with the password", async () => {
    await area.services.db.query(sql`-- let_step_up_lapse
      update account_session set confirmed_at = now() - interval '11 minutes'`);
    const path = "/account/apps/con_member";
    const typo = await owner.post(`${path}/caps`, { daily_cap: "many" }, path);
    expect([typo.status, typo.text.includes("A cap is written in digits")]).toEqual([422, true]);
    expect((await owner.post(`${path}/caps`, { daily_cap: "9" }, path)).status).toBe(303);
    expect((await owner.post(`${path}/caps`, { daily_cap: "11" }, path)).text).toContain("Confirm that it is you");
    expect((await owner.post(`${path}/disconnect`, {}, path)).text).toContain("Confirm that it is you");
    expect(await live()).toEqual(["con_member", "con_owner"]);
    expect((await owner.post("/account/apps/con_owner/disconnect", {}, path)).status).toBe(303);
    const done = await owner.post(`${path}/disconnect`, { current_password: testPassword }, path);
    expect([done.status, await live()]).toEqual([303, []]);
    const { text } = await owner.get("/account/audit");
    expect(text).toContain("Disconnected an app");
    expect(text).toContain("daily cap before: 10");
  });
});

describe("the name of the organization", () => {
  it("is changed by owners, and recorded", async () => {
    const rename = (browser: Browser, name: string) => browser.post("/account/organization/name", { name }, "/account");
    expect((await rename(member, "Mine")).status).toBe(403);
    const empty = await rename(owner, "  ");
    expect([empty.status, empty.text.includes("has 1 to 200 characters")]).toEqual([422, true]);
    expect((await rename(owner, "Acme <i>Land</i>")).headers.get("location")).toBe("/account?notice=renamed");
    const { text } = await member.get("/account");
    expect(text).toContain("<h1>Acme &#60;i&#62;Land&#60;/i&#62;</h1>");
    expect((await owner.get("/account/audit")).text).toContain("name before: Acme");
  });
});

describe("changing the password", () => {
  const path = "/account/security";
  const fresh = "quite another password";
  const change = (browser: Browser, fields: Record<string, string>) => browser.post(`${path}/password`, fields, path);

  it("needs the present one, and says what is wrong with the new one", async () => {
    const cases: [Record<string, string>, string][] = [
      [{ current_password: testPassword, new_password: "short", repeated: "short" }, "at least 12 characters"],
      [{ current_password: testPassword, new_password: fresh, repeated: "other" }, "The two new passwords differ"],
      [{ current_password: "a guess", new_password: fresh, repeated: fresh }, "This is not your present password"],
    ];
    for (const [fields, message] of cases) {
      const answer = await change(member, fields);
      expect([answer.status, answer.text.includes(message)]).toEqual([422, true]);
      expect(answer.text).not.toContain(fresh);
    }
  });

  it("ends the other sessions and keeps this one", async () => {
    const elsewhere = await signedIn(area.call, "member@acme.example");
    const answer = await change(member, { current_password: testPassword, new_password: fresh, repeated: fresh });
    expect(answer.headers.get("location")).toBe("/account/security?notice=password-changed");
    expect([(await member.get(path)).status, (await elsewhere.get(path)).status]).toEqual([200, 303]);
    await expect(signedIn(area.call, "member@acme.example", fresh)).resolves.toBeDefined();
  });

  it("is not needed to sign out everywhere", async () => {
    const [here, there] = [
      await signedIn(area.call, "member@acme.example", fresh),
      await signedIn(area.call, "member@acme.example", fresh),
    ];
    expect((await here.post("/account/sign-out-everywhere", {}, path)).status).toBe(303);
    expect([(await here.get(path)).status, (await there.get(path)).status]).toEqual([303, 303]);
  });
});

describe("every form of the account area", () => {
  const forms = [
    "/account/sign-out",
    "/account/sign-out-everywhere",
    "/account/organization",
    "/account/organization/name",
    "/account/security/password",
    "/account/keys",
    "/account/keys/key_1/caps",
    "/account/keys/key_1/rotate",
    "/account/keys/key_1/revoke",
    "/account/apps/con_1/caps",
    "/account/apps/con_1/disconnect",
    "/account/members/invite",
    "/account/members/usr_1/role",
    "/account/members/usr_1/remove",
    "/account/members/invitations/lnk_1/revoke",
  ];
  const type = { "content-type": "application/x-www-form-urlencoded" };

  it.each(forms)("%s is refused from another site, without the token, and to nobody in particular", async (path) => {
    const browser = await signedIn(area.call, "owner@acme.example");
    const token = tokenIn((await browser.get("/account")).text);
    const body = `form_token=${token}`;
    const before = await area.services.db.query(sql`select id from audit_event`);
    for (const headers of [
      {},
      { origin: "https://evil.example" },
      { origin: testBaseUrl, "sec-fetch-site": "cross-site" },
    ]) {
      expect((await browser.send("POST", path, { ...type, ...headers }, body)).status).toBe(403);
    }
    for (const wrong of ["", "form_token=", `form_token=${"A".repeat(43)}`]) {
      expect((await browser.send("POST", path, { ...type, origin: testBaseUrl }, wrong)).status).toBe(403);
    }
    const nobody = await openBrowser(area.call).send("POST", path, { ...type, origin: testBaseUrl }, body);
    expect([nobody.status, nobody.headers.get("location")]).toEqual([303, "/account/sign-in?notice=signed-out"]);
    expect((await browser.get("/account")).status).toBe(200);
    expect(await area.services.db.query(sql`select id from audit_event`)).toHaveLength(before.length);
  });
});
