import type { Static } from "@sinclair/typebox";
import type { Compute } from "../../../ingest/index.ts";
import { newId } from "../../../migrations/index.ts";
import type { Page } from "../../http/pagination.ts";
import type { Principal } from "../../http/principal.ts";
import { type Problem, problem } from "../../http/problem.ts";
import type { GetReadyProject, GetVisibleProject } from "../../knowledge/project-gate.ts";
import { type InterviewSources, readContext, readDecisions } from "../interview/interview-state.ts";
import { CompileBroke, type CompiledProgram, compileProgram } from "./compile-program.ts";
import { decisionFrame } from "./decision-frame.ts";
import { disclosedDecisions } from "./disclosed-decisions.ts";
import { recordDecisions } from "./plan-decisions.repository.ts";
import { findLatestRevision, insertRevision, latestRevisionNumber } from "./plan-revisions.repository.ts";
import { assertFence, type Program, type ProgramSubject, programHash, programOf } from "./planning.ts";
import { activeSession, advanceSession, lockSession, type PlanningSession } from "./planning-session.repository.ts";
import { programConflicts } from "./program-conflicts.ts";
import { rulesOf } from "./program-rules.ts";
import { compiledConflicts, conflictView, metricsView, notesOf, proposalView, recapOf } from "./proposal-view.ts";
import * as repository from "./proposals.repository.ts";
import type {
  ProposalApprovalBody,
  ProposalApprovalView,
  ProposalBody,
  ProposalRejectionBody,
  ProposalView,
} from "./site-plan.model.ts";
import type { AssertStudio } from "./studio.ts";

type Approval = Static<typeof ProposalApprovalView>;
/** What an approval keeps for its replays. */
type Outcome = Omit<Approval, "replayed" | "planning_session_id" | "state_version">;

/** Proposals of concepts and the decisions about them. */
export interface Proposals {
  /**
   * Proposes a concept, or one zone of it anew. Compiles nothing.
   *
   * @throws Problem not_found, bootstrap_not_ready, zoning_verification_required, site_plan_studio_not_enabled,
   *   planning_session_conflict, program_not_approved, concept_proposal_rejected
   */
  create(
    principal: Principal,
    projectId: string,
    body: Static<typeof ProposalBody>,
  ): Promise<Static<typeof ProposalView>>;
  /** Lists the proposals of the active session, newest first. @throws Problem not_found */
  list(
    principal: Principal,
    projectId: string,
    options: { readonly page: Page; readonly status: repository.ProposalStatus | undefined },
  ): Promise<{ readonly items: Static<typeof ProposalView>[]; readonly lastId: string | undefined }>;
  /**
   * Compiles a proposal and stores the concept; a repeat answers the first outcome.
   *
   * @throws Problem as `create`, and proposal_decided, proposal_expired, proposal_override_reason_required,
   *   proposal_blocked, proposal_failed, proposal_execution_failed
   */
  approve(
    principal: Principal,
    at: { readonly projectId: string; readonly proposalId: string },
    body: Static<typeof ProposalApprovalBody>,
    signal: AbortSignal,
  ): Promise<Approval>;
  /** Rejects an open proposal. @throws Problem as `create`, and proposal_decided */
  reject(
    principal: Principal,
    at: { readonly projectId: string; readonly proposalId: string },
    body: Static<typeof ProposalRejectionBody>,
  ): Promise<Static<typeof ProposalView>>;
}

/** What proposals are made and compiled with. */
export interface ProposalsDeps extends InterviewSources {
  readonly compute: Compute;
  readonly getReadyProject: GetReadyProject;
  readonly getVisibleProject: GetVisibleProject;
  readonly assertStudio: AssertStudio;
}

const retrySeconds = 5;

