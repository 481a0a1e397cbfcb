import type { Fact } from "../../../../agent/index.ts";
import { type SiteEvidence, terrainSection } from "../digest-sections.ts";
import { type AddFact, factsFrom, land, stateOf, sumOf } from "./fact-parts.ts";

/** States elevations and slopes, and how much of the site is at least so steep. */
export function terrainFacts(evidence: SiteEvidence): Fact[] {
  if (stateOf(evidence, "contours") !== "ready") return [];
  const fact = factsFrom(evidence, "contours");
  const {
    elevation_min_ft: low,
    elevation_max_ft: high,
    slope_mean_percent: mean,
    slope_max_percent: most,
    vertical_datum: datum,
  } = terrainSection(evidence);
  const facts: Fact[] = [];
  if (low !== null && high !== null) {
    const above = datum === null ? "" : ` (${datum})`;
    const statement = `The ground of the site is between ${low.toFixed(1)} and ${high.toFixed(1)} feet of elevation${above}.`;
    const about = "elevation elevations topography terrain relief altitude";
    facts.push(fact("elevation", { statement, value: high, unit: "ft", about, also: "high low highest lowest datum" }));
  }
  if (mean !== null && most !== null) {
    const statement = `The slope of the site is ${mean.toFixed(1)} percent in the mean and ${most.toFixed(1)} percent at most.`;
    facts.push(fact("slope", { statement, value: mean, unit: "percent", about: slopeWords, also: slopeMeasures }));
  }
  return [...facts, ...steepnessFacts(evidence, fact)];
}

const slopeWords =
  "slope slopes sloped steep steeper steepest steepness grade flat flatter hill hilly topography terrain";
const slopeMeasures = "mean average maximum greatest most";

/** States how much of the site is at least so steep, for each limit of the classes. */
function steepnessFacts(evidence: SiteEvidence, fact: AddFact): Fact[] {
  const { slope_classes: classes, slope_max_percent: most } = terrainSection(evidence);
  return classes
    .filter(({ from_percent: from }) => from > 0)
    .map(({ from_percent: from }) => {
      const above = classes.filter(({ from_percent }) => from_percent >= from);
      const { squareFeet, words } = land(sumOf(above));
      const steepest = most === null || most >= from ? "" : `; the steepest is ${most.toFixed(1)} percent`;
      const statement =
        squareFeet === 0
          ? `No measured part of the site has a slope of ${from} percent or more${steepest}.`
          : `${words.charAt(0).toUpperCase()}${words.slice(1)} have a slope of ${from} percent or more.`;
      const limit = { value: from, unit: "percent" };
      return fact(`from.${from}`, { statement, value: squareFeet, unit: "sqft", about: slopeWords, from: limit });
    });
}
