import { hasHeading, headingPair, type LayPair, surroundingPair, type TrainingPair } from "./section-pairs.ts";
import type { SeededRandom } from "./seeded-random.ts";
import type { Corpus, EncodedSection } from "./vocabulary.ts";

/** Most questions of a batch; the other pairs are of the town's own law. */
const mostQuestions = 64;
const leastTerms = 20;

/**
 * Makes a source of batches of one town each: every pair of a batch is the others' negative, and a search is mostly asked to
 * tell sections of one code apart.
 *
 * A town is drawn by the root of the number of its questions; of a section's questions a batch has one.
 */
export function makeTownBatches(
  corpus: Corpus,
  questions: readonly LayPair[],
  random: SeededRandom,
  settings: { readonly headingShare: number; readonly formalShare: number },
): (count: number) => TrainingPair[] {
  const byTown = Map.groupBy(questions, ({ source }) => source);
  const usable = corpus.sections.filter(({ isZoning, body }) => isZoning && body.length >= leastTerms);
  const law = Map.groupBy(usable, ({ source }) => source);
  const towns = [...byTown.keys()].filter((town) => law.has(town));
  const weights = towns.map((town) => Math.sqrt(byTown.get(town)?.length ?? 0));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);

  const drawTown = (): string => {
    let left = random.next() * whole;
    const drawn = towns.find((_, at) => {
      left -= weights[at] ?? 0;
      return left <= 0;
    });
    return drawn ?? towns.at(-1) ?? "";
  };

  const askedOf = (town: string, count: number): TrainingPair[] => {
    const pool = [...(byTown.get(town) ?? [])];
    const taken = new Set<string>();
    const pairs: TrainingPair[] = [];
    while (pool.length > 0 && pairs.length < count) {
      const [drawn] = pool.splice(random.below(pool.length), 1);
      if (!drawn || taken.has(drawn.answer)) continue;
      taken.add(drawn.answer);
      pairs.push({ query: drawn.query, passage: random.next() < settings.formalShare ? drawn.formal : drawn.window });
    }
    return pairs.filter(isUsable);
  };

  return (count) => {
    const town = drawTown();
    const sections = law.get(town) ?? [];
    const pairs = askedOf(town, Math.min(mostQuestions, count));
    while (pairs.length < count) {
      const section = sections[random.below(sections.length)] as EncodedSection;
      const isHeading = hasHeading(section) && random.next() < settings.headingShare;
      const pair = isHeading ? headingPair(section, random) : surroundingPair(section, random);
      if (isUsable(pair)) pairs.push(pair);
    }
    return pairs;
  };
}

const isUsable = ({ query, passage }: TrainingPair) => query.length > 0 && passage.length > 0;
