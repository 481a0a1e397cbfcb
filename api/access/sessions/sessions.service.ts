import { createHash, createHmac, randomBytes } from "node:crypto";
import { type Database, newId, type Queryable } from "../../../migrations/index.ts";
import { makeSessionCookie } from "./session-cookie.ts";
import * as repository from "./sessions.repository.ts";

/** A person signed in with a browser, working in one organization. */
export interface Session {
  readonly sessionId: string;
  readonly userId: string;
  readonly organizationId: string;
  /** The person's role now. */
  readonly role: "owner" | "member";
  /** Goes into every form of this session as the field `form_token`. */
  readonly csrfToken: string;
  readonly email: string;
  readonly name: string;
  readonly organizationName: string;
  /** The password was given in the last 10 minutes: what dangerous changes ask for. */
  readonly isConfirmed: boolean;
}

/** A session that has just begun, with the header that hands it to the browser. */
export interface FreshSession {
  readonly sessionId: string;
  /** Value of `Set-Cookie`. */
  readonly setCookie: string;
}

/** Sessions of browsers in the account area and on the consent page. */
export interface Sessions {
  /** Gives the live session that a request carries; a role or membership that was changed counts at once. */
  find(request: Request): Promise<Session | null>;
  /** Begins a session under a new secret; what the browser had before is never taken over. */
  start(
    db: Queryable,
    person: {
      userId: string;
      organizationId: string /** False when the password was not given just now. */;
      isConfirmed?: boolean;
    },
  ): Promise<FreshSession>;
  /** Notes that the person has just given the password again. */
  confirm(sessionId: string): Promise<void>;
  end(sessionId: string): Promise<void>;
  /** Ends every session of a person, in one organization or in all. */
  endAllOf(userId: string, options?: { organizationId?: string; except?: string }): Promise<number>;
  organizationsOf(userId: string): Promise<repository.SessionOrganizationRow[]>;
  countOf(userId: string): Promise<number>;
  /** Value of `Set-Cookie` that makes the browser forget its session. */
  readonly forgetCookie: string;
  /** Origin that forms must come from. */
  readonly origin: string;
  sweep(): Promise<number>;
}

/** Makes the service of sessions for the address that browsers reach it under. */
export function makeSessions(db: Database, options: { readonly baseUrl: string }): Sessions {
  const cookie = makeSessionCookie(options.baseUrl);
  return {
    async find(request) {
      const secret = cookie.read(request.headers);
      if (secret === null) return null;
      const row = await repository.findSession(db, hashOf(secret));
      if (!row) return null;
      if (!row.was_seen_lately) await repository.touchSession(db, row.id);
      return {
        sessionId: row.id,
        userId: row.user_id,
        organizationId: row.org_id,
        role: row.role,
        csrfToken: formTokenOf(secret),
        email: row.email,
        name: row.name,
        organizationName: row.organization_name,
        isConfirmed: row.is_confirmed,
      };
    },
    async start(queryable, { userId, organizationId, isConfirmed = true }) {
      const secret = randomBytes(32).toString("base64url");
      const sessionId = newId("session");
      await repository.insertSession(queryable, {
        id: sessionId,
        tokenHash: hashOf(secret),
        userId,
        orgId: organizationId,
        isConfirmed,
      });
      return { sessionId, setCookie: cookie.write(secret) };
    },
    confirm: (sessionId) => repository.confirmSession(db, sessionId),
    end: (sessionId) => repository.endSession(db, sessionId),
    endAllOf: (userId, { organizationId, except } = {}) =>
      repository.endSessionsOf(db, { userId, orgId: organizationId ?? null, except: except ?? null }),
    organizationsOf: (userId) => repository.listOrganizationsOf(db, userId),
    countOf: (userId) => repository.countSessionsOf(db, userId),
    forgetCookie: cookie.forget,
    origin: new URL(options.baseUrl).origin,
    sweep: () => repository.sweepSessions(db),
  };
}

/** Derived from the secret, so that it is known to who has the cookie, kept nowhere, and tells nothing about it. */
function formTokenOf(secret: string): string {
  return createHmac("sha256", secret).update("form token").digest("base64url");
}

const hashOf = (secret: string) => createHash("sha256").update(secret).digest();
