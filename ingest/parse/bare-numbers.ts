import { isCapitals, isHanging } from "../outline/heading-title.ts";
import { canFollow, isNextInList } from "../outline/number-sequence.ts";
import { type Marker, parseMarker } from "../outline/section-number.ts";
import type { Item, Line } from "./lines.ts";

/** Fewer lone integers than this that continue one another are page numbers or figures, not sections. */
const fewestLoneIntegers = 6;
/** A number may continue any of the last few: one stray figure among them does not break the sequence. */
const nearNumbers = 4;
/** Marks of list items before a mark that it may continue: lists stand inside of lists. */
const nearMarks = 12;
/** What an item of a list ends in when another one follows: "…, and". */
const betweenItems = /[,;:](?:\s?(?:and|or|and\/or))?$/i;

/**
 * Puts a number that stands on a line of its own before the line it numbers.
 *
 * Extracted text often parts the two: "A." on one line, "AUTHORITY" on the next. The end of a sentence that refers to a
 * section ("… the dimensions of", "Section 8.6.") numbers nothing; after a comma it does where it continues a list
 * ("… 20 feet, and" / "iii." / "Not exceed …").
 */
export function joinBareNumbers(items: readonly Item[]): Item[] {
  const loneIntegers = loneSectionNumbers(items);
  const joined: Item[] = [];
  let marks: Marker[] = [];
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at];
    const next = items[at + 1];
    if (!item) break;
    const marker = item.kind === "line" ? parseMarker(item.text) : null;
    const continues = marker !== null && marks.some((before) => isNextMark(before, marker));
    const isNumber =
      item.kind === "line" && isBare(item, at, loneIntegers) && !endsReference(items[at - 1], item, continues);
    if (marker && marker.kind !== "section" && marker.kind !== "word") marks = [...marks, marker].slice(-nearMarks);
    if (isNumber && next?.kind === "line" && canTake(item, next)) {
      joined.push(together(item, next));
      at += 1;
    } else {
      joined.push(item);
    }
  }
  return joined;
}

function isBare(line: Line, at: number, loneIntegers: ReadonlySet<number>): boolean {
  if (line.level !== null) return false;
  const marker = parseMarker(line.text);
  if (marker?.rest !== "" || marker.kind === "word") return false;
  return marker.kind !== "section" || marker.parts.length > 1 || marker.word !== null || loneIntegers.has(at);
}

function endsReference(before: Item | undefined, line: Line, continues: boolean): boolean {
  if (before?.kind !== "line" || before.page !== line.page || line.opens || !isHanging(before.text)) return false;
  return !(continues && betweenItems.test(before.text));
}

/** Tells whether a mark is the one after another of its list; "ii" follows "i" as a numeral, "j" as a letter. */
function isNextMark(before: Marker, { kind, number }: Marker): boolean {
  return (
    before.kind === kind && (isNextInList(kind, before.number, number) || isNextInList("roman", before.number, number))
  );
}

function canTake(line: Line, next: Line): boolean {
  if (next.level !== null || line.page !== next.page) return false;
  const marker = parseMarker(next.text);
  if (!marker) return true;
  // "A." above "(1) A sign …" numbers both; two numbers of one kind in a row are a list torn apart, or a column of figures.
  const own = parseMarker(line.text);
  if (own?.kind === "section" && own.word !== null) return false;
  return (
    own !== null &&
    marker.rest !== "" &&
    marker.kind !== own.kind &&
    marker.kind !== "word" &&
    marker.kind !== "section"
  );
}

function together(line: Line, next: Line): Line {
  const boldLead = next.boldLead ? { boldLead: line.text.length + 1 + next.boldLead } : {};
  return {
    ...next,
    ...boldLead,
    text: `${line.text} ${next.text}`,
    opens: true,
    isNumbered: parseMarker(line.text)?.kind === "section",
    isBold: next.isBold || (line.isBold && isCapitals(next.text)),
  };
}

/** Lone integers that number sections: each stands near a number that it continues. */
function loneSectionNumbers(items: readonly Item[]): ReadonlySet<number> {
  const found = new Set<number>();
  let recent: (readonly string[])[] = [];
  items.forEach((item, at) => {
    if (item.kind !== "line") return;
    const marker = parseMarker(item.text);
    if (marker?.kind !== "section" || marker.rest !== "" || marker.word !== null) return;
    const isLone = marker.parts.length === 1;
    const next = items[at + 1];
    const isBefore = next?.kind === "line" && next.page === item.page && /\p{L}{2}/u.test(next.text);
    if (isLone && (!isBefore || !recent.some((parts) => canFollow(parts, marker.parts)))) return;
    recent = [...recent, marker.parts].slice(-nearNumbers);
    if (isLone) found.add(at);
  });
  return found.size >= fewestLoneIntegers ? found : new Set();
}
