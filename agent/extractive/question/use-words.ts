import { analyse } from "../../../ingest/index.ts";
import { contentTerms } from "../../text/words.ts";
import { furtherUses, plainNamesOf } from "./further-uses.ts";

/**
 * Words for one kind of use or structure, as people and ordinances say it; each line is one kind. A word with a question
 * mark tells the kind in a question only: in an ordinance it says too little. One with a plus tells it in an ordinance
 * only, where a wider word takes the kind in. Behind the names stand the traits of a kind:
 *
 * home        a dwelling, which "house" and "dwelling" name too
 * accessory   belongs to another use of its lot by nature
 * structure   an accessory structure, for which codes set separate standards
 * everyday    a common word for lots and buildings in general, not a special case
 * zoned       a kind that whole districts are made for: their standards are those of its buildings
 * first       tells what a question is about whatever else it names: a house let by the night is a short-term rental
 * one-name    all its names mean the same; of other kinds only the name that a question uses is exact
 * forms       a question often means a form or a part of it: wine of a farm, a drive-up of a bank
 */
const kinds = `
duplex|two-family|two family|two-household|two household|two-unit dwelling|two-unit living|twin house|semi-detached dwelling # home one-name forms
single-family|single family|one-family|one family|single-household|single household|single-unit|single-unit living|detached dwelling|detached house|one dwelling|one detached dwelling|?farmhouse|?house|?houses # home everyday one-name forms
multifamily|multi-family|multi family|multiple-family|multiple family|multiple dwelling|multi-household|multi-unit|multi-unit living|?fourplex|?four-plex|?triplex|?tri-plex|?quadplex|?quadruplex|apartment|apartment building|apartments|condominium|three or more dwelling|garden apartment # home one-name forms
townhouse|townhome|row house|rowhouse|attached dwelling|attached townhouse|single-family attached|attached house|one-family attached|dwelling attached|dwellings attached # home one-name forms
accessory dwelling unit|adu|accessory dwelling|accessory apartment|+accessory unit|in-law apartment|in-law suite|in-law unit|mother-in-law|granny|secondary suite|secondary dwelling|carriage house|backyard suite|backyard cottage|garden cottage|?apartment to my house|?apartment in my house|?apartment in my basement|?apartment over my garage|?apartment above my garage|?apartment for my mother|?apartment for my father|?apartment for my parents|?apartment in it for my mother|?apartment in it for my father|basement apartment|garage apartment|?granny flat|?small apartment # home accessory one-name forms
guest house|guesthouse|guest cottage|guest quarters # home accessory one-name
restaurant|?fast food|?fast-food|?burger joint|?burger place|?pizza place|?sandwich shop|cafe|pizzeria|deli|eating|eating place|diner|coffee shop|food service|eating establishment|serving of food|food and beverage|food and beverages # forms
bar|tavern|?pub|nightclub|night club|drinking establishment|cocktail lounge|live entertainment|drinking place
church|place of worship|places of worship|religious|house of worship|houses of worship|worship|synagogue|temple|mosque|religious assembly # one-name
retail|store|shop|retail sales|clothing|gift|apparel|boutique|general merchandise|department store|retail trade|sale at retail|superstore
antique shop|antique store|antiques shop|antiques store|sale of antiques|antique dealer # one-name
office|offices|business office|professional office|administrative office # everyday zoned
medical|clinic|physician|doctor|dental|dentist|health care|medical office
day care|daycare|child care|childcare|day nursery|nursery school|preschool|?toddlers|?look after children|?look after kids|?watch children|?watch kids|?babysit # one-name
bed and breakfast|bed-and-breakfast|tourist home|b&b|bed and breakfast transient lodging # one-name
hotel|motel|inn|lodging|transient lodging|transient habitation
short-term rental|short term rental|vacation rental|airbnb|transient rental # first one-name
lodgers|letting of rooms|roomers|boarders|renting of rooms|rental of rooms|furnishing of board|lodger|roomer|boarder|?rent rooms|?rent out rooms|?rent a room|?rent out a room # home accessory first one-name
caretaker|caretakers|watchman|watchmen|night watchman|caretaker dwelling # home accessory first one-name
home occupation|home-based|home based|home business|home office|home professional # accessory first one-name forms
warehouse|warehousing|distribution center|?distribution|freight|wholesale|wholesaling
self-storage|self storage|mini-warehouse|mini warehouse|miniwarehouse|mini-storage|self-service storage|storage units|mini storage|personal storage # one-name
manufacturing|factory|factories|fabrication|manufacture|metal fabrication|machine shop|?processing|?industrial
automotive repair|auto repair|car repair|?repair cars|?fix cars|?repairing cars|repair of motor vehicles|repair of automobiles|repair of vehicles|vehicle repair|motor vehicle repair|automobile repair|automotive servicing|automotive maintenance|vehicle maintenance|automobile service|auto service|repair garage|+auto related|+automotive uses|+automobile uses # one-name
auto body|body shop|body shops|auto body shop|automobile body|vehicle body|motor vehicle body|collision repair|automotive body # one-name
gas station|gas stations|?gas pumps|?gas pump|?fuel pumps|filling station|gasoline|fuel station|gasoline station|gasoline stations|service station|fueling|motor fuel sales|motor fuel station|gasoline filling|+convenience stores with gas|motor vehicle service station|automobile service station|automotive service station # one-name
convenience store|convenience market|corner store
car wash|carwash|automobile laundry|vehicle wash|vehicle washing|auto washing|automobile washing|car washing|motor vehicle washing # one-name
kennel|dog boarding|animal boarding|boarding of animals # one-name
veterinary|veterinarian|animal hospital|animal clinic|?vet hospital|?vet clinic|?vet # one-name
farm|agriculture|farming|agricultural|crops # one-name forms
orchard|orchards|+farm|+farms|+farming|+agriculture|+agricultural|+crops
rooster|roosters|cockerel|+poultry|+chickens|+hens|+fowl|+livestock # accessory first
livestock|farm animals|domestic animals|keeping of animals|+goat|+goats|+chickens|+hens|+poultry|+horses|+cattle|+swine
chicken|chickens|hens|hen|poultry|fowl|+livestock|+farm animals|+keeping of animals|+domestic animals # accessory
goat|goats|sheep|+livestock|+farm animals|+keeping of animals|+domestic animals
horse|horses|equine|pony|+livestock|+farm animals|+keeping of animals|+domestic animals # forms
cattle|cow|cows|+livestock|+farm animals|+keeping of animals|+domestic animals
swine|pig|pigs|hog|hogs|+livestock|+farm animals|+keeping of animals|+domestic animals
bees|beekeeping|hives|apiary|apiculture # accessory one-name
wireless|cell tower|telecommunication|telecommunications|communication tower|communications tower|antenna|antennas|cellular|radio tower # structure
solar|photovoltaic|solar energy|solar farm|solar panels # accessory structure
school|schools|educational # everyday
group home|supportive housing|community residence|community residences|community residential home|community residential homes|residential care|persons with disabilities
assisted living|nursing home|retirement community|convalescent|elderly housing|continuing care|independent living|rest home|group living
brewery|breweries|microbrewery|brewing|taproom|brew pub|brewpub
printing|print shop|printing shop|printing establishment|printing and publishing|publishing|publishing and printing # one-name
bakery|baked goods|baking|bakeries # one-name
art gallery|gallery|museum|art galleries
junkyard|junk yard|automobile wrecking|auto wrecking|wrecking|salvage|junk|scrap|dismantling # one-name
landfill|solid waste|refuse disposal|dump|waste disposal
drive-through|drive through|drive-up|drive-thru|drive-in window|drive-in service|drive-in facility|drive-in use|drive-in establishment|drive-in restaurant|restaurant drive-in|drive-in bank|bank drive-in|drive-in business|drive-in theater|served in their cars
beauty|barber|salon|hair|personal service|personal services|hairdresser|hair salon|beauty salon|nail salon|?nails|?manicure
bank|financial institution|banking institution|financial # one-name forms
funeral home|mortuary|funeral # one-name
mobile home|manufactured home|manufactured housing|trailer|house trailer # home one-name forms
commercial vehicle|commercial vehicles|trucks and trailers|parking of trucks|?dump truck|?dump trucks|?work truck|?semi truck|?semi|?tractor trailer|?box truck|?big rig|?truck parked
boat|boats|watercraft
christmas tree sales|sale of christmas trees|sales lots for christmas trees|christmas tree lot|seasonal sales|?christmas trees|?cristmas trees|?xmas trees # one-name
shipping container|shipping containers|storage container|storage containers|cargo container|portable storage|storage pod|?pods|?conex # structure
tent|tents # accessory one-name
dumpster|dumpsters # accessory one-name
garage sale|garage sales|yard sale|yard sales|tag sale|tag sales|rummage sale # accessory one-name
produce|farm produce|farm stand|roadside stand|sale of produce|agricultural products|farm products|?vegetables|?fruit|?tomatoes|?eggs
recreational vehicle|rv|camper|motor home|travel trailer # one-name
pawn shop|pawnshop|pawnbroker # one-name
campground|campgrounds|camping # one-name
vehicle sales|car dealership|car dealer|automobile sales|auto sales|car sales|motor vehicle sales|car lot|used car # one-name
bowling|bowling alley|bowling alleys # one-name
truck terminal|trucking|freight terminal|motor freight|truck stop
crematory|crematories|crematorium # one-name
shed|outbuilding|accessory building|accessory structure|detached garage|private garage|storage building|accessory buildings # accessory structure everyday
swimming pool|pool|pools # accessory structure one-name forms
fence|fences|fencing|barrier|?wall|?hedge # accessory structure
deck|porch|patio|balcony|decks # accessory structure everyday
sign|signs|signage|billboard|advertising|wall sign|wall signs|?banner|?banners # accessory structure
driveway|driveways|curb cut|access drive|access driveway # accessory structure
mixed-use|mixed use|residential above|dwelling unit above|dwelling above|apartment above|apartment over|dwelling unit over|upper story dwelling|upper floor dwelling|+dwelling unit above ground floor|+residential apartment above first 1st story of commercial or business building # one-name
food truck|mobile food|food vending|mobile vending|itinerant vendor|food vendor # one-name
cannabis|marijuana
data center|data centre|server farm # one-name
adult use|adult entertainment|adult-oriented|sexually oriented # one-name
hospital|hospitals # one-name
library|libraries|museum
fallout shelter|fallout shelters|bomb shelter|bomb shelters # accessory one-name
parking lot|parking garage|parking structure|parking facility # everyday
gym|gymnasium|fitness center|fitness centre|fitness club|fitness studio|fitness facility|fitness facilities|health club|athletic club|recreation center
tattoo|tattooing|body piercing|?tatoo # one-name
boarding house|rooming house|lodging house|boardinghouse
miniature golf|mini golf|mini-golf|minigolf|putt-putt # one-name
golf|golf course|country club
cemetery|cemeteries|burial # one-name
tree|trees|vegetation # accessory everyday
stable|riding|equestrian|riding stable|riding academy|riding school|riding lessons|horse boarding|boarding of horses|boarding stable|livery stable
greenhouse|nursery|garden center
airport|airports|airstrip|airstrips|landing strip|landing strips|landing field|heliport|heliports|helipad
sawmill|sawmills|saw mill|saw mills|temporary sawmill|temporary saw mill # one-name
excavation|gravel|quarry|mining|earth removal
wind|wind turbine|windmill # accessory structure one-name
electric vehicle|ev charging|charging station # one-name
distillery|distilleries|distilling # one-name
winery|wineries|farm winery|cidery|meadery
vineyard|vineyards
laundromat|laundromats|self-service laundry|coin-operated laundry|coin laundry|launderette # one-name
dry cleaner|dry cleaners|dry cleaning|dry-cleaning # one-name
tailor|tailors|tailoring|dressmaker|dressmaking|seamstress # one-name
theater|theatre|theaters|theatres|cinema|movie theater|motion picture # one-name
massage|massage parlor|massage establishment|massage therapy # one-name
smoke shop|vape shop|tobacco shop|tobacco store|vape store # one-name
liquor store|liquor stores|package store|package stores|package liquor store|package liquor stores|+package stores for the sale of alcoholic beverages|+stores for the sale of alcoholic beverages|+stores for the sale of alcoholic liquor|+retail sales of liquor|+retail sale of liquor|+sale of liquor # one-name
grocery|grocery store|supermarket|supermarkets|food market # one-name
pharmacy|pharmacies|drug store|drugstore|drugstores # one-name
event venue|wedding venue|?weddings|banquet hall|event center|reception hall|banquet facility
firearms|gun shop|gun store|firearms sales|firearm sales|gunsmith|?guns
shooting range|gun range|rifle range|firing range|target range # one-name
contractor's yard|contractors yard|contractor yard|contractors' yards|contractor's storage yard|construction yard # one-name
towing|tow yard|impound|impound yard|impound lot
go-kart|go kart|race track|racetrack|raceway|motor racing|?dirt bike
arcade|video arcade|billiard|billiards|pool hall|amusement center
lumber yard|lumberyard|building supply|building materials
`;

