import { type Fact, quoted } from "../../../../agent/index.ts";
import { environmentalSection, type SiteEvidence } from "../digest-sections.ts";
import { factsFrom, isAsked, mostOfEach } from "./fact-parts.ts";

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

/** States the listed environmental sites on and around the site. */
export function environmentalFacts(evidence: SiteEvidence): Fact[] {
  if (!isAsked(evidence, "environmental")) return [];
  const fact = factsFrom(evidence, "environmental");
  const about = "environmental contamination contaminated pollution polluted listed facility facilities";
  const { sites, on_site: onSite, listings } = environmentalSection(evidence);
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
  const unread = listings.filter(({ state }) => state !== "ready" && state !== "empty");
  for (const [at, { listing }] of unread.entries()) {
    const statement = `Whether the list of ${listing} has sites on or around the site is not known: it could not be read.`;
    const draft = {
      statement,
      value: null,
      unit: null,
      about: `${about} ${listing} hazardous cleanup`,
      isUnknown: true,
    };
    facts.unshift(fact(`unread.${at + 1}`, draft));
  }
  if (onSite === 0 && unread.length === 0) {
    const statement = "No listed environmental facility is on the site; a listing says nothing of contamination.";
    const all = `${about} ${Object.values(programTopics).join(" ")}`;
    facts.unshift(fact("none", { statement, value: null, unit: null, about: all }));
  }
  return facts;
}
