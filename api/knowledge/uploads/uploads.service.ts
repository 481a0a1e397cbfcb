import { declarableMediaTypes, promisedType, readableInWords, sweepUnreachable } from "../../../ingest/index.ts";
import { type Database, newId, type Queryable } from "../../../migrations/index.ts";
import { recordAudit } from "../../access/audit/audit.repository.ts";
import { principalActor } from "../../access/audit/audit-event.ts";
import { mintAuditedLink } from "../../access/audit/audited-links.ts";
import type { IdempotencyHandle } from "../../http/operation.ts";
import type { Principal } from "../../http/principal.ts";
import { problem, validationProblem } from "../../http/problem.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { FileStore, SenderPace } from "../../storage/file-store.ts";
import { documentView } from "../document.model.ts";
import { findLiveDocument } from "../document.repository.ts";
import { findOwnDocument } from "../project-corpora.repository.ts";
import type { GetVisibleProject } from "../project-gate.ts";
import { type ArrivingFile, receiveUpload } from "./receive-upload.ts";
import { ingestJob } from "./uploads.jobs.ts";
import {
  type FinalizeBody,
  type FinalizedView,
  type InitiateBody,
  type InitiatedView,
  maxUploadBytes,
  type UploadStatus,
  type UploadView,
} from "./uploads.model.ts";
import * as repository from "./uploads.repository.ts";

export interface UploadsDeps {
  readonly db: Database;
  readonly jobs: Pick<Jobs, "enqueue" | "announce">;
  readonly files: FileStore;
  readonly getVisibleProject: GetVisibleProject;
  /** @throws Problem free_tier_limit when the organization's plan allows no further document of its own */
  readonly assertDocumentAllowed: (transaction: Queryable, orgId: string) => Promise<void>;
  /** Finds a job that brings a document in on another way than an upload; undefined when the caller sees none. */
  readonly findOtherIngest?: (principal: Principal, jobId: string) => Promise<UploadView | undefined>;
  /** Of the links; without a final slash. */
  readonly baseUrl: string;
  /** How long a sender may take, how slowly it may send, and its longest silence: 60 s by default. */
  readonly pace?: Partial<SenderPace>;
}

/** What callers can do with uploads; an upload of a project that they may not see is `not_found`. */
export interface Uploads {
  initiate(
    principal: Principal,
    body: InitiateBody,
    idempotency: IdempotencyHandle | undefined,
  ): Promise<InitiatedView>;
  /**
   * Returns a new link for an upload that was initiated before.
   *
   * @throws Problem not_found when the caller lost access to its project
   */
  relink(principal: Principal, jobId: string): Promise<InitiatedView>;
  receive(arriving: ArrivingFile): Promise<void>;
  finalize(principal: Principal, jobId: string, body: FinalizeBody): Promise<FinalizedView>;
  get(principal: Principal, jobId: string): Promise<UploadView>;
  /** Expires uploads that were never finished and deletes files that nobody needs; returns the number of both. */
  sweep(): Promise<number>;
}

const dayMs = 24 * 60 * 60_000;
const notFound = () => problem("not_found", { detail: "No upload of yours has that id." });

