import type { Corpus } from "./vocabulary.ts";
import { zoningWeight } from "./vocabulary.ts";

/** A sparse square matrix by rows. */
export interface SparseMatrix {
  readonly size: number;
  readonly rowStart: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float32Array;
}

const window = 5;
const contextSmoothing = 0.75;
const leastWeight = 1;

/**
 * Measures how much more often two terms stand within five of each other than chance would have it: positive pointwise
 * mutual information, near neighbours counted more (one over the root of the distance), rare contexts smoothed.
 *
 * @see Levy, Goldberg and Dagan, "Improving Distributional Similarity with Lessons Learned from Word Embeddings"
 */
export function associateWords(corpus: Corpus): SparseMatrix {
  const { text, weights } = joinBodies(corpus);
  const size = corpus.terms.length;
  const places = placesByTerm(text, size);
  const rowStart = new Int32Array(size + 1);
  const columns: Int32Array[] = [];
  const values: Float32Array[] = [];
  const sums = new Float64Array(size);
  const counted = new Float32Array(size);
  for (let row = 0; row < size; row++) {
    const touched = countNeighbours(
      text,
      weights,
      places.order.subarray(places.start[row], places.start[row + 1]),
      counted,
    );
    const kept = touched
      .filter((column) => (counted[column] ?? 0) >= leastWeight && column !== row)
      .toSorted((a, b) => a - b);
    columns.push(Int32Array.from(kept));
    values.push(Float32Array.from(kept, (column) => counted[column] ?? 0));
    for (const column of kept) sums[row] = (sums[row] ?? 0) + (counted[column] ?? 0);
    for (const column of touched) counted[column] = 0;
    rowStart[row + 1] = (rowStart[row] ?? 0) + kept.length;
  }
  const matrix = { size, rowStart, columns: concatInt(columns), values: concatFloat(values) };
  return toPositiveInformation(matrix, sums);
}

/** All bodies in one array, with -1 repeated between them so that no window reaches across. */
function joinBodies(corpus: Corpus): { text: Int32Array; weights: Float32Array } {
  const length = corpus.sections.reduce((sum, section) => sum + section.body.length + window, window);
  const text = new Int32Array(length).fill(-1);
  const weights = new Float32Array(length);
  let at = window;
  for (const { body, isZoning } of corpus.sections) {
    text.set(body, at);
    weights.fill(isZoning ? zoningWeight : 1, at, at + body.length);
    at += body.length + window;
  }
  return { text, weights };
}

function placesByTerm(text: Int32Array, size: number): { start: Int32Array; order: Int32Array } {
  const start = new Int32Array(size + 1);
  for (const term of text) if (term >= 0) start[term + 1] = (start[term + 1] ?? 0) + 1;
  for (let term = 0; term < size; term++) start[term + 1] = (start[term + 1] ?? 0) + (start[term] ?? 0);
  const next = start.slice();
  const order = new Int32Array(start[size] ?? 0);
  text.forEach((term, at) => {
    if (term < 0) return;
    order[next[term] ?? 0] = at;
    next[term] = (next[term] ?? 0) + 1;
  });
  return { start, order };
}

/** Adds up a term's neighbours into `counted` and names the columns it touched. */
function countNeighbours(text: Int32Array, weights: Float32Array, places: Int32Array, counted: Float32Array): number[] {
  const touched: number[] = [];
  for (const at of places) {
    const weight = weights[at] ?? 0;
    for (let distance = 1; distance <= window; distance++) {
      const share = weight / Math.sqrt(distance);
      for (const neighbour of [text[at - distance] ?? -1, text[at + distance] ?? -1]) {
        if (neighbour < 0) continue;
        if (counted[neighbour] === 0) touched.push(neighbour);
        counted[neighbour] = (counted[neighbour] ?? 0) + share;
      }
    }
  }
  return touched;
}

function toPositiveInformation(matrix: SparseMatrix, sums: Float64Array): SparseMatrix {
  const total = sums.reduce((sum, value) => sum + value, 0);
  const smoothed = sums.map((value) => value ** contextSmoothing);
  const smoothedTotal = smoothed.reduce((sum, value) => sum + value, 0);
  const { size, rowStart, columns, values } = matrix;
  for (let row = 0; row < size; row++) {
    for (let at = rowStart[row] ?? 0; at < (rowStart[row + 1] ?? 0); at++) {
      const column = columns[at] ?? 0;
      // The mean of both directions keeps the matrix symmetric although contexts are smoothed.
      const joint = (values[at] ?? 0) / total;
      const forward = joint / (((sums[row] ?? 0) / total) * ((smoothed[column] ?? 0) / smoothedTotal));
      const backward = joint / (((sums[column] ?? 0) / total) * ((smoothed[row] ?? 0) / smoothedTotal));
      values[at] = Math.max((Math.log(forward) + Math.log(backward)) / 2, 0);
    }
  }
  return matrix;
}

function concatInt(parts: readonly Int32Array[]): Int32Array {
  const joined = new Int32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

function concatFloat(parts: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
