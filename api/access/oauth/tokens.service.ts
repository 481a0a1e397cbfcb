import { type Database, newId, type Queryable } from "../../../migrations/index.ts";
import { findMember } from "../accounts/accounts.repository.ts";
import { insertConnection } from "../connections/connections.repository.ts";
import type { Connections } from "../connections/connections.service.ts";
import { isConnector, type OAuthAddresses } from "./metadata.ts";
import { OAuthRefused } from "./oauth-refused.ts";
import { type CodeRow, lockCode, useCode } from "./requests.repository.ts";
import { isVerifierOf, makeOAuthSecret, oauthSecretHash } from "./secrets.ts";
import * as repository from "./tokens.repository.ts";

/** What the token endpoint answers. Source: RFC 6749, section 5.1. */
export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: "Bearer";
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

/** Where a request comes from, for the audit log. */
export interface TokenCaller {
  readonly requestId: string;
  readonly address: string;
}

/** What happened to a connection at the token endpoint, for the audit log. */
export interface ConnectionEvent extends TokenCaller {
  readonly action: "connection-approved" | "connection-reuse-detected" | "connection-revoked";
  readonly orgId: string;
  readonly userId: string;
  readonly connectionId: string;
}

/** Tokens of connections: minted, exchanged and taken back. */
export interface OAuthTokens {
  /**
   * Exchanges a code for the tokens of a new connection; an earlier connection of the same person to the same client
   * ends with it. A code that comes a second time ends the connection it became.
   *
   * @throws OAuthRefused invalid_grant, invalid_target
   */
  exchangeCode(
    input: { code: string; clientId: string; redirectUri: string; verifier: string; resource: string | undefined },
    caller: TokenCaller,
  ): Promise<TokenAnswer>;
  /**
   * Exchanges a refresh token for its successor. A token that comes a second time has been stolen by one of the two who
   * hold it, so the connection ends.
   *
   * @throws OAuthRefused invalid_grant, invalid_target
   */
  refresh(
    input: { refreshToken: string; clientId: string; resource: string | undefined },
    caller: TokenCaller,
  ): Promise<TokenAnswer>;
  /**
   * Ends the connection of a token of either kind; an unknown token is not an error.
   *
   * @throws OAuthRefused unauthorized_client when another client holds the token
   * @see RFC 7009
   */
  revoke(input: { token: string; clientId: string }, caller: TokenCaller): Promise<void>;
}

/** What tokens need from the rest. */
export interface OAuthTokensDeps {
  readonly db: Database;
  readonly addresses: OAuthAddresses;
  readonly connections: Pick<Connections, "end" | "endAllOf">;
  readonly record: (transaction: Queryable, event: ConnectionEvent) => Promise<void>;
}

const accessSeconds = 60 * 60;
const refreshSeconds = 30 * 24 * 60 * 60;
const connectionDays = 180;

