import { type Static, Type } from "@sinclair/typebox";
import { pageMembers } from "../../http/pagination.ts";

const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

/** The statuses of a run; the last three are final. */
export const RunStatus = Type.Union(
  ["queued", "running", "succeeded", "failed", "canceled"].map((status) => Type.Literal(status)),
  { description: "queued and running continue; succeeded, failed and canceled are final" },
);

/** How far a run is. */
export const RunProgress = Type.Object(
  {
    percent: Type.Integer({ minimum: 0, maximum: 100 }),
    stage: Type.String({ description: "Step that is being done" }),
  },
  { description: "How far the work is" },
);

const Notice = Type.Object({
  code: Type.String({ description: "Such as exhibit_missing" }),
  section: orNull(Type.String({ description: "Section of the report that it concerns" })),
  detail: Type.String({ description: "What is incomplete, as a sentence" }),
});

/** Why a run failed, without internals. */
export const RunError = Type.Object({ code: Type.String(), detail: Type.String() });

/** What a finished report consists of. */
export const RunResult = Type.Object(
  {
    deliverable_ids: Type.Array(Type.String(), { description: "Of a report: PDF, JSON, ZIP of the exhibits" }),
    notices: Type.Array(Notice, { description: "What is incomplete in it" }),
  },
  { description: "Files of the finished report; null before it has succeeded" },
);
export type RunResult = Static<typeof RunResult>;

/** A run: one execution of long work. */
export const RunView = Type.Object(
  {
    run_id: Type.String(),
    job_id: Type.String(),
    project_id: Type.String(),
    run_type: Type.Literal("report", { description: "What the run makes" }),
    report_type: Type.Union([Type.Literal("due_diligence"), Type.Literal("feasibility")], {
      description: "Kind of report",
    }),
    title: orNull(Type.String()),
    status: RunStatus,
    progress: RunProgress,
    inputs: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
      description: "Revisions and versions of what the report is made of; null before it is begun",
    }),
    result: orNull(RunResult),
    error: orNull(RunError),
    credits: Type.Object({ reserved: Type.Integer({ minimum: 0 }), charged: Type.Integer({ minimum: 0 }) }),
    created_at: Type.String(),
    started_at: orNull(Type.String()),
    finished_at: orNull(Type.String()),
    retry_after_seconds: Type.Optional(
      Type.Integer({ minimum: 1, description: "Wait before the next poll; absent once the status is final" }),
    ),
  },
  { $id: "Run", description: "One execution of long work, from request to files." },
);
export type RunView = Static<typeof RunView>;

/** One page of runs. */
export const RunListView = Type.Object({ data: Type.Array(RunView), ...pageMembers });
