import { analyse } from "../keyword/analyse.ts";
import { approvalTakenOver, strictest, type Verdict } from "../lexicon/verdicts.ts";
import type { DistrictRegister } from "./district-register.ts";
import type { UseRule } from "./rule.ts";
import type { RuleChunk } from "./rule-chunk.ts";

const entry =
  /^(?:(?:any|all|every|each|those|the)\s+)?(?:other\s+)?(?:(?:land|principal|main|primary|permitted|(?<special>special(?:\s+permit)?|conditional))\s+)?(?:(?:buildings?|structures?)\s+(?:or|and)\s+)?uses?(?:\s+(?:or|and)\s+(?:buildings?|structures?))?\s+(?:(?:(?:that|which)\s+(?:is|are)\s+)?(?:permitted|allowed|authorized|listed)\s+(?:by right\s+|as of right\s+|(?<approved>(?:by|with|upon) (?:an? )?(?:special|conditional) (?:use )?(?:permit|exception)\s+))?(?:in|under|for|within)|(?<needed>requiring (?:an? )?(?:special|conditional) (?:use )?(?:permit|exception)\s+)(?:in|under)|of)\s+(?:the\s+|an?\s+)?(?<place>.{1,300})$/i;
/** "R-1 and R-2 uses": the codes alone name what is taken over. */
const byCodes = /^(?:(?:all|any)\s+)?(?<place>\S.{0,120}?)\s+uses?$/i;
/** "Same as for R-1", "Same as uses permitted with site plan approval as for the B-1 district": the uses that are on the like list there. */
const sameAs =
  /^(?:the\s+)?same\s+(?:as\s+)?(?:the\s+)?(?:(?:permitted\s+)?uses?\s+(?:permitted\s+[^.;,]{0,60}?\s*)?(?:as\s+)?)?(?:for|in)\s+(?:the\s+)?(?<place>.{1,80})$/i;
/** What comes behind the districts and only says where their uses stand, or that they are permitted. */
const reference =
  /[,(]?\s*\b(?:subject to (?:all |the )?[^.;,]{0,60}(?:requirements|regulations|standards) (?:of|for|in) (?:that|said|such) district|(?:as|which are) (?:(?:herein\s?before|hereinafter|herein|above)\s+)?(?:set (?:forth|out)|specified|listed|provided|permitted|described)|pursuant to|(?:(?:listed )?in|under|by) section|under the same conditions|(?:shall be|are|is) (?:permitted|allowed))\b.*$/i;
/** Words that take over less than all. */
const partly =
  /\b(?:except\w*|excluding|other than|but not|not|provided|subject|unless|if|when|where|only|with|without|adjacent|adjoining|underlying)\b/i;
/** What an entry leaves out of what it takes over: "…, other than ponds and private stables". */
const exception = /,?\s*\b(?:other than|except(?:ing)?(?:\s+for)?|excluding|but not)\s+(?<left>[^.;:()]{3,120})$/i;
/** An exception that states a condition or refers to a section instead of naming uses: "except where …", "except those of 5.2". */
const onTerms =
  /\d|\b(?:provided|subject|unless|if|when|where|only|with|without|those|that|which|as|not)\b(?<!^,?\s*but not)/i;
/** Districts that take over from each other, one from the next. */
const mostSteps = 6;

/** What a district takes over, and by which entry. */
interface Source {
  readonly by: UseRule;
  /** Without what says where the other list stands. */
  readonly words: string;
  readonly codes: readonly string[];
  readonly verdict: Verdict;
  /** Stems of what is left out: uses with one of them are not taken over. */
  readonly leftOut: ReadonlySet<string>;
  /** Whether a use is among those of the section that the entry names; absent where it names districts. */
  readonly takes?: (rule: UseRule) => boolean;
}

/**
 * Returns what the districts of a document take over from each other's lists: each use of the other district again as a
 * rule of the one that takes it over, at most `most` of them. What an entry leaves out by name is not taken over; one that
 * takes over on other terms takes over nothing.
 */
export function usesTakenOver(
  uses: readonly UseRule[],
  {
    register,
    chunks,
    most,
  }: { readonly register: DistrictRegister; readonly chunks: readonly RuleChunk[]; readonly most: number },
): UseRule[] {
  const inSection = makeSectionLists(uses, chunks);
  const read = uses.map((rule) => ({ rule, source: sourceOf(rule, register) ?? sourceOfSection(rule, inSection) }));
  const sources = byDistrict(
    read.flatMap(({ source }) => source ?? []),
    ({ by }) => by,
  );
  const own = byDistrict(
    read.flatMap(({ rule, source }) => (source ? [] : [rule])),
    (rule) => rule,
  );
  const taken: UseRule[] = [];
  for (const code of sources.keys()) {
    if (taken.length >= most) break;
    taken.push(...takenBy(code, sources, own));
  }
  return taken.slice(0, most);
}

/** Whether the list of a use names the approval: "requiring a special permit" takes over no use of a list of conditional uses. */
const isUnderApproval = ({ source }: UseRule, approval: string): boolean =>
  new RegExp(String.raw`\b${/special/i.test(approval) ? "special" : "conditional"}\b`, "i").test(source?.said ?? "");

/** "The uses listed in § 170-15A(1) through (7)", "Any use permitted in Section 305.1". */
const ofSection =
  /^(?:(?:any|all|every|each|the)\s+)*(?:(?:other|permitted|principal)\s+)?uses?\s+(?:(?:permitted|allowed|listed|specified|enumerated|set forth)\s+)?(?:in|under|by|of)\s+(?:§+\s*|(?:sub)?sections?\s+)?(?<section>\d+[A-Z]?(?:[.-]\d+)*)\s?(?:[A-Z]\b|\([A-Za-z]\))?\s?(?:\((?<from>\d+)\)\s*(?:through|to|[-–])\s*\((?<to>\d+)\))?(?:\s+above)?$/i;

/** A rule with the section of its list and the number of its entry there. */
interface ListedUse {
  readonly rule: UseRule;
  readonly number: number | undefined;
}

/** The permitted uses of each section that lists some, by the number of the section. */
function makeSectionLists(
  uses: readonly UseRule[],
  chunks: readonly RuleChunk[],
): ReadonlyMap<string, readonly ListedUse[]> {
  const byOrdinal = new Map(chunks.map((chunk) => [chunk.ordinal, chunk]));
  const lists = new Map<string, ListedUse[]>();
  for (const rule of uses) {
    const chunk = byOrdinal.get(rule.evidence.chunk);
    if (!chunk?.section || rule.verdict !== "permitted") continue;
    const said = chunk.text.slice(
      rule.evidence.charStart - chunk.charStart,
      rule.evidence.charStart - chunk.charStart + 8,
    );
    const number = /^\W*(\d{1,3})[.)]/.exec(said)?.[1];
    const listed = { rule, number: number === undefined ? undefined : Number(number) };
    const held = lists.get(chunk.section);
    if (held) held.push(listed);
    else lists.set(chunk.section, [listed]);
  }
  return lists;
}

