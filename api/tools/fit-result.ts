import { isRecord } from "../http/closed-schema.ts";

/** An answer that was made to fit, and what was left out of it, in words. */
export interface FittedAnswer {
  readonly body: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
}

type Json = Record<string, unknown>;

/** A text at most this long is not cut: identifiers, addresses and names are shorter and are nothing when cut. */
const shortestCut = 1_000;
/** Characters kept free for saying that a text was cut or a list shortened. */
const roomForNotes = 600;

/**
 * Shortens an answer until what it is written as fits: first the longest lists lose items from their end, keeping one;
 * then the longest texts are cut. Lists of numbers stay whole, since half a shape is no shape. The answer given is not
 * changed.
 *
 * sizeOf   length of a body as it is written, in characters
 * longest  characters that may be written
 */
export function fittedAnswer(
  body: Readonly<Record<string, unknown>>,
  sizeOf: (body: Readonly<Record<string, unknown>>) => number,
  longest: number,
): FittedAnswer {
  if (sizeOf(body) <= longest) return { body, notes: [] };
  const target = longest - roomForNotes;
  const copy: Json = structuredClone(body);
  const notes: string[] = [];
  const excess = () => sizeOf(copy) - target;
  for (let over = excess(); over > 0; over = excess()) {
    const list = longestList(copy);
    if (!list) break;
    const count = list.items.length;
    notes.push(`The last ${dropFromEnd(list.items, over)} of ${count} ${list.name} are left out here.`);
  }
  for (const text of textsIn(copy)) {
    const over = excess();
    if (over <= 0) break;
    const kept = wholeCharacters(text.value, Math.max(shortestCut, text.value.length - over));
    text.owner[text.name] = kept;
    notes.push(`The rest is cut from ${text.name}: ${kept.length} of ${text.value.length} characters are here.`);
  }
  const advice = "Ask for less: a smaller limit or top_k, a shorter range, or one item by its id.";
  return { body: copy, notes: notes.length === 0 ? [] : [...summed(notes), advice] };
}

/** Cuts a text without splitting a character. */
export function wholeCharacters(text: string, longest: number): string {
  return text.length <= longest ? text : text.slice(0, longest).replace(/[\ud800-\udbff]$/, "");
}

/** Takes items from the end until enough characters are gone or one item is left; gives how many it took. */
function dropFromEnd(items: unknown[], excess: number): number {
  let gone = 0;
  let dropped = 0;
  while (gone < excess && items.length > 1) {
    gone += JSON.stringify(items.pop()).length + 1;
    dropped += 1;
  }
  return dropped;
}

interface FoundList {
  readonly name: string;
  readonly items: unknown[];
  readonly size: number;
}

interface FoundText {
  readonly name: string;
  readonly owner: Json;
  readonly value: string;
}

/** Gives the longest list of several objects in an answer; a list is longer than those inside its items. */
function longestList(body: Json): FoundList | undefined {
  const found: FoundList[] = [];
  visit(body, (owner) => {
    for (const [name, items] of Object.entries(owner)) {
      if (!Array.isArray(items) || items.length < 2 || !items.every(isRecord)) continue;
      found.push({ name, items, size: JSON.stringify(items).length });
    }
  });
  return found.sort((one, other) => other.size - one.size)[0];
}

/** Gives the long texts that are left in an answer, longest first. */
function textsIn(body: Json): FoundText[] {
  const found: FoundText[] = [];
  visit(body, (owner) => {
    for (const [name, value] of Object.entries(owner)) {
      if (typeof value === "string" && value.length > shortestCut) found.push({ name, owner, value });
    }
  });
  return found.sort((one, other) => other.value.length - one.value.length);
}

/** Walks the objects of an answer but not those of a geometry, whose parts belong together. */
function visit(value: unknown, see: (owner: Json) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, see);
  if (!isRecord(value) || "coordinates" in value) return;
  see(value);
  for (const member of Object.values(value)) visit(member, see);
}

/** Keeps the notes themselves short. */
function summed(notes: readonly string[]): readonly string[] {
  const shown = notes.slice(0, 4);
  return notes.length === shown.length
    ? shown
    : [...shown, `${notes.length - shown.length} more parts were shortened.`];
}
