import { type Fact, quoted } from "../../../agent/index.ts";
import { ruleName } from "../../../ingest/index.ts";
import { planMetricRows } from "../plan-exports/plan-metrics.ts";
import { amountInWords, type ConceptFactDraft, conceptWords, metricFacts } from "./concept-metric-facts.ts";
import type { PlanMetric, PlanObjectType } from "./engine/compiled-plan.ts";
import { sumOf } from "./engine/plan-metric.ts";
import type { ConceptRecord } from "./plan-revisions.repository.ts";

/** What people call what is built in a zone. */
const typologyWords: Readonly<Record<string, string>> = {
  multifamily_garden: "garden apartments",
  multifamily_midrise: "mid-rise apartments",
  townhome: "townhomes",
  mixed_use: "shops with dwellings",
  retail: "shops",
  office: "offices",
  industrial: "a warehouse",
  self_storage: "self-storage",
  hotel: "a hotel",
  senior_living: "senior living",
  mobile_home_park: "mobile homes",
};
const zoneWords = "zone zones";
const overrideWords = "override overridden overrides overrode conflict conflicts reason reasons relief waived";
const unevaluatedWords = "evaluated evaluate unevaluated unchecked";
const checkWords = "check checks checked metric metrics";
const conflictWords = "conflict conflicts rule rules";
/** How many statements of one kind a concept has at most. */
const mostOfEach = 12;

/**
 * Returns what answers may cite of the current concept, the most asked for first; of a project without one, that there is
 * none. Each metric is given with its limit and the outcome of the check, and each zone with its own numbers. What people
 * wrote, and clauses of the law, are in quotation marks.
 *
 * @param record undefined before a concept compiled
 */
export function factsOfConcept(record: ConceptRecord | undefined): Fact[] {
  if (record === undefined) return [noConcept];
  const common = {
    source: `Site-plan concept, revision ${record.revision}`,
    ...{ sourceUrl: null, retrievedAt: new Date(record.created_at), isOfConcept: true },
  };
  const [typology, ...others] = new Set(record.scenario.zones.map((zone) => zone.typology));
  const uses = typology === undefined || others.length > 0 ? "" : wordsFor(typology);
  const measured = metricFacts(record.plan.metrics, uses);
  // A warehouse is not told by its dwelling units.
  const main = measured.filter(({ value }) => value !== 0).slice(0, 2);
  return [
    conceptFact(record),
    ...main,
    ...checkFacts(record),
    ...measured.filter((one) => !main.includes(one)),
    ...buildingFacts(record),
    ...basinFacts(record),
    ...zoneFacts(record),
    ...decisionFacts(record),
    ...noteFacts(record),
  ].map(({ topic, ...draft }) => ({ ...draft, ...common, id: `concept.${topic}` }));
}

const noConcept: Fact = {
  ...{ id: "concept.none", statement: "No site-plan concept has been compiled for the project yet." },
  ...{ value: null, unit: null, source: "Project record", sourceUrl: null, retrievedAt: null },
  ...{ isUnknown: true, isOfConcept: true },
  about: `${conceptWords} ${zoneWords} ${overrideWords} ${unevaluatedWords} ${checkWords} compiled revision fail failed pass`,
};

function told(topic: string, statement: string, words: { about: string; also?: string }): ConceptFactDraft {
  return { topic, statement, value: null, unit: null, about: words.about, also: words.also ?? "" };
}

function conceptFact({ revision, created_at: at, scenario }: ConceptRecord): ConceptFactDraft {
  const { governing_district: district, basis, zones } = scenario;
  const where = district === null ? "" : ` in the district ${quoted(district, 80)}`;
  const target = basis === "rezone_target" && district !== null ? ", to which the land is to be rezoned" : "";
  const uses = [...new Set(zones.map(({ typology }) => usesOf(typology)))].join(" and ");
  const day = new Date(at).toISOString().slice(0, 10);
  const statement = `The concept of the project is revision ${revision}, compiled on ${day}, for ${uses}${where}${target}.`;
  return told("revision", statement, {
    about: "revision version compile compiled typology",
    also: `${district ?? ""} date day district use zoned`,
  });
}

const usesOf = (typology: string) => typologyWords[typology] ?? typology.replaceAll("_", " ");
/** Words by which people ask for a use. */
const wordsFor = (typology: string) => `${usesOf(typology)} ${typology === "townhome" ? "townhouses" : ""}`;

