import type { PlainRoute } from "../../http/app.ts";
import { html } from "../../http/pages/html.ts";
import { Problem } from "../../http/problem.ts";
import type { Deleter, Deletion } from "../../knowledge/deletion/deletion.service.ts";
import type { DocumentView } from "../../knowledge/document.model.ts";
import type { Documents } from "../../knowledge/documents/documents.service.ts";
import type { ProjectListItem, ProjectView } from "../../knowledge/projects/projects.model.ts";
import type { Projects } from "../../knowledge/projects/projects.service.ts";
import { type Caller, sessionActor } from "../sessions/passwords.service.ts";
import type { Session } from "../sessions/sessions.service.ts";
import { accountPage } from "./account-page.ts";
import { confirmPage } from "./confirm-page.ts";
import { PageRefused, pageNotFound } from "./page-refused.ts";
import { type PageRoutes, redirect } from "./page-routes.ts";
import { pager } from "./wallet-pages.ts";
import { table, time } from "./widgets.ts";
import { noticeOf } from "./words.ts";

/** What the pages of projects show and change. */
export interface ProjectsPagesDeps {
  readonly projects: Pick<Projects, "list" | "get">;
  readonly documents: Pick<Documents, "list">;
  readonly deletion: Deletion;
}

const rowsOnPage = 25;
const mostDocuments = 100;

const statusNames: Readonly<Record<string, string>> = {
  bootstrapping: "Being set up",
  ready: "Ready",
  zoning_verification_required: "Zoning to be verified",
  failed: "Set-up failed",
};

const kindNames: Readonly<Record<string, string>> = {
  ordinance: "Governing ordinance",
  supplemental: "Supplemental law",
  upload: "Document",
  gis: "Map data",
};

/** Declares the pages of projects: their documents, and the deletion of both. */
export function projectsPages(pages: PageRoutes, deps: ProjectsPagesDeps): PlainRoute[] {
  const { projects, documents, deletion } = deps;
  const pathOf = (projectId: string | undefined) => `/account/projects/${projectId}`;

  async function projectOf(session: Session, projectId: string | undefined): Promise<ProjectView> {
    return asPage("project", () => projects.get(viewerOf(session), projectId ?? ""));
  }

  async function documentOf(session: Session, params: Readonly<Record<string, string>>): Promise<DocumentView> {
    const { items } = await asPage("project", () => listDocuments(session, params.project_id ?? ""));
    const found = items.find((item) => item.document_id === params.document_id);
    if (!found) throw pageNotFound("document");
    return found;
  }

  const listDocuments = (session: Session, projectId: string) =>
    documents.list(viewerOf(session), projectId, { limit: mostDocuments, offset: 0, beforeId: undefined });

  return [
    pages.page("/account/projects", async ({ session, url }) => {
      const before = url.searchParams.get("before");
      const page = { limit: rowsOnPage, offset: 0, beforeId: before ?? undefined };
      const { items, lastId } = await projects.list(viewerOf(session), page);
      return listPage(session, { items, before, next: lastId ?? null, notice: noticeOf(url) });
    }),
    pages.page("/account/projects/{project_id}", async ({ session, params, url }) => {
      const project = await projectOf(session, params.project_id);
      const { items } = await asPage("project", () => listDocuments(session, project.project_id));
      return projectPage(session, project, items, noticeOf(url));
    }),
    pages.page("/account/projects/{project_id}/delete", async ({ session, params }) => {
      const project = await projectOf(session, params.project_id);
      return confirmPage(session, {
        current: "projects",
        question: `Delete ${project.name}?`,
        consequence:
          "Its documents, answers, reports and files are removed, running work ends, and unused links stop working. The ledger and the audit log keep their entries. This cannot be undone.",
        action: `${pathOf(project.project_id)}/delete`,
        button: "Delete project",
        cancel: pathOf(project.project_id),
      });
    }),
    pages.form("/account/projects/{project_id}/delete", async ({ session, params, caller }) => {
      await asPage("project", () => deletion.deleteProject(deleterOf(session, caller), params.project_id ?? ""));
      return redirect("/account/projects?notice=project-deleted");
    }),
    pages.page("/account/projects/{project_id}/documents/{document_id}/delete", async ({ session, params }) => {
      const document = await documentOf(session, params);
      const project = pathOf(params.project_id);
      return confirmPage(session, {
        current: "projects",
        question: `Delete ${document.title}?`,
        consequence:
          "Its text and its file are removed from this project. Earlier answers keep the words they quoted. This cannot be undone.",
        action: `${project}/documents/${document.document_id}/delete`,
        button: "Delete document",
        cancel: project,
      });
    }),
    pages.form("/account/projects/{project_id}/documents/{document_id}/delete", async ({ session, params, caller }) => {
      const { project_id: projectId = "", document_id: documentId = "" } = params;
      const deleter = deleterOf(session, caller);
      await asPage("document", () => deletion.deleteDocument(deleter, projectId, documentId));
      return redirect(`${pathOf(projectId)}?notice=document-deleted`);
    }),
  ];
}

