import { isRecord } from "../http/closed-schema.ts";
import type { Exchange } from "../http/exchange.ts";
import { filledPath, type Operation, pathParameters } from "../http/operation.ts";
import type { Principal } from "../http/principal.ts";
import { type FieldError, validationProblem } from "../http/problem.ts";
import { unstorableText } from "../http/unstorable-text.ts";
import type { ToolArguments } from "./tool.ts";
import { requestKeyArgument } from "./tool-schemas.ts";

/** A call of an operation, in the form in which the pipeline takes it. */
export interface OperationCall {
  readonly exchange: Exchange;
  readonly params: Readonly<Record<string, string>>;
}

/** Who calls, and through which request of the connector. */
export interface ToolCaller {
  readonly principal: Principal;
  readonly requestId: string;
  readonly clientAddress: string;
}

/**
 * Writes the arguments of a tool as a request for its operation, so that they go through the same checks as any other
 * request: path parameters, then query parameters, then everything else in the body. Members that nothing declares are
 * sent on, so that the checks name them.
 *
 * @throws Problem validation_failed when a path parameter is missing, or the request key is no key
 */
export function operationCall(
  operation: Operation,
  args: ToolArguments,
  caller: ToolCaller,
  context: { readonly baseUrl: string; readonly signal: AbortSignal },
): OperationCall {
  const rest = new Map(Object.entries(args).filter(([, value]) => value !== undefined));
  const headers = new Headers({ accept: "application/json" });
  const key = operation.idempotent ? takeRequestKey(rest) : undefined;
  if (key !== undefined) headers.set("idempotency-key", key);
  const params = takeParams(operation, rest);
  const hasBody = operation.body !== undefined && operation.body !== "stream";
  const inQuery = hasBody ? Object.keys(operation.query.properties) : [...rest.keys()];
  const query = new URLSearchParams();
  for (const name of inQuery) {
    for (const text of queryTexts(rest.get(name))) query.append(name, text);
    rest.delete(name);
  }
  const path = filledPath(operation.path, params);
  const url = new URL(`${context.baseUrl}${path}${query.size > 0 ? `?${query}` : ""}`);
  if (hasBody) headers.set("content-type", "application/json");
  const body = hasBody ? JSON.stringify(Object.fromEntries(rest)) : null;
  const request = new Request(url, { method: operation.method, headers, body, signal: context.signal });
  const exchange: Exchange = {
    request,
    url,
    requestId: caller.requestId,
    clientAddress: caller.clientAddress,
    isHead: false,
    startedAt: performance.now(),
    route: operation.path,
    operationId: operation.operationId,
    principal: caller.principal,
    headers: {},
  };
  return { exchange, params };
}

function takeParams(operation: Operation, rest: Map<string, unknown>): Record<string, string> {
  const errors: FieldError[] = [];
  const params: Record<string, string> = {};
  for (const name of pathParameters(operation.path)) {
    const value = rest.get(name);
    const isText = typeof value === "string" && value !== "";
    const fault = isText ? unstorableText(value) : undefined;
    if (fault) errors.push({ field: name, ...fault });
    else if (isText || typeof value === "number") params[name] = String(value);
    else errors.push({ field: name, code: "required", message: "is required" });
    rest.delete(name);
  }
  if (errors.length > 0) throw validationProblem(errors);
  return params;
}

/** A list is sent by repeating its name; what a query cannot say goes as JSON, for the check to refuse. */
function queryTexts(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(queryTexts);
  return [isRecord(value) ? JSON.stringify(value) : String(value)];
}

/** Takes the key for retries. One that cannot be used is refused: to go on without it would repeat what it was to prevent. */
function takeRequestKey(rest: Map<string, unknown>): string | undefined {
  const key = rest.get(requestKeyArgument);
  rest.delete(requestKeyArgument);
  if (key === undefined) return undefined;
  if (typeof key === "string" && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  const [code, message] =
    typeof key === "string"
      ? ["wrong_format", "must be 1 to 255 visible ASCII characters"]
      : ["wrong_type", "must be a string"];
  throw validationProblem([{ field: requestKeyArgument, code, message }]);
}
