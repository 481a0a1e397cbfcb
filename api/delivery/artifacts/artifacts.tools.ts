import type { LeftOutOperation, ToolDeclaration } from "../../tools/tool.ts";

/** Tools for the files made for a project. */
export const artifactsTools: readonly ToolDeclaration[] = [
  {
    name: "list_files",
    title: "List a project's files",
    description:
      "Lists the files made for a project (reports, maps, exports), newest first, with size and hash. Free. Then call get_file_link.",
    serves: ["listDeliverables"],
    audience: "both",
    agentDescription:
      "Lists the files made for this project (reports, maps, exports), newest first, with name, type and size.",
    isReadOnly: true,
  },
  {
    name: "get_file",
    title: "Read what a file is",
    description: "Reads name, type, size and hash of a file made for a project; mints no link. Free.",
    serves: ["getDeliverable"],
    audience: "connector",
    isReadOnly: true,
  },
  {
    name: "get_file_link",
    title: "Make a download link",
    description:
      "Makes a link to a file made for a project. It works once, for 15 minutes, without a credential: give it to the person, do not open it yourself. Free.",
    serves: ["createDeliverableLink"],
    audience: "connector",
    isReadOnly: false,
  },
];

/** What the connector does not do with files. */
export const artifactsLeftOut: readonly LeftOutOperation[] = [
  { operationId: "listArtifacts", reason: "list_files tells the same of each file and more." },
  { operationId: "getArtifact", reason: "get_file_link mints the same link." },
  {
    operationId: "downloadFile",
    reason: "The bytes of a file go to the person by a one-time link, not through a conversation.",
  },
];
