import { type Box, boxOf, grownBox } from "../../geometry/box.ts";
import { clipArea } from "../../geometry/repair-area.ts";
import { type AgencyLayer, readAgencyLayer } from "../arcgis/agency-layer.ts";
import type { ArcgisParts } from "../arcgis/query-layer.ts";
import type { ProviderDescription } from "../client/provider-client.ts";
import { ProviderFault, ready, settle } from "../client/provider-fault.ts";
import type { Provenance } from "../provider-result.ts";
import type { FetchLayer } from "../providers.ts";
import { textIn } from "../read-value.ts";
import type { LayerData, SiteFeature, SiteGeometry } from "../site-features.ts";
import type { FloodProperties, FloodSummary } from "../site-layer.ts";
import { assertNotAvailable, type FirmPanel, findPanel } from "./firm-panel.ts";

/** The National Flood Hazard Layer. @see https://hazards.fema.gov/femaportal/wps/portal/NFHLWMS */
export const floodDescription: ProviderDescription = {
  provider: "flood",
  name: "FEMA National Flood Hazard Layer",
  attribution: "Federal Emergency Management Agency",
  license: "Public domain (work of the U.S. government)",
  concurrency: 2,
};

/** S_FLD_HAZ_AR of the FIRM database. */
const zones: AgencyLayer = {
  name: "Flood Hazard Zones",
  usualId: 28,
  fields: ["FLD_ZONE", "ZONE_SUBTY", "SFHA_TF", "STATIC_BFE"],
};
/** The agency's words for land that its study leaves out. */
const notStudied = "AREA NOT INCLUDED";
const notMapped =
  "The agency publishes no digital flood map of this place. That says nothing about flooding: the hazard is not mapped.";
/** Numbers that stand for "none". */
const noElevation = new Set([-9999, -8888, 9999]);
const feetPerMeter = 1 / 0.3048;

/**
 * Makes the layer of flood hazard zones. Where the agency maps nothing the result is `not_published`; where there is a
 * panel without zones, it has no features and the summary says that the place is not mapped. It is never `empty`: mapped
 * land has a zone everywhere, zone X included.
 */
export function makeFloodLayer(parts: ArcgisParts): FetchLayer {
  return ({ site, marginMeters }, signal) =>
    settle(async () => {
      const box = boxOf(site);
      const [found, firm] = await Promise.all([
        readAgencyLayer(parts, zones, { box: grownBox(box, marginMeters), signal }),
        findPanel(parts, { box, signal }),
      ]);
      const provenance = withVintage(found.provenance, firm.panel);
      const features = found.features.flatMap((feature) => zoneFrom(feature, provenance) ?? []);
      if (features.length === 0 && firm.panel === null) {
        if (found.features.length === 0) await assertNotAvailable(parts, { box, signal });
        return { state: "not_published", detail: notMapped, provenance };
      }
      // Zones around the site say nothing of the site itself.
      const summary: FloodSummary = {
        is_mapped: features.some(({ geometry }) => reaches(geometry, box)),
        panel: firm.panel,
      };
      return ready<LayerData>({ features, summary: { ...summary } }, provenance);
    });
}

const reaches = (geometry: SiteGeometry, box: Box) =>
  (geometry.type === "Polygon" || geometry.type === "MultiPolygon") && clipArea(geometry, box) !== undefined;

const withVintage = (provenance: Provenance, panel: FirmPanel | null): Provenance => ({
  ...provenance,
  vintage: panel === null ? null : [`panel ${panel.id}`, ...effective(panel)].join(", "),
});
const effective = ({ effective_date: date }: FirmPanel) => (date === null ? [] : [`effective ${date}`]);

/** @throws ProviderFault for a zone without a name */
function zoneFrom({ geometry, properties }: SiteFeature, provenance: Provenance): SiteFeature | undefined {
  const zone = textIn(properties.FLD_ZONE)?.toUpperCase();
  if (zone === undefined) {
    throw new ProviderFault("permanent", `${provenance.name} sent a flood hazard zone without a name.`, { provenance });
  }
  if (zone === notStudied) return undefined;
  const subtype = textIn(properties.ZONE_SUBTY);
  const isSpecial = textIn(properties.SFHA_TF)?.toUpperCase();
  const flood: FloodProperties = {
    zone,
    subtype,
    is_special_flood_hazard_area: isSpecial === undefined ? /^[AV]/.test(zone) : /^[TY1]/.test(isSpecial),
    is_floodway: subtype?.toUpperCase().includes("FLOODWAY") ?? false,
    base_flood_elevation_ft: elevationFrom(properties),
  };
  return { type: "Feature", geometry, properties: { ...flood } };
}

function elevationFrom({ STATIC_BFE, LEN_UNIT }: Readonly<Record<string, unknown>>): number | null {
  const given = textIn(STATIC_BFE);
  const elevation = given === null ? Number.NaN : Number(given);
  if (!Number.isFinite(elevation) || noElevation.has(elevation)) return null;
  const isMetric = textIn(LEN_UNIT)?.toLowerCase().startsWith("m") ?? false;
  return isMetric ? Math.round(elevation * feetPerMeter * 10) / 10 : elevation;
}
