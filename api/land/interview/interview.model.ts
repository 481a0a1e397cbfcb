import { Type } from "@sinclair/typebox";

const zoneId = Type.Union([Type.String(), Type.Null()], { description: "Null where the question is about the site" });
const sessionMembers = {
  planning_session_id: Type.String({ description: "Pass it with every write" }),
  state_version: Type.Integer({ description: "Pass it with a write to be refused when somebody else wrote meanwhile" }),
};

const Standing = Type.Object(
  {
    workflow_id: Type.Union([Type.String(), Type.Null()], { description: "Null before one is selected" }),
    percent: Type.Integer({ minimum: 0, maximum: 100 }),
    answered: Type.Integer({ description: "Questions with a value" }),
    remaining: Type.Integer({ description: "Questions without one" }),
  },
  { description: "How far the walk is" },
);

const selected = Type.Union([Type.String(), Type.Null()], {
  description:
    "The workflow that the typology selected; null before that, which does not mean that nothing was answered",
});

/** The workflows and where the project stands. */
export const WorkflowListView = Type.Object({
  data: Type.Array(
    Type.Object({
      workflow_id: Type.String({ description: "Such as mf_garden" }),
      label: Type.String(),
      typology: Type.String({ description: "Answer of `program.typology` that selects it" }),
      available: Type.Boolean(),
      unavailable_reason: Type.Union([Type.String(), Type.Null()], { description: "Null where it is available" }),
    }),
  ),
  standing: Standing,
  selected_workflow_id: selected,
  ...sessionMembers,
});

const Question = Type.Object({
  question_id: Type.String({ description: "Such as mf.floors" }),
  zone_id: zoneId,
  title: Type.String(),
  schema: Type.Record(Type.String(), Type.Unknown(), {
    description: "JSON Schema 2020-12 of the answer; `default` is the recommended value",
  }),
  unit: Type.Union([Type.String(), Type.Null()], { description: "Unit of the answer; null where it has none" }),
  required: Type.Boolean({ description: "Needed before the program can be approved" }),
  recommended: Type.Union(
    [
      Type.Object({
        value: Type.Unknown({ description: "A suggestion only: nothing is settled until it is sent" }),
        reason: Type.String({ description: "The rule that it comes from, or that it is an assumption" }),
      }),
      Type.Null(),
    ],
    { description: "Null where only the user can say it" },
  ),
});

const settled = (
  source: ReturnType<typeof Type.Literal>,
  at: ReturnType<typeof Type.String> | ReturnType<typeof Type.Null>,
) =>
  Type.Object({
    question_id: Type.String({ description: "Such as mf.floors" }),
    zone_id: zoneId,
    value: Type.Unknown({ description: "As the schema of the question has it" }),
    unit: Type.Union([Type.String(), Type.Null()], { description: "Unit of the value; null where it has none" }),
    source,
    statement: Type.String({ description: "The value in words" }),
    answered_at: at,
  });

/** The next questions of an interview, and what is settled. */
export const InterviewStepView = Type.Object(
  {
    questions: Type.Array(Question, { maxItems: 3, description: "What to ask now" }),
    answered: Type.Array(settled(Type.Literal("user"), Type.String({ description: "When the user answered" })), {
      description: "What the user decided",
    }),
    inferred: Type.Array(settled(Type.Literal("goal"), Type.Null({ description: "It was not answered" })), {
      description: "What follows from the confirmed goal and is not asked; an answer to the question replaces it",
    }),
    remaining_question_ids: Type.Array(Type.String(), {
      description: "Rest of the walk: `question_id`, or `question_id@zone_id`, the keys of an answers body",
    }),
    complete: Type.Boolean({ description: "True where nothing is left to ask" }),
    completeness: Type.Object(
      {
        ready: Type.Boolean({ description: "True where the program can be approved" }),
        missing_required: Type.Array(
          Type.Object({ question_id: Type.String({ description: "Such as mf.floors" }), zone_id: zoneId }),
          { description: "Required questions that are open" },
        ),
      },
      { description: "What approval still needs" },
    ),
    selected_workflow_id: selected,
    standing: Standing,
    ...sessionMembers,
  },
  { $id: "InterviewStep", description: "The next questions of an interview, and what is settled" },
);

/** Body of `POST /v1/projects/{project_id}/interview/answers`. */
export const InterviewAnswersBody = Type.Object({
  planning_session_id: Type.String({ minLength: 1, maxLength: 64, description: "From the step" }),
  state_version: Type.Optional(
    Type.Integer({ minimum: 1, description: "Refused when the state has changed since it was read" }),
  ),
  answers: Type.Record(Type.String({ minLength: 1, maxLength: 80 }), Type.Unknown(), {
    ...{ minProperties: 1, maxProperties: 100 },
    description: "`question_id`, or `question_id@zone_id` for one zone, and the answer as its schema has it",
  }),
});
