import { type CountedArea, ruleName, uncountedLandIds, uncountedStandard } from "../../../ingest/index.ts";
import type { Citation } from "../../../retrieval/index.ts";
import {
  type CriterionField,
  type CriterionValue,
  type DistrictCriteria,
  fieldForUses,
  setbackFields,
} from "../design-criteria/criteria.ts";
import { severalRatios, valuesOf } from "../interview/interview-context.ts";
import { ratioOfMix, type UnitMix } from "../interview/ratio-of-mix.ts";
import { basinRulesOf } from "./basin-rules.ts";
import type {
  NeighborRule,
  ParkingRatio,
  PlacesRule,
  PlanRules,
  RuleSource,
  RuleValue,
  SourcedNumber,
  UncountedLand,
} from "./engine/plan-input.ts";
import { frontParkingRules } from "./front-parking-rules.ts";
import { loadingRulesOf } from "./loading-rules.ts";
import { neighborRulesOf } from "./neighbor-rules.ts";
import type { ParkingUse } from "./parking-use.ts";
import { provisionsFor } from "./stall-provisions.ts";
import { isOfOtherUse, unevaluated } from "./unevaluated.ts";

/** The rules of a compile with the citations that their sources refer to. */
export interface RuleInputs {
  readonly rules: PlanRules;
  /** By `RuleSource.ref`. */
  readonly citations: Readonly<Record<string, Citation>>;
  /** Width of the buffer around a wetland, and the least distance of buildings from one. */
  readonly wetlands: { readonly buffer: RuleValue; readonly setback: RuleValue };
  /** Deeper setbacks and buffers along lot lines shared with other districts. */
  readonly neighborRules: readonly NeighborRule[];
  /** What was assumed, in words. */
  readonly assumptions: readonly string[];
  /** Standards of the ordinance that concepts are not checked against, in words with their clauses. */
  readonly unevaluated: readonly string[];
}

/** What rules are made from: standards first, then answers, then stated assumptions. */
export interface RuleQuestion {
  readonly criteria: DistrictCriteria | undefined;
  /** Settled answers about the site. */
  readonly answer: (questionId: string) => unknown;
  readonly uses: readonly ParkingUse[];
}

const bases: Readonly<Record<string, ParkingRatio["base"]>> = {
  ...{ "dwelling unit": "dwelling_unit", "1,000 sq ft": "thousand_square_feet", key: "key", site: "site" },
};

