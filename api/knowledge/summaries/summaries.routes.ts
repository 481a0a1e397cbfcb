import { Type } from "@sinclair/typebox";
import { citationExample } from "../../http/citation.model.ts";
import { defineOperation, type Operation, reply, uncommitted } from "../../http/operation.ts";
import { SummaryBody, SummaryView } from "./summaries.model.ts";
import type { makeSummaries } from "./summaries.service.ts";

/** Declares `POST /v1/projects/{project_id}/summaries`. */
export function summariesOperations(summariseProject: ReturnType<typeof makeSummaries>): readonly Operation[] {
  return [
    defineOperation({
      operationId: "summariseProject",
      method: "POST",
      path: "/v1/projects/{project_id}/summaries",
      summary: "Summarise what a project's documents say",
      description:
        "One pass over the passages that fit the focus best, never longer than max_words; every sentence is cited. A summary that finds nothing says so and is free.",
      tag: "Agent",
      auth: "api_key",
      scope: "agent:ask",
      limit: { perMinute: 5 },
      idempotent: true,
      cost: "metered",
      params: Type.Object({ project_id: Type.String() }),
      body: SummaryBody,
      responses: {
        200: { schema: SummaryView, description: "The summary and its citations", example: summaryExample },
      },
      problems: [
        "not_found",
        "bootstrap_not_ready",
        "zoning_verification_required",
        "insufficient_credits",
        "api_key_credit_cap_exceeded",
        "model_unavailable",
        "search_unavailable",
      ],
      example: {
        body: { focus: "dimensional standards of the residential districts", format: "bullets", max_words: 120 },
      },
      handler: async ({ principal, params, body, idempotency, signal }) => {
        const request = { principal, projectId: params.project_id, body, idempotency, signal };
        const answer = reply(200, await summariseProject(request));
        return answer.body.credits_charged === 0 ? uncommitted(answer) : answer;
      },
    }),
  ];
}

const summaryExample = {
  summary: "A fence or wall in a front yard shall be no taller than four (4) feet [1].",
  format: "paragraph",
  word_count: 16,
  citations: [{ marker: 1, ...citationExample }],
  model_selection: { requested: "auto", resolved: "groundwork-extractive-1", served: "groundwork-extractive-1" },
  credits_charged: 2,
};
