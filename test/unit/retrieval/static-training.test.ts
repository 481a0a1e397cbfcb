import { describe, expect, it } from "vitest";
import { trainContrastively } from "../../../evals/train/contrastive.ts";
import { type DenseMatrix, dotRows, makeMatrix } from "../../../evals/train/dense-matrix.ts";
import type { LawSection } from "../../../evals/train/law-text.ts";
import { trainQuestionWords } from "../../../evals/train/question-words.ts";
import { makeRandom } from "../../../evals/train/seeded-random.ts";
import { spectralVectors, symmetricEigen } from "../../../evals/train/spectral-start.ts";
import { makePairSource, standardPairs } from "../../../evals/train/training-pairs.ts";
import { encodeCorpus } from "../../../evals/train/vocabulary.ts";
import { associateWords } from "../../../evals/train/word-associations.ts";
import { readWrittenPairs } from "../../../evals/train/written-pairs.ts";

const words = [
  "fence wall hedge screening yard",
  "parking vehicle space driveway stall",
  "sign banner area illuminated face",
];
const filler =
  "council clerk record minute officer report notice section chapter article table figure item list part".split(" ");

/** Law of three subjects, each with words of its own among words common to all. */
function inventedLaw(): LawSection[] {
  const random = makeRandom(7);
  return Array.from({ length: 150 }, (_, at) => {
    const own = (words[at % words.length] ?? "").split(" ");
    const pick = (from: readonly string[]) => from[random.below(from.length)] ?? "";
    const text = Array.from({ length: 40 }, () => (random.next() < 0.5 ? pick(own) : pick(filler))).join(" ");
    return { source: "invented", heading: `${pick(own)} ${pick(own)}`, text, isZoning: true };
  });
}

function train(seed: number): { terms: readonly string[]; vectors: DenseMatrix } {
  const corpus = encodeCorpus(inventedLaw(), ["barrier", "jalopi", "placard"], 1_000);
  const random = makeRandom(seed);
  const vectors = spectralVectors(associateWords(corpus), 4, random);
  const row = (term: string) => corpus.terms.indexOf(term);
  const rules = [
    { triggers: [Int32Array.of(row("barrier"))], terms: new Set([row("fenc"), row("hedg"), row("wall")]) },
  ];
  const asked = { question: "jalopies", formal: "parking vehicle", answer: "parking vehicle space driveway stall" };
  const questions = [{ source: "invented", ...asked }];
  const written = [{ question: "placards", formal: "sign banner", section: "sign banner area illuminated face" }];
  const pairs = makePairSource(corpus, rules, { questions, written }, random, { ...standardPairs, townShare: 0 });
  const settings = { steps: 60, batch: 24, temperature: 0.1, learningRate: 0.05 };
  trainContrastively(vectors, pairs, settings, () => {});
  return { terms: corpus.terms, vectors };
}

describe("the written training pairs", () => {
  it("have a question, its formal wording and a section each, and no question twice", () => {
    const pairs = readWrittenPairs();
    for (const pair of pairs)
      for (const text of [pair.question, pair.formal, pair.section]) expect(text).toMatch(/\w{3}/);
    expect(new Set(pairs.map(({ question }) => question.toLowerCase())).size).toBe(pairs.length);
  });
});

