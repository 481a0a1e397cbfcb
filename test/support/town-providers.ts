import { composeProviders } from "../../api/boot/compose-providers.ts";
import type { DemoTown } from "../../api/boot/demo-town.ts";
import { syntheticEndpoints } from "../../api/boot/provider-settings.ts";
import { toGeoJson } from "../../api/demo-town/frame.ts";
import type { ScenarioName } from "../../api/demo-town/land/scenarios.ts";
import { townCadastre } from "../../api/demo-town/town.ts";
import type { LayerRequest, Providers } from "../../api/providers/providers.ts";
import { inlineCompute } from "../../ingest/index.ts";
import { openTestDatabase, type TestDatabase } from "./database.ts";
import { shareDemoTown } from "./shared-town.ts";

/** The connectors of the service, with the demo town as all of the outside services. */
export interface TownProviders {
  readonly town: DemoTown;
  readonly providers: Providers;
  /** Warnings of the connectors. */
  readonly warnings: object[];
  close(): Promise<void>;
}

/** Starts the town and its connectors. */
export async function openTownProviders(): Promise<TownProviders> {
  const [town, db]: [DemoTown, TestDatabase] = await Promise.all([shareDemoTown(), openTestDatabase()]);
  const warnings: object[] = [];
  const log = { warn: (fields: object) => void warnings.push(fields) };
  const providers = composeProviders({
    ...{ db, compute: inlineCompute, logger: log as never, endpoints: syntheticEndpoints(town.urls) },
    ...{ baseUrl: "https://land.example.com", contact: null, fetchAllowOrigins: [town.origin] },
  });
  return {
    ...{ town, providers, warnings },
    close: async () => {
      await town.close();
      await db.close();
    },
  };
}

/** Returns the request for a layer of the parcel that shows a scenario. */
export function aroundScenario(name: ScenarioName, marginMeters: number): LayerRequest {
  const site = toGeoJson(townCadastre().scenarios[name].area);
  return {
    site,
    marginMeters,
    jurisdiction: { municipality: "Alder Falls", county: "Marlow County", state: "Connecticut" },
  };
}
