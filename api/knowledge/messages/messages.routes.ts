import { Type } from "@sinclair/typebox";
import { citationExample } from "../../http/citation.model.ts";
import { type ClaimEnding, defineOperation, type Operation, rawReply, reply } from "../../http/operation.ts";
import { PageQuery, pageFrom, pageView } from "../../http/pagination.ts";
import { MessageBody, TurnAcceptedView, TurnListView, TurnView } from "./messages.model.ts";
import type { TurnRow } from "./messages.repository.ts";
import type { Messages } from "./messages.service.ts";
import { refusalOf } from "./turn-error.ts";
import { streamTurn } from "./turn-stream.ts";

const ProjectParams = Type.Object({ project_id: Type.String() });
const TurnParams = Type.Object({ project_id: Type.String(), turn_id: Type.String() });
const pollSeconds = 5;

const turnExample = {
  turn_id: "turn_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  project_id: "prj_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  status: "succeeded",
  question: "How tall can a fence in my front yard be?",
  answer: "A fence or wall in a front yard shall be no taller than four (4) feet [1].",
  answer_status: "answered",
  searched: ["How tall can a fence in my front yard be?"],
  citations: [{ marker: 1, ...citationExample, document_deleted: false }],
  tool_usage: [{ tool: "search_knowledge", status: "succeeded", duration_ms: 12, summary: "8 passages" }],
  artifacts: [],
  model_selection: { requested: "auto", resolved: "groundwork-extractive-1", served: "groundwork-extractive-1" },
  credits_charged: 2,
  error: null,
  created_at: "2026-11-21T09:00:00.000Z",
  completed_at: "2026-11-21T09:00:00.140Z",
};

/** Declares the agent's operations: ask, list, read. */
export function messagesOperations(messages: Messages): readonly Operation[] {
  return [askOperation(messages), listOperation(messages), getOperation(messages)];
}

function askOperation(messages: Messages): Operation {
  return defineOperation({
    operationId: "askProject",
    method: "POST",
    path: "/v1/projects/{project_id}/messages",
    summary: "Ask the project agent",
    description:
      "Answers from the project's documents, each sentence with its citation, or says that nothing was located. `Accept: text/event-stream` streams the turn.",
    tag: "Agent",
    auth: "api_key",
    scope: "agent:ask",
    limit: { perMinute: 2 },
    idempotent: true,
    cost: "metered",
    params: ProjectParams,
    body: MessageBody,
    responses: {
      200: {
        schema: TurnView,
        description: "The finished turn",
        example: turnExample,
        otherTypes: ["text/event-stream"],
      },
      202: {
        schema: TurnAcceptedView,
        description: "The turn is running; poll it",
        headers: { "Retry-After": "Seconds", Location: "Where to poll" },
        example: accepted(turnExample.project_id, turnExample.turn_id),
      },
    },
    problems: [
      "not_found",
      "bootstrap_not_ready",
      "zoning_verification_required",
      "unknown_model",
      "model_unavailable",
      "concurrency_limit_exceeded",
      "insufficient_credits",
      "api_key_credit_cap_exceeded",
      "search_unavailable",
    ],
    example: { body: { question: "What is the minimum lot area in the R-2 district?" } },
    handler: async ({ principal, params, body, idempotency, request }) => {
      const opened = await messages.open({ principal, projectId: params.project_id, body, idempotency });
      const { turn } = opened;
      if (body.wait === false) return acceptedReply(turn.project_id, turn.id);
      if (wantsStream(request)) {
        const ending = idempotency?.takeOver();
        return eventStream(await messages.view(principal, turn), async (onEvent) =>
          messages.view(principal, await endedUnderKey(() => messages.run(opened, onEvent), ending)),
        );
      }
      const finished = await messages.run(opened);
      if (finished.status === "failed") throw refusalOf(finished.error);
      return reply(200, await messages.view(principal, finished));
    },
    replay: async ({ principal, params, request }, { status, reference }) => {
      const turn = await messages.get(principal, params.project_id, reference ?? "");
      // It cost nothing and will not answer any more: the retry is a turn of its own.
      if (turn.status === "failed") return undefined;
      if (status === 202) return acceptedReply(turn.project_id, turn.turn_id);
      return wantsStream(request) ? eventStream(turn, async () => turn) : reply(200, turn);
    },
  });
}

const wantsStream = (request: Request) => request.headers.get("accept")?.includes("text/event-stream") ?? false;

const eventStream = (...turn: Parameters<typeof streamTurn>) =>
  rawReply(200, streamTurn(...turn), { "content-type": "text/event-stream", "cache-control": "no-store" });

function acceptedReply(projectId: string, turnId: string) {
  const body = accepted(projectId, turnId);
  return reply(202, body, { "retry-after": String(pollSeconds), location: body.poll });
}

/** Runs a turn and ends its claim before anyone is told how the turn ended: from then on a retry is a replay. */
async function endedUnderKey(run: () => Promise<TurnRow>, ending: ClaimEnding | undefined): Promise<TurnRow> {
  try {
    const turn = await run();
    await (turn.status === "failed" ? ending?.release() : ending?.keep(200));
    return turn;
  } catch (error) {
    // The first error is the one to tell; the lease ends by itself if the database is gone.
    await ending?.abandon().catch(() => {});
    throw error;
  }
}

function accepted(projectId: string, turnId: string) {
  return {
    turn_id: turnId,
    status: "queued",
    poll: `/v1/projects/${projectId}/messages/${turnId}`,
    retry_after_seconds: pollSeconds,
  };
}

function listOperation(messages: Messages): Operation {
  return defineOperation({
    operationId: "listTurns",
    method: "GET",
    path: "/v1/projects/{project_id}/messages",
    summary: "List a project's turns, newest first",
    description: "Turns asked through this API and the connector; `running_turns` names those that have not ended.",
    tag: "Agent",
    auth: "api_key",
    scope: "project:read",
    limit: { perMinute: 60 },
    idempotent: false,
    cost: "free",
    params: ProjectParams,
    query: PageQuery,
    responses: {
      200: {
        schema: TurnListView,
        description: "One page of turns",
        example: { data: [turnExample], running_turns: [], limit: 20, offset: 0, next_cursor: null },
      },
    },
    problems: ["not_found"],
    handler: async ({ principal, params, query }) => {
      const page = pageFrom(query);
      const { turns, lastId, running } = await messages.list(principal, params.project_id, page);
      return reply(200, { data: turns, running_turns: running, ...pageView(page, lastId) });
    },
  });
}

function getOperation(messages: Messages): Operation {
  return defineOperation({
    operationId: "getTurn",
    method: "GET",
    path: "/v1/projects/{project_id}/messages/{turn_id}",
    summary: "Read one turn in full",
    description: "Poll until `status` is `succeeded` or `failed`.",
    tag: "Agent",
    auth: "api_key",
    scope: "project:read",
    limit: { perMinute: 60 },
    idempotent: false,
    cost: "free",
    params: TurnParams,
    responses: { 200: { schema: TurnView, description: "The turn", example: turnExample } },
    problems: ["not_found"],
    handler: async ({ principal, params }) =>
      reply(200, await messages.get(principal, params.project_id, params.turn_id)),
  });
}
