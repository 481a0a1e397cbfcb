import type { Citation, DistrictProvisions, Passage, Retriever } from "../../../../retrieval/index.ts";
import { type StoredPassage, storedPassage } from "./answers.ts";

type Span = Parameters<LawPort["cite"]>[1];

/** How reports read the law beside the questions that they put to the agent; `api/boot` connects retrieval. */
export interface LawPort {
  readonly retriever: Pick<Retriever, "search" | "ofDistrict" | "expand">;
  readonly cite: (
    passage: Passage,
    span: { readonly charStart: number; readonly charEnd: number },
  ) => Promise<Citation>;
}

/** Reads the law of one project. */
export interface LawReader {
  /** Returns the provisions on the uses of a district, those with most words of the use first. */
  usesOf(district: string, use: string): Promise<readonly Passage[]>;
  /** Returns what parking uses with words of the use need, as it was read when the law was indexed, and where. */
  parkingOf(use: string): Promise<Pick<DistrictProvisions, "parking" | "passages">>;
  search(query: string): Promise<readonly Passage[]>;
  /** Returns the section around a passage, as far as it is kept together. */
  sectionOf(passage: Passage): Promise<Passage>;
  /** Returns a span of the section around a passage as a citation; undefined where the section does not contain it. */
  cite(passage: Passage, span: Span): Promise<StoredPassage | undefined>;
}

/** Provisions that one lookup returns. */
const mostPassages = 40;
const wholeSection = 60_000;

/** Makes the reader of the ordinances among the given corpora. */
export function makeLawReader(
  { retriever, cite }: LawPort,
  corpusIds: readonly string[],
  signal: AbortSignal,
): LawReader {
  const scope = { corpusIds };
  const options = { topK: mostPassages, signal };
  return {
    async usesOf(district, use) {
      const request = { names: [district], subject: "uses" as const, query: use };
      return (await retriever.ofDistrict(request, scope, options)).passages;
    },
    parkingOf: (use) => retriever.ofDistrict({ names: [], subject: "parking", query: use }, scope, options),
    // The order of the passages does not matter here, so they are not reranked.
    search: async (query) => (await retriever.search(query, scope, { ...options, rerank: false })).passages,
    sectionOf: (passage) => retriever.expand(passage, { maxCharacters: wholeSection }),
    async cite(passage, span) {
      const holds = ({ charStart, charEnd }: Span) => charStart <= span.charStart && span.charEnd <= charEnd;
      const around = holds(passage) ? passage : await retriever.expand(passage, { maxCharacters: wholeSection });
      return holds(around) ? storedPassage(await cite(around, span)) : undefined;
    },
  };
}
