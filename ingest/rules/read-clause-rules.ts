import { dimensionOf } from "./dimension-of-label.ts";
import type { DistrictRegister } from "./district-register.ts";
import { headingDistricts, isForAllDistricts } from "./heading-districts.ts";
import type { DimensionRule } from "./rule.ts";
import type { RuleChunk } from "./rule-chunk.ts";
import { amountsIn, inUnitOf, unitInLabel } from "./values-in.ts";

const longestClause = 260;
const confidence = 0.85;
/** What makes a clause a case or something other than a plain standard of the lot or its principal building. */
const special =
  /\b(?:if|where|when|whichever|plus|each additional|corner|abut\w*|adjoin\w*|adjacent|may be|reduction|average|existing|nonconforming|accessory|sign|fence|parking|shed|garage|porch|deck|pool|tower|special|not apply|other than|for every|in addition|percent of (?!(?:the )?lot coverage)|buffer|between|townhouses?|duplex|two-family|multi\w*|apartments?|in the case)\b/i;
/** What follows an exception or a proviso belongs to a case; the main clause stands before it. */
const mainClauseEnd =
  /[,;.:]?\s+(?:except|unless|provided,?\s+(?:that|however)|however|but\s+not)\b|,\s+and\s+(?:the|a|an|no|all|each|shall)\b/i;
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
  const districts = headingDistricts(chunk.headingPath, register);
  const isForAll = districts.length === 0 && isForAllDistricts(chunk.headingPath, register);
  // A row without cells is a line of text.
  const inTables = chunk.rows
    .filter(({ cells }) => cells.length > 0)
    .map(({ charStart, charEnd }) => [charStart, charEnd] as const);
  const rules: DimensionRule[] = [];
  let others = "";
  let lead = chunk.headingPath.at(-1) ?? "";
  for (const { text, start, end } of clausesOf(chunk)) {
    if (inTables.some(([from, to]) => start < to && end > from)) continue;
    const absent = absenceIn(text, { lead, register, districts });
    if (absent) {
      rules.push({ ...absent, evidence: { chunk: chunk.ordinal, charStart: start, charEnd: end } });
      continue;
    }
    const main = text.slice(0, mainClauseEnd.exec(text)?.index ?? text.length);
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
    const read = ruleOf(main, amounts, { lead, isListed });
    if (!read) continue;
    const isGeneral = !isListed && districts.length === 0;
    // A line below "Accessory buildings:" is about those.
    const isCase = special.test(main) || others !== "";
    if (isGeneral && (isCase || !codeWide.includes(read.dimension))) continue;
    rules.push({
      ...{ kind: "dimension", ...read, isNone: false, notes: [], confidence },
      districts: isGeneral ? register.entries.map(({ code }) => code) : bound,
      binding: isGeneral ? "all" : isListed ? "sentence" : "heading",
      conditions: isCase ? [`${others} ${text}`.trim().slice(0, 200)] : [],
      evidence: { chunk: chunk.ordinal, charStart: start, charEnd: end },
    });
  }
  return rules;
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
  if (!said || amountsIn(text.slice(said.index)).length > 0 || mainClauseEnd.test(text) || special.test(text)) {
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

function ruleOf(
  text: string,
  amounts: ReturnType<typeof amountsIn>,
  { lead, isListed }: { readonly lead: string; readonly isListed: boolean },
): Pick<DimensionRule, "dimension" | "limit" | "unit" | "value"> | undefined {
  const [first] = amounts;
  const label = text.slice(0, first?.start ?? 0).replace(item, "");
  const after = text.slice(first?.end ?? 0, (first?.end ?? 0) + 40);
  if (label.length > 140) return undefined;
  const isShort = label.trim().split(/\s+/).length <= 3;
  const named = isListed
    ? dimensionOf(lead)
    : (dimensionOf(label) ??
      (isShort ? (dimensionOf(`${lead} ${label}`) ?? dimensionOf(`${label} ${after}`)) : undefined));
  // "Maximum building height: 3 stories" limits the stories, not the feet.
  const entry =
    named?.id === "height_max" && amounts.every(({ unit }) => unit === "stories") ? dimensionOf("stories") : named;
  if (!entry) return undefined;
  // A share of something else makes it a formula.
  if (entry.unit !== "%" && entry.unit !== "ratio" && amounts.some(({ unit }) => unit === "%")) return undefined;
  const labelled = unitInLabel(label) ?? (isListed ? unitInLabel(lead) : null);
  const values = amounts.flatMap((amount) => inUnitOf(amount, entry, labelled) ?? []);
  const [value] = values;
  const hasUnit = amounts.some(({ unit }) => unit !== null) || labelled !== null || entry.unit === "ratio";
  if (value === undefined || new Set(values).size !== 1 || !hasUnit) return undefined;
  return { dimension: entry.id, limit: entry.limit, unit: entry.unit, value };
}

/** Lines, and the sentences of long lines, with their spans in the document. */
function clausesOf({
  text,
  charStart,
}: RuleChunk): { readonly text: string; readonly start: number; readonly end: number }[] {
  const clauses: { text: string; start: number; end: number }[] = [];
  let at = 0;
  for (const line of text.split("\n")) {
    let from = 0;
    for (const match of line.matchAll(/[.;](?=\s+(?:\(?[a-z0-9]{1,3}[.)]\s|[A-Z]))/g)) {
      add(line.slice(from, match.index + 1), at + from);
      from = match.index + 1;
    }
    add(line.slice(from), at + from);
    at += line.length + 1;
  }
  return clauses;
  function add(part: string, offset: number): void {
    const trimmed = part.trim();
    if (trimmed.length < 6 || trimmed.length > longestClause) return;
    const start = charStart + offset + part.indexOf(trimmed);
    clauses.push({ text: trimmed, start, end: start + trimmed.length });
  }
}
