import type { Verdict } from "../../../ingest/index.ts";
import { type Evidence, isTitle, overlaps } from "../evidence/evidence.ts";
import { districtOf } from "../question/districts.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { withWholeUse } from "../question/whole-use.ts";
import { isDefining } from "./amount-gate.ts";
import {
  type AnswerSentence,
  asSentence,
  type ExtractiveAnswer,
  noAnswer,
  type SourceSpan,
  spansWithLabels,
  withoutRepetition,
  withWord,
} from "./answer.ts";
import { approvalNamedIn } from "./approval-named.ts";
import { notesOf } from "./cell-notes.ts";
import { isOnOtherMatter } from "./district-match.ts";
import { approvalSource, isConditioned, markedRow, spansTakenOver, wordsTakingOver } from "./permission-answer.ts";
import { assertableProvision } from "./permission-gate.ts";
import { quoteAnswer } from "./quote.ts";
import { holderOf } from "./rule-evidence.ts";
import { nameFit } from "./use-names.ts";
import {
  districtOfRule,
  evidenceOfUse,
  provisionsOfRules,
  takenOverBy,
  type UseProvision,
  type UsesRead,
  useProvisions,
} from "./use-provisions.ts";

const mostUses = 40;
const mostQuoted = 3;
const inOrder: readonly Verdict[] = ["permitted", "conditional", "prohibited"];

/** What an entry of a list or table rules, and for which districts. */
interface Ruling extends Pick<UseProvision, "evidence" | "takenOver"> {
  readonly verdict: Verdict;
  readonly district: string;
}

/** Lists the uses that a district allows, forbids or allows on conditions, as its lists and tables name them. */
export function listUses({ text, districts }: QuestionReading, { uses, passages }: UsesRead): ExtractiveAnswer {
  const wanted = verdictsWanted(text);
  const takingOver = new Set(uses.flatMap(({ takenOver }) => takenOver.map(({ span }) => span.charStart)));
  const rulings = uses.flatMap((rule): Ruling[] => {
    // What an entry takes over is listed in its place.
    if (takingOver.has(rule.charStart)) return [];
    const held = holderOf(rule, passages);
    const district = held && districtOfRule(rule, held, districts);
    const takenOver = takenOverBy(rule, passages);
    if (!district || !takenOver || !wanted.includes(rule.verdict)) return [];
    return [
      {
        evidence: evidenceOfUse(rule, { held, passages }),
        takenOver,
        verdict: rule.verdict,
        district: district.printed,
      },
    ];
  });
  const sentences = wordedEntries(rulings);
  if (sentences.length === 0) return noAnswer;
  return { status: sentences.length > mostUses ? "partial" : "answered", sentences: sentences.slice(0, mostUses) };
}

function verdictsWanted(text: string): readonly Verdict[] {
  if (/\bprohibit|\bforbid|\bnot (?:allowed|permitted)/i.test(text)) return ["prohibited"];
  if (/\bspecial|\bconditional/i.test(text)) return ["conditional"];
  return /\b(?:by|as of) right\b|\boutright\b/i.test(text) ? ["permitted"] : ["permitted", "conditional"];
}