/** What holds of a kind of use or structure. */
export type Trait = "home" | "accessory" | "structure" | "everyday" | "zoned" | "first" | "one-name" | "forms";

interface Kind {
  readonly name: string;
  readonly names: readonly string[];
  readonly traits: readonly string[];
  /** How an ordinance speaks of it, wider words that take it in among them. */
  readonly phrases: readonly (readonly string[])[];
  /** The phrases that speak of this kind alone. */
  readonly own: readonly (readonly string[])[];
  /** The phrases, and words that tell the kind in a question only. */
  readonly triggers: readonly (readonly string[])[];
}

const known: readonly Kind[] = kinds
  .trim()
  .split("\n")
  .map((line) => {
    const [said = "", traits = ""] = line.split(" # ");
    const names = said.split("|");
    const stemsOf = (kept: (name: string) => boolean) => names.filter(kept).map((name) => analyse(name));
    return {
      name: names[0] ?? "",
      names,
      traits: traits.split(" "),
      phrases: stemsOf((name) => !name.startsWith("?")),
      own: stemsOf((name) => !/^[?+]/.test(name)),
      triggers: stemsOf((name) => !name.startsWith("+")),
    };
  });

const traitsOf = new Map(known.map(({ name, traits }) => [name, traits]));

/** Returns whether a kind, given by its first name, has a trait; false without a kind. */
export function hasTrait(kind: string | undefined, trait: Trait): boolean {
  return kind !== undefined && traitsOf.get(kind)?.includes(trait) === true;
}

