import type { CatalogueEntry } from "./catalogue-entry.ts";
import { featureProblems } from "./feature-problems.ts";
import { pipelineProblems } from "./pipeline-problems.ts";

const entries = { ...pipelineProblems, ...featureProblems };

/** Every code a caller can branch on. */
export type ProblemCode = keyof typeof entries;

/** The one table of refusals: what is thrown, answered, documented and shown on the errors page. */
export const problemCatalogue: Readonly<Record<ProblemCode, CatalogueEntry>> = entries;

/** The codes in the order of their statuses. */
export const problemCodes: readonly ProblemCode[] = (Object.keys(entries) as ProblemCode[]).sort(
  (a, b) => entries[a].status - entries[b].status,
);

/** Tells whether a text is a code of the catalogue. */
export function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(entries, text);
}
