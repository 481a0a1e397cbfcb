import type { ChunkPlace, ChunkUnion } from "./chunk-union.ts";
import type { LiveDocument } from "./live-documents.repository.ts";
import type { Passage, PassageOrigin } from "./passage.ts";
import type { ChunkRow } from "./passages.repository.ts";
import type { RerankCandidate } from "./rerank/reranker.ts";

/** A chunk that a leg found, with its stored row and what the first stage knows of it. */
export interface FoundChunk extends ChunkPlace, RerankCandidate {
  readonly row: ChunkRow;
  readonly origins: readonly PassageOrigin[];
  /** Section, or title, of the better chunk that refers to it; left out where none does. */
  readonly referredBy?: string | undefined;
  readonly scores: Readonly<Record<string, number>>;
  /** True when the question names the chunk's section. */
  readonly isNamed: boolean;
}

/** A found chunk with the score that ranks it. */
export type RankedChunk = FoundChunk & { readonly final: number };

const chunksOfOneSection = 3;

/**
 * Orders chunks by their final score and leaves out repetitions: of several chunks with the same words the best stays,
 * and from the fourth chunk of one section on they stand behind everything else.
 */
export function withoutRepetition(chunks: readonly RankedChunk[]): RankedChunk[] {
  const ordered = chunks.toSorted((a, b) => Number(b.isNamed) - Number(a.isNamed) || b.final - a.final);
  const seen = new Set<string>();
  const perSection = new Map<string, number>();
  const kept: RankedChunk[] = [];
  const behind: RankedChunk[] = [];
  for (const chunk of ordered) {
    const words = `${chunk.headingPath.join("\n")}\n${chunk.row.text.replace(/\s+/g, " ")}`;
    if (seen.has(words)) continue;
    seen.add(words);
    const section = `${chunk.documentId} ${chunk.row.parentStart} ${chunk.row.parentEnd}`;
    const count = (perSection.get(section) ?? 0) + 1;
    perSection.set(section, count);
    if (count > chunksOfOneSection && !chunk.isNamed) behind.push(chunk);
    else kept.push(chunk);
  }
  return [...kept, ...behind];
}

/** Turns ranked chunks into passages; scores never rise from one rank to the next. */
export function passagesOf(chunks: readonly RankedChunk[], union: ChunkUnion): Passage[] {
  let ceiling = 1;
  return chunks.flatMap((chunk, at) => {
    const document = union.documentOf(chunk.documentId);
    if (!document) return [];
    ceiling = Math.min(ceiling, chunk.isNamed ? 1 : chunk.final);
    return [
      {
        ...passageOf(chunk.row, document, { rank: at + 1, score: ceiling }),
        origins: chunk.origins,
        referredBy: chunk.referredBy,
        scores: { ...chunk.scores, fused: chunk.fused, final: chunk.final },
      },
    ];
  });
}

/** A chunk as a passage, with what its document says of it; it was looked up. */
export function passageOf(
  row: ChunkRow,
  document: Pick<LiveDocument, "title" | "sourceUrl" | "corpusId" | "corpusKind">,
  { rank, score }: { readonly rank: number; readonly score: number },
): Passage {
  return {
    chunkId: row.id,
    corpusId: document.corpusId,
    corpusKind: document.corpusKind,
    documentId: row.documentId,
    documentRevision: row.documentRevision,
    documentTitle: document.title,
    sourceUrl: document.sourceUrl,
    section: row.section,
    items: row.items,
    headingPath: row.headingPath,
    page: row.page,
    pageEnd: row.pageEnd,
    printedPage: row.printedPage,
    charStart: row.charStart,
    charEnd: row.charEnd,
    text: row.text,
    rows: row.rows,
    parent: { charStart: row.parentStart, charEnd: row.parentEnd },
    rank,
    score,
    origins: ["lookup"],
    scores: {},
  };
}
