import { acresFrom, sizeOf } from "../../geometry/ellipsoid-area.ts";
import type { ProjectView } from "../../knowledge/projects/projects.model.ts";
import type { EnvironmentalStanding, ProvidedLayerName, TerrainSummary } from "../../providers/site-layer.ts";
import type { SiteLayer } from "../site-layers/site-layer.model.ts";
import type { LayerMeasures, MeasuredDistance, SiteMeasures } from "./measure-site.ts";
import type { SiteDigest } from "./site-digest.model.ts";

/** What is stored of a site: its layers without their features, and what was measured of them. */
export interface SiteEvidence {
  readonly layers: readonly SiteLayer[];
  /** Null where no parcel has a boundary. */
  readonly measures: SiteMeasures | null;
  /** The layers are still being fetched: one that is not stored is on its way. */
  readonly isUnderWay?: boolean;
}

/** What the whole digest is made of. */
export interface DigestEvidence extends SiteEvidence {
  readonly project: ProjectView;
}

type Section<Name extends keyof SiteDigest> = NonNullable<SiteDigest[Name]>;
type Properties = Readonly<Record<string, unknown>>;

/** How many entries a list shows. */
const mostListed = 40;
/** Slopes from which ground counts as steep, in percent. */
const steepFrom = 25;

const round = (value: number, decimals: number) => Number(value.toFixed(decimals));
const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
const numberOf = (value: unknown) => (typeof value === "number" && Number.isFinite(value) ? value : null);
const isTrue = (value: unknown) => value === true;

/** Returns a stored layer of the contract; undefined before it was fetched. */
const layerOf = ({ layers }: SiteEvidence, name: string) => layers.find(({ layer }) => layer === name);
const measuresOf = ({ measures }: SiteEvidence, name: ProvidedLayerName): LayerMeasures =>
  measures?.layers[name] ?? { areas: [], distances: [] };

/** Says where the facts of a layer come from, and why there are none. */
function originOf(
  { isUnderWay = false }: SiteEvidence,
  layer: SiteLayer | undefined,
): Omit<Section<"spatial_layers">[number], "layer" | "title" | "features"> {
  const provenance = layer?.provenance ?? null;
  return {
    state: layer?.state ?? (isUnderWay ? "pending" : "skipped"),
    detail: layer ? layer.detail : isUnderWay ? "It is still being fetched." : "Nothing is stored for this layer.",
    source: provenance?.name ?? null,
    attribution: provenance?.attribution ?? null,
    retrieved_at: provenance?.fetchedAt.toISOString() ?? null,
    is_synthetic: provenance?.isSynthetic ?? false,
  };
}

/** Whether a layer was read, so that what it does not hold is known not to be there. */
const wasRead = (layer: SiteLayer | undefined) => layer?.state === "ready" || layer?.state === "empty";

/** Writes land as acres and as a share of the site. */
function coverOf({ measures }: SiteEvidence, squareFeet: number) {
  const whole = measures?.squareFeet ?? 0;
  return {
    area_acres: round(acresFrom(squareFeet), 4),
    area_square_feet: Math.round(squareFeet),
    share_of_site: whole === 0 ? 0 : round(Math.min(1, squareFeet / whole), 4),
  };
}

const placed = ({ feet, direction }: MeasuredDistance) => ({ distance_feet: round(feet, 1), direction });

/** Returns the districts of the parcels and of the zoning map. */
export function zoningSection(evidence: DigestEvidence): Section<"zoning"> {
  return {
    ...originOf(evidence, layerOf(evidence, "zoning")),
    parcels: evidence.project.parcels.map(({ parcel_index, zoning: { code, description, verified } }) => ({
      ...{ parcel_index, code, description, verified },
    })),
    districts: zoningDistricts(evidence),
  };
}

/** Returns the districts of the zoning map on the site, largest first. */
export function zoningDistricts(evidence: SiteEvidence): Section<"zoning">["districts"] {
  return measuresOf(evidence, "zoning")
    .areas.slice(0, mostListed)
    .map(({ properties, squareFeet }) => ({
      code: textOf(properties.code) ?? "",
      name: textOf(properties.name),
      is_overlay: isTrue(properties.is_overlay),
      ...coverOf(evidence, squareFeet),
    }));
}

