import type { LawReader } from "./law-reader.ts";
import { citeSentence, sentencesOf } from "./law-sentences.ts";
import { isOfOtherDistricts, isOfOtherDwellings } from "./other-subjects.ts";
import { type CitedText, isRowOf, type UseRow } from "./use-row.ts";

/** What the law requires of a use beside the standards of its district. */
export interface UseStandards {
  /** Rows of the parking table whose label names the use, alone or before a comma. */
  readonly parking: readonly { readonly label: string; readonly required: CitedText }[];
  /** Items of the sections that the table of uses names for the use. */
  readonly sections: readonly CitedText[];
}

const mostItems = 12;

/**
 * Returns the parking that the law requires of a use, and the standards that its rows in the table of uses lead to, without
 * those of other districts.
 */
export async function readUseStandards(
  law: LawReader,
  {
    use,
    rows,
    zoningCodes,
  }: { readonly use: string; readonly rows: readonly UseRow[]; readonly zoningCodes: readonly string[] },
): Promise<UseStandards> {
  const numbers = [...new Set(rows.flatMap(({ refers_to: number }) => number ?? []))];
  const items = (await Promise.all(numbers.map((number) => sectionItems(law, use, number)))).flat();
  const isOfOthers = (text: string) =>
    isOfOtherDistricts(text, zoningCodes) || isOfOtherDwellings(text, { words: use });
  const sections = items.filter(({ text }) => !isOfOthers(text)).slice(0, mostItems);
  return { parking: await parkingRows(law, use), sections };
}

async function parkingRows(law: LawReader, use: string): Promise<UseStandards["parking"]> {
  const { parking, passages } = await law.parkingOf(use);
  const own = parking.filter(({ words }) => isRowOf(words, use) || isRowOf(words.split(",")[0] ?? "", use));
  const cited = await Promise.all(
    own.map(async ({ words, required, documentId, ...span }) => {
      const around = passages.find(
        (one) => one.documentId === documentId && one.charStart <= span.charStart && span.charEnd <= one.charEnd,
      );
      return { label: words, text: required, passage: around && (await law.cite(around, span)) };
    }),
  );
  return cited.flatMap(({ label, text, passage }) => (passage ? [{ label, required: { text, passage } }] : []));
}

/** Returns the items of a section by its number, in the order of the text. */
async function sectionItems(law: LawReader, use: string, number: string): Promise<readonly CitedText[]> {
  const found = (await law.search(`${number} ${use} standards`)).filter(({ section }) => section === number);
  const sentences = found
    .toSorted((one, other) => one.charStart - other.charStart)
    .flatMap((one) => sentencesOf(one, 1));
  const items = sentences.filter(
    (one, at) => sentences.findIndex(({ item }) => item.charStart === one.item.charStart) === at,
  );
  const cited = await Promise.all(items.map(async (one) => citeSentence(law, one)));
  return cited.flatMap((passage) => (passage ? [{ text: passage.quote, passage }] : []));
}
