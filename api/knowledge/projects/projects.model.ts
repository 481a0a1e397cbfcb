import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { type GoalKey, goalKeys } from "../../../agent/index.ts";
import { pageMembers } from "../../http/pagination.ts";

const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const oneOf = <const Words extends readonly string[]>(...words: Words) =>
  Type.Unsafe<Words[number]>(Type.Union(words.map((word) => Type.Literal(word))));
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: "\\S" });
const url = Type.String({ minLength: 1, maxLength: 2_000, format: "uri" });

const GoalAnswer = Type.Object({
  value: Type.Union([
    Type.String({ maxLength: 500 }),
    Type.Number(),
    Type.Boolean(),
    Type.Null(),
    Type.Array(Type.String({ maxLength: 200 }), { maxItems: 20 }),
  ]),
  provenance: oneOf("derived", "user_confirmed"),
});

/** Settled plan-check answers, by key. */
export const GoalContext = Type.Partial(
  Type.Object(Object.fromEntries(goalKeys.map((key) => [key, GoalAnswer])) as Record<GoalKey, typeof GoalAnswer>),
);
export type GoalContext = Static<typeof GoalContext>;

const JurisdictionBody = Type.Object({
  municipality: Type.Optional(nullable(text(200))),
  county: Type.Optional(nullable(text(200))),
  state: Type.Optional(nullable(text(100))),
});

const ParcelBody = Type.Object(
  {
    ll_uuid: Type.Optional(text(100)),
    geometry: Type.Optional(
      Type.Object(
        { type: oneOf("Polygon", "MultiPolygon"), coordinates: Type.Array(Type.Unknown(), { minItems: 1 }) },
        { description: "GeoJSON Polygon or MultiPolygon, WGS 84" },
      ),
    ),
    address: Type.Optional(text(300)),
    apn: Type.Optional(text(100)),
    zoning_code: Type.Optional(text(60)),
    jurisdiction: Type.Optional(JurisdictionBody),
  },
  { description: "Either ll_uuid, alone or with zoning_code; or geometry with what else is known" },
);

const SiteBody = Type.Object(
  {
    address: Type.Optional(text(300)),
    apn: Type.Optional(text(100)),
    state: Type.Optional(text(100)),
    county: Type.Optional(text(200)),
    latitude: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
    longitude: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
    ll_uuid: Type.Optional(text(100)),
  },
  { description: "One selector of the parcel resolver: address; apn with state; latitude with longitude; or ll_uuid" },
);

/** Asks for a project, or with `dry_run` for what it would take. */
export const CreateProjectBody = Type.Object({
  name: Type.Optional(text(200)),
  goal_text: text(4_000),
  project_goal_context: Type.Optional(GoalContext),
  parcels: Type.Optional(Type.Array(ParcelBody, { minItems: 1, maxItems: 12 })),
  site: Type.Optional(SiteBody),
  setup_mode: Type.Optional(Type.Unsafe<"wizard" | "provided">({ ...oneOf("wizard", "provided"), default: "wizard" })),
  dry_run: Type.Optional(Type.Boolean({ default: false })),
  ordinance_url: Type.Optional(url),
  county_ordinance_url: Type.Optional(url),
  pending_supplemental_sources: Type.Optional(
    Type.Array(
      Type.Object({
        url,
        title: Type.Optional(Type.String({ maxLength: 200 })),
        category: Type.Optional(Type.String({ maxLength: 40 })),
        authority_scope: Type.Optional(Type.String({ maxLength: 40 })),
      }),
      { maxItems: 10 },
    ),
  ),
  pending_gis_sources: Type.Optional(
    Type.Array(
      Type.Object({
        url,
        scope: oneOf("municipality", "county", "state_reference"),
        jurisdiction_name: Type.Optional(Type.String({ maxLength: 200 })),
      }),
      { maxItems: 6 },
    ),
  ),
  skip_ordinance_discovery: Type.Optional(Type.Boolean({ default: false })),
  skip_gis_discovery: Type.Optional(Type.Boolean({ default: false })),
  skip_supplemental_discovery: Type.Optional(Type.Boolean({ default: false })),
  allow_duplicate: Type.Optional(Type.Boolean({ default: false })),
  shared_with: Type.Optional(Type.Array(text(100), { maxItems: 50, uniqueItems: true })),
});
export type CreateProjectBody = Static<typeof CreateProjectBody>;

