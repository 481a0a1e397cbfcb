import type { Database } from "../../migrations/index.ts";
import { sweepLinks } from "../access/account-links/account-links.repository.ts";
import { type AccountLinks, makeAccountLinks } from "../access/account-links/account-links.service.ts";
import type { Accounts } from "../access/accounts/accounts.service.ts";
import type { ApiKeys } from "../access/api-keys/api-keys.service.ts";
import type { Connections } from "../access/connections/connections.service.ts";
import { accountRoutes } from "../access/pages/account.routes.ts";
import type { Passwords } from "../access/sessions/passwords.service.ts";
import type { Sessions } from "../access/sessions/sessions.service.ts";
import { makeLedger } from "../commerce/wallet/ledger.ts";
import type { Wallet } from "../commerce/wallet/wallet.service.ts";
import type { PlainRoute } from "../http/app.ts";
import type { Operation } from "../http/operation.ts";
import type { Knowledge } from "./compose-knowledge.ts";
import type { Chore } from "./housekeeping.ts";

/** What the account area is put together from. */
export interface AccountAreaParts {
  readonly db: Database;
  /** Without a final slash. */
  readonly baseUrl: string;
  readonly accounts: Accounts;
  readonly apiKeys: ApiKeys;
  readonly connections: Connections;
  readonly wallet: Wallet;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  /** Projects, their documents, and their deletion. */
  readonly knowledge: Pick<Knowledge, "projects" | "documents" | "deletion">;
  readonly operations: readonly Operation[];
}

/** Puts the account area together: its routes, the links by which people come in, and its chores. */
export function composeAccountArea(parts: AccountAreaParts): {
  readonly routes: readonly PlainRoute[];
  readonly links: AccountLinks;
  readonly chores: readonly Chore[];
} {
  const { db, sessions, passwords, baseUrl } = parts;
  const links = makeAccountLinks(parts);
  const titles = new Map(parts.operations.map(({ operationId, summary }) => [operationId, summary]));
  return {
    links,
    routes: accountRoutes({
      ...parts,
      ...parts.knowledge,
      links,
      ledger: makeLedger(db),
      operationTitle: (operationId) => titles.get(operationId),
      connectorUrl: `${baseUrl}/mcp`,
    }),
    chores: [
      { name: "old-account-links", run: () => sweepLinks(parts.db) },
      { name: "old-sessions", run: () => sessions.sweep() },
      { name: "old-sign-in-tries", run: () => passwords.sweep() },
    ],
  };
}
