import { analyse } from "../../ingest/index.ts";
import { unitsAgree } from "../text/quantities.ts";
import { converted } from "../text/units.ts";
import type { LawPiece, LawStatement } from "./law-statements.ts";
import { isSameActor } from "./reading/actors.ts";
import { type BoundAmount, boundsAgree } from "./reading/bounds.ts";
import { heavinessOf } from "./reading/matter.ts";
import { isNamedBy } from "./reading/named-districts.ts";
import type { Qualifier } from "./reading/qualifiers.ts";
import type { Statement } from "./reading/statement.ts";
import { verdictsConflict } from "./reading/verdict.ts";

/** How a statement of law stands to a claim. */
export interface Comparison {
  readonly law: LawStatement;
  readonly outcome: "agrees" | "conflicts" | "silent";
  /** How well it speaks of the same matter, 0..1, with small premiums. */
  readonly score: number;
  /** Share of the claim's matter that it or its place contains, 0..1. */
  readonly coverage: number;
  /** How many stems of the claim's matter neither contains. */
  readonly missing: number;
  /** What contradicts the claim, as a sentence for its writer. */
  readonly fault: string | null;
}

/** Weight of a stem: rare ones tell statements apart. */
export type WeightOf = (stem: string) => number;

const shareOfHead = 0.95;
const shareOfSentence = 0.75;
const shareOfPlace = 0.6;
const exceptedCase = "The source excepts that case";
const sameQualifier = 0.5;

/** Compares a claim with a statement of law: first whether both are about the same, then each thing that the claim says. */
export function compareStatements(claim: Statement, law: LawStatement, weightOf: WeightOf): Comparison {
  const comparisons = (law.pieces.length > 0 && claim.amounts.length > 0 ? windowsOf(law.pieces) : [null]).map(
    (pieces) => comparePieces(claim, law, pieces, weightOf),
  );
  return comparisons.reduce((best, one) => (rank(one) > rank(best) ? one : best));
}

/** Of the pieces of one clause the one that is about the claim counts, whether it agrees or not. */
function rank({ outcome, score }: Comparison): number {
  return score + (outcome === "agrees" ? 0.02 : outcome === "conflicts" ? 0.01 : 0);
}

/** Single pieces and neighbors together. */
function windowsOf(pieces: readonly LawPiece[]): LawPiece[][] {
  const windows: LawPiece[][] = [];
  for (let first = 0; first < pieces.length; first++) {
    for (let last = first; last < Math.min(first + 3, pieces.length); last++)
      windows.push(pieces.slice(first, last + 1));
  }
  return windows;
}

function comparePieces(
  claim: Statement,
  law: LawStatement,
  pieces: readonly LawPiece[] | null,
  weightOf: WeightOf,
): Comparison {
  const own = pieces === null ? law.own : new Set(pieces.flatMap((piece) => [...piece.own]));
  const shared = new Set(pieces?.flatMap((piece) => [...piece.shared]));
  let whole = 0;
  let score = 0;
  let covered = 0;
  let heavy = 0;
  let isOwn = false;
  const isBare = claim.matter.length === 0;
  for (const stem of isBare ? analyse(claim.text) : claim.matter) {
    const heaviness = heavinessOf(stem);
    const weight = weightOf(stem) * heaviness;
    whole += weight;
    heavy += heaviness;
    const share =
      own.has(stem) || (isBare && law.words.has(stem))
        ? 1
        : shared.has(stem)
          ? shareOfHead
          : law.own.has(stem)
            ? shareOfSentence
            : law.around.has(stem)
              ? shareOfPlace
              : 0;
    isOwn ||= share > shareOfPlace;
    score += weight * share;
    covered += share > 0 ? heaviness : 0;
  }
  const coverage = heavy === 0 ? 0 : covered / heavy;
  const precise = own.size === 0 ? 0 : [...own].filter((stem) => claim.matter.includes(stem)).length / own.size;
  const about = {
    law,
    coverage: isOwn ? coverage : 0,
    missing: heavy - covered,
    score:
      (whole === 0 ? 0 : score / whole) +
      precise * (law.kind === "cell" ? 0.15 : 0.02) -
      ((pieces?.length ?? 1) - 1) * 0.06,
  };
  const fault = faultOf(claim, law, pieces);
  if (fault === "silent") return { ...about, outcome: "silent", fault: null };
  // What is excepted from a rule may have a rule of its own elsewhere.
  if (fault?.startsWith(exceptedCase)) return { ...about, outcome: "silent", fault };
  return fault === null ? { ...about, outcome: "agrees", fault } : { ...about, outcome: "conflicts", fault };
}

