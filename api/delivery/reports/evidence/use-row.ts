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

/** Labels whose parts before and after "or" are not uses by themselves: "Conversion to a dwelling or office". */
const isOneUse = /\b(?:conver\w+|accessory|temporary|existing)\b/i;

/** Whether a label names a use; it may begin with the group that its row is in, and name other uses beside it. */
export const isRowOf = (label: string, use: string): boolean => {
  const own = ownWords(use);
  const parts = [label, label.slice(label.indexOf(",") + 1)];
  const uses = isOneUse.test(label) ? parts : [...parts, ...parts.flatMap((part) => part.split(/ or |\//))];
  return own !== "" && uses.some((part) => ownWords(part) === own);
};

/** The size that ends a label of a row: "up to 5,000 square feet". */
const size =
  /[\s,(]+(?:(?:of|with|having)\s+)?(?:up to|over|under|above|below|(?:(?:no|not) )?(?:more|less|fewer|larger|greater|smaller) than|(?:not )?exceeding|at least|between|\d[\d,.]*\s+(?:square|sq|acres?|units|rooms))\b(?=.*\d).*$/i;

/** Whether a label is that of a use up to or from a size. */
const isSizeOf = (label: string, use: string): boolean => size.test(label) && isRowOf(label.replace(size, ""), use);

const isColumnOf = (column: string, district: string): boolean =>
  column.split(/[\s,/()]+/).some((word) => isSameCode(word, district));

/**
 * Returns what the table of uses states of a use in a district: its row, or each row of a use that the table divides by
 * size. Empty where no row has the name of the use, and where rows of one name disagree.
 */
export async function readUseRows(law: LawReader, district: string, use: string): Promise<readonly UseRow[]> {
  const places = cellsOf(await law.usesOf(district, use), district, use);
  // Where no mark of the district is a letter, the table does not count as a place that rules on its uses.
  const found = places.length > 0 ? places : cellsOf(await law.search(`${use}, table of uses`), district, use);
  const sized = found.filter(({ row }) => isSizeOf(row.label, use));
  const whole = found.filter((place) => !sized.includes(place));
  const bySize = sized
    .toSorted((one, other) => one.row.charStart - other.row.charStart)
    .filter(({ row }, at, all) => all.findIndex((other) => other.row.label === row.label) === at);
  const disagree = (places: typeof found) => places.some(({ mark }) => mark !== places[0]?.mark);
  if (disagree(whole) || bySize.some(({ row }) => disagree(sized.filter((one) => one.row.label === row.label)))) {
    return [];
  }
  const rows = await Promise.all([...whole.slice(0, 1), ...bySize].map((place) => useRow(law, place)));
  // Of a use that is divided by size, a part that was not read could be the one that applies.
  return rows.every((row) => row !== undefined) ? rows : [];
}

async function useRow(
  law: LawReader,
  { passage, row, cell, mark, note }: ReturnType<typeof cellsOf>[number],
): Promise<UseRow | undefined> {
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

/** Returns the cells of a district in the rows that have the name of a use, alone or up to or from a size. */
function cellsOf(passages: readonly Passage[], district: string, use: string) {
  return passages.flatMap((passage) =>
    passage.rows.flatMap((row) => {
      const isOfUse = isRowOf(row.label, use) || isSizeOf(row.label, use);
      const cell = isOfUse ? row.cells.find(({ column }) => isColumnOf(column, district)) : undefined;
      const [, mark = "", note = null] = noted.exec(cell?.value.trim() ?? "") ?? [];
      // A number is a width or an area in a table about something else.
      return cell && mark !== "" && !/^\d/.test(mark) ? [{ passage, row, cell, mark, note }] : [];
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
