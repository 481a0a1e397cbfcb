import { type Fact, quoted } from "../../../../agent/index.ts";
import type { FloodSummary } from "../../../providers/site-layer.ts";
import { floodSection, isFloodMapped, type SiteEvidence } from "../digest-sections.ts";
import { type AddFact, factsFrom, land, mostOfEach, sumOf } from "./fact-parts.ts";

/** States flood hazard, floodway, zones, flood elevations and the panel of the map; nothing where the agency maps nothing. */
export function floodFacts(evidence: SiteEvidence): Fact[] {
  if (!isFloodMapped(evidence)) return [];
  const fact = factsFrom(evidence, "flood");
  const { unmapped } = floodSection(evidence);
  const isPartly = unmapped !== null && unmapped.area_square_feet > 0;
  const facts = [...hazardFacts(evidence, fact, isPartly), ...zoneFacts(evidence, fact)];
  if (isPartly) {
    const { squareFeet, words } = land(unmapped);
    const statement = `The flood map does not cover ${words}: the flood hazard of that land is not known.`;
    const about = "flood floodplain floodway hazard";
    facts.push(fact("unmapped", { statement, value: squareFeet, unit: "sqft", about, also: floodZoneWords }));
  }
  return facts;
}

const floodZoneWords = "zone special area hundred 100 year annual chance FEMA";

/** States how much of the site is special flood hazard area, and how much is floodway. */
function hazardFacts(evidence: SiteEvidence, fact: AddFact, isPartly: boolean): Fact[] {
  const {
    special_flood_hazard_area: hazard,
    floodway,
    nearest_special_flood_hazard_area_feet: away,
  } = floodSection(evidence);
  if (!hazard || !floodway) return [];
  const where = isPartly ? "the part of the site that the flood map covers" : "the site";
  const none = (what: string) => ({ statement: `No ${what} is mapped on ${where}.`, value: 0, unit: "sqft" });
  const some = (what: string, covered: Parameters<typeof land>[0]) => {
    const { squareFeet, words } = land(covered);
    return { statement: `${what} ${words}.`, value: squareFeet, unit: "sqft" };
  };
  const ofHazard =
    hazard.area_square_feet === 0
      ? none("special flood hazard area")
      : some("Special flood hazard areas, the land of the 100-year flood, cover", hazard);
  const ofFloodway =
    floodway.area_square_feet === 0 ? none("regulatory floodway") : some("The regulatory floodway covers", floodway);
  const facts = [
    fact("hazard", { ...ofHazard, about: "flood floodplain hazard SFHA insurance", also: floodZoneWords }),
    fact("floodway", { ...ofFloodway, about: "floodway", also: "flood regulatory" }),
  ];
  if (away !== null && away > 0) {
    const statement = `The nearest special flood hazard area is ${away.toFixed(0)} feet from the site.`;
    const words = { about: "flood floodplain hazard SFHA", also: `nearest distance far close ${floodZoneWords}` };
    facts.push(fact("nearest", { statement, value: away, unit: "ft", ...words }));
  }
  return facts;
}

/** States the flood zones of the site, its flood elevations, and the panel of the map. */
function zoneFacts(evidence: SiteEvidence, fact: AddFact): Fact[] {
  const { zones, panel } = floodSection(evidence);
  const kinds = Map.groupBy(zones, ({ zone, subtype, is_floodway }) => `${zone} ${subtype} ${is_floodway}`);
  const facts = [...kinds.values()].slice(0, mostOfEach).flatMap((same, at) => {
    const [zone] = same;
    if (!zone) return [];
    const { squareFeet, words } = land(sumOf(same));
    const subtype = zone.subtype === null ? "" : ` (${zone.subtype.toLowerCase()})`;
    const kind = zone.is_floodway ? ", in the regulatory floodway" : subtype;
    const hazard = zone.is_special_flood_hazard_area
      ? "a special flood hazard area"
      : "not a special flood hazard area";
    const statement = `Flood zone ${zone.zone}${kind}, ${hazard}, covers ${words}.`;
    const about = `flood ${zone.zone} ${/0\.2 pct/i.test(zone.subtype ?? "") ? "500" : ""}`;
    const also = "zone designation fema year floodplain";
    return [fact(`zone.${at + 1}`, { statement, value: squareFeet, unit: "sqft", about, also })];
  });
  const heights = [...new Set(zones.flatMap(({ base_flood_elevation_ft: height }) => height ?? []))].toSorted(
    (one, other) => one - other,
  );
  const [lowest] = heights;
  if (lowest !== undefined) {
    const range = heights.length === 1 ? `is ${lowest} feet` : `is from ${lowest} to ${heights.at(-1)} feet`;
    const statement = `The base flood elevation on the site ${range}.`;
    facts.push(
      fact("elevation", {
        statement,
        value: heights.at(-1) ?? lowest,
        unit: "ft",
        about: "BFE base",
        also: "flood elevation height",
      }),
    );
  }
  const { id, effective } = panelIn(panel);
  if (id !== null) {
    const statement = `FIRM panel ${quoted(id, 40)}${effective === null ? "" : `, effective ${effective},`} covers the site.`;
    const words = { about: "FIRM FIRMette panel", also: "flood map insurance rate FEMA effective date" };
    facts.push(fact("panel", { statement, value: id, unit: null, ...words }));
  }
  return facts;
}

/** Reads the panel of a layer's summary. */
function panelIn(panel: unknown): { readonly id: string | null; readonly effective: string | null } {
  const { id = null, effective_date: effective = null } = { ...(panel as FloodSummary["panel"]) };
  return { id, effective };
}
