import { namedReferences, type Passage, readSection, type SectionReference } from "../../../retrieval/index.ts";
import { contentTerms } from "../../text/words.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { standsIn } from "./named-section.ts";
import { nameOf } from "./use-names.ts";

/** A part of the code that an entry of a list or table of uses refers to, and how it prints it. */
export interface EntryReference {
  readonly reference: SectionReference;
  /** With a word for a section in front, so that it can be read alone: "Section 4.3.2". */
  readonly printed: string;
}

/** The row of a table that holds the cell of a piece of evidence; undefined for other evidence. */
export function rowOf({ cell, passage }: Evidence): Passage["rows"][number] | undefined {
  if (!cell) return undefined;
  return passage.rows.find(({ cells }) =>
    cells.some(({ charStart, charEnd }) => charStart <= cell.charStart && cell.charStart < charEnd),
  );
}

/** Columns that name the provisions for the use of their row: "Use standards", "Specific use regulations", "Sec." */
const ofReferences =
  /\b(?:standards?|regulations?|references?|requirements?|conditions?|provisions?|sections?|sec|see)\b/i;
/** What such a column prints beside the numbers. */
const joints = /\b(?:see|also|and|or|sections?|secs?|subsections?|articles?|chapters?)\b|[^a-z]/gi;
const bareNumber = /^(?:see\s+)?(?=\d)/i;

/** Returns what the reference column of a row prints, "4.3.2"; undefined where the row has none. */
export function printedReference(one: Evidence): string | undefined {
  const cells = rowOf(one)?.cells ?? [];
  const found = cells.find(({ column, value }) => {
    // A column that lost its head must print what can only be a section: "17.42.050".
    const references = column === "" ? namedReferences(value) : ofReferences.test(column) ? read(value) : [];
    return value.replace(joints, "").length <= 1 && references.some(({ parts }) => parts.length > 1);
  });
  return found?.value.trim();
}

const read = (value: string) => namedReferences(withWord(value));
const withWord = (value: string) => value.trim().replace(bareNumber, "Section ");

/** Returns the sections to which an entry refers by its words or by the reference column of its row. */
export function sectionsReferredTo(one: Evidence): EntryReference[] {
  const { text, cell } = one;
  const beside = cell ? printedReference(one) : undefined;
  const own = cell ? `${cell.label} ${cell.value}` : text;
  return [own, ...(beside === undefined ? [] : [withWord(beside)])].flatMap((words) =>
    namedReferences(words).map((reference) => ({
      reference,
      printed: words.slice(reference.charStart, reference.charEnd),
    })),
  );
}

/**
 * Whether a piece of evidence is of the part of the code that an entry refers to. Where that is an item of a section, "C" of
 * "6.4.1.C", the evidence must be in that item, or name the use as the entry does.
 */
export function isReferredTo(one: Evidence, reference: SectionReference, entry: Evidence): boolean {
  const { passage, lead, text, charStart, charEnd } = one;
  if (!standsIn(passage, reference) && !standsIn(passage, withoutLetter(reference))) return false;
  const held = passage.items?.findLast((item) => item.charStart <= charStart && charEnd <= item.charEnd);
  const parts = readSection(held?.number ?? passage.section ?? "").parts;
  const item = reference.parts[parts.length];
  if (item === undefined || reference.division !== null) return true;
  if ([lead, text].some((words) => itemMark.exec(words)?.groups?.mark?.toLowerCase() === item)) return true;
  const said = new Set(contentTerms(`${lead} ${text}`));
  return contentTerms(nameOf(entry.cell?.label ?? entry.text)).every((term) => said.has(term));
}

/** The section of an item that a letter names behind its number: 6.4.1 for "6.4.1.C". */
function withoutLetter(reference: SectionReference): SectionReference {
  const parts = reference.parts.filter((part, at) => at === 0 || !/^[a-z]{1,2}$/.test(part));
  return { ...reference, parts, plainParts: Math.min(reference.plainParts, parts.length) };
}

const itemMark = /^\W*(?<mark>[a-z]|\d{1,2}|[ivx]{1,5})[.)]/i;
