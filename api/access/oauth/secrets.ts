import { createHash, randomBytes } from "node:crypto";

const prefixes = { request: "gw_areq_", code: "gw_code_", access: "gw_at_", refresh: "gw_rt_" } as const;

/**
 * Makes a secret of the authorization server; its prefix lets scanners of leaked secrets name it.
 *
 * Shape   the prefix of its kind and 43 characters of base64url, 256 random bits
 */
export function makeOAuthSecret(kind: keyof typeof prefixes): string {
  return `${prefixes[kind]}${randomBytes(32).toString("base64url")}`;
}

/** The form in which a secret is stored and looked up; plain SHA-256 is enough for 256 random bits. */
export function oauthSecretHash(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

/**
 * Tells whether a code verifier is the one behind an S256 challenge.
 *
 * @see RFC 7636, section 4.6
 */
export function isVerifierOf(verifier: string, challenge: string): boolean {
  return (
    /^[A-Za-z0-9._~-]{43,128}$/.test(verifier) &&
    createHash("sha256").update(verifier).digest("base64url") === challenge
  );
}
