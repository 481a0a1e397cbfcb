import { type Static, Type } from "@sinclair/typebox";
import { pageMembers } from "../../http/pagination.ts";
import { RunError, RunProgress, RunStatus } from "../runs/runs.model.ts";

const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

const ReportTypeName = Type.Union([Type.Literal("due_diligence"), Type.Literal("feasibility")], {
  description:
    "due_diligence: what a buyer or lender has to know of the land; feasibility: what fits, by which approval, and what limits it",
});

/** Body of `POST /v1/projects/{project_id}/reports`. */
export const ReportBody = Type.Object({
  report_type: ReportTypeName,
  title: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: "\\S",
      description: "Title page; the project's name unless given",
    }),
  ),
  dry_run: Type.Optional(
    Type.Boolean({ default: false, description: "Returns what the report would cost; writes and charges nothing" }),
  ),
});
export type ReportBody = Static<typeof ReportBody>;

/** What a report would cost. */
export const ReportEstimateView = Type.Object({
  dry_run: Type.Literal(true),
  estimate: Type.Object(
    {
      credits: Type.Integer({ minimum: 0, description: "Credits that are held at the start" }),
      breakdown: Type.Array(Type.Object({ item: Type.String(), credits: Type.Integer({ minimum: 0 }) })),
    },
    { description: "What is used is charged at the end, at most what is held" },
  ),
});
export type ReportEstimateView = Static<typeof ReportEstimateView>;

/** A report was asked for, or the one in flight was found. */
export const ReportAcceptedView = Type.Object({
  job_id: Type.String(),
  run_id: orNull(Type.String()),
  status: RunStatus,
  poll: Type.Object({
    path: Type.String({ description: "Of the run; of the report where the credential may not read projects" }),
    retry_after_seconds: Type.Integer({ minimum: 1 }),
  }),
});
export type ReportAcceptedView = Static<typeof ReportAcceptedView>;

/** A file of a report, with a link to it. */
const ReportArtifact = Type.Object(
  {
    artifact_id: orNull(Type.String()),
    label: Type.String(),
    filename: orNull(Type.String()),
    download_url: Type.String({
      description: "Works once, for 15 minutes; empty in lists, and for a credential without artifact:read",
    }),
    mime_type: orNull(Type.String()),
    expires_at: orNull(Type.String()),
    summary: orNull(Type.Object({}, { additionalProperties: true })),
    tool: orNull(Type.String()),
  },
  { $id: "ReportArtifact", additionalProperties: false, description: "A file of a report, with a link to it." },
);

/** A report job of the first shape. */
export const ReportJobView = Type.Object(
  {
    job_id: Type.String(),
    run_id: orNull(Type.String()),
    project_id: Type.String(),
    report_type: ReportTypeName,
    title: orNull(Type.String()),
    status: RunStatus,
    progress: RunProgress,
    artifacts: Type.Array(ReportArtifact, { description: "The files; empty before the report has succeeded" }),
    error: orNull(RunError),
    created_at: Type.String(),
    finished_at: orNull(Type.String()),
    retry_after_seconds: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { $id: "ReportJob", description: "A report as the first shape of the surface shows it." },
);
export type ReportJobView = Static<typeof ReportJobView>;

/** One page of report jobs. */
export const ReportListView = Type.Object({ data: Type.Array(ReportJobView), ...pageMembers });
