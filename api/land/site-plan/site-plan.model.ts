import { Type } from "@sinclair/typebox";
import { CitationView } from "../../http/citation.model.ts";
import { pageMembers } from "../../http/pagination.ts";

const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });
const markers = Type.Union(
  [Type.Literal("NOT_PROVIDED_IN_ORDINANCE"), Type.Literal("NOT_LOCATED_IN_INDEXED_ORDINANCE")],
  { description: "Why there is no limit" },
);

const fence = {
  planning_session_id: Type.String({ minLength: 1, maxLength: 64, description: "From the interview" }),
  state_version: Type.Optional(
    Type.Integer({ minimum: 1, description: "Refused when the state has changed since it was read" }),
  ),
};
const sessionMembers = {
  planning_session_id: Type.String({ description: "The active planning session" }),
  state_version: Type.Integer({ description: "Send this one next" }),
};

/** Body of `POST …/site-plan/program/approve`. */
export const ProgramApprovalBody = Type.Object(fence);

/** An approved program. */
export const ProgramApprovalView = Type.Object({
  status: Type.Literal("approved"),
  program_revision: Type.Integer({ minimum: 1, description: "Counts the approvals of the session" }),
  approved_at: Type.String({ description: "When it was approved" }),
  replayed: Type.Boolean({ description: "True where it was approved before" }),
  ...sessionMembers,
});

/** A rule that a program or plan breaks. */
export const ConflictView = Type.Object(
  {
    code: Type.String(),
    rule: Type.String({ description: "Field of design criteria, or the kind of constraint" }),
    zone_id: nullable(Type.String(), "Null where it is about the site"),
    limit: Type.Union([Type.Number(), Type.String(), Type.Null()], { description: "What the rule allows" }),
    proposed: Type.Union([Type.Number(), Type.String(), Type.Null()], { description: "What the plan has" }),
    unit: nullable(Type.String(), "Of limit and proposed"),
    severity: Type.Union([Type.Literal("hard"), Type.Literal("overridable")], {
      description: "A hard conflict cannot be overridden",
    }),
    statement: Type.String({ description: "The breach in words" }),
    citations: Type.Array(CitationView),
    remedy: Type.String({ description: "What would avoid it" }),
  },
  { $id: "PlanConflict", description: "A rule that a program or plan breaks" },
);

/** A metric of a concept with the limit it was checked against. */
export const MetricView = Type.Object(
  {
    value: Type.Number(),
    unit: Type.String({ description: "sf, ft, %, ratio, units, stalls, du/ac, cf" }),
    limit: nullable(Type.Number(), "Null where no limit is known or none belongs to the metric"),
    status: Type.Union([Type.Literal("pass"), Type.Literal("fail"), Type.Literal("not_evaluated")]),
    marker: Type.Union([markers, Type.Null()], { description: "Null where there is a limit or none belongs to it" }),
    source: nullable(Type.String(), "Where the limit comes from, in words"),
    citations: Type.Array(CitationView),
  },
  { $id: "PlanMetric", description: "A number of the plan with its limit" },
);
const Metrics = Type.Record(Type.String(), MetricView, { description: "By name" });

/** Body of `POST …/site-plan/proposals`. */
export const ProposalBody = Type.Object({
  ...fence,
  zone_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 40, description: "Compiles this zone again and keeps the others" }),
  ),
});

const proposalStatus = Type.Union(
  (["proposed", "applied", "rejected", "expired", "failed"] as const).map((status) => Type.Literal(status)),
);

/** A proposal: what would be compiled, and which rules it would break. */
export const ProposalView = Type.Object(
  {
    proposal_id: Type.String({ description: "Identifier of the proposal" }),
    kind: Type.Union([Type.Literal("generate_concept"), Type.Literal("regenerate_zone")]),
    zone_id: nullable(Type.String(), "Null where the whole site is compiled"),
    status: proposalStatus,
    notes: Type.Array(Type.String(), { description: "What is assumed, and which standards were not located" }),
    recap: Type.Array(
      Type.Object({
        label: Type.String(),
        value: Type.String(),
        unit: nullable(Type.String(), "Of the value"),
        source: Type.String({ description: "user, or goal" }),
      }),
      { description: "What the program settles" },
    ),
    conflicts: Type.Array(ConflictView, { description: "Rules that the plan would break" }),
    created_at: Type.String(),
    decided_at: nullable(Type.String(), "Null while it is open"),
    ...sessionMembers,
  },
  { $id: "Proposal", description: "What would be compiled, and which rules it would break" },
);

/** One page of proposals, newest first. */
export const ProposalListView = Type.Object({ data: Type.Array(ProposalView), ...pageMembers });
export const proposalStatusFilter = proposalStatus;

