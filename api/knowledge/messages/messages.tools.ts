import type { ToolDeclaration } from "../../tools/tool.ts";

/** Tools for asking the project agent and reading what it answered. */
export const messagesTools: readonly ToolDeclaration[] = [
  {
    name: "ask_agent",
    title: "Ask the project agent",
    description:
      "Asks a question about a project and waits for an answer in which every sentence has its citation, or that says what was not located. Metered: the answer states credits_charged. It waits up to 50 seconds, then gives a turn_id to be polled with get_turn; with wait false it gives that at once.",
    serves: ["askProject"],
    audience: "connector",
    follows: {
      operationId: "getTurn",
      begin: (args) => (args.wait === false ? undefined : { ...args, wait: false }),
      ask: (begun, args) => ({ project_id: args.project_id, turn_id: begun.turn_id }),
      isOver: ({ status }) => status === "succeeded" || status === "failed",
      fault: ({ status, error }) =>
        status === "failed" && isTurnError(error) ? error : status === "failed" ? unknownFault : undefined,
      whenLate: "The agent is still working. Call get_turn with this turn_id for the answer; do not ask again.",
    },
    isReadOnly: false,
    quotesSources: true,
  },
  {
    name: "list_turns",
    title: "List questions and answers",
    description: "Lists the questions put to the agent of a project with their answers, newest first. Free.",
    serves: ["listTurns"],
    audience: "connector",
    isReadOnly: true,
    quotesSources: true,
  },
  {
    name: "get_turn",
    title: "Read one question and its answer",
    description: "Reads one turn of the agent in full; poll it while its status is queued or running. Free.",
    serves: ["getTurn"],
    audience: "connector",
    isReadOnly: true,
    quotesSources: true,
  },
];

const unknownFault = { code: "internal_error", detail: "" };

function isTurnError(error: unknown): error is { readonly code: string; readonly detail: string } {
  if (typeof error !== "object" || error === null || !("code" in error) || !("detail" in error)) return false;
  return typeof error.code === "string" && typeof error.detail === "string";
}
