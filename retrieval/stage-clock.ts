/** A step of a search; they follow one another, so their times add up to the search's. */
export type RetrievalStage =
  /** The question embedded and the live revisions read. */
  | "question"
  | "keyword"
  | "dense"
  | "fusion"
  /** The texts of the candidates read. */
  | "texts"
  | "rerank";

/** Told of each stage that has just ended; it must not throw. */
export type OnStage = (stage: RetrievalStage, seconds: number) => void;

/** Gives the function that tells, at the end of a stage, how long it took since the one before. */
export function startStageClock(onStage: OnStage | undefined): (stage: RetrievalStage) => void {
  if (!onStage) return () => undefined;
  let since = performance.now();
  return (stage) => {
    const now = performance.now();
    onStage(stage, (now - since) / 1000);
    since = now;
  };
}
