import { type Static, Type } from "@sinclair/typebox";
import { MarkedCitationView } from "../../http/citation.model.ts";
import { pageMembers } from "../../http/pagination.ts";
import { AsOfDay } from "../as-of.ts";

const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

/** A question for the project agent. */
export const MessageBody = Type.Object(
  {
    question: Type.String({ minLength: 1, maxLength: 4_000, pattern: "\\S" }),
    wait: Type.Optional(Type.Boolean({ default: true, description: "false answers 202 at once, to be polled" })),
    model_id: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 200 }))),
    previous_turn_id: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 64 }))),
    as_of: Type.Optional(AsOfDay),
  },
  { additionalProperties: false },
);
export type MessageBody = Static<typeof MessageBody>;

/** A file that a turn of the agent made. */
export const ArtifactSummary = Type.Object(
  {
    artifact_id: nullable(Type.String()),
    label: Type.String(),
    filename: nullable(Type.String()),
    download_url: Type.String({
      description:
        "Works once, for 15 minutes; fresh each time the turn is read. Empty in lists of turns, and for a credential without artifact:read",
    }),
    mime_type: nullable(Type.String()),
    expires_at: nullable(Type.String()),
    summary: nullable(Type.Object({}, { additionalProperties: true })),
    tool: nullable(Type.String()),
  },
  { $id: "ArtifactSummary", additionalProperties: false },
);
export type ArtifactSummary = Static<typeof ArtifactSummary>;

/** A citation of a turn. Turns outlive the documents they cite. */
const TurnCitationView = Type.Composite(
  [
    MarkedCitationView,
    Type.Object({
      document_deleted: Type.Boolean({
        description: "True when the document was deleted after the turn: the quote stays, the stored text is gone",
      }),
    }),
  ],
  { $id: "TurnCitation", additionalProperties: false },
);

/** A question with everything done to answer it. */
export const TurnView = Type.Object(
  {
    turn_id: Type.String(),
    project_id: Type.String(),
    status: Type.Union(["queued", "running", "succeeded", "failed"].map((status) => Type.Literal(status))),
    question: Type.String(),
    answer: nullable(Type.String({ description: "Carries its citations as [1], [2]" })),
    answer_status: nullable(Type.Union(["answered", "partial", "not_located"].map((status) => Type.Literal(status)))),
    searched: Type.Array(Type.String(), { description: "What was searched for an answer" }),
    citations: Type.Array(TurnCitationView),
    tool_usage: Type.Array(
      Type.Object(
        { tool: Type.String(), status: Type.String(), duration_ms: Type.Number(), summary: Type.String() },
        { additionalProperties: false },
      ),
    ),
    artifacts: Type.Array(ArtifactSummary),
    model_selection: Type.Object(
      { requested: Type.String(), resolved: Type.String(), served: nullable(Type.String()) },
      { additionalProperties: false },
    ),
    credits_charged: Type.Integer({ minimum: 0 }),
    error: nullable(Type.Object({ code: Type.String(), detail: Type.String() }, { additionalProperties: false })),
    created_at: Type.String(),
    completed_at: nullable(Type.String()),
  },
  { $id: "Turn", additionalProperties: false },
);
export type TurnView = Static<typeof TurnView>;

/** Where to ask for a turn that is still running. */
export const TurnAcceptedView = Type.Object(
  {
    turn_id: Type.String(),
    status: Type.String(),
    poll: Type.String(),
    retry_after_seconds: Type.Integer({ minimum: 1 }),
  },
  { additionalProperties: false },
);

/** One page of a project's turns, newest first. */
export const TurnListView = Type.Object(
  {
    data: Type.Array(TurnView),
    running_turns: Type.Array(Type.String(), { description: "Turns of the project that have not ended" }),
    ...pageMembers,
  },
  { additionalProperties: false },
);
