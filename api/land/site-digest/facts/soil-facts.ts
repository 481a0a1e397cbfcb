import { type Fact, quoted } from "../../../../agent/index.ts";
import { type SiteEvidence, soilsSection } from "../digest-sections.ts";
import { type FactDraft, factsFrom, land, mostOfEach } from "./fact-parts.ts";

const feetOf = (centimeters: number) => (centimeters / 30.48).toFixed(1);

/** States the soil map units of the site with what is known of each. */
export function soilFacts(evidence: SiteEvidence): Fact[] {
  const fact = factsFrom(evidence, "soils");
  const units = soilsSection(evidence).map_units.slice(0, mostOfEach);
  return units.flatMap((unit, at) => {
    const { squareFeet, words } = land(unit);
    const group = unit.hydrologic_group === null ? "" : `, hydrologic group ${unit.hydrologic_group}`;
    const drainage = unit.drainage_class === null ? "" : `, ${unit.drainage_class.toLowerCase()}`;
    const statement = `Soil ${unit.symbol}, ${unit.name}${group}${drainage}, covers ${words}.`;
    const about = "soil soils drainage drained septic infiltration hydrologic";
    const facts = [fact(`unit.${at + 1}`, { statement, value: squareFeet, unit: "sqft", about })];
    const add = (topic: string, draft: FactDraft) => facts.push(fact(`${topic}.${at + 1}`, draft));
    const name = `soil ${unit.symbol}`;
    const { water_table_depth_cm: water, bedrock_depth_cm: rock, hydric_percent: hydric, farmland_class: farm } = unit;
    const depth = { unit: "ft", also: "soil deep depth high seasonal" };
    if (water !== null) {
      const told = `The seasonal high water table in ${name} is ${feetOf(water)} feet deep.`;
      add("water", { statement: told, value: water / 30.48, ...depth, about: "groundwater table" });
    }
    if (rock !== null) {
      const told = `Bedrock in ${name} is ${feetOf(rock)} feet deep.`;
      add("bedrock", { statement: told, value: rock / 30.48, ...depth, about: "bedrock ledge rock" });
    }
    if (hydric !== null) {
      const told = `In ${name}, ${hydric} percent of the components are hydric.`;
      add("hydric", { statement: told, value: hydric, unit: "percent", about: "hydric", also: "soil soils" });
    }
    if (farm !== null) {
      const told = `The farmland class of ${name}, which covers ${words}, is ${quoted(farm, 120)}.`;
      const also = "soil class farm";
      add("farmland", { statement: told, value: squareFeet, unit: "sqft", about: "farmland prime", also });
    }
    return facts;
  });
}