/** One thing a use phrase speaks of: a kind with all its names, or a word of its own. */
export interface UseConcept {
  /** The first name of the kind; left out for a word of its own. */
  readonly kind?: string;
  readonly phrases: readonly (readonly string[])[];
  readonly weight: number;
  /** The words of the question that tell the kind, those that tell it in a question only among them. */
  readonly asked?: readonly (readonly string[])[];
}

/** Words that qualify a use without naming it. */
const qualifiers = new Set(
  analyse(
    "new small large big existing vacant general single multiple sit-down sit down full-service full service indoor outdoor enclosed local automatic heavy light commercial " +
      "business property lot parcel site land building structure facility establishment operation center centre area room space suite unit complex development project campus " +
      "house home residential residence district zone neighborhood downtown town city community hyperscale own spare front back rear side yard backyard floor ground storefront " +
      "about square foot feet sf acre acres half year month week day night producing per with open operate run start build construct develop install establish put add keep have use convert " +
      "place located permit permitted allowed allow principal accessory type kind retail wholesale craft associated related multi story one two three four five six eight ten twelve first second third attached detached row chair bay bays member members household ground-mounted customary supporting instead",
  ),
);

/** Reads a phrase into the things it speaks of: the first kind of use counts most, words that only qualify hardly at all. */
export function conceptsOf(phrase: string): UseConcept[] {
  const stems = analyse(phrase);
  const taken = new Set<number>();
  const kinds: { readonly kind: Kind; readonly at: number; readonly asked: readonly (readonly string[])[] }[] = [];
  const said = saidIn(stems, triggerNames);
  const found = known.flatMap((kind) => {
    const names = said.get(kind);
    const asked = names ? kind.triggers.filter((words) => names.has(words)) : [];
    return names ? [{ kind, asked, hits: asked.map((words) => placesOf(words, stems)) }] : [];
  });
  for (const { kind, asked, hits } of found) {
    const places = hits.flat();
    for (const at of places) taken.add(at);
    const isPartOfOther = found.some(
      (other) =>
        other.kind !== kind &&
        hits.every((hit) =>
          other.hits.some((longer) => holdsMore(longer, hit) || (kind.name === anyShop && follows(hit, longer))),
        ),
    );
    const isForEggs =
      asked.every((words) => words.join() === egg) && found.some((other) => other.kind.name === "chicken");
    if (!isPartOfOther && !isForEggs)
      kinds.push({ kind, at: hasTrait(kind.name, "first") ? -1 : Math.min(...places), asked });
  }
  const ordered = kinds.sort((a, b) => a.at - b.at);
  const concepts = ordered.map(
    ({ kind, asked }, rank): UseConcept => ({
      kind: kind.name,
      phrases: kind.phrases,
      weight: rank === 0 ? 1 : isAside(kind, ordered[0]?.kind) ? 0.2 : 0.6,
      asked,
    }),
  );
  const telling = new Set(contentTerms(phrase));
  const others = stems.filter(
    (stem, at) => !taken.has(at) && telling.has(stem) && !qualifiers.has(stem) && !/^\d/.test(stem),
  );
  // Of signs there are so many that the word beside them tells which: "roof signs".
  const most = concepts[0]?.kind === "sign" ? 0.5 : 0.15;
  const weight = concepts.length === 0 ? 1 : Math.min(most, 0.5 / Math.max(others.length, 1));
  return [...concepts, ...[...new Set(others)].map((stem): UseConcept => ({ phrases: [[stem]], weight }))];
}

