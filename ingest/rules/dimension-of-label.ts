import { type DimensionEntry, dimensionEntries } from "../lexicon/dimensions.ts";
import { wordsOf } from "./label-words.ts";
import type { Amount } from "./values-in.ts";

const setsCase = new Set(["minimum", "min", "maximum", "max", "required", "principal", "building", "buildings", "lot"]);

const line = String.raw`(?:the\s+)?(?:(?:front|rear|side|street|required|minimum|building)\s+){0,3}(?:setback|building|property|lot|street|yard)\s+lines?\b(?:\s*\([^)]{0,40}\))?`;
/** The line at which a width is measured: "lot width at the front property line and front setback line" does not name a front setback. */
const measuredAt = new RegExp(String.raw`\b(?:at|along)\s+${line}(?:\s+(?:and|or)\s+${line})?`, "gi");

/** The lines that are neither at the street nor at the rear: "any lot line other than a front or rear lot line", "from other property line". */
const otherLines =
  /\b(?:lot|property)\s+lines?\s+other\s+than\s+(?:an?\s+|the\s+)?(?:front|street)\s+(?:(?:lot|property)\s+lines?\s+)?(?:or|and)\s+(?:an?\s+|the\s+)?rear\s+(?:lot|property)\s+lines?\b|(?<!\bor\s+)\bother\s+(?:lot|property)\s+lines?\b/gi;

/** "Minimum width (see note a)": that of the lot. */
const ofLot = /^[\W\d]*(min(?:imum|\.))\s+(width|depth)(?=\s*(?:\(|$))/i;

/** A label in which the lines between neighbors are called side lines. */
export const withSideLines = (label: string) => label.replace(otherLines, "side line");

/** "26.5.1 From street line": what is measured, the title above says. */
export const measuredFrom = /^[\W\d]*(?:[A-Z]\.\s)?from\b/i;

/** Returns the standard that a label names; undefined for none. */
export function dimensionOf(label: string): DimensionEntry | undefined {
  if (label.length > 160) return undefined;
  const words = new Set(wordsOf(withSideLines(label).replace(ofLot, "$1 lot $2").replace(measuredAt, " ")));
  const spelt = new Set([...words].map(withSingleLetters));
  return dimensionEntries.find(
    ({ all, none }) =>
      all.every((any) => any.some((word) => words.has(word))) &&
      !none.some((word) => words.has(word) || spelt.has(withSingleLetters(word))),
  );
}

/** "Side & rear yards": one value for the yards on several sides. */
const severalSides = /\b(?:front,?\s+)?side(?:\s+yards?)?\s*(?:&|and|or|\/|,)\s*rear\b/i;

/** Returns the standards that a label names: those of each side where it names several, "side and rear yards", else the one. */
export function dimensionsOf(label: string): DimensionEntry[] {
  const one = dimensionOf(label);
  const sides = severalSides.exec(label)?.[0];
  if (one || sides === undefined) return one ? [one] : [];
  const each = (sides.match(/front|side|rear/gi) ?? []).map((side) =>
    dimensionOf(label.replace(new RegExp(severalSides, "gi"), side)),
  );
  return each.every((entry) => entry !== undefined) ? each : [];
}

/** Whether a label names the yards on several sides. */
export const isOnSeveralSides = (label: string) => severalSides.test(label);

/** "acessory" is accessory: codes misspell doubled letters. */
const withSingleLetters = (word: string) => word.replaceAll(/([a-z])\1/g, "$1");

/** Returns whether the words of a label only name a standard, without a case of it. */
export function isBareLabel(label: string, entry: DimensionEntry): boolean {
  const own = new Set([
    ...entry.all.flat(),
    ...setsCase,
    "of",
    "the",
    "in",
    "feet",
    "ft",
    "sq",
    "square",
    "percent",
    "%",
    "depth",
  ]);
  return wordsOf(label).every((word) => own.has(word) || /^\d/.test(word));
}

/** Parts the amounts of a height by their measure: "three stories or 46 feet" limits the stories and the feet. */
export function byMeasure(
  entry: DimensionEntry,
  amounts: readonly Amount[],
): readonly { readonly entry: DimensionEntry; readonly amounts: readonly Amount[] }[] {
  const stories = dimensionOf("stories");
  const height = dimensionOf("height");
  if (!stories || !height || (entry.id !== "height_max" && entry.id !== "stories_max")) return [{ entry, amounts }];
  const inStories = amounts.filter(({ unit }) => unit === "stories");
  const inFeet = amounts.filter(({ unit }) => unit === "ft");
  const bare = amounts.filter(({ unit }) => unit === null);
  // An amount without a unit is of what the label names.
  return [
    {
      entry: stories,
      amounts: entry.id === "stories_max" && inFeet.length === 0 ? [...inStories, ...bare] : inStories,
    },
    { entry: height, amounts: entry.id === "height_max" && inStories.length === 0 ? [...inFeet, ...bare] : inFeet },
  ].filter((part) => part.amounts.length > 0);
}
