import type { Dimension } from "../question/dimensions.ts";

/** Words by which a rule speaks of several dimensions at once, and the dimensions they take in. */
const groups: readonly (readonly [told: RegExp, dimensions: RegExp])[] = [
  [/\blots\b(?!\s+lines?)|\blots?\s+(?:requirements?|regulations?|standards?|dimensions?)\b/i, /^(?:lot|frontage)/],
  [/(?<!\b(?:front|side|rear)\s+)\b(?:yards?|set-?backs?)\b(?!\s+sales?)/i, /setback/],
  [/(?<!\b(?:lot|floor|building|ground|sign|open)\s+)\barea\b/i, /^lot|^frontage|setback|coverage$/],
  [
    /\bbulk\b|\bdimension\w*|\bdevelopment\s+(?:standards?|regulations?|requirements?)|\bspace\s+(?:limits?|and\s+bulk)|\b(?:all|other)\s+(?:other\s+|applicable\s+)?(?:requirements?|regulations?|standards?|restrictions?|provisions?)\b|\bintensity\b|\bdensity\s+and\s+dimension/i,
    /^lot|^frontage|setback|coverage$|^height$|^stories$|^density$|^floor area ratio$|^open space$/,
  ],
];
const aboutUses = /\b(?:uses?|parking|signs?|fences?|landscap\w*|procedures?|process|application)\b/i;

/** Tells whether a rule's words take in a dimension: by its own name, or by a wider word ("lots, yards and coverage"). */
export function takesIn(text: string, dimension: Dimension): boolean {
  if (dimension.told.test(text) && !dimension.notTold?.test(text)) return true;
  return groups.some(([told, held]) => told.test(text) && held.test(dimension.id));
}

/** Tells whether a rule's words name a dimension at all, or a group of them. */
export function namesDimensions(text: string): boolean {
  return (
    groups.some(([told]) => told.test(text)) ||
    /\b(?:heights?|coverage|frontage|widths?|depths?|densit(?:y|ies)|set-?backs?|yards?|stor(?:y|ies)|ratio)\b/i.test(
      text,
    )
  );
}

/** Tells whether a rule is about something else than the size of lots and buildings. */
export function isAboutUses(text: string): boolean {
  return aboutUses.test(text);
}

/** Words by which an exception changes what it takes over. */
const changing =
  /\b(?:twice|double|half|increas\w*|reduc\w*|decreas\w*|plus|additional|less|more|greater|larger|smaller|lower|higher)\b/i;

/** Tells whether an exception is about a dimension: by its name, or because it changes whatever is taken over. */
export function exceptsDimension(except: string, dimension: Dimension): boolean {
  return except !== "" && (takesIn(except, dimension) || (!namesDimensions(except) && changing.test(except)));
}
