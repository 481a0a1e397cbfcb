import type { ModelCatalogue, PreviousTurn, TurnEvent } from "../../../agent/index.ts";
import { type Database, newId, type Queryable } from "../../../migrations/index.ts";
import type { Artifacts } from "../../delivery/artifacts/artifacts.service.ts";
import { citationOfView, type StoredCitation } from "../../http/citation.model.ts";
import type { Principal } from "../../http/principal.ts";
import { Problem, problem } from "../../http/problem.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { searchableDay } from "../as-of.ts";
import type { GetReadyProject, GetVisibleProject, ReadyProject } from "../project-gate.ts";
import { agentTurnJob } from "./messages.jobs.ts";
import type { ArtifactSummary, MessageBody, TurnView } from "./messages.model.ts";
import {
  abandonedTurns,
  failTurn,
  findKeptDocuments,
  findTurn,
  insertTurn,
  listTurns,
  runningTurnIds,
  setTurnCharge,
  type TurnRow,
} from "./messages.repository.ts";
import type { makeRunTurn } from "./run-turn.ts";
import type { TurnCharge } from "./turn-charge.ts";
import { interruptedTurn, type TurnError, turnOfDeletedProject, turnOfEndedCredential } from "./turn-error.ts";
import { freeTurnSlot, keepTurnSlot, secondsUntilSlot, takeTurnSlot } from "./turn-slots.repository.ts";

export interface MessagesDeps {
  readonly db: Database;
  readonly catalogue: ModelCatalogue;
  readonly getReadyProject: GetReadyProject;
  readonly getVisibleProject: GetVisibleProject;
  readonly charge: TurnCharge;
  /** Returns who a credential stands for now; undefined when it has ended. */
  readonly findPrincipal: (credential: Pick<TurnRow, "credential_id" | "surface">) => Promise<Principal | undefined>;
  readonly artifacts: Pick<Artifacts, "summaries">;
  readonly runTurn: ReturnType<typeof makeRunTurn>;
  readonly jobs: Pick<Jobs, "enqueue" | "announce">;
}

/** A question on its way to becoming a turn. */
export interface AskRequest {
  readonly principal: Principal;
  readonly projectId: string;
  readonly body: MessageBody;
  readonly idempotency:
    | { readonly key: string; readonly reference: string | undefined; saveReference(reference: string): Promise<void> }
    | undefined;
  readonly onEvent?: (event: TurnEvent) => void;
}

/** How far back a conversation is read. */
const mostPreviousTurns = 6;

/** A turn that was written down, and on whose behalf it runs. */
export interface OpenedTurn {
  readonly turn: TurnRow;
  readonly project: ReadyProject;
  readonly principal: Principal;
}

export type Messages = ReturnType<typeof makeMessages>;

