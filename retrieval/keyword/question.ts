import { isQuestionWord, type KeywordSegment, makePause, termOf, tokensOf } from "../../ingest/index.ts";
import { withoutPlaceName } from "../place-names.ts";
import { frequencyIn, type WeightedTerm } from "./keyword-search.ts";

/** Words of ordinance language that a question in everyday words suggests, each with its weight. */
export type Expansions = (query: string) => readonly WeightedTerm[];

/** A question as the keyword leg asks it. */
export interface KeywordQuestion {
  /** Distinct terms of the question itself, without the words every question has; a repeated term weighs more. */
  readonly own: readonly WeightedTerm[];
  /** Terms it only suggests: expansions, words written as one, other spellings, near words of unknown ones. */
  readonly suggested: readonly WeightedTerm[];
}

/** Distinct terms of a question that are searched for; each costs a look at every chunk that has it. */
const mostTerms = 96;
/** Unknown terms that near words are looked for; each costs a look at the whole vocabulary. */
const mostUnknownTerms = 8;
const nearWordWeight = 0.5;
const compoundWeight = 0.5;

/** A word that more than this share of the chunks hold, and more than so many, tells too little apart to suggest. */
const commonShare = 0.3;
const commonCount = 50;

/**
 * Reads a question into terms; words that the union does not have are replaced by near words of its vocabulary. The event
 * loop runs every 8 ms meanwhile.
 */
export async function readQuestion(
  asked: string,
  segments: readonly KeywordSegment[],
  expansions: Expansions,
): Promise<KeywordQuestion> {
  const query = withoutPlaceName(asked);
  const terms = tokensOf(query).map(termOf);
  const telling = terms.filter((term) => !isQuestionWord(term));
  const counts = new Map<string, number>();
  for (const term of telling.length > 0 ? telling : terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const own = [...counts].slice(0, mostTerms).map(([term, weight]) => ({ term, weight }));
  const isOwn = new Set(own.map(({ term }) => term));
  const suggested = new Map<string, number>();
  const chunkCount = segments.reduce((sum, segment) => sum + segment.chunkCount, 0);
  const common = Math.max(commonShare * chunkCount, commonCount);
  const suggest = ({ term, weight }: WeightedTerm) => {
    if (isOwn.has(term) || frequencyIn(segments, term, 0) > common) return;
    suggested.set(term, Math.max(suggested.get(term) ?? 0, weight));
  };
  for (const expansion of expansions(query)) suggest(expansion);
  for (const term of compoundsIn(query)) {
    if (frequencyIn(segments, term, 0) > 0) suggest({ term, weight: compoundWeight });
  }
  const unknown = own.filter(({ term }) => frequencyIn(segments, term, 0) === 0).slice(0, mostUnknownTerms);
  const pause = makePause();
  for (const { term } of unknown) for (const near of await nearWords(term, segments, pause)) suggest(near);
  return { own, suggested: [...suggested].map(([term, weight]) => ({ term, weight })) };
}

/** Neighbouring words as one, the way ordinances may write them: "car port", "set back", "town house". */
function compoundsIn(query: string): string[] {
  const tokens = tokensOf(query);
  return tokens.slice(1).flatMap((second, at) => {
    const joined = `${tokens[at]}${second}`;
    return /^[a-z]{5,}$/.test(joined) ? [termOf(joined)] : [];
  });
}

/** What a term unknown to the union may have meant: `r20` for `R-20`, a word it begins, a word one letter away. */
async function nearWords(
  term: string,
  segments: readonly KeywordSegment[],
  pause: () => Promise<void> | undefined,
): Promise<WeightedTerm[]> {
  const respelled = respelledDesignation(term);
  if (respelled) return [{ term: respelled, weight: 1 }];
  if (term.length < 5 || /\d/.test(term)) return [];
  const near = new Set<string>();
  const reach = term.length < 6 ? 0 : term.length < 9 ? 1 : 2;
  for (const { terms } of segments) {
    for (const known of terms.keys()) {
      if (known.startsWith(term) || (reach > 0 && isWithinEdits(term, known, reach))) near.add(known);
      if (near.size > nearWordLimit) return [];
    }
    await pause();
  }
  return [...near].map((word) => ({ term: word, weight: nearWordWeight / Math.sqrt(near.size) }));
}

/** Tells whether at most `reach` letters need to be put in, left out or changed to make one word the other. */
function isWithinEdits(one: string, other: string, reach: number): boolean {
  if (Math.abs(one.length - other.length) > reach) return false;
  // A misspelling seldom spares neither the beginning nor the end: most words are ruled out without the table.
  if (one[0] !== other[0] && one.at(-1) !== other.at(-1)) return false;
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const line = [row];
    let least = row;
    for (let column = 1; column <= other.length; column++) {
      const changed = (above[column - 1] as number) + (one[row - 1] === other[column - 1] ? 0 : 1);
      const cost = Math.min(changed, (above[column] as number) + 1, (line[column - 1] as number) + 1);
      line.push(cost);
      if (cost < least) least = cost;
    }
    if (least > reach) return false;
    above = line;
  }
  return (above[other.length] as number) <= reach;
}

/** More near words than this say that the term is a common beginning, not a misspelling. */
const nearWordLimit = 8;

function respelledDesignation(term: string): string | undefined {
  const joined = /^([a-z]{1,4})(\d+[a-z]?)$/.exec(term);
  if (joined) return `${joined[1]}-${joined[2]}`;
  const parted = /^([a-z]{1,4})-(\d+[a-z]?)$/.exec(term);
  return parted ? `${parted[1]}${parted[2]}` : undefined;
}