/** Makes the proposals of the service. */
export function makeProposals(deps: ProposalsDeps): Proposals {
  const { db } = deps;
  const assertWritable = async (principal: Principal, projectId: string) => {
    const { orgId } = await deps.getReadyProject(principal, projectId);
    await deps.assertStudio(orgId);
  };
  return {
    async create(principal, projectId, { planning_session_id: sessionId, state_version: expected, zone_id: zoneId }) {
      await assertWritable(principal, projectId);
      const subject = await readContext(deps, principal, projectId);
      return db.transaction(async (tx) => {
        const session = assertFence(await advanceSession(tx, { projectId, sessionId, expected }));
        const program = await programOf(tx, projectId, subject);
        const programHashNow = programHash(program);
        if (session.program_hash !== programHashNow) throw problem("program_not_approved");
        const planRevision = await latestRevisionNumber(tx, projectId);
        if (zoneId !== undefined) assertRegenerable(program, zoneId, planRevision);
        const row = await repository.insertProposal(tx, {
          ...{ id: newId("proposal"), projectId, sessionId, zoneId: zoneId ?? null, planRevision },
          kind: zoneId === undefined ? "generate_concept" : "regenerate_zone",
          ...{ notes: notesOf(rulesOf(program), program), recap: recapOf(program), programHash: programHashNow },
          conflicts: programConflicts(program).map(conflictView),
        });
        return proposalView(row, session);
      });
    },
    async list(principal, projectId, { page, status }) {
      await deps.getVisibleProject(principal, projectId);
      const session = await activeSession(db, projectId);
      const rows = await repository.listProposals(db, session.id, { page, status });
      const items = rows.slice(0, page.limit).map((row) => proposalView(row, session));
      return { items, lastId: rows.length > page.limit ? items.at(-1)?.proposal_id : undefined };
    },
    async approve(principal, at, body, signal) {
      await assertWritable(principal, at.projectId);
      return approve(deps, { principal, ...at, body, signal });
    },
    async reject(principal, { projectId, proposalId }, { planning_session_id: sessionId, state_version, reason }) {
      await assertWritable(principal, projectId);
      return db.transaction(async (tx) => {
        const row = await repository.lockProposal(tx, projectId, proposalId);
        if (!row) throw noSuchProposal();
        if (row.status !== "proposed") throw problem("proposal_decided");
        const session = assertFence(await advanceSession(tx, { projectId, sessionId, expected: state_version }));
        const decidedAt = await repository.decideProposal(tx, proposalId, { status: "rejected", outcome: null });
        await recordDecisions(tx, decisionFrame(principal, { projectId, session }), [
          {
            ...{ kind: "rejection", key: proposalId, zoneId: row.zone_id, value: null, unit: null },
            ...{ statement: "The proposal was rejected.", reason: reason ?? null },
          },
        ]);
        return proposalView({ ...row, status: "rejected", decided_at: decidedAt ?? null }, session);
      });
    },
  };
}

const noSuchProposal = () => problem("not_found", { detail: "No proposal of this project has that id." });

/** @throws Problem concept_proposal_rejected */
function assertRegenerable({ walk }: Program, zoneId: string, planRevision: number): void {
  const refuse = (detail: string) => problem("concept_proposal_rejected", { detail });
  if (!walk.zones.some((zone) => zone.zoneId === zoneId)) throw refuse(`The program has no zone ${zoneId}.`);
  if (walk.zones.length > 1 && walk.settled("site.zone_boundary", zoneId) === undefined) {
    throw refuse(`Zone ${zoneId} has no boundary.`);
  }
  if (planRevision === 0) throw refuse("There is no concept yet of which a zone could be compiled anew.");
}

interface ApprovalCall {
  readonly principal: Principal;
  readonly projectId: string;
  readonly proposalId: string;
  readonly body: Static<typeof ProposalApprovalBody>;
  readonly signal: AbortSignal;
}

interface OpenProposal {
  readonly program: Program;
  readonly row: repository.ProposalRow;
  readonly session: PlanningSession;
  readonly overridden: readonly string[];
}

type Opened = { readonly replay: Approval } | OpenProposal;

/**
 * Opens the proposal for a compile in one transaction, which uses up the state version, compiles outside of it, and stores
 * the outcome in another one: whoever comes second finds the proposal decided.
 */
async function approve(deps: ProposalsDeps, call: ApprovalCall): Promise<Approval> {
  const subject = await readContext(deps, call.principal, call.projectId);
  const opened = await openForApproval(deps, call, subject);
  if ("replay" in opened) return opened.replay;
  assertUnblocked(opened.program, opened.session);
  const compiled = await compiledOrRefused(deps, call, opened);
  const applied = await applyPlan(deps, call, { compiled, ...opened });
  if (applied) return applied;
  throw await expired(deps, call.proposalId);
}

