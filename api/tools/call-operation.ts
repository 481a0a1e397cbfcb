import { isRecord } from "../http/closed-schema.ts";
import type { Operation } from "../http/operation.ts";
import { type PreparedOperation, prepareOperation } from "../http/prepared-operation.ts";
import { type OperationDeps, runOperation } from "../http/run-operation.ts";
import { operationCall, type ToolCaller } from "./operation-call.ts";
import type { ToolArguments } from "./tool.ts";

/** What calling operations for tools needs: the same parts as serving them over HTTP. */
export interface CallDeps extends Omit<OperationDeps, "authenticate"> {
  readonly baseUrl: string;
  readonly validatesResponses?: boolean;
}

/** What an operation answered. */
export interface OperationAnswer {
  readonly body: unknown;
  /** Seconds to wait before asking again, where the answer is not final. */
  readonly retryAfterSeconds: number | undefined;
  /** What the model should know besides the answer. */
  readonly notes: readonly string[];
}

/** A call of an operation for a tool. */
export interface OperationRequest {
  readonly operation: Operation;
  readonly args: ToolArguments;
  readonly caller: ToolCaller;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** Calls operations on behalf of a caller, through every check that a request over HTTP passes. */
export interface CallOperation {
  /** @throws Problem, or whatever the handler threw */
  ask(request: OperationRequest): Promise<OperationAnswer>;
  /**
   * Asks for shorter pages until one fits, so that its cursor continues where it ends; dropping items of a page would
   * lose them.
   *
   * shareOf  how many times as long as it may be an answer is
   *
   * @throws Problem, or whatever the handler threw
   */
  askForPage(request: OperationRequest, shareOf: (answer: OperationAnswer) => number): Promise<OperationAnswer>;
}

/** Makes the function that calls operations; each operation's schemas are compiled once. */
export function makeCallOperation(deps: CallDeps): CallOperation {
  const prepared = new Map<string, PreparedOperation>();

  function preparedFor(operation: Operation): PreparedOperation {
    const known = prepared.get(operation.operationId);
    if (known) return known;
    const fresh = prepareOperation(operation, { checksResponses: deps.validatesResponses ?? false });
    prepared.set(operation.operationId, fresh);
    return fresh;
  }

  async function ask({ operation, args, caller, signal }: OperationRequest): Promise<OperationAnswer> {
    const { exchange, params } = operationCall(operation, args, caller, { baseUrl: deps.baseUrl, signal });
    const authenticate = async () => caller.principal;
    const response = await runOperation(preparedFor(operation), exchange, params, { ...deps, authenticate });
    const text = await response.text();
    const wait = Number(response.headers.get("retry-after") ?? Number.NaN);
    return {
      body: text === "" ? {} : JSON.parse(text),
      retryAfterSeconds: Number.isFinite(wait) ? wait : undefined,
      notes: [],
    };
  }

  return {
    ask,
    async askForPage(request, shareOf) {
      const { operation, args } = request;
      let answer = await ask(request);
      if (operation.method !== "GET" || !("limit" in operation.query.properties)) return answer;
      for (;;) {
        const share = shareOf(answer);
        const items = longestListOf(answer.body);
        if (share <= 1 || items < 2) return answer;
        const limit = Math.max(1, Math.min(Math.floor((items * 0.9) / share), items - 1));
        const shorter = await ask({ ...request, args: { ...args, limit } });
        const note = `Only ${limit} at a time fit here. Call again with next_cursor as cursor for the rest.`;
        answer = { ...shorter, notes: [note] };
      }
    },
  };
}

/** Returns the number of items in the longest list of an answer; zero when it has no list. */
export function longestListOf(body: unknown): number {
  if (!isRecord(body)) return 0;
  return Math.max(0, ...Object.values(body).map((member) => (Array.isArray(member) ? member.length : 0)));
}
