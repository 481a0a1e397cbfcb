import { isRecord } from "./closed-schema.ts";
import type { ClaimScope } from "./idempotency.repository.ts";
import type { FinishedClaim, IdempotencyClaims, OwnedClaim } from "./idempotency.ts";
import type { AnyContext, AnyReply } from "./operation.ts";
import type { PreparedOperation } from "./prepared-operation.ts";
import type { Principal } from "./principal.ts";
import { problemFromError } from "./problem-from-error.ts";
import { jsonResponse, jsonText, responseFrom } from "./response.ts";

/** Throws Problem not_found unless the caller may see the project. */
export type AssertProjectVisible = (principal: Principal, projectId: string) => Promise<unknown>;

/**
 * Runs a handler under its idempotency key: once for any number of equal requests, and again only when nothing came of
 * it. A success is kept and replayed; a refusal frees the key; a fault of ours leaves what was begun to be resumed.
 *
 * A kept answer is given again only to who may still see the project that it is about: rights may have been taken away,
 * or the project be gone, since it was kept.
 */
export async function runUnderClaim(
  prepared: PreparedOperation,
  context: AnyContext,
  scope: ClaimScope,
  sentBody: unknown,
  deps: { readonly idempotency: IdempotencyClaims; readonly assertProjectVisible?: AssertProjectVisible | undefined },
): Promise<Response> {
  let claim = await deps.idempotency.claim(scope, sentBody);
  if (claim.kind === "finished") {
    const projectId = projectOf(context, claim);
    if (context.principal && projectId !== undefined) await deps.assertProjectVisible?.(context.principal, projectId);
    const again = await replayed(prepared, context, claim);
    if (again) return again;
    claim = await claim.reopen();
  }
  try {
    const answer = await prepared.operation.handler({ ...context, idempotency: claim.handle });
    return await kept(prepared, answer, claim);
  } catch (error) {
    await giveUp(claim, error);
    throw error;
  }
}

/** Keeps the outcome: its text as it went out, or nothing where the operation rebuilds it, or does not keep it. */
async function kept(prepared: PreparedOperation, answer: AnyReply, claim: OwnedClaim): Promise<Response> {
  const { status, headers } = answer;
  if (claim.isTakenOver()) return responseFrom(answer, prepared);
  if (!answer.isRaw && answer.isUncommitted) {
    const response = responseFrom(answer, prepared);
    await claim.release();
    return response;
  }
  if (answer.isRaw || prepared.operation.replay) {
    const response = responseFrom(answer, prepared);
    await (prepared.operation.replay ? claim.finish({ status, headers: {}, body: null }) : claim.release());
    return response;
  }
  const body = jsonText(answer, prepared);
  await claim.finish({ status, headers, body });
  return jsonResponse(status, body, headers);
}

/** Answers again what was kept; undefined when it has come to nothing since. */
async function replayed(
  prepared: PreparedOperation,
  context: AnyContext,
  claim: FinishedClaim,
): Promise<Response | undefined> {
  const response = await recordedResponse(prepared, context, claim);
  response?.headers.set("idempotent-replayed", "true");
  return response;
}

async function recordedResponse(
  prepared: PreparedOperation,
  context: AnyContext,
  { handle, status, headers, body }: FinishedClaim,
): Promise<Response | undefined> {
  const { replay } = prepared.operation;
  if (!replay) return jsonResponse(status, body, headers);
  const answer = await replay({ ...context, idempotency: handle }, { status, reference: handle.reference });
  return answer && responseFrom(answer, prepared);
}

/** The project that an answer is about: the path names it, or else the answer itself does. */
function projectOf(context: AnyContext, claim: FinishedClaim): string | undefined {
  const answer: unknown = claim.body === null ? null : JSON.parse(claim.body);
  for (const members of [context.params, answer]) {
    if (isRecord(members) && typeof members.project_id === "string") return members.project_id;
  }
  return undefined;
}

async function giveUp(claim: OwnedClaim, error: unknown): Promise<void> {
  const refusal = problemFromError(error);
  // To be told to come back later is no end of what was begun.
  const isOver = refusal && refusal.status < 500 && refusal.status !== 429;
  // The first error is the one to tell; the lease ends by itself if the database is gone.
  await (isOver ? claim.release() : claim.abandon()).catch(() => {});
}
