import { Type } from "@sinclair/typebox";
import { citationExample } from "../../http/citation.model.ts";
import { defineOperation, type Operation, reply } from "../../http/operation.ts";
import { PageQuery, pageFrom, pageView } from "../../http/pagination.ts";
import { documentExample } from "../document.model.ts";
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
      description: "Each document carries the report of its ingest: pages, headings, tables and warnings.",
      tag: "Documents",
      auth: "api_key",
      scope: "project:read",
      limit: { perMinute: 60 },
      idempotent: false,
      cost: "free",
      params: Type.Object({ project_id: Type.String() }),
      query: PageQuery,
      responses: {
        200: {
          schema: DocumentListView,
          description: "One page of documents",
          example: { data: [documentExample], limit: 20, offset: 0, next_cursor: null },
        },
      },
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
      summary: "Read stored text of a document",
      description:
        "Use `char_start` and `char_end` of a citation to read the passage in its context and to check the quote.",
      tag: "Documents",
      auth: "api_key",
      scope: "project:read",
      limit: { perMinute: 60 },
      idempotent: false,
      cost: "free",
      params: Type.Object({ project_id: Type.String(), document_id: Type.String() }),
      query: TextQuery,
      responses: {
        200: { schema: TextView, description: "The text, its page and its headings", example: textExample },
      },
      problems: ["not_found"],
      handler: async ({ principal, params, query }) =>
        reply(200, await documents.text(principal, params.project_id, params.document_id, query)),
    }),
  ];
}

/** Where the documentation's citation points. */
const textExample = {
  document_id: citationExample.document_id,
  document_revision: citationExample.document_revision,
  char_start: citationExample.char_start,
  char_end: citationExample.char_end,
  text: citationExample.quote,
  page: null,
  page_end: null,
  printed_page: null,
  section: citationExample.section,
  heading_path: citationExample.heading_path,
};
