import { createHash } from "node:crypto";
import type { Queryable } from "../../../migrations/index.ts";
import type { Principal } from "../../http/principal.ts";
import { problem } from "../../http/problem.ts";
import { answersIn, type InterviewSources, readContext, readDecisions } from "../interview/interview-state.ts";
import { keyText, type Walk, walkOf } from "../interview/walk.ts";
import type { PlanningSession } from "./planning-session.repository.ts";
import { rulesOf } from "./program-rules.ts";

/** What a program is read from, beside its ledger. */
export type ProgramSubject = Awaited<ReturnType<typeof readContext>>;

/** The program of a project as it stands: the walk of its interview with what it was read from. */
export interface Program extends ProgramSubject {
  readonly walk: Walk;
}

/** Reads the program of a project from its ledger. @throws Problem not_found */
export async function readProgram(
  sources: InterviewSources,
  principal: Principal,
  projectId: string,
): Promise<Program> {
  const subject = await readContext(sources, principal, projectId);
  return programOf(sources.db, projectId, subject);
}

/** Returns the program that the ledger holds now; inside of the transaction of a write, the one that the write is about. */
export async function programOf(db: Queryable, projectId: string, subject: ProgramSubject): Promise<Program> {
  return { ...subject, walk: walkOf(subject.context, answersIn(await readDecisions(db, projectId, subject.context))) };
}

/** Returns a digest of everything that a program settles and of the limits it stands under: equal programs have equal digests. */
export function programHash(program: Program): string {
  const { walk } = program;
  const settled = walk.questions
    .map((question): [string, unknown] => [keyText(question), walk.settled(question.questionId, question.zoneId)])
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const limits = JSON.stringify(rulesOf(program).rules, (name, value) => (name === "source" ? undefined : value));
  return createHash("sha256").update(JSON.stringify(settled)).update(limits).digest("hex");
}

/** Returns the session of a write, or refuses it. @throws Problem planning_session_conflict */
export function assertFence(session: PlanningSession | undefined): PlanningSession {
  if (!session) throw problem("planning_session_conflict");
  return session;
}
