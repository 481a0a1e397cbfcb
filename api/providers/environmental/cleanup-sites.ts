import { boxOf, grownBox } from "../../geometry/box.ts";
import { type AgencyLayer, readAgencyLayer } from "../arcgis/agency-layer.ts";
import type { ArcgisParts } from "../arcgis/query-layer.ts";
import type { ProviderDescription } from "../client/provider-client.ts";
import { ProviderFault, ready, settle } from "../client/provider-fault.ts";
import type { Provenance } from "../provider-result.ts";
import type { FetchLayer } from "../providers.ts";
import { textIn } from "../read-value.ts";
import type { LayerData, SiteFeature } from "../site-features.ts";
import type { EnvironmentalProperties } from "../site-layer.ts";

const agency = {
  attribution: "U.S. Environmental Protection Agency",
  license: "Public domain (work of the U.S. government)",
  concurrency: 2,
};

/** Points of Superfund sites and brownfields of the EPA. @see https://www.epa.gov/frs/geospatial-data-download-service */
export const cleanupSitesDescription: ProviderDescription = {
  ...{ provider: "cleanup-sites", name: "EPA Superfund and brownfields points (EnviroFacts)" },
  ...agency,
};

/** Boundaries of Superfund sites of the EPA. @see https://www.epa.gov/superfund */
export const superfundBoundariesDescription: ProviderDescription = {
  ...{ provider: "superfund-boundaries", name: "EPA Superfund Site Boundaries" },
  ...agency,
};

/** Layers of points, with the program whose sites each lists. */
const pointLayers: readonly { readonly layer: AgencyLayer; readonly program: "SEMS" | "ACRES" }[] = [
  { layer: { name: "Superfund", usualId: 0, fields: ["REGISTRY_ID", "PRIMARY_NAME"] }, program: "SEMS" },
  { layer: { name: "Brownfields", usualId: 5, fields: ["REGISTRY_ID", "PRIMARY_NAME"] }, program: "ACRES" },
];

const boundaryLayer: AgencyLayer = {
  ...{ name: "Superfund Site Boundaries", usualId: 0 },
  fields: ["SITE_NAME", "EPA_ID"],
};

/** Standing on the National Priorities List by the code of the agency. */
const standings: Readonly<Record<string, string>> = {
  F: "On the National Priorities List (final)",
  P: "Proposed for the National Priorities List",
  D: "Deleted from the National Priorities List",
};

/** Makes the layer of Superfund sites and brownfields, one point each. `empty` where none is in the area. */
export function makeCleanupSites(parts: ArcgisParts): FetchLayer {
  return ({ site, marginMeters }, signal) =>
    settle(async () => {
      const box = grownBox(boxOf(site), marginMeters);
      const read = await Promise.all(
        pointLayers.map(async ({ layer, program }) => {
          const { features, provenance } = await readAgencyLayer(parts, layer, { box, signal });
          return { provenance, sites: features.map((feature) => pointFrom(feature, program, provenance)) };
        }),
      );
      return layerOf(read);
    });
}

/** Makes the layer of the boundaries of Superfund sites. `empty` where none is in the area. */
export function makeSuperfundBoundaries(parts: ArcgisParts): FetchLayer {
  return ({ site, marginMeters }, signal) =>
    settle(async () => {
      const box = grownBox(boxOf(site), marginMeters);
      const { features, provenance } = await readAgencyLayer(parts, boundaryLayer, { box, signal });
      return layerOf([{ provenance, sites: features.map((feature) => boundaryFrom(feature, provenance)) }]);
    });
}

function layerOf(read: readonly { readonly provenance: Provenance; readonly sites: readonly SiteFeature[] }[]) {
  const [{ provenance } = { provenance: undefined }] = read;
  if (!provenance) throw new Error("no layer was read");
  const features = read.flatMap(({ sites }) => sites);
  if (features.length === 0) return { state: "empty", provenance } as const;
  return ready<LayerData>({ features, summary: {} }, provenance);
}

/** @throws ProviderFault for a site without a number, or one that another program lists */
function pointFrom(
  { geometry, properties }: SiteFeature,
  program: "SEMS" | "ACRES",
  provenance: Provenance,
): SiteFeature {
  const field = fieldsIn(properties);
  const listedBy = field("pgm_sys_acrnm") ?? program;
  if (listedBy.toUpperCase() !== program) {
    // Numbers of layers change between editions of the service.
    throw new ProviderFault("permanent", `${provenance.name} sent sites of ${listedBy} in place of ${program}.`, {
      provenance,
    });
  }
  const programId = field("pgm_sys_id");
  const id = field("registry_id") ?? programId;
  if (id === null) throw withoutNumber(provenance);
  return listed(geometry, {
    ...{ id, program_id: programId, name: field("primary_name") ?? id, program, status: null },
    url: provenance.isSynthetic ? null : field("facility_url"),
  });
}

/** @throws ProviderFault for a site without a number */
function boundaryFrom({ geometry, properties }: SiteFeature, provenance: Provenance): SiteFeature {
  const field = fieldsIn(properties);
  const id = field("EPA_ID");
  if (id === null) throw withoutNumber(provenance);
  const code = field("NPL_STATUS_CODE");
  return listed(geometry, {
    ...{ id, program_id: id, name: field("SITE_NAME") ?? id, program: "SEMS" },
    status: code === null ? null : (standings[code.toUpperCase()] ?? `National Priorities List status ${code}`),
    url: provenance.isSynthetic ? null : field("URL_ALIAS_TXT"),
  });
}

const withoutNumber = (provenance: Provenance) =>
  new ProviderFault("permanent", `${provenance.name} sent a site without a number.`, { provenance });

const listed = (geometry: SiteFeature["geometry"], properties: EnvironmentalProperties): SiteFeature => ({
  ...{ type: "Feature", geometry },
  properties: { ...properties },
});

/** Reads fields whatever the case of their names: editions of the service differ. */
function fieldsIn(properties: SiteFeature["properties"]): (name: string) => string | null {
  const byName = new Map(Object.entries(properties).map(([name, value]) => [name.toUpperCase(), value]));
  return (name) => textIn(byName.get(name.toUpperCase()));
}
