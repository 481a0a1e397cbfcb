import { createHash } from "node:crypto";
import { newId, type Queryable } from "../../../migrations/index.ts";
import { recordAudit } from "../../access/audit/audit.repository.ts";
import { principalActor } from "../../access/audit/audit-event.ts";
import { canonicalJson } from "../../http/json-members.ts";
import type { IdempotencyHandle } from "../../http/operation.ts";
import type { Principal } from "../../http/principal.ts";
import { problem, validationProblem } from "../../http/problem.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { bootstrapJob, firstBootstrap } from "../bootstrap/bootstrap.jobs.ts";
import * as bootstrap from "../bootstrap/bootstrap.repository.ts";
import type { ProjectCharge } from "../bootstrap/project-charge.ts";
import { shownUrlOf } from "../sources/governing-ordinances.ts";
import {
  assertOrdinancesChosen,
  type PlanProjectDeps,
  type ProjectPlan,
  planProject,
  stepsOf,
} from "./plan-project.ts";
import * as parcelsRepository from "./project-parcels.repository.ts";
import type { CreateProjectBody, GoalContext, ProjectCreatedView } from "./projects.model.ts";
import * as repository from "./projects.repository.ts";

/** How often a caller should ask how far a project is, in seconds. */
export const pollSeconds = 5;

export interface CreateProjectRequest {
  readonly principal: Principal;
  readonly body: CreateProjectBody;
  readonly idempotency: IdempotencyHandle | undefined;
  readonly signal: AbortSignal | undefined;
}

export interface CreateDeps extends PlanProjectDeps {
  readonly jobs: Pick<Jobs, "enqueue" | "announce">;
  readonly charge: ProjectCharge;
  readonly assertMayCreate: (principal: Principal) => Promise<void>;
}

/** What a goal is known by: any change of its wording or its settled answers gives another hash. */
export function goalHashOf(text: string, context: GoalContext): string {
  return createHash("sha256").update(canonicalJson({ text, context })).digest("hex");
}

/**
 * Creates a project, holds the credits of its estimate and asks for its bootstrap, in one transaction. Whatever has to be
 * asked of others is asked before.
 *
 * @throws Problem validation_failed, upstream_unavailable, confirmation_required, free_tier_limit, house_paid_daily_limit,
 *         and those of missing credits
 */
export async function createProject(deps: CreateDeps, asked: CreateProjectRequest): Promise<ProjectCreatedView> {
  const { principal, body, idempotency, signal } = asked;
  // An earlier attempt under the same key got as far as this.
  if (idempotency?.reference !== undefined) {
    return createdView(idempotency.reference, await repository.findReserved(deps.db, idempotency.reference));
  }
  await assertMembers(deps, principal, body.shared_with ?? []);
  await deps.assertMayCreate(principal);
  const plan = await planProject(deps, body, signal);
  assertOrdinancesChosen(plan);
  const projectId = newId("project");
  const jobIds = await deps.db.transaction((transaction) => write(deps, transaction, { projectId, asked, plan }));
  for (const jobId of jobIds) deps.jobs.announce(jobId);
  return createdView(projectId, plan.estimate.credits);
}

interface NewProject {
  readonly projectId: string;
  readonly asked: CreateProjectRequest;
  readonly plan: ProjectPlan;
}

/** Writes a planned project and returns the jobs to announce. */
async function write(deps: CreateDeps, transaction: Queryable, created: NewProject): Promise<string[]> {
  const { projectId, asked, plan } = created;
  const { principal, body, idempotency } = asked;
  const { orgId, userId } = principal;
  const { parcels, jurisdiction } = plan.land;
  await repository.lockOrganization(transaction, orgId);
  if (body.allow_duplicate !== true) await assertNew(transaction, asked, plan);
  await repository.insertProject(transaction, newProject(projectId, asked, plan));
  for (const [index, parcel] of parcels.entries()) {
    await parcelsRepository.insertParcel(transaction, projectId, index, parcel, userId);
  }
  await share(transaction, created);
  await bootstrap.insertSteps(transaction, projectId, stepsOf(plan, deps.charge.prices, body));
  const { credits } = plan.estimate;
  if (credits > 0) {
    const reservationId = await deps.charge.hold(principal, { projectId, credits, idempotencyKey: idempotency?.key });
    await bootstrap.setReservation(transaction, projectId, { reservationId, credits });
  }
  await idempotency?.saveReference(projectId);
  const project = { org_id: orgId, jurisdiction, has_governing_ordinance: false };
  const owner = { principal, projectId, project };
  await deps.ordinances.keep(transaction, owner, plan.ordinances);
  const sourceJobs = await deps.pendingSources.keep(transaction, owner, plan.supplemental);
  const place = { orgId, projectId };
  return [await deps.jobs.enqueue(transaction, bootstrapJob, { project_id: projectId }, place), ...sourceJobs];
}

