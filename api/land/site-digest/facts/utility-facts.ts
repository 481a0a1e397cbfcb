import type { Fact } from "../../../../agent/index.ts";
import { type SiteEvidence, utilitiesSection } from "../digest-sections.ts";
import { factsFrom, isAsked, mostOfEach } from "./fact-parts.ts";

/** Words by which people ask for a kind of utility. */
const utilityWords: Readonly<Record<string, string>> = {
  water_main: "water",
  sewer_main: "sewer sewers sewerage sewage sanitary wastewater",
  storm_drain: "storm stormwater drain drains",
  gas_main: "gas natural",
  power_line: "power electric electricity electrical",
  hydrant: "hydrant hydrants",
  water_tower: "tower tank",
};
/** Services that people look for; that no line of one is mapped is said too. */
const soughtServices = ["water_main", "sewer_main", "storm_drain", "gas_main", "power_line"] as const;
const inSources = " in the sources that were read; not every line is mapped.";
const serviceWords = "public municipal city town main line service connection nearest distance far close street";

/** States the nearest line of each kind, and of which sought services none is mapped. */
export function utilityFacts(evidence: SiteEvidence): Fact[] {
  if (!isAsked(evidence, "utilities")) return [];
  const fact = factsFrom(evidence, "utilities");
  const { items } = utilitiesSection(evidence);
  const words = (kind: string) => ({
    about: `utility utilities ${utilityWords[kind] ?? ""} ${kind === "other" ? "" : kind.replaceAll("_", " ")}`.trim(),
    also: serviceWords,
  });
  const nearest = items.filter(({ kind }, at) => items.findIndex((other) => other.kind === kind) === at);
  const facts = nearest.slice(0, mostOfEach).map(({ kind, distance_feet: feet }) => {
    const name = kind === "other" ? "other utility structure" : kind.replaceAll("_", " ");
    const statement = `The nearest mapped ${name} is ${feet.toFixed(0)} feet from the site.`;
    return fact(kind, { statement, value: feet, unit: "ft", ...words(kind) });
  });
  if (items.length === 0) {
    const statement = `No utility line or structure is mapped around the site${inSources}`;
    const about = Object.keys(utilityWords).map((kind) => words(kind).about);
    return [fact("none", { statement, value: null, unit: null, about: about.join(" "), also: serviceWords })];
  }
  const missing = soughtServices.filter((kind) => nearest.every((one) => one.kind !== kind));
  const none = missing.map((kind) => {
    const statement = `No ${kind.replaceAll("_", " ")} is mapped around the site${inSources}`;
    return fact(`none.${kind}`, { statement, value: null, unit: null, ...words(kind) });
  });
  return [...facts, ...none];
}
