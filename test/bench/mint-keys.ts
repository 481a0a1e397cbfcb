import { makeApiKeys } from "../../api/access/api-keys/api-keys.service.ts";
import { askHolder } from "../../api/boot/ops-channel.ts";
import { openServer } from "../../migrations/index.ts";

/** Where a running service keeps its store. */
export interface BenchStore {
  readonly dataDir: string;
  /** Undefined for the database inside the process. */
  readonly databaseUrl: string | undefined;
}

/** Makes API keys of the first organization of a running service. */
export function mintKeys(count: number, { dataDir, databaseUrl }: BenchStore): Promise<string[]> {
  return databaseUrl === undefined ? mintOverChannel(count, dataDir) : mintOnServer(count, databaseUrl);
}

/** Mints over the operators' channel of the process that holds the store. */
async function mintOverChannel(count: number, dataDir: string): Promise<string[]> {
  const keys: string[] = [];
  while (keys.length < count) {
    const made = await askHolder(dataDir, ["keys", "create", "--name", `caller ${keys.length}`, "--json"]);
    if (made === null) throw new Error("no process holds the store, so no keys could be made");
    keys.push((JSON.parse(made.output) as { key: string }).key);
  }
  return keys;
}

/** Mints on a server, where an operator's command writes to the store itself. */
async function mintOnServer(count: number, databaseUrl: string): Promise<string[]> {
  const db = openServer({ connectionString: databaseUrl });
  try {
    const apiKeys = makeApiKeys({ db, revokeLinksMintedBy: async () => {} });
    const [first] = await apiKeys.list(null);
    if (!first) throw new Error("the first start made no key");
    const keys: string[] = [];
    while (keys.length < count) {
      const name = `caller ${keys.length}`;
      keys.push((await apiKeys.mint({ orgId: first.org_id, createdBy: first.created_by, name })).key);
    }
    return keys;
  } finally {
    await db.close();
  }
}
