import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { revokeLinksMintedBy, sweepLinks } from "../../../api/http/one-time-links.repository.ts";
import { lookBehindLink, mintLink, spendLink } from "../../../api/http/one-time-links.ts";
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
  organization = await makeTestOrganization(services, "Linkers");
});
afterAll(() => services.close());

const mint = (mintedBy = organization.owner.credentialId) =>
  mintLink(services.db, { direction: "upload", orgId: organization.orgId, targetId: "job_1", mintedBy });
const code = (attempt: Promise<unknown>) =>
  attempt.then(
    () => "went through",
    (error: { code: string }) => error.code,
  );

describe("a one-time link", () => {
  it("works once, of a hundred tries at the same time", async () => {
    const { token } = await mint();
    const codes = await Promise.all(Array.from({ length: 100 }, () => code(spendLink(services.db, token, "upload"))));
    expect(codes.filter((outcome) => outcome === "went through")).toHaveLength(1);
    expect(codes.filter((outcome) => outcome === "link_spent")).toHaveLength(99);
  });

  it("can be looked behind without being used up, and lives a quarter of an hour", async () => {
    const before = Date.now();
    const { token, expiresAt } = await mint();
    const target = { orgId: organization.orgId, targetId: "job_1", mintedBy: organization.owner.credentialId };
    expect(await lookBehindLink(services.db, token, "upload")).toEqual(target);
    expect(await spendLink(services.db, token, "upload")).toEqual(target);
    expect(Math.abs(expiresAt.getTime() - before - 15 * 60_000)).toBeLessThan(5_000);
  });

  it("is gone when its time is over, and is forgotten a day later", async () => {
    const { token } = await mint();
    const age = (interval: string) =>
      services.db.query(sql`-- age_links
        update one_time_link set expires_at = now() - ${interval}::interval`);
    await age("1 second");
    expect(await code(spendLink(services.db, token, "upload"))).toBe("link_expired");
    expect(await code(lookBehindLink(services.db, token, "upload"))).toBe("link_expired");
    await age("25 hours");
    expect(await sweepLinks(services.db)).toBeGreaterThan(0);
    expect(await code(spendLink(services.db, token, "upload"))).toBe("not_found");
  });

  it("is unknown under any other token or for the other direction", async () => {
    const { token } = await mint();
    const others = [token.slice(1), `${token}=`, token.toLowerCase(), "", "' or true --", `${token.slice(0, -1)}~`];
    for (const other of others) expect(await code(spendLink(services.db, other, "upload"))).toBe("not_found");
    expect(await code(spendLink(services.db, token, "download"))).toBe("not_found");
    expect(await code(spendLink(services.db, token, "upload"))).toBe("went through");
  });

  it("dies with the key that made it, when that is revoked and not when it is rotated", async () => {
    const { row } = await services.apiKeys.mint({
      orgId: organization.orgId,
      createdBy: organization.ownerId,
      name: "k",
    });
    const link = await mint(row.id);
    await services.apiKeys.rotate(row.id);
    expect(await code(lookBehindLink(services.db, link.token, "upload"))).toBe("went through");
    await services.apiKeys.revoke(row.id);
    expect(await code(spendLink(services.db, link.token, "upload"))).toBe("not_found");
    await revokeLinksMintedBy(services.db, row.id);
  });

  it("is not kept in a form that could be used", async () => {
    const { token } = await mint();
    const rows = await services.db.query(sql`-- all_links
      select encode(token_hash, 'escape') as hash, one_time_link::text as everything from one_time_link`);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});
