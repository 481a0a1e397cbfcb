import { timingSafeEqual } from "node:crypto";
import { type Database, makeUnchangedReads, newId } from "../../../migrations/index.ts";
import type { Principal } from "../../http/principal.ts";
import { unauthorized } from "../../http/request-checks.ts";
import { allScopes, isScope } from "../../http/scopes.ts";
import { AccessRefused } from "../access.errors.ts";
import { findMember } from "../accounts/accounts.repository.ts";
import { recordAudit } from "../audit/audit.repository.ts";
import { type AuditAction, type AuditActor, type AuditEvent, systemActor } from "../audit/audit-event.ts";
import { assertCaps, type Caps } from "../caps.ts";
import * as repository from "./api-keys.repository.ts";
import { makeKeySecret, secretHash, secretHint } from "./key-secret.ts";

/** A key that has just been made, with the one copy of its secret. */
export interface FreshKey {
  readonly key: string;
  readonly row: repository.KeyRow;
}

/** API keys: made, shown once, rotated, capped, revoked, and told apart at the door; each change is in the audit log. */
export interface ApiKeys {
  /**
   * Makes a key. With the id that a form was given, the same form sent twice makes one key.
   *
   * @throws AccessRefused access.key-made when there is a key of this id
   */
  mint(
    input: {
      id?: string;
      orgId: string;
      createdBy: string;
      name: string;
      expiresAt?: Date | null;
      dailyCap?: number | null;
      monthlyCap?: number | null;
    },
    actor?: AuditActor,
  ): Promise<FreshKey>;
  list(orgId: string | null): Promise<repository.KeyRow[]>;
  /** Throws AccessRefused when there is no such key. */
  get(keyId: string): Promise<repository.KeyRow>;
  /**
   * Gives the key a new secret under the same id, scopes and caps; the old secret dies at once, the links that the key
   * made do not.
   */
  rotate(keyId: string, actor?: AuditActor): Promise<FreshKey>;
  /** Changes what the key may spend, from the next paid operation on. */
  setCaps(keyId: string, caps: Caps, actor?: AuditActor): Promise<repository.KeyRow>;
  /** Kills the key and the one-time links that it made and nobody has used. */
  revoke(keyId: string, actor?: AuditActor): Promise<repository.KeyRow>;
  revokeAllOf(orgId: string, userId: string): Promise<void>;
  /**
   * Gives who a secret stands for.
   *
   * @throws Problem invalid_credential; key_expired and key_revoked only to who has the right secret
   */
  authenticate(secret: string): Promise<Principal>;
  /** Returns who a key stands for now; undefined when it is unknown, revoked or expired, or its maker has left. */
  findPrincipal(keyId: string): Promise<Principal | undefined>;
}

/** What keys need from the rest. */
export interface ApiKeysDeps {
  readonly db: Database;
  readonly revokeLinksMintedBy: (credentialId: string) => Promise<void>;
}

/** A key as it was found, and who it stands for. */
interface FoundKey {
  readonly row: repository.FoundKeyRow;
  readonly principal: Principal;
}

const touchEveryMs = 60_000;
/** What a secret is compared with when no key was found; no secret is known that has it. */
const nobodysHash = new Uint8Array(32);

