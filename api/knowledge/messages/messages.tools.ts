import type { ToolDeclaration } from "../../mcp/tool.ts";

/** Tools for asking the project agent and reading what it answered. */
export const messagesTools: readonly ToolDeclaration[] = [
  {
    name: "ask_agent",
    title: "Ask the project agent",
    description:
      "Asks a question about a project and waits for an answer in which every sentence has its citation, or that says what was not located. Metered: the answer states credits_charged. With wait false it gives a turn_id at once, to be polled with get_turn.",
    serves: ["askProject"],
    isReadOnly: false,
    quotesSources: true,
  },
  {
    name: "list_turns",
    title: "List questions and answers",
    description: "Lists the questions put to the agent of a project with their answers, newest first. Free.",
    serves: ["listTurns"],
    isReadOnly: true,
    quotesSources: true,
  },
  {
    name: "get_turn",
    title: "Read one question and its answer",
    description: "Reads one turn of the agent in full; poll it while its status is queued or running. Free.",
    serves: ["getTurn"],
    isReadOnly: true,
    quotesSources: true,
  },
];
