import { analyse } from "../../ingest/index.ts";
import type { AnalysedTexts } from "./analysed-texts.ts";
import type { RerankCandidate, RerankQuestion } from "./reranker.ts";

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
  /** Sections that state purposes, titles or severability seldom answer anything. */
  readonly preamble: number;
}

const measureCue =
  /\b(how (?:tall|high|big|large|wide|deep|long|far|close|near|many|much|small)|minimum|maximum|min|max|least|most|height|width|depth|area|size|setbacks?|coverage|ratio|density|distance|number of|spaces|feet|acres?)\b/i;
const permissionCue = /\b(can|may|allowed|allow|permitted|legal|illegal|prohibited|okay|ok|approval|permission)\b/i;
const permissionWord =
  /\b(?:permitted|prohibited|allowed|special permit|special exception|conditional use|by right|not permitted)\b/i;
const preambleHeading =
  /^\W*(?:(?:[A-Z_][A-Z_.\-§]*)?\d[\w.-]*\s\W*)?(?:purposes?|intent|title|short title|authority|severability|statement of)\b/i;
const designation = /\b(?:[A-Z]{1,5}-?\d{1,3}[A-Z]{0,2}|[A-Z]{1,3}(?:-[A-Z]{1,3})?)\b/g;

const dimensionCue =
  /\b(?:lot (?:size|area|width|depth|frontage|coverage)|frontage|setbacks?|yards?|height|tall|stor(?:y|ies)|coverage|floor area|(?:unit|dwelling) size|density)\b/i;
const districtCue = /\b(?:districts?|zones?|zoned)\b/i;
const dimensionWord = /\b(?:areas?|heights?|yards?|setbacks?|bulk|lots?|coverage|frontage|width|density|sizes?)\b/gi;
const dimensional = /\b(?:dimension(?:s|al)?|bulk|intensity)\b/i;
const scheduleWord =
  /\b(?:requirements?|standards?|regulations?|schedules?|tables?|charts?|controls?|limit(?:s|ations)?)\b/i;

/** Reads the features of one candidate against a question. */
export function featuresOf(
  question: RerankQuestion,
  candidate: RerankCandidate,
  termsOf: AnalysedTexts = analyse,
): PassageFeatures {
  const ownHeading = candidate.headingPath.at(-1) ?? "";
  const terms = termsOf(candidate.indexText);
  const places = placesOf(question, terms);
  return {
    heading: massShare(question, new Set(termsOf(ownHeading))),
    pairs: pairShare(question, places),
    proximity: proximityOf(places),
    designations: designationShare(question.query, candidate.text),
    measures: measureCue.test(question.query) ? Math.min(figuresNear(terms, places) / 8, 1) : 0,
    permission: permissionCue.test(question.query) && permissionWord.test(candidate.indexText) ? 1 : 0,
    schedule: asksForDimension(question.query) && candidate.headingPath.slice(-2).some(namesDimensions) ? 1 : 0,
    preamble: preambleHeading.test(ownHeading) ? 1 : 0,
  };
}

function asksForDimension(query: string): boolean {
  return dimensionCue.test(query) && districtCue.test(query);
}

/** "Area, Yard and Height Requirements", "Dimensional Table": where a code gathers the dimensions of its districts. */
function namesDimensions(heading: string): boolean {
  if (!scheduleWord.test(heading)) return false;
  const words = new Set(heading.match(dimensionWord)?.map((word) => word.toLowerCase().replace(/s$/, "")));
  return words.size >= 2 || dimensional.test(heading);
}

interface Place {
  readonly term: string;
  readonly at: number;
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
