import { type Fact, quoted } from "../../../agent/index.ts";
import type { ProvidedLayerName } from "../../providers/site-layer.ts";
import {
  environmentalSection,
  feasibilitySection,
  floodSection,
  isFloodMapped,
  roadsSection,
  type SiteEvidence,
  soilsSection,
  terrainSection,
  utilitiesSection,
  wetlandsSection,
} from "./digest-sections.ts";

const mostOfEach = 6;
/** From its middle line, a road is this far from the lots that it serves, in feet. */
const alongRoadFeet = 60;

/**
 * Returns what the digest knows of a site as statements that answers may cite. Only what a source says is stated: a layer
 * that could not be read has no fact, and "none is mapped" is said only where its agency was asked.
 */
export function factsOfSite(evidence: SiteEvidence): readonly Fact[] {
  if (evidence.measures === null) return [];
  return [
    ...floodFacts(evidence),
    ...wetlandFacts(evidence),
    ...terrainFacts(evidence),
    ...soilFacts(evidence),
    ...roadFacts(evidence),
    ...utilityFacts(evidence),
    ...environmentalFacts(evidence),
    ...feasibilityFacts(evidence),
  ];
}

type Told = Pick<Fact, "statement" | "value" | "unit" | "about">;

/** Returns a function that adds what a layer's facts have in common. */
function factsFrom({ layers }: SiteEvidence, name: ProvidedLayerName): (topic: string, told: Told) => Fact {
  const provenance = layers.find(({ layer }) => layer === name)?.provenance;
  return (topic, told) => ({
    ...told,
    id: `site.${name}.${topic}`,
    source: provenance?.name ?? name,
    sourceUrl: provenance?.url ?? null,
    retrievedAt: provenance?.fetchedAt ?? null,
  });
}

const stateOf = ({ layers }: SiteEvidence, name: string) => layers.find(({ layer }) => layer === name)?.state;
const isAsked = (evidence: SiteEvidence, name: string) => ["ready", "empty"].includes(stateOf(evidence, name) ?? "");

/** Writes land in acres, square feet and percent. */
function land(covered: { area_acres: number; area_square_feet: number; share_of_site: number }) {
  const { area_acres: acres, area_square_feet: squareFeet, share_of_site: share } = covered;
  const percent = Number((share * 100).toFixed(1));
  const words = `${acres.toFixed(2)} acres (${squareFeet.toLocaleString("en-US")} square feet, ${percent} percent of the site)`;
  return { squareFeet, words };
}

function floodFacts(evidence: SiteEvidence): Fact[] {
  if (!isFloodMapped(evidence)) return [];
  const fact = factsFrom(evidence, "flood");
  const about = "flood floodplain floodway hazard zone FEMA FIRM insurance";
  const flood = floodSection(evidence);
  const facts = flood.zones.slice(0, mostOfEach).map((zone, at) => {
    const { squareFeet, words } = land(zone);
    const kind = zone.is_floodway
      ? ", in the regulatory floodway"
      : zone.subtype === null
        ? ""
        : ` (${zone.subtype.toLowerCase()})`;
    const height = zone.base_flood_elevation_ft;
    const elevation = height === null ? "" : `, with a base flood elevation of ${height} feet`;
    const hazard = zone.is_special_flood_hazard_area
      ? "a special flood hazard area"
      : "not a special flood hazard area";
    const statement = `Flood zone ${zone.zone}${kind}, ${hazard}${elevation}, covers ${words}.`;
    return fact(`zone.${at + 1}`, { statement, value: squareFeet, unit: "sqft", about });
  });
  const isPartly = flood.unmapped !== null && flood.unmapped.area_square_feet > 0;
  if (flood.special_flood_hazard_area.area_acres === 0) {
    const where = isPartly ? "the part of the site that the flood map covers" : "the site";
    const statement = `No special flood hazard area is mapped on ${where}.`;
    facts.push(fact("none", { statement, value: null, unit: null, about }));
  }
  if (flood.unmapped && isPartly) {
    const { squareFeet, words } = land(flood.unmapped);
    const statement = `The flood map does not cover ${words}: the flood hazard of that land is not known.`;
    facts.push(fact("unmapped", { statement, value: squareFeet, unit: "sqft", about }));
  }
  return facts;
}

function wetlandFacts(evidence: SiteEvidence): Fact[] {
  if (!isAsked(evidence, "wetlands")) return [];
  const fact = factsFrom(evidence, "wetlands");
  const about = "wetland wetlands swamp marsh pond watercourse";
  const { areas, total } = wetlandsSection(evidence);
  if (areas.length === 0) {
    const statement = "The wetlands inventory maps no wetland on the site; this is no delineation.";
    return [fact("none", { statement, value: null, unit: null, about })];
  }
  const { squareFeet, words } = land(total);
  const kinds = areas.slice(0, mostOfEach).map(({ type, code }) => `${type} (${code})`);
  const statement = `Mapped wetlands cover ${words}: ${kinds.join(", ")}.`;
  return [fact("total", { statement, value: squareFeet, unit: "sqft", about })];
}

function terrainFacts(evidence: SiteEvidence): Fact[] {
  if (stateOf(evidence, "contours") !== "ready") return [];
  const fact = factsFrom(evidence, "contours");
  const about = "slope steep grade terrain elevation topography hill flat";
  const {
    elevation_min_ft: low,
    elevation_max_ft: high,
    slope_mean_percent: mean,
    slope_max_percent: most,
  } = terrainSection(evidence);
  const facts: Fact[] = [];
  if (low !== null && high !== null) {
    const statement = `The ground of the site lies between ${low.toFixed(1)} and ${high.toFixed(1)} feet of elevation.`;
    facts.push(fact("elevation", { statement, value: high, unit: "ft", about }));
  }
  if (mean !== null && most !== null) {
    const statement = `The slope of the site is ${mean.toFixed(1)} percent in the mean and ${most.toFixed(1)} percent at most.`;
    facts.push(fact("slope", { statement, value: mean, unit: "percent", about }));
  }
  return facts;
}

