import type { LegendEntry, RowCell, RowSentence } from "../corpus.ts";
import type { Verdict } from "../lexicon/verdicts.ts";
import type { DistrictRegister } from "./district-register.ts";
import { headingDistricts } from "./heading-districts.ts";
import { groupOf, notesOf } from "./read-table-rules.ts";
import type { RuleBinding, UseEntry, UseSource } from "./rule.ts";
import type { RuleChunk } from "./rule-chunk.ts";
import { namesAList } from "./use-list-rules.ts";
import { verdictOfMeaning } from "./verdict-of-meaning.ts";

const confidence = 0.95;
/** Columns of sizes and references, in which a mark rules on nothing. */
const otherColumns =
  /\b(?:sizes?|areas?|heights?|numbers?|setbacks?|yards?|width|depth|minimum|maximum|min|max|spaces?|parking|standards?|conditions?|notes?|sections?|references?)\b/i;
const noteMark = /[*†‡^]+|[⁰¹²³⁴⁵⁶⁷⁸⁹]+|\s*[([]\d{1,2}[)\]]$/g;
/** "Blank = not permitted". */
const blankMeaning =
  /\b(?:blank|empty)\b[^.;\n]{0,40}?(?:=|:|\bmeans?\b|\bindicates?\b|\bis\b|\bare\b|\bshall\b)\s*((?:[\w-]+\s+){0,6}?(?:not (?:permitted|allowed)|prohibited))/i;
const fewestMarks = 1;

/** What a section says of blank cells of its tables, and where. */
interface BlankLegend extends UseSource {
  readonly section: string;
}

/**
 * Returns what the use tables of a document rule: a mark under a district that the table's legend explains, and a blank
 * there where the legend says what a blank means. A table of one district rules where all columns of a row agree.
 */
export function readUseTables(chunks: readonly RuleChunk[], register: DistrictRegister): UseEntry[] {
  const blanks = chunks.flatMap(blankLegends);
  return chunks.flatMap((chunk) => {
    const blank = blanks.find(({ section }) => section === sectionOf(chunk));
    return tablesIn(chunk.rows).flatMap((rows) => {
      const columns = districtColumns(rows, register);
      const ofUses = rows.filter(({ label }) => !namesAList.test(label));
      return ofUses.flatMap((row) =>
        columns.size > 0
          ? [...marked(chunk, row, register), ...(blank ? blankCells(chunk, row, { columns, blank, register }) : [])]
          : ofOneDistrict(chunk, row, register),
      );
    });
  });
}

const sectionOf = ({ headingPath }: RuleChunk) => headingPath.join(" > ");

function blankLegends(chunk: RuleChunk): BlankLegend[] {
  const found = blankMeaning.exec(chunk.text);
  if (!found) return [];
  const charStart = chunk.charStart + found.index;
  const span = { chunk: chunk.ordinal, charStart, charEnd: charStart + found[0].length };
  return [{ section: sectionOf(chunk), words: found[0], said: found[1] ?? "", span }];
}

/** The rows of a chunk by table: a row that shares no column with those before begins another one. */
function tablesIn(rows: readonly RowSentence[]): (readonly RowSentence[])[] {
  const tables: RowSentence[][] = [];
  let known = new Set<string>();
  for (const row of rows) {
    const own = row.cells.map(({ column }) => column);
    if (tables.length === 0 || (own.length > 0 && known.size > 0 && !own.some((column) => known.has(column)))) {
      tables.push([]);
      known = new Set();
    }
    for (const column of own) known.add(column);
    tables.at(-1)?.push(row);
  }
  return tables;
}

/** The columns of districts in a table, each with its districts. */
function districtColumns(
  rows: readonly RowSentence[],
  register: DistrictRegister,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { column } of rows.flatMap(({ cells }) => cells)) {
    const codes = found.has(column) || otherColumns.test(column) ? [] : register.inLabel(column);
    if (codes.length > 0) found.set(column, codes);
  }
  return found;
}

