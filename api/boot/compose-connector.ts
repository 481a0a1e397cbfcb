import { safeFetch } from "../../ingest/index.ts";
import type { Database } from "../../migrations/index.ts";
import { recordAudit } from "../access/audit/audit.repository.ts";
import type { Connections } from "../access/connections/connections.service.ts";
import { makeAuthorizations } from "../access/oauth/authorization.service.ts";
import { authorizeRoutes } from "../access/oauth/authorize.routes.ts";
import { makeClientDocuments } from "../access/oauth/client-documents.ts";
import { sweepClients } from "../access/oauth/clients.repository.ts";
import { makeOAuthClients } from "../access/oauth/clients.service.ts";
import { oauthAddresses } from "../access/oauth/metadata.ts";
import { oauthRoutes, takeLimit } from "../access/oauth/oauth.routes.ts";
import { sweepRequests } from "../access/oauth/requests.repository.ts";
import { sweepTokens } from "../access/oauth/tokens.repository.ts";
import { makeOAuthTokens } from "../access/oauth/tokens.service.ts";
import { makePageRoutes } from "../access/pages/page-routes.ts";
import type { Sessions } from "../access/sessions/sessions.service.ts";
import type { PlainRoute } from "../http/app.ts";
import type { IdempotencyClaims } from "../http/idempotency.ts";
import type { Operation } from "../http/operation.ts";
import type { RateLimiter } from "../http/rate-limit.ts";
import type { CredentialWatch } from "../http/run-operation.ts";
import type { AssertProjectVisible } from "../http/run-under-claim.ts";
import { connectorRoutes } from "../mcp/connector.ts";
import { makeRunTool, type ToolRunnerDeps } from "../mcp/run-tool.ts";
import { makeToolbox } from "../mcp/toolbox.ts";
import type { ToolDeclaration } from "../tools/tool.ts";
import type { Chore } from "./housekeeping.ts";
import type { Logger } from "./logger.ts";

/** What the connector and its authorization server are made of. */
export interface ConnectorParts {
  readonly db: Database;
  readonly baseUrl: string;
  /** Origins that may be fetched from although they are not public. */
  readonly fetchAllowOrigins: readonly string[];
  readonly limiter: RateLimiter;
  readonly idempotency: IdempotencyClaims;
  readonly logger: Logger;
  readonly sessions: Sessions;
  readonly connections: Connections;
  readonly operations: readonly Operation[];
  readonly tools: readonly ToolDeclaration[];
  readonly watch: CredentialWatch;
  readonly assertProjectVisible: AssertProjectVisible;
  readonly validatesResponses: boolean;
  readonly onToolCall?: ToolRunnerDeps["onToolCall"];
}

/** Puts the authorization server and the connector together, over the operations that REST serves. */
export function composeConnector(parts: ConnectorParts): { routes: PlainRoute[]; chores: Chore[] } {
  const { db, baseUrl, limiter, connections, logger } = parts;
  const addresses = oauthAddresses(baseUrl);
  const documents = makeClientDocuments({
    safeFetch: (url, options) =>
      safeFetch(url, { ...options, allowOrigins: parts.fetchAllowOrigins, ownOrigins: [baseUrl] }),
  });
  const clients = makeOAuthClients(db, documents);
  const tokens = makeOAuthTokens({
    db,
    addresses,
    connections,
    record: (transaction, { action, orgId, userId, connectionId, requestId, address }) =>
      recordAudit(transaction, {
        organizationId: orgId,
        actor: { kind: "user", id: userId, surface: "mcp", requestId, address },
        action,
        target: connectionId,
      }),
  });
  const authorizations = makeAuthorizations({ db, clients, addresses });
  const toolbox = makeToolbox({
    operations: parts.operations,
    tools: parts.tools.filter(({ audience }) => audience !== "agent"),
    run: makeRunTool(parts),
    watch: parts.watch,
  });
  return {
    routes: [
      ...oauthRoutes({ addresses, clients, tokens, limiter }),
      ...authorizeRoutes({
        pages: makePageRoutes(parts),
        sessions: parts.sessions,
        authorizations,
        takeLimit: (key, perMinute) => takeLimit(limiter, key, { calls: perMinute, windowMs: 60_000 }),
      }),
      ...connectorRoutes({ ...addresses, toolbox, baseUrl, logger, authenticate: connections.authenticate }),
    ],
    chores: [
      {
        name: "old-oauth-grants",
        run: async () => (await sweepRequests(db)) + (await sweepTokens(db)) + (await sweepClients(db)),
      },
    ],
  };
}
