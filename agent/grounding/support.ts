import { analyse, type Span } from "../../ingest/index.ts";
import type { Passage } from "../../retrieval/index.ts";
import { type Fact, frameOf } from "../facts.ts";
import { type Quantity, quantitiesIn, unitsAgree } from "../text/quantities.ts";
import { unitsOf } from "../text/sentences.ts";
import { contentTerms, termCoverage } from "../text/words.ts";

/** How far a span or a fact carries a claim. */
interface Support {
  /** Which of the claim's amounts it contains. */
  readonly carried: ReadonlySet<number>;
  /** Share of the claim's words that it or the headings above it contain, 0..1. */
  readonly overlap: number;
  readonly words: ReadonlySet<string>;
  readonly isNegated: boolean;
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
}

/** What may carry a claim. */
export type SupportingEvidence = SupportingSpan | SupportingFact;

/** A claim read for checking. */
export interface ReadClaim {
  readonly quantities: readonly Quantity[];
  readonly terms: readonly string[];
  readonly isNegated: boolean;
}

const negation =
  /\b(?:not|no|none|never|nor|neither|cannot|prohibit(?:ed|s)?|forbidden|unlawful|without|except|unless)\b/i;
const largestWindow = 900;

/** Reads the amounts, words and polarity of a sentence. */
export function readClaim(text: string): ReadClaim {
  return { quantities: quantitiesIn(text), terms: [...new Set(analyse(text))], isNegated: negation.test(text) };
}

/** Returns whether an amount of a claim is among those of a text, in whatever notation: 7,000 and 7000, thirty-five and 35, ' and feet. */
export function carries(quantities: readonly Quantity[], wanted: Quantity): boolean {
  return quantities.some((held) => Math.abs(held.value - wanted.value) < 1e-6 && unitsAgree(held.unit, wanted.unit));
}

/** Compares claims with the spans of passages; each span is read once, however many claims it is compared with. */
export interface SupportFinder {
  /** Finds the spans of a passage that speak to a claim: single units and units with their neighbours, best first. */
  spansFor(claim: ReadClaim, passage: Passage): SupportingSpan[];
  /** Checks one given span against a claim. */
  supportAt(claim: ReadClaim, passage: Passage, span: Span): SupportingSpan;
}

/** A span of a passage, read. */
interface ReadWindow extends Span {
  readonly passage: Passage;
  readonly words: ReadonlySet<string>;
  readonly quantities: readonly Quantity[];
  readonly isNegated: boolean;
}

/** Makes a finder for one answer. */
export function makeSupportFinder(): SupportFinder {
  const contexts = new Map<Passage, readonly string[]>();
  const windows = new Map<Passage, ReadWindow[]>();
  const contextOf = (passage: Passage) =>
    remembered(contexts, passage, () => analyse([...passage.headingPath, passage.documentTitle].join(" ")));
  return {
    spansFor(claim, passage) {
      const read = remembered(windows, passage, () =>
        windowsOf(passage).map((window) => readWindow(passage, window, contextOf(passage))),
      );
      return read
        .map((window) => supportIn(claim, window))
        .filter((span) => span.carried.size > 0 || span.overlap > 0.2)
        .sort(
          (a, b) =>
            b.carried.size - a.carried.size ||
            b.overlap - a.overlap ||
            a.charEnd - a.charStart - (b.charEnd - b.charStart),
        );
    },
    supportAt: (claim, passage, span) => supportIn(claim, readWindow(passage, span, contextOf(passage))),
  };
}

function remembered<Key, Value>(known: Map<Key, Value>, key: Key, read: () => Value): Value {
  const value = known.get(key) ?? read();
  known.set(key, value);
  return value;
}

function readWindow(passage: Passage, { charStart, charEnd }: Span, context: readonly string[]): ReadWindow {
  const text = passage.text.slice(charStart - passage.charStart, charEnd - passage.charStart);
  const rows = passage.rows.filter((row) => row.charStart < charEnd && row.charEnd > charStart);
  const printed = quantitiesIn(text);
  return {
    passage,
    charStart,
    charEnd,
    words: new Set([...analyse(text), ...rows.flatMap((row) => analyse(row.sentence)), ...context]),
    quantities: [...printed, ...rows.flatMap((row) => labelledIn(row.sentence, printed))],
    isNegated: negation.test(text),
  };
}

function supportIn(claim: ReadClaim, { passage, charStart, charEnd, ...window }: ReadWindow): SupportingSpan {
  const carried = claim.quantities.flatMap((wanted, at) => (carries(window.quantities, wanted) ? [at] : []));
  return {
    kind: "passage",
    passage,
    charStart,
    charEnd,
    words: window.words,
    carried: new Set(carried),
    overlap: termCoverage(claim.terms, window.words),
    isNegated: window.isNegated,
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

function windowsOf(passage: Passage): Span[] {
  const units = unitsOf(passage.text);
  const windows: Span[] = [];
  for (let first = 0; first < units.length; first++) {
    for (let last = first; last < Math.min(first + 3, units.length); last++) {
      const charStart = passage.charStart + (units[first]?.charStart ?? 0);
      const charEnd = passage.charStart + (units[last]?.charEnd ?? 0);
      if (last === first || charEnd - charStart <= largestWindow) windows.push({ charStart, charEnd });
    }
  }
  return windows;
}
