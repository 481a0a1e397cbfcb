import { analyse } from "../../../ingest/index.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import { withFamilies } from "../question/districts.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { conceptMatch } from "../question/use-words.ts";
import { withWholeUse } from "../question/whole-use.ts";
import { asLabel, asSentence, type ExtractiveAnswer, noAnswer, spansWithLabels } from "./answer.ts";
import { rulingsOfBlankCells } from "./blank-cells.ts";
import { districtDescribed } from "./described-district.ts";
import { useStandingOf } from "./district-match.ts";
import { nameFit } from "./plain-names.ts";
import { elsewhere, enoughMatch, enoughScore, type Ruling, titleOf } from "./ruling.ts";
import { rulingsOfTexts } from "./text-rulings.ts";
import { answerUnlisted } from "./unlisted-use.ts";
import { withListEntries } from "./use-entries.ts";
import { rulingsOfTables } from "./use-tables.ts";
import { umbrellasOf } from "./use-umbrellas.ts";
import { usesAsked } from "./uses-asked.ts";
import { rulingsByReference } from "./uses-by-reference.ts";

const mostSentences = 3;

/** Answers whether a use is allowed: by right, under conditions, or not; each of several uses for itself. */
export function answerPermission(asked: QuestionReading, found: readonly Evidence[]): ExtractiveAnswer {
  const uses = usesAsked(asked);
  if (uses.length < 2) return answerUse(asked, found);
  const parts = uses.map((one) => answerUse(one, found));
  const located = parts.filter(({ status }) => status !== "not_located");
  if (located.length === 0) return noAnswer;
  const sentences = located.flatMap((part) => part.sentences.slice(0, 1));
  const isWhole = parts.every(({ status }) => status === "answered");
  return {
    status: isWhole ? "answered" : "partial",
    sentences: sentences.filter((one, at) => sentences.findIndex((other) => other.text === one.text) === at),
  };
}

/** Answers for one use, from use tables, lists and sentences. */
function answerUse(asked: QuestionReading, found: readonly Evidence[]): ExtractiveAnswer {
  const whole = withWholeUse(asked);
  if (whole.useConcepts.length === 0) return noAnswer;
  const evidence = withListEntries(found);
  const headings = new Set(evidence.flatMap(({ passage }) => passage.headingPath));
  const described = districtDescribed(whole, evidence);
  const question = { ...described, districts: withFamilies(described.districts, [...headings]) };
  const rulingsIn = (one: QuestionReading, among: readonly Evidence[] = evidence) => [
    ...rulingsOfTables(one, among, enoughMatch),
    ...rulingsOfBlankCells(one, among),
    ...rulingsOfTexts(one, among),
  ];
  const own = rulingsIn(question);
  const isRuledOn = own.some(({ standing, score }) => standing.kind === "named" && score >= enoughScore);
  const wider = isRuledOn ? [] : rulingsByUmbrella(question, evidence, rulingsIn);
  const referred = isRuledOn || wider.length > 0 ? [] : rulingsByReference(question, evidence, rulingsIn);
  const rulings = [...own, ...wider, ...referred].sort((a, b) => b.score - a.score);
  const deciding = rulings.filter((one) => one.score >= enoughScore && isForDistrict(question, one));
  const best = plainest(question, deciding);
  const narrower = best ? narrowerOnly(question, best, deciding) : noAnswer;
  if (narrower !== noAnswer) return narrower;
  if (best) return answered(best, rulings);
  const isAllowedSomewhere = rulings.some(
    ({ standing, verdict }) => standing.kind === "general" && verdict !== "prohibited",
  );
  // A section of its own tells that the use is allowed somewhere, in a list that may not have been read.
  const mayBeListed = isUnknown(question, evidence) || regulated({ ...question, districts: [] }, evidence) !== noAnswer;
  const unlisted = isAllowedSomewhere ? noAnswer : answerUnlisted(question, evidence, !mayBeListed);
  if (unlisted !== noAnswer) return unlisted;
  if (isUnknown(question, evidence)) return noAnswer;
  const section = regulated(question, evidence);
  const [first] = rulings;
  const isPlain = first && first.score >= enoughScore + 0.1 && first.plainness >= 0.9;
  return section === noAnswer && isPlain ? { ...answered(first, rulings), status: "partial" } : section;
}

/** The best of the rulings that decide; of the rows of a table one under the very name of the use goes before one of a narrower use. */
function plainest(question: QuestionReading, rulings: readonly Ruling[]): Ruling | undefined {
  const [best] = rulings;
  if (!best?.evidence.cell || nameFit(question, best) === "own") return best;
  return rulings.find((one) => one.evidence.cell !== null && nameFit(question, one) === "own") ?? best;
}

/** Rulings as plain as those of rows and lists. */
const surePlainness = 0.85;

/**
 * Where a table or list speaks of narrower uses only ("Restaurant, drive-in"), a "no" to one of them forbids no other: then
 * what stands there is told, as a partial answer.
 */
