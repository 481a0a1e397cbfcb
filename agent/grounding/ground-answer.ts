import { analyse, type Span } from "../../ingest/index.ts";
import type { Passage } from "../../retrieval/index.ts";
import type { MarkedPassage } from "../evidence-desk.ts";
import { type Fact, frameOf, type MarkedFact } from "../facts.ts";
import { namesConcept } from "../question/concept-question.ts";
import { type Quantity, quantitiesIn } from "../text/quantities.ts";
import { termCoverage } from "../text/words.ts";
import { type ArithmeticCheck, amountsIn, checkArithmetic } from "./arithmetic.ts";
import { type Claim, claimsOf } from "./claims.ts";
import { countedAtRates } from "./counted-at-rates.ts";
import { type ClaimJudge, makeClaimJudge } from "./judge-claim.ts";
import {
  carries,
  factSupport,
  type ReadClaim,
  readClaim,
  type SupportingEvidence,
  type SupportingFact,
  spanSupport,
} from "./support.ts";

/**
 * A span that the writer of an answer names as the evidence of one of its sentences. Of a fact it is the whole statement,
 * from 0.
 */
export interface EvidenceHint extends Span {
  /** The sentence, without markers. */
  readonly sentence: string;
  readonly marker: number;
  /** Amounts of the question that the sentence counts with, by the rates of its evidence: "60 seats". */
  readonly given?: readonly string[];
}

/** What sentences are checked against. */
export interface GroundingEvidence {
  readonly passages: readonly MarkedPassage[];
  readonly facts: readonly MarkedFact[];
}

/** A sentence that is kept, with what carries it. */
export interface GroundedClaim {
  readonly claim: Claim;
  readonly evidence: readonly SupportingEvidence[];
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

const enoughOverlap = 0.6;
const enoughOverlapUncited = 0.65;
const mostSpans = 4;
/** The least share of a claim's words in each of several pieces of evidence that carry it together. */
const enoughEach = 0.15;
/** More sentences than an answer has; those after them are removed unread. */
const mostClaims = 80;
/** A sentence of fewer words must be carried word by word: half of three words is chance. */
const shortClaim = 4;

/** A sentence that only leads to the next ones, or says that something was not found, claims nothing about the law. */
const connective =
  /:$|^(?:however|in addition|note|yes|no)[.,]?$|\bnot (?:located|found)\b|\b(?:could|did) not (?:locate|find)\b/i;

/**
 * Keeps the sentences of an answer that evidence carries, each with the spans and facts that do.
 *
 * Every amount of a sentence must be in its evidence, unit included, or follow from such amounts by calculation; a
 * sentence without amounts must share most of its words with one piece of evidence and not say its opposite. A comparison
 * that calculation refutes is removed. A sentence whose own citation fails is repaired from the other evidence or removed.
 *
 * Cost   linear in the text of the passages, plus claims times spans; at most 80 claims are checked
 */
export function groundAnswer(
  answer: string,
  evidence: GroundingEvidence,
  hints: readonly EvidenceHint[] = [],
  continuesLine = false,
): GroundedAnswer {
  const pool = new Pool(evidence);
  const claims: GroundedClaim[] = [];
  const removed: UnsupportedClaim[] = [];
  let repaired = 0;
  const hintsOf = Map.groupBy(hints, (hint) => hint.sentence);
  const written = claimsOf(answer, (line) => hintsOf.has(line), continuesLine);
  const tooMany = `An answer has at most ${mostClaims} sentences.`;
  removed.push(...written.slice(mostClaims).map((claim) => ({ text: claim.text, reason: tooMany })));
  for (const claim of written.slice(0, mostClaims)) {
    const read = readClaim(claim.text);
    if (read.quantities.length === 0 && connective.test(claim.text)) {
      claims.push({ claim, evidence: [] });
      continue;
    }
    const hinted = pool.hinted(claim, read, hintsOf.get(claim.text) ?? []);
    const own = hinted?.evidence ? hinted : pool.cited(claim, read);
    const found = own?.evidence ? own : pool.whole(claim, read);
    if (found.evidence) claims.push({ claim, evidence: found.evidence });
    else removed.push({ text: claim.text, reason: own?.fault ?? found.fault ?? pool.reasonAgainst(claim, read) });
    if (found.evidence && found !== own) repaired += 1;
  }
  return { claims, removed, repaired };
}

/** What came of a search for evidence: the evidence, or what calculation says against the claim. */
interface Carried {
  readonly evidence?: readonly SupportingEvidence[] | undefined;
  readonly fault?: string | null;
}

/** The passages and facts of one answer, read as far as its claims need them. */
class Pool {
  readonly #judge: ClaimJudge = makeClaimJudge();
  readonly #passages: ReadonlyMap<number, Passage>;
  readonly #facts: ReadonlyMap<number, Fact>;
  #printed: Quantity[] | undefined;

  constructor({ passages, facts }: GroundingEvidence) {
    this.#passages = new Map(passages.map(({ marker, passage }) => [marker, passage]));
    this.#facts = new Map(facts.map(({ marker, fact }) => [marker, fact]));
  }

