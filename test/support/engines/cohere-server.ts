import { type Engine, type EngineAnswer, type EngineCall, startEngine } from "./engine-server.ts";

/** The request as the protocol has it. */
export interface CohereRequest {
  readonly model: string;
  readonly query: string;
  readonly documents: readonly string[];
  readonly top_n?: number;
}

/** Starts an engine that answers `POST /v2/rerank`, best first, by the share of the query's words a document holds. */
export function startCohereServer(): Promise<Engine> {
  return startEngine(answerRerank);
}

/** The request a call carried. */
export function cohereRequestOf(call: EngineCall | undefined): CohereRequest {
  return JSON.parse(call?.body.toString() ?? "null") as CohereRequest;
}

function answerRerank(call: EngineCall): EngineAnswer {
  if (call.method !== "POST" || call.path !== "/v2/rerank") return { status: 404, body: { message: "no such route" } };
  if (!call.headers.authorization?.startsWith("Bearer "))
    return { status: 401, body: { message: "no api key supplied" } };
  const request = cohereRequestOf(call);
  if (request.documents.length === 0 || request.documents.some((document) => document.trim() === ""))
    return { status: 400, body: { message: "documents must not be empty" } };
  const words = new Set(request.query.toLowerCase().match(/\w+/g) ?? []);
  const results = request.documents.map((document, index) => {
    const held = new Set(document.toLowerCase().match(/\w+/g) ?? []);
    const shared = [...words].filter((word) => held.has(word)).length;
    return { index, relevance_score: shared / Math.max(words.size, 1) };
  });
  results.sort((one, other) => other.relevance_score - one.relevance_score || other.index - one.index);
  return {
    body: {
      id: "rerank-1",
      results: results.slice(0, request.top_n ?? results.length),
      meta: { api_version: { version: "2" }, billed_units: { search_units: 1 } },
    },
  };
}
