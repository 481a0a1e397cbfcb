import { createHash } from "node:crypto";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { TownDescription } from "../demo-town/describe-town.ts";
import { townPaths } from "../demo-town/town-paths.ts";
import type { Config } from "./config.ts";
import { type ProviderKey, providerKeys } from "./provider-settings.ts";

/** The demo town while it is served. */
export interface DemoTown {
  /** Such as "http://127.0.0.1:40123". */
  readonly origin: string;
  /** Where it answers in place of each provider. */
  readonly urls: Readonly<Record<ProviderKey, string>>;
  /** Says what each of its scenarios is and where. */
  readonly describe: () => Promise<TownDescription>;
  /** Has it made ready what its first answers need, in its own thread. */
  warm(): void;
  close(): Promise<void>;
}

/** The first of the ports of towns; below those that systems assign to outgoing connections. */
const firstPort = 10_000;
const portCount = 20_000;

/**
 * Returns the port of the town for a store. It is the same in every process that uses the store, and after a restart,
 * because addresses of the town are stored: of its ordinances and of its map services.
 */
export function townPortOf({ databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">): number {
  const digest = createHash("sha256")
    .update(databaseUrl ?? dataDir)
    .digest();
  return firstPort + (digest.readUInt32BE(0) % portCount);
}

/**
 * Serves the demo town on loopback, in a thread of this process, which does not keep the process alive. When another
 * process serves the town on the port, that one answers until it ends. Without a port, a free one is taken.
 */
export async function openDemoTown({ port = 0 }: { readonly port?: number } = {}): Promise<DemoTown> {
  const thread = new Worker(new URL("../demo-town/town-thread.ts", import.meta.url), { workerData: { port } });
  const [{ origin }] = (await once(thread, "message")) as [{ origin: string }];
  thread.unref();
  const urls = Object.fromEntries(providerKeys.map((key) => [key, `${origin}${townPaths[key]}`]));
  let description: Promise<TownDescription> | undefined;
  return {
    origin,
    describe: () => {
      if (description === undefined) {
        description = once(thread, "message").then(([told]) => told as TownDescription);
        thread.postMessage("describe");
      }
      return description;
    },
    warm: () => thread.postMessage("warm"),
    urls: urls as Record<ProviderKey, string>,
    close: async () => {
      await thread.terminate();
    },
  };
}

/** The settings with the town in them, and how to reach it where it is on. */
interface TownOptions {
  readonly config: Config;
  readonly townUrls?: DemoTown["urls"];
  readonly describeTown?: DemoTown["describe"];
  readonly warmTown?: DemoTown["warm"];
}

/** Serves the demo town if the settings ask for it; sources may then be fetched from it like from a public site. */
export async function withDemoTown(config: Config): Promise<TownOptions> {
  if (!config.providers.hasDemoTown) return { config };
  const { origin, urls, describe, warm } = await openDemoTown({ port: townPortOf(config) });
  const fetchAllowOrigins = [...config.fetchAllowOrigins, origin];
  return { config: { ...config, fetchAllowOrigins }, townUrls: urls, describeTown: describe, warmTown: warm };
}
