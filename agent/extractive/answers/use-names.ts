import { analyse, forbiddenPart, type UsesNamed } from "../../../ingest/index.ts";
import { contentTerms } from "../../text/words.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { withoutFormsDenied } from "../question/use-by-model.ts";
import { conceptMatch, conceptOfUse, hasTrait, kindsIn, kindsSaidIn, type UseConcept } from "../question/use-words.ts";
import { isAtHome } from "../question/whole-use.ts";
import { factsTold } from "./amounts.ts";
import { comparedWith, limitsIn } from "./limits.ts";
import { hasPartDenied } from "./parts-denied.ts";
import { plainEntry } from "./plain-entry.ts";
import { ofAnyForm, otherNamesOf, wideNamesOf } from "./use-synonyms.ts";
import { ofNames, useWithoutSize, withoutAmounts } from "./without-amounts.ts";

/**
 * How the name that opens an entry relates to the use asked about: exactly it, exactly it but only in a place or size, a
 * narrower use, or something else.
 */
export type NameFit = "exact" | "limited" | "narrower" | "other";

/** Words that add nothing to the name of a use. */
const plainWords = new Set(
  analyse(
    "keep keeping kept mounted use uses permitted allowed locate principal building buildings structure structures facility facilities establishment establishments business businesses operation operations activity activities service services the a an any all and or of for",
  ),
);

