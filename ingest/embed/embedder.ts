/** Whether a text is stored or asked: some models, and our stop-word rule, treat the two differently. */
export type EmbeddingUse = "document" | "query";

/** Turns texts into vectors. One embedder's vectors are never compared with another's. */
export interface Embedder {
  /** Names provider, model and dimension, e.g. "embedded-static-v4/256"; stored beside every vector. */
  readonly id: string;
  readonly dimensions: number;
  /** Address of the static model whose vectors these are; absent for others. */
  readonly staticModel?: string;
  /**
   * One unit-length vector for each text, in order; an all-zero vector says the model knows no word of the text.
   *
   * @throws EmbedderUnavailable when the model cannot be reached in time
   */
  embed(texts: readonly string[], use: EmbeddingUse): Promise<Float32Array[]>;
  /**
   * Tells whether the model was trained on a term of our analyser; absent where a model reads any text. A question of
   * words it does not know is left to the keyword leg.
   */
  knows?(term: string): boolean;
}
