import { addRow, type DenseMatrix, dotRows, makeMatrix } from "./dense-matrix.ts";
import type { TrainingPair } from "./section-pairs.ts";

/** How long and how strongly to train. */
export interface ContrastiveSettings {
  readonly steps: number;
  readonly batch: number;
  readonly temperature: number;
  readonly learningRate: number;
}

export const standardTraining: ContrastiveSettings = {
  steps: 1500,
  batch: 256,
  temperature: 0.05,
  learningRate: 0.025,
};

/** A pooled side of a batch: unit vectors, their lengths before, and the weighted terms they were pooled from. */
export interface Side {
  readonly vectors: DenseMatrix;
  readonly lengths: Float32Array;
  readonly terms: readonly Map<number, number>[];
}

/**
 * Moves word vectors, in place, so that each query is nearer to its own passage than to the batch's other passages, and
 * the reverse; calls back with the loss after every hundredth step.
 *
 * @see symmetric InfoNCE with in-batch negatives; step sizes shrink for each row with the square of its gradients
 */
export function trainContrastively(
  vectors: DenseMatrix,
  nextPairs: (count: number) => TrainingPair[],
  settings: ContrastiveSettings,
  onProgress: (step: number, loss: number) => void,
): void {
  const seen = new Float64Array(vectors.rows);
  let recentLoss = 0;
  for (let step = 1; step <= settings.steps; step++) {
    const pairs = nextPairs(settings.batch);
    const queries = poolRows(
      vectors,
      pairs.map((pair) => pair.query),
    );
    const passages = poolRows(
      vectors,
      pairs.map((pair) => pair.passage),
    );
    const { pull, loss } = contrast(queries.vectors, passages.vectors, settings.temperature);
    const rate = settings.learningRate * (1 - (0.9 * step) / settings.steps);
    const gradients = new Map<number, Float32Array>();
    collectGradients(gradients, queries, multiply(pull, passages.vectors, false));
    collectGradients(gradients, passages, multiply(pull, queries.vectors, true));
    stepRows(vectors, gradients, seen, rate);
    recentLoss += loss;
    if (step % 100 === 0) {
      onProgress(step, recentLoss / 100);
      recentLoss = 0;
    }
  }
}

/** Pools texts, given by rows of a matrix, to unit vectors. */
export function poolRows(vectors: DenseMatrix, texts: readonly Int32Array[]): Side {
  const width = vectors.columns;
  const pooled = makeMatrix(texts.length, width);
  const lengths = new Float32Array(texts.length);
  const terms = texts.map((text, row) => {
    const counts = new Map<number, number>();
    for (const term of text) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const [term, count] of counts) {
      const weight = 1 + Math.log(count);
      counts.set(term, weight);
      addRow(pooled.values, row * width, vectors.values, term * width, weight, width);
    }
    const length = Math.sqrt(dotRows(pooled.values, row * width, pooled.values, row * width, width)) || 1;
    lengths[row] = length;
    for (let at = row * width; at < (row + 1) * width; at++) pooled.values[at] = (pooled.values[at] ?? 0) / length;
    return counts;
  });
  return { vectors: pooled, lengths, terms };
}

/** The gradient of the loss by each pair's similarity, and the loss. */
function contrast(queries: DenseMatrix, passages: DenseMatrix, temperature: number) {
  const size = queries.rows;
  const width = queries.columns;
  const scores = makeMatrix(size, size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      scores.values[row * size + column] =
        dotRows(queries.values, row * width, passages.values, column * width, width) / temperature;
    }
  }
  const byRow = softmax(scores, (first, second) => first * size + second);
  const byColumn = softmax(scores, (first, second) => second * size + first);
  const pull = makeMatrix(size, size);
  let loss = 0;
  for (let at = 0; at < pull.values.length; at++) {
    pull.values[at] = ((byRow[at] ?? 0) + (byColumn[at] ?? 0)) / (2 * size * temperature);
  }
  for (let row = 0; row < size; row++) {
    const diagonal = row * size + row;
    pull.values[diagonal] = (pull.values[diagonal] ?? 0) - 1 / (size * temperature);
    loss -= (Math.log(byRow[diagonal] || 1e-12) + Math.log(byColumn[diagonal] || 1e-12)) / (2 * size);
  }
  return { pull, loss };
}

function softmax(scores: DenseMatrix, placeOf: (first: number, second: number) => number): Float32Array {
  const size = scores.rows;
  const shares = new Float32Array(size * size);
  for (let first = 0; first < size; first++) {
    let highest = Number.NEGATIVE_INFINITY;
    for (let second = 0; second < size; second++) {
      highest = Math.max(highest, scores.values[placeOf(first, second)] as number);
    }
    let sum = 0;
    for (let second = 0; second < size; second++) {
      const place = placeOf(first, second);
      const share = Math.exp((scores.values[place] as number) - highest);
      shares[place] = share;
      sum += share;
    }
    for (let second = 0; second < size; second++) {
      const place = placeOf(first, second);
      shares[place] = (shares[place] as number) / sum;
    }
  }
  return shares;
}

function multiply(square: DenseMatrix, other: DenseMatrix, isTransposed: boolean): DenseMatrix {
  const size = square.rows;
  const width = other.columns;
  const product = makeMatrix(size, width);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const factor = square.values[isTransposed ? column * size + row : row * size + column] as number;
      if (Math.abs(factor) > 1e-7) addRow(product.values, row * width, other.values, column * width, factor, width);
    }
  }
  return product;
}

/** Carries gradients of unit vectors back through the normalisation to the terms they were pooled from. */
export function collectGradients(gradients: Map<number, Float32Array>, side: Side, byVector: DenseMatrix): void {
  const width = byVector.columns;
  side.terms.forEach((terms, row) => {
    const start = row * width;
    const along = dotRows(byVector.values, start, side.vectors.values, start, width);
    addRow(byVector.values, start, side.vectors.values, start, -along, width);
    for (const [term, weight] of terms) {
      let gradient = gradients.get(term);
      if (!gradient) {
        gradient = new Float32Array(width);
        gradients.set(term, gradient);
      }
      addRow(gradient, 0, byVector.values, start, weight / (side.lengths[row] || 1), width);
    }
  });
}

/** Moves rows against their gradients, each by less the more it has been moved. */
export function stepRows(
  vectors: DenseMatrix,
  gradients: Map<number, Float32Array>,
  seen: Float64Array,
  rate: number,
): void {
  const width = vectors.columns;
  for (const [term, gradient] of gradients) {
    const squared = dotRows(gradient, 0, gradient, 0, width) / width;
    const total = (seen[term] ?? 0) + squared;
    seen[term] = total;
    addRow(vectors.values, term * width, gradient, 0, -rate / (Math.sqrt(total) + 1e-8), width);
  }
}
