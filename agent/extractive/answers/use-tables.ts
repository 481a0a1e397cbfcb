import { analyse } from "../../../ingest/index.ts";
import type { Evidence } from "../evidence/evidence.ts";
import type { TableCellEvidence } from "../evidence/table-cells.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { conceptMatch, firstMention } from "../question/use-words.ts";
import { type AnswerSentence, asLabel, asSentence, spansWithLabels } from "./answer.ts";
import { type DistrictStanding, standingOf } from "./district-match.ts";
import { inWords, placeOf, type Ruling, wording } from "./ruling.ts";
import { symbolMeaning } from "./symbol-meaning.ts";
import { readMention } from "./use-mention.ts";
import { type Legends, legendsIn, type Verdict, verdictOfCell } from "./verdicts.ts";

/** Reads use tables: the cell under the district asked about, or, when none is asked, the whole row by verdict. */
export function rulingsOfTables(
  question: QuestionReading,
  evidence: readonly Evidence[],
  enoughMatch: number,
): Ruling[] {
  const legends = legendsIn(evidence);
  const rows = Map.groupBy(
    evidence.filter((one) => one.cell !== null),
    (one) => `${one.passage.documentId} ${one.charStart}`,
  );
  return [...rows.values()].flatMap((cells) => {
    const [first] = cells;
    if (!first?.cell) return [];
    const match = conceptMatch(question.useConcepts, analyse(`${first.cell.group} ${first.cell.label}`));
    if (match < enoughMatch) return [];
    return question.districts.length > 0
      ? cells.flatMap((one) => rulingOfCell(question, one, match, { legends, evidence }))
      : rulingOfRow(question, cells, match, legends);
  });
}

function rulingOfCell(
  question: QuestionReading,
  one: Evidence,
  match: number,
  { legends, evidence }: { legends: Legends; evidence: readonly Evidence[] },
): Ruling[] {
  const { cell } = one;
  const standing = standingOf(one, question.districts);
  const verdict = cell ? verdictOfCell(cell, one.passage.documentId, legends) : undefined;
  if (!cell || !verdict || standing.kind !== "named") return [];
  if (standing.where !== "column" && cell.column !== "" && !/\b(?:permit|use|allow|status)/i.test(cell.column))
    return [];
  const sentence = sentenceOfUse(one, cell, verdict, standing, evidence);
  return [
    {
      evidence: one,
      verdict,
      standing,
      plainness: 1,
      score: match * 0.4 + 0.8 + one.passage.score * 0.2 - surplus(question, cell.label),
      sentence,
    },
  ];
}

/** "Yes, with a special permit: in the GC district Self-storage facility is marked SP, a use that …" */
function sentenceOfUse(
  one: Evidence,
  cell: TableCellEvidence,
  verdict: Verdict,
  standing: DistrictStanding,
  evidence: readonly Evidence[],
): AnswerSentence {
  const symbol = cell.value.trim();
  const explained = symbolMeaning(symbol, one, evidence);
  const meaning = explained?.meaning ?? "";
  const place = placeOf(one, standing).trim();
  const use = asLabel(cell.label);
  const shown = symbol === "" || symbol.length > 24 ? `“${symbol}”` : symbol;
  const told = `${place === "" ? "" : `${place} `}“${use}” is marked ${shown}${meaning === "" ? "" : `, ${meaning}`}`;
  const spans = spansWithLabels(one, { header: cell.column !== "" });
  return {
    text: asSentence(`${verdictWords(verdict, `${meaning} ${symbol.length > 3 ? symbol : ""}`)}: ${told}`),
    spans: explained ? [...spans, explained.span] : spans,
  };
}

/** The verdict as an answer, by the words the document has for the symbol. */
function verdictWords(verdict: Verdict, meaning: string): string {
  if (verdict === "prohibited") return "No";
  if (verdict === "permitted") return "Yes, by right";
  const approval =
    /\b(?:special (?:use )?permit|special exception|conditional use(?: permit)?|use permit|site plan (?:approval|review)|special use)\b/i.exec(
      meaning,
    )?.[0];
  return approval === undefined
    ? wording.conditional
    : `Yes, with ${/^[aeiou]/i.test(approval) ? "an" : "a"} ${approval.toLowerCase()}`;
}

/** A label that mentions the use among much else, as an example, or as a narrower use is a weaker match than its plain name. */
function surplus(question: QuestionReading, label: string): number {
  const { isAside, narrowing } = readMention(question, label, firstMention(question.useConcepts, label) ?? 0);
  return (
    Math.min(label.length / 600, 0.25) +
    (isAside ? 0.15 : 0) +
    Math.min(narrowing, 3) * 0.05 +
    (/\b(?:not including|excluding|excludes|other than|except)\b/i.test(label) ? 0.3 : 0)
  );
}

function rulingOfRow(question: QuestionReading, cells: readonly Evidence[], match: number, legends: Legends): Ruling[] {
  const read = cells.flatMap((one) => {
    const verdict = one.cell ? verdictOfCell(one.cell, one.passage.documentId, legends) : undefined;
    return one.cell && verdict ? [{ verdict, column: asLabel(one.cell.column), value: one.cell.value }] : [];
  });
  const [first] = cells;
  if (!first?.cell || read.length === 0 || read.length * 2 < cells.length) return [];
  const verdicts = [...new Set(read.map((one) => one.verdict))];
  const isNamed = read.every((one) => one.column !== "");
  const order: readonly Verdict[] = ["permitted", "conditional", "prohibited"];
  const parts = order
    .filter((verdict) => verdicts.includes(verdict))
    .map((verdict) => {
      const own = read.filter((one) => one.verdict === verdict);
      const where = isNamed ? ` in ${own.map((one) => one.column).join(", ")}` : "";
      return `${inWords[verdict]}${where} (${[...new Set(own.map((one) => one.value))].join(", ")})`;
    });
  const verdict: Verdict = verdicts.length === 1 ? (verdicts[0] ?? "conditional") : "conditional";
  const head = verdicts.length === 1 ? wording[verdict] : "Depends on the district";
  const text = `${head}: ${asLabel(first.cell.label)}: ${parts.join("; ")}`;
  const sentence = { text: asSentence(text), spans: spansWithLabels(first, { header: isNamed }) };
  const score = match * 0.4 + 0.55 + first.passage.score * 0.2 - surplus(question, first.cell.label);
  return [{ evidence: first, verdict, standing: { kind: "general" }, plainness: 0.95, score, sentence }];
}
