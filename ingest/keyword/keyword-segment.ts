import { promisify } from "node:util";
import { gunzip, gzipSync } from "node:zlib";
import MiniSearch, { type Options } from "minisearch";
import type { Chunk } from "../corpus.ts";
import { analyserVersion, termOf, tokensOf } from "./analyse.ts";

/** The fields of a keyword index: everything, the section's own heading, and the headings above it. */
export const keywordFields = ["all", "title", "head"] as const;

/** What of a chunk the keyword index reads. */
export type KeywordSource = Pick<Chunk, "headingPath" | "indexText" | "section">;

/** One chunk as MiniSearch takes it; `id` is the chunk's position in its segment. */
type KeywordEntry = { readonly id: number } & Readonly<Record<(typeof keywordFields)[number], string>>;

/**
 * The keyword index of one document revision, open for searching: flat lists of numbers, because scoring thousands of
 * postings must not cost an object for each.
 */
export interface KeywordSegment {
  readonly chunkCount: number;
  /** Section number of each chunk, by position. */
  readonly sections: readonly (string | null)[];
  /** Number of each term. */
  readonly terms: ReadonlyMap<string, number>;
  /** Length in terms of each field of each chunk, fields one after another: `field * chunkCount + position`. */
  readonly lengths: Uint32Array;
  /** Where the postings of a term in a field begin, `term * 3 + field`; they end where the next ones begin. */
  readonly starts: Uint32Array;
  /** Chunk of each posting, rising inside a list, and how often the chunk holds the term. */
  readonly positions: Uint32Array;
  readonly counts: Uint32Array;
  /** Sum of the field lengths, one for each of {@link keywordFields}. */
  readonly totalLengths: readonly number[];
  /** Estimate of the heap it takes. */
  readonly bytes: number;
}

const positionMark = "\u0001";

/**
 * MiniSearch counts a field's distinct tokens as its length. Marking each token with its position makes all distinct,
 * so the length is the true one, which BM25 asks for; the mark falls away before the token becomes a term.
 */
const keywordOptions: Options<KeywordEntry> = {
  fields: [...keywordFields],
  tokenize: (text) => tokensOf(text).map((token, position) => token + positionMark + position),
  processTerm: (token) => termOf(token.slice(0, token.indexOf(positionMark))),
  autoVacuum: false,
};

/**
 * Names everything a stored segment depends on; a segment of another version is rebuilt from its chunks, never opened.
 *
 * Written out by hand, not computed from the code: the same code reads differently once a bundler has transformed it.
 * Raise the layout with every change of the fields, the tokens marked above, or the packed form.
 */
export const keywordVersion = `layout-3/${analyserVersion}`;

/** Indexes chunks with MiniSearch; the id of each is its position. */
export function indexChunks(chunks: readonly KeywordSource[]): MiniSearch<KeywordEntry> {
  const index = new MiniSearch<KeywordEntry>(keywordOptions);
  index.addAll(chunks.map(entryOf));
  return index;
}

/**
 * Returns the keyword index of one document revision, packed for storing.
 *
 * It indexes 3,000 to 5,000 chunks a second without a pause: call it in the process that reads documents, or through
 * `rebuildKeywordSegment`.
 */
export function buildKeywordSegment(chunks: readonly KeywordSource[]): Uint8Array {
  return gzipSync(encode(segmentOf(chunks)), { level: 3 });
}

function segmentOf(chunks: readonly KeywordSource[]): KeywordSegment {
  const plain = indexChunks(chunks).toJSON();
  const lengths = new Uint32Array(keywordFields.length * chunks.length);
  for (const [position, ofFields] of Object.entries(plain.fieldLength)) {
    keywordFields.forEach((_, field) => {
      lengths[field * chunks.length + Number(position)] = (ofFields as number[])[field] ?? 0;
    });
  }
  const terms = new Map<string, number>();
  const starts: number[] = [0];
  const positions: number[] = [];
  const counts: number[] = [];
  for (const [term, fields] of plain.index as unknown as [string, Record<string, Record<string, number>>][]) {
    terms.set(term, terms.size);
    for (let field = 0; field < keywordFields.length; field++) {
      for (const [position, count] of Object.entries(fields[field] ?? {})) {
        positions.push(Number(position));
        counts.push(count);
      }
      starts.push(positions.length);
    }
  }
  return finishSegment({
    sections: chunks.map((chunk) => chunk.section),
    terms,
    lengths,
    starts: Uint32Array.from(starts),
    positions: Uint32Array.from(positions),
    counts: Uint32Array.from(counts),
  });
}

