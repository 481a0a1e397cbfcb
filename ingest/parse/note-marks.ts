/** The marks that join a cell of a table to a note: "8,000 (1)", "20*", "35 [3]", "5 ft ²", "see note 3". */

const raisedDigits = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const bracketed = "[([]\\s?(?:\\d{1,2}|[a-z])(?:\\s?[,;&]\\s?(?:\\d{1,2}|[a-z]))*\\s?[)\\]]";
/** In brackets after a word, a sign, a raised figure, by name, or a lone figure after a word. */
const cellMark = new RegExp(
  `(?<=\\S\\s?)(?<bracketed>${bracketed})(?=$|[\\s,;([])|(?<sign>[*†‡^#]{1,3})|(?<raised>[⁰¹²³⁴⁵⁶⁷⁸⁹]+)|\\(?\\b(?:[Ss]ee\\s)?(?:[Ff]oot)?[Nn]otes?\\s*#?(?<named>\\d{1,2}|[a-z])\\b\\)?|(?<=\\p{L}{3}\\.?)\\s(?<last>\\d)(?=$|\\s\\()`,
  "gu",
);
const noteStart =
  /^(?:(?:foot)?notes?\s+(?:no\.\s*)?(\d{1,2}|[a-z])\s*[.:)\]–—-]|[([](\d{1,2}|[a-z])[)\]][.:]?|(\d{1,2}|[a-z])[).:\]]|([*†‡^#]{1,3})|([⁰¹²³⁴⁵⁶⁷⁸⁹]+)|(\d{1,2})(?=\s["“]?\p{Lu}))\s*(?=\S)/iu;

const plainDigits = (raised: string) => [...raised].map((digit) => raisedDigits.indexOf(digit)).join("");

/** The marker a note begins with, and where its text starts; null when it begins with none. */
export function noteMarker(text: string): { readonly marker: string; readonly length: number } | null {
  const match = noteStart.exec(text);
  if (!match || match[0].length >= text.length) return null;
  const [whole, named, inBrackets, dotted, sign, raised, bare] = match;
  const marker = named ?? inBrackets ?? dotted ?? sign ?? (raised ? plainDigits(raised) : undefined) ?? bare;
  return marker === undefined ? null : { marker: marker.toLowerCase(), length: whole.length };
}

/** The marks in a text. */
export function noteMarksIn(text: string): string[] {
  return [...text.matchAll(cellMark)].flatMap((match) => marksOf(match));
}

/** A text without those of its marks that point to known notes. */
export function withoutMarks(text: string, known: ReadonlySet<string>): string {
  const cut = text.replace(cellMark, (...match) => {
    const groups: Record<string, string | undefined> = match.at(-1);
    const marks = marksOf({ groups });
    return marks.length > 0 && marks.every((mark) => known.has(mark)) ? "" : String(match[0]);
  });
  return cut === text ? text : cut.replace(/ {2,}/g, " ").trim();
}

/** Marks that extraction ran together with the value before them; `codes` are the symbols the table's cells use. */
const fused: readonly RegExp[] = [
  /^(?<value>[<>≤≥$]?\d{1,3}(?:,\d{3})+)(?<mark>\d)$/,
  /^(?<value>\d[\d,.]*)\s?(?<mark>[a-z])$/,
  /^(?<value>\d[\d,.]+)\s(?<mark>\d)$/,
  /^(?<value>[A-Z]{1,3})(?<mark>\d{1,2})$/,
];

/** The value of a cell before the marks at its end, and the known notes that all its marks point to. */
export function readCell(
  text: string,
  known: ReadonlySet<string>,
  codes: ReadonlySet<string>,
): { readonly value: string; readonly marks: readonly string[] } {
  if (known.size === 0) return { value: text, marks: [] };
  const marks = noteMarksIn(text).filter((mark) => known.has(mark));
  let value = text;
  for (const match of [...text.matchAll(cellMark)].reverse()) {
    const isLast = text.slice(match.index, value.length).replace(/[\s,;]+$/, "") === match[0].trim();
    if (!isLast && value.slice(match.index + match[0].length).trim() !== "") break;
    if (!marksOf(match).every((mark) => known.has(mark))) break;
    value = value.slice(0, match.index).trimEnd();
  }
  for (const form of fused) {
    const groups = form.exec(value)?.groups;
    const mark = groups?.mark;
    if (mark === undefined || groups?.value === undefined || !known.has(mark)) continue;
    if (/^[A-Z]/.test(value) && !codes.has(groups.value)) continue;
    return { value: groups.value, marks: [...marks, mark] };
  }
  return value === "" ? { value: text, marks } : { value, marks };
}

function marksOf({ groups }: { readonly groups?: Record<string, string | undefined> | undefined }): string[] {
  if (groups?.bracketed !== undefined) return groups.bracketed.match(/\d{1,2}|[a-z]/g) ?? [];
  if (groups?.raised !== undefined) return [plainDigits(groups.raised)];
  const mark = groups?.sign ?? groups?.named ?? groups?.last;
  return mark === undefined ? [] : [mark.toLowerCase()];
}