/** Returns what contradicts the claim, null when it is carried, "silent" when the law does not speak to all of it. */
function faultOf(claim: Statement, law: LawStatement, pieces: readonly LawPiece[] | null): string | null {
  const elsewhere = districtFault(claim, law);
  if (elsewhere !== null) return elsewhere;
  const faults = [
    amountFault(claim, law, pieces),
    exceptionFault(claim, law) ?? verdictFault(claim, law),
    actorFault(claim, law),
    dateFault(claim, law),
  ];
  return faults.find((fault) => fault !== null && fault !== "silent") ?? (faults.includes("silent") ? "silent" : null);
}

/** A claim on a district is not carried by what the law says of another. */
function districtFault(claim: Statement, law: LawStatement): string | null {
  const own = law.statement.districts;
  const everything = new Set([...law.own, ...law.around]);
  if (!claim.names.every((one) => everything.has(one))) return "silent";
  for (const district of claim.districts) {
    const isOwn = own.some(
      (one) => one.join() === district.join() || isNamedBy(one, new Set(district)) || isNamedBy(district, new Set(one)),
    );
    if (isOwn) continue;
    const isExcepted = law.statement.qualifiers.some(({ matter }) => isNamedBy(district, new Set(matter)));
    if (isExcepted) continue;
    if (own.length > 0 && !isNamedBy(district, law.own)) return "silent";
    if (!isNamedBy(district, everything) && !isGeneral(law)) return "silent";
  }
  return null;
}

/** "in all zones": a rule for every district. */
function isGeneral({ statement }: LawStatement): boolean {
  return /\b(?:all|any|every|each)\s+(?:\w+\s+)?(?:districts?|zones?)\b/i.test(statement.text);
}

function amountFault(claim: Statement, law: LawStatement, pieces: readonly LawPiece[] | null): string | null {
  if (claim.amounts.length === 0) return null;
  const values = pieces === null ? law.statement.amounts : pieces.flatMap((piece) => piece.amounts);
  const labels = pieces?.flatMap((piece) => piece.labels) ?? [];
  // Two equal amounts of a claim are two statements of the law.
  let isSilent = claim.amounts.some((amount) => {
    const said = claim.amounts.filter((one) => one.unit === amount.unit && isSameAmount(amount, one)).length;
    return said > 1 && [...values, ...labels].filter((one) => isSameAmount(amount, one)).length < said;
  });
  for (const amount of claim.amounts) {
    const same = [...values, ...labels].filter((one) => isSameAmount(amount, one));
    if (same.some((one) => boundsAgree(amount, one))) continue;
    const [other] = same;
    if (other) return `The source gives ${amount.value} as ${other.limit === "max" ? "a maximum" : "a minimum"}.`;
    const comparable = values.filter(
      (one) => unitsAgree(one.unit, amount.unit) && one.unit === amount.unit && boundsAgree(amount, one),
    );
    if (comparable.length > 0 && comparable.every((one) => !claim.amounts.some((stated) => isSameAmount(stated, one))))
      return `The source says ${comparable.map(({ value }) => value).join(" or ")}, not ${amount.value}.`;
    isSilent = true;
  }
  return isSilent ? "silent" : null;
}

function isSameAmount(one: BoundAmount, other: BoundAmount): boolean {
  if (unitsAgree(one.unit, other.unit)) return Math.abs(one.value - other.value) < 1e-6;
  const value = one.unit === null || other.unit === null ? undefined : converted(one.value, one.unit, other.unit);
  return value !== undefined && Math.abs(value - other.value) < 1e-6 * Math.max(1, other.value);
}

/** An exception that decides must be in the claim; a claim on the excepted case says the opposite of the rule. */
function exceptionFault(claim: Statement, law: LawStatement): string | null {
  for (const qualifier of law.statement.qualifiers) {
    if (qualifier.isGeneric || qualifier.matter.length === 0) continue;
    if (isInClaim(claim, qualifier)) continue;
    if (qualifier.kind === "except") {
      if (qualifier.amounts.some((one) => claim.amounts.some((stated) => isSameAmount(stated, one)))) continue;
      if (isAbout(claim, qualifier, law)) {
        const fault = exceptedFault(claim, law, qualifier);
        if (fault !== null) return fault;
        continue;
      }
      if (isTurnedRound(claim, qualifier)) continue;
      if (claim.qualifiers.length > 0 && !claim.isUniversal) continue;
      if (law.statement.verdict !== null || law.statement.amounts.length > 0)
        return isNarrower(claim, law) ? null : `It leaves out the exception: “${qualifier.text.slice(0, 160)}”.`;
    } else if (claim.isAbsolute || (qualifier.kind === "only" && isUnqualified(claim, qualifier))) {
      return `It leaves out the condition: “${qualifier.text.slice(0, 160)}”.`;
    }
  }
  return null;
}