/** What an entry takes over from the list of a section, all of it or the entries of a range. */
function sourceOfSection(rule: UseRule, lists: ReadonlyMap<string, readonly ListedUse[]>): Source | undefined {
  const plain = rule.words.replace(/\s+/g, " ").replace(/[.;,\s]+$/, "");
  const { section = "", from, to } = ofSection.exec(plain)?.groups ?? {};
  if (section === "" || rule.verdict === "prohibited") return undefined;
  const taken = new Set(
    (lists.get(section) ?? []).flatMap(({ rule: listed, number }) =>
      from === undefined || (number !== undefined && number >= Number(from) && number <= Number(to)) ? [listed] : [],
    ),
  );
  const codes = [...new Set([...taken].flatMap(({ districts }) => districts))].filter(
    (code) => !rule.districts.includes(code),
  );
  if (codes.length === 0) return undefined;
  return {
    ...{ by: rule, words: plain, codes, verdict: "permitted", leftOut: new Set() },
    takes: (one) => taken.has(one),
  };
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
  const { place = "", special, approved = "", needed = "" } = entry.exec(plain)?.groups ?? {};
  if (place === "") return sourceByCodes(rule, plain, register);
  if (rule.verdict === "prohibited") return undefined;
  const left = exception.exec(place);
  const before = place.slice(0, left?.index);
  const named = before.replace(reference, "");
  const words = left ? plain : plain.slice(0, plain.length - place.length + named.length);
  if (named === "" || partly.test(named) || (left && (onTerms.test(left[0]) || partly.test(before)))) return undefined;
  const codes = register.inLabel(named).filter((code) => !rule.districts.includes(code));
  return codes.length === 0
    ? undefined
    : {
        ...{ by: rule, words, codes, verdict: special || approved || needed ? "conditional" : "permitted" },
        leftOut: new Set(analyse(left?.groups?.left ?? "")),
        ...(needed === "" ? {} : { takes: (one: UseRule) => isUnderApproval(one, needed) }),
      };
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
  return { by: rule, words, codes, verdict: same === undefined ? "permitted" : rule.verdict, leftOut: new Set() };
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
        const key = `${other} ${step.verdict} ${isWhole(step)}`;
        if (other === code || seen.has(key)) continue;
        seen.add(key);
        steps.push(step);
      }
  };
  follow(code, []);
  // Steps are added while they are gone through.
  for (const step of steps) if (step.by.length < mostSteps) follow(step.code, step.by);
  const taken = new Map<UseRule, UseRule>();
  // What one way leaves out another one may take over.
  for (const { code: other, by, verdict: wanted } of steps.toSorted((a, b) => Number(isWhole(b)) - Number(isWhole(a))))
    for (const rule of own.get(other) ?? []) {
      if (rule.verdict !== wanted || taken.has(rule) || isLeftOut(rule.words, by)) continue;
      if (by.at(-1)?.takes?.(rule) === false) continue;
      taken.set(rule, {
        ...rule,
        districts: [code],
        verdict: strictest([...by.map((source) => source.by.verdict), rule.verdict]) ?? rule.verdict,
        takenOver: by.map((source) => ({ words: source.words, span: source.by.evidence })),
      });
    }
  return [...taken.values()];
}

/** Whether the entries on a way leave nothing out. */
const isWhole = ({ by }: Step): boolean => by.every(({ leftOut, takes }) => leftOut.size === 0 && !takes);

/** Whether one of the entries leaves out a use, or a use whose name has a word of what it leaves out. */
function isLeftOut(words: string, by: readonly Source[]): boolean {
  const stems = analyse(words);
  return by.some(({ leftOut }) => stems.some((stem) => leftOut.has(stem)));
}
