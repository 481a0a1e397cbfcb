import { analyse, type Span } from "../../ingest/index.ts";
import type { Passage } from "../../retrieval/index.ts";
import { type Fact, frameOf } from "../facts.ts";
import { type Quantity, quantitiesIn, unitsAgree } from "../text/quantities.ts";
import { contentTerms, termCoverage } from "../text/words.ts";

/** How far a span or a fact carries a claim. */
interface Support {
  /** Which of the claim's amounts it contains. */
  readonly carried: ReadonlySet<number>;
  /** Share of the claim's words that it or the headings above it contain, 0..1. */
  readonly overlap: number;
  readonly words: ReadonlySet<string>;
}

/** A span of a passage that may carry a claim; offsets count in the document's text. */
export interface SupportingSpan extends Span, Support {
  readonly kind: "passage";
  readonly passage: Passage;
}

/** A fact of the project that may carry a claim. */
export interface SupportingFact extends Support {
  readonly kind: "fact";
  readonly fact: Fact;
  readonly isNegated: boolean;
}

/** What may carry a claim. */
export type SupportingEvidence = SupportingSpan | SupportingFact;

/** A claim read for its words and amounts. */
export interface ReadClaim {
  readonly quantities: readonly Quantity[];
  readonly terms: readonly string[];
  readonly isNegated: boolean;
}

const negation = /\b(?:not|no|none|never|nor|neither|cannot|prohibit(?:ed|s)?|forbidden|unlawful|without)\b/i;

/** Reads the amounts and words of a sentence, and whether it denies something. */
export function readClaim(text: string): ReadClaim {
  return { quantities: quantitiesIn(text), terms: [...new Set(analyse(text))], isNegated: negation.test(text) };
}

/** Returns whether an amount of a claim is among those of a text, in whatever notation: 7,000 and 7000, thirty-five and 35, ' and feet. */
export function carries(quantities: readonly Quantity[], wanted: Quantity): boolean {
  return quantities.some((held) => Math.abs(held.value - wanted.value) < 1e-6 && unitsAgree(held.unit, wanted.unit));
}

/** Tells which amounts and words of a claim a span of a passage holds, with its rows put into words and the headings above it. */
export function spanSupport(claim: ReadClaim, passage: Passage, { charStart, charEnd }: Span): SupportingSpan {
  const text = passage.text.slice(charStart - passage.charStart, charEnd - passage.charStart);
  const rows = passage.rows.filter((row) => row.charStart < charEnd && row.charEnd > charStart);
  const printed = quantitiesIn(text);
  const held = [...printed, ...rows.flatMap((row) => labelledIn(row.sentence, printed))];
  const context = [...passage.headingPath, passage.documentTitle].join(" ");
  const words = new Set(analyse([text, ...rows.map((row) => row.sentence), context].join("\n")));
  return {
    kind: "passage",
    passage,
    charStart,
    charEnd,
    words,
    carried: new Set(claim.quantities.flatMap((wanted, at) => (carries(held, wanted) ? [at] : []))),
    overlap: termCoverage(claim.terms, words),
  };
}

/** What people call the site that all facts are about. */
const siteWords = analyse("I your my our the this site lot parcel property land project has is yes part portion share");

/**
 * Compares a claim with a fact. Text that people wrote, which is in quotation marks, carries a claim only when the claim
 * names what the fact is about: "the goal of the project is …".
 */
export function factSupport(claim: ReadClaim, fact: Fact): SupportingFact {
  const frame = frameOf(fact.statement);
  const about = contentTerms(frame);
  const isAttributed = termCoverage(about, new Set(claim.terms)) >= 0.5;
  const text = isAttributed ? fact.statement : frame;
  const words = new Set([...analyse(`${text} ${fact.about ?? ""}`), ...siteWords]);
  const printed = quantitiesIn(text);
  return {
    kind: "fact",
    fact,
    words,
    carried: new Set(claim.quantities.flatMap((wanted, at) => (carries(printed, wanted) ? [at] : []))),
    overlap: termCoverage(claim.terms, words),
    isNegated: negation.test(text),
  };
}

/** Amounts of a row put into words, whose unit may be in the column's label; the number itself must be printed in the row. */
function labelledIn(sentence: string, printed: readonly Quantity[]): Quantity[] {
  return quantitiesIn(sentence).filter((quantity) => printed.some((own) => own.value === quantity.value));
}
