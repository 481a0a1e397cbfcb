import {
  makeProviderClient,
  type ProviderClient,
  type ProviderClientParts,
  type ProviderDescription,
} from "../../api/providers/client/provider-client.ts";
import type { Queryable } from "../../migrations/index.ts";

/** What a test replaces in a client. */
export type ClientChanges = Partial<ProviderClientParts> &
  Partial<ProviderDescription> & { readonly token?: string | null };

/** Returns the parts that all clients of a test share; between attempts nothing waits. */
export function clientParts(db: Queryable, changes: Partial<ProviderClientParts> = {}): ProviderClientParts {
  return {
    db,
    userAgent: "Groundwork/1.0 (+https://land.example.com; maps@example.com)",
    allowOrigins: [],
    ownOrigins: [],
    log: { warn: () => undefined },
    wait: async () => undefined,
    ...changes,
  };
}

/** Makes a client of a server of the test's own. */
export function clientOf(db: Queryable, baseUrl: string, changes: ClientChanges = {}): ProviderClient {
  const { token = null, ...rest } = changes;
  const description = {
    ...{ provider: `service_${baseUrl}`, name: "The test service", attribution: "Test county", license: null },
    tokenPlace: { query: "token" },
    ...rest,
  };
  return makeProviderClient(clientParts(db, rest), description, { baseUrl, token, isSynthetic: false });
}
