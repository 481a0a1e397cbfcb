import type { Chunk } from "../corpus.ts";

/** What rules are read from: a chunk with its text. */
export type RuleChunk = Pick<Chunk, "ordinal" | "section" | "headingPath" | "rows" | "charStart" | "charEnd"> & {
  readonly text: string;
};
