import { createHash } from "node:crypto";
import { type Database, newId } from "../../../migrations/index.ts";
import { recordAudit } from "../../access/audit/audit.repository.ts";
import { principalActor } from "../../access/audit/audit-event.ts";
import { acresFrom } from "../../geometry/ellipsoid-area.ts";
import { canonicalJson } from "../../http/json-members.ts";
import type { IdempotencyHandle } from "../../http/operation.ts";
import type { Principal } from "../../http/principal.ts";
import { problem, validationProblem } from "../../http/problem.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { PendingSources } from "../sources/pending-sources.ts";
import { bootstrapJob, firstBootstrap } from "./projects.jobs.ts";
import type { CreateProjectBody, DryRunView, GoalContext, ProjectCreatedView } from "./projects.model.ts";
import * as repository from "./projects.repository.ts";
import { type ProjectRequest, readCreateBody } from "./read-create-body.ts";

/** How often a caller should ask how far a project is, in seconds. */
export const pollSeconds = 5;

export interface CreateProjectRequest {
  readonly principal: Principal;
  readonly body: CreateProjectBody;
  readonly idempotency: IdempotencyHandle | undefined;
}

interface CreateDeps {
  readonly db: Database;
  readonly jobs: Pick<Jobs, "enqueue" | "announce">;
  readonly pendingSources: PendingSources;
  readonly assertMayCreate: (principal: Principal) => Promise<void>;
}

/** What a goal is known by: any change of its wording or its settled answers gives another hash. */
export function goalHashOf(text: string, context: GoalContext): string {
  return createHash("sha256").update(canonicalJson({ text, context })).digest("hex");
}

/** Says what creating the project would take, without writing anything. */
export async function estimateProject(
  deps: CreateDeps,
  { principal, body }: CreateProjectRequest,
): Promise<DryRunView> {
  const request = readCreateBody(body);
  await assertMembers(deps, principal, body.shared_with ?? []);
  const planned = await deps.pendingSources.plan(body.pending_supplemental_sources ?? [], request.jurisdiction);
  const unzoned = request.parcels.flatMap((parcel, index) => (parcel.zoningCode === null ? [index] : []));
  return {
    dry_run: true,
    // Nothing is looked up or fetched when the caller provides the land, so nothing is paid for.
    estimate: { credits: 0, breakdown: [], duration_seconds: 1 },
    prep_summary: {
      parcels: request.parcels.map((parcel) => ({
        address: parcel.address,
        apn: parcel.apn,
        size: { acres: acresFrom(parcel.squareFeet), square_feet: parcel.squareFeet },
        zoning_code: parcel.zoningCode,
      })),
      jurisdiction: request.jurisdiction,
      sources: [
        { target: "municipal_ordinance", title: null, url: null, status: "not_found" },
        ...planned.map(({ request: { title }, decision: { status }, shownUrl }) => {
          return { target: "supplemental", title: title === "" ? null : title, url: shownUrl, status };
        }),
      ],
    },
    gaps: unzoned.map((index) => ({
      code: "zoning_unverified",
      detail: "The zoning of this parcel has to be confirmed before the project answers questions.",
      field: `parcels[${index}].zoning_code`,
    })),
  };
}

/**
 * Creates a project and asks for its bootstrap, in one transaction.
 *
 * Throws  Problem validation_failed, upstream_unavailable, confirmation_required, free_tier_limit,
 *         house_paid_daily_limit
 */
export async function createProject(deps: CreateDeps, asked: CreateProjectRequest): Promise<ProjectCreatedView> {
  const { principal, body, idempotency } = asked;
  // An earlier attempt under the same key got as far as this.
  if (idempotency?.reference !== undefined) return createdView(idempotency.reference);
  const request = readCreateBody(body);
  const members = body.shared_with ?? [];
  await assertMembers(deps, principal, members);
  await deps.assertMayCreate(principal);
  const planned = await deps.pendingSources.plan(body.pending_supplemental_sources ?? [], request.jurisdiction);
  const projectId = newId("project");
  const jobIds = await deps.db.transaction(async (transaction) => {
    await repository.lockOrganization(transaction, principal.orgId);
    if (body.allow_duplicate !== true) await assertNew(transaction, principal, request);
    await repository.insertProject(transaction, newProject(projectId, asked, request));
    for (const [index, parcel] of request.parcels.entries()) {
      await repository.insertParcel(transaction, projectId, index, parcel, principal.userId);
    }
    for (const userId of members) {
      await repository.insertShare(transaction, projectId, userId);
      await recordAudit(transaction, {
        organizationId: principal.orgId,
        actor: principalActor(principal),
        action: "project-shared",
        target: userId,
        details: { project: projectId },
      });
    }
    await idempotency?.saveReference(projectId);
    const { orgId } = principal;
    const project = { org_id: orgId, jurisdiction: request.jurisdiction, has_governing_ordinance: false };
    const sourceJobs = await deps.pendingSources.keep(transaction, { principal, projectId, project }, planned);
    const bootstrap = await deps.jobs.enqueue(
      transaction,
      bootstrapJob,
      { project_id: projectId },
      { orgId, projectId },
    );
    return [bootstrap, ...sourceJobs];
  });
  for (const jobId of jobIds) deps.jobs.announce(jobId);
  return createdView(projectId);
}

function newProject(
  id: string,
  { principal, body }: CreateProjectRequest,
  request: ProjectRequest,
): repository.NewProject {
  const goalContext = body.project_goal_context ?? {};
  return {
    id,
    orgId: principal.orgId,
    createdBy: principal.userId,
    name: request.name,
    goalText: body.goal_text,
    goalContext,
    goalHash: goalHashOf(body.goal_text, goalContext),
    setupMode: body.setup_mode ?? "wizard",
    jurisdiction: request.jurisdiction,
    sourceDecisions: {
      skipsOrdinanceDiscovery: body.skip_ordinance_discovery ?? false,
      skipsGisDiscovery: body.skip_gis_discovery ?? false,
      skipsSupplementalDiscovery: body.skip_supplemental_discovery ?? false,
    },
    bootstrap: firstBootstrap(),
  };
}

const createdView = (projectId: string): ProjectCreatedView => ({
  project_id: projectId,
  status: "bootstrapping",
  chat_ready: false,
  poll: `/v1/projects/${projectId}`,
  retry_after_seconds: pollSeconds,
  credits: { reserved: 0 },
});

async function assertMembers({ db }: CreateDeps, principal: Principal, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  const known = new Set(await repository.findActiveMembers(db, principal.orgId, userIds));
  const errors = userIds.flatMap((userId, index) =>
    known.has(userId)
      ? []
      : [{ field: `shared_with[${index}]`, code: "unknown", message: "is no active member of your organization" }],
  );
  if (errors.length > 0) throw validationProblem(errors);
}

async function assertNew(
  transaction: Parameters<typeof repository.findDuplicate>[0],
  principal: Principal,
  request: ProjectRequest,
): Promise<void> {
  const keys = request.parcels.flatMap((parcel) => parcel.matchKeys);
  const same = await repository.findDuplicate(transaction, principal, request.name, keys);
  if (!same) return;
  throw problem("confirmation_required", {
    detail: `There is already a project "${same.name}" on this land.`,
    choices: [
      {
        decision: "duplicate_project",
        prompt: `The project "${same.name}" (${same.id}) stands on the same land. Create another one?`,
        options: [{ label: "Create another project", field: "allow_duplicate", value: true }],
      },
    ],
    existing_project_id: same.id,
  });
}
