import { beforeException, clausesOutsideTables, hasException } from "./clauses.ts";
import { byMeasure, dimensionOf, measuredFrom } from "./dimension-of-label.ts";
import type { DistrictRegister } from "./district-register.ts";
import { headingDistricts, isForAllDistricts } from "./heading-districts.ts";
import { lineDistancesIn } from "./line-distances.ts";
import type { DimensionRule } from "./rule.ts";
import type { RuleChunk } from "./rule-chunk.ts";
import { districtOfScope } from "./section-scope.ts";
import { type Amount, amountsIn, inUnitOf, unitInLabel } from "./values-in.ts";

const confidence = 0.85;
/** What makes a clause a case or something other than a plain standard of the lot or its principal building. */
const special =
  /\b(?:if|where|when|whichever|plus|each additional|corner|abut\w*|adjoin\w*|adjacent|may be|reduc\w+|average|existing|nonconforming|accessory|sign|fence|parking|shed|garage|porch|deck|pool|tower|special|for example|would require|(?:may|can) (?:approve|permit|allow|grant|authorize)|not apply|other than|for every|in addition|percent of (?!(?:the )?lot coverage)|buffer|between|access ?(?:ways?|strips?)|flagpole|contain(?:s|ing)?|(?:the|such|said) (?:use|farm)|townhouses?|duplex|two-family|multi\w*|apartments?|in the case)\b/i;
/** What a measurement excludes is stated with amounts that are not the standard: "46 feet, excluding parapets up to 42 inches in height". */
const leftOut = /,?\s+(?:excluding|exclusive of|not including)\b/i;
/** A side or rear yard that adjoins no street is the plain one. */
const awayFromStreets =
  /\(?\s?\b(?:which (?:do|does) )?not\s+(?:(?:abutting|adjoining|adjacent to|fronting|facing|on|for|an?|the|any)\s+)+(?:public\s+)?(?:corner lots?|streets?|roads?)\b\s?\)?/i;
/** The words by which a side yard on a street is named make no case of it. */
const onTheStreet =
  /\b(?:abutting|adjoining|adjacent to|along|facing)\s+(?:(?:a|an|the|any)\s+)?(?:public\s+)?(?:streets?|roads?|right-of-way)\b|\b(?:for|on|of)\s+(?:a\s+)?corner lots?\b|\bcorner lots?\b/gi;
/** Sections that tell why there is a district, and set nothing: "Background and purposes". */
const ofPurpose = /\b(?:background|purposes?|intent|history|findings)\b/i;
/** How a sentence says that there is no standard. */
const absence = /\b(?:there (?:is|are|shall be)\s)?no (minimum|maximum)\b/i;
const specialUses = /\b(?:special (?:permit|exception|use)|conditional use|permit uses?)/i;
/** A line that opens the standards of other buildings, and one that ends them. */
const ofOtherBuildings = /^\W*(?:\w{1,3}[.)]\s+)?(?:accessory|detached)\s+(?:buildings?|structures?|garages?)\W*$/i;
const ofPrincipal = /\b(?:principal|main|required|requirements?)\b/i;
/** How a standard for all districts is worded: a bare amount under a heading may belong to something else. */
const forAll =
  /^\W*(?:the |a |no |each |every )?(?:minimum|maximum|(?:single|single or multiple-family|principal|residential|dwelling|building|structure|lot)\b[^.]{0,80}(?:shall|may))\b/i;
/** Standards that codes state once for all districts; the others are set by district. */
const codeWide: readonly string[] = ["height_max", "stories_max", "dwelling_unit_area_min"];
const item = /^\s*(?:\(?[a-z0-9]{1,3}[.)]|\d+(?:\.\d+)+\.?|[•▪◦·*-])\s+/i;

/**
 * Returns the standards in the lines and sentences of a chunk under the heading of a district: "Minimum lot area: 10,000
 * square feet." A line that is a case, or has more than one amount, gives none.
 */
