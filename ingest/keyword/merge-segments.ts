import { finishSegment, type KeywordSegment, keywordFields, makePause } from "./keyword-segment.ts";

/**
 * Returns one segment with the chunks of small segments, in the order given. Searching hundreds of one-chunk documents one
 * by one costs more in calls than in postings. The event loop runs every 8 ms meanwhile.
 */
export async function mergeSegments(segments: readonly KeywordSegment[]): Promise<KeywordSegment> {
  const pause = makePause();
  const chunkCount = segments.reduce((sum, segment) => sum + segment.chunkCount, 0);
  const postings = segments.reduce((sum, segment) => sum + segment.positions.length, 0);
  const fields = keywordFields.length;
  const lengths = new Uint32Array(fields * chunkCount);
  const holders = new Map<string, number[]>();
  const offsets: number[] = [];
  let offset = 0;
  for (const [number, segment] of segments.entries()) {
    offsets.push(offset);
    for (let field = 0; field < fields; field++) {
      const own = segment.lengths.subarray(field * segment.chunkCount, (field + 1) * segment.chunkCount);
      lengths.set(own, field * chunkCount + offset);
    }
    for (const term of segment.terms.keys()) {
      const known = holders.get(term);
      if (known) known.push(number);
      else holders.set(term, [number]);
    }
    offset += segment.chunkCount;
    await pause();
  }
  const merged = {
    sections: segments.flatMap((segment) => segment.sections),
    terms: new Map<string, number>(),
    lengths,
    starts: new Uint32Array(fields * holders.size + 1),
    positions: new Uint32Array(postings),
    counts: new Uint32Array(postings),
  };
  let end = 0;
  for (const [term, numbers] of holders) {
    const row = merged.terms.size * fields;
    merged.terms.set(term, merged.terms.size);
    for (let field = 0; field < fields; field++) {
      for (const number of numbers) {
        const segment = segments[number];
        if (segment) end = copyPostings(segment, term, field, merged, end, offsets[number] ?? 0);
      }
      merged.starts[row + field + 1] = end;
    }
    if (merged.terms.size % 256 === 0) await pause();
  }
  return finishSegment(merged);
}

type PostingLists = Pick<KeywordSegment, "positions" | "counts">;

/** Copies one list of postings to `at`, its chunks moved on by `offset`; returns where the next one goes. */
function copyPostings(
  segment: KeywordSegment,
  term: string,
  field: number,
  into: PostingLists,
  at: number,
  offset: number,
): number {
  const list = (segment.terms.get(term) ?? 0) * keywordFields.length + field;
  const start = segment.starts[list] ?? 0;
  const end = segment.starts[list + 1] ?? start;
  for (let posting = start; posting < end; posting++) {
    into.positions[at + posting - start] = (segment.positions[posting] ?? 0) + offset;
    into.counts[at + posting - start] = segment.counts[posting] ?? 0;
  }
  return at + end - start;
}