/** Questions put to a project's agent: asked, followed, listed. */
export function makeMessages(deps: MessagesDeps) {
  /** Writes a turn down with its slot and its hold, all or nothing; a retry after a crash gets the same turn while it can end. */
  async function open(request: AskRequest): Promise<OpenedTurn> {
    const { principal, projectId, body } = request;
    const project = await deps.getReadyProject(principal, projectId);
    if (body.as_of !== undefined) await searchableDay(deps.db, project.corpusIds, body.as_of);
    if (request.idempotency?.reference) {
      const turn = await findTurn(deps.db, projectId, request.idempotency.reference);
      // One that failed cost nothing and will not answer any more: the retry is a turn of its own.
      if (turn && turn.status !== "failed") {
        await assertSlot(turn);
        return { turn, project, principal };
      }
    }
    if (body.previous_turn_id) await getTurn(projectId, body.previous_turn_id);
    const selection = deps.catalogue.resolve(body.model_id ?? "auto");
    const turnId = newId("turn");
    const jobId = body.wait === false ? newId("job") : undefined;
    const opened = await deps.db.transaction(async (transaction) => {
      if ((await takeTurnSlot(transaction, principal.credentialId, turnId)) === undefined) {
        throw await tooManyTurns(transaction, principal.credentialId);
      }
      const reservationId = await deps.charge.hold(principal, {
        projectId,
        modelId: selection.resolved,
        idempotencyKey: request.idempotency?.key,
      });
      if (jobId) {
        const payload = { turn_id: turnId, project_id: projectId };
        await deps.jobs.enqueue(transaction, agentTurnJob, payload, { jobId, orgId: project.orgId, projectId });
      }
      const turn = await insertTurn(transaction, {
        id: turnId,
        org_id: project.orgId,
        project_id: projectId,
        credential_id: principal.credentialId,
        surface: principal.surface,
        previous_turn_id: body.previous_turn_id ?? null,
        question: body.question,
        as_of: body.as_of ?? null,
        model_requested: body.model_id ?? "auto",
        model_resolved: selection.resolved,
        reservation_id: reservationId,
        background_job_id: jobId ?? null,
      });
      await request.idempotency?.saveReference(turnId);
      return turn;
    });
    if (jobId) deps.jobs.announce(jobId);
    return { turn: opened, project, principal };
  }

  /** Refuses to take up a turn of a dead process while its credential has two others running. */
  async function assertSlot(turn: TurnRow): Promise<void> {
    if (turn.status === "succeeded" || (await keepTurnSlot(deps.db, turn.credential_id, turn.id))) return;
    throw await tooManyTurns(deps.db, turn.credential_id);
  }

  /** Runs a turn unless it has ended, and returns the ended turn. */
  async function run(opened: OpenedTurn, onEvent?: (event: TurnEvent) => void): Promise<TurnRow> {
    const { turn, project, principal } = opened;
    if (turn.status === "succeeded" || turn.status === "failed") return turn;
    const ended = await deps.runTurn(turn, { principal, project, previous: await previousOf(turn), onEvent });
    // Another run, the sweep or the deletion of the project has ended it.
    return ended ?? getTurn(turn.project_id, turn.id);
  }

  async function getTurn(projectId: string, turnId: string): Promise<TurnRow> {
    const turn = await findTurn(deps.db, projectId, turnId);
    if (!turn) throw problem("not_found", { detail: "No turn of this project has that id." });
    return turn;
  }

  /** The conversation that a turn continues, oldest first, a few turns back. */
  async function previousOf(turn: TurnRow): Promise<PreviousTurn[]> {
    const previous: PreviousTurn[] = [];
    let id = turn.previous_turn_id;
    while (id !== null && previous.length < mostPreviousTurns) {
      const earlier = await findTurn(deps.db, turn.project_id, id);
      if (!earlier) break;
      if (earlier.answer !== null) {
        const citations = (earlier.citations as StoredCitation[]).map(citationOfView);
        previous.unshift({ question: earlier.question, answer: earlier.answer, citations });
      }
      id = earlier.previous_turn_id;
    }
    return previous;
  }

  /** Ends a turn that nobody runs any more and charges what was recorded before each of its steps. */
  async function endDead(db: Queryable, turn: Pick<TurnRow, "id" | "reservation_id">, error: TurnError): Promise<void> {
    const ended = await failTurn(db, turn.id, error);
    if (!ended || turn.reservation_id === null) return;
    await setTurnCharge(db, turn.id, await deps.charge.settleRecorded(db, turn.reservation_id));
  }

  /** Returns turns of one project as their callers read them. */
  async function views(
    principal: Principal,
    projectId: string,
    turns: readonly TurnRow[],
    { links }: { readonly links: boolean },
  ): Promise<TurnView[]> {
    const cited = turns.flatMap((turn) => turn.citations as { document_id: string | null }[]);
    const documents = [...new Set(cited.flatMap(({ document_id: id }) => id ?? []))];
    const kept = new Set(documents.length === 0 ? [] : await findKeptDocuments(deps.db, projectId, documents));
    const ids = [...new Set(turns.flatMap(({ artifacts }) => artifacts.map((made) => made.artifact_id)))];
    const files = await deps.artifacts.summaries(principal, projectId, { ids, links });
    return turns.map((turn) => turnView(turn, { isDeleted: (id) => id !== null && !kept.has(id), files }));
  }

  /** Returns a turn as its caller reads it, with a fresh link to each of its files. */
  async function view(principal: Principal, turn: TurnRow): Promise<TurnView> {
    const [shown] = await views(principal, turn.project_id, [turn], { links: true });
    if (!shown) throw new Error("a turn was not shown");
    return shown;
  }

  /** Gives a turn up that its job will not run again. */
  async function abandon(db: Queryable, projectId: string, turnId: string, error: TurnError): Promise<void> {
    const turn = await findTurn(db, projectId, turnId);
    if (!turn) return;
    if (error.code === "job_interrupted") await endDead(db, turn, error);
    else if ((await failTurn(db, turnId, error)) && turn.reservation_id !== null) {
      await deps.charge.release(db, turn.reservation_id);
    }
    await freeTurnSlot(db, turnId);
  }

  /** Returns on whose behalf a queued turn runs now, or why it may not run: rights may have ended since it was asked. */
  async function openQueued(turn: TurnRow): Promise<OpenedTurn | TurnError> {
    const principal = await deps.findPrincipal(turn);
    if (!principal) return turnOfEndedCredential;
    try {
      return { turn, principal, project: await deps.getReadyProject(principal, turn.project_id) };
    } catch (error) {
      if (error instanceof Problem && error.status < 500) return { code: error.code, detail: error.message };
      throw error;
    }
  }

  return {
    open,
    run,
    /** Runs a turn that a job asks for, with the rights that its credential has now; without any, it is not run. */
    async runQueued(projectId: string, turnId: string, signal: AbortSignal): Promise<void> {
      const turn = await getTurn(projectId, turnId);
      const opened = await openQueued(turn);
      if ("code" in opened) {
        await deps.db.transaction((transaction) => abandon(transaction, projectId, turnId, opened));
        return;
      }
      const { principal, project } = opened;
      await deps.runTurn(turn, { principal, project, previous: await previousOf(turn), signal });
    },
    abandon,
    async get(principal: Principal, projectId: string, turnId: string): Promise<TurnView> {
      await deps.getVisibleProject(principal, projectId);
      return view(principal, await getTurn(projectId, turnId));
    },
    async list(
      principal: Principal,
      projectId: string,
      page: { limit: number; offset: number; beforeId: string | undefined },
    ) {
      await deps.getVisibleProject(principal, projectId);
      const rows = await listTurns(deps.db, projectId, { ...page, limit: page.limit + 1 });
      const turns = rows.slice(0, page.limit);
      return {
        turns: await views(principal, projectId, turns, { links: false }),
        lastId: rows.length > page.limit ? turns.at(-1)?.id : undefined,
        running: await runningTurnIds(deps.db, projectId),
      };
    },
    /** Ends the running turns of a project that is being deleted, and charges what each had recorded. */
    async endAllOf(db: Queryable, projectId: string): Promise<void> {
      for (const id of await runningTurnIds(db, projectId)) {
        const turn = await findTurn(db, projectId, id);
        if (turn) await endDead(db, turn, turnOfDeletedProject);
        await freeTurnSlot(db, id);
      }
    },
    view,
    /** Ends turns whose process died, and gives back what they held beyond what they had used. */
    async sweepAbandoned(): Promise<number> {
      const abandoned = await abandonedTurns(deps.db);
      for (const turn of abandoned) {
        await deps.db.transaction((transaction) => endDead(transaction, turn, interruptedTurn));
      }
      return abandoned.length;
    },
  };
}

