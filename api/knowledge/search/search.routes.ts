import { Type } from "@sinclair/typebox";
import { citationExample } from "../../http/citation.model.ts";
import { defineOperation, type Operation, reply } from "../../http/operation.ts";
import { SearchBody, SearchView } from "./search.model.ts";
import type { SearchRequest } from "./search.service.ts";

/** Declares `POST /v1/projects/{project_id}/search`. */
export function searchOperations(search: (request: SearchRequest) => Promise<SearchView>): readonly Operation[] {
  return [
    defineOperation({
      operationId: "searchProject",
      method: "POST",
      path: "/v1/projects/{project_id}/search",
      summary: "Search a project's knowledge base",
      description:
        "Hybrid keyword and dense retrieval, reranked. Every result carries a citation whose quote stands verbatim at its offsets.",
      tag: "Search",
      auth: "api_key",
      scope: "project:read",
      limit: { perMinute: 30 },
      idempotent: true,
      cost: "flat",
      params: Type.Object({ project_id: Type.String() }),
      body: SearchBody,
      responses: { 200: { schema: SearchView, description: "Ranked passages with citations", example: searchExample } },
      problems: [
        "not_found",
        "bootstrap_not_ready",
        "zoning_verification_required",
        "insufficient_credits",
        "api_key_credit_cap_exceeded",
        "search_unavailable",
      ],
      example: { body: { query: "minimum lot area", top_k: 5 } },
      handler: async ({ principal, params, body, idempotency, signal }) =>
        reply(200, await search({ principal, projectId: params.project_id, body, idempotency, signal })),
    }),
  ];
}

const searchExample = {
  search_id: "srch_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  results: [
    {
      rank: 1,
      text: citationExample.quote,
      relevance_score: 0.93,
      why: ["It holds words of the query.", "Section 4.2 refers to it."],
      citation: citationExample,
    },
  ],
  credits_charged: 2,
  retrieval: { embedding_model: "embedded-static-v4/256", reranker: "linear", took_ms: 9.4 },
};