/** Returns the rules of a compile. A limit that neither the ordinance nor the user gives stays a marker. */
export function ruleInputs({ criteria, answer, uses }: RuleQuestion): RuleInputs {
  const reader = new CriteriaReader(criteria);
  const assumptions: string[] = [];
  const given = answer("rules.setbacks") as Readonly<Record<string, number>> | undefined;
  const setback = (side: keyof typeof setbackFields): RuleValue => {
    const read = reader.value(setbackFields[side]);
    return "marker" in read && typeof given?.[side] === "number"
      ? confirmed(given[side], "ft", "rules.setbacks")
      : read;
  };
  const height = reader.value("height_max");
  const asked = answer("rules.height_max");
  const named = uses.flatMap(({ criteria: names }) => names);
  const settled = (field: string, questionId: string, unit: string, usual: number, words: string): SourcedNumber => {
    const value = answer(questionId);
    const read = reader.value(field, named);
    if (typeof value === "number") return sourcedAnswer(read, value, unit, questionId);
    if ("value" in read) return read;
    const statement = `No ${words} was located or answered: ${usual} ${unit} is assumed.`;
    assumptions.push(statement);
    return { value: usual, unit, source: { kind: "assumption", ref: null, statement } };
  };
  const openSpace = answer("open.min_pct");
  const open = reader.value("open_space_min");
  const isShare = !("value" in open) || open.unit === "%";
  const share = isShare ? open : notLocated;
  const inFront = frontParkingRules({ criteria, uses }, setback("front"), (value, ref) => reader.cite(value, ref));
  const loading = loadingRulesOf(criteria, uses, (value, ref) => reader.cite(value, ref));
  const basin = basinRulesOf(criteria, (value, ref) => reader.cite(value, ref));
  const beside = neighborRulesOf(criteria, uses, (value, ref) => reader.cite(value, ref));
  return {
    rules: {
      setbacks: {
        ...{ front: setback("front"), exterior_side: setback("exterior_side") },
        ...{ interior_side: setback("interior_side"), rear: setback("rear") },
      },
      chosenSetbacks: otherSetbacks(given ?? {}, setback),
      ...limitsAsRead((field) => reader.value(field)),
      parkingSetbacks: parkingSetbacks((field) => reader.value(field, named), inFront.setback),
      frontParking: inFront.behindBuilding,
      heightMax: "marker" in height && typeof asked === "number" ? confirmed(asked, "ft", "rules.height_max") : height,
      uncounted: { density: reader.uncounted("density", named), far: reader.uncounted("far", named) },
      openSpaceMin: typeof openSpace === "number" ? sourcedAnswer(share, openSpace, "%", "open.min_pct") : share,
      ...{ openSpacePerUnit: isShare ? notLocated : open, landscapeMin: reader.value("landscape_min") },
      parkingRatios: uses.map(({ use, base, criteria: names, zoneId, mix }) => ({
        ...{ use, zoneId, base: bases[base] ?? "dwelling_unit", rounding: "up", stalls: reader.ratio(names, mix) },
      })),
      ...{ basin: basin.rules, flagLotArea: flagLotArea(criteria, reader) },
      ...{ charging: reader.places("ev", uses), bicycles: reader.places("bicycle", uses) },
      loading: loading.rules,
      loadingSize: { width: loadingSide(reader, "width"), length: loadingSide(reader, "length") },
      ...usualOrSettled(settled, answer("parking.angle")),
    },
    wetlands: { buffer: reader.value("wetland_buffer"), setback: reader.value("wetland_setback") },
    neighborRules: beside.rules,
    citations: reader.citations,
    assumptions,
    unevaluated: [
      ...unevaluatedStandards(criteria, uses, beside.rules),
      ...beside.unevaluated,
      ...inFront.unevaluated,
      ...basin.unevaluated,
      ...loading.unevaluated,
    ],
  };
}

/** The standards that have a usual value where neither the ordinance nor an answer gives one. */
function usualOrSettled(
  settled: (field: string, questionId: string, unit: string, usual: number, words: string) => SourcedNumber,
  angle: unknown,
): Pick<PlanRules, "stall" | "islandEvery" | "buildingSpacing"> {
  return {
    stall: {
      angle: angle === 60 || angle === 45 ? angle : 90,
      width: settled("stall_w", "parking.stall_w", "ft", 9, "width of stalls"),
      length: settled("stall_l", "parking.stall_l", "ft", 18, "length of stalls"),
      aisle: settled("aisle", "parking.aisle", "ft", 24, "width of aisles"),
    },
    islandEvery: settled(
      "landscape_island_every",
      "parking.landscape_island_every",
      "stalls",
      12,
      "distance between islands",
    ),
    buildingSpacing: settled("building_spacing", "mf.building_spacing", "ft", 20, "distance between buildings"),
  };
}

/** Returns the standards that concepts of some uses are not checked against, in words with their clauses. */
function unevaluatedStandards(
  criteria: DistrictCriteria | undefined,
  uses: readonly ParkingUse[],
  kept: readonly NeighborRule[],
): string[] {
  const isKept = (note: string) => kept.some(({ kind }) => kind === "setback") && onNeighbors.test(note);
  return [
    ...setbackNotes(criteria).filter((note) => !isKept(note)),
    ...uses.flatMap(({ use, criteria: names, mix }) => {
      const several = severalRatios(criteria, names);
      const isKnown = ratioOfMix(several, mix) !== undefined;
      return isKnown ? [] : unevaluated(several, `parking ratios for ${use.replaceAll("_", " ")}`);
    }),
    ...Object.entries(notDrawn).flatMap(([field, name]) =>
      unevaluated(
        unchecked(valuesOf(criteria, field), field, uses).filter(
          ({ condition }) => condition === null || !isOfOtherUse(condition, uses),
        ),
        name,
      ),
    ),
  ];
}

/**
 * What the notes of a table add to setbacks, such as more beside another district: concepts keep the plain setbacks. The side street
 * has the notes of the front, and those by which it has its setback.
 */
