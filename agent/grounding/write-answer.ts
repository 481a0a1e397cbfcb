import type { Citation, Passage } from "../../retrieval/index.ts";
import type { MarkedCitation } from "../turn.ts";
import { withMarkers } from "./claims.ts";
import type { GroundedAnswer } from "./ground-answer.ts";
import { withoutLinks } from "./links.ts";

/** Makes a citation of a span of a passage, by offsets of the document's text. */
export type CiteSpan = (passage: Passage, charStart: number, charEnd: number, score?: number) => Promise<Citation>;
/** Tells whether a citation's quote stands verbatim at its span in the stored text. */
export type VerifyCitation = (citation: Citation) => Promise<boolean>;

/** A grounded answer in its final words. */
export interface WrittenAnswer {
  readonly text: string;
  readonly citations: readonly MarkedCitation[];
  /** The answer in the pieces it is told in: one for each sentence. */
  readonly pieces: readonly string[];
  /** Citations whose quote did not stand at their span, dropped with their sentence. */
  readonly dropped: number;
}

/**
 * Writes a grounded answer: each span cited, each citation compared with the stored text, markers counted anew from 1.
 *
 * A sentence with a citation that does not match is left out: it would stand on less than it was checked against. The
 * only addresses that stay in a sentence are those of the sources it cites.
 */
export async function writeAnswer(
  grounded: GroundedAnswer,
  citeSpan: CiteSpan,
  verifyCitation: VerifyCitation,
): Promise<WrittenAnswer> {
  const citations = new Map<string, MarkedCitation>();
  const pieces: string[] = [];
  let dropped = 0;
  for (const { claim, spans } of grounded.claims) {
    const made: [string, Citation][] = [];
    for (const span of spans) {
      const { documentId, documentRevision } = span.passage;
      const key = `${documentId} ${documentRevision} ${span.charStart} ${span.charEnd}`;
      made.push([key, citations.get(key) ?? (await citeSpan(span.passage, span.charStart, span.charEnd))]);
    }
    const verdicts = await Promise.all(
      made.map(async ([key, citation]) => citations.has(key) || (await verifyCitation(citation))),
    );
    if (verdicts.includes(false)) {
      dropped += verdicts.filter((isRight) => !isRight).length;
      continue;
    }
    for (const [key, citation] of made) {
      if (!citations.has(key)) citations.set(key, { marker: citations.size + 1, ...citation });
    }
    const markers = [...new Set(made.map(([key]) => citations.get(key)?.marker ?? 0))].sort((a, b) => a - b);
    const separator = pieces.length === 0 ? "" : claim.opensLine ? "\n" : " ";
    const known = new Set(spans.flatMap(({ passage }) => passage.sourceUrl ?? []));
    pieces.push(`${separator}${claim.lead}${withMarkers(withoutLinks(claim.text, known), markers)}`);
  }
  return { text: pieces.join(""), citations: [...citations.values()], pieces, dropped };
}
