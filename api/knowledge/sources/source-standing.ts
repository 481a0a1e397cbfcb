import type { Readiness } from "../projects/projects.model.ts";
import type { UploadView } from "../uploads/uploads.model.ts";
import { isMapFile } from "./gis-links.ts";
import { filenameOf, shownAddress } from "./source-address.ts";
import type { SourceStandingRow } from "./sources.repository.ts";

/** What a project's poll shows of its sources. */
export interface SourceReadiness {
  readonly sources: Readiness["supplemental_sources"];
  readonly advisories: Readiness["advisories"];
}

/** How a source can stand. */
export type SourceStatus =
  | "queued"
  | "ingesting"
  | "ready"
  | "publisher_blocked"
  | "needs_confirmation"
  | "rejected"
  | "failed";

/** How a source stands: by its refusal where nothing was dispatched, else by its job. */
export function statusOf(row: SourceStandingRow): SourceStatus {
  if (row.refusal) return row.refusal.status;
  if (row.state === "queued" || row.state === null) return "queued";
  if (row.state === "running") return "ingesting";
  if (row.state === "succeeded") return "ready";
  return row.error?.code === "publisher_blocked" ? "publisher_blocked" : "failed";
}

/** What failed or was never fetched may be added again; anything else is in the project, or on its way. */
export const isThere = (row: SourceStandingRow) => ["queued", "ingesting", "ready"].includes(statusOf(row));

const severities: Readonly<Partial<Record<SourceStatus, "info" | "warning">>> = {
  failed: "warning",
  publisher_blocked: "warning",
  needs_confirmation: "info",
  rejected: "warning",
};

/** Writes the sources of a project as its poll shows them; one that could not be had is an advisory and nothing worse. */
export function sourceReadiness(rows: readonly SourceStandingRow[]): SourceReadiness {
  const sources = rows.map((row) => ({
    source_id: row.id,
    lane: row.lane,
    title: titleOf(row),
    url: shownAddress(row.url),
    status: statusOf(row),
    detail: detailOf(row),
  }));
  const advisories = sources.flatMap(({ status, title, detail }) => {
    const severity = severities[status];
    if (severity === undefined) return [];
    return [{ code: `source_${status}`, severity, detail: `"${title}" was not added: ${detail ?? ""}` }];
  });
  return { sources, advisories };
}

/** What a person knows the source by. */
export const titleOf = (row: SourceStandingRow) =>
  row.title || (isService(row) ? `Map service of ${new URL(row.url).host}` : filenameOf(row.url));

const isService = ({ lane, url }: SourceStandingRow) => lane === "gis" && !isMapFile(new URL(url));

const jobStatuses = {
  queued: "queued",
  running: "processing",
  succeeded: "ready",
  failed: "failed",
  canceled: "failed",
} as const;

/** Writes how far a source's job is, as the status of an upload is written. */
export function ingestView(row: SourceStandingRow, jobId: string, document: UploadView["document"]): UploadView {
  const status = jobStatuses[row.state ?? "queued"];
  const isStill = status === "queued" || status === "failed";
  const warnings = row.is_duplicate ? [{ code: "already_indexed", message: sameFile }] : [];
  return {
    job_id: jobId,
    project_id: row.project_id,
    filename: filenameOf(row.url),
    status,
    percent: row.percent ?? 0,
    stage: isStill ? status : row.stage || "starting",
    document,
    error: status === "failed" ? (row.error ?? canceled) : null,
    warnings,
  };
}

const sameFile = "The same file was indexed before; this source leads to it.";
const canceled = { code: "canceled", detail: "The work was canceled." };

const registeredBefore = "The service was registered in this jurisdiction before.";

function detailOf(row: SourceStandingRow): string | null {
  if (row.refusal) return row.refusal.detail;
  if (row.state === "failed" || row.state === "canceled") return row.error?.detail ?? null;
  if (!row.is_duplicate) return null;
  return isService(row) ? registeredBefore : sameFile;
}
