import type { Box } from "../../geometry/box.ts";
import { ProviderFault } from "../client/provider-fault.ts";
import type { IndexedLayer } from "../county-gis-index.ts";
import type { Provenance } from "../provider-result.ts";
import type { SiteFeature } from "../site-features.ts";
import { fetchLayerInfo, type LayerInfo, layerFault } from "./layer-info.ts";
import { type ArcgisParts, queryLayer } from "./query-layer.ts";

const freshForSeconds = 86_400;

/** The features of a layer of the county's index around a site. */
export interface ReadIndexedLayer {
  readonly features: readonly SiteFeature[];
  readonly info: LayerInfo;
  /** False when the layer has more features in the box than are read. */
  readonly isComplete: boolean;
  readonly provenance: Provenance;
}

/**
 * Reads a layer of the index in a box, cut at its edges, with the credit that the index or the layer states.
 *
 * @throws ProviderFault also where there are features none of which can be read
 */
export async function readIndexedLayer(
  parts: ArcgisParts,
  layer: IndexedLayer,
  box: Box,
  signal?: AbortSignal,
): Promise<ReadIndexedLayer> {
  const { body: info, provenance: described } = await fetchLayerInfo(parts.client, layer.url, signal);
  const vintage = info.lastEditedAt === null ? null : `edited ${info.lastEditedAt.toISOString().slice(0, 10)}`;
  const credit = { name: layer.name, attribution: layer.attribution ?? info.copyright, license: layer.license };
  // The label of invented data stays in the name and the credit.
  const provenance = { ...described, ...(described.isSynthetic ? {} : credit), url: layer.url, vintage };
  const fault = layerFault(info);
  if (fault !== null) throw new ProviderFault("permanent", fault, { provenance });
  const read = await queryLayer(parts, { url: layer.url, info, box, freshForSeconds, signal });
  if (read.features.length === 0 && read.dropped > 0) {
    const detail = `None of the ${read.dropped} geometries of "${layer.name}" near the site can be read.`;
    throw new ProviderFault("permanent", detail, { provenance });
  }
  const { features, isComplete } = read;
  return { features, info, isComplete, provenance: { ...provenance, fetchedAt: read.provenance.fetchedAt } };
}
