import type { Compute } from "../../ingest/index.ts";
import type { ProviderClient } from "../providers/client/provider-client.ts";
import { floodDescription, makeFloodLayer } from "../providers/flood/flood-hazard.ts";
import type { FetchLayer } from "../providers/providers.ts";
import { type ClientOf, missing } from "./provider-clients.ts";
import type { ProviderKey } from "./provider-settings.ts";

/** The layers that agencies of the federal government publish. */
export interface AgencyLayers {
  readonly flood: FetchLayer;
}

/** Puts the services of agencies together; those that are not configured are `unavailable`. */
export function composeAgencies(clientOf: ClientOf, compute: Compute): AgencyLayers {
  const layer = (client: ProviderClient | null, make: (client: ProviderClient) => FetchLayer, ...names: Missing) =>
    client === null ? async () => missing(...names) : make(client);
  const flood = clientOf("flood", floodDescription);
  return {
    flood: layer(flood, (client) => makeFloodLayer({ client, compute }), "flood service", "flood"),
  };
}

type Missing = readonly [what: string, key: ProviderKey];
