import { createReadyProject, initiate, put, uploadFile } from "../api/knowledge/knowledge-app.ts";
import type { ComposedService } from "../support/composed-service.ts";
import type { TestOrganization } from "../support/http.ts";
import { PlanningClient } from "../support/site-plan/walked-project.ts";

/** A project with something of everything in it, and the word that stands in all of its texts and nowhere else. */
export interface FilledProject {
  readonly canary: string;
  readonly orgId: string;
  /** Value for each parameter of a path that names a thing of the project. */
  readonly ids: Readonly<Record<string, string>>;
}

/** What the projects have in common, so that a search of one would find all of them if it could. */
export const sharedQuestion = "How tall can a fence in a front yard of the Harbor district be?";

let numbered = 0;

/** Sets up a project of somebody, with a document, a turn, an upload that waits, an artifact, and a plan and a report. */
export async function fillProject(
  app: ComposedService,
  organization: TestOrganization,
  owner: { readonly key: string },
): Promise<FilledProject> {
  const filled = await fillKnowledge(app, organization, owner);
  const { project_id: projectId = "" } = filled.ids;
  const planner = new PlanningClient(app, owner.key, projectId);
  const proposal = await planner.propose({ "program.typology": "townhome" });
  const applied = await planner.write(`site-plan/proposals/${proposal.proposal_id}/approve`);
  if (applied.status !== 200) throw new Error(applied.text);
  const report = await finishedReport(app, owner.key, projectId);
  return {
    ...filled,
    ids: {
      ...filled.ids,
      report_job_id: String(report.job_id),
      run_id: String(report.run_id),
      proposal_id: String(proposal.proposal_id),
      planning_session_id: String(proposal.planning_session_id),
    },
  };
}

/** Sets up a project as {@link fillProject} does, without a plan and a report, which take most of its time. */
export async function fillKnowledge(
  app: ComposedService,
  organization: TestOrganization,
  owner: { readonly key: string },
): Promise<FilledProject> {
  numbered += 1;
  const canary = `zq${numbered}kestrel`;
  const caller = { call: app.call, organization: { ...organization, ownerKey: owner.key } };
  const projectId = await createReadyProject(caller, numbered, owner.key);
  const read = await uploadFile(caller, projectId, {
    filename: `${canary}.md`,
    mimeType: "text/markdown",
    category: "ordinance",
    title: `Zoning ${canary}`,
    // The fence is what scripted models say of every project; all else is the project's own.
    bytes: [
      `# Zoning of ${canary}`,
      `## 4.1 Fences of ${canary}`,
      `A fence in a front yard of the Harbor district (${canary}) shall be no taller than four feet.`,
      `## 4.2 Lots of ${canary}`,
      `The minimum lot area in the Harbor district (${canary}) is ${numbered}0,000 square feet.`,
    ].join("\n\n"),
  });
  if (read.status !== "ready") throw new Error(JSON.stringify(read));
  const asked = await app.call("POST", `/v1/projects/${projectId}/messages`, {
    key: owner.key,
    body: { question: sharedQuestion },
  });
  if (asked.status !== 200) throw new Error(asked.text);
  const waiting = { filename: `${canary}-note.txt`, mimeType: "text/plain", bytes: canary };
  const { jobId, link } = await initiate(caller, projectId, waiting);
  await put(caller, link, waiting);
  const artifact = await app.service.artifacts.store(
    {
      orgId: organization.orgId,
      projectId,
      label: `Map of ${canary}`,
      docType: "gis_export",
      filename: `${canary}.txt`,
      mimeType: "text/plain",
      metadata: {
        crs: { name: "WGS 84", epsg: 4326, unit: "degree" },
        ...{ generated_at: "2026-11-21T09:00:00.000Z", is_synthetic: true, warnings: [], layers: [] },
      },
    },
    pieces(canary),
  );
  return {
    canary,
    orgId: organization.orgId,
    ids: {
      project_id: projectId,
      document_id: String((read.document as { document_id?: unknown } | null)?.document_id),
      turn_id: String(asked.json.turn_id),
      job_id: jobId,
      artifact_id: artifact.id,
      deliverable_id: artifact.id,
      parcel_index: "0",
      user_id: organization.memberId,
    },
  };
}

async function finishedReport(app: ComposedService, key: string, projectId: string) {
  const body = { report_type: "due_diligence" };
  const { json: begun } = await app.call("POST", `/v1/projects/${projectId}/reports`, { key, body });
  for (let tries = 0; tries < 600; tries++) {
    const { json } = await app.call("GET", `/v1/runs/${begun.run_id}`, { key });
    if (json.status !== "queued" && json.status !== "running") return begun;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the report did not end");
}

async function* pieces(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}
