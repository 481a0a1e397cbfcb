import { quantitiesIn } from "../text/quantities.ts";
import type { GoalKey, GoalReading, GoalValue, Typology } from "./goal.ts";
import { typologyWords } from "./typology-words.ts";

interface TypologyMention {
  readonly typology: Typology;
  readonly confidence: number;
  readonly start: number;
  readonly end: number;
}

/** Words before a building type which say that it stands there already, or is not wanted. */
const notPlanned =
  /\b(?:existing|current(?:ly)?|former|old|vacant|abandoned|demolish(?:ing)?|remove|replac(?:e|ing)|tear(?:ing)?\s+down|convert(?:ing)?|next\s+to|near|beside|behind|across\s+from|not|no|without|instead\s+of|rather\s+than|was|used\s+to\s+be)(?:\s+(?:the|a|an|any|my|our|this|that|old|existing|small|large|vacant|former|brick|single[- ]family|two[- ]story|one[- ]story)){0,3}\s*$/i;

/**
 * Reads what a goal states by fixed rules. A value is taken only where the words leave one reading; a range ("20 to 30
 * units") or two amounts that differ settle nothing. Every value carries the words it was read from.
 */
export function readGoalByRules(goal: string): GoalReading {
  const found: Partial<Record<GoalKey, GoalValue>> = {};
  const settle = (key: GoalKey, value: GoalValue | undefined) => {
    if (value) found[key] = value;
  };
  const stories = amountIn(goal, "story", () => true);
  settle("stories", stories);
  const planned = typologiesIn(goal, Number(stories?.value ?? 0));
  settle("primary_typology", primaryOf(goal, planned));
  settle("secondary_typologies", secondaryOf(goal, planned));
  settle("has_existing_structure", existingStructure(goal));
  settle("unit_count", unitCount(goal));
  settle(
    "gross_floor_area_sqft",
    amountIn(goal, "sqft", (around) => !/\b(?:lot|site|parcel|land|property|average|each|per)\b/i.test(around)),
  );
  settle(
    "building_height_ft",
    amountIn(goal, "ft", (around) => /\b(?:tall|high|height)\b/i.test(around)),
  );
  settle("parking_approach", firstOf(goal, parkingWords));
  settle("access_point_count", accessPoints(goal));
  Object.assign(found, rezoning(goal));
  settle("phasing", firstOf(goal, phasingWords));
  return found;
}

/** Returns the building types that a goal plans, in the order of the text; what stands there already is left out. */
function typologiesIn(goal: string, stories: number): TypologyMention[] {
  const mentions: TypologyMention[] = [];
  for (const [typology, confidence, pattern] of typologyWords) {
    for (const match of goal.matchAll(pattern)) {
      const start = match.index;
      const end = start + match[0].length;
      if (mentions.some((other) => start < other.end && other.start < end)) continue;
      if (notPlanned.test(goal.slice(Math.max(0, start - 80), start))) continue;
      const isTall = typology === "multifamily_garden" && stories >= 4;
      mentions.push({
        typology: isTall ? "multifamily_midrise" : typology,
        confidence: isTall ? 0.9 : confidence,
        start,
        end,
      });
    }
  }
  return mentions.sort((a, b) => a.start - b.start);
}

function primaryOf(goal: string, planned: readonly TypologyMention[]): GoalValue | undefined {
  const [first] = planned;
  if (!first) return undefined;
  const kinds = new Set(planned.map(({ typology }) => typology));
  const mixed = planned.find(({ typology }) => typology === "mixed_use") ?? first;
  const isClear = kinds.size === 1 || mixed.typology === "mixed_use";
  const evidence = goal.slice(mixed.start, mixed.end);
  return { value: mixed.typology, evidence, confidence: isClear ? mixed.confidence : mixed.confidence * 0.6 };
}

function secondaryOf(goal: string, planned: readonly TypologyMention[]): GoalValue | undefined {
  const primary = planned.find(({ typology }) => typology === "mixed_use") ?? planned[0];
  const others = planned.filter(({ typology }) => typology !== primary?.typology);
  const [first] = others;
  if (!first) return undefined;
  const value = [...new Set(others.map(({ typology }) => typology))];
  return { value, evidence: goal.slice(first.start, others.at(-1)?.end), confidence: 0.8 };
}

