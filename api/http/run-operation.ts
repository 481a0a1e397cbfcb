import { addressGroup } from "./client-address.ts";
import type { Exchange } from "./exchange.ts";
import type { IdempotencyClaims } from "./idempotency.ts";
import { type AnyContext, filledPath, limitInWords, type Operation } from "./operation.ts";
import type { PreparedOperation } from "./prepared-operation.ts";
import type { Principal } from "./principal.ts";
import { type FieldError, problem, validationProblem } from "./problem.ts";
import { type LimitVerdict, limitHeaders, type RateLimiter, retryAfterSeconds } from "./rate-limit.ts";
import { defaultMaxBodyBytes, readJson } from "./read-json.ts";
import { readPath, readQuery } from "./read-query.ts";
import { bearerSecret } from "./request-checks.ts";
import { responseFrom } from "./response.ts";
import { type AssertProjectVisible, runUnderClaim } from "./run-under-claim.ts";
import type { Scope } from "./scopes.ts";

/** What running an operation needs from the rest of the service. */
export interface OperationDeps {
  /** Gives who a secret stands for; throws a Problem when it is nobody. */
  readonly authenticate: (secret: string) => Promise<Principal>;
  readonly limiter: RateLimiter;
  readonly idempotency: IdempotencyClaims;
  readonly logger: { error(record: object, message: string): void };
  /** Is asked before an answer that was kept for a retry is given again. */
  readonly assertProjectVisible?: AssertProjectVisible | undefined;
  /** Is told how credentials are used; nothing it does may fail the request. */
  readonly watch?: CredentialWatch | undefined;
}

/** Hears of every credential that is let in and of each that asks for too much. */
export interface CredentialWatch {
  admitted(principal: Principal, address: string): Promise<void>;
  lackedScope(principal: Principal, refusal: { readonly scope: Scope; readonly operationId: string }): Promise<void>;
}

/**
 * Takes a request whose route is known through the rest of the pipeline: who, may they, how often, is it well formed,
 * was it asked before; then the handler. The order is a promise: a malformed request never burns a key, and a stranger
 * learns nothing from validation.
 *
 * @throws Problem, or whatever the handler threw
 */
export async function runOperation(
  prepared: PreparedOperation,
  exchange: Exchange,
  found: Readonly<Record<string, string>>,
  deps: OperationDeps,
): Promise<Response> {
  const { operation } = prepared;
  if (operation.auth === "api_key") {
    // A tool of the connector comes with its caller; over HTTP the caller is in the header.
    exchange.principal ??= await deps.authenticate(bearerSecret(exchange.request.headers));
    await deps.watch?.admitted(exchange.principal, exchange.clientAddress);
  }
  await assertScope(operation, exchange.principal, deps.watch);
  await takeLimit(operation, exchange, deps);
  const key = idempotencyKey(operation, exchange.request.headers);
  const input = await readInput(prepared, exchange, found);
  const context: AnyContext = {
    principal: exchange.principal,
    ...input,
    request: exchange.request,
    requestId: exchange.requestId,
    signal: exchange.request.signal,
    clientAddress: exchange.clientAddress,
    idempotency: undefined,
  };
  if (key !== undefined && exchange.principal) {
    const scope = {
      credentialId: exchange.principal.credentialId,
      method: operation.method,
      path: filledPath(operation.path, { ...input.params }),
      key,
    };
    return runUnderClaim(prepared, context, scope, input.sentBody, deps);
  }
  const handle = exchange.isHead && operation.head ? operation.head : operation.handler;
  return responseFrom(await handle(context), prepared);
}

async function assertScope(
  operation: Operation,
  principal: Principal | undefined,
  watch: CredentialWatch | undefined,
): Promise<void> {
  const { scope, operationId } = operation;
  if (scope === null || principal?.scopes.has(scope)) return;
  if (principal) await watch?.lackedScope(principal, { scope, operationId });
  throw problem("insufficient_scope", {
    detail: `This operation needs the scope ${scope}, which the credential does not carry.`,
    required_scope: scope,
  });
}

async function takeLimit(operation: Operation, exchange: Exchange, deps: OperationDeps): Promise<void> {
  const caller = exchange.principal?.credentialId ?? `address:${addressGroup(exchange.clientAddress)}`;
  const bucket = operation.limit.bucket ?? operation.operationId;
  let verdict: LimitVerdict;
  try {
    verdict = await deps.limiter.take(`${caller}:${bucket}`, operation.limit.perMinute, 60_000);
  } catch (cause) {
    deps.logger.error({ err: cause, operationId: operation.operationId }, "the rate limit store did not answer");
    // Reading goes on without the store; spending does not.
    if (operation.cost === "free") return;
    throw problem("service_unavailable", { retry_after_seconds: 2 }, { cause });
  }
  Object.assign(exchange.headers, limitHeaders(verdict));
  if (verdict.isAdmitted) return;
  const wait = retryAfterSeconds(verdict);
  const detail = `${limitInWords(operation)} Send the request again in ${wait} s.`;
  throw problem("rate_limited", { detail, retry_after_seconds: wait });
}

function idempotencyKey(operation: Operation, headers: Headers): string | undefined {
  const key = operation.idempotent ? headers.get("idempotency-key") : null;
  if (key === null) return undefined;
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw validationProblem([
    { field: "Idempotency-Key", code: "wrong_format", message: "must be 1 to 255 visible ASCII characters" },
  ]);
}

async function readInput(
  prepared: PreparedOperation,
  exchange: Exchange,
  found: Readonly<Record<string, string>>,
): Promise<Pick<AnyContext, "params" | "query" | "body"> & { sentBody: unknown }> {
  const { operation } = prepared;
  const path = readPath(found, operation.params);
  const query = readQuery(exchange.url.search, operation.query);
  const body = await readBody(prepared, exchange.request);
  // The fingerprint is of what was sent, so it is kept before defaults are filled in.
  const sentBody = prepared.validateBody && operation.idempotent ? structuredClone(body) : body;
  const errors: FieldError[] = [...path.errors, ...query.errors];
  if (path.errors.length === 0) errors.push(...prepared.validateParams(path.values));
  const unread = new Set(query.errors.map((error) => error.field));
  errors.push(...prepared.validateQuery(query.values).filter((error) => !unread.has(error.field)));
  const bodyErrors = prepared.validateBody?.(body) ?? [];
  // An error of the body as a whole has no member to name.
  errors.push(...bodyErrors.map((error) => (error.field === "" ? { ...error, field: "body" } : error)));
  if (errors.length > 0) throw validationProblem(errors);
  return { params: path.values, query: query.values, body, sentBody };
}

async function readBody(prepared: PreparedOperation, request: Request): Promise<unknown> {
  const { body, maxBodyBytes } = prepared.operation;
  if (body === undefined) return undefined;
  if (body === "stream") return request.body;
  return readJson(request, maxBodyBytes ?? defaultMaxBodyBytes);
}
