import { createHash } from "node:crypto";
import type { Queryable } from "../../../migrations/index.ts";
import type { Principal } from "../../http/principal.ts";
import { problem } from "../../http/problem.ts";
import { answersIn, type InterviewSources, readContext } from "../interview/interview-state.ts";
import { keyText, type Walk, walkOf } from "../interview/walk.ts";
import { listDecisions } from "./plan-decisions.repository.ts";
import type { PlanningSession } from "./planning-session.repository.ts";

/** The program of a project as it stands: the walk of its interview with what it was read from. */
export interface Program {
  readonly walk: Walk;
  readonly context: Awaited<ReturnType<typeof readContext>>["context"];
  readonly project: Awaited<ReturnType<typeof readContext>>["project"];
}

/** Reads the program of a project from its ledger. @throws Problem not_found */
export async function readProgram(
  sources: InterviewSources,
  principal: Principal,
  projectId: string,
  db: Queryable = sources.db,
): Promise<Program> {
  const { context, project } = await readContext(sources, principal, projectId);
  return { context, project, walk: walkOf(context, answersIn(await listDecisions(db, projectId))) };
}

/** Returns a digest of everything that a program settles: equal programs have equal digests. */
export function programHash(walk: Walk): string {
  const settled = walk.questions
    .map((question): [string, unknown] => [keyText(question), walk.settled(question.questionId, question.zoneId)])
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(settled)).digest("hex");
}

/** Returns the session of a write, or refuses it. @throws Problem planning_session_conflict */
export function assertFence(session: PlanningSession | undefined): PlanningSession {
  if (!session) throw problem("planning_session_conflict");
  return session;
}
