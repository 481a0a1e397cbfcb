import type { DemoTown } from "../../api/boot/demo-town.ts";
import { type ProviderKey, syntheticEndpoints } from "../../api/boot/provider-settings.ts";
import {
  makeProviderClient,
  type ProviderClient,
  type ProviderDescription,
} from "../../api/providers/client/provider-client.ts";
import type { Queryable } from "../../migrations/index.ts";
import { clientParts } from "./provider-client.ts";
import { shareDemoTown } from "./shared-town.ts";

/** The demo town on loopback, with the clients of its services. */
export interface TownProviders {
  readonly town: DemoTown;
  clientOf(db: Queryable, key: ProviderKey, description: ProviderDescription): ProviderClient;
  /** Makes a service of the town fail so many times. */
  fail(service: string, fault: string, times?: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts it. */
export async function openTownProviders(): Promise<TownProviders> {
  const town = await shareDemoTown();
  const endpoints = syntheticEndpoints(town.urls);
  return {
    town,
    clientOf: (db, key, description) => {
      const endpoint = endpoints[key];
      if (endpoint === null) throw new Error(`the town has no ${key}`);
      return makeProviderClient(clientParts(db), description, endpoint);
    },
    fail: async (service, fault, times) => {
      await fetch(`${town.origin}/faults/${service}`, { method: "PUT", body: JSON.stringify({ fault, times }) });
    },
    close: () => town.close(),
  };
}
