import { Type } from "@sinclair/typebox";
import { principalActor } from "../../access/audit/audit-event.ts";
import { defineOperation, type Operation, reply } from "../../http/operation.ts";
import type { Principal } from "../../http/principal.ts";
import type { Deleter, Deletion } from "./deletion.service.ts";

const deleterFrom = (principal: Principal): Deleter => ({ viewer: principal, actor: principalActor(principal) });

/** Declares the operations that delete a project and a document. */
export function deletionOperations({ deletion }: { readonly deletion: Deletion }): readonly Operation[] {
  return [
    defineOperation({
      operationId: "deleteProject",
      method: "DELETE",
      path: "/v1/projects/{project_id}",
      summary: "Delete a project",
      description:
        "Ends running work, spends unused links, and removes the project's own documents and files. The ledger and the audit log keep their entries; law that other projects share stays. It cannot be undone.",
      tag: "Projects",
      auth: "api_key",
      scope: "project:create",
      limit: { perMinute: 30 },
      idempotent: false,
      cost: "free",
      params: Type.Object({ project_id: Type.String() }),
      responses: { 204: { schema: null, description: "The project is deleted" } },
      problems: ["not_found", "not_project_owner"],
      handler: async ({ principal, params }) => {
        await deletion.deleteProject(deleterFrom(principal), params.project_id);
        return reply(204, undefined);
      },
    }),
    defineOperation({
      operationId: "deleteDocument",
      method: "DELETE",
      path: "/v1/projects/{project_id}/documents/{document_id}",
      summary: "Delete a document of a project",
      description:
        "Removes the document's text and files. Turns that cited it keep their quotes and say that the document was deleted. Law that other projects share is removed from this project only.",
      tag: "Documents",
      auth: "api_key",
      scope: "source:write",
      limit: { perMinute: 30 },
      idempotent: false,
      cost: "free",
      params: Type.Object({ project_id: Type.String(), document_id: Type.String() }),
      responses: { 204: { schema: null, description: "The document is deleted" } },
      problems: ["not_found", "not_project_owner", "shared_document"],
      handler: async ({ principal, params }) => {
        await deletion.deleteDocument(deleterFrom(principal), params.project_id, params.document_id);
        return reply(204, undefined);
      },
    }),
  ];
}
