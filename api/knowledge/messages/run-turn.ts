import type { Agent, PreviousTurn, TurnEvent, TurnOutcome } from "../../../agent/index.ts";
import type { Database } from "../../../migrations/index.ts";
import { citationView } from "../../http/citation.model.ts";
import type { Principal } from "../../http/principal.ts";
import { Problem } from "../../http/problem.ts";
import type { ToolsForTurn } from "../../tools/agent-tools.ts";
import { endOfDay } from "../as-of.ts";
import type { GetProjectKnowledge } from "../project-facts.ts";
import type { ReadyProject } from "../project-gate.ts";
import { failTurn, finishTurn, markTurnRunning, notLocatedToday, type TurnRow } from "./messages.repository.ts";
import { waysToOrder } from "./ordered-work.ts";
import type { TurnCharge } from "./turn-charge.ts";
import { publicTurnError } from "./turn-error.ts";
import { freeTurnSlot, keepTurnSlot, renewTurnSlot, slotLeaseSeconds } from "./turn-slots.repository.ts";

export interface RunTurnDeps {
  readonly db: Database;
  readonly agent: Agent;
  readonly getProjectKnowledge: GetProjectKnowledge;
  readonly charge: TurnCharge;
  /** Tools of the features, bound to the caller and project of a turn. */
  readonly toolsForTurn: ToolsForTurn;
  /** Turns that find nothing are free, so many a day for each credential; beyond that they cost what they used. */
  readonly freeNotLocatedTurns: number;
  readonly logger: { warn(fields: object, message: string): void };
}

const noTokens = { inputTokens: 0, outputTokens: 0 };

function unlessRefusal(error: unknown): void {
  if (!(error instanceof Problem) || error.status !== 402) throw error;
}

/**
 * Runs a written-down turn to its end and settles what it costs: the answer and the charge are one transaction, so a
 * turn that is run twice after a crash is answered and charged once. Returns the ended turn, or undefined when it had
 * ended before.
 */
export function makeRunTurn(deps: RunTurnDeps) {
  return async function runTurn(
    turn: TurnRow,
    context: {
      /** On whose behalf the tools read. */
      readonly principal: Principal;
      readonly project: ReadyProject;
      readonly previous: readonly PreviousTurn[];
      readonly onEvent?: ((event: TurnEvent) => void) | undefined;
      readonly signal?: AbortSignal | undefined;
    },
  ): Promise<TurnRow | undefined> {
    if (!(await markTurnRunning(deps.db, turn.id))) return undefined;
    // A turn that was left lying is answered although its place has gone: it was promised before the others.
    await keepTurnSlot(deps.db, turn.credential_id, turn.id);
    const heartbeat = setInterval(
      () => {
        Promise.all([renewTurnSlot(deps.db, turn.id), renewHold(turn)]).catch((error) =>
          deps.logger.warn({ turnId: turn.id, error: String(error) }, "a turn's slot and hold could not be renewed"),
        );
      },
      (slotLeaseSeconds * 1000) / 3,
    );
    const meter =
      turn.reservation_id === null ? undefined : deps.charge.meter(turn.reservation_id, turn.model_resolved);
    try {
      // The hold of a turn that has waited long for a worker has little time left.
      await renewHold(turn);
      const outcome = await deps.agent.answer(
        {
          question: turn.question,
          scope: {
            corpusIds: context.project.corpusIds,
            asOf: turn.as_of === null ? undefined : endOfDay(turn.as_of),
          },
          modelId: turn.model_resolved,
          previousTurns: context.previous,
          siteFacts: context.project.site,
          ...(await deps.getProjectKnowledge(context.project.projectId)),
        },
        {
          signal: context.signal,
          onEvent: context.onEvent,
          beforeModelCall: meter,
          waysToOrder,
          tools: deps.toolsForTurn({ turnId: turn.id, principal: context.principal, projectId: turn.project_id }),
        },
      );
      // The answer is there: it is given and charged as far as the credits reach, even where they do not reach it.
      await meter?.({ used: outcome.usage, coming: noTokens }).catch(unlessRefusal);
      return await settle(turn, outcome);
    } catch (error) {
      // A worker that stops gives its job back; the turn is then run again by another.
      if (context.signal?.aborted) throw error;
      deps.logger.warn(
        { turnId: turn.id, error: error instanceof Error ? error.stack : String(error) },
        "a turn failed",
      );
      return await abandon(turn, publicTurnError(error));
    } finally {
      clearInterval(heartbeat);
      if (!context.signal?.aborted) await freeTurnSlot(deps.db, turn.id);
    }
  };

  async function renewHold(turn: TurnRow): Promise<void> {
    if (turn.reservation_id !== null) await deps.charge.renew(turn.reservation_id);
  }

  async function settle(turn: TurnRow, outcome: TurnOutcome): Promise<TurnRow | undefined> {
    return deps.db.transaction(async (transaction) => {
      const isFree =
        outcome.answerStatus === "not_located" &&
        (await notLocatedToday(transaction, turn.credential_id)) < deps.freeNotLocatedTurns;
      const creditsCharged = await charge(turn, outcome, isFree);
      return finishTurn(transaction, turn.id, {
        answer: outcome.answer,
        answerStatus: outcome.answerStatus,
        searched: outcome.searched,
        citations: outcome.citations.map((citation) => ({ marker: citation.marker, ...citationView(citation) })),
        toolUsage: outcome.toolUsage.map((use) => ({
          tool: use.tool,
          status: use.status,
          duration_ms: Math.round(use.durationMs),
          summary: use.summary,
        })),
        artifacts: outcome.artifacts.map(({ artifactId, tool }) => ({ artifact_id: artifactId, tool })),
        modelServed: outcome.modelSelection.served,
        creditsCharged,
      });
    });
  }

  async function charge(turn: TurnRow, outcome: TurnOutcome, isFree: boolean): Promise<number> {
    if (turn.reservation_id === null) return 0;
    if (isFree) {
      await deps.charge.release(deps.db, turn.reservation_id);
      return 0;
    }
    return deps.charge.settle(deps.db, turn.reservation_id, { modelId: turn.model_resolved, usage: outcome.usage });
  }

  async function abandon(turn: TurnRow, error: { code: string; detail: string }): Promise<TurnRow | undefined> {
    return deps.db.transaction(async (transaction) => {
      const ended = await failTurn(transaction, turn.id, error);
      if (ended && turn.reservation_id !== null) await deps.charge.release(transaction, turn.reservation_id);
      return ended;
    });
  }
}
