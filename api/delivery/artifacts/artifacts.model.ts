import { type Static, Type } from "@sinclair/typebox";
import { pageMembers } from "../../http/pagination.ts";

/** A ready file, as the list of artifacts shows it; a link is minted on request. */
export const ArtifactListItem = Type.Object(
  {
    artifact_id: Type.String(),
    filename: Type.String(),
    mime_type: Type.String(),
    doc_type: Type.String(),
    created_at: Type.String(),
  },
  { $id: "V1ArtifactListItem" },
);
export type ArtifactListItem = Static<typeof ArtifactListItem>;

/** One page of artifacts. */
export const ArtifactListView = Type.Object(
  { artifacts: Type.Array(ArtifactListItem), ...pageMembers },
  { $id: "V1ArtifactListResponse" },
);

/** A file with a fresh one-time link to it. */
export const ArtifactView = Type.Object(
  {
    artifact_id: Type.String(),
    filename: Type.String(),
    mime_type: Type.String(),
    download_url: Type.String({ description: "Works once, for 15 minutes" }),
  },
  { $id: "V1ArtifactResponse" },
);
export type ArtifactView = Static<typeof ArtifactView>;

/** A ready file of the second report shape. */
export const DeliverableView = Type.Object(
  {
    deliverable_id: Type.String(),
    filename: Type.String(),
    mime_type: Type.String(),
    doc_type: Type.String(),
    size_bytes: Type.Integer({ minimum: 0 }),
    sha256: Type.String({ description: "Hex" }),
    created_at: Type.String(),
    run_id: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: "Deliverable" },
);
export type DeliverableView = Static<typeof DeliverableView>;

/** One page of deliverables. */
export const DeliverableListView = Type.Object({ data: Type.Array(DeliverableView), ...pageMembers });

/** A fresh one-time link. */
export const DeliverableLinkView = Type.Object({
  url: Type.String(),
  expires_at: Type.String(),
  single_use: Type.Literal(true),
});
export type DeliverableLinkView = Static<typeof DeliverableLinkView>;
