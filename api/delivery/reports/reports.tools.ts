import type { LeftOutOperation, ToolDeclaration } from "../../tools/tool.ts";

/** Tools for reports. */
export const reportsTools: readonly ToolDeclaration[] = [
  {
    name: "create_report",
    title: "Write a report",
    description:
      "Begins a due-diligence report (what a buyer has to know of the land) or a feasibility report (what fits, and by which approval) of a project that is ready. Costs credits: they are held now and charged when the report is published; a report that fails costs nothing. While one of the same type is being written, the call is attached to it. Returns job_id and run_id; then call get_report after poll.retry_after_seconds.",
    serves: ["createReport"],
    audience: "connector",
    isReadOnly: false,
    isOpenWorld: true,
  },
  {
    name: "get_report",
    title: "Follow a report",
    description:
      "Reads the status of a report by its run_id. Free. While status is queued or running, call again after retry_after_seconds. Once it has succeeded, result.deliverable_ids names the PDF, the same content as JSON, and a ZIP of the maps, in that order: make a link with get_file_link and give it to the person.",
    serves: ["getRun"],
    audience: "connector",
    isReadOnly: true,
  },
  {
    name: "list_reports",
    title: "List the reports of a project",
    description:
      "Lists the report runs of a project, newest first, with status, progress and the ids of their files. Free.",
    serves: ["listRuns"],
    audience: "both",
    agentDescription: "Lists the report runs of this project, newest first, with status and files.",
    isReadOnly: true,
  },
];

/** What the connector does not do with reports. */
export const reportsLeftOut: readonly LeftOutOperation[] = [
  { operationId: "listReports", reason: "list_reports tells the same of each report by its run." },
  { operationId: "getReport", reason: "get_report follows the run, which tells the same and more." },
];