/** Completes a segment with what follows from its lists. */
export function finishSegment(lists: Omit<KeywordSegment, "chunkCount" | "totalLengths" | "bytes">): KeywordSegment {
  const chunkCount = lists.sections.length;
  const totalLengths = keywordFields.map((_, field) =>
    lists.lengths.subarray(field * chunkCount, (field + 1) * chunkCount).reduce((sum, length) => sum + length, 0),
  );
  const numbers = lists.lengths.length + lists.starts.length + 2 * lists.positions.length;
  const bytes = 4_096 + 4 * numbers + 90 * lists.terms.size + 40 * chunkCount;
  return { ...lists, chunkCount, totalLengths, bytes };
}

const magic = "GWKEYWRD";

interface SegmentHeader {
  readonly version: string;
  readonly sections: readonly (string | null)[];
  readonly termBytes: number;
  readonly termCount: number;
  readonly postings: number;
}

/** Shape: magic, header length, JSON header, terms by line, padding to four bytes, then the lists; little-endian. */
function encode(segment: KeywordSegment): Uint8Array {
  const terms = Buffer.from([...segment.terms.keys()].join("\n"));
  const header: SegmentHeader = {
    version: keywordVersion,
    sections: segment.sections,
    termBytes: terms.length,
    termCount: segment.terms.size,
    postings: segment.positions.length,
  };
  const headerBytes = Buffer.from(JSON.stringify(header));
  const headerLength = Buffer.alloc(4);
  headerLength.writeUInt32LE(headerBytes.length);
  const padding = Buffer.alloc(-(magic.length + 4 + headerBytes.length + terms.length) & 3);
  const lists = [segment.lengths, segment.starts, segment.positions, segment.counts].map((list) =>
    Buffer.from(list.buffer, list.byteOffset, list.byteLength),
  );
  return Buffer.concat([Buffer.from(magic), headerLength, headerBytes, terms, padding, ...lists]);
}

/**
 * Returns a stored segment, open for searching; undefined when it was made under another version or cannot be read, and
 * must be rebuilt. Opening the segment of a whole code takes some 10 ms, most of it outside the event loop.
 */
export async function openKeywordSegment(packed: Uint8Array): Promise<KeywordSegment | undefined> {
  const bytes = await promisify(gunzip)(packed).catch(() => undefined);
  if (bytes?.toString("latin1", 0, magic.length) !== magic) return undefined;
  const headerStart = magic.length + 4;
  const termsStart = headerStart + bytes.readUInt32LE(magic.length);
  const header = JSON.parse(bytes.toString("utf8", headerStart, termsStart)) as SegmentHeader;
  if (header.version !== keywordVersion) return undefined;
  const termsEnd = termsStart + header.termBytes;
  let at = termsEnd + (-termsEnd & 3);
  const takeList = (length: number) => {
    const list = new Uint32Array(new Uint8Array(bytes.subarray(at, at + 4 * length)).buffer);
    at += 4 * length;
    return list;
  };
  const fields = keywordFields.length;
  const lengths = takeList(fields * header.sections.length);
  const starts = takeList(fields * header.termCount + 1);
  const positions = takeList(header.postings);
  const counts = takeList(header.postings);
  const terms = new Map<string, number>();
  const pause = makePause();
  for (const term of header.termCount === 0 ? [] : bytes.toString("utf8", termsStart, termsEnd).split("\n")) {
    terms.set(term, terms.size);
    if (terms.size % 2_048 === 0) await pause();
  }
  return finishSegment({ sections: header.sections, terms, lengths, starts, positions, counts });
}

/** Returns a function to await inside long loops: it lets the event loop run whenever a slice has lasted long enough. */
export function makePause(sliceMs = 8): () => Promise<void> | undefined {
  let started = performance.now();
  return () => {
    if (performance.now() - started < sliceMs) return undefined;
    return new Promise<void>((resolve) =>
      setImmediate(() => {
        started = performance.now();
        resolve();
      }),
    );
  };
}

function entryOf(chunk: KeywordSource, id: number): KeywordEntry {
  const headings = chunk.headingPath;
  return {
    id,
    all: [...headings, chunk.indexText].join("\n"),
    title: headings.at(-1) ?? "",
    head: headings.slice(0, -1).join("\n"),
  };
}