/** Makes the uploads of the service. */
export function makeUploads(deps: UploadsDeps): Uploads {
  const { db, files, jobs } = deps;

  async function linkTo(principal: Principal, jobId: string, filename: string): Promise<InitiatedView> {
    const { orgId } = principal;
    const link = await mintAuditedLink(db, {
      direction: "upload",
      orgId,
      targetId: jobId,
      minter: principal,
      filename,
    });
    return {
      job_id: jobId,
      upload_url: `${deps.baseUrl}/v1/uploads/content/${link.token}`,
      expires_at: link.expiresAt.toISOString(),
      transport: "legacy",
      max_size_bytes: maxUploadBytes,
    };
  }

  /** Users who lost access to the project get no new link. */
  async function relink(principal: Principal, jobId: string): Promise<InitiatedView> {
    const upload = await repository.findVisibleProgress(db, principal, jobId);
    if (!upload) throw notFound();
    return linkTo(principal, jobId, upload.filename);
  }

  return {
    async initiate(principal, body, idempotency) {
      // An earlier attempt under the same key got as far as this.
      if (idempotency?.reference !== undefined) return relink(principal, idempotency.reference);
      const { orgId } = await deps.getVisibleProject(principal, body.project_id);
      const upload = newUpload(principal, orgId, body);
      await db.transaction(async (transaction) => {
        await assertRoom(transaction, orgId, upload.projectId, upload.replacesDocumentId);
        await repository.insertUpload(transaction, upload);
        await idempotency?.saveReference(upload.jobId);
      });
      return linkTo(principal, upload.jobId, upload.filename);
    },
    relink,
    receive: (arriving) => receiveUpload({ db, files, pace: { idleTimeoutMs: 60_000, ...deps.pace } }, arriving),
    async finalize(principal, jobId, body) {
      const upload = await db.transaction(async (transaction) => {
        const found = await repository.lockVisibleUpload(transaction, principal, jobId);
        if (!found) throw notFound();
        if (found.finalized_at === null) {
          await assertRoom(transaction, found.org_id, found.project_id, found.replaces_document_id);
          await queueIngest(transaction, jobs, found, body);
          await recordAudit(transaction, {
            organizationId: found.org_id,
            actor: principalActor(principal),
            action: "document-added",
            target: found.project_id,
            details: { upload: jobId, filename: found.filename },
          });
        }
        return found;
      });
      if (upload.finalized_at === null) jobs.announce(jobId);
      const status = upload.finalized_at === null ? "queued" : (await progress(principal, jobId)).status;
      return { job_id: jobId, status, project_id: upload.project_id, poll: `/v1/uploads/${jobId}` };
    },
    get: progress,
    async sweep() {
      const before = new Date(Date.now() - dayMs);
      const left = [...(await repository.expireStale(db, before)), ...(await repository.releaseFailed(db, before))];
      for (const { storage_key } of left) if (storage_key !== null) await files.delete(storage_key).catch(() => {});
      return left.length + (await sweepUnreachable(db, dayMs));
    },
  };

  /** Refuses a document that the plan has no room for, and a revision of one that is not the project's own. */
  async function assertRoom(
    transaction: Queryable,
    orgId: string,
    projectId: string,
    replaces: string | null,
  ): Promise<void> {
    if (replaces === null) await deps.assertDocumentAllowed(transaction, orgId);
    else if ((await findOwnDocument(transaction, projectId, replaces)) === undefined) {
      const message = "is no document that was brought into this project: list its documents, or leave it out";
      throw validationProblem([{ field: "replaces_document_id", code: "not_found", message }]);
    }
  }

  async function progress(principal: Principal, jobId: string): Promise<UploadView> {
    const row = await repository.findVisibleProgress(db, principal, jobId);
    if (!row) {
      const other = await deps.findOtherIngest?.(principal, jobId);
      if (other) return other;
      throw notFound();
    }
    const status = statusOf(row);
    const isReady = status === "ready" && row.document_id !== null;
    const document = isReady ? await findLiveDocument(db, row.project_id, row.document_id ?? "") : undefined;
    return {
      job_id: jobId,
      project_id: row.project_id,
      filename: row.filename,
      status,
      percent: row.percent ?? 0,
      stage: stageOf(row, status),
      document: document ? documentView(document) : null,
      error: status === "failed" ? failureOf(row) : null,
      warnings: row.is_duplicate ? [duplicateWarning] : [],
    };
  }
}

const duplicateWarning = {
  code: "already_indexed",
  message: "The same file was indexed before; this upload points to the document that is already there.",
};

