/** Why a change to organizations, people or keys is refused. */
export type AccessRefusal =
  | "access.unknown-organization"
  | "access.unknown-user"
  | "access.unknown-key"
  | "access.unknown-connection"
  | "access.inactive-member"
  | "access.last-owner"
  | "access.key-made"
  | "access.key-revoked"
  | "access.invalid";

/** A change to organizations, people or keys that was refused; the message is safe to show. */
export class AccessRefused extends Error {
  readonly code: AccessRefusal;
  constructor(code: AccessRefusal, message: string) {
    super(message);
    this.name = "AccessRefused";
    this.code = code;
  }
}
