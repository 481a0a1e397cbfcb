import { approvalTakenOver, strictest, type Verdict } from "../lexicon/verdicts.ts";
import type { DistrictRegister } from "./district-register.ts";
import type { UseRule } from "./rule.ts";

const entry =
  /^(?:(?:any|all|every|each|those)\s+)?(?:other\s+)?(?:(?:land|principal|main|primary|(?<special>special(?:\s+permit)?|conditional))\s+)?(?:(?:buildings?|structures?)\s+(?:or|and)\s+)?uses?(?:\s+(?:or|and)\s+(?:buildings?|structures?))?\s+(?:(?:that|which)\s+(?:is|are)\s+)?(?:permitted|allowed|authorized|listed)\s+(?:by right\s+|as of right\s+|(?<approved>(?:by|with|upon) (?:an? )?(?:special|conditional) (?:use )?(?:permit|exception)\s+))?(?:in|under|for|within)\s+(?:the\s+|an?\s+)?(?<place>.{1,300})$/i;
/** "R-1 and R-2 uses": the codes alone name what is taken over. */
const byCodes = /^(?:(?:all|any)\s+)?(?<place>\S.{0,120}?)\s+uses?$/i;
/** "Same as for R-1", "Same as uses permitted with site plan approval as for the B-1 district": the uses that are on the like list there. */
const sameAs =
  /^(?:the\s+)?same\s+(?:as\s+)?(?:the\s+)?(?:(?:permitted\s+)?uses?\s+(?:permitted\s+[^.;,]{0,60}?\s*)?(?:as\s+)?)?(?:for|in)\s+(?:the\s+)?(?<place>.{1,80})$/i;
