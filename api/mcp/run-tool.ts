import type { CallToolResult } from "@modelcontextprotocol/server";
import { isRecord } from "../http/closed-schema.ts";
import type { Operation } from "../http/operation.ts";
import { type Problem, problem, problemDocument } from "../http/problem.ts";
import { isProblemCode } from "../http/problem-catalogue.ts";
import { isFault, problemFromError } from "../http/problem-from-error.ts";
import { type CallDeps, makeCallOperation, type OperationAnswer } from "../tools/call-operation.ts";
import { assertArguments } from "../tools/check-arguments.ts";
import type { ToolCaller } from "../tools/operation-call.ts";
import type { FollowedWork, ToolArguments, ToolDeclaration } from "../tools/tool.ts";
import { toolInputSchema } from "../tools/tool-schemas.ts";
import { lengthShare, refusalResult, successResult } from "./tool-result.ts";

/** What running tools needs: the same parts as running operations over HTTP. */
export interface ToolRunnerDeps extends Omit<CallDeps, "logger"> {
  readonly operations: readonly Operation[];
  readonly logger: { info(record: object, message: string): void; error(record: object, message: string): void };
  /** Told of each call that has ended; it must not throw. */
  readonly onToolCall?: ((call: ToolCallSeen) => void) | undefined;
  /** How long a tool waits for work that goes on by itself, in milliseconds. */
  readonly longestWaitMs?: number;
}

/** A call of a tool that has ended, as those see it who count and time the work. */
export interface ToolCallSeen {
  readonly tool: string;
  readonly operationId: string;
  readonly requestId: string;
  readonly orgId: string;
  /** The code of its refusal, or `ok`. */
  readonly code: string;
  readonly seconds: number;
}

/** One call of a tool. */
export interface ToolCall {
  readonly tool: ToolDeclaration;
  /** The operation that the call means. */
  readonly operation: Operation;
  readonly args: ToolArguments;
  readonly caller: ToolCaller;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
}

/** What came of a call: its result, and the refusal behind it if it was one. */
export interface ToolOutcome {
  readonly result: CallToolResult;
  readonly refusal: Problem | undefined;
}

/** Runs a call; it never throws. */
export type RunTool = (call: ToolCall) => Promise<ToolOutcome>;

const defaultLongestWaitMs = 50_000;
const firstPauseMs = 200;
const longestPauseMs = 5_000;

/** Makes the function that runs calls: through the checks of the operation, under the caller's connection. */
export function makeRunTool(deps: ToolRunnerDeps): RunTool {
  const { ask, askForPage } = makeCallOperation(deps);
  const byId = new Map(deps.operations.map((operation) => [operation.operationId, operation]));

  const argumentNames = new WeakMap<ToolDeclaration, readonly string[]>();
  function argumentsOf(tool: ToolDeclaration): readonly string[] {
    const known = argumentNames.get(tool);
    if (known) return known;
    const served = tool.serves.flatMap((id) => byId.get(id) ?? []);
    const names = Object.keys(toolInputSchema(tool, served).properties as object);
    argumentNames.set(tool, names);
    return names;
  }

  /** Starts work that continues on its own and waits for it as long as a client does; a client that leaves ends only the wait. */
  async function follow(work: FollowedWork, begin: ToolArguments, call: ToolCall): Promise<OperationAnswer> {
    const begun = await ask({ ...call, args: begin });
    const operation = byId.get(work.operationId);
    if (!operation || !isRecord(begun.body)) return begun;
    // Where one operation begins the work and tells its state, the first answer can be the last.
    const tellsState = work.operationId === call.operation.operationId;
    if (tellsState && work.isOver(begun.body)) return overOrRefused(work, begun);
    const questions = work.ask(begun.body, call.args);
    const deadline = Date.now() + (deps.longestWaitMs ?? defaultLongestWaitMs);
    let last = begun;
    const waitFor = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    if (work.pauseMs !== undefined) await waitFor(work.pauseMs);
    for (let pause = work.pauseMs ?? firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
      const state = await ask({ ...call, operation, args: questions }).catch((error: unknown) => {
        if (problemFromError(error)?.code === "rate_limited") return undefined;
        throw error;
      });
      if (state && isRecord(state.body)) {
        if (work.isOver(state.body)) return overOrRefused(work, state);
        last = state;
      }
      if (Date.now() + pause > deadline || call.signal.aborted) break;
      await waitFor(pause);
    }
    return { ...last, retryAfterSeconds: begun.retryAfterSeconds, notes: [work.whenLate] };
  }

  return async (call) => {
    const { tool, operation } = call;
    const startedAt = performance.now();
    let outcome: ToolOutcome;
    try {
      assertArguments(tool, argumentsOf(tool), call.args);
      const args = Object.fromEntries(Object.entries(call.args).filter(([name]) => !(name in (tool.choosesBy ?? {}))));
      const begin = tool.follows?.begin(args);
      const answer =
        tool.follows && begin
          ? await follow(tool.follows, begin, call)
          : await askForPage({ ...call, args }, (page) => lengthShare(tool, page));
      outcome = { result: successResult(tool, answer), refusal: undefined };
    } catch (error) {
      outcome = refused(error, call);
    }
    const { requestId, principal } = call.caller;
    const who = { orgId: principal.orgId, credentialId: principal.credentialId };
    const record = { requestId, tool: tool.name, operationId: operation.operationId, ...who };
    const seconds = (performance.now() - startedAt) / 1000;
    const code = outcome.refusal?.code ?? "ok";
    deps.logger.info({ ...record, code, ms: Math.round(seconds * 1000) }, "tool call");
    const { operationId } = operation;
    deps.onToolCall?.({ tool: tool.name, operationId, requestId, orgId: principal.orgId, code, seconds });
    return outcome;
  };

  function refused(error: unknown, { caller, operation }: ToolCall): ToolOutcome {
    const refusal = problemFromError(error) ?? problem("internal_error", {}, { cause: error });
    if (isFault(refusal)) {
      const record = { requestId: caller.requestId, operationId: operation.operationId, code: refusal.code };
      deps.logger.error({ ...record, err: refusal.cause ?? error }, "a tool call failed");
    }
    const document = problemDocument(refusal, { baseUrl: deps.baseUrl, requestId: caller.requestId });
    return { result: refusalResult(document), refusal };
  }
}

/** Work that ended without what was asked for is a refusal, as it is for a caller who waits over HTTP. */
function overOrRefused(work: FollowedWork, state: OperationAnswer): OperationAnswer {
  const fault = isRecord(state.body) ? work.fault(state.body) : undefined;
  if (!fault) return state;
  throw isProblemCode(fault.code) ? problem(fault.code, { detail: fault.detail }) : problem("internal_error");
}