/** Returns flood hazard. */
export function floodSection(evidence: SiteEvidence): Section<"flood"> {
  const { areas, distances } = measuresOf(evidence, "flood");
  const layer = layerOf(evidence, "flood");
  const hazard = distances.find(({ properties }) => isTrue(properties.is_special_flood_hazard_area));
  const { specialFloodHazardSquareFeet = 0, floodwaySquareFeet = 0 } = evidence.measures ?? {};
  const isMapped = isFloodMapped(evidence);
  return {
    ...originOf(evidence, layer),
    is_mapped: wasRead(layer) || layer?.state === "not_published" ? isMapped : null,
    panel: layer?.summary.panel ?? null,
    zones: areas.slice(0, mostListed).map(({ properties, squareFeet }) => ({
      zone: textOf(properties.zone) ?? "",
      subtype: textOf(properties.subtype),
      is_floodway: isTrue(properties.is_floodway),
      is_special_flood_hazard_area: isTrue(properties.is_special_flood_hazard_area),
      base_flood_elevation_ft: numberOf(properties.base_flood_elevation_ft),
      ...coverOf(evidence, squareFeet),
    })),
    special_flood_hazard_area: isMapped ? coverOf(evidence, specialFloodHazardSquareFeet) : null,
    floodway: isMapped ? coverOf(evidence, floodwaySquareFeet) : null,
    unmapped: isMapped ? coverOf(evidence, floodUnmappedSquareFeet(evidence)) : null,
    nearest_special_flood_hazard_area_feet: hazard ? round(hazard.feet, 1) : null,
  };
}

/** Returns mapped wetlands. */
export function wetlandsSection(evidence: SiteEvidence): Section<"wetlands"> {
  const { areas, distances } = measuresOf(evidence, "wetlands");
  const [nearest] = distances;
  const layer = layerOf(evidence, "wetlands");
  return {
    ...originOf(evidence, layer),
    areas: areas.slice(0, mostListed).map(({ properties, squareFeet }) => ({
      code: textOf(properties.code) ?? "",
      type: textOf(properties.type) ?? "",
      ...coverOf(evidence, squareFeet),
    })),
    total: wasRead(layer) ? coverOf(evidence, evidence.measures?.wetlandSquareFeet ?? 0) : null,
    nearest_feet: nearest ? round(nearest.feet, 1) : null,
  };
}

/** Returns soil map units. */
export function soilsSection(evidence: SiteEvidence): Section<"soils"> {
  return {
    ...originOf(evidence, layerOf(evidence, "soils")),
    map_units: measuresOf(evidence, "soils")
      .areas.slice(0, mostListed)
      .map(({ properties, squareFeet }) => ({
        symbol: textOf(properties.symbol) ?? "",
        name: textOf(properties.name) ?? "",
        hydrologic_group: textOf(properties.hydrologic_group),
        drainage_class: textOf(properties.drainage_class),
        water_table_depth_cm: numberOf(properties.water_table_depth_cm),
        bedrock_depth_cm: numberOf(properties.bedrock_depth_cm),
        hydric_percent: numberOf(properties.hydric_percent),
        farmland_class: textOf(properties.farmland_class),
        ...coverOf(evidence, squareFeet),
      })),
  };
}

/** Whether the agency maps the site for floods; without its map, land outside of all zones is not known to be free of floods. */
export function isFloodMapped(evidence: SiteEvidence): boolean {
  const layer = layerOf(evidence, "flood");
  return layer?.state === "ready" && layer.summary.is_mapped !== false;
}

/** Less of a site than this outside of all zones is the edge of a zone that was drawn on another base. */
const leastUnmappedShare = 0.005;

/** Land of a site that no zone of its flood map covers, in square feet: the map of the agency ends on the site. */
function floodUnmappedSquareFeet(evidence: SiteEvidence): number {
  const whole = evidence.measures?.squareFeet ?? 0;
  const mapped = measuresOf(evidence, "flood").areas.reduce((sum, { squareFeet }) => sum + squareFeet, 0);
  return whole - mapped < whole * leastUnmappedShare ? 0 : whole - mapped;
}

