import { Type } from "@sinclair/typebox";
import { defineOperation, type Operation, reply } from "../../http/operation.ts";
import { acceptedInWords } from "./accepted-types.ts";
import { FinalizeBody, FinalizedView, InitiateBody, InitiatedView, UploadView } from "./uploads.model.ts";
import type { Uploads } from "./uploads.service.ts";

const JobParams = Type.Object({ job_id: Type.String() });

/** Declares the operations on uploads: initiate, send, finalize, follow. */
export function uploadsOperations({ uploads }: { readonly uploads: Uploads }): readonly Operation[] {
  return [initiateOperation(uploads), contentOperation(uploads), finalizeOperation(uploads), getOperation(uploads)];
}

function initiateOperation(uploads: Uploads): Operation {
  return defineOperation({
    operationId: "initiateUpload",
    method: "POST",
    path: "/v1/uploads/initiate",
    summary: "Announce a file and get a link to send it to",
    description: `The link takes one PUT within 15 minutes. The same body and key give a fresh link to the same upload. Accepted are ${acceptedInWords}.`,
    tag: "Uploads",
    auth: "api_key",
    scope: "source:write",
    limit: { perMinute: 30 },
    idempotent: true,
    cost: "free",
    body: InitiateBody,
    responses: { 200: { schema: InitiatedView, description: "Where to send the file" } },
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
    description: "The link is the credential. What is refused before the first byte is read does not use the link up.",
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
    summary: "Say that the file was sent, and have it read",
    tag: "Uploads",
    auth: "api_key",
    scope: "source:write",
    limit: { perMinute: 30 },
    idempotent: true,
    cost: "free",
    params: JobParams,
    body: FinalizeBody,
    responses: { 200: { schema: FinalizedView, description: "The file waits to be read; poll it" } },
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
    summary: "Read how far an upload is",
    tag: "Uploads",
    auth: "api_key",
    scope: "source:write",
    limit: { perMinute: 60 },
    idempotent: false,
    cost: "free",
    params: JobParams,
    responses: { 200: { schema: UploadView, description: "The upload" } },
    problems: ["not_found"],
    handler: async ({ principal, params }) => reply(200, await uploads.get(principal, params.job_id)),
  });
}
