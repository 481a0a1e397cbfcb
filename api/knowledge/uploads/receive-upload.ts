import { DocumentUnreadable, detectMediaType, plainMediaType } from "../../../ingest/index.ts";
import type { Database } from "../../../migrations/index.ts";
import { spendAuditedLink } from "../../access/audit/audited-links.ts";
import { lookBehindLink } from "../../http/one-time-links.ts";
import { problem } from "../../http/problem.ts";
import { type FileStore, type SenderPace, StorageRefused, type StoredFile } from "../../storage/file-store.ts";
import { publicCode } from "../document-failure.ts";
import { maxUploadBytes } from "./uploads.model.ts";
import * as repository from "./uploads.repository.ts";

/** An upload request: its link, headers and body. */
export interface ArrivingFile {
  readonly token: string;
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array> | null;
}

export interface ReceiveDeps {
  readonly db: Database;
  readonly files: FileStore;
  readonly pace: SenderPace;
}

/**
 * Stores the bytes sent to a one-time link. What can be refused before the first byte is refused without using up the
 * link. Reading stops at the declared size.
 *
 * @throws Problem not_found, link_spent, link_expired, unsupported_media_type, upload_too_large, upload_mismatch, upload_timeout
 */
export async function receiveUpload(deps: ReceiveDeps, arriving: ArrivingFile): Promise<void> {
  const { db, files } = deps;
  const link = await lookBehindLink(db, arriving.token, "upload");
  const upload = await repository.findUpload(db, link.targetId);
  if (!upload || upload.expired_at) throw problem("link_expired", { detail: "This upload has expired." });
  if (upload.finalized_at) throw problem("link_spent", { detail: "This upload has been finalized." });
  assertHeaders(arriving.headers, upload);
  await spendAuditedLink(db, arriving.token, { direction: "upload", filename: upload.filename });
  const { file, mediaType } = await store(deps, upload, arriving);
  const { isTaken, replacedKey } = await repository
    .recordArrival(db, { jobId: upload.job_id, key: file.key, size: file.size, sha256: file.sha256, mediaType })
    .catch(async (error: unknown) => {
      await files.delete(file.key);
      throw error;
    });
  if (!isTaken) {
    await files.delete(file.key);
    throw problem("link_spent", { detail: "This upload was finalized while the file arrived." });
  }
  // A file that cannot be deleted now is an orphan, which the sweep deletes.
  if (replacedKey !== null) await files.delete(replacedKey).catch(() => {});
}

function assertHeaders(headers: Headers, upload: repository.UploadRow): void {
  const declared = plainMediaType(upload.declared_mime_type);
  const sent = plainMediaType(headers.get("content-type") ?? "");
  if (sent !== declared) {
    const given = sent === "" ? "no Content-Type" : `the Content-Type ${sent}`;
    throw problem("unsupported_media_type", {
      detail: `The upload was declared as ${declared}, but was sent with ${given}. The link can still be used.`,
      recovery: {
        action: `Send the file with Content-Type: ${declared}. If that is not its type, initiate a new upload with the right mime_type.`,
      },
    });
  }
  if ((headers.get("content-encoding") ?? "identity").toLowerCase() !== "identity") {
    throw problem("unsupported_media_type", { detail: "Send the file itself, without a Content-Encoding." });
  }
  const length = headers.get("content-length");
  if (length === null) return;
  if (Number(length) > maxUploadBytes) throw problem("upload_too_large", { max_size_bytes: maxUploadBytes });
  if (Number(length) > upload.declared_size) {
    throw problem("upload_mismatch", {
      detail: `${upload.declared_size} bytes were declared and Content-Length is ${length}. The link can still be used.`,
      declared_size_bytes: upload.declared_size,
      received_size_bytes: Number(length),
    });
  }
}

async function store(
  { db, files, pace }: ReceiveDeps,
  upload: repository.UploadRow,
  arriving: ArrivingFile,
): Promise<{ file: StoredFile; mediaType: string }> {
  let mediaType = plainMediaType(upload.declared_mime_type);
  const inspect = (head: Uint8Array) => {
    // An empty file has no type to check; its size or its ingest refuses it.
    if (head.length > 0) mediaType = detectMediaType(head, upload.declared_mime_type, upload.filename);
  };
  try {
    const body = arriving.body ?? new Blob([]).stream();
    const file = await files.put(body, { ...pace, maxBytes: upload.declared_size, inspect });
    return { file, mediaType };
  } catch (error) {
    if (error instanceof DocumentUnreadable) {
      await repository.recordRefusal(db, upload.job_id, { code: publicCode(error), detail: error.detail });
      const recovery = { action: recoveryFrom(error) };
      const members = { detail: error.detail, reason: publicCode(error), recovery };
      throw problem("unsupported_media_type", members, { cause: error });
    }
    if (error instanceof StorageRefused && error.code === "storage.too-large") {
      const detail = `${upload.declared_size} bytes were declared and more arrived.`;
      await repository.recordRefusal(db, upload.job_id, { code: "upload_mismatch", detail });
      throw problem("upload_mismatch", { detail, declared_size_bytes: upload.declared_size }, { cause: error });
    }
    if (error instanceof StorageRefused && (error.code === "storage.idle" || error.code === "storage.too-slow")) {
      const internals = { cause: error, headers: { connection: "close" } };
      throw problem("upload_timeout", { detail: `The upload was given up: ${error.message}.` }, internals);
    }
    if (error instanceof StorageRefused && error.code === "storage.interrupted") {
      throw problem("upload_timeout", { detail: "The file stopped arriving before its end." }, { cause: error });
    }
    if (error instanceof Error && "code" in error && error.code === "storage.unavailable") throw notStored(error);
    throw error;
  }
}

/** The link is used up, and the same Idempotency-Key leads to the same declaration. */
function recoveryFrom({ mediaType }: DocumentUnreadable): string {
  return mediaType === undefined
    ? "Initiate a new upload, with a new Idempotency-Key, for a file of an accepted type."
    : `Initiate a new upload of the file with mime_type ${mediaType} and a new Idempotency-Key.`;
}

/** The link is used up by now, so the same request cannot be retried as after any other outage. */
const notStored = (cause: unknown) =>
  problem(
    "service_unavailable",
    {
      detail: "The file could not be stored at the moment, and its link is used up.",
      retry_after_seconds: 5,
      recovery: { action: "After the wait, initiate again with the same body and Idempotency-Key for a fresh link." },
    },
    { cause },
  );
