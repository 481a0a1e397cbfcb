import { readFileSync } from "node:fs";
import { type LabelFeatures, type LabelModel, likelihoodsUnder, readLabelModel } from "../../../ingest/index.ts";

/** The files that ship: made by `evals/train/train-question-uses.ts`, described in `use-model.md`. */
export const shippedUseModel = {
  tagger: new URL("./use-phrase-model.json", import.meta.url),
  labels: new URL("./use-model.json", import.meta.url),
};

/** Tells which words of a question name the use it asks about: a linear chain of two tags, all weights in hundredths. */
export interface UseTagger {
  /** For each feature of a word how much it speaks for the word being of the use. */
  readonly weights: Readonly<Record<string, number>>;
  /** From a word outside to one outside and to one inside; from one inside to one outside and to one inside. */
  readonly steps: readonly (readonly [outside: number, inside: number])[];
}

/** A word of a question as the tagger reads it: in small letters, a code and a number as such, whichever they are. */
export interface QuestionWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Words that name the use, with how sure the tagger is of them. */
export interface UsePhrase {
  readonly text: string;
  /** Sum of what speaks for its words, in hundredths. */
  readonly score: number;
}

const eachWord = /(?<code>\b[a-z]{1,4}-?\d+[a-z]?\b)|(?<number>\d[\d,.]*)|(?<word>[a-z]+(?:['’][a-z]+)?)|[?.!,;:]/gi;

/** Returns the words of a question with their places; a mark between sentences or parts counts as a word. */
export function wordsWithPlaces(text: string): QuestionWord[] {
  return [...text.matchAll(eachWord)].map(({ 0: said, index, groups = {} }) => {
    const word = groups.code ? "CODE" : groups.number ? "NUMBER" : said.toLowerCase().replace("’", "'");
    return { word, start: index, end: index + said.length };
  });
}

/** Returns the features of each word: itself, the words around it, and how it ends. */
export function useTagFeatures(words: readonly QuestionWord[]): string[][] {
  const at = (place: number) => words[place]?.word ?? (place < 0 ? "^" : "$");
  return words.map(({ word }, place) => {
    const [before, twoBefore, next, second] = [at(place - 1), at(place - 2), at(place + 1), at(place + 2)];
    return [
      "",
      word,
      `-1 ${before}`,
      `-2 ${twoBefore}`,
      `+1 ${next}`,
      `+2 ${second}`,
      `-1,0 ${before} ${word}`,
      `0,+1 ${word} ${next}`,
      `-1,+1 ${before} ${next}`,
      `-2,-1 ${twoBefore} ${before}`,
      `+1,+2 ${next} ${second}`,
      `-3,-1 ${at(place - 3)} ${twoBefore} ${before}`,
      `end ${word.slice(-3)}`,
    ];
  });
}

/** Finds the likeliest tag of each word: true for a word of the use (Viterbi). */
export function tagsUnder({ weights, steps }: UseTagger, features: readonly (readonly string[])[]): boolean[] {
  const scores = features.map((names) => names.reduce((sum, name) => sum + (weights[name] ?? 0), 0));
  const from: [boolean, boolean][] = [];
  let [outside, inside] = [0, Number.NEGATIVE_INFINITY];
  for (const score of scores) {
    const stays = outside + (steps[0]?.[0] ?? 0);
    const leaves = inside + (steps[1]?.[0] ?? 0);
    const enters = outside + (steps[0]?.[1] ?? 0);
    const goesOn = inside + (steps[1]?.[1] ?? 0);
    from.push([leaves > stays, goesOn > enters]);
    outside = Math.max(stays, leaves);
    inside = Math.max(enters, goesOn) + score;
  }
  const tags: boolean[] = [];
  let tag = inside > outside;
  for (const [wasInside, wentOn] of from.toReversed()) {
    tags.push(tag);
    tag = tag ? wentOn : wasInside;
  }
  return tags.reverse();
}

/** Returns the phrases of a question that name the use under a tagger, the surest first. */
export function usePhrasesUnder(tagger: UseTagger, text: string): UsePhrase[] {
  const words = wordsWithPlaces(text);
  const features = useTagFeatures(words);
  const tags = tagsUnder(tagger, features);
  const phrases: UsePhrase[] = [];
  for (let first = 0; first < words.length; first++) {
    if (!tags[first]) continue;
    let last = first;
    while (tags[last + 1]) last++;
    const [start, end] = [words[first]?.start ?? 0, words[last]?.end ?? 0];
    const named = features.slice(first, last + 1).flat();
    const score = named.reduce((sum, name) => sum + (tagger.weights[name] ?? 0), 0);
    phrases.push({ text: text.slice(start, end), score });
    first = last;
  }
  return phrases.toSorted((one, other) => other.score - one.score);
}

/** Returns the features of the model of uses: the words and word pairs of each phrase, and the words of the whole question. */
export function useLabelFeatures(text: string, phrases: readonly string[]): LabelFeatures {
  return {
    parts: phrases.map((phrase) => {
      const words = learnedWords(phrase);
      return [...new Set([...words, ...words.slice(1).map((word, at) => `${words[at]} ${word}`), `_${words.at(-1)}`])];
    }),
    whole: [...new Set(learnedWords(text).map((word) => `(whole) ${word}`))],
  };
}

const plain = new Set("a an the my our of to is are it be in for i we you and or on at with".split(" "));

/** The words of a text that tell something, without the ending of a plural. */
export function learnedWords(text: string): string[] {
  const words = wordsWithPlaces(text).flatMap(({ word }) => (/^[a-z']+$/.test(word) && !plain.has(word) ? word : []));
  return words.map((word) => (word.length > 3 ? word.replace(/(?:'s|s)$/, "") : word));
}

/** What a question asks about: the words that name it, the surest first, and how likely it is each use that the model knows. */
export interface UseRead {
  readonly phrases: readonly UsePhrase[];
  /** By the id of the use, the likeliest first; 0..1. */
  readonly likely: readonly (readonly [id: string, likelihood: number])[];
}

let shipped: { readonly tagger: UseTagger; readonly labels: LabelModel } | undefined;

/** Reads which use a question asks about with the models that ship. */
export function readUse(text: string): UseRead {
  shipped ??= { tagger: readTagger(shippedUseModel.tagger), labels: readLabelModel(shippedUseModel.labels) };
  const phrases = usePhrasesUnder(shipped.tagger, text);
  const { ids } = shipped.labels;
  const likelihoods = likelihoodsUnder(
    shipped.labels,
    useLabelFeatures(
      text,
      phrases.map((one) => one.text),
    ),
  );
  const likely = ids.map((id, at) => [id, likelihoods[at] ?? 0] as const).toSorted((one, other) => other[1] - one[1]);
  return { phrases, likely };
}

function readTagger(file: URL): UseTagger {
  const { weights, steps } = JSON.parse(readFileSync(file, "utf8")) as UseTagger;
  return { steps, weights: Object.assign(Object.create(null), weights) };
}
