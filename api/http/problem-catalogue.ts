import type { CatalogueEntry } from "./catalogue-entry.ts";
import { pipelineProblems } from "./pipeline-problems.ts";

/** Codes of the features: each `*.problems.ts` merges its own into this interface. */
// biome-ignore lint/suspicious/noEmptyInterface: its members are merged in by the features.
export interface FeatureProblems {}

/** Every code a caller can branch on. */
export type ProblemCode = keyof typeof pipelineProblems | keyof FeatureProblems;

// Complete once boot has declared the codes of the features.
const entries = { ...pipelineProblems } as Record<ProblemCode, CatalogueEntry>;
const codes: ProblemCode[] = [];

/** Every error code with what callers read about it: the source of errors, documentation and the errors page. */
export const problemCatalogue: Readonly<Record<ProblemCode, CatalogueEntry>> = entries;

/** The codes in the order of their statuses. */
export const problemCodes: readonly ProblemCode[] = codes;

/**
 * Adds the codes of every feature to the catalogue. Called once, in `boot`, while modules load: `http` is below the
 * features and cannot import them.
 */
export function declareFeatureProblems(problems: Readonly<Record<keyof FeatureProblems, CatalogueEntry>>): void {
  Object.assign(entries, problems);
  codes.splice(0, codes.length, ...(Object.keys(entries) as ProblemCode[]));
  codes.sort((a, b) => problemCatalogue[a].status - problemCatalogue[b].status);
}

/** Returns true when a text is a code of the catalogue. */
export function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(entries, text);
}
