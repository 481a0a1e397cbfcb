import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import {
  analyse,
  analyserVersion,
  askedTerms,
  encodeStaticModel,
  pairsOf,
  poolTerms,
  questionModelFiles,
  readStaticModel,
  type StaticModel,
  shippedStaticModel,
} from "../../ingest/index.ts";
import { addRow, type DenseMatrix, dotRows, makeMatrix } from "./dense-matrix.ts";
import { readFold } from "./fold.ts";
import { readLawText } from "./law-text.ts";
import { readLayQuestions, townsOfFold } from "./lay-questions.ts";
import { quantise } from "./quantise.ts";
import { type AskedRule, standardAsked, trainQuestionWords } from "./question-words.ts";
import { passageTerms } from "./section-pairs.ts";
import { makeRandom } from "./seeded-random.ts";
import { readWrittenPairs } from "./written-pairs.ts";

const seed = 20_261_126;
/** A pair of words seen in fewer questions gets no row. */
const leastSeen = 3;
/** Share of the formal wording, beside the rule's text, in the vector that the nearest known questions lend. */
const formalShare = 0.35;

interface Asked {
  readonly question: string;
  readonly formal: string;
  /** Text of the rule; that of a town is left out, since its formal wording says what it is asked for. */
  readonly section?: string;
}

/**
 * Trains the question model of a static embedding model on the residents' questions of the data folder and the pairs in `pairs/`, and
 * writes its two files beside the model's.
 *
 *   npm run train:questions -- [--data folder] [--model file] [--fold part/of]
 *
 * `--fold` leaves out the questions of the towns of a fold. The same data, model and seed give the same files.
 */
function main(): void {
  const { values } = parseArgs({
    options: {
      data: { type: "string", default: process.env.EVAL_DATA_DIR ?? "../shared/data" },
      model: { type: "string", default: shippedStaticModel.pathname },
      fold: { type: "string" },
    },
  });
  const address = pathToFileURL(resolve(values.model));
  const model = readStaticModel(address);
  const data = resolve(values.data);
  const questions = readLayQuestions(data, readLawText(data, []));
  const leftOut = values.fold === undefined ? [] : townsOfFold(questions, readFold(values.fold));
  const ofTowns = questions.filter(({ source }) => !leftOut.includes(source));
  const asked: Asked[] = [...readWrittenPairs(), ...ofTowns.map(({ question, formal }) => ({ question, formal }))];
  const files = questionModelFiles(address);
  writeFileSync(files.said, encodeStaticModel(trainSaid(model, asked)));
  writeFileSync(files.known, encodeStaticModel(gatherKnown(model, asked)));
  console.error(`${asked.length} questions, left out: ${leftOut.join(", ") || "none"}; written beside ${values.model}`);
}

/** Learns the rows of the words and pairs of words that are asked with. */
function trainSaid(model: StaticModel, asked: readonly Asked[]): StaticModel {
  const { ruleOf, texts } = groupByFormal(asked);
  const rules = unitRows(
    model,
    texts.map((some) => mean(some.map((one) => ruleVector(model, one, 0.5)))),
  );
  const rows = rowsOf(model, asked);
  const vectors = startingRows(model, rows);
  const pairs = asked.map(({ question }, at): AskedRule => {
    const terms = askedTerms(question);
    const said = [...terms, ...pairsOf(terms)].flatMap((term) => rows.get(term) ?? []);
    return { question: Int32Array.from(said), rule: ruleOf[at] as number };
  });
  trainQuestionWords(vectors, rules, pairs, makeRandom(seed), standardAsked, (step, loss) =>
    console.error(`step ${step}, loss ${loss.toFixed(3)}`),
  );
  return { ...quantise(vectors), analyser: analyserVersion, rows };
}

/** Gathers the questions of one formal wording into one row: the mean of their vectors, and then that of their rules. */
function gatherKnown(model: StaticModel, asked: readonly Asked[]): StaticModel {
  const { texts } = groupByFormal(asked);
  const width = model.dimensions;
  const known = makeMatrix(texts.length, 2 * width);
  texts.forEach((some, row) => {
    const questions = unit(mean(some.map(({ question }) => poolTerms(model, askedTerms(question)))));
    known.values.set(questions, row * 2 * width);
    known.values.set(mean(some.map((one) => ruleVector(model, one, formalShare))), (row * 2 + 1) * width);
  });
  return {
    ...quantise(known),
    analyser: analyserVersion,
    rows: new Map(texts.map((_, row) => [String(row), row])),
  };
}

/** Numbers the distinct formal wordings; for each question its number, and for each number its questions. */
function groupByFormal(asked: readonly Asked[]) {
  const numbers = new Map<string, number>();
  const texts: Asked[][] = [];
  const ruleOf = asked.map((one) => {
    const formal = analyse(one.formal).join(" ");
    const number = numbers.get(formal) ?? numbers.size;
    numbers.set(formal, number);
    texts[number] = [...(texts[number] ?? []), one];
    return number;
  });
  return { ruleOf, texts };
}

function ruleVector(model: StaticModel, { formal, section }: Asked, share: number): Float32Array {
  const wording = poolTerms(model, askedTerms(formal));
  if (section === undefined) return wording;
  const text = poolTerms(model, analyse(section).slice(0, passageTerms));
  return text.map((value, at) => (1 - share) * value + share * (wording[at] as number));
}

/** A row for each word that is asked with and each pair of words that is asked with often enough. */
function rowsOf(model: StaticModel, asked: readonly Asked[]): Map<string, number> {
  const words = new Set<string>();
  const pairs = new Map<string, number>();
  for (const { question } of asked) {
    const terms = askedTerms(question);
    for (const term of terms) if (model.rows.has(term)) words.add(term);
    for (const pair of new Set(pairsOf(terms))) pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  const often = [...pairs].filter(([, count]) => count >= leastSeen).map(([pair]) => pair);
  return new Map([...[...words].toSorted(), ...often.toSorted()].map((term, row) => [term, row]));
}

/** Words start from their rows in the model, pairs from nothing. */
function startingRows({ rows: known, scales, values, dimensions }: StaticModel, rows: ReadonlyMap<string, number>) {
  const vectors = makeMatrix(rows.size, dimensions);
  for (const [term, row] of rows) {
    const from = known.get(term);
    if (from === undefined) continue;
    const own = Float32Array.from(values.subarray(from * dimensions, (from + 1) * dimensions));
    addRow(vectors.values, row * dimensions, own, 0, scales[from] as number, dimensions);
  }
  return vectors;
}

function unitRows({ dimensions }: StaticModel, vectors: readonly Float32Array[]): DenseMatrix {
  const matrix = makeMatrix(vectors.length, dimensions);
  vectors.forEach((vector, row) => {
    matrix.values.set(unit(vector), row * dimensions);
  });
  return matrix;
}

function mean(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) addRow(sum, 0, vector, 0, 1 / vectors.length, sum.length);
  return sum;
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dotRows(vector, 0, vector, 0, vector.length)) || 1;
  return vector.map((value) => value / length);
}

main();
