import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operatorActor } from "../../../api/access/audit/audit-event.ts";
import { sql } from "../../../migrations/index.ts";
import { makeTestOrganization, type TestOrganization, testBaseUrl } from "../../support/http.ts";
import {
  type AccountArea,
  type Browser,
  givePassword,
  openBrowser,
  openPeopledArea,
  signedIn,
  testPassword,
} from "./account-browser.ts";

let area: AccountArea;
let acme: TestOrganization;
let other: TestOrganization;
let owner: Browser;
beforeAll(async () => {
  ({ area, acme, other } = await openPeopledArea());
  owner = await signedIn(area.call, "owner@acme.example");
});
afterAll(() => area.services.close());

const members = "/account/members";
const invite = async (email: string, role = "member") => {
  const answer = await owner.post(`${members}/invite`, { email, role }, members);
  return { answer, path: /\/account\/link\/[\w-]{43}/.exec(answer.text)?.[0] ?? "" };
};
const chosen = { password: "a new long password", repeated: "a new long password" };
const roleOf = async (userId: string) =>
  (await area.services.accounts.listMembers(acme.orgId)).find((one) => one.user_id === userId);
const eventsOf = async (orgId: string) =>
  (
    await area.services.db.query<{ action: string }>(sql`-- events_of_organization
      select action from audit_event where org_id = ${orgId} order by at, id`)
  ).map((row) => row.action);

