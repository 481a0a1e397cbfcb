import { Type } from "@sinclair/typebox";
import { defineOperation, type Operation, reply } from "../../http/operation.ts";
import { PageQuery, pageFrom, pageView } from "../../http/pagination.ts";
import { DocumentListView, TextQuery, TextView } from "./documents.model.ts";
import type { Documents } from "./documents.service.ts";

/** Declares the operations on documents: list, and read the text a citation points to. */
export function documentsOperations({ documents }: { readonly documents: Documents }): readonly Operation[] {
  return [
    defineOperation({
      operationId: "listDocuments",
      method: "GET",
      path: "/v1/projects/{project_id}/documents",
      summary: "List a project's documents, newest first",
      tag: "Documents",
      auth: "api_key",
      scope: "project:read",
      limit: { perMinute: 60 },
      idempotent: false,
      cost: "free",
      params: Type.Object({ project_id: Type.String() }),
      query: PageQuery,
      responses: { 200: { schema: DocumentListView, description: "One page of documents" } },
      problems: ["not_found"],
      handler: async ({ principal, params, query }) => {
        const page = pageFrom(query);
        const { items, lastId } = await documents.list(principal, params.project_id, page);
        return reply(200, { data: items, ...pageView(page, lastId) });
      },
    }),
    defineOperation({
      operationId: "readDocumentText",
      method: "GET",
      path: "/v1/projects/{project_id}/documents/{document_id}/text",
      summary: "Read stored text of a document, where a citation points",
      tag: "Documents",
      auth: "api_key",
      scope: "project:read",
      limit: { perMinute: 60 },
      idempotent: false,
      cost: "free",
      params: Type.Object({ project_id: Type.String(), document_id: Type.String() }),
      query: TextQuery,
      responses: { 200: { schema: TextView, description: "The text, its page and its headings" } },
      problems: ["not_found"],
      handler: async ({ principal, params, query }) =>
        reply(200, await documents.text(principal, params.project_id, params.document_id, query)),
    }),
  ];
}
