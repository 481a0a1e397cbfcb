import { type Database, makeUnchangedReads } from "../../../migrations/index.ts";
import { recordAudit } from "../../access/audit/audit.repository.ts";
import { principalActor } from "../../access/audit/audit-event.ts";
import type { Viewer } from "../../access/project-visibility.repository.ts";
import type { Page } from "../../http/pagination.ts";
import type { Principal } from "../../http/principal.ts";
import { problem, validationProblem } from "../../http/problem.ts";
import type { SiteLayer } from "../../land/site-layers/site-layer.model.ts";
import { statusAfterBootstrap } from "../bootstrap/bootstrap.jobs.ts";
import * as bootstrap from "../bootstrap/bootstrap.repository.ts";
import { describe } from "../bootstrap/judge-zoning.ts";
import { noSuchProject } from "../project-gate.ts";
import type { Sources } from "../sources/sources.service.ts";
import { type CreateDeps, type CreateProjectRequest, createProject, goalHashOf } from "./create-project.ts";
import { type EstimateDeps, estimateProject } from "./estimate-project.ts";
import * as parcelsRepository from "./project-parcels.repository.ts";
import { parcelView, projectListItem, projectView } from "./project-view.ts";
import type {
  DryRunView,
  GoalBody,
  ProjectCreatedView,
  ProjectListItem,
  ProjectView,
  ZoningBody,
  ZoningSettledView,
} from "./projects.model.ts";
import * as repository from "./projects.repository.ts";

export interface ProjectsDeps extends CreateDeps, EstimateDeps {
  readonly db: Database;
  readonly charge: CreateDeps["charge"];
  /** Named by the knowledge-base summary. */
  readonly embeddingModel: string;
  /** How the sources of a project stand. */
  readonly sources: Pick<Sources, "readiness" | "ordinanceStandings">;
  /** The layers around the site of a project, without their features. */
  readonly listSiteLayers: (projectId: string) => Promise<readonly SiteLayer[]>;
}

/** What callers can do with projects; a project they may not see is to them one that does not exist. */
export interface Projects {
  create(request: CreateProjectRequest): Promise<ProjectCreatedView>;
  estimate(request: CreateProjectRequest): Promise<DryRunView>;
  list(viewer: Viewer, page: Page): Promise<{ items: ProjectListItem[]; lastId: string | undefined }>;
  get(viewer: Viewer, projectId: string): Promise<ProjectView>;
  replaceGoal(principal: Principal, projectId: string, body: GoalBody): Promise<ProjectView>;
  settleZoning(
    principal: Principal,
    projectId: string,
    parcelIndex: number,
    body: ZoningBody,
  ): Promise<ZoningSettledView>;
}

/** Makes the projects of the service. */
export function makeProjects(deps: ProjectsDeps): Projects {
  const { db } = deps;
  const views = makeUnchangedReads<ProjectView>(db);

  function get(principal: Viewer, projectId: string): Promise<ProjectView> {
    const { orgId, userId, seesAllProjects } = principal;
    return views([orgId, userId, seesAllProjects, projectId].join(" "), () => read(principal, projectId));
  }

  async function read(principal: Viewer, projectId: string): Promise<ProjectView> {
    const project = await repository.findProject(db, principal, projectId);
    if (!project) throw noSuchProject();
    // What is on its way is read before what has arrived, so that nothing is told ready and not counted yet.
    const sources = await deps.sources.readiness(projectId);
    const ordinanceIngest = await repository.findLatestOrdinanceIngest(db, projectId);
    return projectView({
      project,
      sources,
      ordinanceIngest,
      ordinanceSources: await deps.sources.ordinanceStandings(projectId),
      steps: await bootstrap.listSteps(db, projectId),
      layers: await deps.listSiteLayers(projectId),
      parcels: await parcelsRepository.listParcels(db, projectId),
      corpora: await repository.listProjectCorpora(db, projectId),
      embeddingModel: deps.embeddingModel,
    });
  }

  return {
    create: (request) => createProject(deps, request),
    estimate: (request) => estimateProject(deps, request),
    get,
    async list(principal, page) {
      const rows = await repository.listProjects(db, principal, page);
      const shown = rows.slice(0, page.limit);
      return { items: shown.map(projectListItem), lastId: rows.length > page.limit ? shown.at(-1)?.id : undefined };
    },
    async replaceGoal(principal, projectId, body) {
      if (body.expected_goal_revision === undefined && body.expected_goal_hash === undefined) {
        // Who may not see the project learns nothing from the missing version either.
        if (!(await repository.findProject(db, principal, projectId))) throw noSuchProject();
        throw problem("goal_version_required");
      }
      const context = body.project_goal_context ?? {};
      const isReplaced = await db.transaction(async (transaction) => {
        const isNewest = await repository.replaceGoal(transaction, principal, {
          projectId,
          text: body.goal_text,
          context,
          hash: goalHashOf(body.goal_text, context),
          expectedRevision: body.expected_goal_revision ?? null,
          expectedHash: body.expected_goal_hash ?? null,
        });
        if (isNewest) {
          const actor = principalActor(principal);
          await recordAudit(transaction, {
            organizationId: principal.orgId,
            actor,
            action: "goal-changed",
            target: projectId,
          });
        }
        return isNewest;
      });
      const project = await get(principal, projectId);
      if (isReplaced) return project;
      throw problem("goal_version_conflict", {
        user_goal_revision: project.user_goal_revision,
        user_goal_hash: project.user_goal_hash,
        poll: `/v1/projects/${projectId}`,
      });
    },
    settleZoning: (principal, projectId, parcelIndex, body) =>
      db.transaction(async (transaction) => {
        const project = await repository.lockVisibleProject(transaction, principal, projectId);
        if (!project) throw noSuchProject();
        const parcel = (await parcelsRepository.listParcels(transaction, projectId))[parcelIndex];
        if (!parcel) throw problem("not_found", { detail: "The project has no parcel of that index." });
        if (body.action === "confirm" && parcel.zoning_code === null) {
          const message = 'there is no zoning code to confirm; send action "correct" with zoning_code';
          throw validationProblem([{ field: "action", code: "not_allowed", message }]);
        }
        const code = body.action === "correct" ? body.zoning_code.trim() : null;
        await parcelsRepository.settleZoning(transaction, {
          projectId,
          parcelIndex,
          code,
          description: describe(code ?? parcel.zoning_code ?? "", parcel.zoning_evidence),
          note: body.action === "correct" ? (body.note ?? null) : null,
          userId: principal.userId,
        });
        await recordAudit(transaction, {
          organizationId: principal.orgId,
          actor: principalActor(principal),
          action: "zoning-verified",
          target: projectId,
          details: { parcel: parcelIndex, zoning: code ?? parcel.zoning_code },
        });
        const parcels = await parcelsRepository.listParcels(transaction, projectId);
        const isSetUp = project.status === "ready" || project.status === "zoning_verification_required";
        const status = isSetUp ? statusAfterBootstrap(parcels) : project.status;
        await repository.updateBootstrap(transaction, projectId, status, project.bootstrap);
        return {
          ...parcelView(parcels[parcelIndex] ?? parcel),
          chat_ready: status === "ready",
          zoning_verification_required: parcels.some((each) => !each.is_zoning_verified),
        };
      }),
  };
}