function setbackNotes(criteria: DistrictCriteria | undefined): string[] {
  const sides = new Map<string, string[]>();
  const { exterior_side: _, ...ownFields } = setbackFields;
  for (const field of Object.values(ownFields)) {
    const read = criteria?.fields[field] as CriterionField | undefined;
    if (!read || !("value" in read)) continue;
    for (const { text } of read.notes) sides.set(text, [...(sides.get(text) ?? []), ruleName(field)]);
  }
  return [...sides].map(([text, names]) => `Not evaluated: ${names.join(", ").toLowerCase()}: “${text}”`);
}

/** Notes that only point to the setback beside other districts. */
const onNeighbors = /\b(?:abut\w*|adjoin\w*|adjacent|shared with)\b[^.;]*\bdistricts?\b/i;

/** Standards that concepts do not draw, or only some cases of, and what they are called. */
const notDrawn: Readonly<Record<string, string>> = {
  ...{
    ev: "charging stations for electric vehicles",
    bicycle: "bicycle parking",
    stream_buffer: "buffer of watercourses",
  },
};

/** The values that a concept is not checked against. */
const unchecked = (values: readonly CriterionValue[], field: string, uses: readonly ParkingUse[]) =>
  field === "ev" || field === "bicycle"
    ? provisionsFor(values, uses, () => noSource).flatMap(({ rule, stated }) => (rule ? [] : [stated]))
    : values;
const noSource: RuleSource = { kind: "ordinance", ref: null, statement: "" };

/** A side of a loading space: as the ordinance states it, else that of a delivery truck. */
function loadingSide(reader: CriteriaReader, side: "width" | "length"): SourcedNumber {
  const read = reader.value(side === "width" ? "loading_w" : "loading_l");
  if ("value" in read) return read;
  const value = side === "width" ? 12 : 35;
  const statement = `No ${side} of loading spaces was located: ${value} ft is assumed.`;
  return { value, unit: "ft", source: { kind: "assumption", ref: null, statement } };
}

/** The least area of a flag lot: so many times that of its district, by the rule that asks for the most. */
function flagLotArea(criteria: DistrictCriteria | undefined, reader: CriteriaReader): RuleValue {
  const lotArea = reader.value("lot_area_min");
  const [most] = valuesOf(criteria, "flag_lot_area").toSorted((one, other) => Number(other.value) - Number(one.value));
  if (!most || !("value" in lotArea)) return notLocated;
  return { value: lotArea.value * Number(most.value), unit: "sf", source: reader.cite(most, "flag_lot_area") };
}

/** Limits that neither an answer nor an assumption replaces. */
const limitsAsRead = (value: (field: string) => RuleValue) => ({
  principalBuildingsMax: value("principal_buildings_max"),
  ...{ townhouseRowMin: value("townhouse_row_min"), townhouseRowMax: value("townhouse_row_max") },
  ...{ drivewaySpacing: value("driveway_spacing"), flagLotSetback: value("flag_lot_setback") },
  ...{ storiesMax: value("stories_max"), floorAreaRatioMax: value("far_max") },
  ...{ coverageMax: value("coverage_max"), imperviousMax: value("impervious_max") },
  ...{ densityMax: value("density_max"), lotAreaMin: value("lot_area_min") },
  ...{ parkingMax: value("parking_max"), waterQualityDepth: value("stormwater_wq_depth") },
});

/** Distances of parking from the lot lines; from the front line the depth of the required yard, where that is larger. */
const parkingSetbacks = (value: (field: string) => RuleValue, ofYard: RuleValue | undefined) => ({
  ...{ front: greater(value("parking_setback_front"), ofYard), exterior_side: value("parking_setback_side_street") },
  ...{ interior_side: value("parking_setback_side_interior"), rear: value("parking_setback_rear") },
});

const greater = (one: RuleValue, other: RuleValue | undefined): RuleValue =>
  other && "value" in other && !("value" in one && one.value >= other.value) ? other : one;

type Side = keyof typeof setbackFields;

/** The setbacks that the user chose and that are not those of the ordinance. */
const otherSetbacks = (given: Readonly<Record<string, number>>, ruled: (side: Side) => RuleValue) =>
  Object.fromEntries(
    Object.entries(given).filter(([side, feet]) => {
      const rule = ruled(side as Side);
      return !("value" in rule && rule.value === feet);
    }),
  );