describe("an invitation", () => {
  it("lets the invited person choose a password and come in, once", async () => {
    const { answer, path } = await invite("ann@partner.example");
    expect([answer.status, path === ""]).toEqual([200, false]);
    const browser = openBrowser(area.call);
    const page = await browser.get(path);
    expect([page.status, page.text.includes("ann@partner.example")]).toEqual([200, true]);
    const done = await browser.post(path, { name: "Ann", email: "ann@partner.example", ...chosen });
    expect([done.status, done.headers.get("location")]).toEqual([303, "/account?notice=welcome"]);
    expect((await browser.get("/account")).text).toContain("Acme");
    expect((await browser.get("/account/audit")).status).toBe(403);
    const again = await openBrowser(area.call).post(path, { email: "ann@partner.example", ...chosen });
    expect([again.status, again.text.includes("This link does not work")]).toEqual([404, true]);
    await expect(signedIn(area.call, "ann@partner.example", chosen.password)).resolves.toBeDefined();
    expect((await eventsOf(acme.orgId)).slice(-6)).toEqual([
      "member-invited",
      "member-added",
      "invitation-accepted",
      "password-set",
      "sign-in",
      "sign-in",
    ]);
  });

  it("names the address itself: another one in the form changes nothing", async () => {
    const { path } = await invite("bea@partner.example");
    await openBrowser(area.call).post(path, { email: "owner@other.example", ...chosen });
    await expect(signedIn(area.call, "bea@partner.example", chosen.password)).resolves.toBeDefined();
    await expect(signedIn(area.call, "owner@other.example", chosen.password)).rejects.toThrow("422");
  });

  it.each([
    [{ password: "short", repeated: "short" }, "at least 12 characters; this one has 5"],
    [{ password: "a".repeat(201), repeated: "a".repeat(201) }, "at most 200 characters"],
    [{ password: "aaaaaaaaaaaaaaaa", repeated: "aaaaaaaaaaaaaaaa" }, "at least five different characters"],
    [{ password: "eve.fields@partner.example", repeated: "eve.fields@partner.example" }, "must not be your e-mail"],
    [{ password: chosen.password, repeated: "another one" }, "The two passwords differ"],
    [{ ...chosen, name: "n".repeat(101) }, "A name has at most 100 characters"],
  ])("answers %j with what to mend, and still works", async (fields: Record<string, string>, message) => {
    const { path } = await invite("eve.fields@partner.example");
    const browser = openBrowser(area.call);
    const answer = await browser.post(path, fields);
    expect([answer.status, answer.text.includes(message)]).toEqual([422, true]);
    expect(answer.text).not.toMatch(/<input[^>]*type="password"[^>]*value=/);
    expect((await browser.get(path)).status).toBe(200);
  });

  it("of somebody who has an account asks for their password and never sets one", async () => {
    const { path } = await invite("owner@other.example");
    const browser = openBrowser(area.call, "198.51.100.77");
    expect((await browser.get(path)).text).toContain("There is an account for owner@other.example here already");
    const taken = await browser.post(path, { password: "an attacker's choice", repeated: "an attacker's choice" });
    expect([taken.status, browser.cookie]).toEqual([422, null]);
    const joined = await browser.post(path, { password: testPassword });
    expect(joined.headers.get("location")).toBe("/account?notice=joined");
    expect((await browser.get("/account/security")).text).toContain("Work in");
    const moved = await browser.post("/account/organization", { organization_id: other.orgId }, "/account/security");
    expect(moved.status).toBe(303);
    expect((await browser.get("/account")).text).toContain("<h1>Other</h1>");
    expect((await browser.post("/account/organization", { organization_id: "org_none" }, "/account")).status).toBe(404);
    await area.services.accounts.deactivate(acme.orgId, other.ownerId);
  });

  it("cannot set the first password of an account that belongs to another organization too", async () => {
    const { accounts } = area.services;
    await accounts.addMember({ orgId: other.orgId, email: "quiet@other.example", role: "owner" });
    const { path } = await invite("quiet@other.example");
    const browser = openBrowser(area.call);
    for (const answer of [await browser.get(path), await browser.post(path, chosen)]) {
      expect([answer.status, answer.text.includes("needs a password first")]).toEqual([409, true]);
    }
    expect(browser.cookie).toBeNull();
  });

  it("ends when it is taken back, replaced, too old, or its maker is no owner any more", async () => {
    const { accounts, db } = area.services;
    const opened = async (path: string) => (await openBrowser(area.call).get(path)).status;
    const first = await invite("cy@partner.example");
    const second = await invite("CY@partner.example");
    expect([await opened(first.path), await opened(second.path)]).toEqual([404, 200]);
    const page = await owner.get(members);
    const [, linkId = ""] = /invitations\/(lnk_\w+)\/revoke"[\s\S]*?CY@partner/.exec(page.text) ?? [];
    expect((await owner.post(`${members}/invitations/${linkId}/revoke`, {}, members)).status).toBe(303);
    expect(await opened(second.path)).toBe(404);
    const third = await invite("cy@partner.example");
    await db.query(sql`-- age_links
      update account_link set expires_at = now() where email = 'cy@partner.example'`);
    expect(await opened(third.path)).toBe(410);
    const fourth = await invite("cy@partner.example");
    await accounts.setRole(acme.orgId, acme.memberId, "owner");
    await accounts.setRole(acme.orgId, acme.ownerId, "member");
    expect(await opened(fourth.path)).toBe(404);
    await accounts.setRole(acme.orgId, acme.ownerId, "owner");
    await accounts.setRole(acme.orgId, acme.memberId, "member");
    for (const token of ["A".repeat(43), "short", "%00", "..%2f"]) {
      expect(await opened(`/account/link/${token}`)).toBe(404);
    }
  });

  it("is used up by one of many who accept at once", async () => {
    const { path } = await invite("race@partner.example");
    const tries = Array.from({ length: 8 }, () => openBrowser(area.call).post(path, chosen));
    const statuses = (await Promise.all(tries)).map((answer) => answer.status);
    expect(statuses.filter((status) => status === 303)).toHaveLength(1);
  });

  it("is refused for a member, for no address, and for who is in already", async () => {
    const member = await signedIn(area.call, "member@acme.example");
    const refused = await member.post(`${members}/invite`, { email: "x@y.example", role: "owner" }, members);
    expect([refused.status, refused.text.includes("For owners only")]).toEqual([403, true]);
    expect((await invite("no address")).answer.text).toContain("is not an e-mail address");
    expect((await invite("MEMBER@acme.example")).answer.text).toContain("is a member of the organization already");
    expect((await invite("x@y.example", "admin")).answer.status).toBe(422);
  });

  it("is known in the database by its hash only", async () => {
    const { path } = await invite("dee@partner.example");
    const token = path.slice("/account/link/".length);
    const rows = await area.services.db.query<{ row: string }>(sql`-- whole_links
      select account_link::text as row from account_link
      union all select audit_event::text from audit_event`);
    expect(rows.some(({ row }) => row.includes(token))).toBe(false);
  });
});

