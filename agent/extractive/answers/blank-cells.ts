import type { RowSentence } from "../../../ingest/index.ts";
import { analyse } from "../../../ingest/index.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { type District, matchDistrict } from "../question/districts.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { conceptMatch } from "../question/use-words.ts";
import { asLabel, asSentence, type SourceSpan, spanOf } from "./answer.ts";
import { enoughMatch, type Ruling, withWord, wording } from "./ruling.ts";
import { headerElsewhere, isOtherCase } from "./use-tables.ts";
import { legendsIn, verdictOfCell } from "./verdicts.ts";

const toldBlank =
  /\b(?:blank|empty|no (?:symbol|letter|entry|mark|designation|indication)|not marked|unmarked|without a (?:symbol|letter|mark))\b[^.;|]{0,120}\b(?:not\s+(?:\w+\s+)?(?:permitted|allowed)|prohibited|forbidden)\b/i;

/**
 * Reads rows of use tables that leave the district's column empty: not permitted, where the law says what an empty cell
 * means or its tables have no other sign for it.
 */
export function rulingsOfBlankCells(question: QuestionReading, evidence: readonly Evidence[]): Ruling[] {
  const [district] = question.districts;
  if (!district) return [];
  const legend = evidence.find((one) => one.cell === null && toldBlank.test(one.text));
  const cells = evidence.filter((one) => one.cell !== null);
  const tables = Map.groupBy(cells, ({ passage }) => `${passage.documentId} ${passage.parent.charStart}`);
  return [...tables.values()].flatMap((own) => {
    const columns = new Set(own.flatMap(({ cell }) => cell?.column || []));
    const column = [...columns].find((label) => matchDistrict(label, district, true) === "named");
    if (column === undefined || (!legend && hasSignForNo(own, evidence))) return [];
    const rows = new Map(own.map((one) => [`${one.charStart}`, one]));
    return [...rows.values()].flatMap((one) => rulingOfRow(question, one, { district, column, legend }));
  });
}

function rulingOfRow(
  question: QuestionReading,
  one: Evidence,
  { district, column, legend }: { district: District; column: string; legend: Evidence | undefined },
): Ruling[] {
  const row = one.passage.rows.find(({ charStart, charEnd }) => charStart <= one.charStart && one.charStart < charEnd);
  const marks = row?.cells.filter((cell) => cell.value.trim() !== "") ?? [];
  if (!row || marks.length === 0 || marks.some((cell) => cell.column === column)) return [];
  const match = conceptMatch(question.useConcepts, analyse(row.label));
  if (match < enoughMatch || isOtherCase(question, row.label)) return [];
  return [
    {
      evidence: one,
      verdict: "prohibited",
      standing: { kind: "named", where: "column", district },
      plainness: 1,
      score: match * 0.4 + 0.75 + one.passage.score * 0.2 - Math.min(row.label.length / 600, 0.25),
      sentence: sentenceOf(one, row, district, legend),
    },
  ];
}

function sentenceOf(one: Evidence, row: RowSentence, district: District, legend: Evidence | undefined) {
  const why = legend === undefined ? "" : `: ${asLabel(legend.text)}`;
  const text = `${wording.prohibited} in the ${withWord(district.printed)}: “${asLabel(row.label)}” has no mark in that column${why}`;
  const { marker } = one;
  const line: SourceSpan = { marker, charStart: row.charStart, charEnd: row.charEnd };
  const header = one.cell?.header ? [{ marker, ...one.cell.header }] : one.cell ? headerElsewhere(one, one.cell) : [];
  return { text: asSentence(text), spans: [line, ...header, ...(legend ? [spanOf(legend)] : [])] };
}

/** A table that writes "N" or a dash where a use is not allowed says nothing by an empty cell. */
function hasSignForNo(cells: readonly Evidence[], evidence: readonly Evidence[]): boolean {
  const legends = legendsIn(evidence);
  return cells.some(
    ({ cell, passage }) =>
      cell !== null && cell.value.length < 5 && verdictOfCell(cell, passage.documentId, legends) === "prohibited",
  );
}
