import type { ToolDeclaration } from "../../tools/tool.ts";

/** The tool for choosing a model. */
export const modelsTools: readonly ToolDeclaration[] = [
  {
    name: "list_models",
    title: "List answering models",
    description: "Lists the models that ask_agent can answer with and what they cost. Free.",
    serves: ["listModels"],
    audience: "connector",
    isReadOnly: true,
  },
];