/** Says how many checks passed, which failed, and which measures and rules no concept was checked against. */
function checkFacts({ plan, notes, disclosed }: ConceptRecord): ConceptFactDraft[] {
  const named = (isNamed: (metric: PlanMetric) => boolean) =>
    planMetricRows(Object.fromEntries(Object.entries(plan.metrics).filter(([, metric]) => isNamed(metric)))).map(
      ({ label }) => label.toLowerCase(),
    );
  const failed = named(({ status }) => status === "fail");
  const passed = named(({ status }) => status === "pass");
  const open = named(({ marker }) => marker !== null);
  const count = `${amountInWords(failed.length + passed.length, "checks")} against a limit`;
  const rules = disclosed.flatMap(({ rule }) => (rule === null ? [] : [ruleName(rule.name).toLowerCase()]));
  const overridden = rules.length === 0 ? "" : `; overridden for it: ${[...new Set(rules)].join(", ")}`;
  const verdict = `${failed.length === 0 ? "none fails" : `these fail: ${failed.join(", ")}`}${overridden}`;
  const about = `${checkWords} fail fails failed failing pass passes passed violate violates violated violation break breaks broken comply`;
  const unevaluated = { about: unevaluatedWords, also: checkWords };
  return [
    told("checks", `Of ${count} on the concept, ${verdict}.`, { about, also: conflictWords }),
    ...(open.length === 0
      ? []
      : [told("unevaluated", `Not evaluated for the concept, for want of a limit: ${open.join(", ")}.`, unevaluated)]),
    ...notes
      .flatMap((note) => /^Not evaluated:? (.*?)\.?$/s.exec(note)?.[1] ?? [])
      .slice(0, mostOfEach)
      .map((rule, at) =>
        told(`unevaluated.${at + 1}`, `Not evaluated for the concept: ${quoted(rule, 600)}.`, {
          ...unevaluated,
          also: `${checkWords} ${rule}`,
        }),
      ),
  ];
}

function buildingFacts({ objects }: ConceptRecord): ConceptFactDraft[] {
  const count = objects.filter(({ objectType }) => objectType === "building").length;
  const statement = `The concept has ${amountInWords(count, "buildings")}.`;
  return [{ ...told("buildings", statement, { about: "building buildings structure structures" }), value: count }];
}

/** States of each basin where it is, how large it is and what it holds. */
function basinFacts({ objects, scenario }: ConceptRecord): ConceptFactDraft[] {
  const basins = objects.filter(({ objectType }) => objectType === "stormwater_basin");
  return basins.slice(0, mostOfEach).map(({ label, zoneId, measurements: { area_sf, depth_ft, volume_cf } }, at) => {
    const zone = scenario.zones.length > 1 ? scenario.zones.find(({ zone_id: id }) => id === zoneId) : undefined;
    const where = zone ? ` in zone ${quoted(zone.name, 80)}` : "";
    const sizes = [
      ...(typeof area_sf === "number" ? [`an area of ${amountInWords(area_sf, "sf")}`] : []),
      ...(typeof depth_ft === "number" ? [`a depth of ${amountInWords(depth_ft, "ft")}`] : []),
      ...(typeof volume_cf === "number" ? [`a volume of ${amountInWords(volume_cf, "cf")}`] : []),
    ].join(", ");
    const words = {
      about: "basin basins pond ponds stormwater detention retention drainage",
      also: `${label} capacity volume hold cubic area size large big deep depth wide square feet ${zone ? `${zoneWords} ${zone.name}` : ""}`,
    };
    return told(`basin.${at + 1}`, `The ${label.toLowerCase()} of the concept${where} has ${sizes}.`, words);
  });
}

