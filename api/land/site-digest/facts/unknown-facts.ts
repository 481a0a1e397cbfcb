import type { Fact } from "../../../../agent/index.ts";
import type { ProvidedLayerName } from "../../../providers/site-layer.ts";
import { feasibilitySection, isFloodMapped, type SiteEvidence } from "../digest-sections.ts";
import { factsFrom, stateOf } from "./fact-parts.ts";

/** What is not known without a layer, and the words by which people ask for it. */
const matters: readonly { readonly layer: ProvidedLayerName; readonly matter: string; readonly about: string }[] = [
  {
    ...{ layer: "flood", matter: "The flood hazard of the site" },
    about: "flood floodplain floodway hazard zone FEMA FIRM FIRMette BFE base elevation panel insurance",
  },
  { layer: "wetlands", matter: "Whether the site has wetlands", about: "wetland wetlands swamp marsh bog NWI" },
  {
    ...{ layer: "contours", matter: "The slope and elevation of the site" },
    about: "slope slopes steep steeper steepest grade flat hilly elevation topography terrain contours",
  },
  {
    ...{ layer: "soils", matter: "The soil of the site" },
    about: "soil soils drainage septic hydrologic bedrock hydric farmland groundwater",
  },
  { layer: "roads", matter: "Which roads run along the site", about: "road roads street streets access" },
  {
    ...{ layer: "utilities", matter: "Which utilities are mapped around the site" },
    about: "utility utilities water sewer sewage storm drain gas power electric electricity hydrant pipeline",
  },
  {
    ...{ layer: "environmental", matter: "Whether environmental sites are listed on or around the site" },
    about:
      "environmental contamination contaminated pollution superfund brownfield brownfields hazardous toxic cleanup",
  },
  {
    layer: "adjacency",
    matter: "Which parcels adjoin the site",
    about: "neighbor neighbors neighbour neighbours adjacent abutters abutting",
  },
];

/** Why nothing is known, by the state of a layer. */
const reasons: Readonly<Record<string, string>> = {
  pending: "the source has not been read yet",
  unavailable: "no source is configured",
  failed: "the source could not be read",
  not_published: "the source publishes nothing for this place",
  blocked: "the source does not answer programs",
  skipped: "the map layer was not requested",
};

/** Returns for each layer without an answer that the matter is not known: silence would read like "none". */
export function unknownFacts(evidence: SiteEvidence): Fact[] {
  const facts = matters.flatMap(({ layer, matter, about }) => {
    const reason = reasonOf(evidence, layer);
    const verb = layer === "contours" ? "are" : "is";
    if (reason === undefined) return [];
    const statement = `${matter} ${verb} not known: ${reason}.`;
    const draft = { statement, value: null, unit: null, about, also, isUnknown: true };
    return [factsFrom(evidence, layer)("unknown", draft)];
  });
  return [...facts, ...unknownFreeLand(evidence)];
}

const also =
  "special area year annual chance map mean average greatest nearest distance far close public municipal main line service overlay";

function reasonOf(evidence: SiteEvidence, layer: ProvidedLayerName): string | undefined {
  const state = stateOf(evidence, layer) ?? "skipped";
  if (layer === "flood" && state === "ready" && !isFloodMapped(evidence)) return reasons.not_published;
  // Without elevations nothing is known about the terrain; the other layers answer "empty" where nothing is mapped.
  if (layer === "contours" && state === "empty") return reasons.not_published;
  return reasons[state];
}

function unknownFreeLand(evidence: SiteEvidence): Fact[] {
  const { unconstrained_area: free, not_known: open } = feasibilitySection(evidence);
  if (free !== null || open.length === 0) return [];
  const what = open.map((name) => (name === "flood" ? "flood hazard" : name)).join(" and ");
  const statement = `How much of the site is free of mapped constraints is not known, because its ${what} is not known for all of it.`;
  const draft = { statement, value: null, unit: null, about: "buildable developable usable unconstrained" };
  return [factsFrom(evidence, "flood")("free_land_unknown", { ...draft, isUnknown: true })];
}
