import { otherNearWetlands, specialBuildings, specialStalls } from "../../../ingest/index.ts";

/** Something an ordinance measures, and the words by which questions and ordinances speak of it. */
export interface Dimension {
  readonly id: string;
  /** The question asks for it. */
  readonly asked: RegExp;
  /** A label, heading or sentence of the ordinance is about it. */
  readonly told: RegExp;
  /** Words that show a label is about something else. */
  readonly notTold?: RegExp;
  /** Units its values come in. */
  readonly units: readonly string[];
  /** Words to search with. */
  readonly search: string;
  readonly limit: "minimum" | "maximum" | null;
  /** Ordinances often set it for all districts at once. */
  readonly isForAll?: true;
  /** What its rules are looked up as, where they are not standards of a district. */
  readonly subject?: "parking" | "layout";
}

const lot = String.raw`(?:lot|parcel|site|land|building\s+site)`;

const stall = String.raw`(?:(?:parking|car)\s+(?:spaces?|stalls?|spots?|bays?)|stalls?)`;
const lots = String.raw`parking(?:\s+(?:areas?|lots?|spaces?|stalls?))?`;
const line = String.raw`(?:side |rear |back )?(?:lot |property )lines?\b`;
/** A planted strip along a lot line; its width is not a setback. */
const strip = String.raw`\b(?:landscap\w+|planted|planting|buffer|screen\w*|green)\s+(?:areas?|strips?|belts?|buffers?)\b`;
const built = "(?:buildings?|structures?|houses|homes|dwellings)";
const ofLayout = { units: ["ft", "inch", "m"], limit: "minimum", isForAll: true, subject: "layout" } as const;
const ofStalls = { ...ofLayout, notTold: specialStalls } as const;

