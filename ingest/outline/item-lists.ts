import { isNextInList } from "./number-sequence.ts";
import { type Marker, parseMarker, valueOfRoman } from "./section-number.ts";

/** Numbers may be left out of a list (repealed items), but no more than this at a time. */
const widestGap = 6;
/** One item is no list: a line that only begins with "(a)" stays what it is. */
const fewestItems = 2;
/** A mark that a sentence only refers to: "(a) and (b) above shall apply". */
const referring =
  /^(?:[,;.)]|(?:and|or|to|through|thru|above|below|hereof|herein)\b|of (?:this|that|the|said|such|(?:sub)?(?:section|division|paragraph)s?)\b)/i;

/** What the numbers of a list look like; "i", "v" and "x" may be of two. */
type Form = `${"bracket" | "point"} ${"digits" | "lower" | "upper" | "lower roman" | "upper roman"}`;

/** A mark at the start of a line, and where it stands. */
export interface ItemMark {
  readonly marker: Marker;
  readonly at: number;
  /** Position of its line among the lines of the section. */
  readonly line: number;
}

/** An item of a list, placed among the items around it. */
export interface PlacedItem extends ItemMark {
  /** The item that it stands in, or null at the top of its section. */
  readonly parent: PlacedItem | null;
  readonly form: Form;
  readonly list: { size: number };
  /** Nothing is missing between it and the item before it, which therefore ends where this one begins. */
  readonly isNext: boolean;
}

/** Reads the marks a line begins with: "(b)(1) Fences" begins with two. Gives none where a sentence only names them. */
export function marksOf(text: string, at: number, line: number): ItemMark[] {
  const marks: ItemMark[] = [];
  let rest = text;
  for (;;) {
    const marker = parseMarker(rest);
    if (!marker || marker.kind === "word" || marker.kind === "section") break;
    marks.push({ marker, at: at + text.length - rest.length, line });
    rest = rest.slice(marker.length).trimStart();
  }
  return referring.test(rest) ? [] : marks;
}

/** Where a mark may be placed. */
interface Within {
  /** Depth of the open items that it may follow, from 0. */
  readonly outermost: number;
  /** It is not the first mark of its line. */
  readonly isFurther: boolean;
}

/**
 * Places the items of one section's lists, line by line: what stands inside what is told by how the marks look and what
 * they continue, since the text has no indents any more.
 */
export class ItemLists {
  readonly placed: PlacedItem[] = [];
  #open: PlacedItem[] = [];
  /** The outermost item before a mark came that fits nowhere: only what continues its list is placed again. */
  #lastKnown: PlacedItem | null = null;

  /** Takes the marks of a line; `ahead` are the first marks of the lines below it. */
  take(marks: readonly ItemMark[], ahead: readonly Marker[]): void {
    // Each further mark of a line stands inside the one before it.
    let outermost = 0;
    for (const [at, mark] of marks.entries()) {
      const isLast = at === marks.length - 1;
      const repeated = isLast ? -1 : this.#open.findIndex((item, depth) => depth >= outermost && isSame(item, mark));
      if (repeated >= 0) {
        outermost = repeated + 1;
        continue;
      }
      const following = [...marks.slice(at + 1).map((each) => each.marker), ...ahead];
      if (!this.#place(mark, following, { outermost, isFurther: at > 0 })) return;
      outermost = this.#open.length;
    }
  }

  /** A heading without a number ends what is open. */
  end(): void {
    this.#open = [];
    this.#lastKnown = null;
  }

  #place(mark: ItemMark, ahead: readonly Marker[], { outermost, isFurther }: Within): boolean {
    const { number } = mark.marker;
    const forms = formsOf(mark.marker, ahead);
    const known = this.#lastKnown === null ? this.#open : [this.#lastKnown];
    const findLast = (fits: typeof isNext) =>
      known.findLastIndex(
        ({ form, marker }, depth) => depth >= outermost && forms.includes(form) && fits(form, marker.number, number),
      );
    const next = findLast(isNext);
    if (next >= 0) return this.#follow(known, next, mark, this.#lastKnown === null);
    const first = forms.find((form) => isFirst(form, number));
    if (first !== undefined && this.#lastKnown === null) {
      // A list of the same form does not begin again inside itself: it begins anew.
      const same = this.#open.findIndex((item) => item.form === first);
      if (same >= 0 && same < outermost) return false;
      if (same >= 0) this.#open.length = same;
      this.#push(mark, first, { size: 0 }, false);
      return true;
    }
    if (isFurther) return false;
    const later = findLast(isLater);
    if (later >= 0) return this.#follow(known, later, mark, false);
    this.#lastKnown = this.#lastKnown ?? this.#open[0] ?? null;
    this.#open = [];
    return false;
  }

  #follow(known: readonly PlacedItem[], at: number, mark: ItemMark, isNext: boolean): boolean {
    const before = known[at];
    if (!before) return false;
    this.#open = known.slice(0, at);
    this.#lastKnown = null;
    this.#push(mark, before.form, before.list, isNext);
    return true;
  }

  #push(mark: ItemMark, form: Form, list: { size: number }, isNext: boolean): void {
    const item = { ...mark, form, list, isNext, parent: this.#open.at(-1) ?? null };
    list.size += 1;
    this.#open.push(item);
    this.placed.push(item);
  }
}

/** Tells whether an item and all it stands in belong to lists of several items. */
export function isListed(item: PlacedItem): boolean {
  return item.list.size >= fewestItems && (item.parent === null || isListed(item.parent));
}

const isSame = (item: PlacedItem, { marker }: ItemMark) =>
  item.marker.number === marker.number && item.marker.kind === marker.kind;

/** The forms a number may be of; one letter that could be either is a numeral when the numeral after it follows. */
function formsOf(marker: Marker, ahead: readonly Marker[]): Form[] {
  const { kind, number } = marker;
  const mark = kind === "bracket" ? "bracket" : "point";
  if (/^\d/.test(number)) return [`${mark} digits`];
  const letters = number === number.toUpperCase() ? "upper" : "lower";
  const value = valueOfRoman(number);
  if (value === undefined) return [`${mark} ${letters}`];
  const roman: Form = `${mark} ${letters} roman`;
  if (number.length > 1) return [roman];
  const isRoman = ahead.some((next) => {
    const isAlike = (next.kind === "bracket") === (kind === "bracket");
    return isAlike && next.number.length > 1 && valueOfRoman(next.number) === value + 1;
  });
  return /^i$/i.test(number) && isRoman ? [roman] : [roman, `${mark} ${letters}`];
}

const kindOf = (form: Form) => (form.endsWith("roman") ? "roman" : "upper");

function isNext(form: Form, before: string, next: string): boolean {
  return isNextInList(kindOf(form), before, next);
}

function isFirst(form: Form, number: string): boolean {
  return form.endsWith("roman") ? /^[iI]$/.test(number) : /^[1aA]$/.test(number);
}

function isLater(form: Form, before: string, next: string): boolean {
  const step = placeOf(form, next) - placeOf(form, before);
  return step > 1 && step <= widestGap;
}

function placeOf(form: Form, number: string): number {
  if (form.endsWith("roman")) return valueOfRoman(number) ?? Number.NaN;
  if (form.endsWith("digits")) return Number.parseInt(number, 10);
  return number.length === 1 ? number.toUpperCase().charCodeAt(0) : Number.NaN;
}
