import { analyse } from "../../../ingest/index.ts";
import { contentTerms } from "../../text/words.ts";
import { readUse, type UseRead } from "./use-model.ts";
import { conceptMatch, conceptOfUse, conceptsOf, hasTrait, isEveryday, type UseConcept } from "./use-words.ts";

/** The use of a question as the learned model reads it. */
export interface UseByModel {
  readonly use: string;
  readonly useConcepts: readonly UseConcept[];
  /** How the use was read: from the words that name it, or from what the model takes them to mean. */
  readonly useBy: "words" | "meaning";
}

/** From this likelihood on a use counts as told. */
const likely = 0.5;
/** The likeliest use counts as told from this likelihood on, if it is so many times as likely as the next one. */
const [leastLikely, ahead] = [0.15, 3];
/** Below this likelihood a use that a phrase names is not the one asked about. */
const unlikely = 0.05;
/** From this likelihood on the model overrules what the form of a question tells. */
const sure = 0.9;

/**
 * Reads which use a question asks about: by the words that the model finds to name it, as they stand, and by what the model
 * takes these words for, with all names of that use. Empty where it finds neither.
 *
 * @param text the question without the names of districts, and without what it says that there is not
 */
export function readUsesByModel(text: string, { phrases, likely: all } = readUseAsked(text)): UseByModel[] {
  const uses = all.filter(([id]) => id !== atHome.id || atHome.said.test(text));
  const told = uses.filter((one, rank) => one[1] >= likely || (rank === 0 && isAhead(uses))).map(([id]) => id);
  const chances = new Map(uses);
  const isMeant = ({ kind }: UseConcept) =>
    kind === undefined || (told.length === 0 ? (chances.get(kind) ?? 1) >= unlikely : kind === told[0]);
  const named = phrases.map(({ text: use }) => ({ use, useConcepts: conceptsOf(use), useBy: "words" as const }));
  const meant = named.filter(({ useConcepts: [main] }) => main !== undefined && isMeant(main));
  const phrase = meant.find(({ useConcepts }) => useConcepts.slice(0, 1).some((main) => !isEveryday(main))) ?? meant[0];
  const concepts = told.flatMap((id) => conceptOfUse(id) ?? []);
  const [use] = told;
  const isNamed = phrases.some((one) => namesOther(one.text, use, concepts.slice(0, 1)));
  const ofPhrase = phrase ? [phrase] : [];
  if (use === undefined || concepts.length === 0 || isNamed) return ofPhrase;
  const useConcepts = concepts.map((one, rank) => ({ ...one, weight: rank === 0 ? 1 : 0.6 }));
  return [...ofPhrase, { use, useConcepts, useBy: "meaning" }];
}

/** The model's reading as a home occupation counts only where the question mentions a home; teaching in a shop is not one. */
const atHome = {
  id: "home occupation",
  said: /\b(?:homes?|houses?|apartment|condo|residen\w+|dwelling|kitchen|(?:bed|living|dining|spare )room|basement|attic|den|garage|porch|farmhouse|backyard)\b/i,
};

/** Reads a question with the models, without what it says that the use does not have. */
export const readUseAsked = (text: string): UseRead => readUse(withoutFormsDenied(text).replace(goesWithout, " "));

/** Returns whether the model is sure that a question asks about another use than the one that its form tells. */
export function asksForOther({ likely: uses }: UseRead, { kind }: UseConcept): boolean {
  const [first] = uses;
  const chance = uses.find(([id]) => id === kind)?.[1];
  return first !== undefined && first[1] >= sure && chance !== undefined && chance < unlikely;
}

/** Words beside the name of a use that make no other use of it. */
const plainBeside = new Set(
  analyse("new small little big local business company branch shop place use own my our their"),
);

/**
 * Whether a phrase names a use by words that decide alone: it says more than its name, "a detached accessory dwelling", or the
 * names of the use do not all mean the same, "nightclub" and "tavern".
 */
function namesOther(phrase: string, id: string | undefined, concepts: readonly UseConcept[]): boolean {
  if (conceptMatch(concepts, analyse(phrase)) < 1) return false;
  const names = new Set([...plainBeside, ...concepts.flatMap((one) => [...one.phrases, ...(one.asked ?? [])].flat())]);
  const saysMore = contentTerms(phrase).some((stem) => !names.has(stem) && !/^\d/.test(stem));
  return saysMore || !hasTrait(id, "one-name");
}

/** Returns a question without the forms of a use that it excludes in brackets: "a hotel (not extended stay)". */
export const withoutFormsDenied = (text: string): string => text.replace(/\(\s*not\b[^)]*\)/gi, " ");

/** What a use does without: "a bank without a drive-up window". */
const goesWithout = /\bwithout\s+(?:an?|any)\s+[\w-]+(?:\s+(?:windows?|lanes?|service|facility))?/gi;

const isAhead = ([first, second]: readonly (readonly [string, number])[]) =>
  first !== undefined && first[1] >= leastLikely && first[1] >= ahead * (second?.[1] ?? 0);
