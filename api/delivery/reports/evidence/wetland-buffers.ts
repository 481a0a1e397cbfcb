import type { StoredPassage } from "./answers.ts";
import type { LawReader } from "./law-reader.ts";

/** A row of a table of buffers around wetlands. */
export interface BufferRow {
  readonly label: string;
  readonly cells: readonly { readonly column: string; readonly value: string }[];
  /** Title of the table, which may name the unit. */
  readonly caption: string | null;
  readonly passage: StoredPassage;
}

const ofWetlands = /\bwetlands?\b/i;
const ofDistance = /\b(?:buffer|setback|width|distance|review area)\b/i;
const mostRows = 4;

/** Returns the rows on wetlands of the tables that state distances, in the order of the law. */
export async function readWetlandBuffers(law: LawReader): Promise<readonly BufferRow[]> {
  const passages = await law.search("width of buffers and setbacks from wetlands and watercourses");
  const rows = passages.flatMap((passage) =>
    passage.rows.flatMap((row) => {
      const cells = row.cells.filter(({ column, value }) => ofDistance.test(column) && /^\d/.test(value.trim()));
      return ofWetlands.test(row.label) && cells.length > 0 ? [{ passage, row, cells }] : [];
    }),
  );
  const found = await Promise.all(
    rows.slice(0, mostRows).map(async ({ passage, row, cells }) => ({
      ...{ label: row.label, caption: row.caption ?? null, passage: await law.cite(passage, row) },
      cells: cells.map(({ column, value }) => ({ column, value: value.trim() })),
    })),
  );
  return found.flatMap(({ passage, ...row }) => (passage ? [{ ...row, passage }] : []));
}
