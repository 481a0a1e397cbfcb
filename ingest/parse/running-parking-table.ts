import type { RunningTable, TableReader } from "./running-table.ts";
import { makeGrid, type RawRow } from "./table-grid.ts";
import type { Stretch } from "./table-heads.ts";

/** A use and the spaces it needs; `label` is empty where the two cannot be told apart. */
interface Entry {
  readonly label: Stretch | null;
  readonly value: Stretch;
}

const fewestEntries = 4;
/** Entries that are read together at most. */
const mostEntries = 300;
const mostLabelWords = 24;
/** Characters from one entry to the next at most. */
const farthest = 500;
const longestMiddle = 250;
/** Of the entries so many must tell use and spaces apart. */
const toldShare = 0.75;
const counted = String.raw`(?:\d{1,3}(?:\.\d+|\s?[½¼¾]|\s[1-3]\/[234])?|[½¼¾]|(?:[A-Z]?[a-z]+\sand\s)?[Oo]ne-half|[Oo]ne|[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix|[Ss]even|[Ee]ight|[Nn]ine|[Tt]en|[Tt]welve|[Ff]ifteen|[Tt]wenty)`;
/** How the spaces a use needs are told: "1 space per 200", "Two (2) spaces for each", "1 per bedroom", "2.5/unit". */
const ratio = new RegExp(
  String.raw`(?<![\w/.,-])${counted}(?:\s\(\d[\d.½/]*\))?(?:\s(?:off-street\s)?(?:(?:parking|vehicle|standard|stacking)\s)?spaces?|\sstalls?)?\s?(?:(?<=spaces?\s?)(?=\s?(?:\p{Lu}|[,.;(]|plus\b|$))|(?:per|for\s(?:each|every|the\sfirst|any)|at\seach|minimum)\b|\/\s?(?=[a-z]|\d[\d,]*\s?(?:sq|s\.?f)))|(?<!\S)(?:[A-Za-z]+\s[Pp]ercent\s\(\d{1,2}%\)|\d{1,2}\s?%)\sof\s(?:the\s)?(?:maximum\s)?(?:rated\s)?capacity\b`,
  "gu",
);
/** What stands before a further amount of the same entry: "plus 1 per employee". */
const goesOn =
  /(?:[,;+&]|\b(?:plus|and|or|with|of|than|least|minimum|maximum|additional|over|to|by|a|an|the|each|every|in|at|for|per|first|then|is|be))\s*$/i;
const about = /\bparking\b|\bspaces?\b/i;
/** The heads above such a list. */
const heads =
  /(?<!\S)((?:Principal |Land |Permitted |Type of |Activity |Building )?(?:Uses?|Types?|Categor(?:y|ies)|Use Type|Land use|Activity)(?: Categor(?:y|ies)| Types?| or Activity)?)\s+((?:(?:Minimum|Required|Number|Off-[Ss]treet|Parking|Vehicle|Automobile)\s(?:[Nn]umber\s)?(?:of\s)?(?:[Rr]equired\s)?(?:[Oo]ff-[Ss]treet\s)?(?:[Pp]arking\s)?(?:[Ss]paces?|[Rr]equirements?|[Rr]atios?|[Ss]tandards?)(?:\s[Rr]equired)?|Spaces?\s[Rr]equired|Unit of Measurement|Requirements?))(?=\s)/gu;
const sentenceEnd =
  /(?<!\b(?:sq|ft|s\.f|no|approx|max|min|e\.g|i\.e|St|Dr))[.;]\)?\s+(?=\p{Lu})|(?<=\bft\.)\s+(?=\p{Lu}\p{Ll})/gu;
