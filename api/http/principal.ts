import type { Scope } from "./scopes.ts";

/** Who is calling, as far as any rule of the service needs to know. */
export interface Principal {
  readonly kind: "api_key" | "connection";
  /** The key or connection: what limits, caps, idempotency and audit hang on. */
  readonly credentialId: string;
  readonly orgId: string;
  /** The person the credential acts for. */
  readonly userId: string;
  /** The person's role now, not when the credential was made. */
  readonly role: "owner" | "member";
  /** True for a key that an owner made while they are still an owner; a connection never sees all. */
  readonly seesAllProjects: boolean;
  readonly scopes: ReadonlySet<Scope>;
  readonly surface: "api" | "mcp";
  /** Credits the credential may spend in a UTC day; null without a cap. */
  readonly dailyCap: number | null;
  /** Credits the credential may spend in a UTC month; null without a cap. */
  readonly monthlyCap: number | null;
}
