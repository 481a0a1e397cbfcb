import { type LabelFeatures, type LabelModel, likelihoodsUnder, readLabelModel } from "./label-model.ts";
import { remembered } from "./remembered.ts";

/** The file that ships: made by `evals/train/train-entry-uses.ts`, described in `uses-named.md`. */
export const shippedEntryModel = new URL("./uses-named.json", import.meta.url);

/** The uses that an entry of a list or table names, by their ids, and how likely it names each: hundredths, 20 to 100. */
export type UsesNamed = Readonly<Record<string, number>>;

const mark = /^\W*(?:\(?(?:[a-zA-Z]{1,2}|\d{1,3}(?:-[A-Z])?|[ivx]{1,5})[.)]\s+|\d+[A-Z]?(?:[.-]\d+)+\.?\s+)+/;
/** Where the name of an entry ends and what is said of it begins. */
const behindName =
  /\(|\[|;|:\s|\.\s|\b(?:provided|providing|subject to|in accordance|pursuant|as (?:defined|regulated|provided|permitted|set|described|per)|where|when|if|which|that|who|unless|upon|see|per|located|having|containing|not (?:to exceed|exceeding|more than|over)|except(?:ing|ed)?|with the exception of|exempting|exclud(?:ing|es)|other than|but not(?! limited)|not (?:including|to include)|without|with no(?! more))\b/i;
const betweenUses = /\s*[,;/]\s*(?:and\/or\s+|and\s+|or\s+)?|\s+(?:and\/or|and|or)\s+|\s*&\s*/i;
/** What stands so far behind the name tells nothing of it. */
const wordsBehind = 40;

/** Returns the features of an entry: of each use of its series the words with their places, of the whole its words by where they stand. */
export function entryFeatures(entry: string, group: string): LabelFeatures {
  const text = entry.replace(/\s+/g, " ").replace(mark, "");
  const end = behindName.exec(text)?.index ?? text.length;
  const name = end > 3 ? text.slice(0, end) : text;
  const words = wordsOf(name);
  return {
    parts: name
      .split(betweenUses)
      .filter((part) => part.trim() !== "")
      .map(featuresOfPart),
    whole: [
      ...new Set([
        ...words.map((word) => `(name) ${word}`),
        ...pairs(words).map((pair) => `(name) ${pair}`),
        ...wordsOf(text.slice(name.length), wordsBehind).map((word) => `(rest) ${word}`),
        ...wordsOf(group).map((word) => `(group) ${word}`),
      ]),
    ],
  };
}

function featuresOfPart(part: string): string[] {
  const words = wordsOf(part);
  const apart = words.slice(2).map((word, at) => `${words[at]} _ ${word}`);
  const ends = words.length === 0 ? [] : [`^${words[0]}`, `_${words.at(-1)}`, `n${Math.min(words.length, 5)}`];
  return [...new Set([...words, ...pairs(words), ...apart, ...ends])];
}

const pairs = (words: readonly string[]) => words.slice(1).map((word, at) => `${words[at]} ${word}`);

const plain = new Set("a an the my our of to is are it be in for i we you and or on at with".split(" "));

/** The words of a text that tell something, at most so many, without the ending of a plural. */
function wordsOf(text: string, most = 60): string[] {
  const words =
    text
      .toLowerCase()
      .replaceAll("’", "'")
      .match(/[a-z]+(?:'[a-z]+)?/g) ?? [];
  return words
    .filter((word) => !plain.has(word))
    .slice(0, most)
    .map((word) => (word.length > 3 ? word.replace(/(?:'s|s)$/, "") : word));
}

/** A use named less likely than this, in hundredths, is left out. */
const leastLikely = 20;

let shipped: LabelModel | undefined;

/** Reads which uses an entry names outright, and no narrower form of them, with the model that ships. */
export const usesNamedIn = (entry: string, group = ""): UsesNamed =>
  namesOfBoth(`${group.replace(/\n/g, " ")}\n${entry}`);

/** A table has the same row for each of its districts. */
const namesOfBoth = remembered((both: string): UsesNamed => {
  shipped ??= readLabelModel(shippedEntryModel);
  const { ids } = shipped;
  const [group = "", ...entry] = both.split("\n");
  const likely = likelihoodsUnder(shipped, entryFeatures(entry.join(" "), group.trim()));
  const named = likely.flatMap((value, at) => {
    const hundredths = Math.round(value * 100);
    return hundredths < leastLikely ? [] : [[ids[at] ?? "", hundredths] as const];
  });
  return Object.fromEntries(named);
});
