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
  reopenClaim,
  saveClaimReference,
  sweepClaims,
  takeClaim,
} from "./idempotency.repository.ts";
import { canonicalJson } from "./json-members.ts";
import type { ClaimEnding, IdempotencyHandle } from "./operation.ts";
import { problem } from "./problem.ts";

/** A claim that this request owns until it finishes or releases it. */
export interface OwnedClaim {
  readonly kind: "owned";
  readonly handle: IdempotencyHandle;
  /** The handler ends the claim itself, after its answer has begun. */
  isTakenOver(): boolean;
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
  /**
   * Takes the claim up again, because what its outcome promised has come to nothing.
   *
   * @throws Problem idempotency_in_progress when another retry was first
   */
  reopen(): Promise<OwnedClaim>;
}

/** Claims of idempotency keys. */
export interface IdempotencyClaims {
  /**
   * Takes the claim, or gives the outcome that stands.
   *
   * @throws Problem idempotency_key_reused, idempotency_in_progress
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
    const abandon = async () => {
      if (!isStarted) return release();
      clearInterval(renewal);
      await abandonClaim(db, scope, attempt);
    };
    const finish: OwnedClaim["finish"] = async ({ status, headers, body }) => {
      clearInterval(renewal);
      await finishClaim(db, scope, attempt, { status, headers: JSON.stringify(headers), body });
    };
    const ending = { release, abandon, keep: (status: number) => finish({ status, headers: {}, body: null }) };
    let isTakenOver = false;
    const handle: IdempotencyHandle = {
      key: scope.key,
      reference,
      async saveReference(saved) {
        await saveClaimReference(db, scope, attempt, saved);
        isStarted = true;
      },
      takeOver() {
        isTakenOver = true;
        return ending;
      },
    };
    return { kind: "owned", handle, isTakenOver: () => isTakenOver, release, abandon, finish };
  }

  function finishedOrRefused(scope: ClaimScope, standing: ClaimRow, fingerprint: Buffer): FinishedClaim {
    if (!fingerprint.equals(standing.fingerprint)) throw problem("idempotency_key_reused");
    if (standing.state === "running" || standing.status === null) {
      const rest = Math.min(longestWaitSeconds, Math.max(1, standing.lease_rest_seconds));
      throw problem("idempotency_in_progress", { retry_after_seconds: rest });
    }
    return {
      kind: "finished",
      handle: finishedHandle(scope.key, standing.resource_ref ?? undefined),
      status: standing.status,
      headers: JSON.parse(standing.response_headers ?? "{}"),
      body: standing.response_body,
      async reopen() {
        const taken = await reopenClaim(db, scope, standing.attempt, leaseSeconds);
        if (!taken) throw problem("idempotency_in_progress", { retry_after_seconds: 1 });
        return own(scope, taken.attempt, undefined);
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
        if (standing) return finishedOrRefused(scope, standing, fingerprint);
      }
      throw problem("idempotency_in_progress", { retry_after_seconds: 1 });
    },
    sweep: () => sweepClaims(db),
  };
}

const nothingToEnd: ClaimEnding = { keep: async () => {}, release: async () => {}, abandon: async () => {} };

/** What a rebuilt answer may read of its key: there is nothing to save, and nothing to end. */
function finishedHandle(key: string, reference: string | undefined): IdempotencyHandle {
  return { key, reference, saveReference: async () => {}, takeOver: () => nothingToEnd };
}