const noStructure =
  /\b(?:vacant|empty|undeveloped|unimproved|bare|raw)\s+(?:lot|land|site|parcel|property|field)\b|\bgreenfield\b|\bno\s+existing\s+(?:building|structure|house)s?\b/i;
const someStructure =
  /\b(?:existing|old|current|former|vacant|abandoned)\s+(?:[\w-]+\s+){0,2}(?:house|home|building|structure|warehouse|barn|store|church|school|mill|garage|motel|hotel|office)s?\b|\b(?:demolish|tear\s+down|raze|renovate|rehab|remodel|gut|convert)\w*\s+(?:[\w-]+\s+){0,3}(?:house|home|building|structure|warehouse|barn|store|church|school|mill|garage|motel|hotel|office)s?\b|\badaptive\s+re-?use\b|\baddition\s+to\s+(?:the|my|our|an)\s+\w+/i;

function existingStructure(goal: string): GoalValue | undefined {
  const none = noStructure.exec(goal);
  const some = someStructure.exec(goal);
  if ((none === null) === (some === null)) return undefined;
  const evidence = (none ?? some)?.[0] ?? "";
  return { value: some !== null, evidence, confidence: 0.9 };
}

const homes =
  "units?|apartments?|town[- ]?homes?|town[- ]?houses?|condo(?:minium)?s?|dwellings?|homes|flats|residences|lots";
const countedHomes = new RegExp(
  String.raw`\b(\d{1,3}(?:,\d{3})+|\d{1,5})[- ](?:new\s+|rental\s+|affordable\s+|residential\s+|dwelling\s+|market[- ]rate\s+|storage\s+|garden\s+|senior\s+|studio\s+|luxury\s+)?(?:${homes})\b`,
  "gi",
);
const familyHouses: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4 };

function unitCount(goal: string): GoalValue | undefined {
  const counted = [...goal.matchAll(countedHomes)]
    .filter(({ index }) => !isRange(goal, index))
    .map((match) => ({ value: Number((match[1] ?? "").replace(/,/g, "")), evidence: match[0] }));
  const spelled = quantitiesIn(goal)
    .filter(({ unit, start }) => unit === "unit" && !isRange(goal, start))
    .map(({ value, start, end }) => ({ value, evidence: goal.slice(start, end) }));
  const family = [...goal.matchAll(/\b(two|three|four)[- ]family\b|\b(du|tri|four)plex\b/gi)].map((match) => ({
    value:
      familyHouses[(match[1] ?? "").toLowerCase()] ?? { du: 2, tri: 3, four: 4 }[(match[2] ?? "du").toLowerCase()] ?? 2,
    evidence: match[0],
  }));
  return onlyValue([...counted, ...spelled, ...(counted.length + spelled.length === 0 ? family : [])]);
}

/** Returns the one amount of a unit that the goal states in a fitting context; undefined when there are several. */
function amountIn(goal: string, unit: string, fits: (around: string) => boolean): GoalValue | undefined {
  const amounts = quantitiesIn(goal)
    .filter((quantity) => quantity.unit === unit && !isRange(goal, quantity.start))
    .filter(({ start, end }) => fits(clauseAround(goal, start, end)))
    .map(({ value, start, end }) => ({ value, evidence: goal.slice(start, end).trim() }));
  return onlyValue(amounts);
}

/** The words right before and after an amount, up to punctuation: what the amount is of. */
function clauseAround(goal: string, start: number, end: number): string {
  const before = /[^,.;:]{0,20}$/.exec(goal.slice(0, start))?.[0] ?? "";
  const after = /^[^,.;:]{0,20}/.exec(goal.slice(end))?.[0] ?? "";
  return `${before} ${after}`;
}

/** Whether an amount is one end of a range, or a bound. */
function isRange(goal: string, start: number): boolean {
  const before = goal.slice(Math.max(0, start - 14), start);
  const after = goal.slice(start, start + 24);
  return (
    /(?:\d|\b(?:at\s+least|at\s+most|up\s+to|between|or))\s*(?:to|-|–|and)?\s*$/i.test(before) ||
    /^[\d,.]+\s*(?:to|-|–|or|and)\s*\d/.test(after)
  );
}