/** Replaces the goal of a project whole. */
export const GoalBody = Type.Object({
  goal_text: text(4_000),
  project_goal_context: Type.Optional(GoalContext),
  // As large as the column that keeps it.
  expected_goal_revision: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
  expected_goal_hash: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
});
export type GoalBody = Static<typeof GoalBody>;

/** Confirms the zoning of a parcel, or corrects it. */
export const ZoningBody = Type.Union([
  Type.Object({ action: Type.Literal("confirm") }),
  Type.Object({
    action: Type.Literal("correct"),
    zoning_code: text(60),
    note: Type.Optional(Type.String({ maxLength: 1_000 })),
  }),
]);
export type ZoningBody = Static<typeof ZoningBody>;

const ProjectStatus = oneOf("bootstrapping", "ready", "zoning_verification_required", "failed");

const Jurisdiction = Type.Object({
  municipality: nullable(Type.String()),
  county: nullable(Type.String()),
  state: nullable(Type.String()),
});
export type JurisdictionView = Static<typeof Jurisdiction>;

/** A parcel of a project, with what is known of its zoning. */
export const ParcelView = Type.Object(
  {
    parcel_index: Type.Integer({ minimum: 0 }),
    ll_uuid: nullable(Type.String()),
    address: nullable(Type.String()),
    apn: nullable(Type.String()),
    size: nullable(Type.Object({ acres: Type.Number(), square_feet: Type.Number() })),
    geometry: nullable(
      Type.Unsafe<object>(Type.Object({ type: Type.String(), coordinates: Type.Array(Type.Unknown()) })),
    ),
    zoning: Type.Object({
      code: nullable(Type.String()),
      description: nullable(Type.String()),
      verified: Type.Boolean(),
      verified_by: nullable(
        Type.String({
          description: '"sources" where two independent sources agree, otherwise the user who settled it',
        }),
      ),
      candidates: Type.Array(Type.String({ description: "Codes that the sources state, the likeliest first" })),
      evidence: Type.Array(
        Type.Object({
          code: Type.String(),
          description: nullable(Type.String()),
          source: Type.String({ description: "Name of the dataset" }),
        }),
        { description: "What each source states" },
      ),
    }),
  },
  { $id: "ProjectParcel" },
);
export type ParcelView = Static<typeof ParcelView>;

const OrdinanceReadiness = Type.Object({
  status: oneOf("pending", "discovering", "ingesting", "ready", "not_found", "publisher_blocked", "skipped", "failed"),
  title: nullable(Type.String()),
  url: nullable(Type.String()),
  corpus_id: nullable(Type.String()),
  sections: Type.Integer(),
  chunks: Type.Integer(),
  indexed_at: nullable(Type.String()),
});
export type OrdinanceReadiness = Static<typeof OrdinanceReadiness>;

const LayerReadiness = Type.Object({
  state: oneOf("pending", "ready", "empty", "unavailable", "failed", "not_published", "skipped"),
  features: Type.Integer(),
  source: nullable(
    Type.Object({
      name: Type.String(),
      url: Type.String(),
      attribution: nullable(Type.String({ description: "To be printed beside what is drawn from it" })),
      license: nullable(Type.String({ description: "Terms of the dataset" })),
    }),
  ),
  fetched_at: nullable(Type.String()),
});

const Advisory = Type.Object({
  code: Type.String(),
  severity: oneOf("info", "warning", "error"),
  detail: Type.String(),
});

const Readiness = Type.Object({
  ordinances: Type.Object({ municipal: OrdinanceReadiness, county: OrdinanceReadiness }),
  gis_layers: Type.Record(Type.String(), LayerReadiness),
  supplemental_sources: Type.Array(
    Type.Object({
      source_id: Type.String(),
      lane: Type.String(),
      title: Type.String(),
      url: nullable(Type.String()),
      status: Type.String(),
      detail: nullable(Type.String()),
    }),
  ),
  advisories: Type.Array(Advisory),
});
export type LayerReadiness = Static<typeof LayerReadiness>;
export type Readiness = Static<typeof Readiness>;

const KnowledgeBase = Type.Object({
  documents: Type.Integer(),
  chunks: Type.Integer(),
  corpora: Type.Array(
    Type.Object({
      corpus_id: Type.String(),
      kind: Type.String(),
      title: Type.String(),
      revision: Type.Integer(),
      chunks: Type.Integer(),
      indexed_at: nullable(Type.String()),
    }),
  ),
  embedding_model: Type.String(),
});
export type KnowledgeBaseView = Static<typeof KnowledgeBase>;

