import {
  analyse,
  type KeywordSegment,
  keywordFields,
  type OutlineNode,
  openKeywordSegment,
  type ReadResult,
} from "../../../ingest/index.ts";

/** What a revision is measured by before it replaces the live one. */
export interface LiveRevision {
  readonly chunks: number;
  readonly characters: number;
  readonly outline: readonly OutlineNode[];
}

const leastShare = 0.5;
const mostCanaries = 16;
const leastFound = 0.7;
const fewest = 5;
const readDepth = 5;
/** Saturation of term frequency, as in BM25. */
const saturation = 1.2;

/**
 * Compares a new reading of a document with the live one: how much text and how many chunks it has, and whether the titles
 * of the live sections, asked of the new keyword index, still find those sections.
 *
 * @returns what was lost, each as a sentence; empty when the new revision may be published
 */
export async function lossesOf(
  live: LiveRevision,
  { document, chunks, keywordSegment }: ReadResult,
): Promise<string[]> {
  const losses: string[] = [];
  if (chunks.length < live.chunks * leastShare) losses.push(`${chunks.length} chunks in place of ${live.chunks}.`);
  if (document.text.length < live.characters * leastShare)
    losses.push(`${document.text.length} characters in place of ${live.characters}.`);
  const canaries = canariesOf(live.outline);
  const segment = await openKeywordSegment(keywordSegment);
  if (canaries.length < fewest || !segment) return losses;
  const lost = canaries.filter((title) => !isFound(title, segment, chunks));
  if (lost.length > canaries.length * (1 - leastFound))
    losses.push(
      `${lost.length} of ${canaries.length} canary questions find nothing any more: ${lost.slice(0, 3).join("; ")}.`,
    );
  return losses;
}

/** Titles of sections, evenly spread over the document. */
function canariesOf(outline: readonly OutlineNode[]): string[] {
  const titles = [...new Set(outline.filter(({ number }) => number !== null).map(({ title }) => title))];
  const asked = titles.filter((title) => new Set(analyse(title)).size >= 2);
  const step = Math.max(1, Math.ceil(asked.length / mostCanaries));
  return asked.filter((_, at) => at % step === 0);
}

/** Tells whether one of the best chunks for a title stands under it. */
function isFound(title: string, segment: KeywordSegment, chunks: ReadResult["chunks"]): boolean {
  const scores = new Map<number, number>();
  for (const stem of new Set(analyse(title))) {
    const term = segment.terms.get(stem);
    if (term === undefined) continue;
    keywordFields.forEach((_, field) => {
      const list = term * keywordFields.length + field;
      const [from = 0, to = 0] = [segment.starts[list], segment.starts[list + 1]];
      const rarity = Math.log(1 + segment.chunkCount / (1 + to - from));
      for (let at = from; at < to; at++) {
        const count = segment.counts[at] ?? 0;
        const chunk = segment.positions[at] ?? 0;
        scores.set(chunk, (scores.get(chunk) ?? 0) + (rarity * count) / (count + saturation));
      }
    });
  }
  const best = [...scores].sort((a, b) => b[1] - a[1]).slice(0, readDepth);
  const wanted = plain(title);
  return best.some(([at]) => {
    const chunk = chunks[at];
    return chunk !== undefined && plain([...chunk.headingPath, chunk.indexText].join(" ")).includes(wanted);
  });
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}
