import { analyse, groupOf } from "../../../ingest/index.ts";
import type { DistrictStandard } from "../../../retrieval/index.ts";
import type { MarkedPassage } from "../../evidence-desk.ts";
import { type Quantity, quantitiesIn, withFractionApart } from "../../text/quantities.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { type Dimension, isOfRulesOnly } from "../question/dimensions.ts";
import { type District, matchDistrict } from "../question/districts.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { conceptMatch, hasTrait, isEveryday, kindsIn, type UseConcept } from "../question/use-words.ts";
import {
  type AnswerSentence,
  asLabel,
  asSentence,
  type ExtractiveAnswer,
  noAnswer,
  spanOf,
  titleOf,
  withWord,
} from "./answer.ts";
import { noteText } from "./cell-notes.ts";
import { conditionFit, conditionsIn } from "./conditions.ts";
import { controllingProvision } from "./controlling-provision.ts";
import { quoteAnswer } from "./quote.ts";
import { evidenceOfRule } from "./rule-evidence.ts";

/** Standards that were read from the law when it was ingested, by the dimension that a question names. */
const standardsOf: Readonly<Record<string, readonly DistrictStandard["dimension"][]>> = {
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
  "lot coverage": ["coverage_max"],
  "impervious coverage": ["impervious_max"],
  "floor area ratio": ["far_max"],
  density: ["density_max"],
  "stall width": ["stall_w"],
  "stall length": ["stall_l"],
  "aisle width": ["aisle"],
  "building spacing": ["building_spacing"],
  "parking street setback": ["parking_setback_front"],
  "parking line setback": ["parking_setback_side_interior", "parking_setback_rear"],
  "wetland distance": ["wetland_setback", "wetland_buffer"],
};

/** What the standards of the layout of sites are called. */
const layout: Readonly<Partial<Record<DistrictStandard["dimension"], string>>> = {
  stall_w: "width of a parking space",
  stall_l: "length of a parking space",
  aisle: "width of a parking aisle",
  building_spacing: "distance between buildings",
  parking_setback_front: "distance of parking from the street",
  parking_setback_side_interior: "distance of parking from side lot lines",
  parking_setback_rear: "distance of parking from rear lot lines",
  wetland_buffer: "buffer along wetlands",
  wetland_setback: "distance from wetlands",
};

const units = {
  ...{
    ft: "feet",
    "sq ft": "square feet",
    "%": "percent",
    ratio: "",
    stories: "stories",
    stalls: "spaces",
    buildings: "buildings",
    homes: "homes",
    in: "inches",
    times: "times",
    "loading spaces": "loading spaces",
    "dwelling units": "dwelling units",
  },
  "du/ac": "dwelling units per acre",
  "bicycle spaces per dwelling unit": "bicycle spaces for each dwelling unit",
  "bicycle spaces per stall": "bicycle spaces for each parking space",
  "sq ft per dwelling unit": "square feet for each dwelling unit",
} satisfies Record<DistrictStandard["unit"], string>;

/** What was read at ingest of the standards of a district, and the passages that hold it. */
export interface StandardsRead {
  readonly standards: readonly DistrictStandard[];
  readonly passages: readonly MarkedPassage[];
  /** What the passages say, in which the clause on conflicting provisions is looked for. */
  readonly evidence: readonly Evidence[];
}

/**
 * States the standard of the district for the dimension of a question: the value that holds at large with its notes and
 * special cases, the value of the case asked about, or every case where none holds at large. Values that disagree are
 * quoted.
 */
export function answerByStandard(
  question: QuestionReading,
  { standards, passages, evidence }: StandardsRead,
): ExtractiveAnswer {
  const { dimension } = question;
  const ids = standardsOf[dimension?.id ?? ""];
  const [district, ...others] = question.districts;
  if (!dimension || !ids || others.length > 0 || !isOfLot(question)) return noAnswer;
  const isLayout = dimension.subject === "layout";
  if (!district && !isLayout) return noAnswer;
  const ofDistrict = isLayout ? standards : inDistrict(standards, district);
  const read = ids.map((id) => {
    const ofDimension = ofDistrict.filter((one) => one.dimension === id && isAsked(question, one));
    const ofPlace = isLayout ? forPlace(ofDimension, district) : ofDimension;
    const held = ofPlace.flatMap((standard) => heldIn(standard, passages));
    // A value that was not found among the passages still speaks against another.
    const values = new Set(ofPlace.flatMap(({ conditions, value }) => (conditions.length === 0 ? [value] : [])));
    return { held, told: standardTold(question, held, { isDisputed: values.size > 1 }) };
  });
  const told = read.map((one) => one.told);
  const disagreeing = told.find(({ kind }) => kind === "disagree");
  if (disagreeing) return quoteDisagreeing(disagreeing.told, evidence);
  const values = told.flatMap(({ kind, told: [first] }) => (kind !== "cases" && first ? [first] : []));
  const notes = values.flatMap((one) => notesOf(one, passages));
  // A value is not asserted without the notes that it points to.
  if (notes.includes(null)) return quoteAnswer(values.map(({ held }) => held));
  const sentences = told.flatMap(({ kind, told: each }) =>
    kind === "cases"
      ? each.map((one) => caseOf(one, dimension))
      : each
          .slice(0, 1 + mostCases)
          .map((one, at) => (at === 0 ? sentenceOf(one, dimension, district) : caseOf(one, dimension))),
  );
  if (sentences.length === 0) {
    return isOfRulesOnly(dimension) ? quoteAnswer(read.flatMap(({ held }) => held.map((one) => one.held))) : noAnswer;
  }
  return { status: "answered", sentences: [...sentences, ...notes.filter((note) => note !== null)] };
}

