import { readFileSync } from "node:fs";

/** Returns the values of a text with one JSON value a line; empty lines are left out. @throws SyntaxError for a line that is none */
export function jsonLines<Line>(text: string): Line[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);
}

/** Reads a file with one JSON value a line, as {@link jsonLines} does. */
export const readJsonLines = <Line>(path: string): Line[] => jsonLines<Line>(readFileSync(path, "utf8"));
