import { EmbedderUnavailable } from "./errors.ts";

/** One vector as an endpoint sends it: floats, or their little-endian bytes in base64. */
type SentVector = string | readonly number[];

/**
 * Reads an answer of the embeddings protocol into vectors, in the order of the request.
 *
 * Shape   one vector for each of `count` texts, unit length; all zeros stays all zeros
 * @throws EmbedderUnavailable ("unusable-answer") when a vector is missing, doubled, of another size or not a number
 */
export function readEmbeddings(answer: unknown, count: number, dimensions: number | null): Float32Array[] {
  const data = (answer as { data?: unknown } | null)?.data;
  if (!Array.isArray(data)) throw unusable("it holds no list of vectors");
  if (data.length !== count) throw unusable(`it holds ${data.length} vectors for ${count} texts`);
  const vectors = new Array<Float32Array | undefined>(count).fill(undefined);
  let size = dimensions;
  for (const [position, entry] of data.entries()) {
    const { index = position, embedding } = (entry ?? {}) as { index?: unknown; embedding?: unknown };
    if (typeof index !== "number" || !Number.isInteger(index) || index < 0 || index >= count)
      throw unusable(`it names the text ${String(index)} of ${count}`);
    if (vectors[index] !== undefined) throw unusable(`it holds two vectors for text ${index}`);
    const vector = decode(embedding);
    size ??= vector.length;
    if (vector.length !== size) throw unusable(`a vector has ${vector.length} numbers where ${size} were expected`);
    vectors[index] = toUnitLength(vector);
  }
  return vectors.map((vector) => {
    if (vector === undefined) throw unusable("a text has no vector");
    return vector;
  });
}

function decode(embedding: unknown): Float32Array {
  const vector = isSentVector(embedding) ? floatsOf(embedding) : null;
  if (vector === null || vector.length === 0) throw unusable("a vector is neither numbers nor their bytes");
  if (!vector.every(Number.isFinite)) throw unusable("a vector holds something that is not a number");
  return vector;
}

function isSentVector(embedding: unknown): embedding is SentVector {
  if (typeof embedding === "string") return true;
  return Array.isArray(embedding) && embedding.every((value) => typeof value === "number");
}

function floatsOf(embedding: SentVector): Float32Array | null {
  if (typeof embedding !== "string") return Float32Array.from(embedding);
  const bytes = Buffer.from(embedding, "base64");
  if (bytes.length % 4 !== 0) return null;
  return Float32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4));
}

function toUnitLength(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  if (length === 0) return vector;
  return vector.map((value) => value / length);
}

function unusable(what: string): EmbedderUnavailable {
  return new EmbedderUnavailable("unusable-answer", `the embedding endpoint's answer cannot be used: ${what}`);
}