function isInClaim(claim: Statement, qualifier: Qualifier): boolean {
  return claim.qualifiers.some((own) => isSameQualifier(own, qualifier));
}

function isSameQualifier(own: Qualifier, qualifier: Qualifier): boolean {
  const shared = own.matter.filter((stem) => qualifier.matter.includes(stem)).length;
  return shared >= Math.min(own.matter.length, qualifier.matter.length) * sameQualifier && shared > 0;
}

/** The claim speaks of the excepted case itself: "on existing lots in the PVC zone …". */
function isAbout(claim: Statement, qualifier: Qualifier, law: LawStatement): boolean {
  if (claim.districts.some((district) => isNamedBy(district, new Set(qualifier.matter)))) return true;
  const apart = qualifier.matter.filter((stem) => !law.statement.mainMatter.includes(stem));
  const named = apart.filter((stem) => claim.matter.includes(stem));
  return named.length > 0 && named.length >= apart.length * 0.5;
}

function exceptedFault(claim: Statement, law: LawStatement, qualifier: Qualifier): string | null {
  const rule = law.statement.verdict;
  const isOpposite =
    (rule?.kind === "prohibited" || rule?.kind === "conditional") &&
    (claim.verdict?.kind === "permitted" || claim.verdict?.kind === "conditional");
  const isFreed = claim.verdict?.kind === "notRequired";
  return isOpposite || isFreed ? null : `${exceptedCase}: “${qualifier.text.slice(0, 160)}”.`;
}

/** "more than 30 feet needs the approval of the commission" says the exception as a rule. */
function isTurnedRound(claim: Statement, qualifier: Qualifier): boolean {
  if (claim.verdict?.kind !== "conditional") return false;
  const named = qualifier.matter.filter((stem) => claim.matter.includes(stem)).length;
  return named >= qualifier.matter.length * 0.3 || /\b(?:approv|permit|exception)/i.test(qualifier.text);
}

/** A claim that names a case of its own beside the exception does not leave the exception out. */
function isNarrower(claim: Statement, law: LawStatement): boolean {
  return (
    !claim.isUniversal &&
    claim.districts.length > 0 &&
    law.statement.qualifiers.every(
      ({ matter }) => !claim.districts.some((district) => isNamedBy(district, new Set(matter))),
    )
  );
}

function isUnqualified(claim: Statement, qualifier: Qualifier): boolean {
  const named = qualifier.matter.filter((stem) => claim.matter.includes(stem)).length;
  return named < qualifier.matter.length * 0.34 && claim.verdict?.kind === "permitted";
}

function verdictFault(claim: Statement, law: LawStatement): string | null {
  const [own, said] = [claim.verdict, law.statement.verdict];
  const isExcepted = law.statement.qualifiers.some(
    (one) => one.kind === "except" && !one.isGeneric && isAbout(claim, one, law) && !isInClaim(claim, one),
  );
  if (isExcepted) return null;
  if (own === null) return null;
  // A ban on lighting signs is no ban on signs.
  const isOfAnother = law.statement.done.length > 0 && !law.statement.done.some((stem) => claim.matter.includes(stem));
  if (isOfAnother && (own.kind === "permitted" || own.kind === "prohibited") && said?.kind !== "required")
    return "silent";
  const joinsAmounts = claim.amounts.length > 0 && law.statement.amounts.length > 0;
  if (said === null) return own.kind === "required" || joinsAmounts ? null : "silent";
  // A duty says nothing of whether a thing is permitted.
  if (said.kind === "required" && own.kind !== "notRequired")
    return own.kind === "required" || joinsAmounts ? null : "silent";
  return verdictsConflict(own, said) ? `The source says: “${law.statement.text.slice(0, 160)}”.` : null;
}

function actorFault(claim: Statement, law: LawStatement): string | null {
  const { actors, subject } = law.statement;
  if (claim.subject !== null && subject !== null && claim.subject !== subject)
    return `The source obliges the ${subject}.`;
  for (const actor of claim.actors) {
    if (actors.some((one) => isSameActor(actor, one))) continue;
    return actors.length > 0 ? "The source names another body." : "silent";
  }
  return null;
}

function dateFault(claim: Statement, law: LawStatement): string | null {
  for (const date of claim.dates) {
    if (law.statement.dates.includes(date)) continue;
    return law.statement.dates.length > 0 ? "The source gives another date." : "silent";
  }
  return null;
}