function narrowerOnly(question: QuestionReading, best: Ruling, rulings: readonly Ruling[]): ExtractiveAnswer {
  if (!best.evidence.cell || best.verdict !== "prohibited" || nameFit(question, best) !== "narrower") return noAnswer;
  const others = rulings.filter((one) => one.verdict !== best.verdict && one.plainness >= surePlainness);
  const [allowed] = others;
  const told = allowed ? [allowed, best] : [best];
  const head = allowed ? "Depends on the kind" : "Only a narrower use is listed";
  const sentences = told.map(({ sentence }, at) =>
    at === 0 ? { ...sentence, text: `${head}: ${sentence.text}` } : sentence,
  );
  return { status: "partial", sentences };
}

/** What is ruled on a wider use that the law defines to take in the one asked about. */
function rulingsByUmbrella(
  question: QuestionReading,
  evidence: readonly Evidence[],
  rulingsIn: (one: QuestionReading) => readonly Ruling[],
): Ruling[] {
  return umbrellasOf(question, evidence).flatMap(({ term, concepts, span }) =>
    rulingsIn({ ...question, useConcepts: concepts })
      .filter((one) => isForDistrict(question, one) && one.plainness >= 0.85 && one.score >= enoughScore)
      .map((one) => ({
        ...one,
        score: one.score - 0.05,
        sentence: {
          text: asSentence(`${one.sentence.text.replace(/[.…\s]+$/, "")}; “${term}” takes in this use`),
          spans: [...one.sentence.spans, span],
        },
      })),
  );
}

function isForDistrict(question: QuestionReading, ruling: Ruling): boolean {
  return question.districts.length === 0 || ruling.standing.kind === "named" || holdsEverywhere(ruling);
}

/** "A home occupation is permitted in every dwelling": a rule for all districts at once, as a ban that names none is. */
function holdsEverywhere({ evidence, standing, plainness, verdict }: Ruling): boolean {
  if (standing.kind !== "general" || plainness < surePlainness) return false;
  const everywhere =
    /\b(?:permitted|allowed|prohibited|may be \w+)\s+(?:[\w-]+\s+){0,3}(?:in|on)\s+(?:every|any|all|each)\b/i;
  return (verdict === "prohibited" && evidence.cell === null) || everywhere.test(`${evidence.lead} ${evidence.text}`);
}

function answered(best: Ruling, rulings: readonly Ruling[]): ExtractiveAnswer {
  const seen = new Set<string>();
  const further = [best, ...rulings].filter((other) => {
    const isOther = !seen.has(other.sentence.text);
    seen.add(other.sentence.text);
    const isClose = other.score >= best.score - 0.12 && other.standing.kind === best.standing.kind;
    const isPlain = other === best || other.plainness >= Math.min(best.plainness, 0.85);
    const isAgreeing = other.verdict === best.verdict || (other.standing.kind !== "named" && isPlain);
    return isOther && isClose && isPlain && isAgreeing;
  });
  return { status: "answered", sentences: further.slice(0, mostSentences).map((ruling) => ruling.sentence) };
}

/** The ordinance never speaks of one of the kinds of use asked about: what it says of others is no answer. */
function isUnknown(question: QuestionReading, evidence: readonly Evidence[]): boolean {
  const kinds = question.useConcepts.filter((concept) => concept.weight >= 0.6);
  return kinds.some((kind) => !evidence.some((one) => conceptMatch([kind], analyse(one.text)) === 1));
}

const allowing = /\bmay be\b|\b(?:is|are|shall be)\s+(?:[\w-]+\s+){0,2}(?:permitted|allowed)\b/i;

/** A section of its own regulates the use: what it says first is told, since no list says where the use is allowed. */
function regulated(question: QuestionReading, evidence: readonly Evidence[]): ExtractiveAnswer {
  const own = evidence.flatMap((one) => {
    const heading = headingsOf(one)[0] ?? "";
    const isOwn =
      !one.cell && conceptMatch(question.useConcepts, analyse(heading)) >= enoughMatch && !elsewhere.test(heading);
    const isRule = /\b(?:shall|may|must|permitted|required|conditional)\b/i.test(one.text) && one.text.length > 40;
    if (!isOwn || !isRule) return [];
    const standing = useStandingOf(one, question.districts);
    // Standards of a use tell that it is allowed somewhere, not that it is in the district asked about.
    const isForAny = question.districts.length === 0 || (standing.kind === "named" && allowing.test(one.text));
    return isForAny ? [{ one, heading }] : [];
  });
  const [best] = own.sort((a, b) => b.one.passage.score - a.one.passage.score || a.one.charStart - b.one.charStart);
  if (!best) return noAnswer;
  const text = `Subject to the standards of “${asLabel(titleOf(best.heading))}”: ${asSentence(best.one.text)}`;
  return { status: "partial", sentences: [{ text: asSentence(text), spans: spansWithLabels(best.one, {}) }] };
}
