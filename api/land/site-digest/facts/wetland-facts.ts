import type { Fact } from "../../../../agent/index.ts";
import { type SiteEvidence, wetlandsSection } from "../digest-sections.ts";
import { factsFrom, isAsked, land, mostOfEach } from "./fact-parts.ts";

/** States how much of the site is mapped wetland, or that none is mapped, and how far the nearest is. */
export function wetlandFacts(evidence: SiteEvidence): Fact[] {
  if (!isAsked(evidence, "wetlands")) return [];
  const fact = factsFrom(evidence, "wetlands");
  const about = "wetland wetlands swamp marsh bog NWI";
  const distance = "nearest distance far close";
  const { areas, total, nearest_feet: away } = wetlandsSection(evidence);
  if (total && areas.length > 0) {
    const { squareFeet, words } = land(total);
    const kinds = areas.slice(0, mostOfEach).map(({ type, code }) => `${type} (${code})`);
    const statement = `Mapped wetlands cover ${words}: ${kinds.join(", ")}.`;
    const also = `code Cowardin class ${distance}`;
    return [fact("total", { statement, value: squareFeet, unit: "sqft", about, also })];
  }
  const where = away === null ? "on the site or around it" : "on the site";
  const none = `The wetlands inventory maps no wetland ${where}; this is no delineation.`;
  const also = away === null ? distance : "";
  const facts = [fact("none", { statement: none, value: 0, unit: "sqft", about, also })];
  if (away === null) return facts;
  const place = away < 1 ? "touches the boundary of the site" : `is ${away.toFixed(0)} feet from the site`;
  const statement = `The nearest mapped wetland ${place}.`;
  return [...facts, fact("nearest", { statement, value: away, unit: "ft", about, also: distance })];
}
