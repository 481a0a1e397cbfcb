import type { Citation, Passage } from "../../retrieval/index.ts";
import { citeFact, type Fact, type FactCitation } from "../facts.ts";
import type { MarkedCitation } from "../turn.ts";
import { withMarkers } from "./claims.ts";
import type { GroundedAnswer, GroundedClaim } from "./ground-answer.ts";
import { withoutLinks } from "./links.ts";

/** Makes a citation of a span of a passage, by offsets of the document's text. */
export type CiteSpan = (passage: Passage, charStart: number, charEnd: number, score?: number) => Promise<Citation>;
/** Returns whether a citation's quote is verbatim at its span in the stored text. */
export type VerifyCitation = (citation: Citation) => Promise<boolean>;

/** A grounded answer in its final words. */
export interface WrittenAnswer {
  readonly text: string;
  readonly citations: readonly MarkedCitation[];
  /** The answer in the pieces it was passed on in: one for each sentence. */
  readonly pieces: readonly string[];
  /** Citations whose quote was not at their span, dropped with their sentence. */
  readonly dropped: number;
}

/** Writes an answer sentence by sentence. */
export interface AnswerWriter {
  /** Writes grounded sentences and returns the pieces of text that they add to the answer. */
  write(claims: readonly GroundedClaim[]): Promise<readonly string[]>;
  /** Writes what was held back for a next sentence, where it can end an answer, and returns the pieces. */
  finish(): readonly string[];
  /** Returns everything written so far. */
  written(): WrittenAnswer;
}

/**
 * Makes a writer for one answer: each span is cited, each citation is compared with the stored text, and markers are
 * numbered from 1 in the order of the answer.
 *
 * @param facts facts of the turn: a citation of a fact must quote one of them
 *
 * A sentence with a citation that does not match is left out: less would carry it than it was checked against. A line
 * that only leads to others, or claims nothing, is written with the next sentence that has a citation; at the end of an
 * answer only what leads to nothing else is written. A sentence is written once. The only addresses that stay in a sentence are those of the sources it cites.
 */
export function makeAnswerWriter(
  citeSpan: CiteSpan,
  verifyCitation: VerifyCitation,
  facts: readonly Fact[] = [],
): AnswerWriter {
  const citations = new Map<string, MarkedCitation>();
  const pieces: string[] = [];
  let dropped = 0;
  let uncited: GroundedClaim[] = [];
  const said = new Set<string>();

  /** Cites the spans of a sentence; undefined when one of its citations does not match the stored text. */
  async function cite({ evidence }: GroundedClaim): Promise<number[] | undefined> {
    const made: [string, Citation | FactCitation][] = [];
    for (const one of evidence) {
      if (one.kind === "fact") {
        made.push([`fact ${one.fact.id}`, citeFact(one.fact)]);
        continue;
      }
      const { documentId, documentRevision } = one.passage;
      const key = `${documentId} ${documentRevision} ${one.charStart} ${one.charEnd}`;
      made.push([key, citations.get(key) ?? (await citeSpan(one.passage, one.charStart, one.charEnd))]);
    }
    const verdicts = await Promise.all(
      made.map(async ([key, citation]) => citations.has(key) || (await isRight(citation))),
    );
    if (verdicts.includes(false)) {
      dropped += verdicts.filter((verdict) => !verdict).length;
      return undefined;
    }
    for (const [key, citation] of made) {
      if (!citations.has(key)) citations.set(key, { marker: citations.size + 1, ...citation });
    }
    return [...new Set(made.map(([key]) => citations.get(key)?.marker ?? 0))].sort((a, b) => a - b);
  }

  /** Compares a passage with its stored text, and a fact with the facts of the turn. */
  async function isRight(citation: Citation | FactCitation): Promise<boolean> {
    return citation.kind === "fact"
      ? facts.some((fact) => fact.statement === citation.quote)
      : verifyCitation(citation);
  }

  function pieceOf({ claim, evidence }: GroundedClaim, markers: readonly number[]): string {
    const separator = pieces.length === 0 ? "" : claim.opensLine ? "\n" : " ";
    const known = new Set(evidence.flatMap((one) => (one.kind === "fact" ? one.fact : one.passage).sourceUrl ?? []));
    return `${separator}${claim.lead}${withMarkers(withoutLinks(claim.text, known), markers)}`;
  }

  return {
    async write(claims) {
      const before = pieces.length;
      for (const grounded of claims) {
        if (grounded.evidence.length === 0) {
          // A lead followed by another lead led to nothing.
          uncited = [...uncited.filter(({ claim }) => !claim.text.endsWith(":")), grounded];
          continue;
        }
        if (said.has(grounded.claim.text)) continue;
        const markers = await cite(grounded);
        if (!markers) continue;
        said.add(grounded.claim.text);
        for (const lead of uncited) pieces.push(pieceOf(lead, []));
        uncited = [];
        pieces.push(pieceOf(grounded, markers));
      }
      return pieces.slice(before);
    },
    finish() {
      const before = pieces.length;
      const closing = citations.size === 0 ? [] : uncited.filter(({ claim }) => !claim.text.endsWith(":"));
      for (const claim of closing) pieces.push(pieceOf(claim, []));
      uncited = [];
      return pieces.slice(before);
    },
    written: () => ({ text: pieces.join(""), citations: [...citations.values()], pieces: [...pieces], dropped }),
  };
}

/** Writes a whole grounded answer, as {@link makeAnswerWriter} does. */
export async function writeAnswer(
  grounded: Pick<GroundedAnswer, "claims">,
  citeSpan: CiteSpan,
  verifyCitation: VerifyCitation,
): Promise<WrittenAnswer> {
  const writer = makeAnswerWriter(citeSpan, verifyCitation);
  await writer.write(grounded.claims);
  writer.finish();
  return writer.written();
}
