import { type Database, newId } from "../../../migrations/index.ts";
import { mintAuditedLink } from "../../access/audit/audited-links.ts";
import type { Page } from "../../http/pagination.ts";
import type { Principal } from "../../http/principal.ts";
import { problem } from "../../http/problem.ts";
import type { ArtifactSummary } from "../../knowledge/messages/messages.model.ts";
import type { GetVisibleProject } from "../../knowledge/project-gate.ts";
import type { FileStore } from "../../storage/file-store.ts";
import type { ArtifactListItem, ArtifactView, DeliverableLinkView, DeliverableView } from "./artifacts.model.ts";
import * as repository from "./artifacts.repository.ts";

/** A file that the service has made, before it is stored. */
export interface NewArtifact {
  readonly orgId: string;
  readonly projectId: string;
  /** What a person calls it: "Due-diligence report". */
  readonly label: string;
  /** Its kind: "due_diligence", "map", "gis_export". */
  readonly docType: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly runId?: string;
  readonly tool?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A file as the operation that makes such files tells of it, with a fresh link. */
export interface LinkedArtifact {
  readonly artifactId: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly downloadUrl: string;
  readonly expiresAt: Date;
}

/** Files that the service made for a project, and the links to them. */
export interface Artifacts {
  /**
   * Stores a file whole, or not at all.
   *
   * @throws StorageRefused when it is larger than 200 MiB or its stream breaks off
   */
  store(artifact: NewArtifact, content: AsyncIterable<Uint8Array>): Promise<repository.ArtifactRow>;
  list(
    principal: Principal,
    projectId: string,
    page: Page,
  ): Promise<{ items: ArtifactListItem[]; lastId: string | undefined }>;
  /** Describes a file of one kind and mints a fresh link; a file of another kind is not found. */
  withLink(principal: Principal, projectId: string, artifactId: string, docType: string): Promise<LinkedArtifact>;
  /** Mints a fresh link. */
  get(principal: Principal, projectId: string, artifactId: string): Promise<ArtifactView>;
  listDeliverables(
    principal: Principal,
    projectId: string,
    page: Page,
  ): Promise<{ items: DeliverableView[]; lastId: string | undefined }>;
  /** Mints no link. */
  getDeliverable(principal: Principal, projectId: string, deliverableId: string): Promise<DeliverableView>;
  link(principal: Principal, projectId: string, deliverableId: string): Promise<DeliverableLinkView>;
  /**
   * Returns files of a project by their ids as a turn shows them; those that are gone are missing. With `links`, each
   * gets a fresh one-time link when the principal may read files.
   */
  summaries(
    principal: Principal,
    projectId: string,
    asked: { readonly ids: readonly string[]; readonly links: boolean },
  ): Promise<ReadonlyMap<string, ArtifactSummary>>;
  /** Returns a file of a project with its bytes, for work of the service itself; undefined when it is gone. */
  read(
    projectId: string,
    artifactId: string,
  ): Promise<{ readonly artifact: repository.ArtifactRow; readonly bytes: Uint8Array } | undefined>;
}

export interface ArtifactsDeps {
  readonly db: Database;
  readonly files: FileStore;
  readonly getVisibleProject: GetVisibleProject;
  readonly baseUrl: string;
}

const maxBytes = 200 * 1024 * 1024;
const idleTimeoutMs = 60_000;

/** Makes the artifacts of the service. */
export function makeArtifacts({ db, files, getVisibleProject, baseUrl }: ArtifactsDeps): Artifacts {
  async function find(principal: Principal, projectId: string, artifactId: string): Promise<repository.ArtifactRow> {
    await getVisibleProject(principal, projectId);
    const artifact = await repository.findArtifact(db, projectId, artifactId);
    if (!artifact) throw noSuchFile();
    return artifact;
  }

  async function mint(principal: Principal, artifact: repository.ArtifactRow) {
    const { org_id: orgId, id: targetId, filename } = artifact;
    const link = { direction: "download", orgId, targetId, minter: principal, filename } as const;
    const { token, expiresAt } = await mintAuditedLink(db, link);
    return { url: `${baseUrl}/v1/downloads/${token}`, expiresAt };
  }

  async function pageOf(principal: Principal, projectId: string, page: Page) {
    await getVisibleProject(principal, projectId);
    const rows = await repository.listArtifacts(db, projectId, page);
    const shown = rows.slice(0, page.limit);
    return { shown, lastId: rows.length > page.limit ? shown.at(-1)?.id : undefined };
  }

  return {
    async store(artifact, content) {
      const stored = await files.put(content, { maxBytes, idleTimeoutMs });
      try {
        return await repository.insertArtifact(db, {
          id: newId("artifact"),
          org_id: artifact.orgId,
          project_id: artifact.projectId,
          label: artifact.label,
          doc_type: artifact.docType,
          filename: artifact.filename,
          mime_type: artifact.mimeType,
          size_bytes: stored.size,
          sha256: stored.sha256,
          storage_key: stored.key,
          run_id: artifact.runId ?? null,
          tool: artifact.tool ?? null,
          metadata: artifact.metadata ?? null,
        });
      } catch (error) {
        await files.delete(stored.key).catch(() => {});
        throw error;
      }
    },
    async list(principal, projectId, page) {
      const { shown, lastId } = await pageOf(principal, projectId, page);
      return { items: shown.map(listItem), lastId };
    },
    async withLink(principal, projectId, artifactId, docType) {
      const artifact = await find(principal, projectId, artifactId);
      if (artifact.doc_type !== docType) throw noSuchFile();
      const { id, filename, mime_type: mimeType, metadata } = artifact;
      const { url: downloadUrl, expiresAt } = await mint(principal, artifact);
      return {
        artifactId: id,
        filename,
        mimeType,
        metadata: metadata ?? {},
        downloadUrl,
        expiresAt,
      };
    },
    async get(principal, projectId, artifactId) {
      const artifact = await find(principal, projectId, artifactId);
      const { id, filename, mime_type } = artifact;
      return { artifact_id: id, filename, mime_type, download_url: (await mint(principal, artifact)).url };
    },
    async listDeliverables(principal, projectId, page) {
      const { shown, lastId } = await pageOf(principal, projectId, page);
      return { items: shown.map(deliverableView), lastId };
    },
    getDeliverable: async (principal, projectId, deliverableId) =>
      deliverableView(await find(principal, projectId, deliverableId)),
    async link(principal, projectId, deliverableId) {
      const { url, expiresAt } = await mint(principal, await find(principal, projectId, deliverableId));
      return { url, expires_at: expiresAt.toISOString(), single_use: true };
    },
    async summaries(principal, projectId, { ids, links }) {
      const summaries = new Map<string, ArtifactSummary>();
      if (ids.length === 0) return summaries;
      await getVisibleProject(principal, projectId);
      const mayLink = links && principal.scopes.has("artifact:read");
      for (const row of await repository.findArtifacts(db, projectId, ids)) {
        const link = mayLink ? await mint(principal, row) : undefined;
        summaries.set(row.id, artifactSummary(row, link));
      }
      return summaries;
    },
    async read(projectId, artifactId) {
      const artifact = await repository.findArtifact(db, projectId, artifactId);
      if (!artifact) return undefined;
      const content = await files.open(artifact.storage_key);
      return { artifact, bytes: new Uint8Array(await new Response(content).arrayBuffer()) };
    },
  };
}

const noSuchFile = () => problem("not_found", { detail: "The project has no such file." });

function listItem(row: repository.ArtifactRow): ArtifactListItem {
  const { id, filename, mime_type, doc_type, created_at } = row;
  return { artifact_id: id, filename, mime_type, doc_type, created_at: created_at.toISOString() };
}

function artifactSummary(row: repository.ArtifactRow, link?: { url: string; expiresAt: Date }): ArtifactSummary {
  const { id, label, filename, mime_type, doc_type, size_bytes, tool } = row;
  return {
    artifact_id: id,
    label,
    filename,
    download_url: link?.url ?? "",
    mime_type,
    expires_at: link?.expiresAt.toISOString() ?? null,
    summary: { doc_type, size_bytes },
    tool,
  };
}

function deliverableView(row: repository.ArtifactRow): DeliverableView {
  const { id, filename, mime_type, doc_type, size_bytes, sha256, created_at, run_id } = row;
  return {
    deliverable_id: id,
    filename,
    mime_type,
    doc_type,
    size_bytes,
    sha256,
    created_at: created_at.toISOString(),
    run_id,
  };
}