/** An amount in words and figures: what came before it was another use. */
const amount =
  /\b(?:hundred|thousand|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|forty|fifty)\s\(\d/i;
const verbs = /\b(?:shall|must|may|will|is|are|be|been|has|have|provided|pursuant|sections?|board|commission)\b/i;

/**
 * Reads a schedule of parking whose two columns ran together: "Bank 1 space per 250 sq. ft. Church 1 space per 4 seats".
 *
 * An entry's spaces end where the next use begins, with a capital; where that cannot be told the words stay together.
 */
export function runningParking(text: string): TableReader {
  const runs = runsOf(text);
  let at = 0;
  let next = 0;
  return (from) => {
    for (; at < runs.length; at += 1, next = 0) {
      const run = runs[at] ?? [];
      while (next < run.length) {
        const start = next;
        if ((run[start] ?? 0) < from) next += 1;
        else {
          const { entries, used } = entriesOf(text, run.slice(start, start + mostEntries), from);
          const table = used < fewestEntries ? null : tableOf(text, entries, from);
          next += used;
          if (table) return table;
        }
      }
    }
    return null;
  };
}

function tableOf(text: string, all: readonly Entry[], from: number): RunningTable | null {
  const entries = all.slice(all.findIndex((entry) => entry.label !== null));
  const told = entries.filter((entry) => entry.label !== null);
  const [first] = told;
  const last = entries.at(-1);
  if (!first?.label || !last || told.length < fewestEntries || told.length < entries.length * toldShare) return null;
  const { start } = first.label;
  if (!about.test(text.slice(Math.max(0, start - 400), last.value.end))) return null;
  const named = headsBefore(text, start, from);
  const grid = gridOf(text, named, entries);
  return grid && { start: named?.[0].start ?? start, end: last.value.end, grid };
}

/** Places where entries' spaces begin, near one another. */
function runsOf(text: string): number[][] {
  const runs: number[][] = [];
  for (const { index } of text.matchAll(ratio)) {
    if (goesOn.test(text.slice(Math.max(0, index - 24), index))) continue;
    const open = runs.at(-1);
    if (open && index - (open.at(-1) ?? 0) < farthest) open.push(index);
    else runs.push([index]);
  }
  return runs.filter((run) => run.length >= fewestEntries);
}

/** The entries up to the first text that is none, and how many of the starts they took. */
function entriesOf(text: string, starts: readonly number[], from: number): { entries: Entry[]; used: number } {
  const entries: Entry[] = [];
  let label = firstLabel(text, starts[0] ?? 0, from);
  for (const [at, start] of starts.entries()) {
    const next = starts[at + 1];
    const cut = next === undefined ? null : labelStart(text, start, next);
    const end = next === undefined ? lastEnd(text, start) : valueEnd(text, start, cut ?? next);
    const open = entries.at(-1);
    const isOpen = next !== undefined && cut === null && end === trimmedEnd(text, start, next);
    // Without a label of its own, or without an end, it tells nothing for sure: uses can stand in lower case.
    if (label && !isOpen) entries.push({ label, value: { start, end } });
    else if (label) entries.push({ label: null, value: { start: label.start, end } });
    else if (open)
      entries[entries.length - 1] = { label: null, value: { start: (open.label ?? open.value).start, end } };
    if (next === undefined) break;
    const middle = { start: end + text.slice(end, next).search(/\S|$/), end: trimmedEnd(text, end, cut ?? next) };
    if (isOtherText(text.slice(middle.start, middle.end))) return { entries, used: at + 1 };
    if (middle.end > middle.start) entries.push({ label: null, value: middle });
    label = cut === null ? null : { start: cut, end: trimmedEnd(text, cut, next) };
  }
  return { entries, used: starts.length };
}

/** What stands between two entries and is no other entry: sentences, or the mark of the next section. */
function isOtherText(middle: string): boolean {
  return (
    middle.length > longestMiddle ||
    /\bshall be\b|(?:^|[.;:]\s)(?:[A-Z]\.|\d{1,2}\.|\((?:[a-z]|\d{1,2})\))(?=\s|$)/.test(middle)
  );
}

/** Where the label of the next entry begins: after the last sentence's end, or else at the first capital. */
function labelStart(text: string, start: number, next: number): number | null {
  const words = withoutBrackets(text.slice(start, next));
  const sentences = [...words.matchAll(sentenceEnd)].map((match) => match.index + match[0].length);
  const at = sentences.at(-1) ?? firstCapital(words);
  return at !== undefined && isLabel(text.slice(start + at, next).trim()) ? start + at : null;
}

/** Where the spaces of an entry end: with the first sentence, or before the first capital. */
function valueEnd(text: string, start: number, until: number): number {
  const words = withoutBrackets(text.slice(start, until));
  const [sentence] = [...words.matchAll(sentenceEnd)].map((match) => match.index + 1);
  const ends = [sentence, firstCapital(words), words.length].filter((end) => end !== undefined);
  return trimmedEnd(text, start, start + Math.min(...ends));
}

/** A word with a capital that opens a use: not the first word, nor one in the middle of a phrase ("of the Board"). */
function firstCapital(words: string): number | undefined {
  const pattern = /(?<=\s)(?<!\b(?:the|of|by|and|or|an?|in|to|for|with|per|each)\s)\p{Lu}(?=\p{Ll}|\s)/gu;
  return [...words.matchAll(pattern)][0]?.index;
}

const withoutBrackets = (words: string) => words.replace(/\([^()]*\)/g, (inside) => "_".repeat(inside.length));

function isLabel(label: string): boolean {
  const count = label.split(/\s+/).length;
  return (
    /^\p{Lu}/u.test(label) &&
    count <= mostLabelWords &&
    !verbs.test(label) &&
    !amount.test(label) &&
    !/[.;]\s+\p{Lu}|\s[A-Z\d]\.$/u.test(label)
  );
}

/** The first label stands after the heads, or after the end of the sentence before it. */
function firstLabel(text: string, start: number, earliest: number): Stretch | null {
  const from = Math.max(earliest, start - 250);
  const before = text.slice(from, start);
  const named = [...before.matchAll(heads)].map((match) => match.index + match[0].length).at(-1);
  const sentence = [...before.matchAll(/[.:;]\)?\s+(?=\p{Lu})/gu)].map((match) => match.index + match[0].length).at(-1);
  const at = named ?? sentence;
  if (at === undefined) return null;
  const label = { start: from + at + before.slice(at).search(/\S|$/), end: trimmedEnd(text, from + at, start) };
  const words = text.slice(label.start, label.end);
  return isLabel(words) && (named !== undefined || !about.test(words)) ? label : null;
}