const notLocated: RuleValue = { marker: "NOT_LOCATED_IN_INDEXED_ORDINANCE" };

const confirmed = (value: number, unit: string, questionId: string): SourcedNumber => ({
  ...{ value, unit },
  source: { kind: "user", ref: questionId, statement: "Confirmed for this concept." },
});

/** An answer that repeats the standard keeps the citation of the standard. */
function sourcedAnswer(read: RuleValue, value: number, unit: string, questionId: string): SourcedNumber {
  return "value" in read && read.value === value ? read : confirmed(value, unit, questionId);
}

class CriteriaReader {
  readonly citations: Record<string, Citation> = {};
  readonly #criteria: DistrictCriteria | undefined;

  constructor(criteria: DistrictCriteria | undefined) {
    this.#criteria = criteria;
  }

  /** Returns a standard, that of a case where the uses are of it. */
  value(field: string, uses: readonly string[] = []): RuleValue {
    const found = this.#criteria?.fields[field] as CriterionField | undefined;
    return this.#read(found === undefined ? undefined : fieldForUses(found, uses), field);
  }

  /** Returns the land on which a limit is not counted. */
  uncounted(area: CountedArea, uses: readonly string[]): UncountedLand[] {
    return uncountedLandIds.flatMap((land) => {
      const read = this.value(uncountedStandard(area, land), uses);
      return "value" in read ? [{ land, value: read.value, source: read.source }] : [];
    });
  }

  /** Returns the source of a value that holds in a case. */
  cite({ citations }: CriterionValue, ref: string): RuleSource {
    return this.#sourceOf({ kind: "ordinance", citations }, ref);
  }

  /** Returns the ratio of the first of some names that has one, else that of a mix of dwellings. */
  ratio(names: readonly string[], mix: UnitMix): RuleValue {
    const ratios = (this.#criteria?.fields.parking_ratio ?? {}) as Readonly<Record<string, CriterionField>>;
    const name = names.find((each) => ratios[each] !== undefined && "value" in ratios[each]);
    const ofMix = name === undefined ? ratioOfMix(severalRatios(this.#criteria, names), mix) : undefined;
    if (!ofMix) return this.#read(name === undefined ? undefined : ratios[name], `parking_ratio.${name}`);
    const { value, unit, citations } = ofMix;
    const source = this.#sourceOf({ kind: "ordinance", citations }, `parking_ratio.${names[0]}.${value}`);
    return { value, unit: unit ?? "", source };
  }

  /** Returns the rules on charging or bicycle places that concepts of some uses are checked against. */
  places(field: "ev" | "bicycle", uses: readonly ParkingUse[]): PlacesRule[] {
    const source = ({ citations }: CriterionValue) =>
      this.#sourceOf({ kind: "ordinance", citations }, `${field}.${citations[0]?.charStart ?? 0}`);
    return provisionsFor(valuesOf(this.#criteria, field), uses, source).flatMap(({ rule }) => rule ?? []);
  }

  #read(field: CriterionField | undefined, name: string): RuleValue {
    if (!field || "values" in field) return { marker: "NOT_LOCATED_IN_INDEXED_ORDINANCE" };
    if ("marker" in field) return { marker: field.marker };
    if (typeof field.value !== "number") return { marker: "NOT_LOCATED_IN_INDEXED_ORDINANCE" };
    return { value: field.value, unit: field.unit ?? "", source: this.#sourceOf(field.provenance, name) };
  }

  #sourceOf(
    { kind, citations }: Extract<CriterionField, { provenance: object }>["provenance"],
    name: string,
  ): RuleSource {
    const [citation] = citations;
    if (kind === "user" || !citation) {
      return { kind: kind === "user" ? "user" : "ordinance", ref: null, statement: "Provided by the user." };
    }
    this.citations[name] = citation;
    const { section, sourceDocument, headingPath } = citation;
    const where = section ?? headingPath.at(-1) ?? "";
    return { kind: "ordinance", ref: name, statement: `${sourceDocument}${where === "" ? "" : `, ${where}`}` };
  }
}
