import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { analyse, analyserVersion, encodeStaticModel, isQuestionWord, shippedStaticModel } from "../../ingest/index.ts";
import { readLayRules } from "../../retrieval/index.ts";
import { standardTraining, trainContrastively } from "./contrastive.ts";
import { type DenseMatrix, dotRows } from "./dense-matrix.ts";
import { readFold } from "./fold.ts";
import { readLawText } from "./law-text.ts";
import { readLayQuestions, townsOfFold } from "./lay-questions.ts";
import { quantise } from "./quantise.ts";
import { makeRandom } from "./seeded-random.ts";
import { spectralVectors } from "./spectral-start.ts";
import { makePairSource, type NoiseRule, standardPairs } from "./training-pairs.ts";
import { type Corpus, encodeCorpus } from "./vocabulary.ts";
import { associateWords } from "./word-associations.ts";
import { readWrittenPairs } from "./written-pairs.ts";

const dimensions = 256;
const vocabularySize = 20_000;
const seed = 20_261_121;
const sifSmoothing = 1e-3;

/**
 * Trains the static embedding model from the law text and the residents' questions of the data folder and from the pairs
 * in `pairs/`, and writes it.
 *
 *   npm run train -- [--data folder] [--out file] [--exclude source]... [--fold part/of]
 *
 * `--exclude` leaves sources out, so that their questions can be measured by a model that never saw their text.
 * `--fold 0/2` leaves out the questions, not the text, of every second town, so that these towns can be measured by a
 * model that saw none of their questions. The same data and seed produce the same file.
 */
function main(): void {
  const { values } = parseArgs({
    options: {
      data: { type: "string", default: process.env.EVAL_DATA_DIR ?? "../shared/data" },
      out: { type: "string", default: shippedStaticModel.pathname },
      exclude: { type: "string", multiple: true, default: [] },
      fold: { type: "string" },
    },
  });
  const report = makeReporter();
  const law = readLawText(resolve(values.data), values.exclude);
  const asked = readLayQuestions(resolve(values.data), law);
  const leftOut = values.fold === undefined ? [] : townsOfFold(asked, readFold(values.fold));
  const questions = asked.filter(({ source }) => !leftOut.includes(source));
  report(`${questions.length} of ${asked.length} questions, left out: ${leftOut.join(", ") || "none"}`);
  const rules = readLayRules();
  const written = readWrittenPairs();
  const said = [
    ...rules.flatMap((rule) => [...rule.triggers.flat(), ...rule.terms]),
    ...[...questions, ...written].flatMap(({ question }) => analyse(question)),
  ];
  const corpus = encodeCorpus(law, said, vocabularySize);
  const tokens = corpus.sections.reduce((sum, section) => sum + section.body.length, 0);
  report(`${law.length} sections, ${tokens} terms, vocabulary ${corpus.terms.length}`);

  const random = makeRandom(seed);
  const associations = associateWords(corpus);
  report(`${associations.values.length} associations`);
  const vectors = spectralVectors(associations, dimensions, random);
  weighByRarity(vectors, corpus);
  report("spectral start");
  const pairs = makePairSource(corpus, noiseRulesOf(rules, corpus), { questions, written }, random, standardPairs);
  trainContrastively(vectors, pairs, standardTraining, (step, loss) => report(`step ${step}, loss ${loss.toFixed(3)}`));
  const file = encodeStaticModel({ ...quantise(vectors), ...vocabularyOf(corpus) });
  writeFileSync(values.out, file);
  report(`${(file.length / 1e6).toFixed(2)} MB written`);
}

/** Brings each row to unit length and then down by how common its term is. */
function weighByRarity(vectors: DenseMatrix, corpus: Corpus): void {
  const total = corpus.counts.reduce((sum, count) => sum + count, 0);
  const width = vectors.columns;
  for (let row = 0; row < vectors.rows; row++) {
    const start = row * width;
    const length = Math.sqrt(dotRows(vectors.values, start, vectors.values, start, width)) || 1;
    const share = (corpus.counts[row] ?? 0) / total;
    const factor = sifSmoothing / (sifSmoothing + share) / length;
    for (let at = start; at < start + width; at++) vectors.values[at] = (vectors.values[at] ?? 0) * factor;
  }
}

/** Lay rules in vocabulary rows; words that every question has are not learned, since queries leave them out. */
function noiseRulesOf(rules: ReturnType<typeof readLayRules>, corpus: Corpus): NoiseRule[] {
  const rows = new Map(corpus.terms.map((term, row) => [term, row]));
  const encode = (terms: readonly string[]) =>
    Int32Array.from(terms.filter((term) => !isQuestionWord(term)).flatMap((term) => rows.get(term) ?? []));
  return rules
    .map((rule) => ({
      triggers: rule.triggers.map(encode).filter((trigger) => trigger.length > 0),
      terms: new Set(encode(rule.terms)),
    }))
    .filter((rule) => rule.triggers.length > 0);
}

function vocabularyOf(corpus: Corpus) {
  return { analyser: analyserVersion, rows: new Map(corpus.terms.map((term, row) => [term, row])) };
}

function makeReporter(): (text: string) => void {
  const started = performance.now();
  return (text) => console.error(`${((performance.now() - started) / 1000).toFixed(1)} s  ${text}`);
}

main();
