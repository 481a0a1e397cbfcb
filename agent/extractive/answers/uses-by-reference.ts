import { analyse } from "../../../ingest/index.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import type { District } from "../question/districts.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { conceptMatch, isDwelling } from "../question/use-words.ts";
import { asLabel, asSentence, spansWithLabels } from "./answer.ts";
import { useStandingOf } from "./district-match.ts";
import { evidenceReferredTo } from "./referred-evidence.ts";
import { enoughMatch, enoughScore, type Ruling, withWord, wording } from "./ruling.ts";
import { isSame, referencesIn, type UseReference } from "./use-references.ts";
import { type Verdict, verdictIn } from "./verdicts.ts";

/** Lists that take over one another end; a circle of them does not. */
const longestChain = 4;

/** A reference in a district's list of uses, with the entry it stands in. */
export interface FoundReference extends UseReference {
  readonly entry: Evidence;
}

/** Finds the entries of a district's list that take over the uses of other districts. */
export function referencesOf(districts: readonly District[], evidence: readonly Evidence[]): FoundReference[] {
  if (districts.length === 0) return [];
  return evidence.flatMap((entry) => {
    if (entry.cell || useStandingOf(entry, districts).kind !== "named") return [];
    return referencesIn(entry.text).flatMap((reference): FoundReference[] => {
      const others = reference.districts.filter((other) => !districts.some((own) => isSame(own, other)));
      return others.length === 0 && reference.sections.length === 0 ? [] : [{ ...reference, districts: others, entry }];
    });
  });
}

/**
 * Rulings that hold in the district asked about because its list takes over another district's: each cites the
 * reference and the entry it leads to. A use the reference leaves out again is prohibited.
 */
export function rulingsByReference(
  question: QuestionReading,
  evidence: readonly Evidence[],
  rulingsIn: (question: QuestionReading, among?: readonly Evidence[]) => readonly Ruling[],
  depth = 1,
): Ruling[] {
  const [district] = question.districts;
  if (!district || depth > longestChain) return [];
  return referencesOf(question.districts, evidence).flatMap((reference): Ruling[] => {
    if (isExcepted(question, reference.except)) return [exceptedRuling(reference, district)];
    const listed = reference.sections.length === 0 ? [] : sectionRulings(question, reference, evidence, rulingsIn);
    if (listed.length > 0) return listed.map((ruling) => takenOver(reference, district, ruling));
    return reference.districts.flatMap((other) => {
      const there = { ...question, districts: [other] };
      const own = rulingsIn(there).filter(
        (ruling) => ruling.standing.kind === "named" && ruling.score >= enoughScore && ruling.plainness >= 0.85,
      );
      const found = own.length > 0 ? own : rulingsByReference(there, evidence, rulingsIn, depth + 1);
      const [best] = found.toSorted((a, b) => b.score - a.score);
      return best && best.verdict !== "prohibited" && reference.takes.has(best.verdict)
        ? [takenOver(reference, district, best)]
        : [];
    });
  });
}

/** What the sections that an entry names rule on the use, the plainest ruling first; nothing where they forbid it. */
function sectionRulings(
  question: QuestionReading,
  { sections, entry }: FoundReference,
  evidence: readonly Evidence[],
  rulingsIn: (question: QuestionReading, among?: readonly Evidence[]) => readonly Ruling[],
): Ruling[] {
  const among = evidenceReferredTo({ sections, tables: [] }, entry, evidence);
  const [best] = rulingsIn({ ...question, districts: [] }, among)
    .filter(({ score, plainness }) => score >= enoughScore && plainness >= 0.85)
    .toSorted((a, b) => b.score - a.score);
  return best && best.verdict !== "prohibited" ? [best] : [];
}

/** A reference without what it leaves out again. */
function beforeException(text: string): string {
  return text.split(/,?\s+(?:except|excluding|other than|but not|provided)\b/i)[0] ?? text;
}

/** "except that no dwelling shall be permitted" leaves out duplexes too. */
function isExcepted(question: QuestionReading, except: string): boolean {
  if (except === "") return false;
  const isOwn = conceptMatch(question.useConcepts, analyse(except)) >= enoughMatch;
  return isOwn || (/\b(?:dwellings?|residen\w+)\b/i.test(except) && question.useConcepts.slice(0, 1).some(isDwelling));
}

function exceptedRuling({ entry, except }: FoundReference, district: District): Ruling {
  const text = `${wording.prohibited} in the ${withWord(district.printed)}: ${asLabel(entry.text)}`;
  return {
    evidence: entry,
    verdict: /\bunless\b|\bby special\b|\bother than for\b.*\bunless\b/i.test(except) ? "conditional" : "prohibited",
    plainness: 0.9,
    standing: { kind: "named", where: "lead", district },
    score: 1.1,
    sentence: { text: asSentence(text), spans: spansWithLabels(entry, { lead: entry.lead !== "" }) },
  };
}

function takenOver({ entry }: FoundReference, district: District, found: Ruling): Ruling {
  const stated = verdictIn(entry.lead) ?? verdictIn(headingsOf(entry)[0] ?? "");
  const verdict: Verdict = stated === "conditional" ? "conditional" : found.verdict;
  const use = asLabel(found.evidence.cell?.label ?? found.evidence.text).slice(0, 240);
  const text = `${wording[verdict]} in the ${withWord(district.printed)}, which takes over uses listed elsewhere (“${asLabel(beforeException(entry.text))}”): ${use}`;
  return {
    ...found,
    verdict,
    standing: { kind: "named", where: "lead", district },
    score: found.score - 0.02,
    sentence: {
      text: asSentence(text),
      spans: [...spansWithLabels(entry, { lead: entry.lead !== "" }), ...found.sentence.spans],
    },
  };
}
