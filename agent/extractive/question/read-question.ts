import { analyse } from "../../../ingest/index.ts";
import { type NamedDistrict, withoutPlaceName } from "../../../retrieval/index.ts";
import { contentTerms } from "../../text/words.ts";
import { asksIfNeeded, withPlainVerdict } from "./approval-asked.ts";
import { sentenceAsking } from "./asking-sentence.ts";
import type { Dimension } from "./dimensions.ts";
import { type DimensionsAsked, dimensionsByForm, dimensionsByModel, reachesInto } from "./dimensions-asked.ts";
import { besideDistrict, type District, districtOf, districtsIn, plainName } from "./districts.ts";
import { asksForDistricts, asksForUses } from "./list-asked.ts";
import { type Measure, measures } from "./measures.ts";
import { askedKinds, likeliestKind } from "./question-kind.ts";
import { termAsked, termByNumber } from "./term-asked.ts";
import { useAskedAbout } from "./use-asked.ts";
import { asksForOther, readUseAsked, readUsesByModel, type UseByModel } from "./use-by-model.ts";
import { conceptsOf, hasTrait, isEveryday, type UseConcept } from "./use-words.ts";

/** What a question wants to know. */
export interface QuestionReading {
  readonly text: string;
  readonly kind: "value" | "permission" | "definition" | "general";
  readonly districts: readonly District[];
  /** True when the district was taken from the facts of the site, not from the question. */
  readonly isSiteDistrict: boolean;
  /** It asks whether an approval is needed. */
  readonly isForNeed: boolean;
  /** It asks which body or officer acts. */
  readonly isForBody: boolean;
  /** What it wants listed: the districts that allow a use, or the uses of a district; null for neither. */
  readonly listed: "districts" | "uses" | null;
  /**
   * The words for the condition of the land of which it asks what may be done, such as "floodway" or "steep", which lists
   * of uses do not decide; null for land of no condition.
   */
  readonly constraint: readonly string[] | null;
  readonly dimension: Dimension | null;
  /** All dimensions asked for, in order; more than one for "setbacks and height". */
  readonly dimensions: readonly Dimension[];
  readonly measure: Measure | null;
  readonly limit: "minimum" | "maximum" | null;
  /** What the value is of, beyond lots and buildings at large: fence, sign, driveway. */
  readonly subject: readonly UseConcept[];
  /** The use asked about, as the question words it. */
  readonly use: string | null;
  readonly useConcepts: readonly UseConcept[];
  /** The term to be defined. */
  readonly term: string | null;
  readonly terms: readonly string[];
  /** The question as its form alone tells it, where it tells other dimensions and may be right. */
  readonly byForm?: QuestionReading;
  /** The question with each use that the learned model reads beside that of its form. */
  readonly byUse?: readonly QuestionReading[];
  /** The use is read by the model: from the words that name it, or as what it takes these words for. */
  readonly useBy?: UseByModel["useBy"];
}

/** What is known beside the question. */
export interface QuestionContext {
  readonly zoningCodes: readonly string[];
  readonly jurisdiction: string | null;
  /** Districts of the law that the question names in words by which it cannot be known without the law. */
  readonly named?: readonly NamedDistrict[];
  /** Codes that the law gives to districts which the question names by their names. */
  readonly codes?: readonly NamedDistrict[];
  /** Where the question is on land of a condition that a fact of the site states, the stems by which both name it. */
  readonly constraint?: readonly string[] | null;
}

/** Words about lots and buildings at large, which name no subject of their own. */
const ordinary = new Set(
  analyse(
    "lot lots parcel property site land building buildings structure structures house home dwelling dwellings unit units residence residential family single-family single one new principal main primary " +
      "minimum maximum min max least most smallest largest feet foot ft square acre acres size area requirement requirements standard standards regulation regulations rule rules limit limits number amount " +
      "zone zones district districts zoning ordinance code bylaw by-law town city county village off-street street offstreet required long wide tall high far close near big large small deep many much " +
      "value dimension dimensional larger smaller bigger taller higher wider longer deeper away located locate construct construction built build allowed allowable project typical regular normal usual ordinary standard ever road street biggest tallest highest longest current legal detached person people exactly floor floors foot measured include including " +
      "fit fits fitting square apply applies adjoining share perpendicular go get want own stay total overall bulk give state list provide supposed acreage boundary stand cap caps gross looking raw touch approval planning commission board special without permission percent doesn't don't isn't reach served " +
      "whats lets let they including include included line lines yard yards setback setbacks set back distance away height width depth length frontage coverage cover covers covered occupy occupied percent percentage density ratio open space parking spaces space story stories paved pave paving pavement degree degrees layout layouts show shown aisle aisles",
  ),
);