/** What the elevation service says of the ground inside the site; empty before the layer is ready. */
function terrainOf(evidence: SiteEvidence): Partial<TerrainSummary> {
  const layer = layerOf(evidence, "contours");
  return layer?.state === "ready" ? layer.summary : {};
}

/** Returns elevations and slopes. */
export function terrainSection(evidence: SiteEvidence): Section<"terrain"> {
  const summary = terrainOf(evidence);
  const whole = evidence.measures?.squareFeet ?? 0;
  const low = numberOf(summary.elevation_min_ft);
  const high = numberOf(summary.elevation_max_ft);
  return {
    ...originOf(evidence, layerOf(evidence, "contours")),
    elevation_min_ft: low,
    elevation_max_ft: high,
    relief_ft: low === null || high === null ? null : round(high - low, 1),
    slope_mean_percent: numberOf(summary.slope_mean_percent),
    slope_max_percent: numberOf(summary.slope_max_percent),
    slope_classes: (summary.slope_classes ?? []).map(({ from_percent, to_percent, share }) => ({
      ...{ from_percent, to_percent },
      ...coverOf(evidence, share * whole),
    })),
    vertical_datum: textOf(summary.vertical_datum),
  };
}

/** The nearest features of a layer, and how many there are. */
function nearest<Item>(evidence: SiteEvidence, name: ProvidedLayerName, itemOf: (properties: Properties) => Item) {
  const { distances } = measuresOf(evidence, name);
  const layer = layerOf(evidence, name);
  return {
    ...originOf(evidence, layer),
    total: wasRead(layer) ? distances.length : null,
    items: distances.slice(0, mostListed).map((one) => ({ ...itemOf(one.properties), ...placed(one) })),
  };
}

/** Returns the utilities around the site. */
export const utilitiesSection = (evidence: SiteEvidence): Section<"utilities"> =>
  nearest(evidence, "utilities", ({ kind, name, operator }) => ({
    ...{ kind: textOf(kind) ?? "other", name: textOf(name), operator: textOf(operator) },
  }));

/** Returns the roads around the site. */
export const roadsSection = (evidence: SiteEvidence): Section<"roads"> =>
  nearest(evidence, "roads", (properties) => ({
    ...{ name: textOf(properties.name), class: textOf(properties.class) ?? "road" },
  }));

/** Returns the neighbouring parcels. */
export function adjacencySection(evidence: SiteEvidence): Section<"adjacency"> {
  const { items, ...told } = nearest(evidence, "adjacency", ({ address, apn, zoning_code, use }) => ({
    ...{ address: textOf(address), apn: textOf(apn), zoning_code: textOf(zoning_code), use: textOf(use) },
  }));
  return { ...told, parcels: items };
}

/** Returns listed environmental sites. */
export function environmentalSection(evidence: SiteEvidence): Section<"environmental"> {
  const { items, ...told } = nearest(evidence, "environmental", ({ id, name, program, status, url }) => ({
    ...{ id: textOf(id) ?? "", name: textOf(name) ?? "", program: textOf(program) ?? "" },
    ...{ status: textOf(status), url: textOf(url) },
  }));
  const onSite = measuresOf(evidence, "environmental").distances.filter(({ feet }) => feet === 0);
  const layer = layerOf(evidence, "environmental");
  const standings = layer?.summary.standings;
  return {
    ...told,
    on_site: wasRead(layer) ? onSite.length : null,
    sites: items,
    listings: (standings ?? []) as EnvironmentalStanding[],
  };
}

