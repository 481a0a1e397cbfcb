import type { RowSentence } from "../corpus.ts";
import type { RuleUnit } from "../lexicon/dimensions.ts";
import {
  otherNearWetlands,
  type SiteStandardId,
  siteMeasureOf,
  siteStandardRanges,
  specialBuildings,
  specialStalls,
} from "../lexicon/site-standards.ts";
import { basinDistancesIn } from "./basin-distances.ts";
import { beforeException, type Clause, clausesOutsideTables } from "./clauses.ts";
import type { DistrictRegister } from "./district-register.ts";
import { flagLotAreaIn } from "./flag-lot-area.ts";
import { flagLotSetbackIn } from "./flag-lot-setback.ts";
import { inDigits } from "./number-words.ts";
import { oneBuildingIn } from "./one-building.ts";
import { islandRuleIn } from "./parking-islands.ts";
import { pavingSetbacksIn } from "./paving-setbacks.ts";
import { permitSizeIn } from "./permit-sizes.ts";
import { notesOf } from "./read-table-rules.ts";
import type { SiteRule } from "./rule.ts";
import type { RuleChunk } from "./rule-chunk.ts";
import { districtsAt, specialChapterOf, usesAt } from "./rule-place.ts";
import { provisionsIn } from "./site-provisions.ts";
import { townhouseRowsIn, townhouses } from "./townhouse-rows.ts";
import { type Amount, amountsIn } from "./values-in.ts";

const confidence = 0.9;
const longestSentence = 500;
/** Standards of parking lots and their driveways, which chapters on parking state for all uses. */
const ofParking: ReadonlySet<SiteStandardId> = new Set([
  ...(["landscape_island_every", "driveway_spacing", "parking_max", "ev", "bicycle"] as const),
]);
/** Headings on the parking or the planting of any lot. */
const onParking = /\bparking\b|\blandscap\w+|\bdriveways?\b|\bcurb cuts?\b|\baccess\b|\bbicycles?\b|\belectric\b/i;
/** What makes a clause a case rather than the standard at large. */
const caseWords =
  /\b(?:if|where|when|whichever|plus|existing|may be|up to|maximum|no (?:more|wider|longer) than|not exceed\w*|(?:30|45|60)[- ]?degrees?|(?:30|45|60)\s?°|percent|%|one[- ]way|angle\w*)\b/i;

/** A value that a text states for a standard; the condition makes it a case. */
interface Stated {
  readonly standard: SiteStandardId;
  readonly value: number;
  readonly condition: string | null;
  /** The unit, where it is not that of the standard. */
  readonly unit?: RuleUnit;
  /** The words that may name districts, where these are not all of the sentence. */
  readonly text?: string;
}

/**
 * Returns the standards of a site's layout that the sentences and tables of a chunk state: the size of parking stalls,
 * the width of aisles, the distance between buildings, and that from wetlands. A value for a special kind of stall or
 * building gives none; one that holds in a case has it as a condition.
 */
export function readSiteRules(chunk: RuleChunk, register: DistrictRegister): SiteRule[] {
  const path = chunk.headingPath.join(" › ");
  if (/\bdefinitions?\b/i.test(path)) return definedRows(chunk, register);
  const inTables = chunk.rows.flatMap((row) =>
    row.cells.flatMap((cell) =>
      fromCell(row, cell.column, cell.value, path).map((stated) => ruleOf(chunk, register, stated, row, notesOf(cell))),
    ),
  );
  const inClauses = clausesOutsideTables(chunk, longestSentence).flatMap((clause) =>
    fromClause(clause, path).map((stated) =>
      ruleOf(chunk, register, byRoadClass(stated, chunk.text), clauseSpan(clause), []),
    ),
  );
  return [...inTables, ...inClauses];
}

/** How many townhouses make a row is often part of what a townhouse is; the chapter of definitions limits it to no case. */
function definedRows(chunk: RuleChunk, register: DistrictRegister): SiteRule[] {
  const anywhere = { ...chunk, headingPath: [] };
  const clauses = clausesOutsideTables(chunk, longestSentence);
  const isOnTownhouses = ({ text }: Clause, at: number) => {
    const before = clauses[at - 1]?.text ?? "";
    // "Dwelling, townhouse. One of 3 or more …": a sentence may be the term alone.
    return townhouses.test(text.slice(0, longestTerm)) || (before.length < longestTerm && townhouses.test(before));
  };
  return clauses
    .filter(isOnTownhouses)
    .flatMap((clause) =>
      townhouseRowsIn(inDigits(clause.text), "definition").map((stated) =>
        ruleOf(anywhere, register, stated, clauseSpan(clause), []),
      ),
    );
}
/** The term that a definition begins with is no longer, characters. */
const longestTerm = 60;