  /** Accepts the spans that the writer names: trusted for their words, checked for their amounts. */
  hinted(claim: Claim, read: ReadClaim, hints: readonly EvidenceHint[]): Carried | undefined {
    const evidence = hints.flatMap((hint): SupportingEvidence[] => {
      const fact = this.#facts.get(hint.marker);
      if (fact) return [factSupport(read, fact)];
      const passage = this.#passages.get(hint.marker);
      const isInside = passage && passage.charStart <= hint.charStart && hint.charEnd <= passage.charEnd;
      return isInside && hint.charStart < hint.charEnd ? [spanSupport(read, passage, hint)] : [];
    });
    if (evidence.length === 0) return undefined;
    const carried = new Set(evidence.flatMap((one) => [...one.carried]));
    const facts = evidence.flatMap((one) => (one.kind === "fact" ? [one.fact] : []));
    // Only a sentence that joins a fact to a passage can compare; others are quotations.
    const check = facts.length > 0 ? checkOf(claim, read, (at) => carried.has(at), facts) : undefined;
    if (check?.fault) return { fault: check.fault };
    const given = hints.flatMap((hint) => hint.given ?? []).flatMap(quantitiesIn);
    const counted = countedAtRates(read.quantities, carried, given);
    const isWhole = [...read.quantities.keys()].every(
      (at) => carried.has(at) || check?.derived.has(at) || counted.has(at),
    );
    return isWhole ? { evidence } : undefined;
  }