/** Words by which a question on a dimension says where a building comes: "how near can we come to the neighbor behind". */
const ofPlace = new Set(
  analyse("adding addition come comes neighbor neighbors neighbour neighbours behind beside go re"),
);

/** Reads a question: what kind it is, and which dimension, district, use or term it is about. */
export function readQuestion(text: string, context: QuestionContext): QuestionReading {
  // Patterns that try every place of a long gap take seconds for one of thousands of spaces.
  const asked = text.replaceAll(/\s+/g, " ");
  const reading = readByForm(asked, context);
  if (reading.kind !== "permission" || reading.listed === "uses") return reading;
  const told = withoutDistricts(asked, reading.districts).replace(whatIsNot, " ");
  const read = readUseAsked(told);
  const others = readUsesByModel(told, read).filter(({ use }) => use !== reading.use);
  const [first, ...more] = others.map((one) => ({ ...reading, ...one }));
  if (!first) return reading;
  const [main] = reading.useConcepts;
  const isOther = main?.kind !== undefined && asksForOther(read, main);
  return isOther ? { ...first, byUse: more } : { ...reading, byUse: [first, ...more] };
}

function readByForm(asked: string, context: QuestionContext): QuestionReading {
  const text = inPlainWords(withoutPlace(asked, context.jurisdiction));
  const readWith = (dimensions: DimensionsAsked) => readWithDimensions({ asked, text }, dimensions, context);
  if (asksWho(text)) return readWith({ first: null, all: [] });
  const byForm = dimensionsByForm(text);
  if (likeliestKind(text) === "permission") return readWith(byForm);
  const byModel = dimensionsByModel(text, byForm);
  const reading = readWith(byModel);
  const isSame = byForm.all.length === byModel.all.length && byForm.all.every((one) => byModel.all.includes(one));
  return isSame || byModel.isSure ? reading : { ...reading, byForm: readWith(byForm) };
}

function readWithDimensions(
  { asked, text }: { readonly asked: string; readonly text: string },
  { first, all }: DimensionsAsked,
  context: QuestionContext,
): QuestionReading {
  const known = (context.named ?? []).map(districtOfLaw);
  const read = districtsIn(text).map((one) => withCodes(one, context.codes ?? []));
  const own = read.length > 0 ? read : known.filter((one, at) => known.findIndex((other) => isSame(one, other)) === at);
  const site = context.zoningCodes.flatMap((code) => districtOf(code) ?? []);
  const isForBody = asksWho(text);
  const measure = isForBody ? null : (measures.find((one) => one.asked.test(text)) ?? null);
  // "In the front yard, how many days may it stay": the yard is where it stands.
  const isOfTime =
    measure?.id === "time" &&
    /\bhow (?:many (?:days|nights|weeks|months|years|hours)|long (?:can|may|could|must|do|does|will))\b/i.test(text);
  const [dimension, dimensions] = isForBody || isOfTime ? [null, []] : [first, all];
  const term = termAsked(text);
  const bare = withoutDistricts(text, own).replace(officer, "official");
  const told = bare.replace(whatIsNot, " ");
  const use = useAskedAbout(told.replace(besideTheHouse, " "));
  const useConcepts = use === null ? [] : conceptsOf(use);
  const isOfAmount = dimension !== null || measure !== null;
  const isForDistricts = own.length === 0 && !isOfAmount && !isForBody && asksForDistricts(text, useConcepts);
  const districts = own.length > 0 || isForDistricts ? own : site;
  const isForUses = districts.length > 0 && !isOfAmount && !isForBody && asksForUses(text, [use ?? "", term ?? ""]);
  const listed = isForDistricts ? "districts" : isForUses ? "uses" : null;
  const kind = listed === null ? kindOf(text, { dimension, measure, term }) : "permission";
  const subject =
    dimension || measure ? subjectOf(told.replace(besideDistrict, " ").replace(manner, " "), dimension, text) : [];
  return {
    text,
    kind,
    districts,
    isSiteDistrict: own.length === 0 && districts.length > 0,
    isForNeed: asksIfNeeded(asked),
    isForBody,
    listed,
    constraint: context.constraint ?? null,
    dimension,
    dimensions,
    measure,
    limit: limitAsked(text) ?? dimension?.limit ?? null,
    subject,
    use,
    useConcepts,
    term,
    terms: contentTerms(bare.replace(manner, " ")),
  };
}

