import type { ProviderAnswer, ProviderClient, ProviderDescription } from "./client/provider-client.ts";
import { ProviderFault } from "./client/provider-fault.ts";
import { textIn, valuesIn } from "./read-value.ts";
import { stateCode } from "./us-states.ts";

/** A list, kept by the operator, of the ArcGIS layers that counties and towns publish. */
export const countyGisIndexDescription: ProviderDescription = {
  provider: "county_gis",
  name: "County GIS",
  attribution: null,
  license: null,
};

/** A layer of the index. */
export interface IndexedLayer {
  /** What it shows: "parcels" or "zoning". */
  readonly kind: string;
  /** Postal code. */
  readonly state: string;
  /** Null for a layer of the whole state. */
  readonly county: string | null;
  /** Null for a layer of the whole county. */
  readonly municipality: string | null;
  /** Address of the layer: "https://gis.example.gov/arcgis/rest/services/Cadastral/MapServer/0". */
  readonly url: string;
  /** Name of the dataset. */
  readonly name: string;
  readonly attribution: string | null;
  readonly license: string | null;
}

const daySeconds = 86_400;

/**
 * Reads the index: `{"layers": [{"kind", "state", "county", "municipality"?, "url", "name", "attribution"?, "license"?}]}`.
 * Entries that cannot be read are left out.
 *
 * @throws ProviderFault
 */
export function fetchCountyGisIndex(
  client: ProviderClient,
  signal?: AbortSignal,
): Promise<ProviderAnswer<readonly IndexedLayer[]>> {
  return client.json({ path: "", freshForSeconds: daySeconds, signal }, (body) => {
    const { layers } = valuesIn(body);
    if (!Array.isArray(layers)) throw new ProviderFault("permanent", "The index of county GIS has no list of layers.");
    return layers.flatMap((layer) => entryFrom(layer) ?? []);
  });
}

/** Returns the layers of a kind for a place, those of the smallest area first. */
export function layersFor(
  layers: readonly IndexedLayer[],
  kind: string,
  place: { readonly state: string | null; readonly county: string | null; readonly municipality?: string | null },
): IndexedLayer[] {
  const state = place.state === null ? null : stateCode(place.state);
  const covers = (own: string | null, asked: string | null | undefined) =>
    own === null || (typeof asked === "string" && plainName(own) === plainName(asked));
  return layers
    .filter((layer) => layer.kind === kind && layer.state === state)
    .filter((layer) => covers(layer.county, place.county) && covers(layer.municipality, place.municipality))
    .sort((one, other) => widthOf(one) - widthOf(other));
}

const widthOf = ({ county, municipality }: IndexedLayer) => (municipality !== null ? 0 : county !== null ? 1 : 2);

const plainName = (name: string) =>
  name.toLowerCase().replace(/\b(?:county|parish|borough|city|town|village|of)\b|[^a-z0-9]/g, "");

function entryFrom(given: unknown): IndexedLayer | undefined {
  const values = valuesIn(given);
  const [kind, url, state] = [textIn(values.kind), textIn(values.url), stateCode(textIn(values.state) ?? "")];
  if (kind === null || url === null || state === null || !URL.canParse(url)) return undefined;
  return {
    ...{ kind, state, url: url.replace(/\/+$/, "") },
    ...{ county: textIn(values.county), municipality: textIn(values.municipality) },
    name: textIn(values.name) ?? `${textIn(values.county) ?? state} ${kind}`,
    ...{ attribution: textIn(values.attribution), license: textIn(values.license) },
  };
}
