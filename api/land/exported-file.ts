import type { LinkedArtifact } from "../delivery/artifacts/artifacts.service.ts";

/** Returns an exported file as callers see it: with its fresh link, its warnings and what else is known of it. */
export function exportedFileView<Metadata extends object>(linked: LinkedArtifact) {
  const { warnings, ...metadata } = linked.metadata as unknown as Metadata & { readonly warnings: string[] };
  return {
    artifact_id: linked.artifactId,
    filename: linked.filename,
    mime_type: linked.mimeType,
    download_url: linked.downloadUrl,
    expires_at: linked.expiresAt.toISOString(),
    warnings,
    metadata: metadata as unknown as Metadata,
  };
}