const isSame = (one: District, other: District) => one.printed === other.printed;

/** A whole house let by the night or the week: "rent my house out to vacationers by the night". */
const houseByTheNight =
  /\brent(?:ing)?(?:\s+out)?\s+((?:my|our|his|her|their|the|an?)\s+(?:(?!accessory\b|guest\b|in-law\b|granny\b)[\w-]+\s+){0,2}?(?:house|home|condo|condominium|place|cabin|cottage|townhouse|townhome|dwelling))\b(?:\s+out)?(?=[^?.!]*\b(?:by the (?:night|week(?:end)?)|nightly|to (?:tourists|vacationers|travelers)|for (?:a|one|the) (?:night|week(?:end)?))\b)/gi;

/** What people say for a word of the law that other readings of it would miss. */
const plainWords: readonly (readonly [said: RegExp, meant: string])[] = [
  [/(?<=\bhow\b[^?]*)\b(?:(?:mother|father)-)?in-law (?:apartment|suite|unit|flat)\b/gi, "accessory apartment"],
  // The limits of a cottage may be its own: some codes have cottages beside other accessory dwellings.
  [
    /(?<!\b(?:how|what|maximum|minimum)\b[^?]*)\b(?:cottage|(?:small|little) (?:house|home))(?=\s+(?:behind|in back of|in (?:the|my|our) back ?yard)\b|[^.?!]{0,20}\bfor (?:my|our) (?:mother|father|mom|dad|parents?|in-laws?|grand\w+)\b)/gi,
    "accessory dwelling unit",
  ],
  [/\b(?:spare|extra) (?:bed)?rooms?\b(?=[^?]*\b(?:rent|let)\b)/gi, "rooms for lodgers"],
  [
    /(?<!\b(?:how|what|minimum|maximum)\b[^?]*)\b(drive-?(?:through|thru|up|in)) (?:pick-?up )?(?:windows?|lanes?)\b/gi,
    "$1",
  ],
  // "Apart" has the stem of "apartment".
  [/(?<!,\s*)\bapart\b/gi, "from each other"],
  [houseByTheNight, "use $1 as a short-term rental"],
  [/\b(street|road|highway) right[- ]of[- ]way\b/gi, "$1"],
  [/\bis there (?:an?|any) (?:cap|limit) (?:on|to) (?=how\b)/gi, ""],
  // A kind of lot that the question excludes is not one of its conditions.
  [
    /\(?\bnot (?:(?:on )?an? )?(?:flag|corner|rear)\b(?: lot)?(?:,? (?:(?:and|or) )?(?:not )?(?:an? )?(?:flag|corner|rear)\b(?: lot)?){0,2}\)?/gi,
    "",
  ],
  // What is filed with a board of appeals about a decision is an appeal.
  [
    /\bfile (?:(?:anything|something|papers) )?(?=with the (?:zoning )?board of (?:zoning )?appeals\b)/gi,
    "file an appeal ",
  ],
  [
    /\b(?:take|bring) (?:it|this|that|them|him|her) (?=to the (?:ZBA|(?:zoning )?board of (?:zoning )?appeals)\b)/gi,
    "appeal it ",
  ],
  [/\bdays in a row\b/gi, "consecutive days"],
  [/\bgood (?:for|until|till)\b/gi, "valid for"],
];