/**
 * Returns what a use is called, given by the id that the learned model has for it; undefined for an id without names, and
 * for common words for lots and buildings. The question tells it in its own words, so its names count as said.
 */
export function conceptOfUse(id: string): UseConcept | undefined {
  const kind = known.find(({ name }) => name === id);
  // Of signs there are so many that only the words beside them tell which.
  if (kind?.traits.includes("everyday") || id === "sign") return undefined;
  const stemsOf = (names: readonly string[]) => names.map((name) => analyse(name));
  if (kind) {
    const asked = kind.traits.includes("one-name") ? kind.own : stemsOf(plainNamesOf.get(id) ?? [id]);
    return { kind: id, phrases: kind.phrases, weight: 1, asked };
  }
  const further = furtherUses.get(id);
  return further && { kind: id, phrases: stemsOf(further), weight: 1, asked: stemsOf(further) };
}

/** Hens are kept for eggs, which are then no produce for sale. */
const [egg] = analyse("eggs");

/** A house beside another kind of use says where that is, but for a use of the house itself: one let by the night. */
const isAside = ({ name }: Kind, first: Kind | undefined) =>
  hasTrait(name, "home") &&
  hasTrait(name, "everyday") &&
  (hasTrait(first?.name, "accessory") || !hasTrait(first?.name, "first"));

