import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mintLink } from "../../../api/http/one-time-links.ts";
import { sql } from "../../../migrations/index.ts";
import type { TestOrganization } from "../../support/http.ts";
import { type AccountArea, type Browser, openPeopledArea, signedIn, testPassword } from "./account-browser.ts";

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

const keys = "/account/keys";
const create = (browser: Browser, fields: Record<string, string>) => browser.post(keys, fields, keys);
const secretIn = (markup: string) => /gw_live_[\w-]+/.exec(markup)?.[0] ?? "";
const authenticate = (key: string) => area.services.apiKeys.authenticate(key);
const keyOf = async (credential: string) => (await authenticate(credential)).credentialId;
const actions = async (target: string) =>
  (
    await area.services.db.query<{
      action: string;
      actor_id: string;
      network: string;
      details: object;
    }>(sql`-- events_of
      select action, actor_id, network, details from audit_event where target = ${target} order by at, id`)
  ).map(({ action, actor_id }) => [action, actor_id]);
const lapse = () =>
  area.services.db.query(sql`-- let_step_up_lapse
    update account_session set confirmed_at = now() - interval '11 minutes'`);
const renew = () =>
  area.services.db.query(sql`-- renew_step_up
    update account_session set confirmed_at = now()`);

describe("creating a key", () => {
  it("shows the secret once, in an answer nobody keeps, and records who did it", async () => {
    const made = await create(owner, { name: "Importer", expires: "2099-01-31", daily_cap: "5", monthly_cap: "50" });
    expect([made.status, made.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const key = secretIn(made.text);
    const principal = await authenticate(key);
    expect(principal).toMatchObject({ orgId: acme.orgId, userId: acme.ownerId, dailyCap: 5, monthlyCap: 50 });
    for (const path of [keys, `${keys}/${principal.credentialId}`]) {
      expect((await owner.get(path)).text).not.toContain(key);
    }
    expect(await actions(principal.credentialId)).toEqual([["key-minted", acme.ownerId]]);
  });

  it("lets a member make a key that sees what the member sees", async () => {
    const made = await create(member, { name: "Mine" });
    expect(await authenticate(secretIn(made.text))).toMatchObject({ userId: acme.memberId, seesAllProjects: false });
  });

  it("makes one key of a form that is sent twice, and says what to do when the secret was not copied", async () => {
    const id = /name="key_id" value="(key_[0-9a-f]{32})"/.exec((await owner.get(keys)).text)?.[1] ?? "";
    const fields = { name: "Sent twice", key_id: id };
    const [made, again] = [await create(owner, fields), await create(owner, fields)];
    expect(await keyOf(secretIn(made.text))).toBe(id);
    expect([again.status, secretIn(again.text)]).toEqual([409, ""]);
    expect(again.text).toContain("rotate it");
    expect(await actions(id)).toEqual([["key-minted", acme.ownerId]]);
  });

  it("takes no other id from a form than one of a key, and never that of another organization's key", async () => {
    const odd = await create(owner, { name: "Odd id", key_id: "org_1' or 'a'='a" });
    expect(await keyOf(secretIn(odd.text))).toMatch(/^key_[0-9a-f]{32}$/);
    const { row } = await area.services.apiKeys.mint({ orgId: other.orgId, createdBy: other.ownerId, name: "theirs" });
    expect((await create(owner, { name: "Theirs", key_id: row.id })).status).toBe(409);
    expect((await area.services.apiKeys.get(row.id)).name).toBe("theirs");
  });

  it.each([
    [{ name: "" }, "Give the key a name of 1 to 100 characters"],
    [{ name: "x".repeat(101) }, "Give the key a name of 1 to 100 characters"],
    [{ name: "n", expires: "2020-01-01" }, "Choose a day after today"],
    [{ name: "n", expires: "2099-02-30" }, "Choose a day after today"],
    [{ name: "n", expires: "tomorrow" }, "Choose a day after today"],
    [{ name: "n", daily_cap: "0" }, "A cap is a whole number of credits from 1"],
    [{ name: "n", daily_cap: "-5" }, "A cap is written in digits"],
    [{ name: "n", monthly_cap: "1e30" }, "A cap is written in digits"],
    [{ name: "n", monthly_cap: "NaN" }, "A cap is written in digits"],
    [{ name: "n", daily_cap: "1.5" }, "A cap is written in digits"],
    [{ name: "n", daily_cap: "9999999999" }, "A cap is a whole number of credits from 1"],
    [{ name: "n", daily_cap: "<script>" }, "A cap is written in digits"],
    [{ name: "n", daily_cap: "9", monthly_cap: "8" }, "The daily cap cannot be larger than the monthly cap"],
  ])("with %j says what to mend, and makes nothing", async (fields: Record<string, string>, message) => {
    const before = (await area.services.apiKeys.list(acme.orgId)).length;
    const answer = await create(owner, fields);
    expect([answer.status, answer.text.includes(message)]).toEqual([422, true]);
    expect(answer.text).not.toContain("<script>");
    expect((await area.services.apiKeys.list(acme.orgId)).length).toBe(before);
  });

  it("asks for the password again when it was last given more than ten minutes ago", async () => {
    await lapse();
    const asked = await create(owner, { name: "Later", daily_cap: "7" });
    expect([asked.status, secretIn(asked.text)]).toEqual([200, ""]);
    expect(asked.text).toContain("Confirm that it is you");
    expect(asked.text).toContain('name="daily_cap" value="7"');
    const wrong = await create(owner, { name: "Later", current_password: "not my password" });
    expect([wrong.status, secretIn(wrong.text)]).toEqual([422, ""]);
    const right = await create(owner, { name: "Later", daily_cap: "7", current_password: testPassword });
    expect(await authenticate(secretIn(right.text))).toMatchObject({ dailyCap: 7 });
    expect(secretIn((await create(owner, { name: "Again" })).text)).not.toBe("");
    await renew();
  });
});

describe("a key's page", () => {
  it("is not there for another organization, nor for a member whose key it is not", async () => {
    const stranger = await signedIn(area.call, "owner@other.example");
    const theirs = await keyOf(other.ownerKey);
    const owners = await keyOf(acme.ownerKey);
    const absent = await owner.get(`${keys}/key_none`);
    const pairs: [Browser, string][] = [
      [owner, theirs],
      [member, owners],
      [stranger, owners],
    ];
    for (const [browser, id] of pairs) {
      const page = await browser.get(`${keys}/${id}`);
      expect([page.status, page.text.includes("There is no such key")]).toEqual([404, true]);
      for (const deed of ["caps", "rotate", "revoke"]) {
        expect((await browser.post(`${keys}/${id}/${deed}`, {}, keys)).status).toBe(404);
      }
    }
    expect(absent.status).toBe(404);
    await expect(authenticate(other.ownerKey)).resolves.toBeDefined();
    await expect(authenticate(acme.ownerKey)).resolves.toBeDefined();
  });

  it("shows a name with markup as text", async () => {
    const made = await create(owner, { name: `<img src=x onerror=alert(1)>"'&` });
    const id = await keyOf(secretIn(made.text));
    for (const path of [keys, `${keys}/${id}`, "/account/audit"]) {
      const { text } = await owner.get(path);
      expect(text).not.toContain("<img");
      expect(text).toContain("&#60;img src=x onerror=alert(1)&#62;");
    }
  });
});

describe("rotating a key", () => {
  it("keeps its id, scopes, caps and unused links, and kills the old secret at once", async () => {
    const made = await area.services.apiKeys.mint({
      orgId: acme.orgId,
      createdBy: acme.ownerId,
      name: "r",
      dailyCap: 3,
    });
    await area.services.db.query(sql`-- narrow_scopes
      update api_key set scopes = array['wallet:read'] where id = ${made.row.id}`);
    const link = { direction: "download", orgId: acme.orgId, targetId: "art_1", mintedBy: made.row.id } as const;
    await mintLink(area.services.db, link);
    const rotated = await owner.post(`${keys}/${made.row.id}/rotate`, {}, keys);
    const fresh = await authenticate(secretIn(rotated.text));
    expect(fresh).toMatchObject({ credentialId: made.row.id, dailyCap: 3 });
    expect([...fresh.scopes]).toEqual(["wallet:read"]);
    await expect(authenticate(made.key)).rejects.toMatchObject({ code: "invalid_credential" });
    const unused = () =>
      area.services.db.query(sql`-- unused_links
        select target_id from one_time_link where minted_by = ${made.row.id} and revoked_at is null`);
    expect(await unused()).toHaveLength(1);
    await owner.post(`${keys}/${made.row.id}/revoke`, {}, keys);
    expect(await unused()).toHaveLength(0);
    expect((await actions(made.row.id)).map(([action]) => action)).toEqual([
      "key-minted",
      "key-rotated",
      "key-revoked",
    ]);
  });

  it("is its maker's alone, and impossible once the key is dead", async () => {
    const membersKey = await keyOf(acme.memberKey);
    expect((await owner.post(`${keys}/${membersKey}/rotate`, {}, keys)).status).toBe(403);
    const made = await area.services.apiKeys.mint({ orgId: acme.orgId, createdBy: acme.ownerId, name: "dead" });
    await area.services.apiKeys.revoke(made.row.id);
    expect((await owner.post(`${keys}/${made.row.id}/rotate`, {}, keys)).status).toBe(409);
    const expired = await area.services.apiKeys.mint({ orgId: acme.orgId, createdBy: acme.ownerId, name: "old" });
    await area.services.db.query(sql`-- expire_key
      update api_key set expires_at = now() where id = ${expired.row.id}`);
    expect((await owner.post(`${keys}/${expired.row.id}/rotate`, {}, keys)).status).toBe(409);
  });

  it("asks for the password again", async () => {
    await lapse();
    const answer = await owner.post(`${keys}/${await keyOf(acme.ownerKey)}/rotate`, {}, keys);
    expect(answer.text).toContain("Confirm that it is you");
    await expect(authenticate(acme.ownerKey)).resolves.toBeDefined();
    await renew();
  });
});

describe("the caps of a key", () => {
  it("hold from the next purchase on, and are recorded as they were and as they are", async () => {
    const made = await area.services.apiKeys.mint({ orgId: acme.orgId, createdBy: acme.ownerId, name: "capped" });
    const path = `${keys}/${made.row.id}`;
    const saved = await owner.post(`${path}/caps`, { daily_cap: "3", monthly_cap: "" }, path);
    expect([saved.status, saved.headers.get("location")]).toEqual([303, `${path}?notice=caps-changed`]);
    const payer = await authenticate(made.key);
    await area.services.wallet.debit({ payer, operation: "search", amount: 2 });
    await expect(area.services.wallet.debit({ payer, operation: "search", amount: 2 })).rejects.toMatchObject({
      code: "api_key_credit_cap_exceeded",
    });
    const rows = await area.services.db.query<{ details: object }>(sql`-- caps_event
      select details from audit_event where target = ${made.row.id} and action = 'key-caps-changed'`);
    expect(rows.map((row) => row.details)).toEqual([
      { name: "capped", daily_cap_before: null, daily_cap: 3, monthly_cap_before: null, monthly_cap: null },
    ]);
  });

  it("can be lowered as they are, and are raised with the password only", async () => {
    const made = await area.services.apiKeys.mint({
      orgId: acme.orgId,
      createdBy: acme.ownerId,
      name: "c",
      dailyCap: 9,
    });
    const path = `${keys}/${made.row.id}`;
    await lapse();
    expect((await owner.post(`${path}/caps`, { daily_cap: "8" }, path)).status).toBe(303);
    for (const raised of [{ daily_cap: "10" }, { daily_cap: "" }]) {
      const asked = await owner.post(`${path}/caps`, raised, path);
      expect([asked.status, asked.text.includes("Confirm that it is you")]).toEqual([200, true]);
    }
    expect((await area.services.apiKeys.get(made.row.id)).daily_cap).toBe(8);
    const given = await owner.post(`${path}/caps`, { daily_cap: "", current_password: testPassword }, path);
    expect([given.status, (await area.services.apiKeys.get(made.row.id)).daily_cap]).toEqual([303, null]);
    await renew();
  });

  it("that cannot be are sent back with what to mend", async () => {
    const id = await keyOf(acme.ownerKey);
    const answer = await owner.post(`${keys}/${id}/caps`, { daily_cap: "10", monthly_cap: "9" }, `${keys}/${id}`);
    expect([answer.status, answer.text.includes("cannot be larger than the monthly cap")]).toEqual([422, true]);
  });
});

describe("an owner", () => {
  it("sees and revokes the keys of members; a member sees none but their own", async () => {
    const made = await create(member, { name: "Forgotten laptop" });
    const key = secretIn(made.text);
    expect((await owner.get(keys)).text).toContain("Forgotten laptop");
    expect((await member.get(keys)).text).not.toContain("owner key");
    const revoked = await owner.post(`${keys}/${await keyOf(key)}/revoke`, {}, keys);
    expect(revoked.headers.get("location")).toBe("/account/keys?notice=key-revoked");
    await expect(authenticate(key)).rejects.toMatchObject({ code: "key_revoked" });
  });
});