  /** Looks for evidence among what the claim cites; undefined when it cites nothing known. */
  cited(claim: Claim, read: ReadClaim): Carried | undefined {
    const passages = claim.markers.flatMap((marker) => this.#passages.get(marker) ?? []);
    const facts = claim.markers.flatMap((marker) => this.#facts.get(marker) ?? []);
    if (passages.length + facts.length === 0) return undefined;
    return this.#carriedBy(claim, read, { passages, facts }, enoughOverlap);
  }

  /** Looks for evidence among everything; what a concept has carries a sentence that names the concept, never one on the law. */
  whole(claim: Claim, read: ReadClaim): Carried {
    const isOnConcept = namesConcept(claim.text);
    const facts = [...this.#facts.values()].filter((fact) => isOnConcept || fact.isOfConcept !== true);
    const everything = { passages: [...this.#passages.values()], facts };
    return this.#carriedBy(claim, read, everything, enoughOverlapUncited);
  }

  #carriedBy(
    claim: Claim,
    read: ReadClaim,
    { passages, facts }: { readonly passages: readonly Passage[]; readonly facts: readonly Fact[] },
    overlap: number,
  ): Carried {
    // A verdict on the site that states no amounts cannot be checked.
    const bare = read.quantities.length === 0 ? checkOf(claim, read, () => false, []).fault : null;
    if (bare !== null) return { fault: bare };
    const { carriedBy, fault } = this.#judge.judge(claim.text, passages, overlap);
    if (carriedBy.length > 0) return { evidence: carriedBy.map((law) => spanSupport(read, law.passage, law)) };
    if (facts.length === 0 && read.quantities.length < 2) return { fault };
    return this.#calculated(claim, read, { passages, facts, overlap, fault });
  }

  /** A sentence on facts, or one that compares or calculates with amounts of facts and passages. */
  #calculated(
    claim: Claim,
    read: ReadClaim,
    {
      passages,
      facts,
      overlap,
      fault,
    }: {
      readonly passages: readonly Passage[];
      readonly facts: readonly Fact[];
      readonly overlap: number;
      readonly fault: string | null;
    },
  ): Carried {
    const supports = facts.map((one) => factSupport(read, one));
    const spans = passages.flatMap((passage) =>
      this.#judge.spansOf(passage).map((span) => spanSupport(read, passage, span)),
    );
    const candidates: SupportingEvidence[] = [...spans.filter(({ carried }) => carried.size > 0), ...supports];
    const carried = new Set(candidates.flatMap((one) => [...one.carried]));
    const operands = facts.filter((fact) => claim.markers.length > 0 || supports.some((one) => one.fact === fact));
    const check = checkOf(claim, read, (at) => carried.has(at), operands);
    if (check.fault) return { fault: check.fault };
    const evidence =
      (check.isUsed ? undefined : fewestFacts(read, supports, overlap)) ?? together(read, check, candidates, overlap);
    if (!evidence || !namesSame(claim.text, evidence)) return { fault };
    return { evidence };
  }

  /** Says why a sentence is not supported. */
  reasonAgainst(claim: Claim, read: ReadClaim): string {
    const unknown = claim.markers.filter((marker) => !this.#passages.has(marker) && !this.#facts.has(marker));
    if (unknown.length > 0) return `There is no source ${unknown.map((marker) => `[${marker}]`).join(", ")}.`;
    if (claim.markers.length === 0) return "It cites no source, and no source says it.";
    const missing = read.quantities.filter((quantity) => !carries(this.#amounts(), quantity));
    if (missing.length > 0) return `No source contains ${missing.map(({ value }) => value).join(" or ")}.`;
    return "The sources it cites do not say it, or say the opposite.";
  }

  #amounts(): readonly Quantity[] {
    this.#printed ??= [
      ...[...this.#passages.values()].flatMap(({ text }) => quantitiesIn(text)),
      ...[...this.#facts.values()].flatMap(({ statement }) => quantitiesIn(statement)),
    ];
    return this.#printed;
  }
}

function checkOf(
  claim: Claim,
  read: ReadClaim,
  isCarried: (at: number) => boolean,
  facts: readonly Fact[],
): ArithmeticCheck {
  const known = facts.flatMap((fact) => amountsIn(frameOf(fact.statement)).filter(({ unit }) => unit !== null));
  return checkArithmetic(claim.text, read.quantities, isCarried, known);
}

/** The fewest facts that carry a claim; undefined when none do. */
function fewestFacts(
  read: ReadClaim,
  facts: readonly SupportingFact[],
  overlap: number,
): SupportingEvidence[] | undefined {
  if (read.quantities.length === 0) {
    const least = read.terms.length < shortClaim ? 1 : Math.max(overlap, enoughOverlapUncited);
    const best = bestOf(facts.filter((one) => one.isNegated === read.isNegated && one.overlap >= least));
    return best ? [best] : undefined;
  }
  const chosen: SupportingEvidence[] = [];
  const missing = new Set(read.quantities.keys());
  while (missing.size > 0 && chosen.length < mostSpans) {
    const gain = (one: SupportingEvidence) => [...one.carried].filter((at) => missing.has(at)).length;
    const useful = facts.filter((one) => gain(one) > 0 && one.overlap >= overlap / (chosen.length + 1));
    const next = bestOf(useful, gain);
    if (!next) return undefined;
    chosen.push(next);
    for (const at of next.carried) missing.delete(at);
  }
  return missing.size === 0 && chosen.length > 0 ? chosen : undefined;
}

/** Words of a comparison or a calculation, which are the writer's own. */
const ownWords = new Set(
  analyse(
    "more less than exceeds meets complies with greater larger smaller bigger wider narrower longer shorter steeper short required requires requirement permitted minimum maximum limit total difference together share percent about by at least most the a is so which of within",
  ),
);

/** Spans and facts that carry a claim together: all amounts but the derived ones, and most of the words. */
function together(
  read: ReadClaim,
  { derived, isUsed }: ArithmeticCheck,
  candidates: readonly SupportingEvidence[],
  overlap: number,
): SupportingEvidence[] | undefined {
  if (!isUsed && read.quantities.length === 0) return undefined;
  const missing = new Set([...read.quantities.keys()].filter((at) => !derived.has(at)));
  const chosen: SupportingEvidence[] = [];
  while (missing.size > 0 && chosen.length < mostSpans) {
    const gain = (one: SupportingEvidence) => [...one.carried].filter((at) => missing.has(at)).length;
    const next = bestOf(
      candidates.filter((one) => gain(one) > 0 && one.overlap >= enoughEach),
      gain,
    );
    if (!next) return undefined;
    chosen.push(next);
    for (const at of next.carried) missing.delete(at);
  }
  // A derived amount rests on facts whose amounts the sentence may not repeat.
  if (derived.size > 0) {
    const facts = candidates.filter((one) => one.kind === "fact" && !chosen.includes(one) && one.overlap >= enoughEach);
    chosen.push(...facts.slice(0, Math.max(0, mostSpans - chosen.length)));
  }
  // Without a calculation only a fact can be joined to the law; the law by itself is judged clause by clause.
  if (!isUsed && !chosen.some(({ kind }) => kind === "fact")) return undefined;
  const words = new Set([...chosen.flatMap((one) => [...one.words]), ...(isUsed ? ownWords : [])]);
  const amounts = new Set([...derived].map((at) => String(read.quantities[at]?.value)));
  const terms = read.terms.filter((term) => !amounts.has(term));
  return chosen.length > 0 && termCoverage(terms, words) >= overlap ? chosen : undefined;
}

/** District codes and other names with a digit: a sentence on a fact must not name others than its evidence does. */
function namesSame(sentence: string, evidence: readonly SupportingEvidence[]): boolean {
  if (evidence.every(({ kind }) => kind === "passage")) return true;
  const names = analyse(
    (sentence.match(/\b[A-Z]{1,4}(?:-?\d[\w-]*)?\b/g) ?? []).filter((name) => name !== "I" && name !== "A").join(" "),
  );
  return names.every((name) => evidence.some(({ words }) => words.has(name)));
}

function bestOf(
  evidence: readonly SupportingEvidence[],
  gain: (one: SupportingEvidence) => number = () => 0,
): SupportingEvidence | undefined {
  const length = (one: SupportingEvidence) =>
    one.kind === "fact" ? one.fact.statement.length : one.charEnd - one.charStart;
  return evidence.toSorted(
    (a, b) =>
      gain(b) - gain(a) ||
      Number(b.overlap > a.overlap + 0.15) - Number(a.overlap > b.overlap + 0.15) ||
      length(a) - length(b),
  )[0];
}