async function share(transaction: Queryable, { projectId, asked }: NewProject): Promise<void> {
  const { principal, body } = asked;
  for (const userId of body.shared_with ?? []) {
    await repository.insertShare(transaction, projectId, userId);
    await recordAudit(transaction, {
      organizationId: principal.orgId,
      actor: principalActor(principal),
      action: "project-shared",
      target: userId,
      details: { project: projectId },
    });
  }
}

function newProject(id: string, { principal, body }: CreateProjectRequest, plan: ProjectPlan): repository.NewProject {
  const goalContext = body.project_goal_context ?? {};
  return {
    id,
    orgId: principal.orgId,
    createdBy: principal.userId,
    name: plan.name,
    goalText: body.goal_text,
    goalContext,
    goalHash: goalHashOf(body.goal_text, goalContext),
    setupMode: body.setup_mode ?? "wizard",
    jurisdiction: plan.land.jurisdiction,
    sourceDecisions: {
      skipsOrdinanceDiscovery: body.skip_ordinance_discovery ?? false,
      skipsGisDiscovery: body.skip_gis_discovery ?? false,
      skipsSupplementalDiscovery: body.skip_supplemental_discovery ?? false,
      ordinances: { municipal: decisionOf(plan, "municipal"), county: decisionOf(plan, "county") },
    },
    bootstrap: firstBootstrap(),
  };
}

function decisionOf({ ordinances }: ProjectPlan, target: "municipal" | "county"): repository.OrdinanceDecision {
  const planned = ordinances.find((one) => one.target === target);
  if (!planned) return { status: "not_found", title: null, url: null, detail: null };
  const status = planned.status === "several" ? "not_found" : planned.status;
  return { status, title: planned.title, url: shownUrlOf(planned), detail: planned.detail };
}

const createdView = (projectId: string, reserved: number): ProjectCreatedView => ({
  project_id: projectId,
  status: "bootstrapping",
  chat_ready: false,
  poll: `/v1/projects/${projectId}`,
  retry_after_seconds: pollSeconds,
  credits: { reserved },
});

/** @throws Problem validation_failed naming each user who is no active member of the organization */
export async function assertMembers(
  { db }: Pick<CreateDeps, "db">,
  principal: Principal,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  const known = new Set(await repository.findActiveMembers(db, principal.orgId, userIds));
  const errors = userIds.flatMap((userId, index) =>
    known.has(userId)
      ? []
      : [{ field: `shared_with[${index}]`, code: "unknown", message: "is not an active member of your organization" }],
  );
  if (errors.length > 0) throw validationProblem(errors);
}

/** Finds a project of the same land: with discovery whatever its name, because it would find the same again. */
export function findSame(
  db: Queryable,
  { principal, body }: Pick<CreateProjectRequest, "principal" | "body">,
  { name, land }: Pick<ProjectPlan, "name" | "land">,
): Promise<{ id: string; name: string } | undefined> {
  const keys = land.parcels.flatMap((parcel) => parcel.matchKeys);
  if (body.setup_mode === "provided") {
    return repository.findDuplicate(db, principal, { name, matchKeys: keys, parcels: null });
  }
  // Neighbours may share an address, and towns the numbers of parcels.
  const matchKeys = keys.filter((key) => key.startsWith("boundary:") || key.startsWith("ll_uuid:"));
  return repository.findDuplicate(db, principal, { name: null, matchKeys, parcels: land.parcels.length });
}

async function assertNew(transaction: Queryable, asked: CreateProjectRequest, plan: ProjectPlan): Promise<void> {
  const same = await findSame(transaction, asked, plan);
  if (!same) return;
  throw problem("confirmation_required", {
    detail: `There is already a project "${same.name}" on this land.`,
    choices: [
      {
        decision: "duplicate_project",
        prompt: `The project "${same.name}" (${same.id}) is on the same land. Create another one?`,
        options: [{ label: "Create another project", field: "allow_duplicate", value: true }],
      },
    ],
    existing_project_id: same.id,
  });
}