const isOf = (district: District | undefined) => (standard: DistrictStandard) =>
  district !== undefined && standard.districts.some((code) => matchDistrict(code, district, true) === "named");

/** Standards of the site's own district were looked up too, before the law told which one the question names. */
function inDistrict(standards: readonly DistrictStandard[], district: District | undefined) {
  const own = standards.filter(isOf(district));
  return own.length > 0 ? own : standards;
}

/** The standards of a layout that hold in a district: its own, else those for all. Where none is asked about, one of some district is a case. */
function forPlace(standards: readonly DistrictStandard[], district: District | undefined): readonly DistrictStandard[] {
  const own = standards.filter(isOf(district));
  if (own.length > 0) return own;
  const isOfSome = ({ districts }: DistrictStandard) => districts.length > 0;
  if (district) return standards.filter((one) => !isOfSome(one));
  return standards.map((one) => (isOfSome(one) ? { ...one, conditions: [...one.conditions, ...one.districts] } : one));
}

/** Quotes provisions that disagree, and which of them controls where the law says so. */
function quoteDisagreeing(told: readonly HeldStandard[], evidence: readonly Evidence[]): ExtractiveAnswer {
  const quoted = quoteAnswer(told.map(({ held }) => held));
  const controlling = controllingProvision(told, evidence);
  return controlling ? { ...quoted, sentences: [...quoted.sentences.slice(0, 2), controlling] } : quoted;
}

/**
 * The value is asked of the lot and its building, of a lot for some kind of home, of the layout of a site for some use, or
 * is the density of homes that the question counts: "how many apartments".
 */
function isOfLot({ dimension, subject }: QuestionReading): boolean {
  const isOfUse = ({ kind }: UseConcept) => kind !== undefined && dimension?.subject === "layout";
  return subject.every(
    (one) => isCounted(dimension, one) || isOfUse(one) || isHome(one) || hasTrait(one.kind, "zoned"),
  );
}

const isHome = ({ kind }: UseConcept) => hasTrait(kind, "home") && !hasTrait(kind, "accessory");

const isCounted = (dimension: QuestionReading["dimension"], { kind }: UseConcept) =>
  dimension?.id === "density" && hasTrait(kind, "home");
const mostCases = 2;
const mostAlternatives = 4;

/** A standard, the clause or row that it was read from, and its amount as printed there. */
interface HeldStandard {
  readonly standard: DistrictStandard;
  readonly held: Evidence;
  /** Null where the law states that it has no such standard. */
  readonly printed: string | null;
}

/** What an answer states about a standard: one value with its cases, that of the use asked about, only the cases, or conflicting values. */
interface ToldStandard {
  readonly kind: "value" | "use" | "cases" | "disagree";
  readonly told: readonly HeldStandard[];
}

const untold: ToldStandard = { kind: "cases", told: [] };

function standardTold(
  question: QuestionReading,
  all: readonly HeldStandard[],
  { isDisputed }: { readonly isDisputed: boolean },
): ToldStandard {
  if (isOfCase(question)) {
    const [first, ...more] = all.filter(({ standard }) => isForCase(question, standard));
    const isOne = first !== undefined && more.every(({ standard }) => standard.value === first.standard.value);
    if (isOne) return { kind: useNamed(first) === undefined ? "cases" : "use", told: [first] };
    if (first || !isOfAnyUse(question, all)) return untold;
  }
  const plain = all.filter(({ standard }) => standard.conditions.length === 0);
  const cases = all.filter(({ standard }) => standard.conditions.length > 0);
  const [first] = plain;
  if (isDisputed) return { kind: "disagree", told: plain };
  if (first) return { kind: "value", told: [first, ...cases.filter((one) => isToldWhole(one, first.held.passage))] };
  // One clause may state two cases: "7,500 square feet if served by public sewers, 40,000 if not".
  const [one, ...rest] = cases;
  const isChoice =
    one !== undefined &&
    !layout[one.standard.dimension] &&
    rest.length > 0 &&
    rest.every(({ held }) => held.passage === one.held.passage);
  return isChoice && cases.length <= mostAlternatives ? { kind: "cases", told: cases } : untold;
}

