import { readFile } from "node:fs/promises";
import { basename } from "node:path";

/** A request that the service refused, with the problem document it returned. */
export class ServiceRefused extends Error {
  readonly status: number;
  readonly problem: Readonly<Record<string, unknown>>;
  constructor(status: number, problem: Readonly<Record<string, unknown>>) {
    super(`${status} ${String(problem.code ?? "")}: ${String(problem.detail ?? "")}`);
    this.name = "ServiceRefused";
    this.status = status;
    this.problem = problem;
  }
}

/** The members that clients here read of every citation. */
interface CitationMembers {
  readonly marker?: number;
  readonly source_document: string;
  readonly section: string | null;
  readonly heading_path: readonly string[];
  readonly page: number | null;
  readonly printed_page: string | null;
  readonly quote: string;
}

/** A citation of a span of a document. */
export interface PassageCitationView extends CitationMembers {
  /** Absent from citations of servers that cite passages only. */
  readonly kind?: "passage";
  readonly document_id: string;
  readonly document_revision: number;
  readonly char_start: number;
  readonly char_end: number;
}

/** A citation of a fact of the project, which is in no document. */
export interface FactCitationView extends CitationMembers {
  readonly kind: "fact";
  readonly retrieved_at: string | null;
}

/** A citation as the service writes it. */
export type CitationView = PassageCitationView | FactCitationView;

/** An agent turn as the service writes it; the members that clients here read. */
export interface TurnView {
  readonly turn_id: string;
  readonly status: string;
  readonly answer: string;
  readonly answer_status: "answered" | "partial" | "not_located";
  readonly citations: readonly CitationView[];
  readonly credits_charged: number;
}

/** Progress of an upload. */
export interface UploadView {
  readonly job_id: string;
  readonly status: "created" | "queued" | "processing" | "ready" | "failed";
  readonly percent: number;
  readonly stage: string;
  readonly document: { readonly document_id: string; readonly ingest_report: Readonly<Record<string, unknown>> } | null;
  readonly error: { readonly code: string; readonly detail: string } | null;
}

/** A client of a running service over HTTP. */
export interface ServiceClient {
  request<Reply>(method: string, path: string, body?: unknown): Promise<Reply>;
  /** Uploads one file, polls its ingest, and returns its final status, `ready` or `failed`. */
  upload(
    projectId: string,
    path: string,
    options: { mimeType: string; category?: string; title?: string; onProgress?: (upload: UploadView) => void },
  ): Promise<UploadView>;
}

/** Makes a client for the service at a base URL with an API key. */
export function makeServiceClient(baseUrl: string, key: string): ServiceClient {
  async function request<Reply>(method: string, path: string, body?: unknown): Promise<Reply> {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(120_000),
    });
    const text = await response.text();
    const reply = text === "" ? {} : JSON.parse(text);
    if (!response.ok) throw new ServiceRefused(response.status, reply);
    return reply as Reply;
  }

  return {
    request,
    async upload(projectId, path, options) {
      const bytes = await readFile(path);
      const admitted = await request<{ job_id: string; upload_url: string }>("POST", "/v1/uploads/initiate", {
        project_id: projectId,
        filename: basename(path),
        mime_type: options.mimeType,
        size_bytes: bytes.byteLength,
        ...(options.category ? { category: options.category } : {}),
        ...(options.title ? { title: options.title } : {}),
      });
      const put = await fetch(admitted.upload_url, {
        method: "PUT",
        headers: { "content-type": options.mimeType },
        body: bytes,
      });
      if (!put.ok) throw new ServiceRefused(put.status, (await put.json()) as Record<string, unknown>);
      await request("POST", `/v1/uploads/${admitted.job_id}/finalize`, {});
      for (;;) {
        const upload = await request<UploadView>("GET", `/v1/uploads/${admitted.job_id}`);
        options.onProgress?.(upload);
        if (upload.status === "ready" || upload.status === "failed") return upload;
        await new Promise((resolve) => setTimeout(resolve, 1_100));
      }
    },
  };
}
