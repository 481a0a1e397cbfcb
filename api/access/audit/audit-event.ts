import type { Principal } from "../../http/principal.ts";

/** Everything the audit log records. */
export const auditActions = [
  "sign-in",
  "sign-in-failed",
  "sign-out",
  "sign-out-everywhere",
  "password-set",
  "password-changed",
  "password-link-made",
  "organization-switched",
  "organization-created",
  "organization-renamed",
  "plan-changed",
  "studio-changed",
  "member-added",
  "member-invited",
  "invitation-accepted",
  "invitation-revoked",
  "role-changed",
  "member-removed",
  "key-minted",
  "key-rotated",
  "key-revoked",
  "key-caps-changed",
  "key-found-in-address",
  "credential-used-from-new-network",
  "scope-refused",
  "connection-approved",
  "connection-reuse-detected",
  "connection-caps-changed",
  "connection-revoked",
  "credits-granted",
  "project-shared",
  "zoning-verified",
  "goal-changed",
  "document-added",
  "document-deleted",
  "project-deleted",
  "source-added",
  "link-minted",
  "link-used",
  "job-retried",
  "job-canceled",
] as const;

export type AuditAction = (typeof auditActions)[number];

/** Who made a change, and from where; handed down to the service that makes it. */
export interface AuditActor {
  /** A link stands for whoever holds it. */
  readonly kind: "user" | "key" | "connection" | "link" | "operator" | "system";
  /** Id of the person, key or connection; of a link, the credential that made it. */
  readonly id: string | null;
  /** The person a key or connection acts for. */
  readonly onBehalfOf?: string | null;
  readonly surface: "account" | "api" | "mcp" | "operations";
  /** That of the request that is being answered unless stated. */
  readonly requestId?: string | null;
  /** The caller's address, that of the request unless stated; only its network is kept. */
  readonly address?: string | null;
}

/** An event of the audit log. Secrets and texts of documents never stand in it. */
export interface AuditEvent {
  /** Null for what happened in no organization. */
  readonly organizationId: string | null;
  readonly actor: AuditActor;
  readonly action: AuditAction;
  /** Id of what was changed. */
  readonly target?: string | null;
  readonly outcome?: "done" | "refused";
  /** A few short facts: a name, a role, caps before and after. */
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
}

/** The actor of the audit log that a caller of the API or of the connector is. */
export function principalActor(principal: Principal): AuditActor {
  const kind = principal.kind === "api_key" ? "key" : "connection";
  return { kind, id: principal.credentialId, onBehalfOf: principal.userId, surface: principal.surface };
}

/** The service itself: chores, and what has no caller. */
export const systemActor: AuditActor = { kind: "system", id: null, surface: "operations" };

/** Whoever runs `npm run admin`: the operating system let them in, so there is no name. */
export const operatorActor: AuditActor = { kind: "operator", id: null, surface: "operations" };