/** "Tattoo shop" is a shop of its own kind. */
const anyShop = "retail";

function follows(places: readonly number[], others: readonly number[]): boolean {
  return places.length === 1 && others.at(-1) === (places[0] ?? 0) - 1;
}

/** The places of one name hold those of another and more: "vape shop" is no "shop". */
function holdsMore(longer: readonly number[], shorter: readonly number[]): boolean {
  return longer.length > shorter.length && shorter.every((at) => longer.includes(at));
}

/** Returns whether a concept is a common word for lots and buildings in general, or no kind of use at all. */
export function isEveryday({ kind }: UseConcept): boolean {
  return kind === undefined || hasTrait(kind, "everyday");
}

/** Returns the kinds of use and structure that a text mentions, each by its first name. */
export function kindsSaidIn(text: string): string[] {
  const stems = analyse(text);
  const said = saidIn(stems, ownNames);
  return known.filter((kind) => said.has(kind)).map(({ name }) => name);
}

/** Names of kinds by their first stem: so a text is read in one pass, whatever the number of names. */
type NameIndex = ReadonlyMap<string, readonly { readonly kind: Kind; readonly words: readonly string[] }[]>;

const indexOf = (namesOf: (kind: Kind) => Kind["own"]): NameIndex =>
  Map.groupBy(
    known.flatMap((kind) => namesOf(kind).map((words) => ({ kind, words }))),
    ({ words }) => words[0] ?? "",
  );
