import {
  type QuestionEncoder,
  readQuestionEncoder,
  readStaticModel,
  type StaticModel,
  shippedStaticModel,
} from "../../ingest/index.ts";

/** How near texts are to one question by the vectors of their words: cosines from 0 on, times a scale; 0 where no word is known. */
export interface WordNearness {
  readonly ofText: (terms: readonly string[]) => TextNearness;
  /** Of a short text, such as a heading. */
  readonly ofWhole: (terms: readonly string[]) => number;
}

/** How near a text is. */
export interface TextNearness {
  readonly whole: number;
  /** Its nearest stretch of {@link halfStretch} terms twice: a section that answers in one sentence is not blurred by its others. */
  readonly stretch: number;
}

/** Terms of half a stretch; stretches overlap by one half. */
const halfStretch = 15;

interface Reader {
  readonly model: StaticModel;
  readonly encoder: QuestionEncoder;
}

/** What this thread has read, by the address of the model's file. */
const known = new Map<string, Reader>();

/**
 * Reads a question for {@link WordNearness}; `address` is that of the file of a static embedding model.
 *
 * It needs no vector of the store, so it is the same beside any embedder. A model is read once in a thread, 40 ms and 15 MB.
 */
export function makeWordNearness(
  query: string,
  scale: number,
  address: string = shippedStaticModel.href,
): WordNearness {
  const { model, encoder } = readerOf(address);
  const asked = encoder.encode(query);
  const nearnessOf = (vector: Float32Array) => scale * Math.max(cosine(asked, vector), 0);
  return {
    ofWhole: (terms) => nearnessOf(sumOf(model, terms)),
    ofText(terms) {
      const halves: Float32Array[] = [];
      for (let at = 0; at < terms.length; at += halfStretch)
        halves.push(sumOf(model, terms.slice(at, at + halfStretch)));
      const stretches = halves.slice(1).map((half, at) => added(halves[at] as Float32Array, half));
      const whole = halves.reduce(added, new Float32Array(model.dimensions));
      return {
        whole: nearnessOf(whole),
        stretch: Math.max(0, ...(stretches.length > 0 ? stretches : halves).map(nearnessOf)),
      };
    },
  };
}

/** Share of the IDF mass of a question that is in words people were seen to ask with; numbers count as such. */
export function knownShare(idf: ReadonlyMap<string, number>, address: string = shippedStaticModel.href): number {
  const { encoder } = readerOf(address);
  let known = 0;
  let whole = 0;
  for (const [term, mass] of idf) {
    whole += mass;
    if (encoder.knows(term) || /\d/.test(term)) known += mass;
  }
  return whole > 0 ? known / whole : 1;
}

function readerOf(address: string): Reader {
  const read = known.get(address);
  if (read) return read;
  const model = readStaticModel(new URL(address));
  const reader = { model, encoder: readQuestionEncoder(model, address) };
  known.set(address, reader);
  return reader;
}

function sumOf({ rows, scales, values, dimensions }: StaticModel, terms: readonly string[]): Float32Array {
  const sum = new Float32Array(dimensions);
  for (const term of terms) {
    const row = rows.get(term);
    if (row === undefined) continue;
    const scale = scales[row] as number;
    const start = row * dimensions;
    for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] as number) + scale * (values[start + at] as number);
  }
  return sum;
}

function added(one: Float32Array, other: Float32Array): Float32Array {
  return one.map((value, at) => value + (other[at] as number));
}

/** `unit` has unit length or is zero. */
function cosine(unit: Float32Array, other: Float32Array): number {
  let product = 0;
  let square = 0;
  for (let at = 0; at < unit.length; at++) {
    product += (unit[at] as number) * (other[at] as number);
    square += (other[at] as number) ** 2;
  }
  return square > 0 ? product / Math.sqrt(square) : 0;
}
