/** A candidate as a reranker sees it. */
export interface RerankCandidate {
  /** Headings and body, as a person would read them. */
  readonly text: string;
  readonly headingPath: readonly string[];
  readonly indexText: string;
  /** Score of the first stage, 0..1. */
  readonly fused: number;
  /** Share of the question's IDF mass the chunk holds, 0..1. */
  readonly coverage: number;
  /** True when a rule on the dimension or the use that the question asks for was read from the chunk when it was ingested. */
  readonly isRuled: boolean;
}

/** The question and what the first stage knows of its words. */
export interface RerankQuestion {
  readonly query: string;
  /** IDF of each of its terms over the searched union. */
  readonly idf: ReadonlyMap<string, number>;
  /** Its vector by a static model, where the first stage made one. */
  readonly meant?: { readonly model: string; readonly vector: Float32Array } | undefined;
}

/** Reorders candidates with a stronger model; never adds any. */
export interface Reranker {
  /** Shown in results, e.g. "local-linear-7". */
  readonly name: string;
  /** How much it can change the distance between two scores of the first stage; without bound when absent. */
  readonly reach?: number;
  /**
   * One score for each candidate, in their order; higher fits better, 0..1.
   *
   * @throws when the model cannot be reached in time: the caller falls back to the local one
   */
  rerank(
    question: RerankQuestion,
    candidates: readonly RerankCandidate[],
    signal?: AbortSignal,
  ): Promise<readonly number[]>;
}
