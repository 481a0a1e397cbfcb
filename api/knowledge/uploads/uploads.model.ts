import { type Static, Type } from "@sinclair/typebox";
import { DocumentView } from "../document.model.ts";

/** Largest file, in bytes. */
export const maxUploadBytes = 200 * 1024 * 1024;

const Sha256 = Type.String({ pattern: "^[0-9a-fA-F]{64}$", description: "a SHA-256 in hex, 64 digits" });

/** What an uploaded file is for. */
export const uploadCategories = ["ordinance", "supplemental", "document", "gis"] as const;
export type UploadCategory = (typeof uploadCategories)[number];
const UploadCategory = Type.Unsafe<UploadCategory>(
  Type.Union(
    uploadCategories.map((category) => Type.Literal(category)),
    {
      default: "document",
      description:
        "ordinance: part of the governing ordinance; supplemental: law beside it; document: any other text; gis: map data",
    },
  ),
);

/** Announces a file that is about to be sent. */
export const InitiateBody = Type.Object({
  project_id: Type.String({ minLength: 1, maxLength: 64 }),
  filename: Type.String({ minLength: 1, maxLength: 255, pattern: "\\S" }),
  mime_type: Type.String({ minLength: 1, maxLength: 200, pattern: "\\S" }),
  size_bytes: Type.Integer({ minimum: 0 }),
  title: Type.Optional(Type.String({ maxLength: 200 })),
  category: Type.Optional(UploadCategory),
  sha256: Type.Optional(Sha256),
  replaces_document_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        "A document of this project: the file becomes its next revision, published whole or not at all. Its title and category stay, and citations of earlier revisions keep resolving to them",
    }),
  ),
});
export type InitiateBody = Static<typeof InitiateBody>;

/** Where to send the file. */
export const InitiatedView = Type.Object({
  job_id: Type.String(),
  upload_url: Type.String({ description: "Takes one PUT of the raw bytes with the declared Content-Type" }),
  expires_at: Type.String(),
  transport: Type.Literal("legacy"),
  max_size_bytes: Type.Integer(),
});
export type InitiatedView = Static<typeof InitiatedView>;

/** Says that the file has been sent. */
export const FinalizeBody = Type.Object({ sha256: Type.Optional(Sha256) });
export type FinalizeBody = Static<typeof FinalizeBody>;

/** How far an upload can be. */
export const UploadStatus = Type.Unsafe<"created" | "queued" | "processing" | "ready" | "failed">(
  Type.Union(["created", "queued", "processing", "ready", "failed"].map((status) => Type.Literal(status))),
);
export type UploadStatus = Static<typeof UploadStatus>;

/** The file is there and its ingest has been asked for. */
export const FinalizedView = Type.Object({
  job_id: Type.String(),
  status: UploadStatus,
  project_id: Type.String(),
  poll: Type.String(),
});
export type FinalizedView = Static<typeof FinalizedView>;

/** How far an upload is. */
export const UploadView = Type.Object(
  {
    job_id: Type.String(),
    project_id: Type.String(),
    filename: Type.String(),
    status: UploadStatus,
    percent: Type.Integer({ minimum: 0, maximum: 100 }),
    stage: Type.String(),
    document: Type.Union([DocumentView, Type.Null()]),
    error: Type.Union([Type.Object({ code: Type.String(), detail: Type.String() }), Type.Null()]),
    warnings: Type.Array(Type.Object({ code: Type.String(), message: Type.String() })),
  },
  { $id: "Upload" },
);
export type UploadView = Static<typeof UploadView>;