/** Returns what mapped constraints leave of the site. */
export function feasibilitySection(evidence: SiteEvidence): Section<"feasibility"> {
  const { measures } = evidence;
  const whole = measures?.squareFeet ?? 0;
  const steep = (terrainOf(evidence).slope_classes ?? [])
    .filter(({ from_percent }) => from_percent >= steepFrom)
    .reduce((sum, { share }) => sum + share, 0);
  const constraint = (name: string, layerName: ProvidedLayerName, squareFeet: number) => {
    const { state, source, retrieved_at } = originOf(evidence, layerOf(evidence, layerName));
    const isKnown = measures !== null && isLayerKnown(evidence, layerName);
    const cover = isKnown
      ? coverOf(evidence, squareFeet)
      : { area_acres: null, area_square_feet: null, share_of_site: null };
    return { constraint: name, state, ...cover, source, retrieved_at };
  };
  const isWholeKnown = (name: "flood" | "wetlands") =>
    isLayerKnown(evidence, name) && (name !== "flood" || floodUnmappedSquareFeet(evidence) === 0);
  const notKnown = (["flood", "wetlands"] as const).filter((name) => !isWholeKnown(name));
  const free = measures?.unconstrainedSquareFeet ?? 0;
  return {
    site_area: sizeOf(whole),
    constraints: [
      constraint("special_flood_hazard_area", "flood", measures?.specialFloodHazardSquareFeet ?? 0),
      constraint("floodway", "flood", measures?.floodwaySquareFeet ?? 0),
      constraint("wetlands", "wetlands", measures?.wetlandSquareFeet ?? 0),
      constraint("steep_slope", "contours", steep * whole),
    ],
    unconstrained_area: measures === null || notKnown.length > 0 ? null : sizeOf(free),
    existing_buildings: existingBuildings(evidence),
    not_known: notKnown,
  };
}

/** Returns the mapped buildings on the site, largest first. */
function existingBuildings(evidence: SiteEvidence): Section<"feasibility">["existing_buildings"] {
  const layer = layerOf(evidence, "buildings");
  const isKnown = evidence.measures !== null && wasRead(layer);
  const { areas } = measuresOf(evidence, "buildings");
  const whole = areas.reduce((sum, { squareFeet }) => sum + squareFeet, 0);
  return {
    ...originOf(evidence, layer),
    total: isKnown ? areas.length : null,
    covered: isKnown ? coverOf(evidence, whole) : null,
    buildings: areas.slice(0, mostListed).map(({ properties, squareFeet }) => ({
      ...{ name: textOf(properties.name), kind: textOf(properties.kind) },
      ...{ levels: numberOf(properties.levels), height_ft: numberOf(properties.height_ft) },
      ...coverOf(evidence, squareFeet),
    })),
  };
}

/** Where the agency was asked and maps nothing here, there is none; anything else is not known. */
function isLayerKnown(evidence: SiteEvidence, name: ProvidedLayerName): boolean {
  if (name === "flood") return isFloodMapped(evidence);
  return wasRead(layerOf(evidence, name));
}

const regulatory = ["zoning", "flood", "wetlands"];

/** Returns every layer with its state. */
export function spatialLayersSection(evidence: SiteEvidence): Section<"spatial_layers"> {
  return evidence.layers.map((layer) => ({
    ...originOf(evidence, layer),
    ...{ layer: layer.layer, title: layer.title, features: layer.featureCount },
  }));
}

/** Returns the layers that carry rules. */
export const regulatoryLayersSection = (evidence: SiteEvidence): Section<"regulatory_layers"> =>
  spatialLayersSection(evidence).filter(({ layer }) => regulatory.includes(layer));

/** Returns what can be searched. */
export function knowledgeBaseSection({ project }: DigestEvidence): Section<"knowledge_base"> {
  const { documents, chunks, corpora } = project.knowledge_base;
  return {
    documents,
    chunks,
    corpora: corpora.map(({ kind, title, chunks: own, indexed_at }) => ({ kind, title, chunks: own, indexed_at })),
  };
}

/** Returns how every source stands. */
export function sourceReadinessSection({ project, layers }: DigestEvidence): Section<"source_readiness"> {
  const { ordinances, gis_layers, supplemental_sources } = project.readiness;
  return [
    ...Object.entries(ordinances).map(([target, { status, title }]) => ({
      ...{ target: `${target}_ordinance`, status, detail: title ?? null },
    })),
    ...Object.entries(gis_layers).map(([target, { state }]) => ({
      ...{ target, status: state, detail: layers.find(({ layer }) => layer === target)?.detail ?? null },
    })),
    ...supplemental_sources.map(({ source_id, status, detail }) => ({
      target: source_id,
      status,
      detail: detail ?? null,
    })),
  ];
}