const ownNames = indexOf(({ own }) => own);
const triggerNames = indexOf(({ triggers }) => triggers);

/** Returns the kinds that a text mentions, given by its stems, each with the names by which the text mentions it. */
function saidIn(stems: readonly string[], names: NameIndex): ReadonlyMap<Kind, ReadonlySet<readonly string[]>> {
  const said = new Map<Kind, Set<readonly string[]>>();
  stems.forEach((stem, at) => {
    for (const { kind, words } of names.get(stem) ?? []) {
      if (!words.every((word, offset) => stems[at + offset] === word)) continue;
      said.set(kind, (said.get(kind) ?? new Set()).add(words));
    }
  });
  return said;
}

/** Returns the stems of the names of several words by which a text mentions kinds of use: "gas station". */
export function namesOfUses(text: string): string[] {
  const stems = analyse(text);
  return known.flatMap(({ triggers }) =>
    triggers.filter((words) => words.length > 1 && placesOf(words, stems).length > 0).flat(),
  );
}

/** Returns the kinds of use that a text mentions, without those that are common words for lots and buildings in general. */
export function kindsIn(text: string): string[] {
  return kindsSaidIn(text).filter((name) => !hasTrait(name, "everyday"));
}

/** Share of the concepts that a text speaks of, 0..1; the first and heaviest concept must be among them. */
export function conceptMatch(concepts: readonly UseConcept[], stems: readonly string[]): number {
  let whole = 0;
  let held = 0;
  for (const concept of concepts) {
    whole += concept.weight;
    if (concept.phrases.some((words) => isSaid(words, stems, concept))) held += concept.weight;
  }
  return whole === 0 ? 0 : held / whole;
}

/** A wide word that only stands in the name of another kind is not said: "machine shop" is no shop. */
function isSaid(words: readonly string[], stems: readonly string[], { phrases }: UseConcept): boolean {
  const [word] = words;
  if (words.length !== 1 || word === undefined) return placesOf(words, stems).length > 0;
  const longer = namesEndingIn.get(word)?.filter((name) => !phrases.some((own) => isSame(own, name)));
  if (!longer) return stems.includes(word);
  return stems.some(
    (stem, at) =>
      stem === word && !longer.some((name) => isSame(name, stems.slice(Math.max(at + 1 - name.length, 0), at + 1))),
  );
}

function isSame(words: readonly string[], others: readonly string[]): boolean {
  return words.length === others.length && words.every((word, at) => word === others[at]);
}

/** The names of several words by the last of them. */
const namesEndingIn = new Map<string, (readonly string[])[]>();
for (const name of known.flatMap(({ own }) => own)) {
  const last = name.at(-1);
  if (last !== undefined && name.length > 1) namesEndingIn.set(last, [...(namesEndingIn.get(last) ?? []), name]);
}

/** Other names of the kinds a phrase speaks of, for the search. */
export function otherNames(phrase: string): string[] {
  const stems = analyse(phrase);
  const said = known.filter(({ triggers }) => triggers.some((words) => placesOf(words, stems).length > 0));
  return said.flatMap(({ names }) => {
    const own = names.filter((name) => !name.startsWith("?"));
    return own.map((name) => name.replace("+", "")).slice(0, 5);
  });
}

function placesOf(words: readonly string[], stems: readonly string[]): number[] {
  if (words.length === 0) return [];
  for (let at = 0; at + words.length <= stems.length; at++) {
    if (words.every((word, offset) => stems[at + offset] === word)) return words.map((_, offset) => at + offset);
  }
  return [];
}
