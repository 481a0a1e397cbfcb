import { Type } from "@sinclair/typebox";
import { defineOperation, type Operation, reply, uncommitted } from "../../http/operation.ts";
import { AddedSourceView, AddSourceBody } from "./sources.model.ts";
import type { Sources } from "./sources.service.ts";

const addedExample = {
  url: "https://www.alderfalls.example/planning/design-guidelines.pdf",
  lane: "project_document",
  dispatched: true,
  status: "queued",
  job_id: "job_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  corpus_id: null,
  needs_confirm: false,
  confidence: "medium",
  message:
    "The address is fetched and read as a document of the project. Poll the project, whose readiness lists the source, or the job as that of an upload.",
};

/** Statuses under which the project remembers the address; under the others nothing was changed. */
const keptStatuses: ReadonlySet<AddedSourceView["status"]> = new Set(["queued", "publisher_blocked"]);

/** Declares the operation on sources from addresses. */
export function sourcesOperations({ sources }: { readonly sources: Pick<Sources, "add"> }): readonly Operation[] {
  return [
    defineOperation({
      operationId: "addProjectSource",
      method: "POST",
      path: "/v1/projects/{project_id}/sources",
      summary: "Add a document from an address",
      description:
        "An address of an ordinance goes to supplemental law, a link to map data to the registration of GIS services, and anything else is fetched as a document of the project. What looks like the governing ordinance is answered with 409 and never fetched by itself. `duplicate`, `publisher_blocked`, `needs_confirmation` and `rejected` fetch nothing. Fetching goes on in the background: `readiness.supplemental_sources` of the project tells how far it is, and so does `/v1/uploads/{job_id}`.",
      tag: "Sources",
      auth: "api_key",
      scope: "source:write",
      limit: { perMinute: 10 },
      idempotent: true,
      cost: "free",
      params: Type.Object({ project_id: Type.String() }),
      body: AddSourceBody,
      responses: { 200: { schema: AddedSourceView, description: "What became of the address", example: addedExample } },
      problems: ["not_found", "governing_source_suggested", "free_tier_limit", "house_paid_daily_limit"],
      example: { body: { url: addedExample.url, title: "Design guidelines", category: "guidelines" } },
      handler: async ({ principal, params, body, idempotency }) => {
        const answer = reply(200, await sources.add(principal, params.project_id, body, idempotency));
        return keptStatuses.has(answer.body.status) ? answer : uncommitted(answer);
      },
    }),
  ];
}
