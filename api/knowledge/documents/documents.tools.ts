import type { ToolDeclaration } from "../../tools/tool.ts";

/** Tools for checking a citation. */
export const documentsTools: readonly ToolDeclaration[] = [
  {
    name: "list_documents",
    title: "List a project's documents",
    description: "Lists the documents in a project's knowledge base, newest first. Free.",
    serves: ["listDocuments"],
    audience: "both",
    agentDescription: "Lists the documents of this project, newest first, with their titles, sources and ids.",
    isReadOnly: true,
    quotesSources: true,
  },
  {
    name: "read_document",
    title: "Read the text of a document",
    description:
      "Reads stored text of a document between two offsets, at most 20,000 characters: pass document_id, char_start and char_end of a citation, or wider. Free.",
    serves: ["readDocumentText"],
    audience: "both",
    agentDescription:
      "Reads the passages of a document between two offsets, at most 20,000 characters, with marker numbers. Take document_id from list_documents.",
    isReadOnly: true,
    quotesSources: true,
    readsDocumentSpan: true,
  },
];