const viewerOf = (session: Session) => ({
  orgId: session.organizationId,
  userId: session.userId,
  role: session.role,
  seesAllProjects: session.role === "owner",
});

const deleterOf = (session: Session, caller: Caller): Deleter => ({
  viewer: viewerOf(session),
  actor: sessionActor(session, caller),
});

/** Turns refusals of the API's services into pages. */
async function asPage<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === "not_found") throw pageNotFound(what);
    if (error.code === "not_project_owner") {
      const detail = "Only the person who created the project and owners of the organization can delete here.";
      throw new PageRefused(403, "Not your project", detail);
    }
    if (error.code === "shared_document") {
      const detail = "The document is part of a published code that other projects search too.";
      throw new PageRefused(409, "Nothing was deleted", detail);
    }
    throw error;
  }
}

interface ProjectsView {
  readonly items: readonly ProjectListItem[];
  readonly before: string | null;
  readonly next: string | null;
  readonly notice: string | null;
}

function listPage(session: Session, { items, before, next, notice }: ProjectsView): Response {
  return accountPage({
    title: "Projects",
    session,
    current: "projects",
    notice: notice ? { tone: "good", text: notice } : null,
    body: html`<h1>Projects</h1>
<p class="lead">${
      session.role === "owner"
        ? `Every project of ${session.organizationName}.`
        : "Projects that you created or that are shared with you."
    } Create one with <a href="/docs#createProject">POST /v1/projects</a> or from a connected app.</p>
<section class="card" aria-label="Projects">
${table<ProjectListItem>({
  caption: "Projects",
  rows: items,
  empty: "There is no project yet.",
  columns: [
    {
      name: "Project",
      cell: (row) => html`<a href="/account/projects/${row.project_id}"><b>${row.name}</b></a>`,
    },
    { name: "State", cell: (row) => statusNames[row.status] ?? row.status },
    { name: "Created, UTC", cell: (row) => time(new Date(row.created_at)) },
  ],
})}
${pager("/account/projects", before, next)}
</section>`,
  });
}

function projectPage(
  session: Session,
  project: ProjectView,
  documents: readonly DocumentView[],
  notice: string | null,
): Response {
  const path = `/account/projects/${project.project_id}`;
  return accountPage({
    title: project.name,
    session,
    current: "projects",
    notice: notice ? { tone: "good", text: notice } : null,
    body: html`<p class="small"><a href="/account/projects">All projects</a></p>
<h1>${project.name}</h1>
<section class="card" aria-label="About this project">
<dl class="facts">
<dt>State</dt><dd>${statusNames[project.status] ?? project.status}</dd>
<dt>Goal</dt><dd>${project.goal_text}</dd>
<dt>Identifier</dt><dd><code>${project.project_id}</code></dd>
<dt>Created</dt><dd>${time(new Date(project.created_at))}</dd>
</dl>
</section>
<section class="card" aria-labelledby="documents">
<h2 id="documents">Documents</h2>
${table<DocumentView>({
  caption: "Documents",
  rows: documents,
  empty: "The project has no documents yet.",
  columns: [
    { name: "Document", cell: (row) => html`<b>${row.title}</b>` },
    { name: "Kind", cell: (row) => kindNames[row.kind] ?? row.kind },
    { name: "Indexed, UTC", cell: (row) => time(new Date(row.indexed_at)) },
    {
      name: "Delete",
      isNameHidden: true,
      cell: (row) =>
        html`<a class="button quiet danger" href="${path}/documents/${row.document_id}/delete">Delete<span class="unseen"> ${row.title}</span></a>`,
    },
  ],
})}
${documents.length < mostDocuments ? "" : html`<p class="soft">The newest ${mostDocuments} are shown; the API lists all.</p>`}
</section>
<section class="card" aria-labelledby="delete">
<h2 id="delete">Delete</h2>
<p class="soft">Removes the project with its documents, answers and files, for good.</p>
<a class="button danger" href="${path}/delete">Delete project</a>
</section>`,
  });
}