function onlyValue(amounts: readonly { readonly value: number; readonly evidence: string }[]): GoalValue | undefined {
  const [first] = amounts;
  if (!first || first.value <= 0 || amounts.some(({ value }) => value !== first.value)) return undefined;
  return { ...first, confidence: 1 };
}

const parkingWords: readonly (readonly [string, RegExp])[] = [
  ["tuck_under", /\btuck[- ]under\b/i],
  ["underground", /\b(?:underground|below[- ]grade|subterranean|basement)\s+(?:parking|garage)\b/i],
  ["structured", /\b(?:structured\s+parking|parking\s+(?:structure|deck|garage|ramp)|podium\s+parking)\b/i],
  ["surface", /\b(?:surface\s+(?:parking|lot|stalls)|parking\s+lot)\b/i],
  ["none", /\b(?:no|zero|without)\s+(?:on-?site\s+|off-?street\s+)?parking\b/i],
  ["garage", /\b(?:attached|private|individual|two-car|one-car|2-car|1-car)\s+garages?\b/i],
];

const phasingWords: readonly (readonly [string, RegExp])[] = [
  ["single_phase", /\b(?:single|one)[- ]phase\b|\ball\s+at\s+once\b|\bno\s+phasing\b/i],
  ["multiple_phases", /\b(?:\d+|two|three|four|several|multiple)[- ]phases?\b|\bphased\b|\bphase\s+(?:1|one|i)\b/i],
];

function firstOf(goal: string, words: readonly (readonly [string, RegExp])[]): GoalValue | undefined {
  for (const [value, pattern] of words) {
    const match = pattern.exec(goal);
    if (match) return { value, evidence: match[0], confidence: 0.9 };
  }
  return undefined;
}

const countWords = ["zero", "one", "two", "three", "four", "five", "six"];

function accessPoints(goal: string): GoalValue | undefined {
  const pattern =
    /\b(\d{1,2}|one|two|three|four|five|six|single)\s+(?:new\s+)?(?:access\s+points?|driveways?|curb\s+cuts?|entrances?|points\s+of\s+access)\b/gi;
  const counted = [...goal.matchAll(pattern)].map((match) => {
    const word = (match[1] ?? "").toLowerCase();
    const value = /^\d/.test(word) ? Number(word) : word === "single" ? 1 : countWords.indexOf(word);
    return { value, evidence: match[0] };
  });
  return onlyValue(counted);
}

const zoningCode = String.raw`([A-Z]{1,4}(?:[- ]?\d{1,3}(?:\.\d)?[A-Z]{0,2}|-[A-Z]{1,4})?)`;
const againstRezoning =
  /\b(?:no|without(?:\s+a)?|avoid(?:ing)?(?:\s+a)?|not)\s+(?:any\s+)?(?:re-?zon\w+|zone\s+change|zoning\s+change)\b|\bby[- ]right\b|\b(?:under|within)\s+(?:the\s+)?(?:current|existing)\s+zoning\b/i;
const forRezoning = /\b(?:re-?zon(?:e|ed|ing)|zone\s+change|zoning\s+change|map\s+amendment)\b/i;
const rezoneTarget = new RegExp(
  String.raw`\b[Rr]e-?zon(?:e|ed|ing)\b[^.;]{0,40}?\b(?:to|for|as)\s+(?:an?\s+|the\s+)?${zoningCode}\b`,
);

function rezoning(goal: string): Partial<Record<GoalKey, GoalValue>> {
  const against = againstRezoning.exec(goal);
  if (against) return { rezone_intent: { value: false, evidence: against[0], confidence: 0.9 } };
  const wanted = forRezoning.exec(goal);
  if (!wanted) return {};
  const intent: GoalValue = { value: true, evidence: wanted[0], confidence: 0.9 };
  const target = rezoneTarget.exec(goal);
  if (!target?.[1]) return { rezone_intent: intent };
  return { rezone_intent: intent, target_zoning_code: { value: target[1], evidence: target[0], confidence: 0.9 } };
}
