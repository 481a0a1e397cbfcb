import type { ToolDeclaration } from "../../tools/tool.ts";

/** The tool for a summary of a knowledge base. */
export const summariesTools: readonly ToolDeclaration[] = [
  {
    name: "summarize_site",
    title: "Summarise a project's documents",
    description:
      "Writes a short summary of what a project's documents say on a focus, every sentence cited, within max_words. Costs credits by use; free when nothing is found.",
    serves: ["summariseProject"],
    audience: "connector",
    isReadOnly: false,
    quotesSources: true,
  },
];
