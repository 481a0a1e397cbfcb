import type { DimensionId, DistrictStandard } from "../../../retrieval/index.ts";
import { quantitiesIn } from "../../text/quantities.ts";
import type { Evidence } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { isEveryday } from "../question/use-words.ts";
import { asSentence, type ExtractiveAnswer, noAnswer } from "./answer.ts";
import { conditionsIn } from "./conditions.ts";
import { withWord } from "./ruling.ts";

/** Standards that were read from the law when it was ingested, by the dimension that a question names. */
const standardsOf: Readonly<Record<string, readonly DimensionId[]>> = {
  "front setback": ["setback_front"],
  "side setback": ["setback_side_interior"],
  "street side setback": ["setback_side_street"],
  "rear setback": ["setback_rear"],
  "lot area": ["lot_area_min"],
  "lot width": ["lot_width_min"],
  "lot depth": ["lot_depth_min"],
  frontage: ["lot_frontage_min"],
  stories: ["stories_max"],
  height: ["height_max", "stories_max"],
  "building coverage": ["coverage_max"],
  "impervious coverage": ["impervious_max"],
  "floor area ratio": ["far_max"],
  density: ["density_max"],
};

const names: Readonly<Partial<Record<DimensionId, string>>> = {
  setback_front: "front setback",
  setback_side_interior: "side setback",
  setback_side_street: "street side setback",
  setback_rear: "rear setback",
  lot_area_min: "lot area",
  lot_width_min: "lot width",
  lot_depth_min: "lot depth",
  lot_frontage_min: "frontage",
  stories_max: "height",
  height_max: "height",
  coverage_max: "lot coverage",
  impervious_max: "impervious coverage",
  far_max: "floor area ratio",
  density_max: "density",
};
const units = {
  ...{ ft: "feet", "sq ft": "square feet", "%": "percent", ratio: "", stories: "stories" },
  "du/ac": "dwelling units per acre",
} satisfies Record<DistrictStandard["unit"], string>;

/**
 * States the standard of the district for the dimension of a question. Gives no answer unless the rules read at ingest
 * agree on one value without conditions or notes, the text prints that value, and the question is about no special case.
 */
export function answerByStandard(
  question: QuestionReading,
  { standards, evidence }: { readonly standards: readonly DistrictStandard[]; readonly evidence: readonly Evidence[] },
): ExtractiveAnswer {
  const { dimension } = question;
  const ids = standardsOf[dimension?.id ?? ""];
  const [district, ...others] = question.districts;
  if (!dimension || !ids || !district || others.length > 0 || isOfCase(question)) return noAnswer;
  const told = ids.flatMap((id) => {
    const read = standards.filter((one) => one.dimension === id && one.value !== null && isAsked(question, one));
    const plain = read.filter(({ conditions, notes }) => conditions.length === 0 && notes.length === 0);
    const [first] = plain;
    // A case of the same standard may be the one meant: only what holds in every case is stated.
    if (!first || plain.length < read.length || plain.some(({ value }) => value !== first.value)) return [];
    const held = evidence.find((one) => isHeldIn(first, one));
    return held ? [{ standard: first, held }] : [];
  });
  const [first] = told;
  if (!first) return noAnswer;
  const amounts = told.map(({ standard }) => amountOf(standard)).join(" and ");
  const side = first.standard.limit === "min" ? "minimum" : "maximum";
  return {
    status: "answered",
    sentences: [
      {
        text: asSentence(
          `In the ${withWord(district.printed)} the ${side} ${names[first.standard.dimension] ?? dimension.id} is ${amounts}`,
        ),
        spans: told.map(({ standard: { charStart, charEnd }, held }) => ({ marker: held.marker, charStart, charEnd })),
        evidence: told.map(({ held }) => held),
      },
    ],
  };
}

/** A question about something other than the lot and its main building, or on some condition. */
function isOfCase({ text, subject, useConcepts }: QuestionReading): boolean {
  const isConditioned = [...conditionsIn(text).keys()].some((facet) => facet !== "role");
  const isOfUse = useConcepts.some((one) => one.kind !== undefined && !isEveryday(one));
  return isConditioned || isOfUse || subject.length > 0 || ownCase.test(text);
}

const ownCase =
  /\b(?:accessory|corner|through lot|flag|interior lot|rear lots?|behind another|abut\w*|adjoin\w*|adjacent|next to|against|sewer|well|septic|garage|shed|fence|pool|sign|parking|driveway|deck|special approval|bonus|cluster|existing|nonconforming|expand\w*|addition)\b/i;

/** "How tall may it be" asks for the most, whatever least height a form-based code sets too. */
function isAsked({ limit }: QuestionReading, standard: DistrictStandard): boolean {
  return limit === null || limit === (standard.limit === "min" ? "minimum" : "maximum");
}

/** The evidence that holds the span of a standard, and prints its value in its unit. */
function isHeldIn(standard: DistrictStandard, { passage, charStart, charEnd, text, cell }: Evidence): boolean {
  const isThere =
    passage.documentId === standard.documentId && standard.charStart <= charStart && charEnd <= standard.charEnd;
  const printed = cell ? `${cell.value} ${cell.column}` : text;
  return isThere && quantitiesIn(printed).some(({ value }) => value === standard.value);
}

function amountOf({ value, unit }: DistrictStandard): string {
  return `${(value ?? 0).toLocaleString("en-US", { maximumFractionDigits: 4 })} ${units[unit]}`.trim();
}