/** The last entry ends with its sentence, or where a new thought begins. */
function lastEnd(text: string, start: number): number {
  const words = withoutBrackets(
    text.slice(start, start + farthest).replace(/\s\((?:[a-z]|\d{1,2})\)\s+\p{Lu}.*/su, ""),
  );
  const stop = words.search(/(?<!\b(?:sq|ft|no))\.(?=\s|$)/);
  const ends = [stop < 0 ? undefined : stop + 1, firstCapital(words), words.length].filter((end) => end !== undefined);
  return trimmedEnd(text, start, start + Math.min(...ends));
}

function headsBefore(text: string, start: number, earliest: number): readonly [Stretch, Stretch] | null {
  const from = Math.max(earliest, start - 140);
  const match = [...text.slice(from, start).matchAll(heads)].at(-1);
  const [use = "", spaces = ""] = match?.slice(1) ?? [];
  if (!match || use === "" || text.slice(from + match.index + match[0].length, start).trim() !== "") return null;
  const at = from + match.index;
  const second = at + match[0].indexOf(spaces, use.length);
  return [
    { start: at, end: at + use.length },
    { start: second, end: second + spaces.length },
  ];
}

function gridOf(text: string, named: readonly [Stretch, Stretch] | null, entries: readonly Entry[]) {
  const cell = ({ start, end }: Stretch, column: number) => ({
    text: text.slice(start, end).replace(/\s+/g, " "),
    column,
    columnSpan: 1,
    rowSpan: 1,
    isHeader: false,
  });
  const head: RawRow[] = named ? [{ isHead: true, cells: [cell(named[0], 0), cell(named[1], 1)] }] : [];
  const body = entries.map(
    ({ label, value }): RawRow => ({
      isHead: false,
      cells: label === null ? [cell(value, 1)] : [cell(label, 0), cell(value, 1)],
    }),
  );
  return makeGrid([...head, ...body], null, { statesSpans: true });
}

function trimmedEnd(text: string, start: number, end: number): number {
  return start + text.slice(start, end).trimEnd().length;
}
