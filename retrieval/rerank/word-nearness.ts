import {
  addModelRow,
  type QuestionEncoder,
  readQuestionEncoder,
  readStaticModel,
  type StaticModel,
  shippedStaticModel,
} from "../../ingest/index.ts";

/** Tells how near a text is to one question by the vectors of their words: cosines from 0 on, times a scale; 0 where no word is known. */
export type WordNearness = (terms: readonly string[]) => TextNearness;

/** How near a text is. */
export interface TextNearness {
  readonly whole: number;
  /** Its nearest stretch of {@link halfStretch} terms twice: a section that answers in one sentence is not blurred by its others. */
  readonly stretch: number;
}

/** Terms of half a stretch; stretches overlap by one half. */
const halfStretch = 15;

/** Lengths of the vectors of a text and of its stretches. */
interface Lengths {
  readonly whole: number;
  readonly stretches: readonly number[];
}

interface Reader {
  readonly model: StaticModel;
  readonly encoder: QuestionEncoder;
  /** Lengths of the texts that were measured, which do not depend on the question. */
  readonly lengths: WeakMap<readonly string[], Lengths>;
}

/** What this thread has read, by the address of the model's file. */
const known = new Map<string, Reader>();

/**
 * Reads a question for {@link WordNearness}; `address` is that of the file of a static embedding model,
 * `vector` the question's by that model where it is known.
 *
 * It needs no vector of the store, so it is the same beside any embedder. A model is read once in a thread, 40 ms and 15 MB.
 */
export function makeWordNearness(
  query: string,
  scale: number,
  address: string = shippedStaticModel.href,
  vector?: Float32Array,
): WordNearness {
  const reader = readerOf(address);
  const asked = vector ?? reader.encoder.encode(query);
  // A product with a sum is the sum of products: each word is compared with the question once, whatever texts it is in.
  const products = new Map<string, number>();
  const productOf = (term: string) => {
    const made = products.get(term) ?? scale * rowProduct(reader.model, term, asked);
    products.set(term, made);
    return made;
  };
  return (terms) => {
    const { whole, stretches } = lengthsOf(reader, terms);
    const halves: number[] = [];
    terms.forEach((term, at) => {
      const half = Math.floor(at / halfStretch);
      halves[half] = (halves[half] ?? 0) + productOf(term);
    });
    let nearest = 0;
    stretches.forEach((length, at) => {
      nearest = Math.max(nearest, cosine((halves[at] ?? 0) + (halves[at + 1] ?? 0), length));
    });
    const sum = halves.reduce((all, half) => all + half, 0);
    return { whole: Math.max(cosine(sum, whole), 0), stretch: nearest };
  };
}

const cosine = (product: number, length: number) => (length > 0 ? product / length : 0);

/** Share of the IDF mass of a question that is in words people were seen to ask with; numbers count as such. */
export function knownShare(idf: ReadonlyMap<string, number>, address: string = shippedStaticModel.href): number {
  const { encoder } = readerOf(address);
  let share = 0;
  let whole = 0;
  for (const [term, mass] of idf) {
    whole += mass;
    if (encoder.knows(term) || /\d/.test(term)) share += mass;
  }
  return whole > 0 ? share / whole : 1;
}

function readerOf(address: string): Reader {
  const read = known.get(address);
  if (read) return read;
  const model = readStaticModel(new URL(address));
  const reader = { model, encoder: readQuestionEncoder(model, address), lengths: new WeakMap() };
  known.set(address, reader);
  return reader;
}

function lengthsOf({ model, lengths }: Reader, terms: readonly string[]): Lengths {
  const measured = lengths.get(terms);
  if (measured) return measured;
  const halves: Float32Array[] = [];
  for (let at = 0; at < terms.length; at += halfStretch) halves.push(sumOf(model, terms.slice(at, at + halfStretch)));
  const stretches = halves.slice(1).map((half, at) => lengthOf(added(halves[at] as Float32Array, half)));
  const whole = lengthOf(halves.reduce(added, new Float32Array(model.dimensions)));
  const made = { whole, stretches: stretches.length > 0 ? stretches : [whole] };
  lengths.set(terms, made);
  return made;
}

function rowProduct({ rows, scales, values, dimensions }: StaticModel, term: string, vector: Float32Array): number {
  const row = rows.get(term);
  if (row === undefined) return 0;
  const start = row * dimensions;
  let sum = 0;
  for (let at = 0; at < dimensions; at++) sum += (values[start + at] as number) * (vector[at] as number);
  return sum * (scales[row] as number);
}

function sumOf(model: StaticModel, terms: readonly string[]): Float32Array {
  const sum = new Float32Array(model.dimensions);
  for (const term of terms) {
    const row = model.rows.get(term);
    if (row !== undefined) addModelRow(sum, model, row, 1);
  }
  return sum;
}

function added(one: Float32Array, other: Float32Array): Float32Array {
  return one.map((value, at) => value + (other[at] as number));
}

function lengthOf(vector: Float32Array): number {
  let square = 0;
  for (const value of vector) square += value * value;
  return Math.sqrt(square);
}
