import type { LeftOutOperation, ToolDeclaration } from "../../tools/tool.ts";

/** Tools for bringing in files from the person's computer. */
export const uploadsTools: readonly ToolDeclaration[] = [
  {
    name: "start_upload",
    title: "Start an upload",
    description:
      "Announces a file and gives upload_url, a one-time link for 15 minutes. The bytes go there with HTTP PUT and the file's Content-Type, from the person's computer; they never pass through the conversation. Free. Then call finish_upload.",
    serves: ["initiateUpload"],
    audience: "connector",
    isReadOnly: false,
  },
  {
    name: "finish_upload",
    title: "Finish an upload",
    description: "Says that the file was sent, and has it read and indexed. Free. Then poll get_upload.",
    serves: ["finalizeUpload"],
    audience: "connector",
    isReadOnly: false,
    isIdempotent: true,
  },
  {
    name: "get_upload",
    title: "Read how far an upload is",
    description: "Reads the state of an upload until it is ready or failed. Free.",
    serves: ["getUpload"],
    audience: "connector",
    isReadOnly: true,
    quotesSources: true,
  },
];

/** What the connector does not do with uploads. */
export const uploadsLeftOut: readonly LeftOutOperation[] = [
  {
    operationId: "sendUploadContent",
    reason: "The bytes of a file go to the one-time link directly; the link is the credential.",
  },
];