describe("training the static embedder", () => {
  const { terms, vectors } = train(1);
  const cosine = (first: string, second: string) => {
    const [a, b] = [terms.indexOf(first) * vectors.columns, terms.indexOf(second) * vectors.columns];
    const dot = (x: number, y: number) => dotRows(vectors.values, x, vectors.values, y, vectors.columns);
    return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
  };

  it("gives the same vectors for the same seed, and others for another", () => {
    expect(train(1).vectors.values).toEqual(vectors.values);
    expect(train(2).vectors.values).not.toEqual(vectors.values);
  });

  it("puts words of one subject together, and what people say beside what the law calls it", () => {
    expect(cosine("park", "drivewai")).toBeGreaterThan(cosine("park", "hedg"));
    expect(cosine("barrier", "fenc")).toBeGreaterThan(cosine("barrier", "sign"));
    expect(cosine("barrier", "fenc")).toBeGreaterThan(cosine("barrier", "park"));
  });

  it("puts a word that only residents say beside the words of its answer", () => {
    expect(cosine("jalopi", "park")).toBeGreaterThan(cosine("jalopi", "fenc"));
    expect(cosine("jalopi", "park")).toBeGreaterThan(cosine("jalopi", "sign"));
  });

  it("puts a word that only a written question has beside the words of its rule", () => {
    expect(cosine("placard", "sign")).toBeGreaterThan(cosine("placard", "fenc"));
    expect(cosine("placard", "sign")).toBeGreaterThan(cosine("placard", "park"));
  });

  it("takes eigenvectors that the matrix only stretches", () => {
    const matrix = Float64Array.of(2, 1, 0, 1, 3, -1, 0, -1, 4);
    const { eigenvalues, eigenvectors } = symmetricEigen(matrix, 3);
    for (let column = 0; column < 3; column++) {
      for (let row = 0; row < 3; row++) {
        const stretched = [0, 1, 2].reduce(
          (sum, at) => sum + (matrix[row * 3 + at] ?? 0) * (eigenvectors[at * 3 + column] ?? 0),
          0,
        );
        expect(stretched).toBeCloseTo((eigenvalues[column] ?? 0) * (eigenvectors[row * 3 + column] ?? 0), 9);
      }
    }
  });
});

describe("batches of one town", () => {
  it("hold a question of each section at most once, and otherwise pairs of the town's own law", () => {
    const law = inventedLaw().map((section, at) => ({ ...section, source: at % 2 === 0 ? "ashby" : "birch" }));
    const corpus = encodeCorpus(law, ["jalopi"], 1_000);
    const asked = (source: string, answer: string) => ({ source, question: "jalopies", formal: "parking", answer });
    const questions = ["ashby", "birch"].flatMap((town) => {
      const answers = law.filter(({ source }) => source === town).slice(0, 3);
      return answers.flatMap(({ text }) => [asked(town, text), asked(town, text)]);
    });
    const settings = { ...standardPairs, townShare: 1, formalShare: 0 };
    const batch = makePairSource(corpus, [], { questions, written: [] }, makeRandom(3), settings)(40);
    const jalopi = corpus.terms.indexOf("jalopi");
    expect(batch).toHaveLength(40);
    expect(batch.filter(({ query }) => query.includes(jalopi))).toHaveLength(3);
  });
});

describe("training the words of questions", () => {
  const settings = { steps: 80, batch: 8, otherRules: 4, temperature: 0.1, learningRate: 0.05, dropped: 0.2 };
  /** Three rules, one a direction; every word starts between them, and the last is in no question. */
  const trained = (seed: number) => {
    const vectors = makeMatrix(5, 3);
    vectors.values.fill(0.5);
    const rules = { ...makeMatrix(3, 3), values: Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1) };
    const asked = [0, 1, 2].map((rule) => ({ question: Int32Array.of(rule, 3), rule }));
    const losses: number[] = [];
    trainQuestionWords(vectors, rules, asked, makeRandom(seed), settings, (_, loss) => losses.push(loss));
    return { vectors, losses };
  };

  it("turns each word to the rule it is asked about, and leaves common and unasked words between them", () => {
    const { vectors, losses } = trained(1);
    const row = (at: number) => [...vectors.values.subarray(at * 3, at * 3 + 3)];
    for (const word of [0, 1, 2]) expect(row(word).indexOf(Math.max(...row(word)))).toBe(word);
    expect(Math.max(...row(3)) - Math.min(...row(3))).toBeLessThan(0.3);
    expect(row(4)).toEqual([0.5, 0.5, 0.5]);
    expect(losses[0]).toBeLessThan(Math.log(3));
  });

  it("gives the same vectors for the same seed", () => {
    expect(trained(1).vectors.values).toEqual(trained(1).vectors.values);
    expect(trained(2).vectors.values).not.toEqual(trained(1).vectors.values);
  });
});