async function tooManyTurns(db: Queryable, credentialId: string): Promise<Problem> {
  return problem("concurrency_limit_exceeded", { retry_after_seconds: await secondsUntilSlot(db, credentialId) });
}

/** What a turn refers to, as it is when the turn is read. */
interface ReferredTo {
  isDeleted(documentId: string | null): boolean;
  readonly files: ReadonlyMap<string, ArtifactSummary>;
}

function turnView(turn: TurnRow, { isDeleted, files }: ReferredTo): TurnView {
  const citations = turn.citations as StoredCitation[];
  return {
    turn_id: turn.id,
    project_id: turn.project_id,
    status: turn.status,
    question: turn.question,
    answer: turn.answer,
    answer_status: turn.answer_status,
    searched: turn.searched,
    citations: citations.map(({ kind = "passage", retrieved_at = null, ...citation }) => ({
      ...citation,
      kind,
      retrieved_at,
      document_deleted: isDeleted(citation.document_id),
    })),
    tool_usage: turn.tool_usage as TurnView["tool_usage"],
    artifacts: turn.artifacts.flatMap(({ artifact_id: id, tool }) => {
      const file = files.get(id);
      return file ? [{ ...file, tool }] : [];
    }),
    model_selection: { requested: turn.model_requested, resolved: turn.model_resolved, served: turn.model_served },
    credits_charged: turn.credits_charged,
    error: turn.error,
    created_at: turn.created_at.toISOString(),
    completed_at: turn.completed_at?.toISOString() ?? null,
  };
}
