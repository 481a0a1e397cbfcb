/** Words that make one mark of a text: long enough to be rare, short enough to survive another reader's line breaks. */
const wordsInShingle = 4;
/** Share of the shorter of two texts that must stand in the other. */
const sharedEnough = 0.3;

/**
 * Makes a finder of the records that a passage is part of, by runs of four words they share: a server has read the same
 * law by its own reader, so neither ids nor offsets can be compared.
 *
 * A passage that goes over a page's end is of both pages; a text found nowhere is of none.
 */
export function makeRecordMatcher(
  records: readonly { readonly id: string; readonly text: string }[],
): (passage: string) => readonly string[] {
  const holders = new Map<number, number[]>();
  const sizes = records.map(({ text }, record) => {
    const shingles = shinglesOf(text);
    for (const shingle of shingles) {
      const list = holders.get(shingle);
      if (list) list.push(record);
      else holders.set(shingle, [record]);
    }
    return shingles.size;
  });
  return (passage) => {
    const shingles = shinglesOf(passage);
    const shared = new Map<number, number>();
    for (const shingle of shingles)
      for (const record of holders.get(shingle) ?? []) shared.set(record, (shared.get(record) ?? 0) + 1);
    return [...shared]
      .map(([record, count]) => ({ record, share: count / Math.min(shingles.size, sizes[record] ?? 1) }))
      .filter(({ share }) => share >= sharedEnough)
      .sort((a, b) => b.share - a.share || a.record - b.record)
      .flatMap(({ record }) => records[record]?.id ?? []);
  };
}

function shinglesOf(text: string): Set<number> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const shingles = new Set<number>();
  const last = Math.max(words.length - wordsInShingle, words.length > 0 ? 0 : -1);
  for (let start = 0; start <= last; start++)
    shingles.add(hashOf(words.slice(start, start + wordsInShingle).join(" ")));
  return shingles;
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