/** Lists the districts that rule on a use, each where one provision of it may be asserted. */
export function listDistricts(
  asked: QuestionReading,
  evidence: readonly Evidence[],
  { uses, passages }: UsesRead,
): ExtractiveAnswer {
  const question = withWholeUse(asked);
  if (question.useConcepts.length === 0) return noAnswer;
  const ofAll = useProvisions(question, evidence, { uses: [], passages }).filter(
    ({ standing }) => standing.kind === "general",
  );
  const codes = [...new Set(uses.flatMap(({ districts }) => districts))];
  const found = codes.map((code) => {
    const own = { ...question, districts: [districtOf(code) ?? { printed: code, codes: [code], names: [] }] };
    const ofDistrict = uses.filter(({ districts }) => districts.includes(code));
    return { code, own, provisions: provisionsOfRules(own, { uses: ofDistrict, passages }) };
  });
  const asserted = found.flatMap(({ code, own, provisions }): (Ruling & { notes: AnswerSentence[] })[] => {
    const provision = assertableProvision(own, [...provisions, ...ofAll]);
    const notes = provision && notesOf(provision.evidence, evidence);
    return provision?.verdict && notes ? [{ ...provision, verdict: provision.verdict, district: code, notes }] : [];
  });
  if (asserted.length === 0) return noAnswer;
  // What rules on exactly the use and is not asserted, for its notes or because provisions disagree, is quoted.
  const unclear = found
    .filter(({ code }) => !asserted.some(({ district }) => district === code))
    .flatMap(({ provisions }) => provisions.filter(({ name }) => name === "exact"))
    .map((one) => one.evidence);
  const notes = asserted.flatMap((one) => one.notes);
  // Where else the use is named, a district may allow it in a way that was not read.
  const others = [...unclear, ...namedElsewhere(question, asserted, evidence)];
  const isOnlyForbidden = asserted.every(({ verdict }) => verdict === "prohibited");
  const quoted = quoteAnswer(others.slice(0, mostQuoted), "", "Another provision").sentences;
  return {
    status: isOnlyForbidden || others.length > 0 ? "partial" : "answered",
    sentences: withoutRepetition([...wordedEntries(asserted), ...notes, ...quoted]),
  };
}

/** The entries and sentences that name exactly the use, outside of what is asserted and of sections on other matters. */
function namedElsewhere(
  question: QuestionReading,
  asserted: readonly Ruling[],
  evidence: readonly Evidence[],
): readonly Evidence[] {
  const isTold = (one: Evidence) => asserted.some(({ evidence: told }) => overlaps(told, one));
  const isOfUse = (one: Evidence) => ["exact", "limited"].includes(nameFit(question, one.cell?.label ?? one.text));
  return evidence.filter(
    (one) => !isTitle(one) && isOfUse(one) && !isTold(one) && !isOnOtherMatter(one) && !isDefining(one),
  );
}

/** Words entries verdict by verdict, those of the same words together: "Permitted in the B-1 and B-2 districts: Banks." */
function wordedEntries(rulings: readonly Ruling[]): AnswerSentence[] {
  const keyOf = (one: Ruling) => `${headOf(one)}\n${wordsTakingOver(one.takenOver)}\n${entryOf(one).toLowerCase()}`;
  const entries = Map.groupBy(rulings, keyOf);
  return inOrder.flatMap((verdict) =>
    [...entries.values()].filter(([first]) => first?.verdict === verdict).map(worded),
  );
}

function worded(rulings: readonly Ruling[]): AnswerSentence {
  const [first] = rulings as readonly [Ruling];
  return {
    text: asSentence(
      `${headOf(first)} in ${districtsNamed(rulings)}${wordsTakingOver(first.takenOver)}: ${entryOf(first)}`,
    ),
    spans: distinct(rulings.flatMap(spansOf)),
    evidence: rulings.map(({ evidence }) => evidence),
  };
}

function headOf({ verdict, evidence: one }: Ruling): string {
  if (verdict === "prohibited") return "Not permitted";
  if (verdict === "permitted") return isConditioned(one) ? "Permitted under conditions" : "Permitted";
  const approval = approvalNamedIn(approvalSource(one));
  return approval === undefined ? "Allowed only with a special approval" : `Allowed with ${approval}`;
}

/** The entry as printed; of a row its label and its mark, as the legend explains it. */
function entryOf({ evidence: { cell, text } }: Ruling): string {
  return cell ? markedRow(cell) : asSentence(text);
}

function districtsNamed(rulings: readonly Ruling[]): string {
  const names = [...new Set(rulings.map(({ district }) => district))];
  const [last = "", ...others] = names.toReversed();
  const listed = others.length === 0 ? last : `${others.toReversed().join(", ")} and ${last}`;
  return `the ${others.length === 0 || names.every((name) => withWord(name) === name) ? withWord(listed) : `${listed} districts`}`;
}

function spansOf({ evidence, takenOver }: Ruling): SourceSpan[] {
  return [...spansWithLabels(evidence), ...spansTakenOver(takenOver)];
}

function distinct(spans: readonly SourceSpan[]): SourceSpan[] {
  return [...new Map(spans.map((span) => [`${span.marker} ${span.charStart} ${span.charEnd}`, span])).values()];
}
