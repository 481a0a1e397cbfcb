/** A dense matrix by rows. */
export interface DenseMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array;
}

/** Makes a matrix of zeros. */
export function makeMatrix(rows: number, columns: number): DenseMatrix {
  return { rows, columns, values: new Float32Array(rows * columns) };
}

/** Adds `factor` times a row of one matrix to a row of another; the inner loop of everything here. */
export function addRow(
  target: Float32Array,
  targetStart: number,
  source: Float32Array,
  sourceStart: number,
  factor: number,
  length: number,
): void {
  for (let at = 0; at < length; at++) {
    target[targetStart + at] = (target[targetStart + at] as number) + factor * (source[sourceStart + at] as number);
  }
}

/** Scalar product of two rows. */
export function dotRows(a: Float32Array, aStart: number, b: Float32Array, bStart: number, length: number): number {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  let at = 0;
  for (; at + 3 < length; at += 4) {
    first += (a[aStart + at] as number) * (b[bStart + at] as number);
    second += (a[aStart + at + 1] as number) * (b[bStart + at + 1] as number);
    third += (a[aStart + at + 2] as number) * (b[bStart + at + 2] as number);
    fourth += (a[aStart + at + 3] as number) * (b[bStart + at + 3] as number);
  }
  for (; at < length; at++) first += (a[aStart + at] as number) * (b[bStart + at] as number);
  return first + second + third + fourth;
}

/** Multiplies `left` transposed with `right`: both have as many rows, the result is small. */
export function multiplyTransposed(left: DenseMatrix, right: DenseMatrix): Float64Array {
  const product = new Float64Array(left.columns * right.columns);
  for (let row = 0; row < left.rows; row++) {
    for (let i = 0; i < left.columns; i++) {
      const factor = left.values[row * left.columns + i] as number;
      const into = i * right.columns;
      const from = row * right.columns;
      for (let j = 0; j < right.columns; j++) {
        product[into + j] = (product[into + j] as number) + factor * (right.values[from + j] as number);
      }
    }
  }
  return product;
}

/** Multiplies a tall matrix with a small square one, given by rows, keeping the first `columns` columns. */
export function multiplySmall(
  tall: DenseMatrix,
  small: Float64Array,
  smallColumns: number,
  columns: number,
): DenseMatrix {
  const product = makeMatrix(tall.rows, columns);
  const line = new Float64Array(columns);
  for (let row = 0; row < tall.rows; row++) {
    line.fill(0);
    for (let i = 0; i < tall.columns; i++) {
      const factor = tall.values[row * tall.columns + i] as number;
      for (let j = 0; j < columns; j++)
        line[j] = (line[j] as number) + factor * (small[i * smallColumns + j] as number);
    }
    product.values.set(line, row * columns);
  }
  return product;
}
