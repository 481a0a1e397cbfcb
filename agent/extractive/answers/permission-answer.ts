import { analyse } from "../../../ingest/index.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { conceptMatch, firstMention } from "../question/use-words.ts";
import {
  type AnswerSentence,
  asClause,
  asLabel,
  asSentence,
  type ExtractiveAnswer,
  noAnswer,
  spansWithLabels,
} from "./answer.ts";
import { districtDescribed } from "./described-district.ts";
import { type DistrictStanding, standingOf } from "./district-match.ts";
import { placeOf, type Ruling, withWord, wording } from "./ruling.ts";
import { forbidsElsewhere, readMention, speakingOfUses } from "./use-mention.ts";
import { rulingsOfTables } from "./use-tables.ts";
import { rulingOfText, type TextRuling, type Verdict, verdictIn } from "./verdicts.ts";

const enoughMatch = 0.6;
/** A passage begins after its section's heading. */
const headingRoom = 240;
const enoughScore = 0.55;
const mostSentences = 3;

/** Sections that regulate something else about a use than whether it is allowed. */
const elsewhere =
  /\bparking\b|\bsigns?\b|\blandscap|\bdefin|\bnon-?conform|\bloading\b|\bpurpose|\bintent\b|\benforce|\bpenalt|\bfees?\b|\bbuffer|\bprocedure|\bsetback|\blighting|\bnoise|\bperformance standards/i;

/** Answers whether a use is allowed: by right, under conditions, or not; from use tables, lists and sentences. */
export function answerPermission(asked: QuestionReading, evidence: readonly Evidence[]): ExtractiveAnswer {
  if (asked.useConcepts.length === 0) return noAnswer;
  const question = districtDescribed(asked, evidence);
  const rulings = [...rulingsOfTables(question, evidence, enoughMatch), ...rulingsOfTexts(question, evidence)].sort(
    (a, b) => b.score - a.score,
  );
  const [best] = rulings;
  const isForDistrict =
    question.districts.length === 0 || best?.standing.kind === "named" || (best && holdsEverywhere(best));
  if (best && best.score >= enoughScore && isForDistrict) return answered(best, rulings);
  if (isUnknown(question, evidence)) return noAnswer;
  const unlisted = notListed(question, evidence);
  if (unlisted !== noAnswer) return unlisted;
  const section = regulated(question, evidence);
  const isPlain = best && best.score >= enoughScore + 0.1 && best.plainness >= 0.9;
  return section === noAnswer && isPlain ? { ...answered(best, rulings), status: "partial" } : section;
}

/** "A home occupation is permitted in every dwelling": a rule for all districts at once. */
function holdsEverywhere({ evidence, standing, plainness }: Ruling): boolean {
  const everywhere =
    /\b(?:permitted|allowed|prohibited|may be \w+)\s+(?:\w+\s+){0,3}(?:in|on)\s+(?:every|any|all|each)\b/i;
  return standing.kind === "general" && plainness >= 0.85 && everywhere.test(evidence.text);
}

function answered(best: Ruling, rulings: readonly Ruling[]): ExtractiveAnswer {
  const seen = new Set<string>();
  const further = rulings.filter((other) => {
    const isOther = !seen.has(other.sentence.text);
    seen.add(other.sentence.text);
    const isClose = other.score >= best.score - 0.12 && other.standing.kind === best.standing.kind;
    const isPlain = other === best || other.plainness >= Math.min(best.plainness, 0.85);
    const isAgreeing = other.verdict === best.verdict || (other.standing.kind !== "named" && isPlain);
    return isOther && isClose && isPlain && isAgreeing;
  });
  return { status: "answered", sentences: further.slice(0, mostSentences).map((ruling) => ruling.sentence) };
}

/** A rule that names other districts, or the use without what is wanted, and thereby leaves the asked one out. */
const ruledOut: TextRuling = { verdict: "prohibited", plainness: 0.9 };

function rulingsOfTexts(question: QuestionReading, evidence: readonly Evidence[]): Ruling[] {
  return evidence.flatMap((one): Ruling[] => {
    if (one.cell) return [];
    const spoken = speakingOfUses(one.text);
    const match = conceptMatch(question.useConcepts, analyse(spoken));
    if (match < enoughMatch) return [];
    const mention = firstMention(question.useConcepts, spoken);
    if (mention === undefined) return [];
    const found = standingOf(one, question.districts);
    const [district] = question.districts;
    const isRuledOut = district && found.kind === "other" && found.where === "sentence" && forbidsElsewhere(one.text);
    if (district && found.kind === "other" && !isRuledOut) return [];
    const standing: DistrictStanding = isRuledOut ? { kind: "named", where: "sentence", district } : found;
    const told = isRuledOut ? ruledOut : rulingOfText(one, mention);
    if (!told) return [];
    const how = readMention(question, one.text, mention);
    const ruling = how.leavesOut && told.verdict !== "prohibited" ? ruledOut : told;
    const isElsewhere = headingsOf(one)
      .slice(0, 2)
      .some((heading) => elsewhere.test(heading) && !elsewhere.test(question.text));
    const score =
      match * 0.4 +
      ruling.plainness * 0.4 +
      (standing.kind === "named" ? 0.35 : 0) +
      one.passage.score * 0.2 -
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
        standing,
        score,
        sentence: worded(one, ruling.verdict, standing, mention),
      },
    ];
  });
}