describe("a role", () => {
  it("is changed by owners, counts at once, and stays with the last owner", async () => {
    const member = await signedIn(area.call, "member@acme.example");
    const path = `${members}/${acme.memberId}/role`;
    expect((await member.post(path, { role: "owner" }, members)).status).toBe(403);
    expect((await member.get("/account/audit")).status).toBe(403);
    expect((await owner.post(path, { role: "owner" }, members)).status).toBe(303);
    expect((await member.get("/account/audit")).status).toBe(200);
    expect((await owner.post(path, { role: "member" }, members)).status).toBe(303);
    expect((await member.get("/account/audit")).status).toBe(403);
    const last = await owner.post(`${members}/${acme.ownerId}/role`, { role: "member" }, members);
    expect([last.status, last.text.includes("must keep one active owner")]).toEqual([409, true]);
    expect((await owner.post(path, { role: "king" }, members)).status).toBe(422);
  });

  it("of somebody in another organization cannot be touched", async () => {
    for (const deed of ["role", "remove"]) {
      const answer = await owner.post(`${members}/${other.ownerId}/${deed}`, { role: "member" }, members);
      expect([answer.status, answer.text.includes("There is no such member")]).toEqual([404, true]);
    }
    const rows = await area.services.accounts.listMembers(other.orgId);
    expect(rows.find((row) => row.user_id === other.ownerId)).toMatchObject({ role: "owner", is_active: true });
  });
});

describe("removing a member", () => {
  it("is confirmed on a page of its own, and ends their keys and sessions at once", async () => {
    const pending = await invite("zoe@acme.example");
    const zoe = await area.services.accounts.addMember({
      orgId: acme.orgId,
      email: "zoe@acme.example",
      role: "member",
    });
    await givePassword(area, zoe.user_id);
    const { key } = await area.services.apiKeys.mint({ orgId: acme.orgId, createdBy: zoe.user_id, name: "z" });
    const browser = await signedIn(area.call, "zoe@acme.example");
    const path = `${members}/${zoe.user_id}/remove`;
    expect((await browser.post(path, {}, members)).status).toBe(403);
    expect((await owner.get(path)).text).toContain("zoe@acme.example leaves");
    expect(await roleOf(zoe.user_id)).toMatchObject({ is_active: true });
    expect((await owner.post(path, {}, members)).status).toBe(303);
    expect((await browser.get("/account")).status).toBe(303);
    await expect(area.services.apiKeys.authenticate(key)).rejects.toMatchObject({ code: "key_revoked" });
    expect((await openBrowser(area.call).get(pending.path)).status).toBe(404);
    expect((await eventsOf(acme.orgId)).at(-1)).toBe("member-removed");
  });
});

describe("a password link", () => {
  it("lets the first owner set the account up under an address of their own", async () => {
    const { orgId, ownerId } = await makeTestOrganization(area.services, "Fresh");
    const first = await area.links.makePasswordLink({ orgId, userId: ownerId }, operatorActor);
    const { url } = await area.links.makePasswordLink({ orgId, userId: ownerId }, operatorActor);
    const browser = openBrowser(area.call);
    expect((await browser.get(first.url.slice(testBaseUrl.length))).status).toBe(404);
    const path = url.slice(testBaseUrl.length);
    const taken = await browser.post(path, { email: "owner@acme.example", ...chosen });
    expect([taken.status, taken.text.includes("Another person here has this e-mail address")]).toEqual([422, true]);
    expect((await browser.post(path, { email: "nobody", ...chosen })).text).toContain("is not an e-mail address");
    expect((await browser.post(path, { email: "first@fresh.example", name: "Fay", ...chosen })).status).toBe(303);
    await expect(signedIn(area.call, "first@fresh.example", chosen.password)).resolves.toBeDefined();
  });

  it("or an invitation, once accepted, signs out whoever used the browser before", async () => {
    const browser = await signedIn(area.call, "owner@other.example");
    const before = openBrowser(area.call);
    before.cookie = browser.cookie;
    const { path } = await invite("fay@partner.example");
    expect((await browser.post(path, chosen)).status).toBe(303);
    expect((await browser.get("/account/security")).text).toContain("fay@partner.example");
    expect((await before.get("/account")).status).toBe(303);
  });

  it("ends the sessions that stood under the old password", async () => {
    const browser = await signedIn(area.call, "member@acme.example");
    const { url } = await area.links.makePasswordLink({ orgId: acme.orgId, userId: acme.memberId }, operatorActor);
    const other = openBrowser(area.call);
    await other.post(url.slice(testBaseUrl.length), { email: "member@acme.example", ...chosen });
    expect((await browser.get("/account")).status).toBe(303);
    expect((await other.get("/account")).status).toBe(200);
    await givePassword(area, acme.memberId);
  });

  it("is not made for who is in no organization, and first of all only once", async () => {
    await expect(
      area.links.makePasswordLink({ orgId: acme.orgId, userId: other.ownerId }, operatorActor),
    ).rejects.toMatchObject({ code: "access.unknown-user" });
    expect(await area.links.makeFirstLink()).toBeUndefined();
  });
});
