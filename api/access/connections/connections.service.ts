import { createHash } from "node:crypto";
import type { Database } from "../../../migrations/index.ts";
import type { Principal } from "../../http/principal.ts";
import { isScope } from "../../http/scopes.ts";
import { AccessRefused } from "../access.errors.ts";
import { assertCaps, type Caps } from "../caps.ts";
import * as repository from "./connections.repository.ts";

/** Why a connection ended. */
export type RevokeReason = "disconnected" | "revoked-by-client" | "reconnected" | "reuse-detected" | "member-removed";

/** Who an access token stands for, and what the token itself is good for. */
export interface AuthenticatedConnection {
  readonly principal: Principal;
  readonly clientId: string;
  /** The resource the token was minted for. */
  readonly resource: string;
  readonly expiresAt: Date;
}

/** Connected apps: listed, capped, disconnected, and told apart at the connector's door. */
export interface Connections {
  /** Lists the live connections of an organization, or with a user of that person alone, newest first. */
  listConnections(filter: { orgId: string; userId?: string }): Promise<repository.ConnectionRow[]>;
  /**
   * Changes the caps of a connection. Joins the caller's transaction, in which the caller records who did it.
   *
   * @throws AccessRefused access.invalid, access.unknown-connection
   */
  setCaps(orgId: string, connectionId: string, caps: Caps): Promise<void>;
  /**
   * Ends a connection: its tokens, and the one-time links it made and nobody has used, at once. Joins the caller's
   * transaction, in which the caller records who did it.
   *
   * @throws AccessRefused access.unknown-connection
   */
  disconnect(orgId: string, connectionId: string): Promise<void>;
  /** Ends a connection whoever asks; false when it had ended. Joins the caller's transaction. */
  end(connectionId: string, reason: RevokeReason): Promise<boolean>;
  /** Ends every connection of a person in an organization, to one client or to all. Joins the caller's transaction. */
  endAllOf(owner: { orgId: string; userId: string; clientId?: string }, reason: RevokeReason): Promise<void>;
  /** Gives who an access token stands for now; undefined when it is unknown or anything about it has ended. */
  authenticate(accessToken: string): Promise<AuthenticatedConnection | undefined>;
  /** Returns who a connection stands for now; undefined when it has ended or its person has left. */
  findPrincipal(connectionId: string): Promise<Principal | undefined>;
}

/** What connections need from the rest. */
export interface ConnectionsDeps {
  readonly db: Database;
  readonly revokeLinksMintedBy: (credentialId: string) => Promise<void>;
}

/** Makes the service of connected apps. */
export function makeConnections({ db, revokeLinksMintedBy }: ConnectionsDeps): Connections {
  const unknown = (id: string) => new AccessRefused("access.unknown-connection", `there is no connection ${id}`);

  async function end(connectionId: string, reason: RevokeReason): Promise<boolean> {
    return db.transaction(async (transaction) => {
      if (!(await repository.revokeConnection(transaction, connectionId, reason))) return false;
      await repository.deleteTokensOf(transaction, connectionId);
      await revokeLinksMintedBy(connectionId);
      return true;
    });
  }

  return {
    listConnections: ({ orgId, userId }) => repository.listConnections(db, orgId, userId ?? null),
    async setCaps(orgId, connectionId, caps) {
      assertCaps(caps);
      if (!(await repository.updateCaps(db, orgId, connectionId, caps))) throw unknown(connectionId);
    },
    async disconnect(orgId, connectionId) {
      await db.transaction(async (transaction) => {
        const row = await repository.findConnection(transaction, orgId, connectionId);
        if (!row || !(await end(row.id, "disconnected"))) throw unknown(connectionId);
      });
    },
    end,
    async endAllOf(
      { orgId, userId, clientId = null }: { orgId: string; userId: string; clientId?: string | null },
      reason,
    ) {
      await db.transaction(async (transaction) => {
        const ids = await repository.lockConnectionsOf(transaction, { orgId, userId, clientId });
        for (const id of ids) await end(id, reason);
      });
    },
    async authenticate(accessToken) {
      const row = await repository.findConnectionByAccessToken(db, createHash("sha256").update(accessToken).digest());
      if (!row) return undefined;
      if (!row.was_used_lately) await repository.touchConnection(db, row.id);
      return {
        principal: principalFrom(row),
        clientId: row.client_id,
        resource: row.resource,
        expiresAt: row.token_expires_at,
      };
    },
    async findPrincipal(connectionId) {
      const row = await repository.findLiveConnection(db, connectionId);
      return row && principalFrom(row);
    },
  };
}

/** A connection sees what its person owns or is shared into, whatever the person's role. */
function principalFrom(row: repository.LiveConnectionRow): Principal {
  return {
    kind: "connection",
    credentialId: row.id,
    orgId: row.org_id,
    userId: row.user_id,
    role: row.role,
    seesAllProjects: false,
    scopes: new Set(row.scopes.filter(isScope)),
    surface: "mcp",
    dailyCap: row.daily_cap,
    monthlyCap: row.monthly_cap,
  };
}
