import { type Problem, problem } from "../../http/problem.ts";
import { isProblemCode } from "../../http/problem-catalogue.ts";
import { waitMember } from "../../http/problem-from-error.ts";
import { noSuchProject } from "../project-gate.ts";

/** What a caller reads when a turn fails: a stable code and a sentence that names no internals. */
export interface TurnError {
  readonly code: string;
  readonly detail: string;
}

const storeUnavailable: TurnError = {
  code: "service_unavailable",
  detail: "The service cannot store anything at the moment; nothing was charged. Ask again in a moment.",
};

const sentences: Readonly<Record<string, TurnError>> = {
  "database.unavailable": storeUnavailable,
  "storage.unavailable": storeUnavailable,
  "search.unavailable": {
    code: "search_unavailable",
    detail: "The search index or the embedder is unavailable; ask again in a moment.",
  },
  "model.unavailable": {
    code: "model_unavailable",
    detail: "The model could not be reached; ask again, or choose another.",
  },
  "model.rate-limited": {
    code: "model_unavailable",
    detail: "The model's provider refused for rate; ask again in a minute.",
  },
  "model.timeout": {
    code: "model_unavailable",
    detail: "The model did not answer in time; ask again, or choose another.",
  },
  insufficient_credits: {
    code: "insufficient_credits",
    detail: "The turn came to need more credits than are available; it was ended and nothing was charged.",
  },
  api_key_credit_cap_exceeded: {
    code: "api_key_credit_cap_exceeded",
    detail: "The turn came to need more credits than the key's cap allows; it was ended and nothing was charged.",
  },
  connection_credit_cap_exceeded: {
    code: "connection_credit_cap_exceeded",
    detail:
      "The turn came to need more credits than the connection's cap allows; it was ended and nothing was charged.",
  },
  "model.refused": { code: "model_refused", detail: "The model declined to answer this question." },
  "model.malformed": {
    code: "model_unavailable",
    detail: "The model's answer could not be read; ask again, or choose another.",
  },
};

/** A turn whose process ended before it did. */
export const interruptedTurn: TurnError = {
  code: "turn_interrupted",
  detail: "The service stopped while this turn was running; what it had used by then is charged. Ask again.",
};

/** A turn whose project was deleted while it ran. */
export const turnOfDeletedProject: TurnError = {
  code: "project_deleted",
  detail: "The project was deleted while this turn was running; what it had used by then is charged.",
};

/** A queued turn whose credential ended before it ran. */
export const turnOfEndedCredential: TurnError = {
  code: "invalid_credential",
  detail: "The credential that asked was revoked or expired before the turn ran; nothing was charged.",
};

/** Returns what the caller of a turn may read about an error of its run. */
export function publicTurnError(error: unknown): TurnError {
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  return (
    sentences[code] ?? { code: "internal_error", detail: "The turn failed inside the service; nothing was charged." }
  );
}

/** Returns the refusal for a caller who waited for a turn that failed: their key is then free to try again. */
export function refusalOf(error: TurnError | null): Problem {
  const { code, detail } = error ?? { code: "", detail: "" };
  if (code === turnOfDeletedProject.code) return noSuchProject();
  if (code === "model_refused") return problem("model_unavailable", { detail });
  return isProblemCode(code) ? problem(code, { detail, ...waitMember(code) }) : problem("internal_error");
}
