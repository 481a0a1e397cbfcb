/** Which dimensions a question asks for. */

import { analyse } from "../../../ingest/index.ts";
import { dimensionLikelihoods } from "./dimension-model.ts";
import { type Dimension, dimensions, isSetback, layoutAsked } from "./dimensions.ts";
import type { UseConcept } from "./use-words.ts";

/** The dimensions that a question asks for: the one that is meant where only one can be, and all of them. */
export interface DimensionsAsked {
  readonly first: Dimension | null;
  readonly all: readonly Dimension[];
}

/** The model adds what it finds this likely to what the form of a question tells. */
const likely = 0.4;
/** Where it adds a dimension that it finds this likely, an answer without that dimension is incomplete. */
const sure = 0.7;

/** Returns what a question asks for by its form and the model; `isSure` where what its form alone tells is too little. */
export function dimensionsByModel(
  text: string,
  byForm: DimensionsAsked,
): DimensionsAsked & { readonly isSure: boolean } {
  const likelihoods = dimensionLikelihoods(text);
  const of = ({ id }: Dimension) => likelihoods.get(id) ?? 0;
  const found = possible(text)
    .filter((one) => of(one) >= likely)
    .toSorted((one, other) => of(other) - of(one));
  // Where a side is named, the lines at large are that side's.
  const isOfSides = [...byForm.all, ...found].some((one) => sideSetbacks.includes(one));
  const isInYard = byForm.first?.id === "height" && inYard.test(text);
  // "One space per so many square feet of floor area" asks for no size of a dwelling.
  const isOfRate = byForm.first?.subject === "parking";
  const read = found.flatMap((one) => {
    if (
      (isInYard && isSetback(one)) ||
      (isOfRate && one.id === "unit floor area") ||
      byForm.all.some((told) => areAlike(told, one))
    )
      return [];
    return one.id !== "setbacks" ? [one] : isOfSides ? [] : sideSetbacks;
  });
  const all = [...new Set([...byForm.all, ...read])];
  const isSure = byForm.all.length > 0 && read.some((one) => !byForm.all.includes(one) && of(one) >= sure);
  return { first: byForm.first ?? found[0] ?? null, all, isSure };
}

/** Dimensions of which the form of a question tells which one is meant. */
const alike = [
  ["lot coverage", "impervious coverage"],
  ["stall size", "stall width", "stall length"],
];
const areAlike = (one: Dimension, other: Dimension) =>
  alike.some((group) => group.includes(one.id) && group.includes(other.id));

/** The dimensions that may be asked: no standard of the layout for a special kind of stall, no setback of what reaches into a yard. */
function possible(text: string): readonly Dimension[] {
  const reaches = reachesInto.test(text);
  return withoutSpecialLayout(text).filter((one) => !(isSetback(one) && reaches));
}

function withoutSpecialLayout(text: string): readonly Dimension[] {
  const isOfSpecialKind = layoutAsked(text)?.kind !== undefined;
  return isOfSpecialKind ? dimensions.filter(({ subject }) => subject !== "layout") : dimensions;
}

/** Returns what a question asks for by its form. */
export function dimensionsByForm(text: string): DimensionsAsked {
  const first = dimensionAsked(text);
  return { first, all: dimensionsAsked(text, first) };
}

/** The dimension a question asks for: the height of what stands in a front yard is a height. */
function dimensionAsked(text: string): Dimension | null {
  const first = withoutSpecialLayout(text).find((one) => one.asked.test(text)) ?? null;
  if (first !== null && isSetback(first) && reachesInto.test(text)) return null;
  const isOfHeight = first !== null && isSetback(first) && asksHeight.test(text);
  return isOfHeight ? (dimensions.find((one) => one.id === "height") ?? first) : first;
}

/** What reaches into a yard keeps no distance from its line. */
export const reachesInto = /\b(?:extend|project|encroach|overhang|stick|jut|protrude)(?:s|es|ed)?\b/i;
const asksHeight =
  /\bhow (?:many (?:feet|foot|ft\.?) )?(?:tall|high)\b|\b(?:maximum|max\.?|minimum|allow(?:ed|able)|permitted)\s+(?:[\w-]+\s+){0,2}height\b|\bheight\s+(?:limit|of)\b/i;

/** Every dimension a question asks for: its parts joined by "and" read one by one, "setbacks" as front, side and rear. */
function dimensionsAsked(text: string, first: Dimension | null): Dimension[] {
  if (first === null) return [];
  if (first.id === "height" && inYard.test(text)) return [first];
  const parts = text.split(partsOfList).flatMap((part) => dimensionAsked(part) ?? ofLotIn(part, text) ?? []);
  const sides = [first, ...parts].some(isSetback) ? sidesIn(text) : [];
  const asked =
    sides.length > 1 ? [...sides, ...parts.filter((one) => one.id !== "setbacks" && !sides.includes(one))] : parts;
  // "How long and wide" tells a dimension only as a whole.
  const told = asked.length === 0 || first.id === "stall size" ? [first] : asked;
  const distinct = [...new Set(told.flatMap((one) => partsOf.get(one.id) ?? [one]))];
  return distinct.length > 1 ? distinct : [first];
}

/**
 * Whether a thing is named only where a question asks for another dimension: "interior" in "front, rear and interior side
 * setbacks" is of the side. What stands before the words for the first dimension is of all.
 */
