import type { ToolDeclaration } from "../../tools/tool.ts";

/** Tools that delete. */
export const deletionTools: readonly ToolDeclaration[] = [
  {
    name: "delete_project",
    title: "Delete a project",
    description:
      "Deletes a project with its documents, turns and files, and ends its running work. Free. It cannot be undone: name the project and ask the person first.",
    serves: ["deleteProject"],
    audience: "connector",
    isReadOnly: false,
    isDestructive: true,
  },
  {
    name: "delete_document",
    title: "Delete a document",
    description:
      "Deletes one document of a project with its text and files. Free. It cannot be undone: name the document and ask the person first. Turns that cited it keep their quotes.",
    serves: ["deleteDocument"],
    audience: "connector",
    isReadOnly: false,
    isDestructive: true,
  },
];