export function readClauseRules(chunk: RuleChunk, register: DistrictRegister): DimensionRule[] {
  if (ofPurpose.test(chunk.headingPath.at(-1) ?? "")) return [];
  const districts = headingDistricts(chunk.headingPath, register);
  const isForAll = districts.length === 0 && isForAllDistricts(chunk.headingPath, register);
  const rules: DimensionRule[] = [];
  let others = "";
  let otherDistrict = "";
  let lead = titleOf(chunk.headingPath);
  for (const { text, start, end } of clausesOutsideTables(chunk)) {
    const absent = absenceIn(text, { lead, register, districts });
    if (absent) {
      rules.push({ ...absent, evidence: { chunk: chunk.ordinal, charStart: start, charEnd: end } });
      continue;
    }
    const scope = districtOfScope(text);
    if (scope !== undefined) otherDistrict = districts.includes(scope) ? "" : text;
    const main = mainClauseOf(text);
    const amounts = amountsIn(main.replace(item, (mark) => " ".repeat(mark.length)));
    if (amounts.length === 0) {
      if (text.length <= 80) lead = text;
      if (ofOtherBuildings.test(text)) others = text;
      else if (text.length <= 80 && ofPrincipal.test(text)) others = "";
      continue;
    }
    const named = register.inLabel(main.slice(0, amounts[0]?.start ?? 0));
    const bound = named.length > 0 && isOnlyDistricts(main.slice(0, amounts[0]?.start ?? 0), named) ? named : districts;
    // An item of a list of special uses is a standard of one of them.
    if (specialUses.test(chunk.headingPath.at(-1) ?? "") && item.test(text)) continue;
    const isListed = bound !== districts;
    if (!isListed && districts.length !== 1 && !(isForAll && forAll.test(main))) continue;
    const isGeneral = !isListed && districts.length === 0;
    // A line below "Accessory buildings:" or "within the AR-IP district, the following …" is about those.
    const about = [otherDistrict, others].filter((line) => line !== "");
    for (const { onCondition, ...read } of standardsIn(main, amounts, { lead, isListed })) {
      const isCase = onCondition !== undefined || isSpecial(main, read.dimension) || about.length > 0;
      if (isGeneral && (isCase || !codeWide.includes(read.dimension))) continue;
      rules.push({
        ...{ kind: "dimension", ...read, isNone: false, notes: [], confidence },
        districts: isGeneral ? register.entries.map(({ code }) => code) : bound,
        binding: isGeneral ? "all" : isListed ? "sentence" : "heading",
        conditions: isCase ? [[...about, onCondition ?? text].join(" ").slice(0, 200)] : [],
        evidence: { chunk: chunk.ordinal, charStart: start, charEnd: end },
      });
    }
  }
  return rules;
}

/** The title of what stands below headings: "From street line" below "Setbacks" goes on with it. */
function titleOf(headingPath: readonly string[]): string {
  const [title = "", above = ""] = headingPath.toReversed();
  return measuredFrom.test(title) ? `${above} ${title}` : title;
}

/** The clause that states the standard, as long as it is: what names the plain case is blanked out, and offsets stay. */
function mainClauseOf(text: string): string {
  const main = beforeException(text);
  const end = leftOut.exec(main)?.index ?? main.length;
  const stated = amountsIn(main.slice(0, end)).length > 0 ? main.slice(0, end) : main;
  return /\b(?:side|rear)\b/i.test(stated)
    ? stated.replace(awayFromStreets, (words) => " ".repeat(words.length))
    : stated;
}

function isSpecial(main: string, dimension: DimensionRule["dimension"]): boolean {
  return special.test(dimension === "setback_side_street" ? main.replaceAll(onTheStreet, " ") : main);
}

/** A line of a list by districts: "R-120 Zones - 100 feet". */
function isOnlyDistricts(label: string, districts: readonly string[]): boolean {
  let rest = label.replace(item, "");
  for (const district of districts) rest = rest.replaceAll(district, " ");
  return rest.replaceAll(/\b(?:zones?|districts?|and|or|in|the)\b|[^A-Za-z]/gi, "") === "";
}

