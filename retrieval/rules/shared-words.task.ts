import { analyse } from "../../ingest/index.ts";

/** Returns for each text the share of the query's words that it holds, 0..1. */
export function sharesOfWords({
  query,
  texts,
}: {
  readonly query: string;
  readonly texts: readonly string[];
}): number[] {
  const wanted = new Set(analyse(query));
  return texts.map((text) => {
    const held = new Set(analyse(text));
    return [...wanted].filter((stem) => held.has(stem)).length / Math.max(wanted.size, 1);
  });
}