/** Where the name of an entry ends and its conditions, examples or exceptions begin. */
const nameEnd =
  /\(|\[|:|\s[-–—]\s|;|\.(?:\s|$)|\s\d{4,6}[A-Za-z]?(?:\s?-\s?\d{4,6}[A-Za-z]?)?(?=[\s,&]|$)|\s\d{1,3}\.\d{1,3}\.\d{1,3}\s|\b(?:provided|subject|when|where|if|which|that|who|unless|upon|pursuant|in accordance|as (?:defined|regulated|provided|permitted|set|described|per)|in the manner|including (?:normal|usual|customary|related|associated|incidental|accessory)|having|containing|located|only|see|per|for (?:the )?(?:housing|sheltering)|not (?:to exceed|exceeding|more than|over|including|used))\b/i;
const exceptions =
  /\b(?:except(?:ing|ed)?|with the exception of|exempting|exclud(?:ing|es)|other than|but not(?! limited)|not (?:including|to include)|(?<!\bwith or )with-?out|with no(?! more)|no(?! (?:more|less|fewer)))\b/i;
const itemMark =
  /^\s*(?:[•●▪◦‣*–—-]\s+|\(?(?:[a-zA-Z]{1,2}|\d{1,3}(?:-[A-Z])?|[ivx]{1,5})[.)]\s+|\d+[A-Z]?(?:[.-]\d+)+\.?\s+|[A-Z]{1,2}-?\d{1,2}\.?\s+)+/;

/** The name that opens an entry: without its mark, conditions, examples and exceptions. */
export function nameOf(entry: string): string {
  const printed = plainEntry(entry).replace(itemMark, "").trim();
  const text = behindGroup(printed).replace(withOrWithout, "");
  const end = Math.min(nameEnd.exec(text)?.index ?? text.length, exceptions.exec(text)?.index ?? text.length);
  return text.slice(0, end).replace(/(?:[\s,]|\s(?:and|or))+$/, "");
}

/** "Banks, with or without drive-in windows" are all banks, and "Schools, public or private" all schools. */
const withOrWithout = /,?\s+(?:with or without\b[^.;]*|(?:public (?:or|and) private|private (?:or|and) public)\b)/i;

/** A group of uses and a mark, behind which the use stands: "Lodging - Bed and breakfast inn", "Medical: All medical". */
const group =
  /^(?:[\w,/&-]+\s+){0,4}?(?:lodging|medical|offices?|dwellings?|housing|recreation|education|entertainment|manufacturing|agriculture|retail|day ?care|child ?care|services?|uses|facilities|trade|sales|establishments)(?:\s+[-–—]\s+|:\s+)(?=\S)/i;

/** An entry from the use on that it names behind a group; as it is where no kind of use stands there. */
function behindGroup(entry: string): string {
  const behind = entry.slice(group.exec(entry)?.[0].length ?? 0);
  if (behind === entry || /\b(?:accessory|home occupations?|temporary)\b/i.test(entry)) return entry;
  const name = behind.slice(0, nameEnd.exec(behind)?.index ?? behind.length);
  return kindsSaidIn(name).some((kind) => kind !== "drive-through") ? behind : entry;
}

/** Where an entry limits its use to a place, a size, a person or a case: "Duplexes on corner lots", "… run by the owner". */
const limitation =
  /\s(?:on|in|at|within|over|under|above|below|up to|of (?:more|less|at least|not)|for not|limited to|not|(?:operated|owned|occupied|conducted|run|licensed|maintained|sponsored) by|(?:accessory|incidental) to)\s/i;

const inDwelling =
  /\s(?:in|within|in conjunction with)\s(?:an?|the|any|one)\s(?:[\w-]+\s){0,2}?(?:dwellings?|residence|house)(?:\sunits?)?(?:\sto an? (?:total|maximum) of)?$/i;

const ofDwelling =
  /\b(?:in|inside|out of|from|at)\s+(?:my|our|his|her|their)\s+(?:[\w-]+\s+)?(?:home|house|dwelling|residence)\b/i;

/**
 * What an entry leaves out ("… (other than a mobile home)", "… excluding outdoor storage"); "" where it leaves out
 * nothing. What stands in a proviso is a condition of the use: "provided that no building is closer than …".
 */
export function exceptionOf(entry: string): string {
  const plain = entry.replace(generality, " ");
  const text = plain.slice(0, proviso.exec(plain)?.index ?? plain.length);
  const found = exceptions.exec(text);
  return found ? text.slice(found.index) : (forbiddenPart.exec(text)?.groups?.part ?? "");
}

/** "Without restricting the generality of the foregoing" leaves nothing out. */
const generality = /\bwithout (?:restricting|limiting) the generality of the foregoing\b/i;
const proviso = /\b(?:provided|(?<=,\s)providing|subject to|on (?:the )?condition|so long as|as long as)\b/i;

/** Whether what an entry leaves out names exactly the use asked about: "stores, excepting massage parlors and adult uses". */
export function leavesOutUse(question: QuestionReading, entry: string): boolean {
  if (nameOf(entry) === "") return false;
  return exceptionOf(entry)
    .split(eachException)
    .some((part) => nameFit(question, part.replace(/^\s*including\s+/i, "")) === "exact");
}

const eachException = new RegExp(exceptions.source, "gi");

/** The examples of an entry, "service uses such as churches and funeral homes"; "including normal club house activities" names parts of it. */
const examples =
  /\b(?:such as|(?<!not )including(?: but not limited to)?(?! (?:normal|usual|customary|related|associated|incidental|accessory)\b)|e\.g\.,?|for example:?|(?<=[,;(]\s?|\buses?\s)limited to)\s+([^;:.]{3,300})/i;

/** The names behind the number that a classification gives a use, NAICS or LBCS: "gasoline service 2116 Gas stations with …". */
const described =
  /\s\d{4,6}[A-Za-z]?(?:\s?[-,&]\s?\d{4,6}[A-Za-z]?)*\s+(?=\p{Lu})(?:Includes?\s+)?(\p{L}[^;:.(]{3,300}?)(?=[;:.(]|\s(?:in|for|of|with|to|by|from|on|at|without|that|which)\s|$)/u;

/** Whether an entry names the use asked about among the examples of a wider one, or where it describes the use. */
export function isExampleOf(question: QuestionReading, entry: string): boolean {
  const plain = entry.replace(/\s+/g, " ");
  return [examples, described].some((pattern) => {
    const told = pattern.exec(plain)?.[1] ?? "";
    return told !== "" && nameFit(question, told) === "exact";
  });
}

/** How many homes one building may have: "Buildings containing not more than four apartments", "… nine to twelve units". */
const upToHomes =
  /^\W*(?:\w{1,3}[.)]\s+)?(?:an?\s+)?(?:buildings?|apartment (?:houses?|buildings?)|(?:multi-?family|multiple)(?: family)? dwellings?)\s+(?:containing|with|of|having)\s+(?:(?:up to|(?:not|no) more than|not exceeding|a maximum of)\s|[\w-]+\s(?:\(\d+\)\s)?to\s)/i;

/**
 * Reads whether an entry opens with exactly the use asked about, alone or as one of a series of names: in words that mean the
 * same, or as the learned model reads the entry, whose reading is given for the entries of lists.
 */
export function nameFit(asked: QuestionReading, entry: string, uses: UsesNamed = {}): NameFit {
  const question = { ...asked, use: useWithoutSize(asked) };
  const [named, rest] = atProviso(entry);
  const compared = comparedWith(asked, named);
  const plain = withoutAmounts(asked, named);
  const isOfHomes = factsTold(asked).some(({ of }) => of === "homes") && upToHomes.test(entry);
  if (compared === "broken") return isOfHomes || isOnUseAtAll(question, nameOf(plain)) ? "narrower" : "other";
  if (compared === "kept" && isOfHomes) return "exact";
  const fit = nameFitOf(question, `${compared === "kept" ? plain : named} ${rest}`, uses);
  return isOnUse(fit) || !isWithinAmounts(question, entry) ? fit : "limited";
}

/** Whether an entry opens with the very name of the use, limited or not. */
export const isOnUse = (name: NameFit) => name === "exact" || name === "limited";

/** Whether an entry names exactly the use asked about, up to an amount that the question does not exceed. */
export function isWithinAmounts(question: QuestionReading, entry: string): boolean {
  const [named, rest] = atProviso(entry);
  const limits = limitsIn(question, named);
  const isLimited =
    limits.length > 0 && limits.every(({ of }) => ofNames.has(of)) && comparedWith(question, named) !== "broken";
  const asked = { ...question, use: useWithoutSize(question) };
  return isLimited && nameFitOf(asked, `${withoutAmounts(question, named)} ${rest}`) === "exact";
}

function atProviso(entry: string): [named: string, rest: string] {
  const end = proviso.exec(entry)?.index ?? entry.length;
  return [entry.slice(0, end), entry.slice(end)];
}

const isOnUseAtAll = ({ useConcepts }: QuestionReading, name: string) =>
  conceptMatch(useConcepts.slice(0, 1), analyse(name)) === 1;

function nameFitOf(question: QuestionReading, entry: string, uses: UsesNamed = {}): NameFit {
  const [use] = question.useConcepts;
  const name = nameOf(entry);
  if (use === undefined || name === "" || hasPartDenied(question.text, name)) return "other";
  if (use.kind === "day care" && isAtHome(question.text) && !ofHomeCare.test(name))
    return isOnUseAtAll(question, name) ? "narrower" : "other";
  if (use.kind === "day care" && isFewAtHome(question) && ofFamilyCare.test(name)) return "exact";
  if (onExisting.test(name) || (offPremises.test(name) && !offPremises.test(question.text)))
    return isOnUseAtAll(question, name) ? "narrower" : "other";
  if (namesIn(name).some((one) => isSameUse(question, use, one))) return "exact";
  if (
    isOfSameKinds(question, name) ||
    isAllOf(use, name) ||
    isSeriesOf(question, name) ||
    isPartOfSeries(question, name)
  )
    return "exact";
  // Rooms are let and a caretaker lives in a dwelling: where else?
  const isInDwelling = hasTrait(use.kind, "home") || ofDwelling.test(question.text);
  const placed = isInDwelling ? name.replace(inDwelling, "") : name;
  const limit = limitation.exec(placed)?.index;
  if (placed !== name && namesIn(placed).some((one) => isSameUse(question, use, one))) return "exact";
  if (limit !== undefined && namesIn(name.slice(0, limit)).some((one) => isSameUse(question, use, one)))
    return "limited";
  const isByModel = !isInverted(name) && !forSeries.test(name) && !ofSomeOnly.test(entry);
  if (isByModel && isNamed(question, use, uses)) return limit === undefined ? "exact" : "limited";
  return isOnUseAtAll(question, name.replace(belongingTo, " beside ")) ? "narrower" : "other";
}

/** An amount or a size in the name, or what is not as the law has it: "Farm stand more than 100 sq. ft", "vehicles that do not comply with …". */
const ofSomeOnly =
  /\d(?!-?\s?famil)|\b(?:large|small|major|minor|do(?:es)? not|not (?:comply|meet|conform)\w*|exceed\w*|in excess of|more than|less than|up to)\b/i;

/** From this likelihood on, in hundredths, the model's reading of an entry counts. */
const surelyNamed = 70;

/** Whether the model reads the entry as naming the use, and the question asks about no narrower form of it. */
function isNamed(question: QuestionReading, { kind, asked = [] }: UseConcept, uses: UsesNamed): boolean {
  if (kind === undefined || (uses[kind] ?? 0) < surelyNamed) return false;
  if (question.useBy === "meaning") return true;
  // A nightclub is of the kind of a tavern, and no entry on taverns is on it.
  const plain = conceptOfUse(kind)?.asked ?? [];
  if (!asked.every((words) => plain.some((one) => isSameSet(one, words)))) return false;
  const others = question.useConcepts.slice(1).some((one) => one.kind !== undefined && one.weight > aside);
  const said = new Set(asked.flat());
  const more = contentTerms(question.use ?? "").filter(
    (stem) => !said.has(stem) && !plainWords.has(stem) && !ordinary.has(stem) && !/^\d/.test(stem),
  );
  return !others && more.length === 0;
}

/** Up to this weight what a question mentions beside its use is a place or a circumstance. */
const aside = 0.3;

/** Child care in the provider's home is a separate use from a day care center: "Child care home, family". */
const ofHomeCare = /\b(?:family|homes?)\b/i;
const ofFamilyCare = /\bfamily\b[^,;]{0,30}\bhomes?\b|\bhomes?,\s*family\b|^family\s+(?:day\s?care|child\s?care)s?$/i;
/** How many children a family day care has at most; with more it is a group one. */
const mostAtHome = 6;

function isFewAtHome(question: QuestionReading): boolean {
  const children = factsTold(question).find(({ of }) => of === "people");
  return isAtHome(question.text) && children !== undefined && children.value <= mostAtHome && children.bound !== "over";
}

/** What is done to things that stand there already allows none of them: "Additions to existing accessory buildings". */
const onExisting =
  /\b(?:additions?|modifications?|alterations?|changes?|repairs?|expansions?|enlargements?|maintenance|replacements?)\b[^;:]{0,40}\bexisting\b/i;

/** A sign that advertises something on another lot is a separate use. */
const offPremises = /\boff[- ]?(?:premises?|site)\b/i;

/** "A boat dock accessory to a dwelling" names no accessory dwelling. */
export const belongingTo = /\b(?:accessory|incidental)\s+to\s/gi;

/** Whether an entry names each of a series that the question asks about: "a welding and machine shop". */
function isSeriesOf({ use }: QuestionReading, name: string): boolean {
  const [, ...asked] = namesIn(use ?? "").map(contentTerms);
  const told = namesIn(name).map(contentTerms);
  return asked.length > 1 && asked.every((stems) => stems.length > 0 && told.some((one) => isSameSet(one, stems)));
}

/** "All medical uses" takes in every use of the kind. */
function isAllOf(use: UseConcept, name: string): boolean {
  const stems = contentTerms(/^all\s+(?<named>.+)$/i.exec(name)?.groups?.named ?? "");
  const own = wordsOf(use);
  return conceptMatch([use], stems) === 1 && stems.every((stem) => own.has(stem) || plainWords.has(stem));
}

/** A name of several kinds, such as "Restaurant with drive-through", says those of the question and nothing else. */
function isOfSameKinds({ useConcepts }: QuestionReading, name: string): boolean {
  const asked = useConcepts.filter(({ kind }) => kind !== undefined);
  const told = new Set(kindsIn(name));
  if (asked.length < 2 || told.size !== asked.length || !asked.every(({ kind }) => told.has(kind ?? ""))) return false;
  const words = new Set(asked.flatMap((one) => [...wordsOf(one)]));
  return contentTerms(name).every((stem) => words.has(stem));
}

/** "Drive-through windows for restaurants, banks or shops" are windows. */
const forSeries = /^[^,]*\bfor\s[^,]*,/i;

/** Whether a name is of a part for a series of uses, and both are asked about: "Drive-through windows for banks and pharmacies" of a bank with one. */
function isPartOfSeries({ useConcepts }: QuestionReading, name: string): boolean {
  const [part = "", whole = ""] = name.split(/\sfor\s/i);
  const asked = useConcepts.flatMap(({ kind, weight }) => (kind !== undefined && weight > aside ? [kind] : []));
  const [kinds, places] = [kindsIn(part), kindsIn(whole)];
  const others = asked.filter((kind) => !kinds.includes(kind));
  return (
    kinds.length === 1 &&
    others.length === asked.length - 1 &&
    others.length > 0 &&
    others.every((kind) => places.includes(kind))
  );
}

/** The names of an entry: the whole, and each of a series ("Churches, synagogues and temples"). */
export function namesIn(name: string): string[] {
  if (forSeries.test(name)) return [name];
  if (isInverted(name)) return [name, ...inverted(name)];
  const parts = name.split(/\s*[,/]\s*(?:and\s+|or\s+)?|\s+(?:and\/or|and|or)\s+|\s*&\s*/i).filter(Boolean);
  const series = parts.filter((part, at) => at === 0 || !widePart.test(part) || !/\s/.test(parts[at - 1] ?? ""));
  return [name, ...series, ...withSharedNoun(series)];
}

/** In "Rural commercial and retail" “rural” qualifies both words, so “retail” alone is not the name of the use. */
const widePart = /^(?:retail|commercial|sales|services?|storage|trade)$/i;

/** The single words of a series with the noun that stands once behind them: "elementary, middle and high schools". */
function withSharedNoun(series: readonly string[]): string[] {
  return series.flatMap((one, at) => {
    const next = series.slice(at + 1).find((other) => /\s/.test(other.trim()));
    const noun = next && /[\w-]+$/.exec(next)?.[0];
    return noun && !/\s/.test(one.trim()) ? [`${one} ${noun}`] : [];
  });
}

/** A label with its parts in the order in which they are spoken: "Dwelling, multiple" is a multiple dwelling, "Dwelling, two or three family" two. */
function inverted(label: string): string[] {
  const [name = "", behind = ""] = label.split(/,\s*/);
  return behind.split(/\s*\/\s*|\s+or\s+/).map((each) => `${each} ${name}`);
}

/** "Restaurant, drive-in": words behind a comma that name no use of their own narrow down the one before. */
function isInverted(name: string): boolean {
  const [, behind, ...more] = name.split(/,\s*/);
  return (
    behind !== undefined &&
    more.length === 0 &&
    !/^(?:and|or)\b/i.test(behind) &&
    kindsIn(behind).every((kind) => kind === "drive-through")
  );
}

/** The name says the use asked about and nothing more, and the question asks for nothing more than the name. */
function isSameUse(question: QuestionReading, use: UseConcept, name: string): boolean {
  const stems = contentTerms(name).filter((stem) => !plainWords.has(stem));
  const asked = contentTerms(question.use ?? "").filter((stem) => !plainWords.has(stem));
  // "b&b" consists of single letters, which are no terms; its kind is compared instead.
  if (stems.length === 0 || (asked.length === 0 && use.kind === undefined)) return false;
  if (isSameSet(stems, asked) || addsNothing(question, stems)) return true;
  if (use.kind === undefined) return false;
  // "Dwellings and their accessory structures" is about dwellings.
  const wide = /\b(?:their|its)\b/i.test(name) ? undefined : wideNamesOf.get(use.kind);
  const isOfClass = wide !== undefined && conceptMatch([use], analyse(name)) === 1;
  const plainAsked = asked.filter((stem) => !ofAnyForm.has(stem));
  if (isOfClass && [stems, plainAsked].every((words) => words.length > 0 && words.every((stem) => wide.has(stem))))
    return true;
  const isOfHomes = hasTrait(use.kind, "home");
  const isOfOneName = hasTrait(use.kind, "one-name");
  const isSaid = (words: readonly string[]) => use.asked?.some((said) => isSameSet(said, words)) === true;
  const named = (otherNamesOf.get(use.kind) ?? []).find((alike) => alike.some(isSaid)) ?? [];
  const own = isOfOneName ? use.phrases : [...(use.asked ?? []), ...named];
  const printed = contentTerms(name);
  return own.some((phrase) => {
    if (!phrase.every((stem) => printed.includes(stem))) return false;
    // Another word by which the law names the same kind makes no narrower use of it: "automobile gasoline stations".
    const isPlain = (stem: string) =>
      ordinary.has(stem) ||
      (stem === forProfit && inBusiness.test(question.text)) ||
      (isOfHomes && homes.has(stem)) ||
      (isOfOneName && wordsOf(use).has(stem));
    const beside = (all: readonly string[], words: readonly string[]) =>
      all.filter((stem) => !words.includes(stem) && !isPlain(stem));
    const left = beside(stems, phrase);
    const more = beside(asked, (use.asked ?? []).flat());
    // Beside a use of one name, other words of a question tell who, where and why.
    const isTold = left.length === 0 && (isOfOneName || named.length > 0) && !hasTrait(use.kind, "forms");
    return isSameSet(left, more) || isTold;
  });
}

/** Share of what a question asks about that a name of the question's own words must tell. */
const nearlyAll = 0.8;

/**
 * A name all of whose words the question says or its use is called by, and that tells nearly all of what it asks about: "tattoo
 * parlor", or "farm winery" of wine that is made and sold on a farm.
 */
function addsNothing({ text, useConcepts }: QuestionReading, stems: readonly string[]): boolean {
  const called = useConcepts[0]?.phrases.find((words) => words.every((stem) => stems.includes(stem))) ?? [];
  const said = new Set(analyse(withoutFormsDenied(text)));
  const more = stems.filter((stem) => !called.includes(stem));
  // Any question on homes says “house”.
  const isForm = more.some((stem) => !homes.has(stem) && !ordinary.has(stem));
  const isTold = stems.every((stem) => said.has(stem)) || (isForm && more.every((stem) => said.has(stem)));
  return isTold && conceptMatch(useConcepts, stems) >= nearlyAll;
}

/** Words beside the name of a kind that make no narrower use of it: "a small restaurant", "a two-family dwelling". */
const ordinary = new Set(
  analyse(
    "new small little large big few couple dwelling unit premises my our branch shop store parlor parlour studio center centre institution inn lodge",
  ),
);

/** "Commercial kennels" names the same use as "kennel" where the question mentions a business. */
const [forProfit] = analyse("commercial");
const inBusiness = /\b(?:business|commercial(?:ly)?|compan(?:y|ies)|customers?|clients?|for (?:pay|profit|money))\b/i;

const ofLiving = new Set(analyse("dwelling residence residential"));
const homes = new Set(analyse("house home residence residential development housing"));

/** Whether an entry names homes of every kind: "Dwellings", "Residential uses". */
export function isOnAllHomes({ useConcepts: [use] }: QuestionReading, entry: string): boolean {
  const stems = contentTerms(nameOf(entry)).filter((stem) => !plainWords.has(stem));
  const isOnHomes =
    stems.some((stem) => ofLiving.has(stem)) && stems.every((stem) => homes.has(stem) || ofLiving.has(stem));
  return hasTrait(use?.kind, "home") && isOnHomes;
}

/** The words of the names of a kind. */
const wordsOf = ({ phrases }: UseConcept): ReadonlySet<string> => new Set(phrases.flat());

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.every((stem) => other.includes(stem)) && other.every((stem) => one.includes(stem));
}
