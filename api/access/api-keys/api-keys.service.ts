import { type Database, newId } from "../../../migrations/index.ts";
import { unauthorized } from "../../http/request-checks.ts";
import { allScopes, isScope } from "../../http/scopes.ts";
import { AccessRefused } from "../access.errors.ts";
import { findMember } from "../accounts/accounts.repository.ts";
import type { Principal } from "../principal.ts";
import * as repository from "./api-keys.repository.ts";
import { isWellFormedKey, makeKeySecret, secretHash, secretHint } from "./key-secret.ts";

/** A key that has just been made, with the one copy of its secret. */
export interface FreshKey {
  readonly key: string;
  readonly row: repository.KeyRow;
}

/** API keys: made, shown once, rotated, revoked, and told apart at the door. */
export interface ApiKeys {
  mint(input: {
    orgId: string;
    createdBy: string;
    name: string;
    expiresAt?: Date | null;
    dailyCap?: number | null;
    monthlyCap?: number | null;
  }): Promise<FreshKey>;
  list(orgId: string | null): Promise<repository.KeyRow[]>;
  /** Gives the key a new secret under the same id, scopes and caps; the old secret dies at once. */
  rotate(keyId: string): Promise<FreshKey>;
  /** Kills the key and the one-time links that it made and nobody has used. */
  revoke(keyId: string): Promise<repository.KeyRow>;
  revokeAllOf(orgId: string, userId: string): Promise<void>;
  /**
   * Gives who a secret stands for.
   *
   * Throws  Problem invalid_credential; key_expired and key_revoked only to who has the right secret
   */
  authenticate(secret: string): Promise<Principal>;
}

/** What keys need from the rest. */
export interface ApiKeysDeps {
  readonly db: Database;
  readonly revokeLinksMintedBy: (credentialId: string) => Promise<void>;
}

const largestCap = 1_000_000_000;

/** Makes the service of API keys. */
export function makeApiKeys({ db, revokeLinksMintedBy }: ApiKeysDeps): ApiKeys {
  async function getKey(keyId: string) {
    const row = await repository.findKey(db, keyId);
    if (!row) throw new AccessRefused("access.unknown-key", `there is no key ${keyId}`);
    return row;
  }

  return {
    async mint({ orgId, createdBy, name, expiresAt = null, dailyCap = null, monthlyCap = null }) {
      assertKeyTerms({ name, expiresAt, dailyCap, monthlyCap });
      const maker = await findMember(db, orgId, createdBy);
      if (!maker?.is_active) {
        throw new AccessRefused("access.inactive-member", "only an active member of the organization can have a key");
      }
      const key = makeKeySecret();
      const id = newId("key");
      await repository.insertKey(db, {
        id,
        orgId,
        createdBy,
        isOwnerKey: maker.role === "owner",
        name: name.trim(),
        secretHash: secretHash(key),
        hint: secretHint(key),
        scopes: allScopes,
        expiresAt,
        dailyCap,
        monthlyCap,
      });
      return { key, row: await getKey(id) };
    },
    list: (orgId) => repository.listKeys(db, orgId),
    async rotate(keyId) {
      const key = makeKeySecret();
      await getKey(keyId);
      const isReplaced = await repository.replaceSecret(db, keyId, { hash: secretHash(key), hint: secretHint(key) });
      if (!isReplaced) throw new AccessRefused("access.key-revoked", "a revoked key cannot be rotated; mint a new one");
      return { key, row: await getKey(keyId) };
    },
    async revoke(keyId) {
      await getKey(keyId);
      await db.transaction(async () => {
        await repository.revokeKey(db, keyId);
        await revokeLinksMintedBy(keyId);
      });
      return getKey(keyId);
    },
    async revokeAllOf(orgId, userId) {
      await db.transaction(async () => {
        for (const keyId of await repository.revokeKeysOf(db, orgId, userId)) await revokeLinksMintedBy(keyId);
      });
    },
    async authenticate(secret) {
      // Garbage is refused by its checksum, without a question to the database.
      if (!isWellFormedKey(secret)) throw unauthorized("invalid_credential");
      const row = await repository.findKeyBySecretHash(db, secretHash(secret));
      if (!row) throw unauthorized("invalid_credential");
      if (row.is_revoked || !row.is_active) throw unauthorized("key_revoked");
      if (row.is_expired) throw unauthorized("key_expired");
      if (!row.was_used_lately) await repository.touchKey(db, row.id);
      return principalFrom(row);
    },
  };
}

function principalFrom(row: repository.FoundKeyRow): Principal {
  return {
    kind: "api_key",
    credentialId: row.id,
    orgId: row.org_id,
    userId: row.created_by,
    role: row.role,
    seesAllProjects: row.is_owner_key && row.role === "owner",
    scopes: new Set(row.scopes.filter(isScope)),
    surface: "api",
    dailyCap: row.daily_cap,
    monthlyCap: row.monthly_cap,
  };
}

function assertKeyTerms(terms: {
  name: string;
  expiresAt: Date | null;
  dailyCap: number | null;
  monthlyCap: number | null;
}): void {
  const refuse = (message: string) => {
    throw new AccessRefused("access.invalid", message);
  };
  const name = terms.name.trim();
  if (name.length < 1 || name.length > 100) refuse("the name of a key has 1 to 100 characters");
  if (terms.expiresAt && !(terms.expiresAt.getTime() > Date.now())) refuse("a key must expire in the future");
  for (const cap of [terms.dailyCap, terms.monthlyCap]) {
    if (cap !== null && !(Number.isInteger(cap) && cap >= 1 && cap <= largestCap)) {
      refuse(`a cap is a whole number of credits from 1 to ${largestCap}`);
    }
  }
  if (terms.dailyCap !== null && terms.monthlyCap !== null && terms.dailyCap > terms.monthlyCap) {
    refuse("the daily cap cannot be larger than the monthly cap");
  }
}
