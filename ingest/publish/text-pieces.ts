import type { Chunk, ParsedDocument, Span } from "../corpus.ts";
import { PublishRefused } from "./errors.ts";

/** A stretch of a document's text as it is stored. */
export interface TextPiece extends Span {
  readonly piece: string;
}

const unitsInPiece = 16_384;

/** Cuts text into pieces of at most 16,384 UTF-16 units that never part a surrogate pair. */
export function textPiecesOf(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  for (let charStart = 0; charStart < text.length; ) {
    const wished = Math.min(charStart + unitsInPiece, text.length);
    const charEnd = splitsPair(text, wished) ? wished - 1 : wished;
    pieces.push({ charStart, charEnd, piece: text.slice(charStart, charEnd) });
    charStart = charEnd;
  }
  return pieces;
}

/** Tells whether a cut before `at` would part the two halves of one character. */
export function splitsPair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
}

/**
 * Checks that every chunk is a span of the text that can be stored and cited.
 *
 * @throws publish.span-outside-text, publish.split-character, publish.incomplete
 */
export function assertChunksFit(document: ParsedDocument, chunks: readonly Chunk[]): void {
  chunks.forEach((chunk, position) => {
    if (chunk.ordinal !== position) {
      throw new PublishRefused("publish.incomplete", `chunk ${position} carries the ordinal ${chunk.ordinal}`);
    }
    for (const { charStart, charEnd } of [chunk, chunk.parent]) {
      if (!(0 <= charStart && charStart <= charEnd && charEnd <= document.text.length)) {
        const span = `[${charStart}, ${charEnd})`;
        throw new PublishRefused("publish.span-outside-text", `chunk ${position} reaches outside the text: ${span}`);
      }
      if (splitsPair(document.text, charStart) || splitsPair(document.text, charEnd)) {
        throw new PublishRefused("publish.split-character", `chunk ${position} cuts a character in two`);
      }
    }
  });
}
