import type { Database } from "../../../migrations/index.ts";
import { spendAuditedLink } from "../../access/audit/audited-links.ts";
import { lookBehindLink } from "../../http/one-time-links.ts";
import { problem } from "../../http/problem.ts";
import { type FileStore, StorageRefused } from "../../storage/file-store.ts";
import { type ArtifactRow, findDownload } from "../artifacts/artifacts.repository.ts";
import { attachmentHeader } from "./content-disposition.ts";

/** A file on its way out. */
export interface Download {
  readonly headers: Readonly<Record<string, string>> & { readonly "content-type": string };
  readonly content: ReadableStream<Uint8Array>;
}

/** What the bearer of a link can do with it. */
export interface Downloads {
  /**
   * Uses the link up and gives the file; a file that cannot be opened leaves the link as it was.
   *
   * @throws Problem not_found, link_spent, link_expired
   */
  open(token: string): Promise<Download>;
  /** The same headers; the link is not used up. */
  describe(token: string): Promise<Download["headers"]>;
}

/** Makes the downloads of the service. */
export function makeDownloads({ db, files }: { readonly db: Database; readonly files: FileStore }): Downloads {
  async function behind(token: string): Promise<ArtifactRow> {
    const { targetId } = await lookBehindLink(db, token, "download");
    const artifact = await findDownload(db, targetId);
    if (!artifact) throw gone();
    return artifact;
  }

  return {
    describe: async (token) => headersOf(await behind(token)),
    async open(token) {
      const artifact = await behind(token);
      const content = await files.open(artifact.storage_key).catch((error: unknown) => {
        throw error instanceof StorageRefused && error.code === "storage.missing" ? gone() : error;
      });
      try {
        await spendAuditedLink(db, token, { direction: "download", filename: artifact.filename });
      } catch (error) {
        await content.cancel().catch(() => {});
        throw error;
      }
      return { headers: headersOf(artifact), content };
    },
  };
}

const gone = () => problem("not_found", { detail: "The file behind this link is no longer there." });

/** A downloaded page or drawing must not run in the service's own origin. */
function headersOf(artifact: ArtifactRow): Download["headers"] {
  return {
    "content-type": artifact.mime_type,
    "content-length": String(artifact.size_bytes),
    "content-disposition": attachmentHeader(artifact.filename),
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "cache-control": "private, no-store",
    "accept-ranges": "none",
  };
}