/** Where a text parts driveways by the class of the road, a distance between them is that of some class. */
function byRoadClass(stated: Stated, text: string): Stated {
  const isOfClass = stated.standard === "driveway_spacing" && /\b(?:arterial|collector)\b/i.test(text);
  return isOfClass ? { ...stated, condition: stated.condition ?? "for a class of roads" } : stated;
}

const clauseSpan = ({ text, start, end }: Clause) => ({ charStart: start, charEnd: end, text });

function ruleOf(
  { ordinal, headingPath }: RuleChunk,
  register: DistrictRegister,
  { standard, value, condition, unit, text = "" }: Stated,
  span: { readonly charStart: number; readonly charEnd: number; readonly text?: string },
  notes: readonly string[],
): SiteRule {
  const isOfParking = ofParking.has(standard) || standard.startsWith("parking_setback");
  const stand = { headingPath, text: text === "" ? (span.text ?? "") : text, subject: isOfParking ? onParking : null };
  const { districts, binding } = districtsAt(stand, register);
  const special = specialChapterOf(stand, register);
  const place =
    (standard === "building_spacing" || isOfParking) && special === undefined ? usesAt(stand, districts) : null;
  const conditions = [condition, special ?? null, place];
  return {
    ...{
      kind: "site",
      standard,
      ...siteMeasureOf(standard),
      ...(unit === undefined ? {} : { unit }),
      value,
      notes,
      confidence,
    },
    ...{ districts, binding },
    conditions: conditions.flatMap((one) => one ?? []),
    evidence: { chunk: ordinal, charStart: span.charStart, charEnd: span.charEnd },
  };
}

function fromClause({ text }: Clause, path: string): Stated[] {
  const main = beforeException(text);
  const digits = inDigits(main);
  const ofPaving = isWhole.test(text) ? pavingSetbacksIn(digits) : [];
  const onFlagLots = flagLotSetbackIn(digits, path.split(" › ").at(-1) ?? "");
  const flagLots =
    onFlagLots === undefined ? [] : [{ standard: "flag_lot_setback" as const, value: onFlagLots, condition: null }];
  const single = isWhole.test(text) ? oneBuildingIn(text, main) : undefined;
  const buildings = single === undefined ? [] : [{ standard: "principal_buildings_max" as const, value: 1, ...single }];
  const island = islandRuleIn(digits);
  const islands = island === undefined ? [] : [{ standard: "landscape_island_every" as const, ...island }];
  return [
    ...stallsIn(digits, path),
    ...aislesIn(digits, path),
    ...spacingIn(main),
    ...wetlandsIn(main),
    ...ofPaving,
    ...flagLots,
    ...islands,
    ...buildings,
    ...(isWhole.test(text) ? provisionsIn(inDigits(text)) : []),
    ...(isWhole.test(text) ? lotsAndPermitsIn(digits, path) : []),
    ...(isWhole.test(text) ? basinDistancesIn(digits, path.split(" › ").at(-1) ?? "") : []),
    ...(isWhole.test(text) ? townhouseRowsIn(inDigits(text), path.split(" › ").at(-1) ?? "") : []),
  ];
}

/** The area of flag lots, and the size above which a use needs a permit; the words of the use are its case. */
function lotsAndPermitsIn(sentence: string, path: string): Stated[] {
  const area = flagLotAreaIn(sentence, path);
  const permit = permitSizeIn(sentence);
  return [
    ...(area === undefined ? [] : [{ standard: "flag_lot_area" as const, value: area, condition: null }]),
    ...(permit
      ? [{ standard: "permit_above" as const, value: permit.value, unit: permit.unit, condition: permit.words }]
      : []),
  ];
}

