import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isWellFormedKey, makeKeySecret } from "../../../api/access/api-keys/key-secret.ts";
import { ensureFirstOrganization, mintFirstKey } from "../../../api/access/first-organization.ts";
import { projectVisibility } from "../../../api/access/project-visibility.repository.ts";
import type { Principal } from "../../../api/http/principal.ts";
import { allScopes } from "../../../api/http/scopes.ts";
import { sql } from "../../../migrations/index.ts";
import {
  makeTestOrganization,
  openTestServices,
  type TestOrganization,
  type TestServices,
} from "../../support/http.ts";

let services: TestServices;
let organization: TestOrganization;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());

const authenticate = (key: string) => services.apiKeys.authenticate(key);

describe("a first start", () => {
  it("makes an organization, an owner, the starting credits and one key and one set-up link, once", async () => {
    const start = async () => {
      await ensureFirstOrganization(services.db, services);
      return mintFirstKey(services.db, services);
    };
    const starts = await Promise.all(Array.from({ length: 5 }, start));
    const links = await Promise.all(Array.from({ length: 5 }, () => services.links.makeFirstLink()));
    const madeLinks = links.filter((link) => link !== undefined);
    expect(madeLinks.map((link) => link.url)).toEqual([expect.stringMatching(/\/account\/link\/[\w-]{43}$/)]);
    const made = starts.filter((start) => start !== undefined);
    expect(made).toHaveLength(1);
    const [first] = made;
    expect(await authenticate(first?.key ?? "")).toMatchObject({
      orgId: first?.orgId,
      userId: first?.userId,
      credentialId: first?.keyId,
      role: "owner",
      seesAllProjects: true,
      surface: "api",
      dailyCap: null,
    });
    expect(await services.wallet.balance(first?.orgId ?? "")).toEqual({ available: 10_000, held: 0 });
    organization = await makeTestOrganization(services, "Second Office");
    expect(await start()).toBeUndefined();
  });
});

describe("a key's secret", () => {
  it("carries a checksum that every changed character breaks", () => {
    const secret = makeKeySecret();
    expect(secret).toMatch(/^gw_live_[A-Za-z0-9_-]{43}_[0-9A-Za-z]{6}$/);
    expect(isWellFormedKey(secret)).toBe(true);
    for (let place = 0; place < secret.length; place++) {
      const other = secret[place] === "a" ? "b" : "a";
      expect(isWellFormedKey(`${secret.slice(0, place)}${other}${secret.slice(place + 1)}`)).toBe(false);
    }
  });

  it("is nowhere in the database", async () => {
    const { key } = await services.apiKeys.mint({
      orgId: organization.orgId,
      createdBy: organization.ownerId,
      name: "hidden",
    });
    const rows = await services.db.query(sql`-- all_keys
      select api_key::text as everything, encode(secret_hash, 'escape') as hash from api_key`);
    expect(JSON.stringify(rows)).not.toContain(key.slice(8, 40));
  });
});

describe("a key", () => {
  const mint = (terms: object = {}) =>
    services.apiKeys.mint({ orgId: organization.orgId, createdBy: organization.ownerId, name: "k", ...terms });

  it("keeps the scopes it was minted with, also when it is rotated", async () => {
    const { key, row } = await mint();
    expect([...(await authenticate(key)).scopes]).toEqual([...allScopes]);
    await services.db.query(sql`-- old_scopes
      update api_key set scopes = array['project:read', 'retired:scope'] where id = ${row.id}`);
    const rotated = await services.apiKeys.rotate(row.id);
    expect([...(await authenticate(rotated.key)).scopes]).toEqual(["project:read"]);
    await expect(authenticate(key)).rejects.toMatchObject({ code: "invalid_credential" });
    expect((await authenticate(rotated.key)).credentialId).toBe(row.id);
  });

  it("cannot be made with terms that make no sense", async () => {
    const wrong = [
      { name: " " },
      { name: "x".repeat(101) },
      { expiresAt: new Date(Date.now() - 1) },
      { expiresAt: new Date(Number.NaN) },
      { dailyCap: 0 },
      { dailyCap: 1.5 },
      { monthlyCap: 1e30 },
      { dailyCap: 10, monthlyCap: 9 },
    ];
    for (const terms of wrong) await expect(mint(terms)).rejects.toMatchObject({ code: "access.invalid" });
  });

  it("remembers its last use, at most once a minute", async () => {
    const { key, row } = await mint();
    const lastUse = async () =>
      (await services.apiKeys.list(organization.orgId)).find((listed) => listed.id === row.id)?.last_used_at;
    expect(await lastUse()).toBeNull();
    await authenticate(key);
    const first = await lastUse();
    expect(first).toBeInstanceOf(Date);
    await authenticate(key);
    expect(await lastUse()).toEqual(first);
  });

  it("once revoked is neither rotated nor revived", async () => {
    const { key, row } = await mint();
    await services.apiKeys.revoke(row.id);
    await expect(services.apiKeys.rotate(row.id)).rejects.toMatchObject({ code: "access.key-revoked" });
    await expect(authenticate(key)).rejects.toMatchObject({ code: "key_revoked" });
  });
});

