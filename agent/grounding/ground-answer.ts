import type { Span } from "../../ingest/index.ts";
import type { Passage } from "../../retrieval/index.ts";
import type { MarkedPassage } from "../evidence-desk.ts";
import { type Quantity, quantitiesIn } from "../text/quantities.ts";
import { type Claim, claimsOf } from "./claims.ts";
import {
  carries,
  makeSupportFinder,
  type ReadClaim,
  readClaim,
  type SupportFinder,
  type SupportingSpan,
} from "./support.ts";

/** A span that a model itself names as the evidence of one of its sentences. */
export interface EvidenceHint extends Span {
  /** The sentence, without markers. */
  readonly sentence: string;
  readonly marker: number;
}

/** A sentence that is kept, with the spans that carry it. */
export interface GroundedClaim {
  readonly claim: Claim;
  readonly spans: readonly SupportingSpan[];
}

/** A sentence that no evidence carries. */
export interface UnsupportedClaim {
  /** Without markers. */
  readonly text: string;
  /** What is missing, as a sentence for the model that wrote it. */
  readonly reason: string;
}

/** An answer after its sentences were checked one by one. */
export interface GroundedAnswer {
  readonly claims: readonly GroundedClaim[];
  /** Sentences that nothing found carries. */
  readonly removed: readonly UnsupportedClaim[];
  /** Sentences whose citation was wrong or missing, and another passage carries. */
  readonly repaired: number;
}

const enoughOverlap = 0.5;
const enoughOverlapUncited = 0.65;
const mostSpans = 4;
/** More sentences than an answer has; those after them are removed unread. */
const mostClaims = 80;
/** A sentence of fewer words must be carried word by word: half of three words is chance. */
const shortClaim = 4;

/** A sentence that only leads to the next ones, or says that something was not found, claims nothing about the law. */
const connective =
  /:$|^(?:however|in addition|note|yes|no)[.,]?$|\bnot (?:located|found)\b|\b(?:could|did) not (?:locate|find)\b/i;

/**
 * Keeps the sentences of an answer that a passage carries, each with the span that does.
 *
 * Every amount of a sentence must stand in its spans, unit included; a sentence without amounts must share most of its
 * words with one span and not say its opposite. A sentence whose own citation fails is repaired from the other passages
 * or removed.
 *
 * Cost   linear in the text of the passages, plus claims times spans; at most 80 claims are checked
 */
export function groundAnswer(
  answer: string,
  passages: readonly MarkedPassage[],
  hints: readonly EvidenceHint[] = [],
  continuesLine = false,
): GroundedAnswer {
  const support = makeSupportFinder();
  const byMarker = new Map(passages.map(({ marker, passage }) => [marker, passage]));
  const claims: GroundedClaim[] = [];
  const removed: UnsupportedClaim[] = [];
  let amounts: Quantity[] | undefined;
  const printed = () => {
    amounts ??= passages.flatMap(({ passage }) => quantitiesIn(passage.text));
    return amounts;
  };
  let repaired = 0;
  const hintsOf = Map.groupBy(hints, (hint) => hint.sentence);
  const written = claimsOf(answer, (line) => hintsOf.has(line), continuesLine);
  const reason = `An answer has at most ${mostClaims} sentences.`;
  removed.push(...written.slice(mostClaims).map((claim) => ({ text: claim.text, reason })));
  for (const claim of written.slice(0, mostClaims)) {
    const read = readClaim(claim.text);
    if (read.quantities.length === 0 && connective.test(claim.text)) {
      claims.push({ claim, spans: [] });
      continue;
    }
    const own = hinted(read, hintsOf.get(claim.text) ?? [], byMarker, support) ?? cited(read, claim, byMarker, support);
    const spans =
      own ??
      carriedBy(
        read,
        passages.map(({ passage }) => passage),
        enoughOverlapUncited,
        support,
      );
    if (!spans) removed.push({ text: claim.text, reason: reasonAgainst(read, claim, byMarker, printed()) });
    else claims.push({ claim, spans });
    if (spans && !own) repaired += 1;
  }
  return { claims, removed, repaired };
}

/** The spans a model named itself: trusted for their words, checked for their amounts. */
function hinted(
  read: ReadClaim,
  hints: readonly EvidenceHint[],
  byMarker: ReadonlyMap<number, Passage>,
  support: SupportFinder,
): SupportingSpan[] | undefined {
  const spans = hints.flatMap((hint) => {
    const passage = byMarker.get(hint.marker);
    const isInside = passage && passage.charStart <= hint.charStart && hint.charEnd <= passage.charEnd;
    return isInside && hint.charStart < hint.charEnd ? [support.supportAt(read, passage, hint)] : [];
  });
  const carried = new Set(spans.flatMap((span) => [...span.carried]));
  return spans.length > 0 && carried.size === read.quantities.length ? spans : undefined;
}

function cited(
  read: ReadClaim,
  claim: Claim,
  byMarker: ReadonlyMap<number, Passage>,
  support: SupportFinder,
): SupportingSpan[] | undefined {
  const passages = claim.markers.flatMap((marker) => byMarker.get(marker) ?? []);
  return passages.length === 0 ? undefined : carriedBy(read, passages, enoughOverlap, support);
}

/** The fewest spans that together carry a claim; undefined when none do. */
function carriedBy(
  read: ReadClaim,
  passages: readonly Passage[],
  overlap: number,
  support: SupportFinder,
): SupportingSpan[] | undefined {
  const candidates = passages.flatMap((passage) => support.spansFor(read, passage));
  if (read.quantities.length === 0) {
    const least = read.terms.length < shortClaim ? 1 : overlap;
    const best = bestOf(candidates.filter((span) => span.isNegated === read.isNegated && span.overlap >= least));
    return best ? [best] : undefined;
  }
  const chosen: SupportingSpan[] = [];
  const missing = new Set(read.quantities.keys());
  while (missing.size > 0 && chosen.length < mostSpans) {
    const gain = (span: SupportingSpan) => [...span.carried].filter((at) => missing.has(at)).length;
    const useful = candidates.filter((span) => gain(span) > 0 && span.overlap >= overlap / (chosen.length + 1));
    const next = bestOf(useful, gain);
    if (!next) return undefined;
    chosen.push(next);
    for (const at of next.carried) missing.delete(at);
  }
  return missing.size === 0 && chosen.length > 0 ? chosen : undefined;
}

function bestOf(
  spans: readonly SupportingSpan[],
  gain: (span: SupportingSpan) => number = () => 0,
): SupportingSpan | undefined {
  const length = (span: SupportingSpan) => span.charEnd - span.charStart;
  return spans.toSorted(
    (a, b) =>
      gain(b) - gain(a) ||
      Number(b.overlap > a.overlap + 0.15) - Number(a.overlap > b.overlap + 0.15) ||
      length(a) - length(b),
  )[0];
}

/** Says why a sentence is not supported. */
function reasonAgainst(
  read: ReadClaim,
  claim: Claim,
  byMarker: ReadonlyMap<number, Passage>,
  printed: readonly Quantity[],
): string {
  const unknown = claim.markers.filter((marker) => !byMarker.has(marker));
  if (unknown.length > 0) return `There is no source ${unknown.map((marker) => `[${marker}]`).join(", ")}.`;
  if (claim.markers.length === 0) return "It cites no source, and no source says it.";
  const missing = read.quantities.filter((quantity) => !carries(printed, quantity));
  if (missing.length > 0) return `No source contains ${missing.map(({ value }) => value).join(" or ")}.`;
  return "The sources it cites do not say it, or say the opposite.";
}