/** Whether a layout is asked of a use, and the law sets one for a district whatever the use: "how far apart must apartment buildings be in R-M". */
function isOfAnyUse({ text, dimension, districts }: QuestionReading, all: readonly HeldStandard[]): boolean {
  const isOfDistrict = ({ standard }: HeldStandard) =>
    standard.districts.length > 0 && standard.conditions.length === 0;
  const isConditioned = [...conditionsIn(text).keys()].some((facet) => facet !== "role");
  return dimension?.subject === "layout" && districts.length > 0 && !isConditioned && all.every(isOfDistrict);
}

/** Whether a case of the same passage says itself, or by a heading, what it is a case of. */
function isToldWhole({ standard, held }: HeldStandard, passage: Evidence["passage"]): boolean {
  const said = new Set(analyse([held.text, rowTold(standard, held), ...passage.headingPath].join(" ")));
  return held.passage === passage && analyse(standard.conditions.join(" ")).every((word) => said.has(word));
}

/** A question about something other than the lot and its main building, or on some condition. */
function isOfCase({ text, dimension, useConcepts }: QuestionReading): boolean {
  // A street side is a side of a corner lot.
  const plain = dimension?.id === "street side setback" ? text.replace(/\bcorner\b/gi, " ") : text;
  const isConditioned = [...conditionsIn(plain).keys()].some((facet) => facet !== "role");
  const isOfUse = useConcepts.some((one) => !isEveryday(one) && !isCounted(dimension, one));
  return isConditioned || isOfUse || (dimension?.subject !== "layout" && ownCase.test(plain));
}

const ownCase =
  /\b(?:accessory|corner|through lot|flag|interior lot|(?:rear|back) lots?\b(?! line)|behind another|abut\w*|adjoin\w*|adjacent|next to|against|sewer|well|septic|garage|shed|fence|pool|sign|parking|driveway|deck|bonus|cluster|existing|nonconforming|expand\w*|addition)\b/i;

/** Whether a standard is set for the very condition or use that a question names. */
export function isForCase({ text, useConcepts }: QuestionReading, { conditions }: DistrictStandard): boolean {
  const told = conditions.join(" ");
  if (conditions.some((one) => isOfOtherArea(one, text))) return false;
  const asked = new Map([...conditionsIn(text)].filter(([facet]) => facet !== "role"));
  if (told === "" || conditionFit(asked, conditionsIn(told)) === "excludes") return false;
  const special = useConcepts.filter((one) => !isEveryday(one));
  // Beside a known use the other words of a question tell the story around it.
  const known = special.filter(({ kind }) => kind !== undefined);
  const uses = known.length > 0 ? known : special;
  const isOfUse = uses.length > 0 && conceptMatch(uses, analyse(told)) === 1;
  return uses.length > 0 ? isOfUse : conditionFit(asked, conditionsIn(told)) === "fits";
}

