import type { Principal } from "../../http/principal.ts";
import type { DecisionFrame } from "./plan-decisions.repository.ts";
import type { PlanningSession } from "./planning-session.repository.ts";

/** Returns how decisions of a caller are recorded. */
export function decisionFrame(
  { credentialId, userId, kind }: Principal,
  { projectId, session }: { readonly projectId: string; readonly session: PlanningSession },
): DecisionFrame {
  return {
    ...{ projectId, sessionId: session.id, stateVersion: session.state_version },
    ...{ actor: `${userId} by ${credentialId}`, credentialKind: kind },
  };
}
