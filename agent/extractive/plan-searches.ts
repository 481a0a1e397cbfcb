import type { MarkedPassage } from "../evidence-desk.ts";
import type { ExtractiveAnswer } from "./answers/answer.ts";
import { definedUses } from "./answers/defined-uses.ts";
import { sectionsReferredTo } from "./answers/entry-references.ts";
import { statesSize } from "./answers/limit-not-kept.ts";
import type { Evidence } from "./evidence/evidence.ts";
import type { Dimension } from "./question/dimensions.ts";
import { type District, matchDistrict } from "./question/districts.ts";
import { type QuestionReading, withoutParking } from "./question/read-question.ts";
import { conceptsOf, hasTrait, otherNames } from "./question/use-words.ts";
import { withWholeUse } from "./question/whole-use.ts";

/** A call of a tool, as the model decides on it. */
export interface PlannedCall {
  readonly name: "search_knowledge" | "find_provisions" | "open_section";
  readonly args: Record<string, unknown>;
}

const passagesPerSearch = 30;
const sectionsToOpen = 3;
const wholeSection = 60_000;
const districtsToLookUp = 3;
const dimensionsToLookUp = 4;
const provisionsPerDistrict = 12;
const provisionsOfList = 50;

/** Decides the first searches: the question itself, and what an ordinance would call the thing asked about. */
export function planFirstCalls(asked: QuestionReading): PlannedCall[] {
  const calls = [...callsOf(asked), ...(asked.byUse ?? []).flatMap(callsForUse)];
  const first = new Map(calls.toReversed().map((call) => [JSON.stringify(call), call]));
  return calls.filter((call) => first.get(JSON.stringify(call)) === call);
}

/** Looks for the use of another reading of the question: what the districts say of it, and what the rest of the law does. */
function callsForUse(question: QuestionReading): PlannedCall[] {
  const { use } = withWholeUse(question);
  return use === null ? [] : [searchCall(permittedUse(use)), ...callsForDistricts(question)];
}

const permittedUse = (use: string) => `${use} ${otherNames(use).join(" ")} permitted use`;

function callsOf(asked: QuestionReading): PlannedCall[] {
  const question = withWholeUse(asked);
  if (question.listed === "uses") return [searchCall(question.text), ...callsForUses(question)];
  const districts = question.districts.map((district) => district.printed).join(" ");
  const queries = new Set([question.text]);
  if (question.kind === "value" && question.dimension) {
    queries.add(`${question.dimension.search} ${districts}`.trim());
    if (districts !== "") queries.add(`${districts} district area, yard and height requirements dimensional table`);
  }
  if (question.kind === "permission" && question.use) {
    queries.add(permittedUse(question.use));
    if (districts !== "") queries.add(`${districts} district permitted uses`);
    if (districts !== "") queries.add(`${districts} special permit conditional prohibited uses ${question.use}`);
  }
  if (question.kind === "definition" && question.term) queries.add(`definition of ${question.term} means`);
  return [...[...queries].map((query) => searchCall(query)), ...callsForDistricts(question)];
}

/** Looks up all uses of the districts asked about. */
function callsForUses({ districts, isSiteDistrict, text }: QuestionReading): PlannedCall[] {
  const callFor = (where: Record<string, unknown>): PlannedCall => ({
    name: "find_provisions",
    args: { ...where, subject: "uses", limit: provisionsOfList },
  });
  const named = districts.slice(0, districtsToLookUp).map((one) => callFor({ district: namesFor(one) }));
  return isSiteDistrict ? named : [...named, callFor({ question: questionOf(text) })];
}

/** Looks up a use in every district. */
function callInEveryDistrict(use: string): PlannedCall {
  const query = [use, ...otherNames(use)].join(" ").slice(0, 300).toWellFormed();
  return { name: "find_provisions", args: { subject: "uses", query, limit: provisionsOfList } };
}

const namesFor = ({ codes, names, printed }: District) =>
  [...new Set([...codes, ...names, printed])].slice(0, 6).map((name) => name.slice(0, 80));
const questionOf = (text: string) => text.slice(0, 1_000).toWellFormed();

