import { createHash } from "node:crypto";
import type { Database } from "../../migrations/index.ts";
import {
  abandonClaim,
  type ClaimRow,
  type ClaimScope,
  findClaim,
  finishClaim,
  releaseClaim,
  renewClaim,
  saveClaimReference,
  sweepClaims,
  takeClaim,
} from "./idempotency.repository.ts";
import { canonicalJson } from "./json-members.ts";
import type { IdempotencyHandle } from "./operation.ts";
import { problem } from "./problem.ts";

/** A claim that this request owns until it finishes or releases it. */
export interface OwnedClaim {
  readonly kind: "owned";
  readonly handle: IdempotencyHandle;
  /** Keeps the outcome; a null body is rebuilt by the operation's `replay`. */
  finish(outcome: { status: number; headers: Readonly<Record<string, string>>; body: string | null }): Promise<void>;
  /** Frees the key for another try: one that changes the request, because nothing was changed under this one. */
  release(): Promise<void>;
  /** Ends the attempt after a fault of ours: the next try with the same request resumes what was saved. */
  abandon(): Promise<void>;
}

/** An outcome that stands already. */
export interface FinishedClaim {
  readonly kind: "finished";
  readonly handle: IdempotencyHandle;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Claims of idempotency keys. */
export interface IdempotencyClaims {
  /**
   * Takes the claim, or gives the outcome that stands.
   *
   * Throws  Problem idempotency_key_reused, idempotency_in_progress
   */
  claim(scope: ClaimScope, body: unknown): Promise<OwnedClaim | FinishedClaim>;
  /** Deletes claims older than a day; gives their number. */
  sweep(): Promise<number>;
}

const longestWaitSeconds = 5;

/** Makes the claims over a database; the lease is renewed three times in its length while the request runs. */
export function makeIdempotencyClaims(db: Database, options: { leaseSeconds?: number } = {}): IdempotencyClaims {
  const leaseSeconds = options.leaseSeconds ?? 60;

  function own(scope: ClaimScope, attempt: number, reference: string | undefined): OwnedClaim {
    const renewal = setInterval(
      () => void renewClaim(db, scope, attempt, leaseSeconds).catch(() => {}),
      (leaseSeconds * 1000) / 3,
    );
    renewal.unref();
    let isStarted = reference !== undefined;
    const release = async () => {
      clearInterval(renewal);
      await releaseClaim(db, scope, attempt);
    };
    return {
      kind: "owned",
      handle: handleOf(scope.key, reference, async (saved) => {
        await saveClaimReference(db, scope, attempt, saved);
        isStarted = true;
      }),
      release,
      async abandon() {
        if (!isStarted) return release();
        clearInterval(renewal);
        await abandonClaim(db, scope, attempt);
      },
      async finish(outcome) {
        clearInterval(renewal);
        const headers = JSON.stringify(outcome.headers);
        await finishClaim(db, scope, attempt, { status: outcome.status, headers, body: outcome.body });
      },
    };
  }

  return {
    async claim(scope, body) {
      const fingerprint = createHash("sha256").update(canonicalJson(body)).digest();
      // A claim may be released between the two statements; the key is then free to be taken after all.
      for (let round = 0; round < 3; round++) {
        const taken = await takeClaim(db, scope, fingerprint, leaseSeconds);
        if (taken) return own(scope, taken.attempt, taken.resource_ref ?? undefined);
        const standing = await findClaim(db, scope);
        if (standing) return finishedOrRefused(standing, fingerprint, scope.key);
      }
      throw problem("idempotency_in_progress", { retry_after_seconds: 1 });
    },
    sweep: () => sweepClaims(db),
  };
}

function finishedOrRefused(standing: ClaimRow, fingerprint: Buffer, key: string): FinishedClaim {
  if (!fingerprint.equals(standing.fingerprint)) throw problem("idempotency_key_reused");
  if (standing.state === "running" || standing.status === null) {
    const rest = Math.min(longestWaitSeconds, Math.max(1, standing.lease_rest_seconds));
    throw problem("idempotency_in_progress", { retry_after_seconds: rest });
  }
  return {
    kind: "finished",
    handle: handleOf(key, standing.resource_ref ?? undefined, async () => {}),
    status: standing.status,
    headers: JSON.parse(standing.response_headers ?? "{}"),
    body: standing.response_body,
  };
}

function handleOf(
  key: string,
  reference: string | undefined,
  saveReference: (reference: string) => Promise<void>,
): IdempotencyHandle {
  return { key, reference, saveReference };
}