/** Makes the service of API keys. */
export function makeApiKeys({ db, revokeLinksMintedBy }: ApiKeysDeps): ApiKeys {
  const foundKeys = makeUnchangedReads<FoundKey | undefined>(db);
  async function getKey(keyId: string) {
    const row = await repository.findKey(db, keyId);
    if (!row) throw new AccessRefused("access.unknown-key", `there is no key ${keyId}`);
    return row;
  }

  const audit = (
    row: Pick<repository.KeyRow, "id" | "org_id" | "name">,
    actor: AuditActor,
    action: AuditAction,
    details: AuditEvent["details"] = {},
  ) =>
    recordAudit(db, {
      organizationId: row.org_id,
      actor,
      action,
      target: row.id,
      details: { name: row.name, ...details },
    });

  return {
    async mint(
      { id = newId("key"), orgId, createdBy, name, expiresAt = null, dailyCap = null, monthlyCap = null },
      actor = systemActor,
    ) {
      assertKeyTerms({ name, expiresAt });
      assertCaps({ dailyCap, monthlyCap });
      const key = makeKeySecret();
      return db.transaction(async () => {
        const maker = await findMember(db, orgId, createdBy);
        if (!maker?.is_active) {
          throw new AccessRefused("access.inactive-member", "only an active member of the organization can have a key");
        }
        const isNew = await repository.insertKey(db, {
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
        if (!isNew) throw new AccessRefused("access.key-made", `the key ${id} has been made already`);
        const row = await getKey(id);
        await audit(row, actor, "key-minted", { daily_cap: dailyCap, monthly_cap: monthlyCap });
        return { key, row };
      });
    },
    list: (orgId) => repository.listKeys(db, orgId),
    get: getKey,
    async rotate(keyId, actor = systemActor) {
      const key = makeKeySecret();
      return db.transaction(async () => {
        await getKey(keyId);
        const isReplaced = await repository.replaceSecret(db, keyId, { hash: secretHash(key), hint: secretHint(key) });
        if (!isReplaced) {
          throw new AccessRefused("access.key-revoked", "a revoked or expired key cannot be rotated; mint a new one");
        }
        const row = await getKey(keyId);
        await audit(row, actor, "key-rotated");
        return { key, row };
      });
    },
    async setCaps(keyId, caps, actor = systemActor) {
      assertCaps(caps);
      return db.transaction(async () => {
        const before = await repository.lockKey(db, keyId);
        if (!before) throw new AccessRefused("access.unknown-key", `there is no key ${keyId}`);
        if (before.revoked_at !== null) {
          throw new AccessRefused("access.key-revoked", "a revoked key spends nothing; its caps stay as they were");
        }
        await repository.updateKeyCaps(db, keyId, caps);
        await audit(before, actor, "key-caps-changed", {
          daily_cap_before: before.daily_cap,
          daily_cap: caps.dailyCap,
          monthly_cap_before: before.monthly_cap,
          monthly_cap: caps.monthlyCap,
        });
        return getKey(keyId);
      });
    },
    async revoke(keyId, actor = systemActor) {
      return db.transaction(async () => {
        const row = await getKey(keyId);
        if (!(await repository.revokeKey(db, keyId))) return row;
        await revokeLinksMintedBy(keyId);
        await audit(row, actor, "key-revoked");
        return getKey(keyId);
      });
    },
    async revokeAllOf(orgId, userId) {
      await db.transaction(async () => {
        for (const keyId of await repository.revokeKeysOf(db, orgId, userId)) await revokeLinksMintedBy(keyId);
      });
    },
    async authenticate(secret) {
      // Whatever is presented is hashed once, looked up once and compared in full: a malformed secret, one that nobody
      // has, and one that resembles a real one take the same steps. The limit by address stands before all of them.
      const hash = secretHash(secret);
      const found = await foundKeys(hash.toString("base64"), async () => {
        const row = await repository.findKeyBySecretHash(db, hash);
        return row && { row, principal: principalFrom(row) };
      });
      const isRight = timingSafeEqual(found?.row.secret_hash ?? nobodysHash, hash);
      if (!found || !isRight) throw unauthorized("invalid_credential");
      const { row, principal } = found;
      if (row.is_revoked || !row.is_active) throw unauthorized("key_revoked");
      const now = Date.now();
      if (row.expires_at !== null && row.expires_at.getTime() <= now) throw unauthorized("key_expired");
      if (row.last_used_at === null || row.last_used_at.getTime() <= now - touchEveryMs) {
        await repository.touchKey(db, row.id);
      }
      return principal;
    },
    async findPrincipal(keyId) {
      const row = await repository.findUsableKey(db, keyId);
      return row && principalFrom(row);
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

function assertKeyTerms(terms: { name: string; expiresAt: Date | null }): void {
  const name = terms.name.trim();
  if (name.length < 1 || name.length > 100) {
    throw new AccessRefused("access.invalid", "the name of a key has 1 to 100 characters");
  }
  if (terms.expiresAt && !(terms.expiresAt.getTime() > Date.now())) {
    throw new AccessRefused("access.invalid", "a key must expire in the future");
  }
}
