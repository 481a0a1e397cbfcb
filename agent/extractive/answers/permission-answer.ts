import { analyse } from "../../../ingest/index.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { conceptMatch } from "../question/use-words.ts";
import { withWholeUse } from "../question/whole-use.ts";
import { asLabel, asSentence, type ExtractiveAnswer, noAnswer, spansWithLabels } from "./answer.ts";
import { rulingsOfBlankCells } from "./blank-cells.ts";
import { districtDescribed } from "./described-district.ts";
import { useStandingOf } from "./district-match.ts";
import { elsewhere, enoughMatch, enoughScore, type Ruling, titleOf } from "./ruling.ts";
import { rulingsOfTexts } from "./text-rulings.ts";
import { answerUnlisted } from "./unlisted-use.ts";
import { withListEntries } from "./use-entries.ts";
import { rulingsOfTables } from "./use-tables.ts";
import { umbrellasOf } from "./use-umbrellas.ts";
import { rulingsByReference } from "./uses-by-reference.ts";

const mostSentences = 3;

/** Answers whether a use is allowed: by right, under conditions, or not; from use tables, lists and sentences. */
export function answerPermission(asked: QuestionReading, found: readonly Evidence[]): ExtractiveAnswer {
  const whole = withWholeUse(asked);
  if (whole.useConcepts.length === 0) return noAnswer;
  const evidence = withListEntries(found);
  const question = districtDescribed(whole, evidence);
  const rulingsIn = (one: QuestionReading) => [
    ...rulingsOfTables(one, evidence, enoughMatch),
    ...rulingsOfBlankCells(one, evidence),
    ...rulingsOfTexts(one, evidence),
  ];
  const own = rulingsIn(question);
  const isRuledOn = own.some(({ standing, score }) => standing.kind === "named" && score >= enoughScore);
  const wider = isRuledOn ? [] : rulingsByUmbrella(question, evidence, rulingsIn);
  const referred = isRuledOn || wider.length > 0 ? [] : rulingsByReference(question, evidence, rulingsIn);
  const rulings = [...own, ...wider, ...referred].sort((a, b) => b.score - a.score);
  const best = rulings.find((one) => isForDistrict(question, one));
  if (best && best.score >= enoughScore) return answered(best, rulings);
  const isAllowedSomewhere = rulings.some(
    ({ standing, verdict }) => standing.kind === "general" && verdict !== "prohibited",
  );
  const unlisted = isAllowedSomewhere ? noAnswer : answerUnlisted(question, evidence, !isUnknown(question, evidence));
  if (unlisted !== noAnswer) return unlisted;
  if (isUnknown(question, evidence)) return noAnswer;
  const section = regulated(question, evidence);
  const [first] = rulings;
  const isPlain = first && first.score >= enoughScore + 0.1 && first.plainness >= 0.9;
  return section === noAnswer && isPlain ? { ...answered(first, rulings), status: "partial" } : section;
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

/** "A home occupation is permitted in every dwelling": a rule for all districts at once. */
function holdsEverywhere({ evidence, standing, plainness }: Ruling): boolean {
  const everywhere =
    /\b(?:permitted|allowed|prohibited|may be \w+)\s+(?:[\w-]+\s+){0,3}(?:in|on)\s+(?:every|any|all|each)\b/i;
  return standing.kind === "general" && plainness >= 0.85 && everywhere.test(`${evidence.lead} ${evidence.text}`);
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
    const isForAny = question.districts.length === 0 || (standing.kind !== "other" && allowing.test(one.text));
    return isForAny ? [{ one, heading }] : [];
  });
  const [best] = own.sort((a, b) => b.one.passage.score - a.one.passage.score || a.one.charStart - b.one.charStart);
  if (!best) return noAnswer;
  const text = `Subject to the standards of “${asLabel(titleOf(best.heading))}”: ${asSentence(best.one.text)}`;
  return { status: "partial", sentences: [{ text: asSentence(text), spans: spansWithLabels(best.one, {}) }] };
}
