import { isSameCode } from "../../../../ingest/index.ts";
import type { Passage } from "../../../../retrieval/index.ts";
import type { StoredPassage } from "./answers.ts";
import type { LawReader } from "./law-reader.ts";

/** What a table of uses states of a use in a district. */
export interface UseRow {
  /** Name of the use in the table. */
  readonly label: string;
  readonly mark: string;
  readonly passage: StoredPassage;
  /** What the legend of the table says of the mark; null where no legend was found. */
  readonly meaning: CitedText | null;
  /** Notes that the cell points to. */
  readonly notes: readonly CitedText[];
  /** Number of a note that the cell points to and whose text was not found; null where there is none. */
  readonly unread_note: string | null;
  /** Number of the section that the row names for the standards of the use; null where it names none. */
  readonly refers_to: string | null;
}

/** A text with the passage that states it. */
export interface CitedText {
  readonly text: string;
  readonly passage: StoredPassage;
}

type Row = Passage["rows"][number];

/** Words that do not distinguish one use from another. */
const general = /^(?:a|an|the|and|or|of|use|dwelling|building|unit|house|facility|structure)$/;

/** Returns the words that distinguish a use: "Dwellings, Two-Family" and "two-family dwelling" have the same. */
function ownWords(text: string): string {
  const words = text
    .toLowerCase()
    .replaceAll(/\b(one|single|two|three|four|multi|multiple)[\s-]+(family|household)\b/g, "$1$2")
    .split(/[^a-z0-9]+/)
    .map((word) => word.replace(/(?<=[^s])s$/, ""))
    .filter((word) => word !== "" && !general.test(word));
  return [...new Set(words)].sort().join(" ");
}

/** Whether a label names a use; it may begin with the group that its row is in. */
export const isRowOf = (label: string, use: string): boolean => {
  const own = ownWords(use);
  return own !== "" && [label, label.slice(label.indexOf(",") + 1)].some((part) => ownWords(part) === own);
};

const isColumnOf = (column: string, district: string): boolean =>
  column.split(/[\s,/()]+/).some((word) => isSameCode(word, district));

/**
 * Returns what the table of uses states of a use in a district. Undefined where no row has the name of the use, and where
 * rows disagree.
 */
export async function readUseRow(law: LawReader, district: string, use: string): Promise<UseRow | undefined> {
  const places = cellsOf(await law.usesOf(district, use), district, use);
  // Where no mark of the district is a letter, the table does not count as a place that rules on its uses.
  const found = places.length > 0 ? places : cellsOf(await law.search(`${use}, table of uses`), district, use);
  const [first] = found;
  if (!first || found.some(({ mark }) => mark !== first.mark)) return undefined;
  const { passage, row, cell, mark, note } = first;
  const cited = await law.cite(passage, row);
  if (!cited) return undefined;
  const notes = await citedTexts(law, passage, cell.notes ?? []);
  return {
    ...{ label: row.label, mark, passage: cited, meaning: await meaningOf(law, passage, row, mark) },
    ...{ notes, unread_note: notes.length === 0 ? note : null, refers_to: referenceOf(row) },
  };
}

const reference = /^(?:see\s+)?(?:sections?|secs?\.|§)\s*(\d[\w.-]*\w|\d)\.?$/i;

/** Returns the section that a cell of a row consists of. */
function referenceOf({ cells }: Row): string | null {
  const found = cells.flatMap(({ value }) => reference.exec(value.trim())?.[1] ?? []);
  return found[0] ?? null;
}

/** A mark, and the number of the note that it points to: "S (1)". */
const noted = /^(.+?)(?:\s*\((\d{1,2})\))?$/s;

/** Returns the cells of a district in the rows that have the name of a use. */
function cellsOf(passages: readonly Passage[], district: string, use: string) {
  return passages.flatMap((passage) =>
    passage.rows.flatMap((row) => {
      const cell = isRowOf(row.label, use) ? row.cells.find(({ column }) => isColumnOf(column, district)) : undefined;
      const [, mark = "", note = null] = noted.exec(cell?.value.trim() ?? "") ?? [];
      return cell && mark !== "" ? [{ passage, row, cell, mark, note }] : [];
    }),
  );
}

async function meaningOf(law: LawReader, passage: Passage, { legend = [] }: Row, mark: string) {
  const entry = legend.find(({ symbol }) => symbol === mark);
  const [found] = entry ? await citedTexts(law, passage, [{ ...entry, text: entry.meaning }]) : [];
  return found ?? null;
}

async function citedTexts(
  law: LawReader,
  passage: Passage,
  spans: readonly { readonly text: string; readonly charStart: number; readonly charEnd: number }[],
): Promise<CitedText[]> {
  const cited = await Promise.all(
    spans.map(async ({ text, charStart, charEnd }) => ({
      text,
      passage: await law.cite(passage, { charStart, charEnd }),
    })),
  );
  return cited.flatMap(({ text, passage: at }) => (at ? [{ text, passage: at }] : []));
}
