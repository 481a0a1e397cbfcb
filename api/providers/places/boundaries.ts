import type { ProviderClient, ProviderDescription } from "../client/provider-client.ts";
import { ProviderFault, settle } from "../client/provider-fault.ts";
import type { ProviderResult } from "../provider-result.ts";
import type { Geocoder, Jurisdiction } from "../providers.ts";
import { textIn, valuesIn } from "../read-value.ts";
import { jurisdictionFrom } from "./government-areas.ts";

/** TIGERweb, the boundaries of the Census Bureau. @see https://tigerweb.geo.census.gov/tigerwebmain/TIGERweb_restmapservice.html */
export const boundariesDescription: ProviderDescription = {
  provider: "boundaries",
  name: "U.S. Census Bureau TIGERweb",
  attribution: "Source: U.S. Census Bureau",
  license: "Public domain",
};

const service = "/tigerWMS_Current/MapServer";
const wanted = ["States", "Counties", "Incorporated Places", "County Subdivisions"];
const limits = { attemptMs: 8_000, totalMs: 15_000, freshForSeconds: 7 * 86_400 };

/** Makes the finder of governments over boundary layers. The numbers of layers change between editions, so they are found by name. */
export function makeBoundaries(client: ProviderClient): Pick<Geocoder, "jurisdictionAt"> {
  return {
    jurisdictionAt: ({ latitude, longitude }, signal) =>
      settle(async (): Promise<ProviderResult<Jurisdiction>> => {
        const layers = await layerIds(client, signal);
        const found = await Promise.all(
          Object.entries(layers.body).map(async ([name, id]) => {
            const { body, provenance } = await areasAt(client, id, { latitude, longitude }, signal);
            return { name, body, provenance };
          }),
        );
        const provenance = found[0]?.provenance ?? layers.provenance;
        const value = jurisdictionFrom(Object.fromEntries(found.map(({ name, body }) => [name, body])));
        return value ? { state: "ready", value, provenance } : { state: "empty", provenance };
      }),
  };
}

function layerIds(client: ProviderClient, signal: AbortSignal | undefined) {
  return client.json({ path: service, query: { f: "json" }, ...limits, signal }, (body) => {
    const { layers } = valuesIn(body);
    const listed = Array.isArray(layers) ? layers.map(valuesIn) : [];
    const found = wanted.flatMap((name): [string, number][] => {
      // The first of a name is the edition in force; later ones are of the last census.
      const layer = listed.find((one) => textIn(one.name)?.replace(/^\d{4} /, "") === name);
      return typeof layer?.id === "number" ? [[name, layer.id]] : [];
    });
    if (found.length === wanted.length) return Object.fromEntries(found);
    throw new ProviderFault(
      "permanent",
      `${client.description.name} does not list the boundaries that were requested.`,
    );
  });
}

function areasAt(
  client: ProviderClient,
  layer: number,
  at: { readonly latitude: number; readonly longitude: number },
  signal: AbortSignal | undefined,
) {
  const query = {
    ...{ where: "1=1", geometry: `${at.longitude},${at.latitude}`, geometryType: "esriGeometryPoint", inSR: 4326 },
    ...{ spatialRel: "esriSpatialRelIntersects", outFields: "*", returnGeometry: false, f: "json" },
  };
  return client.json({ path: `${service}/${layer}/query`, query, ...limits, signal }, (body) => {
    const { features } = valuesIn(body);
    if (!Array.isArray(features))
      throw new ProviderFault("passing", `${client.description.name} sent no list of areas.`);
    return features.map((feature) => valuesIn(valuesIn(feature).attributes));
  });
}
