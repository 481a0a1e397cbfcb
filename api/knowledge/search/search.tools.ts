import type { ToolDeclaration } from "../../tools/tool.ts";

/** The tool for searching a knowledge base. */
export const searchTools: readonly ToolDeclaration[] = [
  {
    name: "search_knowledge",
    title: "Search a project's documents",
    description:
      "Finds passages in a project's ordinances and documents, best first, each with a citation. Costs 2 credits when it succeeds. Use it to look something up yourself; for an answer with citations use ask_agent. read_document shows more of what a citation points to.",
    serves: ["searchProject"],
    audience: "connector",
    isReadOnly: true,
    isIdempotent: false,
    quotesSources: true,
  },
];
