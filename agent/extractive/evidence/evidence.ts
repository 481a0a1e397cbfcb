import { groupOf, type RowSentence, type Span } from "../../../ingest/index.ts";
import { type Passage, waysToWrite } from "../../../retrieval/index.ts";
import type { MarkedPassage } from "../../evidence-desk.ts";
import { type Quantity, quantitiesIn, unitNamedIn } from "../../text/quantities.ts";
import { type TextUnit, unitsOf } from "../../text/sentences.ts";

/** A value of a table with what labels it, as the table was read at ingest. */
export interface TableCell {
  readonly label: string;
  /** The row above that holds a label only: "Minimum yards". */
  readonly group: string;
  readonly column: string;
  readonly value: string;
  /** Where the value stands. */
  readonly charStart: number;
  /** What its mark stands for, in the words of the law, and where a passage says so; null where none found does. */
  readonly explained?: { readonly meaning: string; readonly span: LeadSpan | null };
}

/** Where a line stands that introduces others, in the passage of this marker. */
export interface LeadSpan extends Span {
  readonly marker: number;
}

/** Something in a passage that can answer: a sentence or list item, or a cell of a table. Spans count in the document. */
export interface Evidence extends Span {
  readonly marker: number;
  readonly passage: Passage;
  /** The sentence or item; of a cell its row. */
  readonly text: string;
  /** The line that introduces the list this item stands in, or the short heading it runs under. */
  readonly lead: string;
  readonly leadSpan: LeadSpan | null;
  /** What introduces the whole section, where it has a number and no title: the line that ends the section above it. */
  readonly opening?: Lead;
  /** The sentence before, in the same paragraph: "For a duplex the minimum is …" goes on from it. */
  readonly before: string;
  readonly cell: TableCell | null;
}

/** Whether two pieces of evidence share words of one document. */
export function overlaps(one: Evidence, other: Evidence): boolean {
  return (
    one.passage.documentId === other.passage.documentId &&
    one.charStart < other.charEnd &&
    other.charStart < one.charEnd
  );
}

/** What labels a cell, in one line; what a sentence says. */
export function saidBy({ cell, text }: Pick<Evidence, "cell" | "text">): string {
  return cell ? [cell.group, cell.label, cell.column].filter((part) => part !== "").join(" ") : text;
}

/** A sentence that says of what it speaks by pointing to the one before: "Such appeal shall be filed within 15 days". */
const pointing =
  /^\W*(?:(?:\w{1,3}[.)])\s+)?(?:(?:Such|Said|This|These|Those|It|They|The same)\b|In (?:the|any) [^,;.]{2,40}\b(?:district|zone)s?,? (?:it|they) )/;

/** What a piece of evidence says, with the sentence before where it points to that one. */
export function saidInFull(one: Evidence): string {
  return one.cell === null && pointing.test(one.text) ? `${one.before} ${one.text}` : saidBy(one);
}

/** The amounts that a piece of evidence states; a bare one of a cell in the unit that its column, its label or its table names. */
export function amountsSaidIn({ cell, text, lead }: Pick<Evidence, "cell" | "text" | "lead">): readonly Quantity[] {
  if (!cell) return quantitiesIn(text);
  const unit = unitOfCell({ cell, lead })?.unit ?? null;
  return quantitiesIn(cell.value).map((quantity) => ({ ...quantity, unit: quantity.unit ?? unit }));
}

/** The unit of the bare numbers of a cell: the one that its column, its label or its table names, with its printed form. */
export function unitOfCell({ cell, lead }: Pick<Evidence, "cell" | "lead">): ReturnType<typeof unitNamedIn> {
  const labels = cell ? [cell.column, `${cell.group} ${cell.label}`, lead] : [];
  return labels.map((words) => unitNamedIn(words)).find((named) => named !== null) ?? null;
}

/**
 * Reads passages into evidence; what two passages share is read once, as the one reads it that holds what introduces
 * it: an item at the top of a chunk has lost its lead, and the whole section still has it.
 */
