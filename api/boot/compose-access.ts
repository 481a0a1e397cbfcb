import type { Database } from "../../migrations/index.ts";
import { type Accounts, makeAccounts } from "../access/accounts/accounts.service.ts";
import { type ApiKeys, makeApiKeys } from "../access/api-keys/api-keys.service.ts";
import { type CredentialWatch, makeCredentialWatch } from "../access/audit/credential-watch.ts";
import { type Connections, makeConnections } from "../access/connections/connections.service.ts";
import { makePasswords, type Passwords } from "../access/sessions/passwords.service.ts";
import { makeSessions, type Sessions } from "../access/sessions/sessions.service.ts";
import type { Wallet } from "../commerce/wallet/wallet.service.ts";
import { revokeLinksMintedBy } from "../http/one-time-links.repository.ts";
import type { Logger } from "./logger.ts";

/** Who may call, and by what. */
export interface Access {
  readonly accounts: Accounts;
  readonly apiKeys: ApiKeys;
  readonly connections: Connections;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly watch: CredentialWatch;
}

/** Puts people, their keys, connected apps and sessions together: whoever is removed loses all of them. */
export function composeAccess(parts: {
  readonly db: Database;
  readonly wallet: Pick<Wallet, "grant">;
  readonly baseUrl: string;
  readonly logger: Logger;
}): Access {
  const { db, wallet, baseUrl, logger } = parts;
  const credentials = { db, revokeLinksMintedBy: (credentialId: string) => revokeLinksMintedBy(db, credentialId) };
  const apiKeys = makeApiKeys(credentials);
  const connections = makeConnections(credentials);
  const sessions = makeSessions(db, { baseUrl });
  const passwords = makePasswords({ db, sessions });
  const accounts = makeAccounts({
    db,
    grantCredits: wallet.grant,
    revokeCredentialsOf: async (orgId, userId) => {
      await apiKeys.revokeAllOf(orgId, userId);
      await connections.endAllOf({ orgId, userId }, "member-removed");
      await sessions.endAllOf(userId, { organizationId: orgId });
    },
  });
  return { accounts, apiKeys, connections, sessions, passwords, watch: makeCredentialWatch({ db, logger }) };
}
