import type { ToolDeclaration } from "../../mcp/tool.ts";

/** The tool for choosing a model. */
export const modelsTools: readonly ToolDeclaration[] = [
  {
    name: "list_models",
    title: "List answering models",
    description: "Lists the models that ask_agent can answer with and what they cost. Free.",
    serves: ["listModels"],
    isReadOnly: true,
  },
];