export function evidenceIn(passages: readonly MarkedPassage[]): Evidence[] {
  const read = new Map<string, Evidence>();
  const openings = openingsOf(passages);
  for (const one of passages.flatMap((each) => evidenceOfPassage(each, openings))) {
    const key = `${one.passage.documentId} ${one.passage.documentRevision} ${one.charStart} ${one.charEnd} ${one.cell?.charStart ?? ""}`;
    const known = read.get(key);
    if (!known || (known.lead === "" && one.lead !== "")) read.set(key, one);
  }
  return [...read.values()];
}

/** A line that introduces others, and where it stands. */
interface Lead {
  readonly lead: string;
  readonly leadSpan: LeadSpan | null;
}

const noLead: Lead = { lead: "", leadSpan: null };

/** Evidence under the line that introduces its section, where nothing nearer introduces it. */
export function underOpening(one: Evidence): Evidence {
  return one.lead === "" && one.opening ? { ...one, ...one.opening } : one;
}

/** The last lines of passages that introduce what comes below them, by the section that they open. */
function openingsOf(passages: readonly MarkedPassage[]): ReadonlyMap<string, Lead> {
  return new Map(
    passages.flatMap(({ marker, passage }): [string, Lead][] => {
      const last = /:\s*$/.test(passage.text) ? unitsOf(passage.text).at(-1) : undefined;
      return last ? [[placeOf(passage, passage.headingPath), leadOf(last, { marker, passage })]] : [];
    }),
  );
}

const placeOf = ({ documentId, documentRevision }: Passage, headingPath: readonly string[]) =>
  [documentId, documentRevision, ...headingPath].join("\n");

/** What introduces a section that has a number and no title: the line that ends the text of the section above it. */
function openingOf(passage: Passage, openings: ReadonlyMap<string, Lead>): Lead | undefined {
  const isUntitled = passage.section !== null && passage.headingPath.at(-1) === passage.section;
  return isUntitled ? openings.get(placeOf(passage, passage.headingPath.slice(0, -1))) : undefined;
}

function evidenceOfPassage({ marker, passage }: MarkedPassage, openings: ReadonlyMap<string, Lead>): Evidence[] {
  const units = unitsOf(passage.text);
  const opening = openingOf(passage, openings);
  const found: Evidence[] = [];
  let leads: readonly TextUnit[] = [];
  for (const [position, unit] of units.entries()) {
    const item = unit.kind === "table-line" ? itemIn(unit, passage) : unit.text;
    if (item === undefined || isTorn(unit, units[position - 1])) continue;
    const next = units[position + 1];
    leads = leavesList(unit, units[position - 1]) || opensTable(unit) ? [] : withoutEnded(leads, unit);
    const lead = leads.at(-1) ?? null;
    const before = units[position - 1];
    const own = lead ?? runInBefore(unit, before, passage.text);
    const isOneParagraph =
      before?.kind === "sentence" && !/\n\s*\n/.test(passage.text.slice(before.charEnd, unit.charStart));
    found.push({
      ...placed(unit, passage),
      text: item,
      marker,
      passage,
      ...(own ? leadOf(own, { marker, passage }) : noLead),
      ...(opening ? { opening } : {}),
      before: isOneParagraph ? before.text : "",
      cell: null,
    });
    if (opensList(unit, next)) leads = markStyle(unit.text) === "" ? [unit] : [...leads, unit];
  }
  return [...found, ...passage.rows.flatMap((row) => cellsOf(row, { marker, passage }, units))];
}

function cellsOf(row: RowSentence, { marker, passage }: MarkedPassage, units: readonly TextUnit[]): Evidence[] {
  const { charStart, charEnd, label, caption = "" } = row;
  const lines = caption === "" ? units : withoutRows(units, passage);
  const title = captionOf(charStart - passage.charStart, lines);
  const above = title ? leadOf(title, { marker, passage }) : noLead;
  const own = {
    ...{ marker, passage, charStart, charEnd, before: "" },
    text: passage.text.slice(charStart - passage.charStart, charEnd - passage.charStart),
    ...(above.lead === "" ? { lead: caption, leadSpan: null } : above),
  };
  const group = groupOf(row);
  return row.cells
    .filter(({ value }) => value.trim() !== "" && value !== label)
    .map(({ column, value, charStart: at, charEnd: end }) =>
      listMark.test(label.trim()) && column === "" && statesOneThing.test(value)
        ? { ...own, text: value, charStart: at, charEnd: end, cell: null }
        : { ...own, cell: { label, group, column, value, charStart: at } },
    );
}

