import { isCapitals } from "../outline/heading-title.ts";
import { isNextInList } from "../outline/number-sequence.ts";
import { valueOfRoman } from "../outline/section-number.ts";
import type { Item, Line } from "./lines.ts";

/** Lines after which a list no longer goes on. */
const longestItem = 250;
/** Marks ahead among which the one after a mark is looked for: items have lists of their own inside. */
const marksAhead = 60;
const markPattern = /^(\(?)([A-Za-z]|[ivxIVX]{2,5})([.)])(?=\s|$)/;
/** Capitals that look like their small letter, or like a small l. */
const lookalike = /^[CIOSUVWXZ]$/;
/** After these words, a mark alone on a line is part of a reference: "Article" / "V.". */
const announces = /\b(?:sections?|articles?|chapters?|appendix|parts?|paragraphs?|of|in|under|see|to|through)\s*$/i;

/** A letter or numeral that a line begins with. */
interface Mark {
  readonly at: number;
  /** Brackets and point of the mark: lists of different styles are different lists. */
  readonly style: string;
  readonly number: string;
  /** What stands after the mark, in its line or the next one. */
  readonly text: string;
}

/** The last mark of one list. */
interface Open {
  readonly number: string;
  readonly mark: Mark;
}

/** The last marks of the lists of one style, by the form of their marks. */
class OpenLists {
  readonly #open = new Map<string, Open>();

  get(form: Form, style: string, at: number): Open | undefined {
    const open = this.#open.get(`${form} ${style}`);
    return open && at - open.mark.at <= longestItem ? open : undefined;
  }

  /** Takes the mark of an item; a letter that is also a numeral goes on the list it continues, or begins one of numerals. */
  add(open: Open): void {
    const { style, at } = open.mark;
    const forms = formsOf(open.number);
    const continued = forms.filter((form) => {
      const before = this.get(form, style, at)?.number ?? "";
      return (form.endsWith("roman") ? isNextNumeral : isNextLetter)(before, open.number);
    });
    const own = continued.length > 0 ? continued : /^i$/i.test(open.number) ? forms.slice(1) : forms;
    for (const form of own) this.#open.set(`${form} ${style}`, open);
  }

  end(): void {
    this.#open.clear();
  }
}

type Form = "lower" | "upper" | "lower roman" | "upper roman";

/**
 * Mends the marks of list items whose small letter was taken for the capital of the same shape, as is common in scanned
 * codes: "a.", "b.", "C.", "d." and "iv.", "V.", "vi.". A capital I also stands for a small l: "k.", "I.", "m.".
 *
 * A capital is mended only where it goes on a list of small letters and the next small letter follows it; or where the
 * next capital does not follow it, and it goes on no list of capitals or is unlike the titles of that list. Nothing else of a line changes, and no
 * position moves. Linear in the number of lines.
 */
export function mendMisreadMarks(items: readonly Item[]): readonly Item[] {
  const marks = marksOf(items);
  const mended = new Map<number, string>();
  const lists = new OpenLists();
  let ends = 0;
  const levels = items.flatMap((item, at) => (item.kind === "line" && item.level !== null ? at : []));
  for (const [index, mark] of marks.entries()) {
    while ((levels[ends] ?? Number.POSITIVE_INFINITY) <= mark.at) {
      lists.end();
      ends += 1;
    }
    const small = smallLetterOf(mark, marks.slice(index + 1, index + 1 + marksAhead), lists);
    if (small !== null && small !== mark.number) mended.set(mark.at, small);
    lists.add({ number: small ?? mark.number, mark });
  }
  if (mended.size === 0) return items;
  return items.map((item, at) => {
    const small = mended.get(at);
    return item.kind === "line" && small !== undefined ? { ...item, text: withMark(item, small) } : item;
  });
}

function marksOf(items: readonly Item[]): Mark[] {
  return items.flatMap((item, at): Mark[] => {
    const match = item.kind === "line" ? markPattern.exec(item.text) : null;
    if (!match || item.kind !== "line") return [];
    const [whole, open = "", number = "", close = ""] = match;
    const rest = item.text.slice(whole.length).trim();
    const [before, next] = [items[at - 1], items[at + 1]];
    if (rest === "" && before?.kind === "line" && announces.test(before.text)) return [];
    const text = rest === "" && next?.kind === "line" ? next.text : rest;
    return [{ at, style: open + close, number, text }];
  });
}

/** The small letter that a capital stands for; null where the mark is what it looks like. */
function smallLetterOf(mark: Mark, ahead: readonly Mark[], lists: OpenLists): string | null {
  if (!lookalike.test(mark.number)) return null;
  const { number, style, at } = mark;
  const letter = number.toLowerCase();
  const before = lists.get("lower", style, at);
  const numeralBefore = lists.get("lower roman", style, at);
  const inList = ahead.filter((each) => each.style === style);
  // The first mark of another list ends this one.
  const restart = inList.findIndex((each) => each.number === "a" || each.number === "A");
  const inReach = restart < 0 ? inList : inList.slice(0, restart);
  const follows = (next: string) => inReach.some((each) => each.number === next);
  const readings: { readonly small: string; readonly before: Open | null; readonly next: string }[] = [];
  const add = (small: string, open: Open | null, next: string) => readings.push({ small, before: open, next });
  if (before && isNextLetter(before.number, letter)) add(letter, before, letterAfter(letter));
  if (before?.number === "k" && number === "I") add("l", before, "m");
  if (numeralBefore && isNextNumeral(numeralBefore.number, letter)) add(letter, numeralBefore, numeralAfter(letter));
  // The first numeral of a list has nothing before it, but the second right after it.
  if (number === "I" && ahead[0]?.style === style && ahead[0].number === "ii") add("i", null, "ii");
  const reading = readings.find(({ next }) => follows(next)) ?? readings[0];
  if (!reading) return null;
  if (follows(reading.next)) return reading.small;
  const capital = letterAfter(number);
  if (follows(capital) && !lookalike.test(capital)) return null;
  const upper = [lists.get("upper", style, at), lists.get("upper roman", style, at)].find(
    (open) => open && (isNextLetter(open.number, number) || isNextNumeral(open.number, number)),
  );
  const isTitle = isCapitals(mark.text);
  if (upper) return isCapitals(upper.mark.text) && !isTitle ? reading.small : null;
  return isTitle && reading.before !== null && !isCapitals(reading.before.mark.text) ? null : reading.small;
}

function formsOf(number: string): Form[] {
  const size = number === number.toUpperCase() ? "upper" : "lower";
  const isNumeral = valueOfRoman(number) !== undefined;
  if (number.length > 1) return isNumeral ? [`${size} roman`] : [];
  return isNumeral ? [size, `${size} roman`] : [size];
}

const isNextLetter = (before: string, next: string) => isNextInList("lower", before, next);
const isNextNumeral = (before: string, next: string) =>
  (valueOfRoman(next) ?? Number.NaN) - (valueOfRoman(before) ?? Number.NaN) === 1;
const letterAfter = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + 1);

/** The numeral after one of a single letter, in small letters. */
function numeralAfter(letter: string): string {
  return { i: "ii", v: "vi", x: "xi" }[letter] ?? "";
}

function withMark(line: Line, small: string): string {
  return line.text.replace(markPattern, (_, open: string, __: string, close: string) => `${open}${small}${close}`);
}
