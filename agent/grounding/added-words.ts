const set = (words: string): ReadonlySet<string> => new Set(words.split(" "));
const duties = set("shall must required requires require needs need");
const permissions = set("may can allowed permitted permits allows");
const negators = set("not no never nor neither without cannot");
/** What is forbidden is not allowed. */
const forbidden = set("prohibited forbidden prohibits forbids");
/** Words that say nothing of their own: of grammar, or of the law as such. */
const empty = set(
  "a an the this that these those it its they their and or but nor of in on at to for from by with as under within than then also only both each any all such other be is are was were been being has have had do does did will would which who whom whose where when while if unless because there here " +
    "ordinance ordinances code law laws section sections article articles chapter table provision provisions rule rules standard standards zoning district districts town city state states stated requirement requirements require requires required provide provides provided apply applies according accordingly means mean",
);

/**
 * Whether a sentence that a model wrote adds nothing to its sources: each of its words that has a meaning is theirs, and what it
 * denies, allows or demands is denied, allowed or demanded there. Its numbers are compared by `groundAnswer`.
 *
 * This is the measure of text that is published under somebody's name, such as a report: nobody asks it back. It removes half of
 * the true paraphrases in the labelled claims, so that answers to questions are not held to it.
 */
export function addsNothing(text: string, sources: readonly string[]): boolean {
  const source = wordsOf(sources.join(" . "));
  const told = wordsOf(text);
  const known = new Set(source.map(stem));
  const adds = told.some((word) => isTelling(word) && !known.has(stem(word)));
  const isTwiceDenied = told.some((word, at) => negators.has(word) && negators.has(told[at + 1] ?? ""));
  return !adds && !isTwiceDenied && isDeniedAlike(told, source) && isBoundAlike(told, source);
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z]+(?:-[a-z]+)*/g) ?? [];

const isTelling = (word: string) =>
  word.length > 2 &&
  !empty.has(word) &&
  !duties.has(word) &&
  !permissions.has(word) &&
  !negators.has(word) &&
  !forbidden.has(word);

/** A word without its ending: "feet" stays, "dwellings", "attached", "screening" lose it. */
const stem = (word: string) => (word.length > 4 ? word.replace(/(?:ings?|ed|es|s|e|d)$/, "") : word);

/** The word of meaning before a place, of which something is said there. */
const subjectOf = (words: readonly string[], at: number) =>
  `allowed ${stem(words.slice(0, at).findLast(isTelling) ?? "")}`;

/** Returns what a text denies: each word of meaning after a negator, or what is not allowed, or forbidden. */
function deniedIn(words: readonly string[]): Set<string> {
  const denied = words.flatMap((word, at) => {
    if (forbidden.has(word)) return [subjectOf(words, at)];
    if (!negators.has(word)) return [];
    const next = words.slice(at + 1, at + 6).find((one) => isTelling(one) || permissions.has(one));
    return next === undefined ? [] : [permissions.has(next) ? subjectOf(words, at) : stem(next)];
  });
  return new Set(denied);
}

function isDeniedAlike(told: readonly string[], source: readonly string[]): boolean {
  const [here, there] = [deniedIn(told), deniedIn(source)];
  const named = new Set([
    ...told.map(stem),
    ...told.flatMap((word, at) => (permissions.has(word) ? [subjectOf(told, at)] : [])),
  ]);
  return [...here].every((word) => there.has(word)) && [...there].every((word) => here.has(word) || !named.has(word));
}

/** Returns what a text binds, by the word that follows the modal: "duty" or "permission"; a denied permission is a duty. */
function boundIn(words: readonly string[]): Map<string, Set<string>> {
  const bound = new Map<string, Set<string>>();
  for (const [at, word] of words.entries()) {
    if (!duties.has(word) && !permissions.has(word)) continue;
    const isDenied = negators.has(words[at + 1] ?? "");
    const next = words.slice(at + 1, at + 6).find(isTelling);
    if (next === undefined) continue;
    const kinds = bound.get(stem(next)) ?? new Set();
    kinds.add(duties.has(word) || isDenied ? "duty" : "permission");
    bound.set(stem(next), kinds);
  }
  return bound;
}

function isBoundAlike(told: readonly string[], source: readonly string[]): boolean {
  const there = boundIn(source);
  return [...boundIn(told)].every(([word, kinds]) => {
    const known = there.get(word);
    return known === undefined || [...kinds].every((kind) => known.has(kind));
  });
}