function newUpload(principal: Principal, orgId: string, body: InitiateBody): repository.NewUpload {
  const filename = harmlessName(body.filename);
  if (filename === "") {
    throw validationProblem([{ field: "filename", code: "wrong_format", message: "must be the name of a file" }]);
  }
  if ([undefined, "unreadable"].includes(promisedType(body.mime_type, filename))) {
    throw problem("unsupported_file_type", {
      detail: `Files of the type ${body.mime_type.slice(0, 100)} cannot be read. Accepted are ${readableInWords}.`,
      accepted: declarableMediaTypes,
      errors: [{ field: "mime_type", code: "not_allowed", message: `must be of ${readableInWords}` }],
    });
  }
  if (body.size_bytes > maxUploadBytes) {
    const detail = `size_bytes is ${body.size_bytes}; the maximum is ${maxUploadBytes} (200 MiB).`;
    throw problem("upload_too_large", { detail, max_size_bytes: maxUploadBytes });
  }
  return {
    jobId: newId("job"),
    orgId,
    projectId: body.project_id,
    credentialId: principal.credentialId,
    filename,
    mimeType: body.mime_type,
    size: body.size_bytes,
    sha256: body.sha256?.toLowerCase() ?? null,
    title: body.title?.trim() ?? "",
    category: body.category ?? "document",
    replacesDocumentId: body.replaces_document_id ?? null,
  };
}

/** Returns the last part of a name, without characters that control a terminal, a path or the direction of text. */
export function harmlessName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  const plain = last.replaceAll(/[\p{Cc}\p{Cf}]/gu, "").trim();
  return /^\.*$/.test(plain) ? "" : plain;
}

/** Compares the file that arrived with its declaration, and enqueues its ingest. */
async function queueIngest(
  transaction: Queryable,
  jobs: UploadsDeps["jobs"],
  upload: repository.UploadRow,
  body: FinalizeBody,
): Promise<void> {
  if (upload.storage_key === null || upload.expired_at !== null) {
    throw objectMissing(upload);
  }
  if (upload.received_size !== upload.declared_size) {
    throw problem("upload_mismatch", {
      detail: `${upload.declared_size} bytes were declared and ${upload.received_size} arrived.`,
      declared_size_bytes: upload.declared_size,
      received_size_bytes: upload.received_size,
    });
  }
  const declared = [upload.declared_sha256, body.sha256?.toLowerCase() ?? null].filter((hash) => hash !== null);
  if (declared.some((hash) => hash !== upload.received_sha256)) {
    throw problem("upload_mismatch", {
      detail: "The bytes that arrived do not have the declared SHA-256.",
      received_sha256: upload.received_sha256,
    });
  }
  await repository.markFinalized(transaction, upload.job_id);
  await jobs.enqueue(
    transaction,
    ingestJob,
    { job_id: upload.job_id },
    { jobId: upload.job_id, orgId: upload.org_id, projectId: upload.project_id },
  );
}

/** After a refusal or an expiry, the usual recovery (a new link by the same body) does not help. */
function objectMissing(upload: repository.UploadRow) {
  const poll = `/v1/uploads/${upload.job_id}`;
  const startOver = (what: string) => ({ action: `Initiate a new upload with a new Idempotency-Key${what}.` });
  if (upload.expired_at !== null) {
    const detail = "The file was not sent and finalized in time.";
    return problem("upload_object_missing", { poll, detail, recovery: startOver("") });
  }
  if (upload.refusal !== null) {
    const detail = `The file that was sent was refused: ${upload.refusal.detail}`;
    const recovery = startOver(" and with mime_type, size_bytes and sha256 of the file as it is");
    return problem("upload_object_missing", { poll, detail, recovery });
  }
  return problem("upload_object_missing", { poll });
}

function statusOf(row: repository.UploadProgressRow): UploadStatus {
  if (row.state === null) return row.refusal !== null || row.expired_at !== null ? "failed" : "created";
  if (row.state === "queued") return "queued";
  if (row.state === "running") return "processing";
  return row.state === "succeeded" ? "ready" : "failed";
}

function stageOf(row: repository.UploadProgressRow, status: UploadStatus): string {
  if (status === "created") return row.storage_key === null ? "waiting for the file" : "waiting to be finalized";
  if (status === "queued" || status === "failed") return status;
  return row.stage === "" || row.stage === null ? "starting" : row.stage;
}

function failureOf(row: repository.UploadProgressRow): repository.Refusal {
  const expired = { code: "upload_expired", detail: "The file was not sent and finalized in time. Upload it again." };
  return row.error ?? row.refusal ?? expired;
}
