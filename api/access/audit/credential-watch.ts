import type { Database } from "../../../migrations/index.ts";
import type { Principal } from "../../http/principal.ts";
import type { CredentialWatch as CallerWatch } from "../../http/run-operation.ts";
import { findKeyBySecretHash } from "../api-keys/api-keys.repository.ts";
import { isWellFormedKey, secretHash } from "../api-keys/key-secret.ts";
import { recordAudit, seeNetwork } from "./audit.repository.ts";
import { principalActor } from "./audit-event.ts";
import { networkOf } from "./network.ts";
import { makeSampledAudit } from "./sampled-audit.ts";

/**
 * Tells the audit log how credentials are used: each first use from a network, and what was asked beyond the scopes, once
 * an hour for each credential and scope. None of this ever fails a request: what cannot be recorded goes to the
 * log of the process.
 */
export interface CredentialWatch extends CallerWatch {
  /** A key stood in an address, where proxies and browsers keep it; recorded once an hour for each key. */
  foundInAddress(secret: string): Promise<void>;
}

/** What the watch needs from the rest. */
export interface CredentialWatchDeps {
  readonly db: Database;
  readonly logger: { error(record: object, message: string): void };
}

const dayMs = 86_400_000;
const mostRemembered = 10_000;

/** Makes the watch of one process; what it has seen lately it remembers, so that a busy credential costs no queries. */
export function makeCredentialWatch({ db, logger }: CredentialWatchDeps): CredentialWatch {
  const sampled = makeSampledAudit(db);
  const seen = new Map<string, { readonly at: number; readonly noted: Promise<void> }>();

  const harmless = async (work: Promise<void>) => {
    await work.catch((error: unknown) => logger.error({ err: error }, "a use of a credential was not recorded"));
  };

  function noteNetwork(principal: Principal, network: string, address: string): Promise<void> {
    return db.transaction(async (transaction) => {
      if (!(await seeNetwork(transaction, principal.credentialId, network))) return;
      await recordAudit(transaction, {
        organizationId: principal.orgId,
        actor: { ...principalActor(principal), address },
        action: "credential-used-from-new-network",
        target: principal.credentialId,
      });
    });
  }

  return {
    async admitted(principal, address) {
      const network = networkOf(address);
      if (network === null) return;
      const name = `${principal.credentialId} ${network}`;
      const known = seen.get(name);
      if (known && Date.now() - known.at < dayMs) return known.noted;
      seen.delete(name);
      const oldest = seen.size >= mostRemembered ? seen.keys().next().value : undefined;
      if (oldest !== undefined) seen.delete(oldest);
      const noted = harmless(
        noteNetwork(principal, network, address).catch((error: unknown) => {
          seen.delete(name);
          throw error;
        }),
      );
      seen.set(name, { at: Date.now(), noted });
      return noted;
    },
    lackedScope: (principal, { scope, operationId }) =>
      harmless(
        sampled.record(`scope ${principal.credentialId} ${scope}`, {
          organizationId: principal.orgId,
          actor: principalActor(principal),
          action: "scope-refused",
          target: principal.credentialId,
          outcome: "refused",
          details: { required_scope: scope, operation: operationId },
        }),
      ),
    async foundInAddress(secret) {
      // Anybody can write anything into an address; a text with the wrong checksum is no key of ours.
      if (!isWellFormedKey(secret)) return;
      await harmless(
        findKeyBySecretHash(db, secretHash(secret)).then(async (key) => {
          if (!key) return;
          await sampled.record(`address ${key.id}`, {
            organizationId: key.org_id,
            actor: { kind: "key", id: key.id, onBehalfOf: key.created_by, surface: "api" },
            action: "key-found-in-address",
            target: key.id,
            outcome: "refused",
          });
        }),
      );
    },
  };
}
