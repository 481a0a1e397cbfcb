import { analyse } from "../../ingest/index.ts";
import { withoutPlaceName } from "../place-names.ts";
import type { AnalysedTexts } from "./analysed-texts.ts";
import type { QuestionLikelihood } from "./question-likelihood.ts";
import type { RerankCandidate, RerankQuestion } from "./reranker.ts";
import {
  type AskedFor,
  askedFor,
  holdsTable,
  isAboutSomethingElse,
  isAboutUses,
  isDefinitions,
  isOfDistrict,
  isOnlyHeading,
  isPreamble,
  isScheduleOfDimensions,
} from "./section-kinds.ts";
import type { WordNearness } from "./word-nearness.ts";

/** What the local reranker reads off a candidate; each between 0 and 1. */
export interface PassageFeatures {
  /** Share of the question's IDF mass in the section's own heading. */
  readonly heading: number;
  /** Share of neighbouring word pairs of the question that stand side by side in the chunk. */
  readonly pairs: number;
  /** How close together the question's words stand: their number over the shortest stretch that holds them all. */
  readonly proximity: number;
  /** Share of the designations a question writes in capitals ("R-2", "NSC") that stand in the chunk as written. */
  readonly designations: number;
  /** Where the question asks for a measure: how many figures stand near its words. */
  readonly measures: number;
  /** Where it asks whether something may be done: whether the chunk speaks of permission. */
  readonly permission: number;
  /** Where it asks for a dimension in a district: whether the chunk stands in a schedule of dimensions. */
  readonly schedule: number;
  /** Where it asks for a use or a project in a district: whether the chunk stands under a heading of uses. */
  readonly uses: number;
  /** Where it asks for a dimension: whether the chunk holds rows of a table. */
  readonly table: number;
  /** Sections that state purposes, titles or severability seldom answer anything, unless a purpose is asked for. */
  readonly preamble: number;
  /** Definitions use the words of every rule; they answer what a word means. */
  readonly definitions: number;
  /** Rules of signs, overlays and the like, which the question does not speak of, use the words of the general ones. */
  readonly elsewhere: number;
  /** The rules of districts repeat each other; a question that names none is mostly answered by a rule for all, a resident's most of all. */
  readonly ofDistrict: number;
  /** A heading without a text holds every word of the question and answers nothing. */
  readonly bare: number;
  /** Whether a rule on the dimension or the use that the question asks for was read from the chunk when it was ingested. */
  readonly ruled: number;
  /** How near the chunk comes to the question by the vectors of its words. */
  readonly nearText: number;
  /** The same of its nearest stretch. */
  readonly nearStretch: number;
  /** The same of the section's own heading. */
  readonly nearHeading: number;
  /** The same of the headings above it. */
  readonly nearPath: number;
  /** How likely somebody who asks for the chunk and the headings above it is to use the question's words. */
  readonly likelihood: number;
}

/** What was learned of the meaning of a question's words, applied to one question. */
export interface QuestionMeaning {
  /** How far it is in everyday words, 0..1. */
  readonly everyday: number;
  readonly nearness: WordNearness;
  readonly likelihood: QuestionLikelihood;
}

const permissionWord =
  /\b(?:permitted|prohibited|allowed|special permit|special exception|conditional use|by right|not permitted)\b/i;
const designation = /\b(?:[A-Z]{1,5}-?\d{1,3}[A-Z]{0,2}|[A-Z]{1,3}(?:-[A-Z]{1,3})?)\b/g;