/** Body of `POST …/site-plan/proposals/{proposal_id}/approve`. */
export const ProposalApprovalBody = Type.Object({
  ...fence,
  override_reason: Type.Optional(
    Type.String({
      ...{ minLength: 1, maxLength: 2000 },
      description: "The user's own words why the conflicts are accepted; never written by a client for the user",
    }),
  ),
  expected_program_revision: Type.Optional(
    Type.Integer({ minimum: 1, description: "Refused as expired when the program has another revision" }),
  ),
});

/** The outcome of an approval. */
export const ProposalApprovalView = Type.Object({
  proposal_id: Type.String({ description: "Identifier of the proposal" }),
  status: Type.Literal("applied"),
  applied_revision_id: Type.String({ description: "The revision of the concept" }),
  zone_failures: Type.Array(
    Type.Object({
      zone_id: Type.String({ description: "The zone that failed" }),
      code: Type.String(),
      message: Type.String(),
      needed: nullable(Type.Number(), "What the zone would need"),
      available: nullable(Type.Number(), "What there is"),
    }),
    { description: "Zones that could not be compiled; the others were" },
  ),
  metrics: Metrics,
  replayed: Type.Boolean({ description: "True where it was applied before; nothing was compiled again" }),
  ...sessionMembers,
});

/** Body of `POST …/site-plan/proposals/{proposal_id}/reject`. */
export const ProposalRejectionBody = Type.Object({
  ...fence,
  reason: Type.Optional(Type.String({ minLength: 1, maxLength: 2000, description: "Why, in the words of the user" })),
});

/** The compiled concept of a project. */
export const SitePlanView = Type.Object({
  has_concept: Type.Boolean({ description: "False until a concept compiled" }),
  revision: nullable(Type.Integer({ minimum: 1 }), "Null without a concept"),
  object_counts: Type.Record(Type.String(), Type.Integer(), {
    description: "Objects by type, most first, those beyond the cap of the geometry included",
  }),
  metrics: Metrics,
  scenario: Type.Union(
    [
      Type.Object({
        workflow_id: Type.String({ description: "Workflow of the interview" }),
        typology: Type.String({ description: "What is built" }),
        governing_district: nullable(Type.String(), "Null where the district is not known"),
        basis: Type.Union([Type.Literal("current"), Type.Literal("rezone_target")], {
          description: "Whether the district is the present one",
        }),
        zones: Type.Array(
          Type.Object({
            zone_id: Type.String({ description: "Name of the zone in requests" }),
            name: Type.String(),
            typology: Type.String({ description: "What is built there" }),
          }),
          { description: "Parts of the site" },
        ),
      }),
      Type.Null(),
    ],
    { description: "What the concept was made for; null without one" },
  ),
  features: Type.Object(
    {
      type: Type.Literal("FeatureCollection"),
      features: Type.Array(Type.Record(Type.String(), Type.Unknown()), { maxItems: 5000 }),
    },
    { description: "GeoJSON in WGS 84, at most 5,000 features; stalls are the first to be left out" },
  ),
  feature_count: Type.Integer({ description: "Features in this answer" }),
  truncated: Type.Boolean({ description: "True where the cap left features out" }),
});

const YieldFact = Type.Object({
  value: Type.Union([Type.Number(), Type.String(), Type.Null()], { description: "Null where it cannot be worked out" }),
  unit: nullable(Type.String(), "Of the value"),
  source: Type.String({ description: "Where it comes from, in words" }),
  settled_at: nullable(Type.String(), "When the user settled it; null for what is computed"),
  basis: Type.String({ description: "How it was worked out" }),
});

/** Screening yields and snapshots of concepts, by district. */
export const YieldScenarioView = Type.Object({
  data: Type.Array(
    Type.Object({
      zoning_code: nullable(Type.String(), "Null where the district is not known"),
      facts: Type.Record(Type.String(), YieldFact, { description: "By name" }),
      inherited: Type.Record(Type.String(), Type.String(), {
        description: "The district that a value was settled under, for each value that is borrowed",
      }),
      snapshots: Type.Array(
        Type.Object({
          revision: Type.Integer(),
          at: Type.String({ description: "When it was compiled" }),
          seed: Type.Integer({ description: "Seed of the search" }),
          units: Type.Number({ description: "Dwelling units" }),
          gfa_sf: Type.Number({ description: "Gross floor area, square feet" }),
          far: Type.Number({ description: "Floor area ratio" }),
          stalls: Type.Number({ description: "Parking stalls" }),
          ratio: nullable(Type.Number(), "Stalls for each unit; null without units"),
          coverage: Type.Number({ description: "Building coverage, percent" }),
          open_space: Type.Number({ description: "Open space, percent" }),
          conflicts_count: Type.Integer({ description: "Rules that the plan breaks" }),
          hash: Type.String({ description: "Equal for equal plans" }),
        }),
        { description: "Compiled concepts, newest first" },
      ),
    }),
  ),
});
