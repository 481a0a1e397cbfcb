import { Type } from "@sinclair/typebox";
import type { Queryable } from "../../../migrations/index.ts";
import { defineJob, growingBackoff, type JobHandler } from "../../jobs/job.ts";
import type { TurnError } from "./turn-error.ts";

/** Runs a turn whose caller polls instead of waiting. */
export const agentTurnJob = defineJob({
  name: "agent-turn",
  lane: "interactive",
  payload: Type.Object({ turn_id: Type.String(), project_id: Type.String() }),
  maxAttempts: 3,
  backoffMs: growingBackoff(1_000),
  isForgotten: true,
});

/** What the handler needs of the messages. */
export interface QueuedTurns {
  /** Runs a turn that has not ended; a stopping worker leaves it to the next. */
  runQueued(projectId: string, turnId: string, signal: AbortSignal): Promise<void>;
  /** Ends a turn that will not be run again. */
  abandon(db: Queryable, projectId: string, turnId: string, error: TurnError): Promise<void>;
}

/** Makes the handler of {@link agentTurnJob}: the turn itself decides whether it is still to be run. */
export function agentTurnHandler(messages: QueuedTurns): JobHandler<{ turn_id: string; project_id: string }> {
  return {
    process: async ({ payload, signal }) => {
      await messages.runQueued(payload.project_id, payload.turn_id, signal);
    },
    onEnd: async (transaction: Queryable, { payload, error }) => {
      await messages.abandon(transaction, payload.project_id, payload.turn_id, error);
    },
  };
}
