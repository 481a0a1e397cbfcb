import type { Fact } from "../../../../agent/index.ts";
import { feasibilitySection, type SiteEvidence } from "../digest-sections.ts";
import { environmentalFacts } from "./environmental-facts.ts";
import { factsFrom, land } from "./fact-parts.ts";
import { floodFacts } from "./flood-facts.ts";
import { soilFacts } from "./soil-facts.ts";
import { neighbourFacts, overlayFacts, roadFacts } from "./surrounding-facts.ts";
import { terrainFacts } from "./terrain-facts.ts";
import { unknownFacts } from "./unknown-facts.ts";
import { utilityFacts } from "./utility-facts.ts";
import { wetlandFacts } from "./wetland-facts.ts";

/**
 * Returns what the digest knows of a site as statements that answers may cite. Only what a source says is stated: "none is
 * mapped" is said only where the agency was asked, and of a layer that could not be read, that it is not known.
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
    ...overlayFacts(evidence),
    ...neighbourFacts(evidence),
    ...feasibilityFacts(evidence),
    ...unknownFacts(evidence),
  ];
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
