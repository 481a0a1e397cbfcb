import { existsSync } from "node:fs";
import { analyse } from "../keyword/analyse.ts";
import { isQuestionWord } from "../keyword/question-words.ts";
import { addModelRow, poolTerms, readStaticModel, type StaticModel } from "./static-model.ts";

/** Turns questions into vectors among those of documents. */
export interface QuestionEncoder {
  /** Of unit length, or zero where no word of the question is known. */
  encode(question: string): Float32Array;
  /** Tells whether people were seen to ask with a term. */
  knows(term: string): boolean;
}

/** What was learned of how people ask, in the space of the document vectors of one static model. */
export interface QuestionModel {
  /** Rows for words and for pairs of neighbouring words, where these mean something else in a question than in law. */
  readonly said: StaticModel;
  /** One row for each known question: its vector as a document's, and then that of the rule that answers it. */
  readonly known: StaticModel;
}

/** The files of a {@link QuestionModel}, beside that of the static model. */
export function questionModelFiles(model: string | URL): { readonly said: URL; readonly known: URL } {
  const beside = (name: string) => new URL(new URL(model).href.replace(/\.bin$/, `.${name}.bin`));
  return { said: beside("said"), known: beside("known") };
}

/** How many of the nearest known questions speak for their rules. */
const nearestKnown = 12;
/** Cosines so far apart weigh 1 to e. */
const knownSpread = 0.05;
const knownShare = 0.5;
/** Cosines of the nearest known question at which what was learned of questions counts for nothing, and in full. */
const [far, close] = [0.25, 0.4];

/** Reads the encoder of a static model; without the files of a question model a question is pooled like a document. */
export function readQuestionEncoder(model: StaticModel, address: string | URL): QuestionEncoder {
  const files = questionModelFiles(address);
  if (!existsSync(files.said) || !existsSync(files.known)) {
    return { encode: (question) => poolTerms(model, askedTerms(question)), knows: (term) => model.rows.has(term) };
  }
  return makeQuestionEncoder(model, { said: readStaticModel(files.said), known: readStaticModel(files.known) });
}

/**
 * Makes the encoder of questions: the sum of the learned rows of what is said, moved toward the rules that answer the known questions nearest
 * to it. A question that is far from all of them is on another subject, and is pooled like a document.
 */
export function makeQuestionEncoder(model: StaticModel, { said, known }: QuestionModel): QuestionEncoder {
  return {
    knows: (term) => said.rows.has(term),
    encode(question) {
      const terms = askedTerms(question);
      const own = poolTerms(model, terms);
      if (own.every((value) => value === 0)) return own;
      const meant = unit(sumOfSaid(model, said, terms));
      const nearest = nearestTo(own, known);
      const learned = unit(added(meant, unit(ruleOf(nearest, known)), knownShare));
      const near = Math.min(Math.max(((nearest[0]?.cosine ?? 0) - far) / (close - far), 0), 1);
      return unit(
        added(
          learned.map((value) => near * value),
          own,
          1 - near,
        ),
      );
    },
  };
}

/** The terms that tell what a question is about; all of them where every word only shapes it. */
export function askedTerms(question: string): string[] {
  const terms = analyse(question);
  const telling = terms.filter((term) => !isQuestionWord(term));
  return telling.length > 0 ? telling : terms;
}

/** The pairs of neighbouring terms, as they name rows. */
export function pairsOf(terms: readonly string[]): string[] {
  return terms.slice(1).map((term, at) => `${terms[at]} ${term}`);
}

function sumOfSaid(model: StaticModel, said: StaticModel, terms: readonly string[]): Float32Array {
  const sum = new Float32Array(model.dimensions);
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  for (const [term, count] of counts) addTerm(sum, said.rows.has(term) ? said : model, term, 1 + Math.log(count));
  for (const pair of pairsOf(terms)) addTerm(sum, said, pair, 1);
  return sum;
}

function addTerm(sum: Float32Array, model: StaticModel, term: string, weight: number): void {
  const row = model.rows.get(term);
  if (row !== undefined) addModelRow(sum, model, row, weight);
}

/** A known question and how near it is. */
interface NearQuestion {
  readonly row: number;
  readonly cosine: number;
}

/** The known questions that are nearest to one, nearest first. */
function nearestTo(question: Float32Array, { rows, scales, values, dimensions }: StaticModel): NearQuestion[] {
  const nearest: NearQuestion[] = [];
  for (let row = 0; row < rows.size; row++) {
    const cosine = (scales[row] as number) * product(values, row * dimensions, question);
    if (nearest.length === nearestKnown && cosine <= (nearest.at(-1)?.cosine ?? 0)) continue;
    const at = nearest.findIndex((other) => other.cosine < cosine);
    nearest.splice(at < 0 ? nearest.length : at, 0, { row, cosine });
    if (nearest.length > nearestKnown) nearest.pop();
  }
  return nearest;
}

/** The weighted mean of the rules of known questions, nearest first. */
function ruleOf(nearest: readonly NearQuestion[], { scales, values, dimensions }: StaticModel): Float32Array {
  const width = dimensions / 2;
  const sum = new Float32Array(width);
  const highest = nearest[0]?.cosine ?? 0;
  for (const { row, cosine } of nearest) {
    const factor = Math.exp((cosine - highest) / knownSpread) * (scales[row] as number);
    const start = row * dimensions + width;
    for (let at = 0; at < width; at++) sum[at] = (sum[at] as number) + factor * (values[start + at] as number);
  }
  return sum;
}

function added(one: Float32Array, other: Float32Array, weight: number): Float32Array {
  return one.map((value, at) => value + weight * (other[at] as number));
}

/** Scalar product of a row with a vector; four sums at once, which is twice as fast. */
function product(values: Int8Array, start: number, vector: Float32Array): number {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  let at = 0;
  for (; at + 3 < vector.length; at += 4) {
    first += (values[start + at] as number) * (vector[at] as number);
    second += (values[start + at + 1] as number) * (vector[at + 1] as number);
    third += (values[start + at + 2] as number) * (vector[at + 2] as number);
    fourth += (values[start + at + 3] as number) * (vector[at + 3] as number);
  }
  for (; at < vector.length; at++) first += (values[start + at] as number) * (vector[at] as number);
  return first + second + third + fourth;
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length > 0 ? vector.map((value) => value / length) : vector;
}
