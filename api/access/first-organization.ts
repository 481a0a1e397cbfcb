import type { Database } from "../../migrations/index.ts";
import { listOrganizations, lockOrganizations } from "./accounts/accounts.repository.ts";
import type { Accounts } from "./accounts/accounts.service.ts";
import { listKeys } from "./api-keys/api-keys.repository.ts";
import type { ApiKeys } from "./api-keys/api-keys.service.ts";

/** What a first start made; the key is told this once. */
export interface FirstOrganization {
  readonly orgId: string;
  readonly userId: string;
  readonly keyId: string;
  readonly key: string;
}

/**
 * Gives an empty store its first organization, with an owner and credits; does nothing on any other.
 *
 * Locks   the organization table, so that of several processes starting on one database one makes it
 */
export async function ensureFirstOrganization(db: Database, services: { readonly accounts: Accounts }): Promise<void> {
  await db.transaction(async () => {
    await lockOrganizations(db);
    if ((await listOrganizations(db)).length > 0) return;
    const organization = await services.accounts.createOrganization({ name: "First organization" });
    await services.accounts.addMember({
      orgId: organization.id,
      email: "owner@localhost",
      name: "Owner",
      role: "owner",
    });
  });
}

/**
 * Mints the first key of a store that never had one, for the first owner; undefined on any other store, and where
 * operators' commands made a key before the first start.
 *
 * Locks   the organization table, so that of several processes starting on one database one mints it
 */
export async function mintFirstKey(
  db: Database,
  services: { readonly accounts: Accounts; readonly apiKeys: ApiKeys },
): Promise<FirstOrganization | undefined> {
  return db.transaction(async () => {
    await lockOrganizations(db);
    if ((await listKeys(db, null)).length > 0) return undefined;
    const members = await services.accounts.listMembers(null);
    const owner = members.find((member) => member.role === "owner" && member.is_active);
    if (!owner) return undefined;
    const { key, row } = await services.apiKeys.mint({
      orgId: owner.org_id,
      createdBy: owner.user_id,
      name: "First key",
    });
    return { orgId: owner.org_id, userId: owner.user_id, keyId: row.id, key };
  });
}
