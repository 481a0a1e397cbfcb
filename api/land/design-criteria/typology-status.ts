import type { UseRule, Verdict } from "../../../ingest/index.ts";
import type { CitedRule } from "../../../retrieval/index.ts";
import type { CriterionField, CriterionValue } from "./criteria.ts";

const dwelling = String.raw`(?:[\s,-]+(?:dwellings?|dwelling units?|units?|residences?|residential|housing|houses?|homes?|buildings?|developments?|structures?))*`;
const place = String.raw`(?:\s+(?:facilit(?:y|ies)|buildings?|centers?|establishments?|uses?|businesses?|developments?))?`;

/**
 * How an entry of a use table or list names a building type and nothing beside it. An entry with more words is another
 * use, or a case of it, and tells nothing of the type at large.
 */
const typologies: readonly (readonly [typology: string, entry: RegExp])[] = [
  ["single_family", whole(`(?:detached\\s+)?(?:single|one)[\\s-]family(?:[\\s,-]+detached)?${dwelling}`)],
  ["townhome", whole(`(?:town\\s?(?:houses?|homes?)|row\\s?houses?)${dwelling}`)],
  ...(["multifamily_garden", "multifamily_midrise"] as const).map(
    (typology) =>
      [
        typology,
        whole(`(?:multi(?:ple)?[\\s-]?family${dwelling}|apartments?(?:\\s+(?:houses?|buildings?))?)`),
      ] as const,
  ),
  ["mixed_use", whole("mixed[\\s-]use(?:\\s+(?:buildings?|developments?))?")],
  ["retail", whole(`retail(?:\\s+(?:stores?|sales|shops?|trade))?(?:\\s+(?:and|or)\\s+services?)?${place}`)],
  ["office", whole(`(?:(?:business|professional|general)(?:,?\\s+(?:and|or)\\s+|,?\\s+))*offices?${place}`)],
  ["industrial", whole(`(?:warehous(?:es?|ing)|distribution)(?:\\s+(?:and|or)\\s+(?:distribution|storage))?${place}`)],
  ["self_storage", whole(`(?:self[\\s-](?:service\\s+)?storage|mini[\\s-]?(?:warehouses?|storage))${place}`)],
  ["hotel", whole("(?:hotels?|motels?)(?:(?:,|\\s+and|\\s+or|\\s*/)\\s*(?:hotels?|motels?|inns?))*")],
  ["senior_living", whole(`(?:senior\\s+(?:living|housing)|assisted\\s+living|elderly\\s+housing)${place}`)],
  ["mobile_home_park", whole("(?:mobile|manufactured)\\s+homes?\\s+parks?")],
];

function whole(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, "i");
}

const said: Readonly<Record<Verdict, string>> = {
  permitted: "permitted",
  conditional: "special or conditional permit",
  prohibited: "prohibited",
};
const mostValues = 6;

/** Returns the building types that an entry of a use table or list names and says nothing else of. */
export function typologiesNamed({ words, group, binding }: Pick<UseRule, "words" | "group" | "binding">): string[] {
  // A sentence that names a use among others rules on something else more often.
  if (binding === "sentence" || /\baccessory\b/i.test(group)) return [];
  const plain = words
    .replace(/^\s*\(?(?:[a-z]{1,2}|\d{1,3}|[ivx]{1,4})[.)]\s+/i, "")
    .replaceAll(/\s*(?:\(\d{1,2}\)|\*)/g, "")
    .replace(/[.;:,\s]+$/, "")
    .trim();
  // "Dwelling, multifamily" names the kind behind the comma.
  const turned = plain.replace(/^((?:dwellings?|offices?|retail|housing)),\s+(.+)$/i, "$2 $1");
  return typologies.flatMap(([typology, entry]) => (entry.test(plain) || entry.test(turned) ? [typology] : []));
}

/** Returns whether building types are allowed, by typology; a type that no entry is about alone has no member. */
export function useStatusOf(rules: readonly CitedRule<UseRule>[]): Readonly<Record<string, CriterionField>> {
  const byTypology = new Map<string, CitedRule<UseRule>[]>();
  for (const cited of rules) {
    for (const typology of typologiesNamed(cited.rule)) {
      byTypology.set(typology, [...(byTypology.get(typology) ?? []), cited]);
    }
  }
  return Object.fromEntries([...byTypology].map(([typology, cited]) => [typology, statusOf(cited)]));
}

function statusOf(cited: readonly CitedRule<UseRule>[]): CriterionField {
  const values = cited.map(valueIn);
  const [first] = values;
  const isOne = values.every(({ value, condition }) => value === first?.value && condition === null);
  if (!first || !isOne) {
    return { values: values.slice(0, mostValues), basis: "No entry holds in all cases: none is chosen." };
  }
  const citations = values.flatMap((each) => each.citations);
  const [{ rule } = {}] = cited;
  const source = rule?.source ?? null;
  return {
    ...{ value: first.value, unit: null, notes: cited.flatMap(({ notes }) => notes), cases: [] },
    basis: source === null ? null : `“${source.words}”: ${source.said}`.slice(0, 500),
    provenance: { kind: "ordinance", citations },
  };
}

function valueIn({ rule, citation, notes }: CitedRule<UseRule>): CriterionValue {
  const condition = [...rule.conditions, ...rule.notes].join("; ");
  return {
    ...{ value: said[rule.verdict], unit: null, citations: [citation], notes },
    condition: condition === "" ? null : condition.slice(0, 300),
  };
}
