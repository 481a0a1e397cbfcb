import type { ClaimScope } from "./idempotency.repository.ts";
import type { FinishedClaim, IdempotencyClaims, OwnedClaim } from "./idempotency.ts";
import type { AnyContext, AnyReply } from "./operation.ts";
import type { PreparedOperation } from "./prepared-operation.ts";
import { problemFromError } from "./problem-from-error.ts";
import { jsonResponse, jsonText, responseFrom } from "./response.ts";

/**
 * Runs a handler under its idempotency key: once for any number of equal requests, and again only when nothing came of
 * it. A success is kept and replayed; a refusal frees the key; a fault of ours leaves what was begun to be resumed.
 */
export async function runUnderClaim(
  prepared: PreparedOperation,
  context: AnyContext,
  scope: ClaimScope,
  sentBody: unknown,
  claims: IdempotencyClaims,
): Promise<Response> {
  const claim = await claims.claim(scope, sentBody);
  if (claim.kind === "finished") return replayed(prepared, context, claim);
  try {
    const answer = await prepared.operation.handler({ ...context, idempotency: claim.handle });
    return await kept(prepared, answer, claim);
  } catch (error) {
    await giveUp(claim, error);
    throw error;
  }
}

/** Keeps the outcome: its text as it went out, or nothing where the operation rebuilds it. */
async function kept(prepared: PreparedOperation, answer: AnyReply, claim: OwnedClaim): Promise<Response> {
  const { status, headers } = answer;
  if (answer.isRaw || prepared.operation.replay) {
    const response = responseFrom(answer, prepared);
    await (prepared.operation.replay ? claim.finish({ status, headers: {}, body: null }) : claim.release());
    return response;
  }
  const body = jsonText(answer, prepared);
  await claim.finish({ status, headers, body });
  return jsonResponse(status, body, headers);
}

async function replayed(prepared: PreparedOperation, context: AnyContext, claim: FinishedClaim): Promise<Response> {
  const { replay } = prepared.operation;
  const response = replay
    ? responseFrom(
        await replay(
          { ...context, idempotency: claim.handle },
          { status: claim.status, reference: claim.handle.reference },
        ),
        prepared,
      )
    : jsonResponse(claim.status, claim.body, claim.headers);
  response.headers.set("idempotent-replayed", "true");
  return response;
}

async function giveUp(claim: OwnedClaim, error: unknown): Promise<void> {
  const refusal = problemFromError(error);
  // The first error is the one to tell; the lease ends by itself if the database is gone.
  await (refusal && refusal.status < 500 ? claim.release() : claim.abandon()).catch(() => {});
}
