import { type DimensionEntry, dimensionEntries } from "../lexicon/dimensions.ts";
import { wordsOf } from "./label-words.ts";

const setsCase = new Set(["minimum", "min", "maximum", "max", "required", "principal", "building", "buildings", "lot"]);

/** Returns the standard that a label names; undefined for none. */
export function dimensionOf(label: string): DimensionEntry | undefined {
  if (label.length > 160) return undefined;
  const words = new Set(wordsOf(label));
  return dimensionEntries.find(
    ({ all, none }) => all.every((any) => any.some((word) => words.has(word))) && !none.some((word) => words.has(word)),
  );
}

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