/** How far the setting up of a project is. */
export const BootstrapView = Type.Object({
  percent: Type.Integer({ minimum: 0, maximum: 100 }),
  stage: Type.String(),
  started_at: nullable(Type.String()),
  finished_at: nullable(Type.String()),
  steps: Type.Array(
    Type.Object({
      name: Type.String(),
      state: oneOf("pending", "running", "done", "failed", "skipped"),
      detail: nullable(Type.String()),
      started_at: Type.Optional(nullable(Type.String())),
      finished_at: Type.Optional(nullable(Type.String())),
    }),
  ),
});
export type BootstrapView = Static<typeof BootstrapView>;

/** A project as its poll shows it. */
export const ProjectView = Type.Object(
  {
    project_id: Type.String(),
    name: Type.String(),
    created_at: Type.String(),
    updated_at: Type.String(),
    status: ProjectStatus,
    chat_ready: Type.Boolean(),
    chat_blockers: Type.Array(Type.String()),
    zoning_verification_required: Type.Boolean(),
    goal_text: Type.String(),
    project_goal_context: GoalContext,
    user_goal_revision: Type.Integer({ minimum: 1 }),
    user_goal_hash: Type.String(),
    setup_mode: oneOf("wizard", "provided"),
    jurisdiction: nullable(Jurisdiction),
    parcels: Type.Array(ParcelView),
    readiness: Readiness,
    knowledge_base: KnowledgeBase,
    bootstrap: BootstrapView,
    credits: Type.Object({ reserved: Type.Integer(), charged: Type.Integer() }),
    shared_with: Type.Array(Type.String({ description: "User" })),
    retry_after_seconds: Type.Optional(Type.Integer({ minimum: 1, description: "While bootstrapping" })),
  },
  { $id: "Project" },
);
export type ProjectView = Static<typeof ProjectView>;

/** A project as lists show it; readiness is told by the poll alone. */
const ProjectListItem = Type.Object(
  {
    project_id: Type.String(),
    name: Type.String(),
    status: ProjectStatus,
    chat_ready: Type.Boolean(),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  { $id: "ProjectListItem" },
);
export type ProjectListItem = Static<typeof ProjectListItem>;

/** One page of projects, newest first. */
export const ProjectListView = Type.Object({ data: Type.Array(ProjectListItem), ...pageMembers });

/** A project was created and is being set up. */
export const ProjectCreatedView = Type.Object({
  project_id: Type.String(),
  status: Type.Literal("bootstrapping"),
  chat_ready: Type.Literal(false),
  poll: Type.String(),
  retry_after_seconds: Type.Integer({ minimum: 1 }),
  credits: Type.Object({ reserved: Type.Integer() }),
});
export type ProjectCreatedView = Static<typeof ProjectCreatedView>;

/** What creating the project would take; nothing was written. */
export const DryRunView = Type.Object({
  dry_run: Type.Literal(true),
  estimate: Type.Object({
    credits: Type.Integer(),
    breakdown: Type.Array(Type.Object({ item: Type.String(), credits: Type.Integer() })),
    duration_seconds: Type.Integer(),
  }),
  prep_summary: Type.Object({
    parcels: Type.Array(
      Type.Object({
        address: nullable(Type.String()),
        apn: nullable(Type.String()),
        size: Type.Object({ acres: Type.Number(), square_feet: Type.Number() }),
        zoning_code: nullable(Type.String()),
      }),
    ),
    jurisdiction: nullable(Jurisdiction),
    sources: Type.Array(
      Type.Object({
        target: Type.String(),
        title: nullable(Type.String()),
        url: nullable(Type.String()),
        status: Type.String(),
      }),
    ),
  }),
  gaps: Type.Array(Type.Object({ code: Type.String(), detail: Type.String(), field: Type.String() })),
});
export type DryRunView = Static<typeof DryRunView>;

/** A parcel after its zoning was settled, and what that means for the project. */
export const ZoningSettledView = Type.Composite([
  ParcelView,
  Type.Object({ chat_ready: Type.Boolean(), zoning_verification_required: Type.Boolean() }),
]);
export type ZoningSettledView = Static<typeof ZoningSettledView>;