describe("a role", () => {
  it("widens no key that was made under a lesser one, and narrows every key at once when it shrinks", async () => {
    const office = await makeTestOrganization(services, "Changing Roles");
    const sees = async (key: string) => (await authenticate(key)).seesAllProjects;
    expect([await sees(office.ownerKey), await sees(office.memberKey)]).toEqual([true, false]);
    await services.accounts.setRole(office.orgId, office.memberId, "owner");
    expect(await sees(office.memberKey)).toBe(false);
    await services.accounts.setRole(office.orgId, office.ownerId, "member");
    expect(await sees(office.ownerKey)).toBe(false);
    await services.accounts.setRole(office.orgId, office.ownerId, "owner");
    expect(await sees(office.ownerKey)).toBe(true);
  });

  it("of the last owner cannot be taken away", async () => {
    const office = await makeTestOrganization(services, "One Owner");
    const refused = { code: "access.last-owner" };
    await expect(services.accounts.setRole(office.orgId, office.ownerId, "member")).rejects.toMatchObject(refused);
    await expect(services.accounts.deactivate(office.orgId, office.ownerId)).rejects.toMatchObject(refused);
    expect((await authenticate(office.ownerKey)).role).toBe("owner");
  });
});

describe("a person who is taken out", () => {
  it("loses every key, and does not get the old ones back when invited again", async () => {
    const office = await makeTestOrganization(services, "Leavers");
    await services.accounts.deactivate(office.orgId, office.memberId);
    await expect(authenticate(office.memberKey)).rejects.toMatchObject({ code: "key_revoked" });
    const mint = () => services.apiKeys.mint({ orgId: office.orgId, createdBy: office.memberId, name: "again" });
    await expect(mint()).rejects.toMatchObject({ code: "access.inactive-member" });
    await services.accounts.addMember({ orgId: office.orgId, email: "MEMBER@leavers.example", role: "member" });
    await expect(authenticate(office.memberKey)).rejects.toMatchObject({ code: "key_revoked" });
    expect((await authenticate((await mint()).key)).userId).toBe(office.memberId);
    expect((await authenticate(office.ownerKey)).orgId).toBe(office.orgId);
  });
});

describe("project visibility", () => {
  it("is the organization for an owner's key, and what is owned or shared for everyone else", async () => {
    const ours = await makeTestOrganization(services, "Our Land");
    const theirs = await makeTestOrganization(services, "Their Land");
    const add = (id: string, orgId: string, createdBy: string) =>
      services.db.query(sql`-- add_project
        insert into project (id, org_id, created_by, name, goal_text, goal_hash, setup_mode, status, bootstrap)
        values (${id}, ${orgId}, ${createdBy}, ${id}, 'g', 'h', 'provided', 'ready', '{}')`);
    await add("prj_owner", ours.orgId, ours.ownerId);
    await add("prj_member", ours.orgId, ours.memberId);
    await add("prj_shared", ours.orgId, ours.ownerId);
    await add("prj_theirs", theirs.orgId, theirs.ownerId);
    await services.db.query(sql`-- share_project
      insert into project_share (project_id, user_id)
      values ('prj_shared', ${ours.memberId}), ('prj_theirs', ${ours.memberId})`);
    const seen = async (principal: Principal) => {
      const rows = await services.db.query<{ id: string }>(sql`-- visible_projects
        select id from project where ${projectVisibility(principal)} order by id`);
      return rows.map((row) => row.id);
    };
    expect(await seen(ours.owner)).toEqual(["prj_member", "prj_owner", "prj_shared"]);
    expect(await seen(ours.member)).toEqual(["prj_member", "prj_shared"]);
    expect(await seen({ ...ours.owner, seesAllProjects: false })).toEqual(["prj_owner", "prj_shared"]);
    expect(await seen(theirs.owner)).toEqual(["prj_theirs"]);
    expect(await seen({ ...theirs.owner, orgId: ours.orgId, seesAllProjects: false })).toEqual([]);
  });
});