/** A sentence; a part of one may lack the words that make it a case. */
const isWhole = /^\W*(?:\(?(?:[A-Za-z]{1,4}[.)]|\d[\d.]{0,8}\)?)\s){0,3}["“]?[A-Z]/;

const feetIn = (text: string) => amountsIn(text).filter(({ unit }) => unit === "ft" || unit === null);
const isIn = (standard: SiteStandardId, value: number) => {
  const [least, most] = siteStandardRanges[standard];
  return value >= least && value <= most;
};
const conditionOf = (text: string) => (caseWords.test(text) ? text.slice(0, 200) : null);

const stallNamed =
  /\b(?:parking|off-street|automobile|vehicle|vehicular|car|standard|each|every)\s+(?:parking\s+|car\s+)?(?:spaces?|stalls?|bays?)\b|\bstall sizes?\b|\bspaces?\s+(?:shall|must)\s+(?:have|be|measure|contain)\b/i;
/** "Such spaces" are those of the sentence before. */
const ofOtherSpaces = /\bsuch\s+(?:parking\s+)?(?:spaces?|stalls?)\b/i;
const besideSize =
  /\b(?:area of \d|square feet|apart|from|setbacks?|within|per|for each|lot line|wheel stops?|medians?|islands?|trees?|strips?|curbs?|heights?|high)\b/i;

/** "An automobile having an overall length of 20 feet" is what a stall is for, and not its size. */
const ofVehicle =
  /(?:\b1\s+)?\b(?:automobiles?|vehicles?|cars?|trucks?)\s+(?:having|with|of)\s+(?:an?\s+)?(?:overall\s+)?(?:length|width)\s+of\s+\d[\d.]*\s{0,2}(?:feet|foot|ft\.?|')/gi;
/** "Exclusive of driveways", "plus adequate driveways and aisles": what a stall has beside its size. */
const besideStall =
  /,?\s*\b(?:plus|exclusive of|excluding|not including|in addition to)\s+(?:(?:adequate|necessary|sufficient|appropriate|required|the|any|all|access)\s+)*(?:driveways?|drives|aisles?|access|maneuvering|circulation)\b[^;.]*/gi;
const shareOf = /(?:\bpercent|%)\s+of\b/i;
/** "A parking space shall be at least 9 feet wide and 18 feet long", "9' x 18'"; one of both where only one is stated. */
function stallsIn(sentence: string, path: string): Stated[] {
  const said = sentence.split(";").find((part) => stallNamed.test(part)) ?? "";
  const main = said.replaceAll(besideStall, " ");
  const named = stallNamed.exec(main);
  if (!named || ofOtherSpaces.test(main) || specialStalls.test(main)) return [];
  const heading = path.split(" › ").at(-1) ?? "";
  if (specialStalls.test(heading) && !/\bparking\b/i.test(heading)) return [];
  if (!/\bparking\b/i.test(`${path} ${main}`)) return [];
  const behind = main.slice(named.index);
  const stop =
    /\b(?:aisles?|lanes?|driveways?)\b|,\s+with\b|\bor\s+(?:a\s+)?(?:total|area)\b|\bor\s+\d+\s+square\b/i.exec(behind)
      ?.index ?? behind.length;
  const size = behind.slice(0, stop).replaceAll(ofVehicle, " ");
  const amounts = feetIn(size).filter(({ value }) => value <= siteStandardRanges.stall_l[1]);
  if (!amounts.some(({ unit }) => unit === "ft")) return [];
  if (besideSize.test(size.replaceAll(/\bnot less than\b/gi, " "))) return [];
  const values = [...new Set(amounts.map(({ value }) => value))];
  // "Eighty percent of the spaces must be …": the others may be smaller.
  const condition = conditionOf(shareOf.test(main) ? main : size);
  const [one, other] = values.toSorted((a, b) => a - b);
  if (values.length === 2 && one !== undefined && other !== undefined) {
    const isSize =
      isIn("stall_w", one) &&
      isIn("stall_l", other) &&
      /\b(?:by|x|wide|width|long|length|depth|deep)\b|×|'\s?x/i.test(size);
    return isSize
      ? [
          { standard: "stall_w", value: one, condition },
          { standard: "stall_l", value: other, condition },
        ]
      : [];
  }
  if (values.length !== 1 || one === undefined) return [];
  if (/\b(?:wide|width)\b/i.test(size) && isIn("stall_w", one)) return [{ standard: "stall_w", value: one, condition }];
  return /\b(?:long|length|depth|deep)\b/i.test(size) && isIn("stall_l", one)
    ? [{ standard: "stall_l", value: one, condition }]
    : [];
}

const besideAisles =
  /\b(?:sidewalks?|retail|store|islands?|landscap\w+|buffers?|property lines?|lot lines?|not (?:directly )?serv\w+)\b/i;

/** "10 feet wide, exclusive of aisles": a size without them. */
const withoutAisles = /\b(?:exclusive of|excluding|not including)\b[^,;]*/gi;

/** "Aisles shall be at least 24 feet wide"; of a width for each direction, that for both is the standard. */
function aislesIn(sentence: string, path: string): Stated[] {
  const main = sentence.replaceAll(withoutAisles, " ");
  if (
    !/\baisles?\b/i.test(main) ||
    !/\b(?:wide|width|widths|minimum)\b/i.test(main) ||
    !/\bparking\b|\bspaces?\b/i.test(`${path} ${main}`)
  )
    return [];
  if (specialStalls.test(main) || besideAisles.test(main)) return [];
  const from = /\baisles?\b/i.exec(main)?.index ?? 0;
  const amounts = feetIn(main).filter(({ value, unit }) => unit === "ft" && isIn("aisle", value));
  const behind = amounts.filter(({ start }) => start > from - 40);
  if (behind.length === 0 || behind.length > 2) return [];
  const ways = behind.map((amount) => wayOf(main, amount, behind));
  if (behind.length === 2 && (ways[0] === ways[1] || ways.includes("none"))) return [];
  return behind.map(({ value }, at) => ({
    ...{ standard: "aisle" as const, value },
    condition:
      ways[at] === "one"
        ? "one-way"
        : behind.length === 1
          ? conditionOf(main.replaceAll(/\btwo[- ]way\b/gi, " "))
          : null,
  }));
}

/** For which direction of traffic an amount is: the way named nearest to it in its part of the sentence, or in the sentence. */
function wayOf(text: string, { start, end }: Amount, all: readonly Amount[]): "one" | "two" | "none" {
  const part = { start: text.lastIndexOf(";", start), end: `${text};`.indexOf(";", end) };
  const named = [...text.matchAll(/\b(one|two|single|both)(?:-|\s)(?:way|directions?)/gi)].map((match) => ({
    way: /^(?:one|single)/i.test(match[1] ?? "") ? ("one" as const) : ("two" as const),
    isOfPart: match.index > part.start && match.index < part.end,
    distance: Math.min(Math.abs(match.index - end), Math.abs(start - match.index - match[0].length)),
  }));
  if (all.length === 2 && named.length !== 2) return "none";
  const ofPart = named.filter(({ isOfPart }) => isOfPart);
  const near = ofPart.length > 0 ? ofPart : named;
  return near.toSorted((a, b) => a.distance - b.distance)[0]?.way ?? "none";
}

const buildings = String.raw`(?:(?:any|all|two|the|principal|main|primary|adjacent|adjoining|detached|residential|dwelling|multi-?family|townhouse|separate|such|individual|other)\s+)*(?:buildings|structures)`;
const distanceBetween = new RegExp(
  String.raw`\b(?:distance|separation|spacing|space|clearance)s?\s+(?:\w+\s+){0,5}?between\s+(?:any\s+)?(?:two\s+)?(?:or\s+more\s+)?${buildings}(?!\s+(?:and|or)\s+(?!other|another|structures))|\b${buildings}\b[^.;]{0,60}\b(?:apart|separated)\b|\bno\s+(?:principal\s+)?building\b[^.;]{0,40}\b(?:closer|nearer)\s+than\b[^.;]{0,40}\b(?:to|from)\s+(?:any\s+)?(?:other|another)\s+(?:principal\s+)?building`,
  "i",
);

const notOnOneLot =
  /\b(?:abutting|adjacent|adjoining|separate|different)\s+(?:lots?|parcels?|propert\w+)\b|\b(?:is|are)\s+(?:greater|less|more)\s+than\b|\bexisting buildings?\b/i;

/** "Buildings on one lot shall be at least 30 feet apart"; a second amount is that of a case. */
function spacingIn(main: string): Stated[] {
  const found = distanceBetween.exec(main);
  if (!found || notOnOneLot.test(main) || !/\b(?:shall|must|minimum|least|not less than|required?|may)\b/i.test(main))
    return [];
  const first = feetIn(main.slice(found.index)).find(
    ({ unit, value }) => unit === "ft" && isIn("building_spacing", value),
  );
  if (first === undefined) return [];
  const end = found.index + Math.max(first.end, found[0].length);
  const [stated, rest] = [main.slice(0, end), main.slice(end)];
  if (specialBuildings.test(stated)) return [];
  const isFormula =
    /^[^.;]{0,30}\b(?:plus|times|for each|per)\b|^[^.;]{0,12}\bor\b[^.;]{0,40}\b(?:height|whichever)\b/i.test(rest);
  const condition = isFormula ? main.slice(0, 200) : conditionOf(stated);
  return [{ standard: "building_spacing", value: first.value, condition }];
}

const ofWetlands = /\bwetlands?\b/i;
const ofOtherWaters = /\b(?:rivers?|streams?|brooks?|creeks?|ponds?|lakes?|tidal|coastal|vernal)\b|\bsuch areas?\b/i;
const nearWetland =
  /\bwithin\b[^.;]{0,60}\bof\b[^.;]{0,60}\bwetlands?\b|\b(?:from|to|of|along|adjacent to|around|between)\b[^.;]{0,60}\bwetlands?\b/i;

/** "No building shall be within 50 feet of a wetland" is a distance of buildings; "a buffer of 50 feet along wetlands" a buffer. */
function wetlandsIn(main: string): Stated[] {
  if (
    !nearWetland.test(main) ||
    ofOtherWaters.test(main) ||
    otherNearWetlands.test(main) ||
    !/\b(?:shall|must|no|minimum|required?|prohibited)\b/i.test(main)
  )
    return [];
  const amounts = feetIn(main).filter(({ unit, value }) => unit === "ft" && isIn("wetland_buffer", value));
  const values = new Set(amounts.map(({ value }) => value));
  const [value] = values;
  if (values.size !== 1 || value === undefined) return [];
  const standard = /\bbuffers?\b|\bundisturbed\b|\bnatural vegetation\b|\bdisturb\w*|\bclear(?:ed|ing)\b/i.test(main)
    ? "wetland_buffer"
    : /\b(?:buildings?|structures?|dwellings?|setbacks?)\b/i.test(main)
      ? "wetland_setback"
      : undefined;
  return standard === undefined ? [] : [{ standard, value, condition: conditionOf(main) }];
}

/** The standards of a cell, by its column, its row and the title of its table. */
function fromCell(row: RowSentence, column: string, value: string, path: string): Stated[] {
  const labels = `${row.label} ${column}`;
  const [amount, ...others] = feetIn(value);
  if (amount === undefined || others.length > 0 || !/^\W{0,3}\d/.test(value.trim())) return [];
  const feet = amount.value;
  const stated = (standard: SiteStandardId, condition: string | null): Stated[] =>
    isIn(standard, feet) ? [{ standard, value: feet, condition }] : [];
  if (/^(?:inland\s+)?wetlands?$/i.test(row.label.trim())) {
    if (/\bbuffer\b/i.test(column)) return stated("wetland_buffer", null);
    return /\bset\s?backs?\b/i.test(column) ? stated("wetland_setback", null) : [];
  }
  if (/\b(?:watercourses?|streams?|rivers?)\b/i.test(row.label) && /\bbuffer\b/i.test(column)) {
    return stated("stream_buffer", /^(?:watercourses?|streams?|rivers?)$/i.test(row.label.trim()) ? null : row.label);
  }
  const about = `${row.caption ?? ""} ${path} ${labels}`;
  if (
    !/\bparking\b|\bstalls?\b|\baisles?\b/i.test(about) ||
    specialStalls.test(`${row.caption ?? ""} ${labels}`) ||
    ofWetlands.test(about)
  )
    return [];
  const angle = /(?<![\d.])(0|30|45|50|55|60|70|75|80|90)\s?(?:°|º|deg\w*)|\bperpendicular\b|\bright angle\b/i.exec(
    labels,
  );
  const isSquare = angle !== null && (angle[1] === undefined || angle[1] === "90");
  if (angle !== null && !isSquare) return [];
  if (/\baisles?\b/i.test(labels)) {
    if (/\b(?:one|single)[- ]?way\b/i.test(labels)) return stated("aisle", "one-way");
    return isSquare || /\btwo[- ]?way\b/i.test(labels) ? stated("aisle", null) : [];
  }
  if (!isSquare || !/\b(?:stalls?|spaces?)\b/i.test(`${row.caption ?? ""} ${labels}`)) return [];
  if (/\bwidth\b/i.test(labels) && !/\b(?:curb|module|lot|bay|total|section)\b/i.test(labels))
    return stated("stall_w", null);
  return /\b(?:length|depth)\b/i.test(labels) && !/\b(?:curb|module|bay|total|section)\b/i.test(labels)
    ? stated("stall_l", null)
    : [];
}
