import type { UseConcept } from "./use-words.ts";

/** A wide word of lists of uses, and the kinds of use it may take in. */
interface UseClass {
  readonly told: RegExp;
  readonly kinds: ReadonlySet<string>;
}

function classOf(told: RegExp, kinds: string): UseClass {
  return { told, kinds: new Set(kinds.split("|")) };
}

const classes: readonly UseClass[] = [
  classOf(
    /\bretail\b|(?:^|[,;(]|\band|\bor)\s*(?:shops|stores)\b|\bcommercial (?:uses?|activit|establishments?)|\bgeneral merchandise|\bmercantile|\btrade\b/i,
    "retail|bakery|vape|art gallery|greenhouse|cannabis|gas station|food truck|pawn shop|vehicle sales",
  ),
  classOf(
    /\bcommercial (?:uses?|activit\w+|establishments?)|\bretail(?: and|,| or| &) (?:personal )?services?\b|\bgeneral retail\b|\bbusiness(?:es)? uses?\b|\bretail trade\b/i,
    "restaurant|beauty|laundromat|car wash|tattoo|bar|bank|gym|drive-through|office|automotive repair",
  ),
  classOf(
    /\bservices?\b(?! stations?)|\bservice establishments?|\bpersonal care/i,
    "beauty|laundromat|tattoo|bank|funeral home|gym|veterinary|day care|car wash|automotive repair|medical|restaurant|kennel|hotel|office|pawn shop|assisted living|group home",
  ),
  classOf(
    /\beating\b|\bdrinking\b|\brestaurants?\b|\bfood\b|\bbeverages?\b|\balcohol/i,
    "restaurant|bar|brewery|drive-through|food truck|bakery|retail",
  ),
  classOf(
    /(?<!(?:one|two|single|multi|multiple|family|attached|detached|manufactured|mobile|accessory|community|group|elderly|upper[- ]story)[- ](?:[a-z]+[- ])?)\b(?:dwellings?(?: units?)?|residences|housing|household living|residential (?:uses?|activit\w+|dwellings?|units?))\b/i,
    "duplex|single-family|multifamily|townhouse|accessory dwelling unit|mobile home|tiny house|boarding house|group home|assisted living|short-term rental|mixed-use",
  ),
  classOf(
    /\binstitution|\bcommunity (?:services?|facilit)|\bcivic\b|\bpublic (?:uses?|buildings?|facilit)|\bpersonal and group care|\bnonprofit\b/i,
    "day care|school|library|church|hospital|assisted living|group home|cemetery|medical|art gallery|gym",
  ),
  classOf(
    /\brecreation|\bamusement|\bentertainment|\bassembly\b(?!,)|\bathletic/i,
    "gym|theater|golf|swimming pool|bowling|bar|church|stable|adult use|campground|art gallery",
  ),
  classOf(/\boffices?\b|\bprofessional\b|\bbusiness uses?\b/i, "office|medical|bank|veterinary|beauty"),
  classOf(
    /\blodging|\baccommodation|\btransient|\bhabitation|\bguest/i,
    "hotel|bed and breakfast|short-term rental|boarding house|campground",
  ),
  classOf(
    /\bindustr|\bmanufactur|\bprocessing\b|\bassembl|\bfabricat/i,
    "manufacturing|brewery|warehouse|bakery|data center|automotive repair|junkyard|excavation|self-storage",
  ),
  classOf(
    /\bautomotive|\bvehic|\bautomobile|\bmotor\b/i,
    "car wash|automotive repair|gas station|vehicle sales|electric vehicle|parking lot|junkyard|recreational vehicle|drive-through",
  ),
  classOf(/\bstorage\b|\bwarehous/i, "self-storage|warehouse|junkyard"),
  classOf(
    /\bagricultur|\bfarm/i,
    "farm|livestock|chicken|goat|horse|cattle|swine|bees|greenhouse|stable|kennel|brewery|tree",
  ),
  classOf(/\butilit|\bessential services?|\bcommunications?\b|\bpublic service/i, "wireless|solar|wind|data center"),
  classOf(
    /\benergy\b|\baccessory (?:uses?|structures?|buildings?)\b/i,
    "solar|wind|shed|swimming pool|home occupation|accessory dwelling unit|chicken|deck|fence|electric vehicle",
  ),
  classOf(/\banimals?\b|\bpets?\b/i, "kennel|veterinary|livestock|chicken|goat|horse|cattle|swine|stable"),
  classOf(/\bwaste\b|\brecycling|\bsalvage/i, "landfill|junkyard"),
  classOf(/\bcare\b/i, "day care|assisted living|group home|hospital|medical"),
];

/** An entry that leaves its list open: what is similar is taken in too. */
const open =
  /\b(?:any|all|every|and|or|other)\s+(?:[\w-]+\s+){0,3}(?:similar|like|comparable|related)\s+(?:[\w-]+\s+){0,3}(?:uses?|business(?:es)?|establishments?|activities|facilities|services?|nature|character)\b|\bsimilar (?:uses?|in (?:nature|character)|to (?:the|those))\b|\bof (?:a|the) (?:same|similar) (?:general )?(?:nature|character|kind)\b|\bany (?:other )?(?:lawful|legal|commercial|business|industrial|retail)(?:,? (?:or )?[\w-]+){0,4} uses?\b|\bin (?:the opinion|the judge?ment) of\b/i;

/** Tells whether a text that lists uses may take in the use asked about under a wider word. */
export function mayTakeIn(text: string, concepts: readonly UseConcept[]): boolean {
  const asked = concepts.flatMap(({ kind }) => kind ?? []);
  return open.test(text) || classes.some(({ told, kinds }) => asked.some((kind) => kinds.has(kind)) && told.test(text));
}
