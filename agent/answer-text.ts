import type { Compute } from "../ingest/index.ts";
import type { EvidenceDesk } from "./evidence-desk.ts";
import type { EvidenceHint, UnsupportedClaim } from "./grounding/ground-answer.ts";
import { groundText } from "./grounding/ground-draft.ts";
import { type CiteSpan, makeAnswerWriter, type VerifyCitation, type WrittenAnswer } from "./grounding/write-answer.ts";

/** The answer of a turn while it is written: only what evidence carries enters it. */
export interface AnswerText {
  /**
   * Checks sentences against the evidence found so far, adds those that it carries, and passes each on at once.
   *
   * @param hints spans that the writer names for its sentences
   * @returns the sentences that were not added, each with the reason
   */
  add(text: string, hints?: readonly EvidenceHint[]): Promise<readonly UnsupportedClaim[]>;
  /** Passes on what was held back for a next sentence; call it once, after the last sentence. */
  finish(): void;
  /** Returns the answer so far. */
  written(): WrittenAnswer;
}

/** Makes an empty answer. Sentences are added in the order of the calls, also when a call does not wait for the one before. */
export function makeAnswerText(parts: {
  readonly compute: Compute;
  readonly desk: EvidenceDesk;
  readonly signal: AbortSignal;
  readonly citeSpan: CiteSpan;
  readonly verifyCitation: VerifyCitation;
  /** Receives each piece of the answer as soon as it is checked. */
  readonly onPiece: (piece: string) => void;
}): AnswerText {
  const { compute, desk, signal, onPiece } = parts;
  const writer = makeAnswerWriter(
    parts.citeSpan,
    parts.verifyCitation,
    desk.facts().map(({ fact }) => fact),
  );
  let last: Promise<unknown> = Promise.resolve();
  let continuesLine = false;

  async function addNow(text: string, hints: readonly EvidenceHint[]): Promise<readonly UnsupportedClaim[]> {
    const input = { text, hints, passages: desk.all(), facts: desk.facts(), continuesLine };
    continuesLine = !text.endsWith("\n");
    const grounded = await groundText(input, { compute, signal });
    for (const piece of await writer.write(grounded.claims)) onPiece(piece);
    return grounded.removed;
  }

  return {
    add(text, hints = []) {
      const added = last.then(() => addNow(text, hints));
      last = added.catch(() => undefined);
      return added;
    },
    finish: () => {
      for (const piece of writer.finish()) onPiece(piece);
    },
    written: writer.written,
  };
}