/** States of each of several zones what is built there, and of a zone that failed why it was not compiled. */
function zoneFacts({ scenario, objects, stalls, plan }: ConceptRecord): ConceptFactDraft[] {
  const { zones } = scenario;
  const nameOf = (id: string) => quoted(zones.find((zone) => zone.zone_id === id)?.name ?? id, 80);
  const failures = plan.zoneFailures.map(({ zoneId, message }) =>
    told(
      `zone.${zoneId}.failure`,
      `Zone ${nameOf(zoneId)} of the concept could not be compiled: ${quoted(message, 400)}.`,
      {
        about: `${zoneWords} fail failed failure ${nameOf(zoneId)}`,
        also: "compiled",
      },
    ),
  );
  if (zones.length < 2) return failures;
  const failed = new Set(plan.zoneFailures.map(({ zoneId }) => zoneId));
  const compiled = zones.filter(({ zone_id: id }) => !failed.has(id));
  const sums = compiled.map(({ zone_id: id, name, typology }) => {
    const own = objects.filter(({ zoneId }) => zoneId === id);
    const sum = (measure: string, ...types: PlanObjectType[]) => sumOf(own, measure, types);
    const drawn = stalls.find(({ zoneId }) => zoneId === id)?.count ?? 0;
    const parking = drawn + sum("stall_count", "building");
    const amounts = [
      [sum("units", "building", "amenity"), "units"],
      [sum("key_count", "building"), "keys"],
      [own.filter(({ objectType }) => objectType === "building").length, "buildings"],
      [parking, "stalls"],
    ] as const;
    const words = amounts.filter(([amount]) => amount > 0).map(([amount, unit]) => amountInWords(amount, unit));
    const floor = amountInWords(sum("gfa_sf", "building"), "sf");
    const required = sum("required_stall_count", "zone");
    const need = required > 0 ? `, and requires ${amountInWords(required, "stalls")}` : "";
    return told(
      `zone.${id}`,
      `Zone ${quoted(name, 80)} of the concept, for ${usesOf(typology)}, has ${words.join(", ")} and a floor area of ${floor}${need}.`,
      {
        about: `${zoneWords} ${name} ${wordsFor(typology)}`,
        also: zoneMeasures,
      },
    );
  });
  return [...sums, ...failures];
}

const zoneMeasures =
  "unit home homes dwelling apartment house parking stall space building floor gfa area room required";

/** States each override with its reason, and what else was decided about the land, in the words of the people who decided. */
function decisionFacts({ disclosed, plan }: ConceptRecord): ConceptFactDraft[] {
  const overrides = disclosed.filter(({ kind }) => kind === "override");
  const none =
    overrides.length === 0 && plan.conflicts.length === 0
      ? [told("override", "No rule was overridden for the concept.", { about: overrideWords, also: conflictWords })]
      : [];
  const broken = plan.conflicts.slice(0, mostOfEach).map(({ rule, statement }, at) =>
    told(`conflict.${at + 1}`, `The concept as drawn breaks a rule: ${quoted(statement.replace(/\.$/, ""), 400)}.`, {
      about: "break breaks broken violate violates conflict conflicts",
      also: `${conflictWords} ${ruleName(rule)} drawn`,
    }),
  );
  const decided = disclosed
    .slice(0, mostOfEach)
    .map(({ kind, statement, rule, reason, source, decidedAt, isSuspended }, at) => {
      const said =
        reason === null ? "without a reason" : `for this reason, in the words of the user: ${quoted(reason, 2_000)}`;
      const state = isSuspended ? ", which is suspended" : "";
      const day = decidedAt.slice(0, 10);
      if (kind !== "override" || rule === null) {
        const text = `Decided on ${day} for the concept${state}: ${quoted(statement, 400)}.`;
        return told(`decision.${at + 1}`, text, {
          about: "decision decisions decided decide",
          also: `${statement} ${kind}`,
        });
      }
      const terms = [
        ...(source === null ? [] : [quoted(source, 200)]),
        ...(rule.limit === "none" ? [] : [`limit: ${rule.limit}`]),
        `proposed: ${rule.proposed}`,
      ].join("; ");
      const text = `The rule on ${ruleName(rule.name).toLowerCase()} (${terms}) was overridden on ${day} for the concept${state}, ${said}.`;
      return told(`override.${at + 1}`, text, {
        about: overrideWords,
        also: `${conflictWords} ${ruleName(rule.name)}`,
      });
    });
  return [...none, ...decided, ...broken];
}

/** States what was assumed, and what else the compile noted. */
function noteFacts({ notes, plan }: ConceptRecord): ConceptFactDraft[] {
  const all = [...new Set([...notes, ...plan.notes.map(({ text }) => text)])];
  const others = all.filter((note) => !/^(?:Not evaluated|Limit of )/.test(note));
  return others.slice(0, mostOfEach).map((note, at) =>
    told(`note.${at + 1}`, `The concept has this note: ${quoted(note.replace(/\.$/, ""), 600)}.`, {
      about: `note notes assume assumes assumed assumption assumptions ${/\bpermit\b/.test(note) ? "permit permits" : ""}`,
      also: note,
    }),
  );
}
