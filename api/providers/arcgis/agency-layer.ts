import type { Box } from "../../geometry/box.ts";
import type { ProviderClient } from "../client/provider-client.ts";
import { ProviderFault } from "../client/provider-fault.ts";
import { textIn, valuesIn } from "../read-value.ts";
import { fetchLayerInfo, layerFault } from "./layer-info.ts";
import { type ArcgisParts, type QueriedLayer, queryLayer } from "./query-layer.ts";

/** A layer of the service of an agency. */
export interface AgencyLayer {
  readonly name: string;
  /** Its number when this was written; numbers change between editions of a service, names hardly do. */
  readonly usualId: number;
  /** Fields without which it is another layer, as the last segment of their names. */
  readonly fields: readonly string[];
}

const daySeconds = 86_400;
/** Agencies' servers are slow; two attempts fit into the time of a layer. */
const attemptMs = 25_000;

/**
 * Reads the features of a layer of the configured service in a box, cut at the box.
 *
 * @throws ProviderFault, also when the layer has more features in the box than are read, or none whose geometry can be read: what is left would look like land without them
 */
export async function readAgencyLayer(
  parts: ArcgisParts,
  layer: AgencyLayer,
  { box, signal }: { readonly box: Box; readonly signal: AbortSignal | undefined },
): Promise<QueriedLayer> {
  const { client } = parts;
  const url = `${client.endpoint.baseUrl}/${await layerId(client, layer, signal)}`;
  const { body: info, provenance } = await fetchLayerInfo(client, url, signal, attemptMs);
  const short = new Set(info.fields.map((name) => name.slice(name.lastIndexOf(".") + 1).toUpperCase()));
  const lacking = layer.fields.filter((name) => !short.has(name));
  const fault = lacking.length > 0 ? `"${info.name}" has no field ${lacking.join(", ")}.` : layerFault(info);
  if (fault !== null) throw new ProviderFault("permanent", fault, { provenance });
  const read = await queryLayer(parts, { url, info, box, attemptMs, freshForSeconds: daySeconds, signal });
  const detail = unusable(read, layer.name);
  if (detail !== null) throw new ProviderFault("permanent", detail, { provenance: read.provenance });
  return read;
}

function unusable({ features, dropped, isComplete }: QueriedLayer, name: string): string | null {
  if (!isComplete) return `"${name}" has more features around the site than are read.`;
  if (features.length > 0 || dropped === 0) return null;
  return `None of the ${dropped} geometries of "${name}" near the site can be read.`;
}

/** Returns the number of a layer by its name, or where no layer has the name its usual number. */
async function layerId(client: ProviderClient, layer: AgencyLayer, signal: AbortSignal | undefined): Promise<number> {
  const request = { path: "", query: { f: "json" }, attemptMs, freshForSeconds: daySeconds, signal };
  const { body } = await client.json(request, (given) => {
    const { layers } = valuesIn(given);
    if (!Array.isArray(layers)) {
      throw new ProviderFault("permanent", `${client.description.name} sent no list of its layers.`);
    }
    return layers.map(valuesIn).map(({ id, name }) => ({ id, name: textIn(name)?.toLowerCase() }));
  });
  const id = body.find(({ name }) => name === layer.name.toLowerCase())?.id;
  return typeof id === "number" ? id : layer.usualId;
}
