import { analyse, type Span } from "../../ingest/index.ts";
import type { Passage } from "../../retrieval/index.ts";
import { type Quantity, quantitiesIn, unitsAgree } from "../text/quantities.ts";
import { unitsOf } from "../text/sentences.ts";
import { termCoverage } from "../text/words.ts";

/** A span of a passage that may carry a claim; offsets count in the document's text. */
export interface SupportingSpan extends Span {
  readonly passage: Passage;
  /** Which of the claim's amounts stand in the span. */
  readonly carried: ReadonlySet<number>;
  /** Share of the claim's words that stand in the span or in the headings above it, 0..1. */
  readonly overlap: number;
  readonly isNegated: boolean;
}

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

/** Tells whether an amount of a claim stands in a text, in whatever notation: 7,000 and 7000, thirty-five and 35, ' and feet. */
export function carries(quantities: readonly Quantity[], wanted: Quantity): boolean {
  return quantities.some((held) => Math.abs(held.value - wanted.value) < 1e-6 && unitsAgree(held.unit, wanted.unit));
}

/** Finds the spans of a passage that speak to a claim: single units and units with their neighbours, best first. */
export function spansFor(claim: ReadClaim, passage: Passage): SupportingSpan[] {
  const context = analyse([...passage.headingPath, passage.documentTitle].join(" "));
  return windowsOf(passage)
    .map((window) => supportIn(claim, passage, window, context))
    .filter((span) => span.carried.size > 0 || span.overlap > 0.2)
    .sort(
      (a, b) =>
        b.carried.size - a.carried.size || b.overlap - a.overlap || a.charEnd - a.charStart - (b.charEnd - b.charStart),
    );
}

/** Checks one given span against a claim. */
export function supportAt(claim: ReadClaim, passage: Passage, span: Span): SupportingSpan {
  const window = { charStart: span.charStart - passage.charStart, charEnd: span.charEnd - passage.charStart };
  return supportIn(claim, passage, window, analyse([...passage.headingPath, passage.documentTitle].join(" ")));
}

function supportIn(claim: ReadClaim, passage: Passage, window: Span, context: readonly string[]): SupportingSpan {
  const text = passage.text.slice(window.charStart, window.charEnd);
  const charStart = passage.charStart + window.charStart;
  const charEnd = passage.charStart + window.charEnd;
  const rows = passage.rows.filter((row) => row.charStart < charEnd && row.charEnd > charStart);
  const words = new Set([...analyse(text), ...rows.flatMap((row) => analyse(row.sentence)), ...context]);
  const held = [...quantitiesIn(text), ...rows.flatMap((row) => quantitiesOfRow(row.sentence, text))];
  const carried = new Set(claim.quantities.flatMap((wanted, at) => (carries(held, wanted) ? [at] : [])));
  return {
    passage,
    charStart,
    charEnd,
    carried,
    overlap: termCoverage(claim.terms, words),
    isNegated: negation.test(text),
  };
}

/** Amounts of a row put into words, whose unit may stand in the column's label; the number itself must stand in the row. */
function quantitiesOfRow(sentence: string, text: string): Quantity[] {
  const printed = quantitiesIn(text);
  const labelled = quantitiesIn(sentence).filter((quantity) => printed.some((own) => own.value === quantity.value));
  return [...labelled, ...printed.map((own) => ({ ...own, unit: own.unit }))];
}

function windowsOf(passage: Passage): Span[] {
  const units = unitsOf(passage.text);
  const windows: Span[] = [];
  for (let first = 0; first < units.length; first++) {
    for (let last = first; last < Math.min(first + 3, units.length); last++) {
      const charStart = units[first]?.charStart ?? 0;
      const charEnd = units[last]?.charEnd ?? 0;
      if (last === first || charEnd - charStart <= largestWindow) windows.push({ charStart, charEnd });
    }
  }
  return windows;
}
