import type { Embedder } from "../../ingest/index.ts";

/** What the dense leg knows of the searched union; the list is by chunk number. */
export interface DenseFindings {
  /** Cosine of each chunk; not a number where it was not compared or has no vector of this embedder. */
  readonly similarities: Float32Array;
  /** The nearest chunks the filter admits, nearest first. */
  readonly nearest: readonly number[];
  /** Extremes over the union, filtered or not. */
  readonly lowest: number;
  readonly highest: number;
}

/** What the dense leg is asked. */
export interface DenseQuestion {
  readonly embedder: Pick<Embedder, "id" | "dimensions">;
  /** Of unit length. */
  readonly vector: Float32Array;
  readonly limit: number;
  /** 1 for each chunk that may be among the nearest; all may when absent. */
  readonly admits?: Uint8Array | undefined;
  /** Chunks whose similarity is wanted however far they are. */
  readonly also: readonly number[];
  /** Numbers (chunks times dimensions) up to which every vector is compared. */
  readonly exactUpTo: number;
}