/** The dimensions of zoning, narrow ones before wide ones: the first that is asked is the one meant. */
export const dimensions: readonly Dimension[] = [
  {
    id: "stall size",
    asked: new RegExp(
      String.raw`\bhow (?:big|large|small|(?:wide|long|deep) and (?:how )?(?:wide|long|deep))\b[^?.]{0,40}\b${stall}|\b(?:width|length|depth) and (?:the )?(?:width|length|depth)\b[^?.]{0,40}\b${stall}|\b(?:smallest|biggest|largest)\s+(?:[\w-]+\s+)?${stall}(?![^?]*\bhow (?:wide|long|deep)\b)|\b(?:size|dimensions?)\b[^?.]{0,40}\b${stall}|\b${stall}\s+(?:sizes?|dimensions?)\b`,
      "i",
    ),
    told: new RegExp(
      String.raw`\b(?:${stall}|(?:each|every|all)\s+spaces?)\b[^.;]{0,120}\b(?:feet|foot|ft|wide|width|long|length|deep|depth|size|area)\b|\bstall\s+(?:width|length|depth|size)`,
      "i",
    ),
    ...ofStalls,
    search: "parking space stall spot stripe size width length feet",
  },
  {
    id: "stall width",
    asked: new RegExp(
      String.raw`\bhow (?:wide|narrow)\b[^?.]{0,40}\b${stall}|\b${stall}\b[^?]{0,40}\bhow (?:wide|narrow)\b|\bwidth\b[^?.]{0,30}\b${stall}|\b${stall}\s+width`,
      "i",
    ),
    told: new RegExp(
      String.raw`\b${stall}\b[^.;]{0,90}\b(?:wide|width)\b|\b(?:width|wide)\b[^.;]{0,60}\b${stall}|\bstall\s+width`,
      "i",
    ),
    ...ofStalls,
    search: "parking space stall spot stripe width wide feet",
  },
  {
    id: "stall length",
    asked: new RegExp(
      String.raw`\bhow (?:long|deep)\b[^?.]{0,40}\b${stall}\s+(?:be|have)\b|\bhow (?:long|deep) (?:is|are|does|do|must|should)\b[^?.]{0,30}\b${stall}|\b(?:length|depth)\b[^?.]{0,30}\b${stall}|\b${stall}\s+(?:length|depth)`,
      "i",
    ),
    told: new RegExp(
      String.raw`\b${stall}\b[^.;]{0,90}\b(?:long|length|deep|depth)\b|\b(?:length|depth)\b[^.;]{0,60}\b${stall}|\bstall\s+(?:length|depth)`,
      "i",
    ),
    ...ofStalls,
    search: "parking space stall spot stripe length depth long feet",
  },
  {
    id: "aisle width",
    asked:
      /\b(?:how (?:wide|narrow)|width|how much (?:room|space))\b[^?]{0,60}\b(?:aisles?|(?:drive|driving|travel) lanes?|lanes? between (?:the )?(?:rows? of )?(?:parked |parking )?(?:cars?|rows?|spaces?|stalls?)|(?:between|behind) (?:the )?(?:rows?|lines?) of (?:parked |parking )?(?:cars?|spaces?|stalls?|parking))\b|\baisle width/i,
    told: /\baisles?\b/i,
    ...ofStalls,
    search:
      "parking aisle drive driving travel lane width between beside rows parked cars two way set ninety degrees feet",
  },
  {
    id: "building spacing",
    asked: new RegExp(
      [
        String.raw`\bhow (?:far (?:apart|from (?:each other|one another))|close together)\b[^?]*\b${built}\b`,
        String.raw`\bhow (?:far|close|near)\b[^?]{0,40}\b${built}\b[^?]{0,30}\b(?:together|(?:to|from) (?:each other|one another|another building))\b`,
        String.raw`\b(?:distance|spac(?:e|ing)|separation|gap|room)\b[^?]{0,30}\bbetween (?:the |two |my |principal |main |separate )*${built}\b`,
        String.raw`\bseparation\b[^?]{0,40}\b(?:principal |main )?buildings\b|\bbuilding (?:spacing|separation)\b`,
      ].join("|"),
      "i",
    ),
    told: /\b(?:distance|separation|spac(?:e|ing)|feet|clearance)\b[^.;]{0,40}\bbetween\b[^.;]{0,40}\b(?:buildings?|structures?)\b|\bbuildings?\b[^.;]{0,80}\b(?:apart|separated)\b|\bbuilding\s+(?:spacing|separation)/i,
    ...ofLayout,
    notTold: specialBuildings,
    search: "minimum distance between two buildings together separation each another",
  },
  {
    id: "wetland distance",
    asked:
      /\bhow (?:far|close|near)\b[^?]*\b(?:wetlands?|swamps?|marsh(?:es)?|bogs?)\b|\b(?:set-?backs?|buffers?|distance)\b[^?]*\b(?:wetlands?|swamps?|marsh(?:es)?|bogs?)\b|\bwetlands?\s+(?:set-?backs?|buffers?)\b|\bhow (?:big|wide|large)\b[^?]*\bwetlands?\s+buffers?/i,
    told: /\bwetlands?\b/i,
    ...ofLayout,
    notTold: otherNearWetlands,
    search: "wetland wetlands swamp marsh bog buffer setback distance",
  },
  {
    id: "parking street setback",
    asked: new RegExp(
      String.raw`\bhow (?:far|close|near)\b[^?]{0,20}\b${lots}\b[^?]{0,30}\b(?:from|to) (?:the|a|any|my) (?:front|street|road)\b|\bhow (?:far|close|near) (?:from|to) (?:the|a|any|my) (?:front|street|road)\b[^?]{0,30}\b${lots}\b`,
      "i",
    ),
    told: new RegExp(String.raw`\b${lots}\b[^.;]{0,90}\b(?:streets?|roads?|front|right-of-way)\b`, "i"),
    ...ofLayout,
    search: "parking area setback from street right-of-way front feet",
  },
  {
    id: "parking line setback",
    asked: new RegExp(
      String.raw`\bhow (?:far|close|near)\b[^?]{0,20}\b${lots}\b[^?]{0,30}\b(?:from|to) (?:the|a|any|my) ${line}|\bhow (?:far|close|near) (?:from|to) (?:the|a|any|my) ${line}[^?]{0,30}\b${lots}\b`,
      "i",
    ),
    told: new RegExp(String.raw`\b${lots}\b[^.;]{0,90}\b(?:lines?|boundar(?:y|ies))\b`, "i"),
    ...ofLayout,
    search: "parking area setback from side rear lot line feet",
  },
  {
    id: "unit floor area",
    asked:
      /\b(?:dwelling|unit|apartment|house|home|residen\w+)s?\s+(?:unit\s+)?(?:size|floor area)|\bsize of (?:an? |the |my )?(?:[\w-]+\s+){0,2}(?:dwelling|apartment|house|home|unit)s?\b|\bfloor area\b.*\b(?:dwelling|unit|house|home|apartment|residen)|\b(?:dwelling|unit|house|home|apartment)\b.*\bfloor area\b(?!\s+ratio)|\b(?:habitable|livable|living)\s+(?:floor\s+)?(?:area|space)|\b(?:smallest|tiniest|minimum|biggest|largest)\s+(?:legal\s+|new\s+)?(?:house|home|apartment|dwelling|place)(?:\s+or\s+(?:house|home|apartment|dwelling))?\s+(?:(?:that\s+)?(?:i|we|you|one|someone)(?:\s+(?:can|may|could)|(?:['’](?:re|m)|\s+are|\s+am|\s+is)\s+(?:allowed|permitted)\s+to)|allowed|permitted|size)|\bhow (?:big|small|large)(?:\s+(?:must|may|does|should|is|are|can|do|has|have|to|be|a|an|the|my|our|new|single|single-family|two-family|accessory|corner|minimum|i|we|each|every)){0,7}\s+(?:dwelling|apartment|house|home|unit|adu)\b(?!\s+(?:business|occupation|office))/i,
    told: /\bfloor\s+(?:area|space)\b(?!\s*ratio)|\b(?:livable|liveable|habitable|living)\s+(?:floor\s+)?(?:area|space)|\bdwelling\s+(?:unit\s+)?size|\bunit\s+sizes?\b|\b(?:square feet|sq\.? ?ft\.?)\s+per\s+(?:dwelling|unit)|\bground\s+floor\b|\b(?:one|two|split)[- ](?:floor|story|level)\b.*\bdwelling/i,
    notTold:
      /\bratio\b|\blot\s+area\b|\bcoverage\b|\bretail\b|\bcommercial\b|\boffice\b|\baccessory\b(?!\s+(?:dwelling|apartment|unit))|\bas a (?:%|percent)|\bper(?:cent(?:age)?)?\s+of\s+lot|\bparking\b|\bsigns?\b|\bhome occupation|\blot\s+sizes?\b/i,
    units: ["sqft", "sqm"],
    search: "minimum floor area dwelling unit square feet",
    limit: "minimum",
    isForAll: true,
  },
  {
    id: "floor area ratio",
    asked: /\bfloor[- ]area[- ]ratio\b|\bF\.?A\.?R\.?\b/,
    told: /\bfloor[- ]area[- ]ratio\b|\bF\.?A\.?R\.?\b|\bfloor area\b.*(?:%|percent)\s+of\s+lot/i,
    units: ["percent"],
    search: "maximum floor area ratio FAR",
    limit: "maximum",
  },
  {
    id: "impervious coverage",
    asked:
      /\bimpervious|\bincluding pavement|\bpaved|\bpavement|\bhard ?surface|\b(?:total|overall)\s+(?:lot |site )?coverage|\bhow much of it\b[^?,;]{0,30}\bpave\b/i,
    told: /\bimpervious|\bpaved\b[^.;]{0,60}\b(?:coverage|percent of|% of)|\b(?:coverage|cover(?:ed)?)\b[^.;]{0,80}\bpave|\bhard\s?-?surface|\b(?:total|overall|maximum|max\.?)\s+(?:lot\s+|site\s+)?coverage|\bparking\s+areas?\s+together/i,
    notTold: /\baccessory\b|\bparking lot landscap|\bgrades?\b|\bslopes?\b/i,
    units: ["percent"],
    search: "maximum impervious coverage lot coverage pavement hard surfaces roofed percent",
    limit: "maximum",
  },
  {
    id: "lot coverage",
    asked:
      /\bcoverage\b|\b(?:percent(?:age)?|share|part|%) of (?:it|(?:my|the|a|our) (?:lot|land|property|site))\b(?=[^?]*\b(?:cover|take up|occupy|buil[dt]))|\bhow much of (?:my|the|a|our|this) (?:lot|land|property|site|yard)\b(?=[^?]*\b(?:cover|build|built|occup|take|use|pave))|\b(?:cover|take up|occupy)\b.*\b(?:lot|land|property)|\bhow much\b[^?,;]{0,20}\b(?:cover|occupy)\b|\b(?:lot|land|property|site)\b[^?]{0,40}\b(?:may|can|could)\b[^?]{0,40}\bcover\b/i,
    told: /\bcoverage\b|\b(?:occup(?:y|ied|ies)|cover(?:ed|s)?)\b[^.;]{0,80}\b(?:lot|percent|%)|\bbuilding\s+alone|\b(?:percent|%)[^.;]{0,40}\b(?:lot|area)\b[^.;]{0,40}\b(?:occupied|covered)/i,
    notTold: /\bimpervious|\bsigns?\b|\bwindow/i,
    units: ["percent", "sqft"],
    search: "maximum building coverage lot coverage percent",
    limit: "maximum",
  },
  {
    id: "density",
    asked:
      /\bdensity\b|\bunits? per acre|\bhow many (?:units|dwellings|houses|homes|apartments)\b.*\b(?:acre|lot|land|site|parcel|property|build)/i,
    told: /\bdensity\b|\bunits?\s+(?:per|\/)\s*(?:gross\s+|net\s+|buildable\s+)?acre|\bper\s+(?:buildable\s+|net\s+|gross\s+)?acre/i,
    notTold: /\blow[- ]density|\bhigh[- ]density|\bmedium[- ]density/i,
    units: ["perAcre", "unit", "acre"],
    search: "maximum density dwelling units per acre",
    limit: "maximum",
  },
  {
    id: "open space",
    asked:
      /\b(?:how much|percent(?:age)?|share|part) of\b[^?]*\blandscaped\b|\bopen space\b|\blandscap\w*\s+(?:area|coverage)|\bgreen (?:space|area)|\bpervious\b/i,
    told: /\bopen\s+space\b|\blandscap\w*\s+(?:area|coverage|space)|\bgreen\s+(?:space|area)|\bpervious\b/i,
    units: ["percent", "sqft", "acre"],
    search: "minimum open space percent of lot area",
    limit: "minimum",
    isForAll: true,
  },
  {
    id: "parking",
    asked:
      /^(?!.*\b(?:size|dimensions?|wide|width|long|length|big|large|stall|how (?:far|close|near)|set-?backs?)\b).*(?:^\W*parking (?:for|at)\b|\bparking\b.*\b(?:spaces?|spots|require\w*|need(?:s|ed)?|many|ratio|minimum|number)|\brequired\s+(?:off-?street\s+)?parking\s+(?:for|at|of)\b|\bratio\b[^?]*\bparking\b|\b(?:how (?:many|much)|number of|minimum)\b.*\bparking|\bwhat parking\b|\bhow many spaces (?:for|do|does|must|should|are|is)\b|\bspaces\b.*\bpark|\bhow many (?:cars|vehicles)\b.*\b(?:room|spaces?|spots?)\b|\bhow many (?:car|vehicle|off-?street) (?:spaces|spots|stalls)\b|\b(?:minimum|least|required) (?:number of )?(?:spaces|spots|stalls) for\b|\boff-?street spaces (?:are )?(?:required|needed)\b)/i,
    told: /\bparking\b|\bspaces?\b/i,
    notTold:
      /^\W*loading\b|\bbicycle|\bstacking|\bparking space (?:dimension|size)|\bheight\b|\bsetback|\bfeet (?:wide|long)|\bopen space|\bfoot-?\s?candle|\billuminan|\bdistance\b/i,
    units: ["space"],
    search: "off-street parking spaces required",
    limit: "minimum",
    isForAll: true,
    subject: "parking",
  },
  {
    id: "street side setback",
    asked:
      /\b(?:street[- ]side|corner[- ]side|side[- ]street|exterior side|secondary front(?:age)?|flank(?:age|ing) (?:yard|set-?back))\b|\bside (?:yard|set-?back)\b.*\b(?:facing|along|on|toward) (?:the|a) street\b/i,
    told: /\b(?:street[- ]side|corner[- ]side|side[- ]street|exterior\s+side|secondary\s+front|side\s+yard.{0,30}(?:street|corner)|corner\s+lot|flank(?:age|ing))/i,
    notTold: /\b(?:lot|parcel|site)\s+(?:width|depth|area|size|frontage)\b|^\W*(?:width|depth|area|frontage)\b/i,
    units: ["ft", "m", "inch"],
    search: "street side yard setback corner lot",
    limit: "minimum",
  },
  {
    id: "residence line setback",
    asked:
      /\b(?:set-?backs?|yards?|how (?:far|close|near))\b[^?,;]{0,30}\b(?:from|to)\s+(?:(?:an?|any|the|adjoining|adjacent|abutting|nearest)\s+){0,3}residen\w+\s+(?:districts?|zones?)\b/i,
    told: /\b(?:set-?backs?|from|distance)\b[^.;]{0,20}\bresiden\w+\s+(?:(?:or|and)\s+[\w ]{1,20})?(?:districts?|zones?)\b/i,
    notTold: new RegExp(String.raw`\b(?:parking|loading|signs?|accessory)\b|${strip}`, "i"),
    units: ["ft", "m", "inch"],
    search: "minimum setback from residence district zone boundary line",
    limit: "minimum",
  },
  {
    id: "front setback",
    asked:
      /\bhow far back (?:does|do|must|should|would|will)\b[^?,;]{0,20}\b(?:house|home|building)\b|\bfront\s+(?:yard|set-?back|lot line|property line)|\bset-?back\b.*\b(?:front|street)\b|\bstreet(?: line)? set-?back|\bfrom the (?:street|front|road)\b|\bfront line\b|\bhow (?:close|near) (?:[\w-]+ ){0,4}?to the (?:street|road)\b/i,
    told: /\bfront\s*(?:yard|set-?back|lot line|property line|line|$|\d|[(:.*,/&]|and\b|or\b|to\b|depth)|\b(?:set-?back|distance)\b[^.;]{0,30}\b(?:front|street)\b|\bset-?back,?\s+front|^\W*front\b(?!age)|\b(?:set-?back|from)\b[^.;]{0,20}\bprimary street\b|\b(?:yards?|set-?backs?)\b[^.;]{0,20}\bfront\b/i,
    notTold: new RegExp(String.raw`\bfrontage\b|${strip}`, "i"),
    units: ["ft", "m", "inch"],
    search: "minimum front yard setback feet",
    limit: "minimum",
  },
  {
    id: "side setback",
    asked:
      /\bside\s+(?:yard|set-?back|lot line|property line)|\bset-?back\b.*\bside\b|\bfrom the side|\bside lines?\b/i,
    told: /\bside\s*(?:yard|set-?back|lot line|property line|line|$|\d|[(:.*,/&]|and\b|or\b)|\bset-?back\b[^.;]{0,30}\bside\b|^\W*(?:each\s+)?side\b|\b(?:yards?|set-?backs?)\b[^.;]{0,30}\bside\b/i,
    notTold: new RegExp(String.raw`\bstreet[- ]side|\bcorner[- ]side|${strip}`, "i"),
    units: ["ft", "m", "inch"],
    search: "minimum side yard setback feet",
    limit: "minimum",
  },
  {
    id: "rear setback",
    asked:
      /\brear\s+(?:yard|set-?back|lot line|property line)|\bset-?back\b.*\b(?:rear|back)\b|\bback\s?yard\s+set|\bfrom the rear|\b(?:rear|back) lines?\b/i,
    told: /\brear\s*(?:yard|set-?back|lot line|property line|line|$|\d|[(:.*,/&]|and\b|or\b)|\bset-?back\b[^.;]{0,30}\brear\b|^\W*rear\b|\b(?:yards?|set-?backs?)\b[^.;]{0,40}\brear\b/i,
    notTold: new RegExp(strip, "i"),
    units: ["ft", "m", "inch"],
    search: "minimum rear yard setback feet",
    limit: "minimum",
  },
  {
    id: "setbacks",
    asked:
      /\bset-?backs?\b|\byards?\s+(?:require|dimension)|\b(?:what|which)\s+(?:[\w-]+\s+){0,2}yards?\s+(?:is|are|must|shall|do|does)\b|\bhow (?:close|near|far)\b.*\b(?:property line|lot line|boundary|neighbo)/i,
    told: /\bset-?backs?\b|\b(?:front|side|rear)\s+yards?\b|^\W*(?:front|side|rear)\b|\b(?:lot|property)\s+lines?\b/i,
    units: ["ft", "m", "inch"],
    search: "minimum front side rear yard setbacks feet",
    limit: "minimum",
  },
  {
    id: "frontage",
    asked:
      /\bfrontage\b|\bhow wide\b[^?,;]{0,20}\bstrip\b[^?,;]{0,20}\b(?:road|street)\b|\bhow (?:much|many feet|many ft)\b[^?,;]{0,40}\b(?:along|touch|front on|face) (?:the|a|any|each|both|my|our)\b[^?,;]{0,12}\b(?:streets?|roads?)\b|\b(?:feet|foot)\b[^?]{0,20}\b(?:on|along) (?:the|a) (?:street|road)\b[^?]*\blots?\b/i,
    told: /\bfrontage\b|\bwidth at (?:the )?street/i,
    units: ["ft", "m"],
    search: "minimum lot frontage street feet",
    limit: "minimum",
  },
  {
    id: "lot width",
    asked: new RegExp(
      String.raw`\b${lot}\s+width|\bwidth of (?:a |the |my )?${lot}|\bhow wide(?:\s+(?:must|does|should|is|are|can|do|has|have|to|be|a|an|the|my|our|new|single|single-family|two-family|corner|minimum|and|how|big|large|deep|i|we|each|every|[a-z]{1,4}-?\d[\w-]{0,5})){0,7}\s+${lot}|\b${lot}\b.*\bhow wide`,
      "i",
    ),
    told: new RegExp(
      String.raw`\b(?:${lot}|minimum|min\.?)\s+width|\bwidth\s+of\s+(?:the\s+)?${lot}|^\W*width\b|\bwidth\s+at\b|\b${lot}s?\b[^.;]{0,90}\b(?:wide|with\s+an?\s+(?:minimum\s+)?width\s+of)\b`,
      "i",
    ),
    units: ["ft", "m"],
    search: "minimum lot width feet",
    limit: "minimum",
  },
  {
    id: "lot depth",
    asked: new RegExp(String.raw`\b${lot}\s+depth|\bdepth of (?:a |the |my )?${lot}|\bhow deep\b.*\b${lot}`, "i"),
    told: new RegExp(
      String.raw`\b(?:${lot}|minimum|min\.?)\s+depth|\bdepth\s+of\s+(?:the\s+)?${lot}|^\W*depth\b|\b${lot}s?\b[^.;]{0,90}\b(?:deep|with\s+an?\s+(?:minimum\s+)?depth\s+of)\b`,
      "i",
    ),
    units: ["ft", "m"],
    search: "minimum lot depth feet",
    limit: "minimum",
  },
  {
    id: "stories",
    asked: /\bhow many (?:stor(?:y|ies|eys)|floors|levels)\b|\b(?:number of|maximum) stor(?:ies|eys)/i,
    told: /\bstor(?:y|ies|eys)\b|\bheight\b/i,
    units: ["story"],
    search: "maximum height stories",
    limit: "maximum",
  },
  {
    id: "height",
    asked:
      /\bheight\b|\bhow (?:tall|high)\b|\b(?:tall|higher|taller|tallest|highest)\b|\bhow many (?:inches|feet) (?:high|tall)\b/i,
    told: /\bheights?\b|\btall(?:er)?\b|\bhigh(?:er)?\b|\bstor(?:y|ies|eys)\b|\b(?:fence|wall|hedge)s?\b[^.;,]{0,30}\bexceed\s[\w\s().-]{1,30}\b(?:feet|foot|inches)\b(?!\s+(?:in\s+)?(?:length|width|depth|long|wide|deep)\b)/i,
    notTold:
      /\b(?:high|higher) (?:density|school|water|education|intensity|volume)|\bstory height|\bceiling|\bfloor-to-/i,
    units: ["ft", "story", "m", "inch"],
    search: "maximum building height feet stories",
    limit: "maximum",
  },
  {
    id: "square on the lot",
    asked:
      /\b(?:sides?|size|dimensions?|big|large)\b[^?,;]{0,40}\bsquare\b(?!\s*(?:f(?:ee|oo)t|ft|yards?|miles?|met))|\bminimum square\b(?!\s*(?:f(?:ee|oo)t|ft))|\bsquare\b(?!\s*(?:f(?:ee|oo)t|ft))[^?,;]{0,40}\bfit\b/i,
    told: /\b(?:minimum|min\.?|dimensions? of)\s+(?:an?\s+|the\s+)?(?:buildable\s+)?square\b(?!\s*-?(?:f(?:ee|oo)t|ft))|\bsquare\b(?!\s*-?(?:f(?:ee|oo)t|ft))[^.;]{0,90}\bfit\b/i,
    notTold: /\b(?:square feet|sq\.? ?ft\.?) of\b/i,
    units: ["ft", "m"],
    search: "minimum square on the lot dimension side shape feet",
    limit: "minimum",
  },
  {
    id: "lot area",
    asked: new RegExp(
      String.raw`\b${lot}\s+(?:area|size)s?\b|\bsize of (?:a |the |my )?${lot}|\bhow (?:big|large|small)\s+(?:an?\s+|of an?\s+|(?:must|does|should|is|are|can|do|has|have|to|be|an?|the|my|our|each|every|any)\s+){0,4}(?:[\w-]+\s+){0,2}?(?:${lot}|property)\b|\bhow (?:much land|much acreage|many acres)\b|\b(?:frontage|width)\s+and\s+(?:land|area)\b|\bhow many acres\b|\b(?:smallest|minimum) (?:lot|parcel)\b|\bacreage\b|\b${lot}\b[^?]*\bhow (?:big|large|small) (?:must|does|should) it\b`,
      "i",
    ),
    told: new RegExp(
      String.raw`\b${lot}\s+(?:area|size)s?\b|\barea\s+of\s+(?:the\s+|a\s+|each\s+|any\s+)?${lot}|\bminimum\s+area\b|^\W*area\b|^\W*(?:min(?:imum)?\.?\s+)?lots?\W*$|\blots?\s+(?:of|that\s+(?:is|are))\s[^.;]{0,40}\bacres?\s+or\s+(?:more|larger|greater)\b|\blots?\b[^.;]{0,60}\b(?:contain|area of|at least|(?:not )?less than|minimum of|smaller than)\b|\b(?:square feet|acres?)\b[^.;]{0,30}\bin area|\b(?:have|contain|comprise|occupy|on)\s+(?:at least|a minimum of|(?:not|no) less than)\s+[\w\s().-]{1,30}\bacres?\b`,
      "i",
    ),
    notTold:
      /\bcoverage\b|\bper\s+(?:dwelling|d\.?\s?u|unit|bedroom|room|guest|pupil)|\bbuildable|\bfloor area\b|\b(?:%|percent|percentage)\s+of\b|\bcontiguous|\bdisturb|\bimpervious|\bbuilding\s+area|\bincrease|\b(?:zone|district)s?\s+(?:shall\s+)?(?:consist|contain|have|be\s+(?:at\s+least|not\s+less|a\s+minimum))\b|\btract\b|\baggregate\b|\bsigns?\b|\bbillboard|\bparking\s+lots?\b/i,
    units: ["sqft", "acre", "sqm"],
    search: "minimum lot area size square feet acres",
    limit: "minimum",
  },
];

/**
 * The dimension of the layout of sites that a question asks for, with the word that makes it one of a special kind of stall,
 * building or thing near wetlands, such as "compact": standards at large do not answer it.
 */
export function layoutAsked(
  text: string,
): { readonly dimension: Dimension; readonly kind: string | undefined } | undefined {
  const dimension = dimensions.find((one) => one.subject === "layout" && one.asked.test(text));
  return dimension && { dimension, kind: dimension.notTold?.exec(text)?.[0] };
}

/**
 * Whether only rules read at ingest may assert a dimension, and other sentences on it are quoted: most sentences on stalls and aisles
 * concern special kinds.
 */
export function isOfRulesOnly({ subject }: Dimension): boolean {
  return subject === "layout";
}

/** Whether a dimension is a setback of one side, or all of them. */
export function isSetback({ id }: Dimension): boolean {
  return / setback$|^setbacks$/.test(id);
}