/** Whether a condition is an exception for a part of the town that the question does not name: "Notwithstanding …, in the "North Area" …". */
function isOfOtherArea(condition: string, text: string): boolean {
  const areas = [...condition.matchAll(/["“]([^"“”]{3,60})["”]/g)].map(([, name = ""]) => name.toLowerCase());
  return /^\W*(?:\S+\s)?Notwithstanding\b/.test(condition) && !areas.some((area) => text.toLowerCase().includes(area));
}

/** "How tall may it be" asks for the most, whatever least height a form-based code sets too. */
function isAsked({ limit }: QuestionReading, standard: DistrictStandard): boolean {
  return limit === null || limit === (standard.limit === "min" ? "minimum" : "maximum");
}

/** The standard with its words, where a passage that was found holds them and they print its value or that there is none. */
function heldIn(standard: DistrictStandard, passages: readonly MarkedPassage[]): HeldStandard[] {
  const held = evidenceOfRule(standard, passages);
  if (!held) return [];
  // "There is no minimum side yard requirement": in a table only the cell could state this.
  if (standard.value === null) return rowOf(held) ? [] : [{ standard, held, printed: null }];
  const amount = quantitiesIn(held.text).find((one) => isValueOf(standard, one));
  if (!amount) return [];
  const printed = withFractionApart(held.text.slice(amount.start, amount.end)).replace(/\s+/g, " ").trim();
  return [{ standard, held, printed: amount.unit === null ? `${printed} ${units[standard.unit]}`.trim() : printed }];
}

const squareFeetPerAcre = 43_560;

function isValueOf({ value, unit }: DistrictStandard, { value: amount, unit: printed }: Quantity): boolean {
  if (printed === "acre" && unit === "sq ft") return Math.round(amount * squareFeetPerAcre) === value;
  return amount === value || (unit === "ratio" && printed === "percent" && amount / 100 === value);
}

function sentenceOf(
  { standard, held, printed }: HeldStandard,
  dimension: Dimension,
  district: District | undefined,
): AnswerSentence {
  const side = standard.limit === "min" ? "minimum" : "maximum";
  const name = layout[standard.dimension] ?? (dimension.id === "stories" ? "height" : dimension.id);
  const isOfDistrict = district !== undefined && (!layout[standard.dimension] || standard.districts.length > 0);
  const place = isOfDistrict ? `In the ${withWord(district.printed)} the` : "The";
  const use = useNamed({ standard, held });
  const ofUse = use === undefined ? "" : ` for “${use}”`;
  return {
    text: asSentence(printed === null ? held.text : `${place} ${side} ${name}${ofUse} is ${printed}`),
    spans: [spanOf(held)],
    evidence: [held],
  };
}

/** The use that the label of its row sets a standard for; undefined for one of all uses, or of another case. */
function useNamed({ standard, held }: Pick<HeldStandard, "standard" | "held">): string | undefined {
  const [only, ...others] = standard.conditions;
  const label = rowOf(held)?.label.trim();
  const isUse = label !== undefined && label === only && others.length === 0 && kindsIn(label).length > 0;
  return isUse ? asLabel(label) : undefined;
}

/** The notes of a standard as sentences of their own, each cited where it stands; null for one that was not found. */
function notesOf({ standard, held }: HeldStandard, passages: readonly MarkedPassage[]): (AnswerSentence | null)[] {
  return standard.notes.map((note) => {
    const words = note.replace(/^note \S+: /, "");
    const holder = [held, ...passages].find(
      ({ passage }) => passage.documentId === standard.documentId && passage.text.includes(words),
    );
    if (!holder) return null;
    const charStart = holder.passage.charStart + holder.passage.text.indexOf(words);
    const span = { marker: holder.marker, charStart, charEnd: charStart + words.length };
    return { text: noteText(words), spans: [span], evidence: [] };
  });
}

/** A case in the words of the law, under the heading that makes it one. */
function caseOf({ standard, held }: HeldStandard, dimension: Dimension): AnswerSentence {
  const [scope = ""] = standard.conditions;
  const title = held.passage.headingPath.includes(scope) ? `Under “${asLabel(titleOf(scope))}”: ` : "";
  return { text: `${title}${asSentence(rowTold(standard, held, dimension))}`, spans: [spanOf(held)], evidence: [held] };
}

const rowOf = ({ passage, charStart, charEnd }: Evidence) =>
  passage.rows.find((one) => one.charStart <= charStart && charEnd <= one.charEnd);

const isOfLots = (value: string, label: string) =>
  quantitiesIn(value).length > 1 && (label.match(/\blots?\b/gi)?.length ?? 0) > 1;

/** The words of a case; of a row with several values its labels and the one that the standard is. */
function rowTold(standard: DistrictStandard, held: Evidence, dimension?: Dimension): string {
  const row = rowOf(held);
  const { text } = held;
  const isOwn = ({ value }: { readonly value: string }) => quantitiesIn(value).some((one) => isValueOf(standard, one));
  const stating = row?.cells.filter(isOwn) ?? [];
  const ofCase = stating.filter(({ column }) =>
    [...standard.districts, ...standard.conditions].some((name) => column.includes(name)),
  );
  const [own, ...others] = ofCase.length > 0 ? ofCase : stating;
  if (!row || !own || others.length > 0 || row.cells.length < 2) return text.replace(/\s*\|\s*/g, ": ");
  const amount = quantitiesIn(own.value).find((one) => isValueOf(standard, one));
  // Where one cell has values for several kinds of lots, the answer states the one for the kind asked about.
  if (amount && standard.conditions.length > 0 && isOfLots(own.value, row.label)) {
    const printed = own.value.slice(amount.start, amount.end).trim();
    return `${[row.label, own.column].map(asLabel).join(", ")}: ${printed} for “${standard.conditions.join(", ")}”`;
  }
  // A row that only names a case stands below the one that names the standard.
  const above = dimension && !dimension.told.test(row.label) ? [groupOf(row)] : [];
  return [...above, row.label, own.column]
    .map(asLabel)
    .filter((part) => part !== "")
    .join(", ")
    .concat(`: ${own.value.trim()}`);
}
