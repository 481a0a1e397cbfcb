import { analyse } from "../../../ingest/index.ts";
import type { Evidence } from "../evidence/evidence.ts";
import type { TableCellEvidence } from "../evidence/table-cells.ts";
import { type District, matchDistrict } from "../question/districts.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { amountFit, isOppositeCase } from "../question/use-amounts.ts";
import { conceptMatch, firstMention, kindsIn } from "../question/use-words.ts";
import { type AnswerSentence, asLabel, asSentence, type SourceSpan, spansWithLabels } from "./answer.ts";
import { type DistrictStanding, standingOf } from "./district-match.ts";
import { inverted } from "./inverted-label.ts";
import { inWords, placeOf, type Ruling, wording } from "./ruling.ts";
import { symbolMeaning } from "./symbol-meaning.ts";
import { readMention, saysAsAsked } from "./use-mention.ts";
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
  return [...rows.values()].flatMap((held) => {
    const cells = withParsedCells(held, question.districts);
    const [first] = cells;
    if (!first?.cell) return [];
    const match = rowMatch(question, first.cell, cells);
    if (match < enoughMatch || isOtherCase(question, first.cell.label)) return [];
    return question.districts.length > 0
      ? cells.flatMap((one) => rulingOfCell(question, one, match, { legends, evidence }))
      : rulingOfRow(question, cells, match, legends);
  });
}

/** The cells of a row with those under the district asked about that only the parser's own reading of the table tells apart. */
function withParsedCells(cells: readonly Evidence[], districts: readonly District[]): readonly Evidence[] {
  const [first] = cells;
  if (!first?.cell) return cells;
  const { cell, passage } = first;
  const row = passage.rows.find((held) => held.charStart <= first.charStart && first.charStart < held.charEnd);
  const known = new Set(cells.map((one) => one.cell?.column));
  const missing = (row?.cells ?? []).filter(
    ({ column, value }) =>
      !known.has(column) &&
      value.trim() !== "" &&
      districts.some((district) => matchDistrict(column, district, true) === "named"),
  );
  const added = missing.map(({ column, value, charStart, charEnd }): Evidence => {
    const label = row?.label ?? cell.label;
    return { ...first, cell: { ...cell, label, column, value, valueStart: charStart, valueEnd: charEnd } };
  });
  return [...cells, ...added];
}

/** How well a row speaks of the use: by its label, by its group and label together, or by a cell that describes it. */
function rowMatch(question: QuestionReading, { label, group }: TableCellEvidence, cells: readonly Evidence[]): number {
  const matchOf = (text: string) => conceptMatch(question.useConcepts, analyse(text));
  const own = Math.max(matchOf(label), matchOf(inverted(label)));
  // A row of its own without marks can look like the heading of a group: what names another use is not part of it.
  const grouped = kindsIn(label).length === 0 ? matchOf(`${group} ${label}`) : 0;
  const described = cells.flatMap(({ cell }) => (cell && isDescription(cell) ? [matchOf(cell.value) * 0.9] : []));
  return Math.max(own, grouped, ...described);
}

function isDescription({ column, value }: TableCellEvidence): boolean {
  return value.length > 12 && /\b(?:descri|definition|includes?|examples?|typical)/i.test(column);
}

/** A row for the use without what is wanted, of another size, or of the opposite case. */
export function isOtherCase(question: QuestionReading, label: string): boolean {
  const mention = firstMention(question.useConcepts, label) ?? 0;
  return (
    readMention(question, label, mention).leavesOut ||
    isOppositeCase(question.text, label) ||
    amountFit(question.text, label) === "beyond"
  );
}

const statusColumn =
  /\b(?:permit\w*|uses? allowed|allow\w*|status|approvals?|process|procedure|authoriz\w*|review|by right)\b/i;

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
  if (standing.where !== "column" && cell.column !== "" && (isDescription(cell) || !statusColumn.test(cell.column)))
    return [];
  const sentence = sentenceOfUse(one, cell, verdict, standing, evidence);
  return [
    {
      evidence: one,
      verdict,
      standing,
      plainness: 1,
      score:
        match * 0.4 +
        0.8 +
        one.passage.score * 0.2 +
        (amountFit(question.text, cell.label) === "within" ? 0.1 : 0) +
        (saysAsAsked(question, cell.label, firstMention(question.useConcepts, cell.label) ?? 0) ? 0.08 : 0) -
        surplus(question, cell.label),
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
  const spans = [...spansWithLabels(one, { header: cell.column !== "" }), ...headerElsewhere(one, cell)];
  return {
    text: asSentence(`${verdictWords(verdict, `${meaning} ${symbol.length > 3 ? symbol : ""}`)}: ${told}`),
    spans: explained ? [...spans, explained.span] : spans,
  };
}

/** The line that labels the columns where a group's heading stands between it and the row. */
export function headerElsewhere(
  { marker, passage }: Pick<Evidence, "marker" | "passage">,
  cell: Pick<TableCellEvidence, "column" | "header" | "lineStart">,
): SourceSpan[] {
  if (cell.header !== null || cell.column === "") return [];
  let charStart = passage.charStart;
  for (const line of passage.text.split("\n")) {
    if (charStart >= cell.lineStart) return [];
    const charEnd = charStart + line.length;
    if (line.split("|").some((part) => part.trim() === cell.column)) return [{ marker, charStart, charEnd }];
    charStart = charEnd + 1;
  }
  return [];
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

/** A column of sizes or rules, in which a dash forbids nothing. */
const measuring =
  /\b(?:sizes?|areas?|heights?|numbers?|setbacks?|yards?|width|depth|distance|minimum|maximum|min|max|spaces?|parking|standards?|requirements?|conditions?|notes?|sections?|type of permit|references?)\b/i;

function rulingOfRow(question: QuestionReading, cells: readonly Evidence[], match: number, legends: Legends): Ruling[] {
  const read = cells.flatMap((one) => {
    const verdict = one.cell ? verdictOfCell(one.cell, one.passage.documentId, legends) : undefined;
    return one.cell && verdict && !measuring.test(one.cell.column)
      ? [{ verdict, column: asLabel(one.cell.column), value: one.cell.value }]
      : [];
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
  const spans = [...spansWithLabels(first, { header: isNamed }), ...headerElsewhere(first, first.cell)];
  const sentence = { text: asSentence(text), spans };
  const score = match * 0.4 + 0.55 + first.passage.score * 0.2 - surplus(question, first.cell.label);
  return [{ evidence: first, verdict, standing: { kind: "general" }, plainness: 0.95, score, sentence }];
}