/** Ends a proposal whose program or plan has moved, and returns the refusal. */
async function expired({ db }: ProposalsDeps, proposalId: string): Promise<Problem> {
  await repository.decideProposal(db, proposalId, { status: "expired", outcome: null });
  return problem("proposal_expired");
}

/** @throws Problem planning_session_conflict, proposal_decided, proposal_expired, proposal_override_reason_required, proposal_failed */
async function openForApproval(deps: ProposalsDeps, call: ApprovalCall, subject: ProgramSubject): Promise<Opened> {
  const { projectId, proposalId, body } = call;
  const { planning_session_id: sessionId, state_version: expected } = body;
  const opened = await deps.db.transaction(async (tx) => {
    const row = await repository.lockProposal(tx, projectId, proposalId);
    if (!row) throw noSuchProposal();
    const held = assertFence(await lockSession(tx, { projectId, sessionId, expected: undefined }));
    if (row.status === "applied") return { replay: replayOf(row, held) };
    if (row.status !== "proposed") throw problem("proposal_decided");
    if (expected !== undefined && expected !== held.state_version) throw problem("planning_session_conflict");
    const program = await programOf(tx, projectId, subject);
    const hasMoved =
      row.program_hash !== programHash(program) ||
      row.program_hash !== held.program_hash ||
      row.plan_revision !== (await latestRevisionNumber(tx, projectId)) ||
      (body.expected_program_revision ?? held.program_revision) !== held.program_revision;
    if (hasMoved) return "expired" as const;
    if (row.conflicts.length > 0 && !isReason(body.override_reason)) throw reasonNeeded(row.conflicts);
    const session = assertFence(await advanceSession(tx, { projectId, sessionId, expected }));
    return { program, row, session, overridden: row.conflicts.map(({ rule }) => rule) };
  });
  // Decided after the transaction: a refusal inside of it would undo that the proposal has expired.
  if (opened === "expired") throw await expired(deps, proposalId);
  return opened;
}

/** Fewest characters of a reason that are not blank. Source: `siteplan.md` D3. */
const shortestReason = 10;
const isReason = (reason: string | undefined) => (reason ?? "").replaceAll(/\s/g, "").length >= shortestReason;

const reasonNeeded = (conflicts: repository.ProposalRow["conflicts"]) =>
  problem("proposal_override_reason_required", {
    detail: `The plan would break: ${[...new Set(conflicts.map(({ code }) => code))].join(", ")}. The user's written reason is needed, of at least ${shortestReason} characters.`,
    errors: conflicts.map(({ code, statement }) => ({
      ...{ field: "override_reason", code },
      message: String(statement),
    })),
  });

function replayOf({ outcome }: repository.ProposalRow, session: PlanningSession): Approval {
  return {
    ...(outcome as Outcome),
    replayed: true,
    ...{ planning_session_id: session.id, state_version: session.state_version },
  };
}

/** @throws Problem proposal_blocked */
function assertUnblocked({ project }: Program, session: PlanningSession): void {
  const block = project.parcels.some(({ geometry }) => geometry === null) ? "parcel_boundary_missing" : undefined;
  if (block)
    throw problem("proposal_blocked", { block, detail: `The compile needs: ${block}. ${session.id} stays open.` });
}

