import { Type } from "@sinclair/typebox";
import { readableInWords } from "../../../ingest/index.ts";
import { defineOperation, type Operation, reply } from "../../http/operation.ts";
import { documentExample } from "../document.model.ts";
import {
  FinalizeBody,
  FinalizedView,
  InitiateBody,
  InitiatedView,
  maxUploadBytes,
  UploadView,
} from "./uploads.model.ts";
import type { Uploads } from "./uploads.service.ts";

const JobParams = Type.Object({ job_id: Type.String() });

const jobId = "job_0193e0a37c117a3c9d3e0a1b2c3d4e5f";
const projectId = "prj_0193e0a37c117a3c9d3e0a1b2c3d4e5f";
const initiatedExample = {
  job_id: jobId,
  upload_url: "http://localhost:3000/v1/uploads/content/x2vJqk0ZJtZ4rYc8mVnqQ1o5b7dT3gW9hUeLsPfA6iE",
  expires_at: "2026-11-21T09:15:00.000Z",
  transport: "legacy",
  max_size_bytes: maxUploadBytes,
};
const finalizedExample = { job_id: jobId, status: "queued", project_id: projectId, poll: `/v1/uploads/${jobId}` };
const uploadExample = {
  job_id: jobId,
  project_id: projectId,
  filename: "zoning.html",
  status: "ready",
  percent: 100,
  stage: "ready",
  document: documentExample,
  error: null,
  warnings: [],
};

/** Declares the operations on uploads: initiate, send, finalize, follow. */
export function uploadsOperations({ uploads }: { readonly uploads: Uploads }): readonly Operation[] {
  return [initiateOperation(uploads), contentOperation(uploads), finalizeOperation(uploads), getOperation(uploads)];
}

function initiateOperation(uploads: Uploads): Operation {
  return defineOperation({
    operationId: "initiateUpload",
    method: "POST",
    path: "/v1/uploads/initiate",
    summary: "Initiate an upload",
    description: `Returns a link that accepts one PUT within 15 minutes. The same body and idempotency key return a fresh link to the same upload. Accepted types: ${readableInWords}.`,
    tag: "Uploads",
    auth: "api_key",
    scope: "source:write",
    limit: { perMinute: 30 },
    idempotent: true,
    cost: "free",
    body: InitiateBody,
    responses: { 200: { schema: InitiatedView, description: "Where to send the file", example: initiatedExample } },
    problems: ["not_found", "unsupported_file_type", "upload_too_large", "free_tier_limit"],
    example: {
      body: {
        project_id: "prj_0192f0c1e0b87c3e9d5a4b6c7d8e9f00",
        filename: "zoning.html",
        mime_type: "text/html",
        size_bytes: 48_213,
        category: "ordinance",
      },
    },
    handler: async ({ principal, body, idempotency }) =>
      reply(200, await uploads.initiate(principal, body, idempotency)),
    replay: async ({ principal }, recorded) => reply(200, await uploads.relink(principal, recorded.reference ?? "")),
  });
}

function contentOperation(uploads: Uploads): Operation {
  return defineOperation({
    operationId: "sendUploadContent",
    method: "PUT",
    path: "/v1/uploads/content/{token}",
    summary: "Send the bytes of a file",
    description:
      "The link is the credential. A request that is refused before its first byte is read does not use up the link. The file may not be larger than declared.",
    tag: "Uploads",
    auth: "link",
    scope: null,
    limit: { perMinute: 30 },
    idempotent: false,
    cost: "free",
    params: Type.Object({ token: Type.String() }),
    body: "stream",
    responses: { 204: { schema: null, description: "The file has landed" } },
    problems: [
      "not_found",
      "link_spent",
      "link_expired",
      "unsupported_media_type",
      "upload_too_large",
      "upload_mismatch",
      "upload_timeout",
    ],
    handler: async ({ params, request, body }) => {
      await uploads.receive({ token: params.token, headers: request.headers, body });
      return reply(204, undefined);
    },
  });
}

function finalizeOperation(uploads: Uploads): Operation {
  return defineOperation({
    operationId: "finalizeUpload",
    method: "POST",
    path: "/v1/uploads/{job_id}/finalize",
    summary: "Finalize an upload and queue it for ingest",
    description:
      "Call this after the PUT. The service checks size and hash, then reads and indexes the file in the background; poll the upload.",
    tag: "Uploads",
    auth: "api_key",
    scope: "source:write",
    limit: { perMinute: 30 },
    idempotent: true,
    cost: "free",
    params: JobParams,
    body: FinalizeBody,
    responses: {
      200: { schema: FinalizedView, description: "The file waits to be read; poll it", example: finalizedExample },
    },
    problems: ["not_found", "upload_object_missing", "upload_mismatch", "free_tier_limit"],
    example: { body: {} },
    handler: async ({ principal, params, body }) => reply(200, await uploads.finalize(principal, params.job_id, body)),
  });
}

function getOperation(uploads: Uploads): Operation {
  return defineOperation({
    operationId: "getUpload",
    method: "GET",
    path: "/v1/uploads/{job_id}",
    summary: "Read the progress of an upload",
    description: "Poll until `status` is `ready` or `failed`.",
    tag: "Uploads",
    auth: "api_key",
    scope: "source:write",
    limit: { perMinute: 60 },
    idempotent: false,
    cost: "free",
    params: JobParams,
    responses: { 200: { schema: UploadView, description: "The upload", example: uploadExample } },
    problems: ["not_found"],
    handler: async ({ principal, params }) => reply(200, await uploads.get(principal, params.job_id)),
  });
}