/** Makes the service of tokens. */
export function makeOAuthTokens({ db, addresses, connections, record }: OAuthTokensDeps): OAuthTokens {
  /** A refusal leaves the transaction as a value: what it found out, such as a replay, must be committed. */
  async function settled(work: (transaction: Queryable) => Promise<TokenAnswer | OAuthRefused>): Promise<TokenAnswer> {
    const outcome = await db.transaction(work);
    if (outcome instanceof OAuthRefused) throw outcome;
    return outcome;
  }

  async function mint(transaction: Queryable, connectionId: string, resource: string, scopes: readonly string[]) {
    const access = makeOAuthSecret("access");
    const refresh = makeOAuthSecret("refresh");
    const token = { connectionId, resource };
    const expiresIn = await repository.insertToken(transaction, {
      ...token,
      hash: oauthSecretHash(access),
      kind: "access",
      lifetimeSeconds: accessSeconds,
    });
    await repository.insertToken(transaction, {
      ...token,
      hash: oauthSecretHash(refresh),
      kind: "refresh",
      lifetimeSeconds: refreshSeconds,
    });
    return {
      access_token: access,
      token_type: "Bearer",
      expires_in: expiresIn,
      refresh_token: refresh,
      scope: scopes.join(" "),
    } as const;
  }

  return {
    exchangeCode: (input, caller) =>
      settled(async (transaction) => {
        const hash = oauthSecretHash(input.code);
        const code = await lockCode(transaction, hash);
        if (code?.is_used && code.connection_id !== null) {
          const isLive = await connections.end(code.connection_id, "reuse-detected");
          if (isLive) {
            const who = { orgId: code.org_id, userId: code.user_id, connectionId: code.connection_id };
            await record(transaction, { action: "connection-reuse-detected", ...who, ...caller });
          }
        }
        if (!code || !isRedeemable(code, input)) return refusedGrant("code");
        if (!isSameResource(input.resource, code.resource, addresses)) return refusedTarget();
        const { org_id: orgId, user_id: userId, client_id: clientId, scopes } = code;
        const member = await findMember(transaction, orgId, userId);
        if (!member?.is_active) return refusedGrant("code");
        await connections.endAllOf({ orgId, userId, clientId }, "reconnected");
        const connectionId = newId("connection");
        const consent = { orgId, userId, clientId, scopes, dailyCap: code.daily_cap, monthlyCap: code.monthly_cap };
        await insertConnection(transaction, connectionId, consent, connectionDays);
        await useCode(transaction, hash, connectionId);
        await record(transaction, { action: "connection-approved", orgId, userId, connectionId, ...caller });
        return mint(transaction, connectionId, code.resource, scopes);
      }),

    refresh: (input, caller) =>
      settled(async (transaction) => {
        const hash = oauthSecretHash(input.refreshToken);
        const owner = await repository.findTokenOwner(transaction, hash);
        if (owner?.client_id !== input.clientId) return refusedGrant("refresh token");
        const connectionId = owner.connection_id;
        const connection = await repository.lockLiveConnection(transaction, connectionId);
        const token = await repository.findRefreshToken(transaction, hash);
        if (!connection || !token) return refusedGrant("refresh token");
        const { org_id: orgId, user_id: userId } = connection;
        if (token.is_used) {
          await connections.end(connectionId, "reuse-detected");
          await record(transaction, { action: "connection-reuse-detected", orgId, userId, connectionId, ...caller });
          return refusedGrant("refresh token");
        }
        if (token.is_expired || !connection.is_active) return refusedGrant("refresh token");
        if (!isSameResource(input.resource, token.resource, addresses)) return refusedTarget();
        await repository.useRefreshToken(transaction, hash);
        await repository.deleteAccessTokens(transaction, connectionId);
        return mint(transaction, connectionId, token.resource, connection.scopes);
      }),

    async revoke({ token, clientId }, caller) {
      const owner = await repository.findTokenOwner(db, oauthSecretHash(token));
      if (!owner) return;
      if (owner.client_id !== clientId) {
        throw new OAuthRefused("unauthorized_client", "The token was not issued to this client.");
      }
      const { connection_id: connectionId, org_id: orgId, user_id: userId } = owner;
      await db.transaction(async (transaction) => {
        if (!(await connections.end(connectionId, "revoked-by-client"))) return;
        await record(transaction, { action: "connection-revoked", orgId, userId, connectionId, ...caller });
      });
    },
  };
}

function isRedeemable(code: CodeRow, input: { clientId: string; redirectUri: string; verifier: string }): boolean {
  return (
    !code.is_used &&
    !code.is_expired &&
    code.client_id === input.clientId &&
    code.redirect_uri === input.redirectUri &&
    isVerifierOf(input.verifier, code.code_challenge)
  );
}

function isSameResource(asked: string | undefined, granted: string, addresses: OAuthAddresses): boolean {
  return asked === undefined || (isConnector(asked, addresses) && granted === addresses.resource);
}

/** One text for every reason: which of them it was is nobody's business. */
const refusedGrant = (what: string) =>
  new OAuthRefused(
    "invalid_grant",
    `The ${what} is not valid, has expired, was used before, or belongs to another client.`,
  );

const refusedTarget = () => new OAuthRefused("invalid_target", "Tokens are issued for the connector only.");