export function isOfOtherDimension(text: string, { phrases }: UseConcept, dimension: Dimension): boolean {
  const isNamedIn = (words: string) => {
    const stems = new Set(analyse(words));
    return phrases.some((phrase) => phrase.every((stem) => stems.has(stem)));
  };
  const parts = text.split(partsOfList).map((part) => ({ part, of: dimensionsIn(part) }));
  const first = parts.findIndex(({ of }) => of.length > 0);
  const naming = parts.filter(({ part }) => isNamedIn(part));
  const opening = parts[first]?.part ?? "";
  const before = opening.slice(0, parts[first]?.of[0]?.told.exec(opening)?.index);
  return (
    parts.filter(({ of }) => of.length > 0).length > 1 &&
    naming.length > 0 &&
    !isNamedIn(before) &&
    naming.every(
      ({ of }) => of.length > 0 && !of.some((one) => [one, ...(partsOf.get(one.id) ?? [])].includes(dimension)),
    )
  );
}

const dimensionsIn = (part: string): Dimension[] => [dimensionAsked(part) ?? [], sidesIn(part)].flat();

const partsOfList = /,(?!\d)|;|\band\b|&/i;
const measured =
  /\b(?:sizes?|sides? of|widths?|lengths?|depths?|areas?|heights?|coverage|frontages?|numbers? of|percent\w*|shares?|distances?|ratios?|spacing)\b/i;

/** How many parts of a list of measures name one that no dimension is known for: "the slope length" of "lot area, width and slope length". */
export function unreadMeasures(text: string): number {
  const parts = text.split(partsOfList);
  const unread = parts.filter((part) => !dimensions.some(({ asked }) => asked.test(part)) && !ofLotIn(part, text));
  const isList = parts.length - unread.length > 1;
  return isList ? unread.filter((part) => measured.test(part)).length : 0;
}

/** "In the front yard", "along the street side": a place, and no distance from its line. */
const inYard =
  /\bin\s+(?:an?|the|my|our|any)\s+(?:required\s+)?(?:front|side|rear|back)\b|\b(?:along|on|facing)\s+the\s+street side\b/i;

/** The dimension of a lot that one word of a list stands for: "lot size, width and depth", "how wide and how deep must the lot be". */
function ofLotIn(part: string, text: string): Dimension | undefined {
  const [, word = ""] = /^\W*(?:the\s+)?(?:min(?:imum)?\.?\s+)?(width|depth|area|size)\b/i.exec(part) ?? [];
  const [, how = ""] =
    (howOfLot.test(text) && /(?:^|[.!?]\s)\W*(?:how\s+)?(wide|deep|big|large)\b/i.exec(part)) ||
    (lotFirst.test(text) && /^\W*how\s+(wide|deep|big|large)\W*$/i.exec(part)) ||
    (landFirst.test(text) &&
      /^\W*how\s+(wide|deep)\s+(?:does|must|should|has)\s+(?:it|the (?:lot|land|parcel))\b/i.exec(part)) ||
    [];
  const measured = word.toLowerCase().replace("size", "area");
  const id = `lot ${measured === "" ? (measureOf[how.toLowerCase()] ?? "") : measured}`;
  return dimensions.find((one) => one.id === id);
}

const howOfLot =
  /\bhow\s+(?:wide|deep|big|large)\s+and\s+(?:how\s+)?(?:wide|deep|big|large)\b[^?]*?(?<!\bparking\s)\b(?:lot|parcel)\b/i;
/** "How big does the lot have to be, how wide, …": what stands alone behind the first is asked of the lot too. */
const lotFirst = /\bhow\s+(?:wide|deep|big|large)\s[^?.,;]{0,20}?(?<!\bparking\s)\b(?:lot|parcel)\b[^?.;]*?,\s*how\b/i;
/** "How many square feet of land do I need, how wide does it have to be": it is the lot. */
const landFirst =
  /\bhow (?:many (?:square (?:feet|foot)|acres)(?: of land)?|much (?:land|acreage))\b[^?.;]*?,\s*(?:and\s+)?how\b/i;
const measureOf: Readonly<Record<string, string>> = { wide: "width", deep: "depth", big: "area", large: "area" };

/** The sides of a lot that are named: "front, side and rear setbacks", "how far from the front, the rear and the side line". */
function sidesIn(text: string): Dimension[] {
  const plain = text
    .replace(/\bneighbou?rs?\s+(?:on|to) the sides?\b/gi, "side line")
    .replace(/\bneighbou?rs?\s+(?:in back|behind)\b|\bthe ones? (?:in back|behind)\b/gi, "rear line");
  const named = plain.matchAll(
    /(?<!street[- ])\b(front|side|rear|back)\b(?=\s*(?:(?:lot |property )?lines?|yards?|set-?backs?|,|and\b|or\b|&|$))/gi,
  );
  const ids = [...named].map(([, side = ""]) => `${side.toLowerCase().replace("back", "rear")} setback`);
  return sideSetbacks.filter(({ id }) => ids.includes(id));
}

const sideSetbacks = dimensions.filter((one) => /^(?:front|side|rear) setback$/.test(one.id));
/** Dimensions that stand for several, each of which is answered. */
const partsOf: ReadonlyMap<string, readonly Dimension[]> = new Map([
  ["setbacks", sideSetbacks],
  ["stall size", dimensions.filter(({ id }) => id === "stall width" || id === "stall length")],
]);
