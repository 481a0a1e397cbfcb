import { addRow, type DenseMatrix, makeMatrix, multiplySmall, multiplyTransposed } from "./dense-matrix.ts";
import type { SeededRandom } from "./seeded-random.ts";
import type { SparseMatrix } from "./word-associations.ts";

const oversampling = 24;
const powerIterations = 3;

/**
 * Gives each term a vector from the leading eigenvectors of a symmetric association matrix, each scaled by the root of
 * its eigenvalue.
 *
 * @see Halko, Martinsson and Tropp, "Finding Structure with Randomness": random range, power iterations, small problem
 */
export function spectralVectors(matrix: SparseMatrix, dimensions: number, random: SeededRandom): DenseMatrix {
  const width = dimensions + oversampling;
  let basis = makeMatrix(matrix.size, width);
  for (let at = 0; at < basis.values.length; at++) basis.values[at] = random.normal();
  for (let iteration = 0; iteration < powerIterations; iteration++) {
    basis = orthonormal(multiplySparse(matrix, basis));
  }
  const projected = multiplyTransposed(basis, multiplySparse(matrix, basis));
  const { eigenvalues, eigenvectors } = symmetricEigen(projected, width);
  const order = [...eigenvalues.keys()].toSorted((a, b) => (eigenvalues[b] ?? 0) - (eigenvalues[a] ?? 0));
  const scaled = new Float64Array(width * dimensions);
  for (let column = 0; column < dimensions; column++) {
    const from = order[column] ?? 0;
    const scale = Math.sqrt(Math.max(eigenvalues[from] ?? 0, 0));
    for (let row = 0; row < width; row++) {
      scaled[row * dimensions + column] = (eigenvectors[row * width + from] ?? 0) * scale;
    }
  }
  return multiplySmall(basis, scaled, dimensions, dimensions);
}

function multiplySparse(matrix: SparseMatrix, dense: DenseMatrix): DenseMatrix {
  const product = makeMatrix(matrix.size, dense.columns);
  for (let row = 0; row < matrix.size; row++) {
    const end = matrix.rowStart[row + 1] as number;
    for (let at = matrix.rowStart[row] as number; at < end; at++) {
      const value = matrix.values[at] as number;
      if (value === 0) continue;
      const from = (matrix.columns[at] as number) * dense.columns;
      addRow(product.values, row * dense.columns, dense.values, from, value, dense.columns);
    }
  }
  return product;
}

/** Makes the columns orthonormal through the Cholesky factor of their Gram matrix. */
function orthonormal(matrix: DenseMatrix): DenseMatrix {
  const size = matrix.columns;
  const gram = multiplyTransposed(matrix, matrix);
  const factor = new Float64Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = gram[row * size + column] as number;
      for (let at = 0; at < column; at++) {
        sum -= (factor[row * size + at] as number) * (factor[column * size + at] as number);
      }
      const diagonal = factor[column * size + column] as number;
      factor[row * size + column] = row === column ? Math.sqrt(Math.max(sum, 1e-12)) : sum / diagonal;
    }
  }
  return multiplySmall(matrix, invertedTransposed(factor, size), size, size);
}

/** The transposed inverse of a lower triangular matrix. */
function invertedTransposed(lower: Float64Array, size: number): Float64Array {
  const inverse = new Float64Array(size * size);
  for (let column = 0; column < size; column++) {
    for (let row = column; row < size; row++) {
      let sum = row === column ? 1 : 0;
      for (let at = column; at < row; at++) {
        sum -= (lower[row * size + at] as number) * (inverse[column * size + at] as number);
      }
      // Stored transposed: row and column change places.
      inverse[column * size + row] = sum / (lower[row * size + row] as number);
    }
  }
  return inverse;
}

const jacobiSweeps = 12;

/** Eigenvalues and eigenvectors (by columns) of a small symmetric matrix, by cyclic Jacobi rotations. */
export function symmetricEigen(input: Float64Array, size: number) {
  const matrix = input.slice();
  const vectors = new Float64Array(size * size);
  for (let at = 0; at < size; at++) vectors[at * size + at] = 1;
  for (let sweep = 0; sweep < jacobiSweeps; sweep++) {
    for (let p = 0; p < size - 1; p++) for (let q = p + 1; q < size; q++) rotate(matrix, vectors, size, p, q);
  }
  return {
    eigenvalues: Float64Array.from({ length: size }, (_, at) => matrix[at * size + at] ?? 0),
    eigenvectors: vectors,
  };
}

function rotate(matrix: Float64Array, vectors: Float64Array, size: number, p: number, q: number): void {
  const off = matrix[p * size + q] as number;
  const pp = matrix[p * size + p] as number;
  const qq = matrix[q * size + q] as number;
  if (Math.abs(off) < 1e-12 * (Math.abs(pp) + Math.abs(qq))) return;
  const theta = (qq - pp) / (2 * off);
  const tangent = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  for (let at = 0; at < size; at++) {
    const left = matrix[at * size + p] as number;
    const right = matrix[at * size + q] as number;
    matrix[at * size + p] = cosine * left - sine * right;
    matrix[at * size + q] = sine * left + cosine * right;
    const vectorLeft = vectors[at * size + p] as number;
    const vectorRight = vectors[at * size + q] as number;
    vectors[at * size + p] = cosine * vectorLeft - sine * vectorRight;
    vectors[at * size + q] = sine * vectorLeft + cosine * vectorRight;
  }
  for (let at = 0; at < size; at++) {
    const upper = matrix[p * size + at] as number;
    const lower = matrix[q * size + at] as number;
    matrix[p * size + at] = cosine * upper - sine * lower;
    matrix[q * size + at] = sine * upper + cosine * lower;
  }
}
