import type { StoredPassage } from "./answers.ts";
import type { StatedBody } from "./deciders.ts";
import { bodiesNamedIn } from "./deciding-body.ts";
import type { LawReader } from "./law-reader.ts";
import { citeSentence, sentencesOf } from "./law-sentences.ts";

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

const mostReviews = 2;

/** Returns the items that name who has to permit work in or near a wetland, in the order of the search. */
export async function readWetlandReviews(law: LawReader): Promise<readonly StoredPassage[]> {
  const found = await reviewSentences(law);
  const cited = await Promise.all(found.slice(0, mostReviews).map((one) => citeSentence(law, one)));
  return cited.flatMap((passage) => passage ?? []);
}

/** Returns the body of which the law says that its permit is needed for work in or near a wetland; null where it names none, or several. */
export async function readWetlandAgency(law: LawReader): Promise<StatedBody | null> {
  const named = (await reviewSentences(law)).flatMap((sentence) =>
    bodiesNamedIn(sentence.text).flatMap((name) => {
      const isGiver = new RegExp(
        `\\bpermits? (?:from|by|of|to|that|which|issued by|granted by) (?:the )?(?:[A-Z]\\w+ ){0,2}${name}`,
        "i",
      );
      return isGiver.test(sentence.text) ? [{ name, sentence }] : [];
    }),
  );
  const [first] = named;
  if (first === undefined || named.some(({ name }) => name !== first.name)) return null;
  const passage = await law.cite(first.sentence.passage, first.sentence);
  return passage ? { name: first.name, passage } : null;
}

const reviewSentences = async (law: LawReader) =>
  (await law.search("wetlands permit of the agency for a regulated activity in an upland review area"))
    .flatMap((passage) => sentencesOf(passage, 1))
    .filter(
      ({ text }) =>
        ofWetlands.test(text) &&
        /\b(?:permits?|regulated activit\w+|review area)\b/i.test(text) &&
        /\b(?:requires?|required|shall|must)\b/i.test(text) &&
        bodiesNamedIn(text).some((name) => ofWetlands.test(name)),
    );
