import { analyse } from "../../../ingest/index.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { amountFit, isOppositeCase } from "../question/use-amounts.ts";
import { conceptMatch, firstMention, isHomeOccupation } from "../question/use-words.ts";
import { type AnswerSentence, asClause, asSentence, spansWithLabels } from "./answer.ts";
import { type DistrictStanding, useStandingOf } from "./district-match.ts";
import { elsewhere, enoughMatch, placeOf, type Ruling, wording } from "./ruling.ts";
import { rulingOfText, type TextRuling } from "./sentence-ruling.ts";
import { forbidsElsewhere, readMention, saysAsAsked, speakingOfUses } from "./use-mention.ts";
import { verdictIn } from "./verdicts.ts";

/** A rule that names other districts, or the use without what is wanted, and thereby leaves the asked one out. */
const ruledOut: TextRuling = { verdict: "prohibited", plainness: 0.9 };
/** What an entry leaves out can still be allowed by another entry. */
const leftOut: TextRuling = { verdict: "prohibited", plainness: 0.75 };

/** Reads what sentences and list entries rule on the use asked about. */
export function rulingsOfTexts(question: QuestionReading, evidence: readonly Evidence[]): Ruling[] {
  return evidence.flatMap((one): Ruling[] => {
    if (one.cell) return [];
    const spoken = speakingOfUses(one.text);
    const match = conceptMatch(question.useConcepts, analyse(spoken));
    if (match < enoughMatch) return [];
    const mention = firstMention(question.useConcepts, spoken);
    if (mention === undefined) return [];
    if (isOppositeCase(question.text, one.text)) return [];
    const fit = amountFit(question.text, one.text);
    if (fit === "beyond") return [];
    const found = useStandingOf(one, question.districts);
    const [district] = question.districts;
    const isRuledOut = district && found.kind === "other" && found.where === "sentence" && forbidsElsewhere(one.text);
    if (district && found.kind === "other" && !isRuledOut) return [];
    const standing: DistrictStanding = isRuledOut ? { kind: "named", where: "sentence", district } : found;
    const kinds = homeOccupationKinds(question, one);
    if (kinds === "others") return [];
    const told =
      isRuledOut || kinds === "this" ? ruledOut : (rulingIn(question, one, mention) ?? excludedBy(one, mention, found));
    if (!told) return [];
    const how = readMention(question, one.text, mention);
    const ruling = how.leavesOut && told.verdict !== "prohibited" ? leftOut : told;
    const isElsewhere = headingsOf(one)
      .slice(0, 2)
      .some((heading) => elsewhere.test(heading) && !elsewhere.test(question.text));
    const score =
      match * 0.4 +
      ruling.plainness * 0.4 +
      (standing.kind === "named" ? 0.35 : 0) +
      one.passage.score * 0.2 +
      (fit === "within" ? 0.1 : 0) +
      (saysAsAsked(question, one.text, mention) ? 0.04 : 0) -
      (isElsewhere ? 0.35 : 0) -
      (how.isAside ? 0.2 : 0) -
      Math.min(how.narrowing, 3) * 0.06 -
      Math.min(one.text.length / 4_000, 0.15) -
      (question.districts.length > 0 && standing.kind === "general" ? 0.1 : 0);
    return [
      {
        evidence: one,
        verdict: ruling.verdict,
        plainness: ruling.plainness,
        standing: kinds === "this" && district ? { kind: "named", where: "sentence", district } : standing,
        score: kinds === "this" ? score + 0.5 : score,
        sentence: worded(one, ruling, standing, mention),
      },
    ];
  });
}

/** What a text rules on the use; a prohibition in the very yard that is asked about is whole, though it holds nowhere else. */
function rulingIn(question: QuestionReading, one: Evidence, mention: number): TextRuling | undefined {
  const told = rulingOfText(one, mention);
  const isInYardAsked =
    told?.verdict === "conditional" && forbiddenInYard(one.text).some((yard) => yard.test(question.text));
  return isInYardAsked ? ruledOut : told;
}