/** Looks up what the districts themselves say of the use or the dimension, or the rules that hold in all of them. */
function callsForDistricts(question: QuestionReading): PlannedCall[] {
  if (question.dimension?.subject === "parking") return [callForParking(question)];
  if (question.dimension?.subject === "layout") return [callForLayout(question.dimension)];
  const subject = question.kind === "permission" ? "uses" : "standards";
  const { kind, use, dimensions, districts, isSiteDistrict, text } = question;
  if (kind !== "permission" && kind !== "value") return [];
  const ofUse = use === null ? [] : [[use, ...otherNames(use)].join(" ")];
  const matters = kind === "permission" ? ofUse : dimensions.slice(0, dimensionsToLookUp).map(({ search }) => search);
  const known = kind === "permission" ? question.useConcepts[0]?.kind : undefined;
  const callFor = (query: string, where: Record<string, unknown>): PlannedCall => ({
    name: "find_provisions",
    args: {
      ...{ ...where, subject, query: query.slice(0, 300).toWellFormed(), limit: provisionsPerDistrict },
      ...(known === undefined ? {} : { use: known }),
    },
  });
  if (question.listed === "districts" && use !== null) return [callInEveryDistrict(use)];
  // A question may name a district in words that only the register of the law knows.
  const isOwn = districts.length > 0 && !isSiteDistrict;
  const asked = isOwn ? [] : matters.map((words) => callFor(words, { question: questionOf(text) }));
  const named = districts
    .slice(0, districtsToLookUp)
    .flatMap((one) => matters.map((words) => callFor(words, { district: namesFor(one) })));
  // Where no district is known, what each of them says of the use helps.
  const inEvery = kind === "permission" && use !== null && districts.length === 0 ? [callInEveryDistrict(use)] : [];
  return [...named, ...asked, ...inEvery];
}

/** Looks up what parking the uses asked about need. */
function callForParking({ text }: QuestionReading): PlannedCall {
  const use = withoutParking(text);
  // The requirement of all dwellings is that of a house too.
  const ofHomes = conceptsOf(use).some(({ kind }) => hasTrait(kind, "home")) ? ["dwelling"] : [];
  const query = [text, ...otherNames(use), ...ofHomes].join(" ");
  const args = { subject: "parking", query: query.slice(0, 300).toWellFormed(), limit: provisionsPerDistrict };
  return { name: "find_provisions", args };
}

/** Looks up the standards of the layout of sites: the size of stalls, the distance between buildings. */
function callForLayout({ search }: Dimension): PlannedCall {
  return { name: "find_provisions", args: { subject: "layout", query: search, limit: provisionsOfList } };
}

/** Decides a second look when the first did not answer: the district's own sections whole, and a narrower search. */
export function planFurtherCalls(
  question: QuestionReading,
  { passages, evidence }: { readonly passages: readonly MarkedPassage[]; readonly evidence: readonly Evidence[] },
): PlannedCall[] {
  const own = passages.filter(({ passage }) =>
    question.districts.some((district) => matchDistrict(passage.headingPath.join("\n"), district) === "named"),
  );
  const isOfUses = ({ passage }: MarkedPassage) =>
    /\buses?\b|\bpermitted\b|\bauthorized\b/i.test(passage.headingPath.at(-1) ?? "");
  const ordered =
    question.kind === "permission" ? own.toSorted((a, b) => Number(isOfUses(b)) - Number(isOfUses(a))) : own;
  const sections = new Map<string, MarkedPassage>();
  for (const one of ordered.length > 0 ? ordered : passages) {
    if (!sections.has(sectionOf(one))) sections.set(sectionOf(one), one);
  }
  const chosen = [...sections.values()].slice(0, sectionsToOpen);
  const calls: PlannedCall[] = chosen.map(({ marker }) => ({
    name: "open_section",
    args: { marker, characters: wholeSection },
  }));
  if (question.kind === "permission" && question.use) {
    calls.push(searchCall(withWholeUse(question).use ?? question.use));
    calls.push(
      ...definedUses(withWholeUse(question), evidence).flatMap((defined) => callsForDistricts(defined.question)),
    );
  }
  if (question.kind === "permission" && question.districts.length > 0) calls.push(searchCall(unlisted));
  if (question.kind === "value" && question.dimension)
    calls.push(searchCall(question.dimension.search), searchCall(conflict));
  return calls;
}

/** Decides a second look for a permission that was found, where the sections it refers to may limit the size that the question states. */
export function planCallsForLimits(question: QuestionReading, { sentences }: ExtractiveAnswer): PlannedCall[] {
  if (question.kind !== "permission" || !statesSize(question)) return [];
  const printed = sentences.flatMap(({ evidence }) => evidence.flatMap(sectionsReferredTo)).map((one) => one.printed);
  return [...new Set(printed)]
    .slice(0, sectionsToOpen)
    .map((section) => searchCall(`${section} ${question.use ?? ""}`));
}

/** What a law says of uses that its lists leave out. */
const unlisted = "any use not listed or not specifically permitted is prohibited";

/** How a law words which of two conflicting provisions applies. */
const conflict = "where provisions of this ordinance conflict the more restrictive shall govern";

function sectionOf({ passage }: MarkedPassage): string {
  return `${passage.documentId} ${passage.parent.charStart}`;
}

function searchCall(query: string): PlannedCall {
  return {
    name: "search_knowledge",
    args: { query: query.slice(0, 1_000).toWellFormed(), limit: passagesPerSearch },
  };
}
