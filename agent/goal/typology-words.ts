import type { Typology } from "./goal.ts";

/** Words that name a building type. Phrases come before the words they contain: "medical office" before "office". */
export const typologyWords: readonly (readonly [Typology, number, RegExp])[] = [
  [
    "mixed_use",
    1,
    /\bmixed[- ]use\b|\b(?:apartments?|residences|units|housing)\s+(?:above|over)\s+(?:\w+\s+)?(?:retail|shops?|stores?|commercial)\b|\b(?:retail|shops?|stores?)\s+with\s+(?:apartments?|housing|units)\s+(?:above|upstairs)\b/gi,
  ],
  [
    "self_storage",
    1,
    /\bself[- ]storage\b|\bmini[- ](?:storage|warehouses?)\b|\bstorage\s+units\b|\bpublic\s+storage\b/gi,
  ],
  ["mobile_home_park", 1, /\b(?:mobile|manufactured)[- ]homes?(?:\s+(?:park|community|court))?\b|\btrailer\s+park\b/gi],
  [
    "senior_living",
    1,
    /\bsenior[- ](?:living|housing|apartments?|community)\b|\bassisted[- ]living\b|\bmemory\s+care\b|\bindependent\s+living\b|\bnursing\s+home\b|\bretirement\s+(?:community|home)\b|\bage[- ]restricted\b|\b55\s?\+/gi,
  ],
  ["hotel", 1, /\b(?:ho|mo)tels?\b|\bextended[- ]stay\b|\b(?:guest|hotel)\s+rooms\b/gi],
  ["townhome", 1, /\btown[- ]?(?:homes?|houses?)\b|\brow[- ]?houses?\b|\battached\s+single[- ]family\b/gi],
  ["multifamily_midrise", 1, /\bmid[- ]?rise\b|\bpodium\s+(?:building|apartments?)\b/gi],
  [
    "multifamily_garden",
    1,
    /\bgarden[- ](?:style\s+)?(?:apartments?|flats)\b|\bwalk[- ]?up(?:s|\s+(?:apartments?|buildings?|units))?\b/gi,
  ],
  [
    "subdivision",
    1,
    /\bsubdivi(?:sion|de|ding)\b|\bplat\s+(?:into|of)\b|\b(?:house|building|single[- ]family)\s+lots\b/gi,
  ],
  [
    "single_family",
    1,
    /\bsingle[- ]family(?:\s+(?:homes?|houses?|dwellings?|residences?))?\b|\b(?:a|my|our|one|the)\s+(?:new\s+|small\s+|modern\s+)?(?:house|home|cottage|cabin)\b/gi,
  ],
  [
    "multifamily_garden",
    0.7,
    /\b(?:apartments?|multi[- ]?family|condo(?:minium)?s?|flats)\b|\brental\s+(?:units|housing)\b/gi,
  ],
  [
    "industrial",
    1,
    /\bwarehous(?:es?|ing)\b|\bindustrial\b|\bdistribution\s+(?:center|hub|facility)\b|\bmanufacturing\b|\bfactory\b|\blogistics\b|\bflex\s+(?:space|building)\b|\btruck\s+terminal\b/gi,
  ],
  ["office", 1, /\boffices?\b|\bclinic\b/gi],
  [
    "retail",
    1,
    /\bretail\b|\b(?:strip\s+)?(?:mall|plaza)\b|\bshopping\s+cent(?:er|re)\b|\bgrocery(?:\s+store)?\b|\bsupermarket\b|\brestaurants?\b|\bcaf(?:e|é)\b|\bpharmacy\b|\b(?:coffee\s+)?shops?\b|\bstores?\b|\bgas\s+station\b/gi,
  ],
];
