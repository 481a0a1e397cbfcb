import type { Span } from "../../ingest/index.ts";
import type { Passage } from "../../retrieval/index.ts";
import { type Comparison, compareStatements, type WeightOf } from "./compare-statements.ts";
import { type LawStatement, lawStatementsOf } from "./law-statements.ts";
import { qualifiedOf } from "./reading/qualifiers.ts";
import { readStatement, type Statement } from "./reading/statement.ts";

/** What the law says of a claim: where it is carried, or what is wrong with it. */
export interface Judgement {
  /** The statements that carry it, one for each of its parts; empty when nothing does. */
  readonly carriedBy: readonly LawStatement[];
  /** Why it is not carried, as a sentence for its writer; null when nothing speaks of its matter. */
  readonly fault: string | null;
}

/** Judges claims against the statements of passages; each passage is read once. */
export interface ClaimJudge {
  /**
   * Judges a claim against some of the passages.
   *
   * @param leastCoverage share of the claim's matter, 0..1, that a statement must hold
   */
  judge(text: string, passages: readonly Passage[], leastCoverage: number): Judgement;
  /** Returns where the clauses and rows of a passage stand, each span once. */
  spansOf(passage: Passage): readonly Span[];
}

/** A statement that is better about the claim than the one that agrees refutes it, when it is so much better. */
const margin = 0.01;
const mostParts = 6;
const mostMissing = 3;
const rarest = 3;

/** Makes a judge for one answer. */
export function makeClaimJudge(): ClaimJudge {
  const read = new Map<Passage, readonly LawStatement[]>();
  const statementsOf = (passage: Passage) => {
    const known = read.get(passage) ?? lawStatementsOf(passage);
    read.set(passage, known);
    return known;
  };
  return {
    spansOf: (passage) => [
      ...new Map(statementsOf(passage).map((one): [string, Span] => [`${one.charStart} ${one.charEnd}`, one])).values(),
    ],
    judge(text, passages, leastCoverage) {
      const law = passages.flatMap(statementsOf);
      const verbatim = law.find((one) => says(one, text));
      if (verbatim) return { carriedBy: [verbatim], fault: null };
      const weightOf = weightsIn(law);
      const claim = readStatement(text);
      const whole = judgeStatement(claim, law, weightOf, leastCoverage);
      if (whole.carriedBy.length > 0) return whole;
      const parts = partsOf(text);
      if (parts.length < 2) return whole;
      const judged = parts.map((part) => judgeStatement(partOf(claim, part), law, weightOf, leastCoverage));
      const missing = judged.find(({ carriedBy }) => carriedBy.length === 0);
      if (missing) return { carriedBy: [], fault: whole.fault ?? missing.fault };
      return { carriedBy: [...new Set(judged.flatMap(({ carriedBy }) => carriedBy))], fault: null };
    },
  };
}

/** A part of a claim is about the districts of the whole. */
function partOf(claim: Statement, text: string): Statement {
  const read = readStatement(text);
  return { ...read, districts: read.districts.length > 0 ? read.districts : claim.districts };
}

function judgeStatement(
  claim: Statement,
  law: readonly LawStatement[],
  weightOf: WeightOf,
  leastCoverage: number,
): Judgement {
  let agreeing: Comparison | undefined;
  let conflicting: Comparison | undefined;
  let excepting: Comparison | undefined;
  for (const one of law) {
    const compared = compareStatements(claim, one, weightOf);
    if (compared.coverage < leastCoverage || compared.missing > mostMissing) continue;
    if (compared.outcome === "silent" && compared.fault !== null) excepting ??= compared;
    if (compared.outcome === "agrees" && compared.score > (agreeing?.score ?? 0)) agreeing = compared;
    if (compared.outcome === "conflicts" && compared.score > (conflicting?.score ?? 0)) conflicting = compared;
  }
  if (agreeing && agreeing.score + margin >= (conflicting?.score ?? 0))
    return { carriedBy: [agreeing.law], fault: null };
  return { carriedBy: [], fault: conflicting?.fault ?? excepting?.fault ?? null };
}

/** Rare stems weigh more: ln of the share of statements that do not hold them, 0.3 to 3. */
function weightsIn(law: readonly LawStatement[]): WeightOf {
  const counts = new Map<string, number>();
  for (const { own } of law) for (const stem of own) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return (stem) => {
    const count = counts.get(stem);
    return count === undefined ? 1 : Math.min(rarest, Math.max(0.3, Math.log((1 + law.length) / count)));
  };
}

/** A sentence copied from the law is carried when what it leaves out of its sentence is no exception. */
function says({ statement, kind }: LawStatement, text: string): boolean {
  const [own, said] = [plain(text), plain(statement.text)];
  if (kind === "cell" || own.length < 12 || !said.includes(own)) return false;
  const held = qualifiedOf(text).qualifiers.length;
  return statement.qualifiers.filter(({ isGeneric, kind: how }) => !isGeneric && how === "except").length <= held;
}

function plain(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

const modal = /\b(?:must|shall|may|can|is|are|needs?|requires?|has|have)\b/i;

const opensWithVerb = /^\s*(?:must|shall|may|can|is|are|needs?|requires?|has|have|also)\b/i;
const coordination = /;\s+|,?\s+(?:and|but|while|whereas)\s+|,\s+(?=(?:maximum|minimum|the|at)\b)/gi;

/** Coordinated clauses of a claim, each with a verb or an amount, and with the subject of the first where it has none. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const match of text.matchAll(coordination)) {
    const before = text.slice(from, match.index);
    if (!saysSomething(before) || !saysSomething(text.slice(match.index + match[0].length))) continue;
    parts.push(before);
    from = match.index + match[0].length;
    if (parts.length === mostParts) break;
  }
  parts.push(text.slice(from));
  const [first = ""] = parts;
  const subject = first.slice(0, modal.exec(first)?.index ?? 0);
  return parts.map((part, at) => {
    if (at === 0 || (modal.test(part) && !opensWithVerb.test(part))) return part;
    return `${subject} ${opensWithVerb.test(part) ? "" : "is "}${part}`;
  });
}

function saysSomething(text: string): boolean {
  return modal.test(text) || readStatement(text).amounts.length > 0;
}