/** An item of a list that was read as a row, with its mark as the label: "2. | An appeal shall be taken within ten days." */
const statesOneThing = /^[A-Z][^|]{5,}\b(?:shall|must|may|will|is|are)\b/;

/** The rest of a sentence that began before the table above it: alone it states something else. */
function isTorn(unit: TextUnit, before: TextUnit | undefined): boolean {
  return unit.kind === "sentence" && before?.kind === "table-line" && /^[a-z]{2,}\s[^|]*\.$/s.test(unit.text);
}

/** The words of a line of a table that is no row of values but an item of a list: "a. | Banks"; undefined for a row. */
function itemIn(line: TextUnit, passage: Passage): string | undefined {
  const { charStart } = placed(line, passage);
  if (passage.rows.some((row) => row.charStart <= charStart && charStart < row.charEnd)) return undefined;
  const parts = line.text.split("|").map((part) => part.trim());
  const [words = "", ...others] = parts.toSorted((a, b) => b.length - a.length);
  // "Steep slope | 25" is a row whose value stands apart: its label alone says nothing.
  const isRow = others.some((part) => !listMark.test(part) && quantitiesIn(part).length > 0);
  return words.length > 3 && !isRow ? words : undefined;
}

const listMark = /^\(?\w{1,3}[.)]$/;

/** The lines of a passage that are no rows of its tables, such as the label of a group of rows. */
function withoutRows(units: readonly TextUnit[], { rows, charStart }: Passage): readonly TextUnit[] {
  const starts = new Set(rows.map((row) => row.charStart - charStart));
  return units.filter((unit) => !starts.has(unit.charStart));
}

/** The title of a table ends the list above it. */
const opensTable = ({ text }: TextUnit) =>
  /^\W*(?:table|schedule|chart|exhibit)\s+[\w.-]*\d[\w.-]*[\s:.–—-]/i.test(text) &&
  text.length <= 250 &&
  !/\b(?:shall|must|may|is|are)\b/.test(text);

/** What introduces a table: the line before it when it is short. */
function captionOf(tableStart: number, units: readonly TextUnit[]): TextUnit | null {
  const before = units.filter((unit) => unit.kind === "sentence" && unit.charEnd <= tableStart).at(-1);
  return before && before.text.length <= 200 ? before : null;
}

