import type { Quantity } from "../../text/quantities.ts";

/** What kind of value a question wants when it names no dimension of zoning. */
export interface Measure {
  readonly id: string;
  readonly asked: RegExp;
  readonly units: readonly string[];
  /** Titles of the sections that state such values. */
  readonly title?: RegExp;
  /** Words that are such a value themselves: "4:00 p.m.", "sunset". */
  readonly stated?: RegExp;
}

const clock = /\b\d{1,2}(?::\d\d)?\s*[ap]\.?\s?m\b|\bnoon\b|\bmidnight\b|\bsun(?:set|rise)\b|\bdusk\b|\bdawn\b/i;
const slope =
  /\b\d+(?:\.\d+)?\s*:\s*\d|\b(?:one|two|three|four|1|2|3|4)\b[^.;]{0,40}\b(?:vertical|horizontal|rise|run)\b|\b(?:slopes?|grades?|gradient)\b[^.;]{0,60}(?:%|\bpercent)|(?:%|\bpercent)[^.;]{0,30}\b(?:slopes?|grades?|gradient)\b/i;

/** A distance told by what is built: "a distance equal to 125 percent of its total height". */
const byHeight =
  /\b(?:set ?back|distance|apart|away|from)\b[^.;]{0,60}\b(?:equal|percent|times)\b[^.;]{0,40}\bheight\b|%[^.;]{0,40}\bheight\b/i;

/** Tells whether a text, with the amounts it holds, states a value of the kind a measure wants. */
export function statesMeasure({ units, stated }: Measure, text: string, amounts: readonly Quantity[]): boolean {
  return stated?.test(text) === true || amounts.some(({ unit }) => unit !== null && units.includes(unit));
}

/** Kinds of values, by the words that ask for them. */
export const measures: readonly Measure[] = [
  {
    id: "hour of day",
    asked: /\bwhat time\b|\bhow (?:late|early)\b|\buntil when\b|\b(?:what|which) hours\b/i,
    units: ["hour", "minute"],
    stated: clock,
  },
  {
    id: "size in feet",
    asked:
      /\bhow many (?:feet|foot|ft|inches|met(?:er|re)s)\b|\bhow long (?:can|may|could|must|should|do|does)\b[^.?!]{1,60}\bbe\b(?!\s+(?:up|there|out|on|open|good|valid|in|at|away|left|kept|under|[a-z]+(?:ed|en|ing))\b)|\blongest\s+(?:[\w-]+\s+){0,2}(?:boat|vehicle|camper|trailer|rv|motor ?home|truck|fence|wall|driveway|dock|pier|building|block|street|cul-?de-?sac)s?\b/i,
    units: ["ft", "inch", "m"],
  },
  {
    id: "floor area",
    asked: /\bhow many (?:square (?:feet|foot|met(?:er|re)s)|sq\.? ?f(?:ee)?t|sqft|sf|acres?)\b/i,
    units: ["sqft", "acre", "sqm"],
  },
  {
    id: "money",
    asked:
      /\bhow much\b.*\b(?:cost|fee|fine|pay|charge)|\b(?:fees?|fines?(?!\W*$)|(?:an?|the|what|much)\s+(?:[\w-]+\s+){0,2}fines?|fined|penalt\w+|cost|bond|deposit)\b|\bwhat (?:do|does|must|would|will)\b.{1,30}\bpay\b/i,
    units: ["money"],
  },
  {
    id: "time",
    asked:
      /\bhow (?:long|soon|often|early|late)\b|\bwhen\b(?!.*\b(?:required|needed|necessary|allowed|permitted)\b)|\bdeadline|\b(?:within|in|for|over) what (?:time|period|term)\b|\bwhat (?:time )?period\b|\bhow many (?:[\w-]+\s+)?(?:days|nights|months|years|hours|weeks)\b|\bnumber of (?:[\w-]+\s+)?(?:days|months|years)\b|\bwhat days\b|\blength of (?:the |an? |my )?(?:stay|time|lease|rental|tenancy|term|period)\b|\bexpire|\b(?:short|long)est\b[^.?!]*\b(?:rental|stay|lease|time|period)\b|\bin (?:days|months|years|hours)\b/i,
    units: ["day", "night", "week", "month", "year", "hour", "minute"],
    stated: clock,
  },
  {
    id: "percent",
    asked: /\b(?:what|which|min(?:imum)?|max(?:imum)?) (?:percent|percentage|share)\b|\bhow much of\b/i,
    units: ["percent"],
  },
  {
    id: "slope",
    asked:
      /\bsteep(?:est)?\b(?!\s+slopes?\b)|\b(?:max(?:imum)?|min(?:imum)?|what|allowed|permitted)\s+(?:[\w-]+\s+){0,2}(?:slope|grade|gradient)\b/i,
    units: ["percent", "degree"],
    stated: slope,
  },
  {
    id: "width",
    asked: /\bhow (?:wide|narrow)\b|\b(?:wid|narrow)est\b|\bwidth\b/i,
    units: ["ft", "m", "inch"],
  },
  {
    id: "distance",
    asked: /\bhow (?:far|close|near)\b|\bdistance\b|\bwhat radius\b|\bseparat\w+|\bspacing\b/i,
    units: ["ft", "mile", "m", "inch"],
    stated: byHeight,
  },
  {
    id: "surface",
    asked: /\barea\b|\bsquare f(?:ee|oo)t/i,
    units: ["sqft", "acre", "sqm"],
  },
  {
    id: "area",
    asked:
      /\bhow (?:big|large|small)\b|\bsizes?\b|\bdimensions?\b|\b(?:(?:bigg|larg|small)e(?:r|st)|tiniest)\b|\bhow much (?:space|room|floor)\b/i,
    units: ["sqft", "acre", "sqm", "ft", "m", "inch"],
    title: /\bdimensions?\b|\bsizes?\b/i,
  },
  {
    id: "weight",
    asked:
      /\bhow heavy\b|\bheaviest\b|\bhow much\b[^?]{0,30}\bweigh\b|\b(?:max(?:imum)?|gross)\s+(?:[\w-]+\s+){0,2}weight\b|\bweight limit\b/i,
    units: ["pound", "ton"],
  },
  {
    id: "count",
    asked: /\bhow many\b|\bnumber of\b|\bmaximum number\b/i,
    units: ["unit", "space", "bedroom", "person", "day", "week", "month", "year", "hour", "story", "acre"],
  },
  {
    id: "color temperature",
    asked: /\bcolou?r temperature\b|\bkelvins?\b|\bCCT\b/i,
    units: ["kelvin"],
  },
  {
    id: "light",
    asked: /\bbright|\bfoot-?candles?\b|\blumens?\b/i,
    units: ["footcandle", "lumen"],
  },
  {
    id: "sound",
    asked: /\bnoise level|\bloud|\bdecibel/i,
    units: ["decibel"],
  },
];