/** @throws Problem proposal_execution_failed, proposal_failed, proposal_override_reason_required */
async function compiledOrRefused(
  deps: ProposalsDeps,
  { projectId, proposalId, signal }: ApprovalCall,
  { program, row, overridden }: OpenProposal,
): Promise<CompiledProgram> {
  const latest = row.zone_id === null ? undefined : await findLatestRevision(deps.db, projectId);
  const order = { projectId, program, zoneId: row.zone_id, latest, overridden };
  const compiled = await compileProgram(deps, order, signal).catch((error: unknown) => {
    if (!(error instanceof CompileBroke)) throw error;
    throw problem("proposal_execution_failed", { retry_after_seconds: retrySeconds }, { cause: error });
  });
  const { plan, inputs } = compiled;
  const failed = new Set(plan.zoneFailures.map(({ zoneId }) => zoneId));
  const asked = row.zone_id === null ? program.walk.zones.map(({ zoneId }) => zoneId) : [row.zone_id];
  if (asked.every((zoneId) => failed.has(zoneId))) {
    await repository.decideProposal(deps.db, proposalId, { status: "failed", outcome: null });
    throw problem("proposal_failed", {
      detail: plan.zoneFailures.map(({ zoneId, message }) => `${zoneId}: ${message}`).join(" "),
      errors: plan.zoneFailures.map(({ zoneId, code, message }) => ({ field: zoneId, code, message })),
    });
  }
  const known = new Set(overridden);
  const fresh = compiledConflicts(plan, inputs.citations).filter(({ rule }) => !known.has(rule));
  const hard = fresh.filter(({ severity }) => severity === "hard");
  if (hard.length > 0) {
    await repository.decideProposal(deps.db, proposalId, { status: "failed", outcome: null });
    const errors = hard.map(({ rule, code, statement }) => ({ field: rule, code, message: statement }));
    throw problem("proposal_failed", { detail: hard.map(({ statement }) => statement).join(" "), errors });
  }
  if (fresh.length > 0) {
    // The drawing breaks rules that nobody has been told of: they join the proposal, and the user decides.
    const conflicts = [...row.conflicts, ...fresh.map(conflictView)];
    await repository.setConflicts(deps.db, proposalId, conflicts);
    throw reasonNeeded(fresh.map(conflictView));
  }
  return compiled;
}

interface CompiledProposal extends OpenProposal {
  readonly compiled: CompiledProgram;
}

/** Stores the concept and ends the proposal; undefined when its program or plan moved while it compiled. */
function applyPlan(
  deps: ProposalsDeps,
  call: ApprovalCall,
  { program, row, compiled }: CompiledProposal,
): Promise<Approval | undefined> {
  const { projectId, proposalId, principal, body } = call;
  const { plan, origin, scenario, inputs } = compiled;
  return deps.db.transaction(async (tx) => {
    const locked = await repository.lockProposal(tx, projectId, proposalId);
    const session = assertFence(await lockSession(tx, { projectId, sessionId: row.session_id, expected: undefined }));
    if (locked?.status === "applied") return replayOf(locked, session);
    if (locked?.status !== "proposed") throw problem("proposal_decided");
    if (session.program_hash !== row.program_hash) return undefined;
    if ((await latestRevisionNumber(tx, projectId)) !== row.plan_revision) return undefined;
    const reason = body.override_reason ?? null;
    await recordDecisions(tx, decisionFrame(principal, { projectId, session }), [
      ...locked.conflicts.map((conflict) => ({
        ...{ kind: "override" as const, key: conflict.rule, zoneId: row.zone_id, value: conflict, reason },
        ...{ unit: null, statement: String(conflict.statement) },
      })),
      {
        ...{ kind: "approval" as const, key: proposalId, zoneId: row.zone_id, unit: null, reason },
        ...{ value: { hash: plan.hash }, statement: "The proposal was approved and compiled." },
      },
    ]);
    const disclosed = disclosedDecisions(await readDecisions(tx, projectId, program.context), {
      ...{ program, conflicts: locked.conflicts },
    });
    const stored = { projectId, proposalId, origin, plan, scenario, disclosed };
    const revision = await insertRevision(tx, {
      ...{ ...stored, rule_inputs: inputs.rules, rule_evidence: inputs.citations },
    });
    const outcome: Outcome = {
      ...{ proposal_id: proposalId, status: "applied", applied_revision_id: revision.id },
      zone_failures: plan.zoneFailures.map(({ zoneId, ...failure }) => ({ zone_id: zoneId, ...failure })),
      metrics: metricsView(plan.metrics, inputs.citations),
    };
    await repository.decideProposal(tx, proposalId, { status: "applied", outcome });
    return {
      ...{ ...outcome, replayed: false, planning_session_id: session.id, state_version: session.state_version },
    };
  });
}
