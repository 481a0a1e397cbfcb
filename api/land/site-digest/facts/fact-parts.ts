import type { Fact } from "../../../../agent/index.ts";
import type { ProvidedLayerName } from "../../../providers/site-layer.ts";
import type { SiteEvidence } from "../digest-sections.ts";

/** A fact without what the facts of a layer have in common. */
export type FactDraft = Omit<Fact, "id" | "source" | "sourceUrl" | "retrievedAt">;

/** Adds to a fact of a layer its id and provenance. */
export type AddFact = (topic: string, draft: FactDraft) => Fact;

/** Layers of conditions on which laws limit what may be done. */
const constraining = new Set<ProvidedLayerName>(["flood", "wetlands", "contours"]);

/** Returns a function that adds what a layer's facts have in common. */
export function factsFrom({ layers }: SiteEvidence, name: ProvidedLayerName): AddFact {
  const provenance = layers.find(({ layer }) => layer === name)?.provenance;
  return (topic, draft) => ({
    ...draft,
    ...(constraining.has(name) ? { isConstraint: true } : {}),
    id: `site.${name}.${topic}`,
    source: provenance?.name ?? name,
    sourceUrl: provenance?.url ?? null,
    retrievedAt: provenance?.fetchedAt ?? null,
  });
}

/** How many statements of one kind a site has at most. */
export const mostOfEach = 6;

/** Whether the source of a layer was asked and answered, be it that nothing is here. */
export const isAsked = (evidence: SiteEvidence, name: ProvidedLayerName) =>
  ["ready", "empty"].includes(stateOf(evidence, name) ?? "");

/** Returns the state of a layer; undefined before anything is stored of it. */
export const stateOf = ({ layers }: SiteEvidence, name: ProvidedLayerName) =>
  layers.find(({ layer }) => layer === name)?.state;

/** Land of the site, as the digest measures it. */
interface Cover {
  readonly area_acres: number;
  readonly area_square_feet: number;
  readonly share_of_site: number;
}

/** Adds pieces of land that do not overlap. */
export function sumOf(covers: readonly Cover[]): Cover {
  const sum = (name: keyof Cover) => covers.reduce((total, one) => total + one[name], 0);
  return {
    area_acres: sum("area_acres"),
    area_square_feet: sum("area_square_feet"),
    share_of_site: sum("share_of_site"),
  };
}

/** Writes land in acres, square feet and percent. */
export function land(covered: Cover) {
  const { area_acres: acres, area_square_feet: squareFeet, share_of_site: share } = covered;
  const percent = Number((share * 100).toFixed(1));
  const words = `${acres.toFixed(2)} acres (${squareFeet.toLocaleString("en-US")} square feet, ${percent} percent of the site)`;
  return { squareFeet, words };
}
