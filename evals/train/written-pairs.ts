import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readJsonLines } from "../json-lines.ts";

/** A question in everyday words, the same question in the terms of the law, and a rule that answers it; of no real town. */
export interface WrittenPair {
  readonly question: string;
  readonly formal: string;
  /** Heading and text of a section as a code could word it. */
  readonly section: string;
}

/** Reads the training pairs that were written for this project; files in alphabetical order. */
export function readWrittenPairs(folder: string = join(import.meta.dirname, "pairs")): WrittenPair[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  return files.toSorted().flatMap((name) => readJsonLines<WrittenPair>(join(folder, name)));
}
