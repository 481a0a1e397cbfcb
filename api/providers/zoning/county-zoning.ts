import { boxOf, grownBox } from "../../geometry/box.ts";
import { type ReadIndexedLayer, readIndexedLayer } from "../arcgis/indexed-layer.ts";
import type { ArcgisParts } from "../arcgis/query-layer.ts";
import { ProviderFault, settle } from "../client/provider-fault.ts";
import { fetchCountyGisIndex, type IndexedLayer, layersFor } from "../county-gis-index.ts";
import type { FetchLayer, Jurisdiction } from "../providers.ts";
import type { SiteFeature } from "../site-features.ts";
import type { ZoningProperties } from "../site-layer.ts";
import { districtIn, hasZoningCodes } from "./zoning-fields.ts";

const mostOverlays = 6;

/**
 * Makes the zoning layer out of the layers that counties and towns publish: the districts of the smallest government that
 * maps this place, and all overlays over it. A place for which no layer is listed is `not_published`; an overlay that
 * cannot be read fails the whole layer, because land without it would look free.
 */
export function makeCountyZoning(parts: ArcgisParts): FetchLayer {
  return ({ site, marginMeters, jurisdiction }, signal) =>
    settle(async () => {
      const index = await fetchCountyGisIndex(parts.client, signal);
      const base = layersFor(index.body, "zoning", jurisdiction);
      const overlays = layersFor(index.body, "zoning_overlay", jurisdiction).slice(0, mostOverlays);
      if (base.length === 0 && overlays.length === 0) {
        const detail = `No zoning layer is listed for ${placeName(jurisdiction)}.`;
        return { state: "not_published", detail, provenance: index.provenance };
      }
      const box = grownBox(boxOf(site), marginMeters);
      const read: { readonly layer: IndexedLayer; readonly found: ReadIndexedLayer }[] = [];
      for (const layer of base) {
        const found = await readZoning(parts, layer, box, signal);
        read.push({ layer, found });
        if (found.features.length > 0) break;
      }
      for (const layer of overlays) read.push({ layer, found: await readZoning(parts, layer, box, signal) });
      const shown = read.filter(({ found }) => found.features.length > 0);
      const { provenance } = (shown[0] ?? read[0])?.found ?? index;
      const features = shown.flatMap(({ layer, found }) => districtsOf(layer, found));
      if (features.length === 0) return { state: "empty", provenance };
      const summary = { is_complete: read.every(({ found }) => found.isComplete), layers: shown.map(sourceOf) };
      return { state: "ready", value: { features, summary }, provenance };
    });
}

async function readZoning(...[parts, layer, box, signal]: Parameters<typeof readIndexedLayer>) {
  const found = await readIndexedLayer(parts, layer, box, signal);
  if (hasZoningCodes(found.info.fields)) return found;
  const { provenance } = found;
  throw new ProviderFault("permanent", `"${layer.name}" has no field with the codes of districts.`, { provenance });
}

const sourceOf = ({ layer, found }: { readonly layer: IndexedLayer; readonly found: ReadIndexedLayer }) => ({
  ...{ name: found.provenance.name, url: layer.url, attribution: found.provenance.attribution },
  ...{ vintage: found.provenance.vintage, is_overlay: layer.kind === "zoning_overlay" },
});

function districtsOf(layer: IndexedLayer, { features }: ReadIndexedLayer): SiteFeature[] {
  return features.flatMap(({ type, geometry, properties }) => {
    const isArea = geometry.type === "Polygon" || geometry.type === "MultiPolygon";
    const district = districtIn(properties);
    if (!isArea || !district) return [];
    const own: ZoningProperties = {
      ...district,
      is_overlay: layer.kind === "zoning_overlay" || /\boverlay\b/i.test(`${district.code} ${district.name ?? ""}`),
      jurisdiction: layer.municipality ?? layer.county ?? layer.state,
    };
    return [{ type, geometry, properties: { ...own } }];
  });
}

const placeName = ({ municipality, county, state }: Jurisdiction) =>
  [municipality, county, state].filter((part) => part !== null).join(", ") || "a place whose governments are not known";