const inPlainWords = (text: string) =>
  plainWords.reduce((said, [word, meant]) => said.replace(word, meant), withPlainVerdict(text));

/** What a story says there is not, or leaves aside: "…, no sign, no staff", "… and there's no sign", "…, apart from the bar". */
export const whatIsNot =
  /(?<=[,;.]\s*|\band\s+)(?:there(?:['’]s| is| are| will be)\s+)?no\s+(?!longer\b|more\b|less\b)[\w'’-]+(?:\s+[\w'’-]+){0,2}(?=\s*(?:[,;.?!]|and\b|or\b|$))|[,(]\s*(?:apart from|leaving aside|not counting|not including|excluding)\s[^,;.?!)]*/gi;

/** A person who holds an office, which is no use of land. */
const officer = /\bofficers?\b/gi;

/** A district that the question names by its code or by its name alone, with the other one that the law gives it. */
function withCodes(district: District, codes: readonly NamedDistrict[]): District {
  const { codes: asked, names } = district;
  const own = codes.filter(({ printed }) => names.includes(printed) || asked.includes(printed));
  if (own.length === 0 || (asked.length > 0 && names.length > 0)) return district;
  if (asked.length === 0) return { ...district, codes: [...new Set(own.map(({ code }) => code))] };
  return { ...district, names: [...new Set(own.flatMap(({ name }) => (name === null ? [] : plainName(name))))] };
}

function districtOfLaw({ code, name, printed }: NamedDistrict): District {
  const names = [name ?? "", printed].map((one) => one.toLowerCase()).filter((one) => / |^[a-z]{4,}$/.test(one));
  const isSmall = printed === code.toLowerCase() && !code.includes(" ");
  return { printed: isSmall ? code : printed, codes: code.includes(" ") ? [] : [code], names };
}

/** Words that say only where something will stand, and name no use: "hens behind my house". */
const besideTheHouse =
  /\b(?:behind|beside|around|near|next to|outside|in back of)\s+(?:my|our|the|his|her|their)\s+(?:[\w-]+\s+){0,3}?(?:house|home|place)(?:\s+(?:lot|property|yard))?\b/gi;

/** Whether a question asks for a most or a least: by its words, or by what may be and what must be. */
export function limitAsked(text: string): "minimum" | "maximum" | null {
  if (/\b(?:minimum|at least|(?:small|tini|narrow|short)est|least|min\.?)\b/i.test(text)) return "minimum";
  if (
    /\b(?:maximum|at most|caps?|(?:larg|bigg|tall|high|long|wid|deep|steep|farth|furth)est|most|max\.?)\b/i.test(text)
  )
    return "maximum";
  if (/\bhow (?:far|close|near)\b/i.test(text)) return reachesInto.test(text) ? "maximum" : "minimum";
  const [how] = /\bhow (?:tall|high|big|large|wide|deep|thick|long|steep|many|much)\b/i.exec(text) ?? [];
  if (how === undefined) return null;
  const isTime = /long/i.test(how) || /\b(?:days?|weeks?|months?|years?|hours?|time)\b/i.test(text);
  if (/\b(?:can|may|could|might|allowed|permitted)\b/i.test(text)) return "maximum";
  if (/\b(?:must|should|needs?|needed|has to|have to|required)\b/i.test(text)) return isTime ? null : "minimum";
  return /tall|high|big|large/i.test(how) ? "maximum" : null;
}

/** Words that ask for a measure and do not stand in the answer: "how long", "stay up". */
const manner =
  /\bhow\s+(?:long|big|large|small|tall|high|wide|far|close|near|deep|many|much|often|soon|bright|loud|old|late|early)\b|\bwhat\s+(?:size|width|age|percentage?|time)\b|\b(?:maximum|minimum|next to|exactly|(?:my|our|the) place)\b|\bsign(?:s|ed|ing)?[ -]off(?: on)?\b|\b(?:file|submit|lodge|bring)\s+(?=an?\s)|\bzoning\s+(?=(?:rules?|ordinances?|codes?|laws?|by-?laws?|regulations?|resolutions?)\b)/gi;

function withoutPlace(text: string, jurisdiction: string | null): string {
  const plain = withoutPlaceName(text);
  const town = jurisdiction?.split(",")[0]?.trim();
  if (!town) return plain;
  const escaped = town.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return plain.replace(
    new RegExp(String.raw`\s+(?:in|of)\s+(?:the\s+(?:town|city|village)\s+of\s+)?${escaped}(?=[\s?.!,]|$)`, "i"),
    "",
  );
}

/** A text without the names of districts, and without words that only say that a district follows. */
export function withoutDistricts(text: string, districts: readonly District[]): string {
  let plain = text;
  for (const { printed } of districts) {
    plain = plain.replace(nameBefore, (said, name: string, code: string) =>
      code === printed ? said.replace(name, "") : said,
    );
    plain = plain.replace(isCode(printed) ? wholeWord(printed) : printed, " ");
  }
  return plain
    .replace(/\b(?:in|for|of|within)\s+(?:the|a|an|my|our)?\s*(?:zoning\s+)?(?:districts?|zones?)\b/gi, " ")
    .replace(/\s+/g, " ");
}

/** A district by a name and its code: "the train station redevelopment overlay (TSR)". */
const nameBefore =
  /\b(?:the|an?|our|my)\s+((?:(?!(?:an?|the|our|my|on|in|for|at|by|to|with)\b)[\w'/&-]+\s+){1,6})\(([A-Z][\w/-]*)\)/g;

/** Longer codes may be printed in small letters: "allowed in cg". */
const isCode = (printed: string) => /^[A-Z][A-Z\d/-]+$/.test(printed);

const wholeWord = (name: string) =>
  new RegExp(String.raw`(?<![\w-])${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\w-])`, "i");

function kindOf(
  text: string,
  read: {
    dimension: Dimension | null;
    measure: Measure | null;
    term: string | null;
  },
): QuestionReading["kind"] {
  const isNumeric =
    /\b(?:how (?:tall|high|big|large|small|wide|far|close|near|deep|long|heavy|many|much|late|early)|(?:until )?what time|(?:tall|long|short|wide|deep|high|heavi|larg|small|tini|bigg)est|minimum|maximum|what (?:is|are) the (?:required|allowed|allowable|permitted)?\s*(?:\w+\s+){0,3}(?:setbacks?|height|coverage|density|area|size|frontage|width|depth|yards?|ratio|spaces?)|setbacks?|dimensional|feet|percent)\b/i.test(
      text,
    );
  if (asksWho(text) || operation.test(text)) return "general";
  if (termByNumber(text) !== undefined) return "definition";
  const isOfAmount = read.dimension !== null || read.measure !== null;
  // What names no amount asks for none.
  const kind = likeliestKind(text, isOfAmount || sentenceAsking(text) !== "" ? askedKinds : ofNoAmount);
  if (plainlyAsked.test(text) || permissionAndAmount.test(text) || endsInPermission(text)) return "permission";
  // "When can customers come", "how many may I keep": an amount, though the words are those of a permission.
  if (kind === "permission" && !(isOfAmount && asksHow.test(text))) return "permission";
  if (read.dimension && (isNumeric || computed.test(text))) return "value";
  if (read.term !== null && (kind === "definition" || !isNumeric)) return "definition";
  return read.dimension && kind === "value" ? "value" : "general";
}

/** "A store of 8,000 square feet is planned. Is that permitted?": a size that a story tells is not asked for. */
function endsInPermission(text: string): boolean {
  const [last = "", ...before] = text.split(/(?<=[.!?])\s+/).toReversed();
  return before.length > 0 && sentenceAsking(text) === "" && likeliestKind(last, ofNoAmount) === "permission";
}

const ofNoAmount = askedKinds.filter((kind) => kind !== "value");
/** "Can a beer store stay open on Sunday": when something is done, not whether it may be there. */
const operation =
  /\b(?:stay|stays|remain|be|keep)\s+(?:open|lit|on(?!\s+(?:the|my|our|its|an?|one|street|first|ground|main)\b)|running)\b|\bopen(?:ing)?\s+(?:hours|late|until|past)\b/i;
/** "Are drones allowed over houses?" */
const plainlyAsked =
  /^\W*(?:is|are)\s(?![^?]*\b(?:how|what|which|when)\b)[^?.]{2,60}?\s(?:allowed|permitted|legal|prohibited)\b[^.]*\??\W*$/i;
/** "Can I have a yard sale, and for how many days?" */
const permissionAndAmount = /^\W*(?:can|could|may|is|are)\b[^?.]*?,?\s+and\s+(?:for\s+|to\s+|from\s+)?(?:how|what)\b/i;
const asksHow =
  /^\W*(?:how|when|why|what (?:percent(?:age)?|share|size|height|width|length|number)\b)\b|\b(?:tini|small|larg|bigg|tall|high|long|wid|deep|clos)est\b/i;

/** "How are parking spaces for a theater computed" and "what's the least number of them" ask for their number. */
const computed =
  /\bhow (?:is|are|do|does)\b[^?]*\b(?:computed|calculated|counted|figured)\b|\bwhat(?:['’]s| is) the (?:least|most|smallest|greatest|largest) number of\b/i;

/** Tells whether a question asks for someone in charge: "who", "which body", "what department", also behind a story: "…, who okays that". */
function asksWho(text: string): boolean {
  return /(?:^|[.,;:]|\b(?:and|so))\s*(?:who|(?:which|what)\s+(?:body|bodies|board|department|office|official|officer|agency|commission|committee|authority))\b/i.test(
    text,
  );
}

/** What a value is of: the things a question speaks of beside its dimension, its district, and lots and buildings at large. */
function subjectOf(text: string, dimension: Dimension | null, whole: string): UseConcept[] {
  const inDimension = new Set(dimension ? contentTerms(dimension.search) : []);
  if (dimension?.id === "parking") return conceptsOf(withoutParking(text));
  const isOfPlace = (word: string) => dimension !== null && ofPlace.has(word);
  const isOrdinary = (word: string) => ordinary.has(word) || inDimension.has(word) || isOfPlace(word);
  const plain = text.replace(privateGarage, "private garage");
  const asking = sentenceAsking(whole);
  const stems = new Set(analyse(asking));
  const all = conceptsOf(plain);
  const isOfKnown = all.some((one) => one.kind !== undefined && !isEveryday(one));
  const isOfStory = ({ kind, phrases }: UseConcept) =>
    kind === undefined &&
    dimension !== null &&
    (isOfKnown || (ofLotOrBuilding.test(asking) && !ofOther.test(asking))) &&
    !phrases.flat().some((one) => stems.has(one));
  const telling = all.filter((concept) => {
    const { phrases } = concept;
    if (isOfStory(concept)) return false;
    // The words of "accessory dwelling unit" are ordinary, but codes set separate limits for it.
    if (hasTrait(concept.kind, "accessory")) return true;
    return phrases.length > 1 ? !phrases.some((words) => words.every(isOrdinary)) : !phrases[0]?.every(isOrdinary);
  });
  return telling.every(({ weight }) => weight < leastWeight)
    ? []
    : telling.map((concept) => ({ ...concept, phrases: [...concept.phrases, ...(concept.asked ?? [])] }));
}

/** What the sentence that asks measures: "We want to build a plant. How wide must the land be". */
const ofLotOrBuilding = /\b(?:the|my|our|an?)\s+(?:house|home|building|lot|land|parcel)\b(?!\s+(?:line|bound))/i;
/** "A kiln on our lot. How far must it be from …": what the story tells of. */
const ofOther = /\b(?:it|they|them|this|that|these|those|one)\b/i;

/** Words beside a house or a lot only colour the question: "a regular house lot". */
const leastWeight = 0.5;

/** A garage, unless cars are repaired or parked in it by the public, or sales are held there. */
const privateGarage =
  /(?<!\b(?:private|parking|repair|public|storage|detached|auto|commercial)\s)\bgarage\b(?!\s+sales?\b)/gi;

/** A question without its words about parking: the rest names the use. */
export function withoutParking(text: string): string {
  return text.replace(
    /\b(?:off-?street|parking|park|spaces?|spots|needed|required|requirements?|minimum|number|vehicles?|cars?)\b/gi,
    " ",
  );
}
