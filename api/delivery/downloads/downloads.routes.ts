import { Type } from "@sinclair/typebox";
import { defineOperation, type Operation, rawReply } from "../../http/operation.ts";
import { problem } from "../../http/problem.ts";
import type { Downloads } from "./downloads.service.ts";

/** Declares the download: the link is the credential, and it works once. */
export function downloadsOperations({ downloads }: { readonly downloads: Downloads }): readonly Operation[] {
  return [
    defineOperation({
      operationId: "downloadFile",
      method: "GET",
      path: "/v1/downloads/{token}",
      summary: "Download the file behind a one-time link",
      description:
        "Streams the whole file once; a `Range` is ignored, and a download that breaks off needs a fresh link. `HEAD` tells name, type and size without using the link up.",
      tag: "Files",
      auth: "link",
      scope: null,
      limit: { perMinute: 60 },
      idempotent: false,
      cost: "free",
      hasEffects: true,
      params: Type.Object({ token: Type.String() }),
      responses: {
        200: { schema: null, description: "The file", otherTypes: ["application/octet-stream"] },
      },
      problems: ["not_found", "link_spent", "link_expired", "link_not_for_prefetch"],
      handler: async ({ params, request }) => {
        if (isPrefetch(request.headers)) throw problem("link_not_for_prefetch");
        const { headers, content } = await downloads.open(params.token);
        return rawReply(200, content, headers);
      },
      head: async ({ params }) => rawReply(200, null, await downloads.describe(params.token)),
    }),
  ];
}

/** Mail programs and chats look at links before a person does. */
function isPrefetch(headers: Headers): boolean {
  return /\b(?:prefetch|preview|prerender)\b/i.test(
    `${headers.get("sec-purpose") ?? ""} ${headers.get("purpose") ?? ""}`,
  );
}