/** Reads the features of one candidate against a question. */
export function featuresOf(
  question: RerankQuestion,
  candidate: RerankCandidate,
  termsOf: AnalysedTexts = analyse,
  asked: AskedFor = askedFor(withoutPlaceName(question.query)),
  meaning?: QuestionMeaning,
): PassageFeatures {
  const { headingPath, text, indexText, isRuled } = candidate;
  const terms = termsOf(indexText);
  const places = placesOf(question, terms);
  const near = meaning?.nearness(terms);
  const when = (applies: boolean) => (applies ? 1 : 0);
  return {
    heading: massShare(question, new Set(termsOf(headingPath.at(-1) ?? ""))),
    pairs: pairShare(question, places),
    proximity: proximityOf(places),
    designations: designationShare(question.query, text),
    measures: asked.measure ? Math.min(figuresNear(terms, places) / 8, 1) : 0,
    permission: when(asked.permission && permissionWord.test(indexText)),
    schedule: when(asked.districtDimension && isScheduleOfDimensions(headingPath)),
    uses: when(asked.districtUse && isAboutUses(headingPath)),
    table: when(asked.dimension && holdsTable(text)),
    preamble: when(!asked.purpose && isPreamble(headingPath)),
    definitions: when(!asked.meaning && isDefinitions(headingPath)),
    elsewhere: when(isAboutSomethingElse(headingPath, asked) && !isNamedBy(question, headingPath)),
    ofDistrict: when(!asked.inDistrict && isOfDistrict(headingPath)) * meantForAll(meaning?.everyday ?? 1),
    bare: when(isOnlyHeading(headingPath, text.slice(headingPath.join("\n").length))),
    ruled: when(isRuled),
    nearText: near?.whole ?? 0,
    nearStretch: near?.stretch ?? 0,
    nearHeading: meaning?.nearness(termsOf(headingPath.at(-1) ?? "")).whole ?? 0,
    nearPath: meaning?.nearness(termsOf(headingPath.slice(1, -1).join(" "))).whole ?? 0,
    likelihood: meaning?.likelihood(terms, termsOf(headingPath.join("\n"))) ?? 0,
  };
}

/** How far a question that names no district means a rule for all: in the law's own words a third as far as in everyday ones. */
const meantForAll = (everyday: number) => (1 + 2 * everyday) / 3;

interface Place {
  readonly term: string;
  readonly at: number;
}

/** More of the question's IDF mass in the headings says that it speaks of them in other words ("historic overlay"). */
const namingMass = 0.35;

function isNamedBy(question: RerankQuestion, headingPath: readonly string[]): boolean {
  return massShare(question, new Set(analyse(headingPath.slice(-3).join(" ")))) >= namingMass;
}

function massShare(question: RerankQuestion, held: ReadonlySet<string>): number {
  let whole = 0;
  let shared = 0;
  for (const [term, idf] of question.idf) {
    whole += idf;
    if (held.has(term)) shared += idf;
  }
  return whole > 0 ? shared / whole : 0;
}

/** Where in the text each of the question's terms stands, in text order. */
function placesOf(question: RerankQuestion, terms: readonly string[]): Place[] {
  const places: Place[] = [];
  terms.forEach((term, at) => {
    if (question.idf.has(term)) places.push({ term, at });
  });
  return places;
}

function pairShare(question: RerankQuestion, places: readonly Place[]): number {
  const terms = [...question.idf.keys()];
  if (terms.length < 2) return 0;
  const adjacent = new Set<string>();
  places.forEach((place, index) => {
    const next = places[index + 1];
    if (next && next.at - place.at === 1) adjacent.add(`${place.term} ${next.term}`);
  });
  const wanted = terms.slice(1).map((term, index) => `${terms[index]} ${term}`);
  return wanted.filter((pair) => adjacent.has(pair)).length / wanted.length;
}

/** Number of distinct terms held over the shortest stretch that holds them all; 0 when fewer than two are held. */
function proximityOf(places: readonly Place[]): number {
  const distinct = new Set(places.map((place) => place.term)).size;
  if (distinct < 2) return 0;
  const inside = new Map<string, number>();
  let shortest = Number.POSITIVE_INFINITY;
  let left = 0;
  for (const place of places) {
    inside.set(place.term, (inside.get(place.term) ?? 0) + 1);
    while (inside.size === distinct) {
      const first = places[left];
      if (!first) break;
      shortest = Math.min(shortest, place.at - first.at + 1);
      const remaining = (inside.get(first.term) ?? 0) - 1;
      if (remaining === 0) inside.delete(first.term);
      else inside.set(first.term, remaining);
      left += 1;
    }
  }
  return distinct / shortest;
}

function designationShare(query: string, text: string): number {
  const named = new Set(query.match(designation)?.filter((word) => word !== "A" && word !== "I"));
  if (named.size === 0 || query === query.toUpperCase()) return 0;
  const standing = new Set(text.match(designation));
  return [...named].filter((word) => standing.has(word)).length / named.size;
}

const nearTerms = 12;

/** Counts the figures that stand within twelve terms of a word of the question. */
function figuresNear(terms: readonly string[], places: readonly Place[]): number {
  const near = new Set<number>();
  for (const { at } of places) {
    for (let place = Math.max(at - nearTerms, 0); place <= Math.min(at + nearTerms, terms.length - 1); place++) {
      if (/^\d/.test(terms[place] ?? "")) near.add(place);
    }
  }
  return near.size;
}
