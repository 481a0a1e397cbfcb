import type { StaticModel } from "../../ingest/index.ts";
import type { DenseMatrix } from "./dense-matrix.ts";

/** Rounds each row to eight bits. A separate factor for each row restores its length. */
export function quantise(vectors: DenseMatrix): Pick<StaticModel, "scales" | "values" | "dimensions"> {
  const width = vectors.columns;
  const scales = new Float32Array(vectors.rows);
  const values = new Int8Array(vectors.values.length);
  for (let row = 0; row < vectors.rows; row++) {
    const start = row * width;
    let highest = 0;
    for (let at = start; at < start + width; at++) highest = Math.max(highest, Math.abs(vectors.values[at] ?? 0));
    const scale = highest / 127 || 1;
    scales[row] = scale;
    for (let at = start; at < start + width; at++) values[at] = Math.round((vectors.values[at] ?? 0) / scale);
  }
  return { scales, values, dimensions: width };
}
