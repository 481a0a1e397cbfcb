import { boxOf, grownBox } from "../../geometry/box.ts";
import { readIndexedLayer } from "../arcgis/indexed-layer.ts";
import type { ArcgisParts } from "../arcgis/query-layer.ts";
import { settle } from "../client/provider-fault.ts";
import { fetchCountyGisIndex, layersFor } from "../county-gis-index.ts";
import type { Provenance } from "../provider-result.ts";
import type { FetchLayer } from "../providers.ts";
import { textIn } from "../read-value.ts";
import type { SiteFeature } from "../site-features.ts";
import type { UtilityProperties } from "../site-layer.ts";

/** Kinds of the index that are utilities. */
const kinds = ["water_main", "sewer_main", "storm_drain", "gas_main", "hydrant"] as const;

/** Makes the layer of the mains and hydrants that counties and towns publish; `not_published` where none is listed. */
export function makeCountyUtilities(parts: ArcgisParts): FetchLayer {
  return ({ site, marginMeters, jurisdiction }, signal) =>
    settle(async () => {
      const index = await fetchCountyGisIndex(parts.client, signal);
      const box = grownBox(boxOf(site), marginMeters);
      const features: SiteFeature[] = [];
      let provenance: Provenance | undefined;
      for (const kind of kinds) {
        for (const layer of layersFor(index.body, kind, jurisdiction).slice(0, 1)) {
          const read = await readIndexedLayer(parts, layer, box, signal);
          provenance ??= read.provenance;
          features.push(...read.features.map((feature) => ({ ...feature, properties: propertiesOf(kind, feature) })));
        }
      }
      if (!provenance) {
        const detail = "No layers of mains and hydrants are listed for this place.";
        return { state: "not_published", detail, provenance: index.provenance };
      }
      if (features.length === 0) return { state: "empty", provenance };
      return { state: "ready", value: { features, summary: {} }, provenance };
    });
}

function propertiesOf(kind: UtilityProperties["kind"], { properties }: SiteFeature) {
  const first = (...names: readonly string[]) => {
    const own = new Map(Object.entries(properties).map(([name, value]) => [name.toUpperCase(), textIn(value)]));
    return names.map((name) => own.get(name) ?? null).find((value) => value !== null) ?? null;
  };
  return { kind, name: first("NAME", "FACILITYID", "LABEL"), operator: first("OWNER", "OPERATOR", "OWNEDBY") };
}