const approvalWords = /\b(?:special|conditional\w*|approv\w*|permits?|appeal|review|exceptions?|provisional\w*)\b/i;

function worded(one: Evidence, verdict: Verdict, standing: DistrictStanding, mention: number): AnswerSentence {
  const isIntroduced = one.lead !== "" && verdictIn(one.lead) !== undefined;
  const isApproval = verdict !== "conditional" || approvalWords.test(`${one.text} ${one.lead} ${headingsOf(one)[0]}`);
  const text = `${isApproval ? wording[verdict] : "Yes, under conditions"}${placeOf(one, standing)}: ${asClause(one.text, mention)}`;
  return { text: asSentence(text), spans: spansWithLabels(one, { lead: isIntroduced }) };
}

/** The ordinance never speaks of one of the kinds of use asked about: what it says of others is no answer. */
function isUnknown(question: QuestionReading, evidence: readonly Evidence[]): boolean {
  const kinds = question.useConcepts.filter((concept) => concept.weight >= 0.6);
  return kinds.some((kind) => !evidence.some((one) => conceptMatch([kind], analyse(one.text)) === 1));
}

/** The district's list of uses was found, and the use, which the ordinance knows elsewhere, is not on it. */
function notListed(question: QuestionReading, evidence: readonly Evidence[]): ExtractiveAnswer {
  const [district] = question.districts;
  if (!district) return noAnswer;
  const introductions = evidence.flatMap((one) => {
    if (
      one.cell ||
      headingsOf(one)
        .slice(0, 2)
        .some((heading) => elsewhere.test(heading))
    )
      return [];
    const standing = standingOf(one, question.districts);
    const isOwn = isListIntroduction(one.text);
    if (standing.kind !== "named" || !(isOwn || isListIntroduction(one.lead))) return [];
    return (standing.where === "heading" || isOwn) && isWholeSection(one) ? [{ one, isOwn }] : [];
  });
  const [best] = introductions.sort(
    (a, b) => Number(b.isOwn) - Number(a.isOwn) || b.one.passage.score - a.one.passage.score,
  );
  if (!best) return noAnswer;
  const quoted = asLabel(best.isOwn ? best.one.text : best.one.lead).slice(0, 140);
  const text = `Not listed: “${question.use}” does not stand among the uses found for the ${withWord(district.printed)} under “${quoted}”`;
  return {
    status: "partial",
    sentences: [{ text: asSentence(text), spans: spansWithLabels(best.one, { lead: !best.isOwn }) }],
  };
}

/** What a list leaves out can only be told from the whole of it. */
function isWholeSection({ passage }: Evidence): boolean {
  return passage.charStart <= passage.parent.charStart + headingRoom && passage.charEnd >= passage.parent.charEnd - 4;
}

function isListIntroduction(text: string): boolean {
  const start = text.slice(0, 300);
  const isAboutUses =
    /\b(?:following|principal|permitted|allowed|authorized|by[- ]right)\s+(?:[\w-]+\s+){0,3}(?:uses|activities)\b|\b(?:uses|activities)\b[^.;]{0,60}\b(?:shall be|are)\s+permitted\b|\buses permitted\b/i.test(
      start,
    );
  const isIntroducing = /\bfollowing\b|:/i.test(start) || text.length < 90;
  const districtsNamed = new Set(start.match(/\b[A-Z]{1,3}-?\d{1,3}[A-Z]?\b|\b[A-Z]{2,3}\b/g) ?? []).size;
  return (
    isAboutUses &&
    isIntroducing &&
    districtsNamed <= 3 &&
    !/\baccessory\b/i.test(start) &&
    verdictIn(start) === "permitted"
  );
}

/** A section of its own regulates the use: what it says first is told, since no list says where the use is allowed. */
function regulated(question: QuestionReading, evidence: readonly Evidence[]): ExtractiveAnswer {
  const own = evidence.flatMap((one) => {
    const heading = headingsOf(one)[0] ?? "";
    const isOwn =
      !one.cell && conceptMatch(question.useConcepts, analyse(heading)) >= enoughMatch && !elsewhere.test(heading);
    const isRule = /\b(?:shall|may|must|permitted|required|conditional)\b/i.test(one.text) && one.text.length > 40;
    return isOwn && isRule ? [{ one, heading }] : [];
  });
  const [best] = own.sort((a, b) => b.one.passage.score - a.one.passage.score || a.one.charStart - b.one.charStart);
  if (!best) return noAnswer;
  const text = `Subject to the standards of “${asLabel(best.heading)}”: ${asSentence(best.one.text)}`;
  return { status: "partial", sentences: [{ text: asSentence(text), spans: spansWithLabels(best.one, {}) }] };
}