interface AbsenceInput {
  readonly lead: string;
  readonly register: DistrictRegister;
  readonly districts: readonly string[];
}

/** "I Zones - there is no minimum frontage requirement": the ordinance says that a district has no such standard. */
function absenceIn(
  text: string,
  { lead, register, districts }: AbsenceInput,
): Omit<DimensionRule, "evidence"> | undefined {
  const said = absence.exec(text);
  if (!said || amountsIn(text.slice(said.index)).length > 0 || hasException(text) || special.test(text)) {
    return undefined;
  }
  const before = text.slice(0, said.index);
  const named = register.inLabel(before);
  const isListed = named.length > 0 && isOnlyDistricts(before, named);
  const bound = isListed ? named : districts;
  if (bound.length === 0 || (!isListed && (bound.length !== 1 || before.replace(item, "").trim() !== "")))
    return undefined;
  const entry = dimensionOf(text.slice(said.index)) ?? (isListed ? dimensionOf(lead) : undefined);
  if (!entry || (said[1] !== undefined && !said[1].toLowerCase().startsWith(entry.limit))) return undefined;
  return {
    ...{ kind: "dimension", dimension: entry.id, limit: entry.limit, unit: entry.unit, value: null, isNone: true },
    ...{ districts: bound, binding: isListed ? "sentence" : "heading", conditions: [], notes: [], confidence },
  };
}

interface Standard extends Pick<DimensionRule, "dimension" | "limit" | "unit" | "value"> {
  /** Present where a clause states several values, each on a condition. */
  readonly onCondition?: string | undefined;
}

/** The standards that a clause states: one, or for "three stories or 46 feet" those of the height in both measures. */
function standardsIn(
  text: string,
  amounts: readonly Amount[],
  { lead, isListed }: { readonly lead: string; readonly isListed: boolean },
): Standard[] {
  const byLine = lineDistancesIn(text, amounts);
  if (byLine.length > 0) return byLine;
  const [first] = amounts;
  const label = text.slice(0, first?.start ?? 0).replace(item, "");
  const after = text.slice(first?.end ?? 0, (first?.end ?? 0) + 40);
  if (label.length > 140) return [];
  const isShort = label.trim().split(/\s+/).length <= 3;
  const named = isListed
    ? dimensionOf(lead)
    : (dimensionOf(label) ??
      (isShort ? (dimensionOf(`${lead} ${label}`) ?? dimensionOf(`${label} ${after}`)) : undefined));
  if (!named) return [];
  // A share of something else makes it a formula.
  if (named.unit !== "%" && named.unit !== "ratio" && amounts.some(({ unit }) => unit === "%")) return [];
  const labelled = unitInLabel(label) ?? (isListed ? unitInLabel(lead) : null);
  return byMeasure(named, amounts).flatMap(({ entry, amounts: own }): Standard[] => {
    const standard = { dimension: entry.id, limit: entry.limit, unit: entry.unit };
    const read = own.flatMap((amount) => {
      const value = inUnitOf(amount, entry, labelled);
      return value === undefined ? [] : [{ amount, value }];
    });
    const values = new Set(read.map(({ value }) => value));
    const hasUnit = own.some(({ unit }) => unit !== null) || labelled !== null || entry.unit === "ratio";
    if (values.size === 0 || !hasUnit) return [];
    if (values.size === 1) return [...values].map((value) => ({ ...standard, value }));
    const cases = read.map(({ amount, value }) => ({ ...standard, value, onCondition: conditionBehind(text, amount) }));
    return cases.every(({ onCondition }) => onCondition !== undefined) ? cases : [];
  });
}

/** The condition of one of several values: "20,000 square feet if served by sewers; 40,000 square feet if not". */
function conditionBehind(text: string, { start, end }: Amount): string | undefined {
  const condition = /^[\s)]{0,3}(?:if|where|when|with|without|for)\s[^;,]{4,100}/i.exec(
    text.slice(end, end + 120),
  )?.[0];
  return condition === undefined ? undefined : `${text.slice(start, end)}${condition}`;
}