/** A term or short title that a sentence runs on from in the same line: "Home occupation. A business carried on …" */
function runInBefore(unit: TextUnit, before: TextUnit | undefined, text: string): TextUnit | null {
  if (before?.kind !== "sentence" || !/\.$/.test(before.text) || before.text.length > 70) return null;
  const isTitle =
    /^["“]?[A-Z]/.test(before.text) && !/\b(?:shall|is|are|must|may|be|means?|has|have)\b/i.test(before.text);
  return isTitle && !text.slice(before.charEnd, unit.charStart).includes("\n") ? before : null;
}

/** A long sentence that is no item, after a list has ended, is not introduced by the list's lead. */
function leavesList(unit: TextUnit, before: TextUnit | undefined): boolean {
  if (markStyle(unit.text) !== "" || !/^["“(]?[A-Z]/.test(unit.text) || !before) return false;
  return markStyle(before.text) !== "" && /\.$/.test(before.text) && unit.text.length > 120;
}

/** The lines that introduce a list, without those whose own list an item goes on with: after "(2) Yards: (a) (b)" comes "(3)". */
function withoutEnded(leads: readonly TextUnit[], unit: TextUnit): readonly TextUnit[] {
  const ended = leads.findIndex((lead) => follows(unit.text, lead.text));
  return ended < 0 ? leads : leads.slice(0, ended);
}

/** Tells whether an item comes right after another in its list: (c) after (b), 3. after 2. */
function follows(text: string, other: string): boolean {
  const [mark, before] = [itemMark.exec(text)?.groups, itemMark.exec(other)?.groups];
  if (!mark || !before || mark.open !== before.open || mark.close !== before.close) return false;
  const [one = "", next = ""] = [before.count, mark.count];
  if (/^\d+$/.test(one)) return /^\d+$/.test(next) && Number(next) === Number(one) + 1;
  if (one.length === 1 && next.length === 1) return next.charCodeAt(0) === one.charCodeAt(0) + 1;
  return countOf(next) === countOf(one) + 1;
}

/** What a numeral counts, a roman one too; not a number for other letters. */
function countOf(numeral: string): number {
  return Number(waysToWrite(numeral.toLowerCase()).find((way) => /^\d+$/.test(way)));
}

const itemMark = /^\s*(?<open>\(?)(?<count>\d{1,3}|[a-z]{1,5}|[A-Z]{1,5})(?<close>[.)])(?=\s)/;

/** A line that ends in a colon or speaks of "the following" before items, or a short title before lines of another kind, speaks for the lines after it. */
function opensList(unit: TextUnit, next: TextUnit | undefined): boolean {
  if (/:$/.test(unit.text)) return true;
  const style = markStyle(unit.text);
  const nextStyle = next === undefined ? "" : markStyle(next.text);
  if (/\bfollowing\b/i.test(unit.text) && style !== nextStyle && nextStyle !== "") return true;
  const title = unit.text.replace(/^[\s(]*(?:§\s*)?[\w.-]{1,12}[.)]?\s+/, "");
  const isShort = title.split(/\s+/).length <= 9 && quantitiesIn(title).length === 0;
  const isTitle = isShort && /^["“(]?[A-Z]/.test(title) && !/\b(?:shall|is|are|must|may|be)\b/i.test(title);
  return isTitle && (style !== "" || /\.$/.test(title)) && next !== undefined && markStyle(next.text) !== style;
}

/** The kind of mark an item opens with: "(a)", "1.", "A.", "10.1"; "" when it opens with none. */
function markStyle(text: string): string {
  const mark = /^\s*(?:§\s*)?(\(?(?:[a-z]{1,2}|[ivx]{2,5}|[A-Z]|\d{1,3})[.)]|\d+(?:[.-]\d+)+|[•●▪◦‣*–—-])(?=\s|$)/.exec(
    text,
  )?.[1];
  return mark === undefined
    ? ""
    : mark
        .replace(/[a-z]+/, "a")
        .replace(/[A-Z]+/, "A")
        .replace(/\d+/g, "1");
}

function placed(unit: TextUnit, passage: Passage): Span {
  return { charStart: passage.charStart + unit.charStart, charEnd: passage.charStart + unit.charEnd };
}

function leadOf(lead: TextUnit, { marker, passage }: MarkedPassage): Lead {
  return { lead: lead.text, leadSpan: { marker, ...placed(lead, passage) } };
}

/** The headings above a piece of evidence, nearest first; one that is a path itself ("Chapter 5 > R-1 District") part by part. */
export function headingsOf(evidence: Evidence): string[] {
  return evidence.passage.headingPath.flatMap((heading) => heading.split(/\s+[>»›]\s+/)).toReversed();
}

/** Tells whether a piece of evidence only repeats a title above it; what a passage says nothing else under is its provision. */
export function isTitle(one: Evidence): boolean {
  if (isWholePassage(one)) return false;
  return headingsOf(one).some((heading) => bareTitle(heading).endsWith(bareTitle(one.text)));
}

/** Whether a piece of evidence is the whole text of its passage, apart from the section number before it: "24.2.4 Daycare". */
function isWholePassage({ passage, text }: Evidence): boolean {
  const whole = passage.text.trim();
  return whole.length <= text.length || (whole.endsWith(text) && !/\p{L}{3}/u.test(whole.slice(0, -text.length)));
}

/** A title as it is compared: where it is printed, it may have a stop at its end, or "Section" before its number. */
function bareTitle(text: string): string {
  return text
    .toLowerCase()
    .replace(/^\s*(?:(?:section|article|chapter|sec\.)\s|§)\s*(?=\d)/, "")
    .replace(/[\s.:]+$/, "");
}
