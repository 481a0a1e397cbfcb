import type { Database, Queryable } from "../../../migrations/index.ts";
import { unstorableText } from "../../http/unstorable-text.ts";
import { recordAudit } from "../audit/audit.repository.ts";
import type { AuditActor } from "../audit/audit-event.ts";
import { hashPassword, isPassword } from "./password-hash.ts";
import * as repository from "./passwords.repository.ts";
import type { FreshSession, Session, Sessions } from "./sessions.service.ts";
import { makeSignInThrottle } from "./sign-in-throttle.ts";

/** What came of a try to sign in or to confirm. */
export type PasswordVerdict<Success> =
  | { readonly kind: "right"; readonly value: Success }
  /** Also for an unknown address: the two cannot be told apart. */
  | { readonly kind: "wrong" }
  | { readonly kind: "wait"; readonly seconds: number };

/** Where a request comes from, as far as passwords and the audit log need it. */
export interface Caller {
  readonly address: string;
  readonly requestId: string;
}

/** Passwords: tried, stored and changed. */
export interface Passwords {
  /** Begins a session for the right password; tries are throttled, and each one is recorded. */
  signIn(input: { email: string; password: string } & Caller): Promise<PasswordVerdict<FreshSession>>;
  /** Asks for the password again before a dangerous change, and notes it with the session. */
  confirm(session: Session, password: string, caller: Caller): Promise<PasswordVerdict<true>>;
  /** Checks the password of the person with an address, throttled like a sign-in. */
  checkByEmail(email: string, password: string, caller: Caller): Promise<PasswordVerdict<true>>;
  /** Hashes and stores; `hash` beforehand where a transaction is open, because hashing takes its time. */
  hash(password: string): Promise<string>;
  store(db: Queryable, userId: string, hash: string): Promise<void>;
  /** Stores the new password and ends every other session of the person. */
  change(session: Session, newPassword: string, caller: Caller): Promise<void>;
  hasAny(): Promise<boolean>;
  sweep(): Promise<number>;
}

const shortest = 12;
const longest = 200;

/** Gives what is wrong with a new password, in words for the person who typed it; null when nothing is. */
export function faultOfPassword(password: string, email: string): string | null {
  const length = [...password].length;
  if (length < shortest) return `A password has at least ${shortest} characters; this one has ${length}.`;
  if (length > longest) return `A password has at most ${longest} characters; this one has ${length}.`;
  if (unstorableText(password)) return "The password holds a character that cannot be typed again; choose another.";
  if (new Set(password).size < 5) return "Use at least five different characters.";
  const [local = ""] = email.toLowerCase().split("@");
  const isAddress = password.toLowerCase() === email.toLowerCase() || password.toLowerCase() === local;
  return isAddress ? "The password must not be your e-mail address." : null;
}

/** The actor of the audit log that a session and a caller make. */
export function sessionActor(session: Pick<Session, "userId">, caller: Caller): AuditActor {
  return { kind: "user", id: session.userId, surface: "account", ...caller };
}

/** Makes the service of passwords. */
export function makePasswords({ db, sessions }: { readonly db: Database; readonly sessions: Sessions }): Passwords {
  const throttle = makeSignInThrottle(db);

  async function checkByEmail(email: string, password: string, caller: Caller) {
    const who = { email, address: caller.address };
    const seconds = await throttle.takeTry(who);
    if (seconds > 0) return { kind: "wait", seconds } as const;
    const stored = await repository.findPasswordByEmail(db, email);
    if (!(await isPassword(password, stored?.hash ?? null))) return { kind: "wrong" } as const;
    await throttle.succeed(who);
    return { kind: "right", value: true } as const;
  }

  return {
    checkByEmail,
    async signIn({ email, password, ...caller }) {
      const who = { email, address: caller.address };
      const seconds = await throttle.takeTry(who);
      if (seconds > 0) return { kind: "wait", seconds };
      const stored = unstorableText(email) ? undefined : await repository.findPasswordByEmail(db, email);
      const isRight = await isPassword(password, stored?.hash ?? null);
      const organizationId = stored?.org_id ?? null;
      const actor: AuditActor = { kind: "user", id: stored?.user_id ?? null, surface: "account", ...caller };
      if (!stored || !isRight || organizationId === null) {
        await recordAudit(db, { organizationId, actor, action: "sign-in-failed", outcome: "refused" });
        return { kind: "wrong" };
      }
      await throttle.succeed(who);
      const fresh = await db.transaction(async (tx) => {
        await recordAudit(tx, { organizationId, actor, action: "sign-in" });
        return sessions.start(tx, { userId: stored.user_id, organizationId });
      });
      return { kind: "right", value: fresh };
    },
    async confirm(session, password, caller) {
      const verdict = await checkByEmail(session.email, password, caller);
      if (verdict.kind === "right") await sessions.confirm(session.sessionId);
      return verdict;
    },
    hash: hashPassword,
    store: repository.storePassword,
    async change(session, newPassword, caller) {
      const hash = await hashPassword(newPassword);
      await db.transaction(async (tx) => {
        await repository.storePassword(tx, session.userId, hash);
        await sessions.endAllOf(session.userId, { except: session.sessionId });
        await recordAudit(tx, {
          organizationId: session.organizationId,
          actor: sessionActor(session, caller),
          action: "password-changed",
          target: session.userId,
        });
      });
    },
    hasAny: () => repository.hasAnyPassword(db),
    sweep: () => throttle.sweep(),
  };
}