function soilFacts(evidence: SiteEvidence): Fact[] {
  const fact = factsFrom(evidence, "soils");
  return soilsSection(evidence)
    .map_units.slice(0, mostOfEach)
    .map((unit, at) => {
      const { squareFeet, words } = land(unit);
      const group = unit.hydrologic_group === null ? "" : `, hydrologic group ${unit.hydrologic_group}`;
      const drainage = unit.drainage_class === null ? "" : `, ${unit.drainage_class.toLowerCase()}`;
      const statement = `Soil ${unit.symbol}, ${unit.name}${group}${drainage}, covers ${words}.`;
      const about = "soil soils drainage septic infiltration hydrologic bedrock";
      return fact(`unit.${at + 1}`, { statement, value: squareFeet, unit: "sqft", about });
    });
}

function roadFacts(evidence: SiteEvidence): Fact[] {
  const fact = factsFrom(evidence, "roads");
  const along = roadsSection(evidence).items.filter(
    ({ name, distance_feet }) => name && distance_feet <= alongRoadFeet,
  );
  return along.slice(0, mostOfEach).map(({ name, class: kind, distance_feet }, at) => {
    const statement = `${quoted(name ?? "", 120)} (${kind}) runs along the site; its middle line is ${distance_feet.toFixed(0)} feet from the boundary.`;
    const about = "road street access frontage driveway";
    return fact(`along.${at + 1}`, { statement, value: distance_feet, unit: "ft", about });
  });
}

function utilityFacts(evidence: SiteEvidence): Fact[] {
  const fact = factsFrom(evidence, "utilities");
  const { items } = utilitiesSection(evidence);
  const nearest = items.filter(({ kind }, at) => items.findIndex((other) => other.kind === kind) === at);
  return nearest.slice(0, mostOfEach).map(({ kind, distance_feet }) => {
    const name = kind.replaceAll("_", " ");
    const statement = `The nearest mapped ${name} is ${distance_feet.toFixed(0)} feet from the site.`;
    return fact(kind, { statement, value: distance_feet, unit: "ft", about: `utility utilities ${name} connection` });
  });
}

const programNames: Readonly<Record<string, string>> = {
  SEMS: "a Superfund site (SEMS)",
  ACRES: "a brownfield (ACRES)",
  RCRAINFO: "a handler of hazardous waste (RCRAInfo)",
  NPDES: "a discharger to water (NPDES)",
  AIR: "a source of air emissions (AIR)",
  TRIS: "a reporter of toxic releases (TRI)",
  SDWIS: "a drinking water system (SDWIS)",
};

/** Words by which people ask for the sites of a program. */
const programTopics: Readonly<Record<string, string>> = {
  SEMS: "superfund national priorities list cleanup hazardous",
  ACRES: "brownfield brownfields cleanup",
  RCRAINFO: "hazardous waste",
  TRIS: "toxic release hazardous",
};
const topics = (program: string) =>
  program
    .split(", ")
    .flatMap((code) => programTopics[code] ?? [])
    .join(" ");

/** Writes the programs of a listing in words: "as a Superfund site (SEMS) and a source of air emissions (AIR)". */
function programWords(program: string): string {
  const names = program.split(", ").map((code) => programNames[code] ?? `a facility of the program ${code}`);
  return `as ${new Intl.ListFormat("en-US").format(names)}`;
}

function environmentalFacts(evidence: SiteEvidence): Fact[] {
  if (!isAsked(evidence, "environmental")) return [];
  const fact = factsFrom(evidence, "environmental");
  const about = "environmental contamination pollution listed facility";
  const { sites, on_site: onSite } = environmentalSection(evidence);
  const facts = sites.slice(0, mostOfEach).map(({ name, program, distance_feet, direction }, at) => {
    const where = distance_feet === 0 ? "on the site" : `${distance_feet.toFixed(0)} feet ${direction} of the site`;
    const statement = `${quoted(name, 120)}, listed ${programWords(program)}, is ${where}.`;
    return fact(`site.${at + 1}`, {
      statement,
      value: distance_feet,
      unit: "ft",
      about: `${about} ${topics(program)}`,
    });
  });
  if (onSite === 0) {
    const statement = "No listed environmental facility is on the site; a listing says nothing of contamination.";
    const all = `${about} ${Object.values(programTopics).join(" ")}`;
    facts.push(fact("none", { statement, value: null, unit: null, about: all }));
  }
  return facts;
}

function feasibilityFacts(evidence: SiteEvidence): Fact[] {
  const { unconstrained_area: free, site_area: whole } = feasibilitySection(evidence);
  if (free === null || whole.square_feet === 0) return [];
  const share = free.square_feet / whole.square_feet;
  const covered = { area_acres: free.acres, area_square_feet: free.square_feet, share_of_site: share };
  const { squareFeet, words } = land(covered);
  const statement = `Outside of mapped special flood hazard areas and wetlands the site has ${words}.`;
  const about = "buildable developable usable unconstrained land area constraint";
  return [factsFrom(evidence, "flood")("unconstrained", { statement, value: squareFeet, unit: "sqft", about })];
}