const yards = [
  /\bfront\s*yards?\b/i,
  /\b(?:side|side or rear)\s*yards?\b/i,
  /\b(?:rear|back)\s*yards?\b|\bbackyards?\b/i,
];
const forbidden =
  /\b(?:prohibited|not (?:be )?(?:permitted|allowed)|(?:shall|may|must) not (?:be \w+|stand|remain))\s+(?:with)?in\s+(?:an?|any|the)?\s*(?:required |minimum )?(?<yard>(?:front|side|rear|back)\s*yards?)\b/i;

function forbiddenInYard(text: string): RegExp[] {
  const yard = forbidden.exec(text)?.groups?.yard;
  return yard === undefined || /\b(?:unless|except)\b/i.test(text) ? [] : yards.filter((one) => one.test(yard));
}

const leavingOut = /\b(?:but )?(?:not including|excluding|excepting|but not|other than)\b[^.;]{0,60}$/i;

/** "Agriculture, but not including the keeping of poultry" in a district's list of permitted uses leaves poultry out. */
function excludedBy(one: Evidence, mention: number, { kind }: DistrictStanding): TextRuling | undefined {
  if (kind !== "named" || mention > longestEntry || !leavingOut.test(one.text.slice(0, mention))) return undefined;
  const isPermitting = [one.lead, ...headingsOf(one).slice(0, 3)].some((text) => verdictIn(text) === "permitted");
  return isPermitting ? leftOut : undefined;
}

const longestEntry = 220;

/**
 * A rule that keeps kinds of business from being home occupations says nothing of home occupations at large: it rules on
 * the business asked about, or on others only.
 */
function homeOccupationKinds(question: QuestionReading, one: Evidence): "this" | "others" | "none" {
  if (!question.useConcepts.some(isHomeOccupation) || !notAsHomeOccupation.test(`${one.lead} ${one.text}`))
    return "none";
  const business = question.useConcepts.filter((concept) => !isHomeOccupation(concept));
  const isThis = business.length > 0 && conceptMatch(business, analyse(`${one.lead} ${one.text}`)) >= enoughMatch;
  return isThis ? "this" : "others";
}

const notAsHomeOccupation =
  /\b(?:not|prohibited|excluded|no)\b[^.;]{0,80}\bas (?:an? )?(?:customary )?home[- ](?:based )?(?:occupations?|business(?:es)?)\b|\bnot\b[^.;]{0,40}\b(?:considered|deemed|qualify|constitute|include)\b[^.;]{0,30}\bhome[- ](?:based )?(?:occupations?|business(?:es)?)\b|\bprohibited home[- ](?:occupations?|business(?:es)?)\b/i;

const approvalWords = /\b(?:special|conditional\w*|approv\w*|permits?|appeal|review|exceptions?|provisional\w*)\b/i;

function worded(one: Evidence, ruling: TextRuling, standing: DistrictStanding, mention: number): AnswerSentence {
  const isIntroduced = one.lead !== "" && verdictIn(one.lead) !== undefined;
  const text = `${headOf(one, ruling)}${placeOf(one, standing)}: ${asClause(one.text, mention)}`;
  return { text: asSentence(text), spans: spansWithLabels(one, { lead: isIntroduced }) };
}

const limits: Readonly<Record<NonNullable<TextRuling["limitedTo"]>, string>> = {
  exception: "No, except as it says",
  list: "Only as listed",
  case: "Depends on the case",
};
const byStaff =
  /\b(?:staff|administrative(?:ly)?|zoning (?:permits?|officer|official|administrator|enforcement)|enforcement (?:officer|official))\b/i;
const byBoard = /\b(?:special|conditional|exceptions?|variances?|commission|board|council|provisional\w*|appeal)\b/i;

/** The verdict in a word or two, before the law's own words: a ban as one, and whose approval a use needs. */
export function headOf(one: Evidence, { verdict, limitedTo }: TextRuling): string {
  if (limitedTo !== undefined) return limits[limitedTo];
  if (verdict !== "conditional") return wording[verdict];
  const own = `${one.text} ${one.lead}`;
  const told = approvalWords.test(own) ? own : (headingsOf(one)[0] ?? "");
  if (!approvalWords.test(told)) return "Yes, under conditions";
  return byStaff.test(told) && !byBoard.test(told) ? "Yes, with staff approval" : wording.conditional;
}