/** What comes behind the districts and only says where their uses stand, or that they are permitted. */
const reference =
  /[,(]?\s*\b(?:subject to (?:all |the )?[^.;,]{0,60}(?:requirements|regulations|standards) (?:of|for|in) (?:that|said|such) district|(?:as|which are) (?:(?:herein\s?before|hereinafter|herein|above)\s+)?(?:set (?:forth|out)|specified|listed|provided|permitted|described)|pursuant to|under section|in section|(?:shall be|are|is) (?:permitted|allowed))\b.*$/i;
/** Words that take over less than all. */
const partly =
  /\b(?:except\w*|excluding|other than|but not|not|provided|subject|unless|if|when|where|only|with|without|adjacent|adjoining|underlying)\b/i;
/** Districts that take over from each other, one from the next. */
const mostSteps = 6;

/** What a district takes over, and by which entry. */
interface Source {
  readonly by: UseRule;
  /** Without what says where the other list stands. */
  readonly words: string;
  readonly codes: readonly string[];
  readonly verdict: Verdict;
}

/**
 * Returns what the districts of a document take over from each other's lists: each use of the other district again as a
 * rule of the one that takes it over, at most `most` of them. An entry that leaves anything out takes over nothing.
 */
export function usesTakenOver(uses: readonly UseRule[], register: DistrictRegister, most: number): UseRule[] {
  const sources = byDistrict(
    uses.flatMap((rule) => sourceOf(rule, register) ?? []),
    ({ by }) => by,
  );
  const own = byDistrict(
    uses.filter((rule) => sourceOf(rule, register) === undefined),
    (rule) => rule,
  );
  const taken: UseRule[] = [];
  for (const code of sources.keys()) {
    if (taken.length >= most) break;
    taken.push(...takenBy(code, sources, own));
  }
  return taken.slice(0, most);
}

/** What is of a rule, by each district of that rule. */
function byDistrict<Of>(all: readonly Of[], ruleOf: (one: Of) => UseRule): ReadonlyMap<string, readonly Of[]> {
  const known = new Map<string, Of[]>();
  for (const one of all)
    for (const code of ruleOf(one).districts) {
      const held = known.get(code);
      if (held) held.push(one);
      else known.set(code, [one]);
    }
  return known;
}

function sourceOf(rule: UseRule, register: DistrictRegister): Source | undefined {
  const plain = rule.words
    .replace(/\s+/g, " ")
    .replace(approvalTakenOver, "")
    .replace(/[.;\s]+$/, "");
  const { place = "", special, approved } = entry.exec(plain)?.groups ?? {};
  if (place === "") return sourceByCodes(rule, plain, register);
  if (rule.verdict === "prohibited") return undefined;
  const named = place.replace(reference, "");
  const words = plain.slice(0, plain.length - place.length + named.length);
  if (named === "" || partly.test(named)) return undefined;
  const codes = register.inLabel(named).filter((code) => !rule.districts.includes(code));
  return codes.length === 0
    ? undefined
    : { by: rule, words, codes, verdict: special || approved ? "conditional" : "permitted" };
}

/** What an entry takes over that names districts and nothing else; a code may be printed "R-l" or "CM -1". */
function sourceByCodes(rule: UseRule, plain: string, register: DistrictRegister): Source | undefined {
  const words = plain.replace(reference, "");
  const same = sameAs.exec(words)?.groups?.place;
  const place = (same ?? byCodes.exec(words)?.groups?.place ?? "")
    .replace(/(?<=\b[A-Z]{1,3}-)l\b/g, "1")
    .replace(/\s+-\s?(?=\d)/g, "-");
  const named = register.inLabel(place);
  const codes = named.filter((code) => !rule.districts.includes(code));
  if (codes.length === 0 || !isOnlyCodes(place, named)) return undefined;
  // A prohibited list can only repeat another one: "B-1 uses" would forbid what the other district permits.
  if (rule.verdict === "prohibited" && same === undefined) return undefined;
  return { by: rule, words, codes, verdict: same === undefined ? "permitted" : rule.verdict };
}

/** Beside codes of the register there may be codes that it lacks: "R-1, R-2 and P". */
function isOnlyCodes(place: string, codes: readonly string[]): boolean {
  let rest = place;
  for (const code of codes.toSorted((a, b) => b.length - a.length)) rest = rest.replaceAll(code, " ");
  return /^(?:\s|[,.]|\b(?:and|or|[Dd]istricts?|[Zz]ones?|[A-Z][A-Z\d]{0,3}(?:-[A-Z\d]{1,3})?)\b)*$/.test(rest);
}

/** A district whose uses are taken over, by the entries that lead there. */
interface Step {
  readonly code: string;
  readonly by: readonly Source[];
  readonly verdict: Verdict;
}

/** The uses that a district takes over, directly and through others; each of these is read once, by the shortest way. */
function takenBy(
  code: string,
  sources: ReadonlyMap<string, readonly Source[]>,
  own: ReadonlyMap<string, readonly UseRule[]>,
): UseRule[] {
  const seen = new Set<string>();
  const steps: Step[] = [];
  const follow = (from: string, by: readonly Source[]) => {
    for (const source of sources.get(from) ?? [])
      for (const other of source.codes) {
        const step = { code: other, by: [...by, source], verdict: source.verdict };
        if (other === code || seen.has(`${other} ${step.verdict}`)) continue;
        seen.add(`${other} ${step.verdict}`);
        steps.push(step);
      }
  };
  follow(code, []);
  // Steps are added while they are gone through.
  for (const step of steps) if (step.by.length < mostSteps) follow(step.code, step.by);
  return steps.flatMap(({ code: other, by, verdict: wanted }) =>
    (own.get(other) ?? [])
      .filter(({ verdict }) => verdict === wanted)
      .map((rule) => ({
        ...rule,
        districts: [code],
        verdict: strictest([...by.map((source) => source.by.verdict), rule.verdict]) ?? rule.verdict,
        takenOver: by.map((source) => ({ words: source.words, span: source.by.evidence })),
      })),
  );
}
