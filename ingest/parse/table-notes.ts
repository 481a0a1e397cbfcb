import type { DocumentTable, OutlineNode, Span, TableNote } from "../corpus.ts";
import { noteMarker, noteMarksIn } from "./note-marks.ts";

const notesLead =
  /^(?:foot)?notes?\b(?:\s+(?:to|for|on|regarding)\b(?:[^.:]|\.(?=\d)){0,80})?\s*[.:–—-]?\s*(?=$|[([\d*†‡^#a-z⁰¹²³⁴⁵⁶⁷⁸⁹])/i;
/** A line that explains the symbols of a table, before its notes: "Key to permits: P = permitted", "UP = use permit". */
const legendLine =
  /^(?:(?:legend|key|symbols?|abbreviations?)(?:\s+(?:to|for|of)\s[^.:=]{3,60})?\s*[:.–—-]|["“]?(?:[A-Z]{1,4}|[–—•●○-])["”]?\s*=\s)/i;
const generalNote = /^(?:foot)?notes?\b\s*[.:–—-]/i;
const mostNotes = 40;
const longestNote = 1500;

/** Notes found for one table. */
export interface FoundNotes {
  readonly notes: readonly TableNote[];
  /** Every note as printed, with those that no cell points to. */
  readonly footnotes: readonly string[];
}

/**
 * Finds the notes to a table: the rows that close it, and the lines right below it.
 *
 * A line below counts when a cell or a header of one of the `parts` has its marker, or when the lines are announced as notes.
 * The parts are the table itself and the tables that it continues; `end` is where the next table begins.
 */
export function notesOfTable(
  text: string,
  outline: readonly OutlineNode[],
  table: DocumentTable,
  { end, parts }: { readonly end: number; readonly parts: readonly DocumentTable[] },
): FoundNotes {
  const notes: TableNote[] = [];
  const footnotes: string[] = [];
  const marks = new Set(parts.flatMap((part) => [...marksOf(part)]));
  const take = (line: Span, isAnnounced: boolean): boolean => {
    const found = notesIn(text, line, (marker) => isAnnounced || marks.has(marker));
    for (const note of found) if (!notes.some((each) => each.marker === note.marker)) notes.push(note);
    const isNote = found.length > 0 || generalNote.test(text.slice(line.charStart, line.charEnd));
    if (isNote) footnotes.push(text.slice(line.charStart, line.charEnd));
    return isNote;
  };
  for (const row of table.rows) {
    const [only, ...others] = row.cells;
    if (only && others.length === 0 && !row.isHeader && only.text.length > 8) take(afterLead(text, only), false);
  }
  let isAnnounced = false;
  for (const line of linesBetween(text, table.charEnd, end)) {
    const said = text.slice(line.charStart, line.charEnd);
    const isHeading = outline.some((node) => node.heading.charStart === line.charStart);
    const lead = notesLead.exec(said);
    if (isHeading && !(lead && lead[0].length === said.length)) break;
    if (lead) isAnnounced = true;
    if (lead && lead[0].length === said.length) continue;
    if (legendLine.test(said)) continue;
    if (said.length > longestNote || notes.length >= mostNotes) break;
    if (take(afterLead(text, line), isAnnounced)) continue;
    if (!extendsLast(text, notes, line)) break;
  }
  return { notes, footnotes };
}

function marksOf(table: DocumentTable): ReadonlySet<string> {
  const said = [...table.rows.flatMap((row) => row.cells.map((cell) => cell.text)), table.caption ?? ""];
  const plain = said.flatMap((text) => noteMarksIn(text));
  // Digits run together with a value: "8,0001", "P2", "35 1".
  const run = said.flatMap(
    (text) => /^(?:[<>≤≥$]?\d{1,3}(?:,\d{3})+|[A-Z]{1,3}|\d[\d,.]+\s)(\d)$/.exec(text)?.[1] ?? [],
  );
  const letters = said.flatMap((text) => /^\d[\d,.]*\s?([a-z])$/.exec(text)?.[1] ?? []);
  return new Set([...plain, ...run, ...letters]);
}

/** A line after the words that announce notes ("Notes: (1) …"). */
function afterLead(text: string, { charStart, charEnd }: Span): Span {
  const lead = notesLead.exec(text.slice(charStart, charEnd))?.[0].length ?? 0;
  return lead > 0 && charStart + lead < charEnd ? { charStart: charStart + lead, charEnd } : { charStart, charEnd };
}

/** The notes in a line; several may follow one another in it. */
function notesIn(text: string, { charStart, charEnd }: Span, isWanted: (marker: string) => boolean): TableNote[] {
  const found: TableNote[] = [];
  for (let at = charStart; at < charEnd; ) {
    const start = noteMarker(text.slice(at, charEnd));
    if (!start || !isWanted(start.marker)) break;
    const from = at + start.length;
    const next = nextNote(text.slice(from, charEnd), start.marker, text.slice(at, from));
    const to = from + (next ?? charEnd - from);
    const body = text.slice(from, to).trimEnd();
    if (body !== "") found.push({ marker: start.marker, text: body, charStart: from, charEnd: from + body.length });
    at = to;
  }
  return found;
}

/** Where in a line the note after this one begins: "(2)" after "(1)", "b." after "a.", "**" after "*". */
function nextNote(rest: string, marker: string, printed: string): number | undefined {
  const next = /\d/.test(marker)
    ? String(Number(marker) + 1)
    : /[a-z]/.test(marker)
      ? String.fromCharCode(marker.charCodeAt(0) + 1)
      : `${marker}${marker[0]}`;
  const sought = printed.trim().toLowerCase().replace(marker, next);
  const at = rest.toLowerCase().indexOf(` ${sought} `);
  return at < 0 ? undefined : at + 1;
}

/** A note that a page break parted goes on in a line that begins in the middle of a sentence. */
function extendsLast(text: string, notes: TableNote[], line: Span): boolean {
  const last = notes.at(-1);
  if (!last || !/^\p{Ll}/u.test(text.slice(line.charStart, line.charEnd)) || /[.;:]$/.test(last.text)) return false;
  notes[notes.length - 1] = { ...last, text: text.slice(last.charStart, line.charEnd), charEnd: line.charEnd };
  return true;
}

/** The lines of a stretch of text that are not blank. */
export function linesBetween(text: string, from: number, to: number): Span[] {
  const lines: Span[] = [];
  for (let at = from; at < to; ) {
    const next = text.indexOf("\n", at);
    const charEnd = next < 0 || next > to ? to : next;
    if (text.slice(at, charEnd).trim() !== "") lines.push({ charStart: at, charEnd });
    at = charEnd + 1;
  }
  return lines;
}
