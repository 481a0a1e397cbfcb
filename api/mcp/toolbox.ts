import {
  type CallToolResult,
  fromJsonSchema,
  type McpServer,
  type ServerContext,
  type StandardSchemaWithJSON,
} from "@modelcontextprotocol/server";
import { isRecord, type JsonSchema } from "../http/closed-schema.ts";
import type { Operation } from "../http/operation.ts";
import { type PreparedOperation, prepareOperation } from "../http/prepared-operation.ts";
import { problem, problemDocument } from "../http/problem.ts";
import { problemFromError } from "../http/problem-from-error.ts";
import { type OperationDeps, runOperation } from "../http/run-operation.ts";
import { operationCall, type ToolCaller } from "./operation-call.ts";
import type { ToolArguments, ToolDeclaration } from "./tool.ts";
import { refusalResult, successResult } from "./tool-result.ts";
import { toolInputSchema, toolOutputSchema } from "./tool-schemas.ts";

/** What running tools needs: the same parts as running operations over HTTP. */
export interface ToolboxDeps extends Omit<OperationDeps, "authenticate" | "logger"> {
  readonly operations: readonly Operation[];
  readonly tools: readonly ToolDeclaration[];
  readonly baseUrl: string;
  readonly logger: { info(record: object, message: string): void; error(record: object, message: string): void };
  readonly validatesResponses?: boolean;
}

/** Every tool, ready to be offered to one caller after the other. */
export interface Toolbox {
  /** Puts every tool into a server that acts for the caller. */
  offer(server: McpServer, caller: ToolCaller): void;
}

const progressEveryMs = 5_000;

/**
 * Makes the tools from their declarations and the operations they serve.
 *
 * Throws  Error at start when a tool serves an operation that does not exist, or two tools have one name
 */
export function makeToolbox(deps: ToolboxDeps): Toolbox {
  const byId = new Map(deps.operations.map((operation) => [operation.operationId, operation]));
  const prepared = new Map<string, PreparedOperation>();
  const tools = deps.tools.map((tool) => readyTool(tool, byId));
  const names = new Set(tools.map(({ tool }) => tool.name));
  if (names.size < tools.length) throw new Error("two tools have the same name");

  function preparedFor(operation: Operation): PreparedOperation {
    const known = prepared.get(operation.operationId);
    if (known) return known;
    const fresh = prepareOperation(operation, { checksResponses: deps.validatesResponses ?? false });
    prepared.set(operation.operationId, fresh);
    return fresh;
  }

  async function run(ready: ReadyTool, args: ToolArguments, caller: ToolCaller, signal: AbortSignal) {
    const startedAt = performance.now();
    const operation = chosenOperation(ready, args);
    const { result, code } = await answered(ready, operation, args, caller, signal);
    const { orgId, credentialId } = caller.principal;
    const ms = Math.round(performance.now() - startedAt);
    const record = { requestId: caller.requestId, tool: ready.tool.name, operationId: operation.operationId };
    deps.logger.info({ ...record, code, orgId, credentialId, ms }, "tool call");
    return result;
  }

  async function answered(
    { tool }: ReadyTool,
    operation: Operation,
    args: ToolArguments,
    caller: ToolCaller,
    signal: AbortSignal,
  ): Promise<{ result: CallToolResult; code: string }> {
    try {
      const sent = Object.fromEntries(Object.entries(args).filter(([name]) => !(name in (tool.choosesBy ?? {}))));
      const call = operationCall(operation, sent, caller, { baseUrl: deps.baseUrl, signal });
      const authenticate = async () => caller.principal;
      const response = await runOperation(preparedFor(operation), call.exchange, call.params, {
        ...deps,
        authenticate,
      });
      const text = await response.text();
      const wait = Number(response.headers.get("retry-after") ?? Number.NaN);
      const answer = {
        body: text === "" ? {} : JSON.parse(text),
        retryAfterSeconds: Number.isFinite(wait) ? wait : undefined,
      };
      return { result: successResult(tool, answer), code: "ok" };
    } catch (error) {
      const refusal = problemFromError(error) ?? problem("internal_error", {}, { cause: error });
      if (refusal.status >= 500) {
        const record = { requestId: caller.requestId, operationId: operation.operationId, code: refusal.code };
        deps.logger.error({ ...record, err: refusal.cause ?? error }, "a tool call failed");
      }
      const document = problemDocument(refusal, { baseUrl: deps.baseUrl, requestId: caller.requestId });
      return { result: refusalResult(document), code: refusal.code };
    }
  }

  return {
    offer(server, caller) {
      for (const ready of tools) {
        const { tool, inputSchema, outputSchema } = ready;
        server.registerTool(
          tool.name,
          {
            title: tool.title,
            description: tool.description,
            inputSchema,
            ...(outputSchema ? { outputSchema } : {}),
            annotations: {
              title: tool.title,
              readOnlyHint: tool.isReadOnly,
              destructiveHint: tool.isDestructive ?? false,
              idempotentHint: tool.isIdempotent ?? tool.isReadOnly,
              openWorldHint: tool.isOpenWorld ?? false,
            },
            scopeChallenge: ({ request }) => {
              const given = isRecord(request.params) ? request.params.arguments : undefined;
              const { scope } = chosenOperation(ready, isRecord(given) ? given : {});
              if (scope === null || caller.principal.scopes.has(scope)) return undefined;
              return { scopes: [scope], errorDescription: "Reconnect the app: this connection lacks the scope." };
            },
          },
          (args: unknown, context: ServerContext) =>
            withProgress(context, () => run(ready, isRecord(args) ? args : {}, caller, context.mcpReq.signal)),
        );
      }
    },
  };
}

interface ReadyTool {
  readonly tool: ToolDeclaration;
  readonly operations: readonly [Operation, ...Operation[]];
  readonly inputSchema: StandardSchemaWithJSON;
  readonly outputSchema: StandardSchemaWithJSON | undefined;
}

function readyTool(tool: ToolDeclaration, byId: ReadonlyMap<string, Operation>): ReadyTool {
  const [first, ...others] = tool.serves.map((id) => {
    const operation = byId.get(id);
    if (!operation) throw new Error(`the tool ${tool.name} serves ${id}, which is not an operation`);
    return operation;
  });
  if (!first) throw new Error(`the tool ${tool.name} serves nothing`);
  const operations = [first, ...others] as const;
  const output = toolOutputSchema(operations);
  return {
    tool,
    operations: [first, ...others],
    inputSchema: described(toolInputSchema(tool, operations)),
    outputSchema: output && described(output),
  };
}

function chosenOperation({ tool, operations }: ReadyTool, args: ToolArguments): Operation {
  const id = tool.choose?.(args);
  return operations.find((operation) => operation.operationId === id) ?? operations[0];
}

/** A schema that is shown to clients and checks nothing: the operation's own checks name what is wrong. */
function described(schema: JsonSchema): StandardSchemaWithJSON {
  return fromJsonSchema(schema, {
    getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
  });
}

/** Tells a client that asked for it, every few seconds, that the work goes on. */
async function withProgress<Result>(context: ServerContext, work: () => Promise<Result>): Promise<Result> {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return work();
  let progress = 0;
  const timer = setInterval(() => {
    progress += 1;
    const params = { progressToken, progress, message: "Still working" };
    void context.mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  }, progressEveryMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