function marked(chunk: RuleChunk, row: RowSentence, register: DistrictRegister): UseEntry[] {
  return row.cells.flatMap((cell) => {
    if (otherColumns.test(cell.column)) return [];
    const districts = register.inLabel(cell.column);
    const read = districts.length === 0 ? undefined : readMark(chunk, cell, row.legend ?? []);
    return read ? [ruleOf(chunk, row, { ...read, districts, binding: "column", cell })] : [];
  });
}

/** Cells that a row leaves blank under districts, where other cells of the row have marks. */
function blankCells(
  chunk: RuleChunk,
  row: RowSentence,
  {
    columns,
    blank,
    register,
  }: {
    readonly columns: ReadonlyMap<string, readonly string[]>;
    readonly blank: BlankLegend;
    readonly register: DistrictRegister;
  },
): UseEntry[] {
  const own = row.cells.filter(({ value }) => value.trim() !== "");
  const filled = own.flatMap(({ column }) => register.inLabel(column));
  const marks = marked(chunk, row, register);
  if (marks.length < fewestMarks) return [];
  return [...columns].flatMap(([column, districts]) => {
    const free = districts.filter((code) => !filled.includes(code));
    const cell: RowCell = { column, value: "", charStart: row.charEnd, charEnd: row.charEnd };
    const { words, said, span } = blank;
    const read = { verdict: "prohibited" as const, source: { words, said, span }, districts: free, cell };
    return free.length === 0 ? [] : [ruleOf(chunk, row, { ...read, binding: "column" })];
  });
}

/** A table in the section of one district: its columns are cases, and the row rules where all of them say the same. */
function ofOneDistrict(chunk: RuleChunk, row: RowSentence, register: DistrictRegister): UseEntry[] {
  const districts = headingDistricts(chunk.headingPath, register);
  const cells = row.cells.filter(({ column, value }) => value.trim() !== "" && !otherColumns.test(column));
  const [first, ...others] = cells.map((cell) => ({ cell, read: readMark(chunk, cell, row.legend ?? []) }));
  const verdict = first?.read?.verdict;
  if (districts.length !== 1 || !first?.read || others.some(({ read }) => read?.verdict !== verdict)) return [];
  return [ruleOf(chunk, row, { ...first.read, districts, binding: "heading", cell: { ...first.cell, column: "" } })];
}

interface ReadMark {
  readonly verdict: Verdict;
  readonly source: UseSource | null;
}

function readMark(chunk: RuleChunk, { value }: RowCell, legend: readonly LegendEntry[]): ReadMark | undefined {
  const printed = value.trim();
  const symbol = printed.replace(noteMark, "").trim();
  const plain = /^yes$/i.test(symbol) ? "permitted" : /^no$/i.test(symbol) ? "prohibited" : undefined;
  if (plain) return { verdict: plain, source: null };
  const entry = legend.find((one) => one.symbol === printed) ?? legend.find((one) => one.symbol === symbol);
  const verdict = verdictOfMeaning(entry?.meaning ?? (symbol.length > 4 && symbol.length < 60 ? symbol : ""));
  if (verdict === undefined) return undefined;
  if (!entry) return { verdict, source: null };
  const { symbol: words, meaning: said, charStart, charEnd } = entry;
  return { verdict, source: { words, said, span: { chunk: chunk.ordinal, charStart, charEnd } } };
}

/** The kind of uses that the caption of a table is of, where it is not one of main uses: "Table 4: Accessory uses". */
function kindOfUses({ caption = "" }: RowSentence): string {
  return /\b(?:principal|main|primary)\b/i.test(caption)
    ? ""
    : (/\b(?:accessory|temporary)\s+uses?\b/i.exec(caption)?.[0] ?? "");
}

function ruleOf(
  chunk: RuleChunk,
  row: RowSentence,
  read: ReadMark & {
    readonly districts: readonly string[];
    readonly binding: RuleBinding;
    readonly cell: RowCell;
  },
): UseEntry {
  const { verdict, source, districts, binding, cell } = read;
  return {
    ...{
      kind: "use",
      takenOver: [],
      words: row.label.trim(),
      group: groupOf(row) || kindOfUses(row),
      verdict,
      source,
      districts,
      binding,
    },
    ...{ cell, conditions: [], notes: notesOf(cell), confidence },
    evidence: { chunk: chunk.ordinal, charStart: row.charStart, charEnd: row.charEnd },
  };
}
