import { type Fact, quoted } from "../../../../agent/index.ts";
import { adjacencySection, roadsSection, type SiteEvidence, zoningDistricts } from "../digest-sections.ts";
import { factsFrom, isAsked, land, mostOfEach } from "./fact-parts.ts";

/** From its center line, a road is this far from the lots that it serves, in feet. */
const alongRoadFeet = 60;

/** States the roads along the site, else the nearest one. */
export function roadFacts(evidence: SiteEvidence): Fact[] {
  const fact = factsFrom(evidence, "roads");
  const named = roadsSection(evidence).items.filter(({ name }) => name !== null);
  const along = named.filter(({ distance_feet: feet }) => feet <= alongRoadFeet).slice(0, mostOfEach);
  const about = "road roads street streets access frontage driveway";
  const draft = (statement: string, feet: number) => ({ statement, value: feet, unit: "ft", about });
  const [nearest] = named;
  if (along.length === 0 && nearest) {
    const { name, class: kind, distance_feet: feet, direction } = nearest;
    const statement = `The nearest mapped road is ${quoted(name ?? "", 120)} (${kind}), ${feet.toFixed(0)} feet ${direction} of the site.`;
    return [fact("nearest", draft(statement, feet))];
  }
  return along.map(({ name, class: kind, distance_feet: feet }, at) => {
    const statement = `${quoted(name ?? "", 120)} (${kind}) runs along the site; its center line is ${feet.toFixed(0)} feet from the boundary.`;
    return fact(`along.${at + 1}`, draft(statement, feet));
  });
}

/** States the overlay districts of the zoning map on the site, or that it shows none. */
export function overlayFacts(evidence: SiteEvidence): Fact[] {
  if (!isAsked(evidence, "zoning")) return [];
  const fact = factsFrom(evidence, "zoning");
  const words = { about: "overlay overlays", also: "zoning zone district districts" };
  const overlays = zoningDistricts(evidence).filter(({ is_overlay: isOverlay }) => isOverlay);
  if (overlays.length === 0) {
    const statement = "The zoning map that was read shows no overlay district on the site.";
    return [fact("no_overlay", { statement, value: 0, unit: "sqft", ...words })];
  }
  return overlays.slice(0, mostOfEach).map((overlay, at) => {
    const { squareFeet, words: cover } = land(overlay);
    const name = [overlay.name, overlay.code].filter((part) => part).map((part) => quoted(part ?? "", 80));
    const statement = `The overlay district ${name.join(", ")} covers ${cover}.`;
    const about = `${words.about} ${overlay.name ?? ""} ${overlay.code}`;
    return fact(`overlay.${at + 1}`, { statement, value: squareFeet, unit: "sqft", about, also: words.also });
  });
}

/** States the parcels around the site. */
export function neighbourFacts(evidence: SiteEvidence): Fact[] {
  const fact = factsFrom(evidence, "adjacency");
  const { parcels } = adjacencySection(evidence);
  return parcels
    .slice(0, mostOfEach)
    .map(({ address, apn, zoning_code: zoning, distance_feet: feet, direction }, at) => {
      const name = quoted(address ?? apn ?? "", 120);
      const district = zoning === null ? "" : `, zoned ${quoted(zoning, 40)},`;
      const place =
        feet < 1 ? `adjoins the site to the ${direction}` : `is ${feet.toFixed(0)} feet ${direction} of the site`;
      const statement = `The parcel ${name}${district} ${place}.`;
      const about =
        "neighbor neighbors neighbour neighbours neighboring adjacent abutter abutters abutting surrounding";
      return fact(`parcel.${at + 1}`, {
        statement,
        value: feet,
        unit: "ft",
        about,
        also: "zoned zoning use properties",
      });
    });
}
