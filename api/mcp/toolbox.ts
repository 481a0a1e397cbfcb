import {
  type CallToolResult,
  fromJsonSchema,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
  type StandardSchemaWithJSON,
} from "@modelcontextprotocol/server";
import { isRecord, type JsonSchema } from "../http/closed-schema.ts";
import type { Operation } from "../http/operation.ts";
import type { CredentialWatch } from "../http/run-operation.ts";
import type { ToolCaller } from "../tools/operation-call.ts";
import type { ToolArguments, ToolDeclaration } from "../tools/tool.ts";
import { toolInputSchema, toolOutputSchema } from "../tools/tool-schemas.ts";
import { canAsk, choicesOf, chosenFields, questionsFor } from "./ask-person.ts";
import type { RunTool } from "./run-tool.ts";

/** What the tools are made of. */
export interface ToolboxDeps {
  readonly operations: readonly Operation[];
  readonly tools: readonly ToolDeclaration[];
  readonly run: RunTool;
  /** Hears of what a connection asks for beyond its scopes. */
  readonly watch?: Pick<CredentialWatch, "lackedScope"> | undefined;
  /** How often a client that asked for progress is told that the work goes on, in milliseconds. */
  readonly progressEveryMs?: number;
}

/** Every tool, ready to be offered to one caller after the other. */
export interface Toolbox {
  /** Puts every tool into a server that acts for the caller. */
  offer(server: McpServer, caller: ToolCaller): void;
}

const defaultProgressEveryMs = 5_000;

/**
 * Makes the tools from their declarations and the operations they serve.
 *
 * @throws Error at start when a tool serves an operation that does not exist, or two tools have one name
 */
export function makeToolbox(deps: ToolboxDeps): Toolbox {
  const byId = new Map(deps.operations.map((operation) => [operation.operationId, operation]));
  const everyMs = deps.progressEveryMs ?? defaultProgressEveryMs;
  const tools = deps.tools.map((tool) => readyTool(tool, byId));
  const names = new Set(tools.map(({ tool }) => tool.name));
  if (names.size < tools.length) throw new Error("two tools have the same name");

  /** Runs a call, and again with what the person chose when it needs a choice and the client can ask for one. */
  async function answer(
    ready: ReadyTool,
    args: ToolArguments,
    caller: ToolCaller,
    context: ServerContext,
  ): Promise<CallToolResult | InputRequiredResult> {
    const { tool } = ready;
    const run = (given: ToolArguments) =>
      deps.run({ tool, operation: chosenOperation(ready, given), args: given, caller, signal: context.mcpReq.signal });
    const first = await run(args);
    const choices = choicesOf(first.refusal);
    if (choices.length === 0 || !canAsk(context)) return first.result;
    const responses = context.mcpReq.inputResponses;
    const chosen = chosenFields(choices, responses);
    if (chosen) return (await run({ ...args, ...chosen })).result;
    // Who was asked and did not choose is not asked again.
    return choices.some(({ decision }) => responses?.[decision] !== undefined) ? first.result : questionsFor(choices);
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
            scopeChallenge: async ({ request }) => {
              const given = isRecord(request.params) ? request.params.arguments : undefined;
              const { scope, operationId } = chosenOperation(ready, isRecord(given) ? given : {});
              if (scope === null || caller.principal.scopes.has(scope)) return undefined;
              await deps.watch?.lackedScope(caller.principal, { scope, operationId });
              return { scopes: [scope], errorDescription: "Reconnect the app: this connection lacks the scope." };
            },
          },
          (args: unknown, context: ServerContext) =>
            withProgress(context, everyMs, () => answer(ready, isRecord(args) ? args : {}, caller, context)),
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
  const output = toolOutputSchema(tool, operations);
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
async function withProgress<Result>(
  context: ServerContext,
  everyMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return work();
  let progress = 0;
  const timer = setInterval(() => {
    progress += 1;
    const params = { progressToken, progress, message: "Still working" };
    void context.mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
