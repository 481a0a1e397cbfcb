import { afterSpace, type Layout, type RunningTable, startsLine, type TableReader, wordEnd } from "./running-table.ts";
import { makeGrid } from "./table-grid.ts";
import type { Stretch } from "./table-heads.ts";
import { isAgainst, type RunningValue, valueAt } from "./table-values.ts";

/** A label and its value. */
interface Pair {
  readonly label: Stretch;
  readonly value: RunningValue;
}

const fewestPairs = 3;
const longestLabel = 110;
const mostLabelWords = 16;
/** How a label of a standard begins. */
const opening =
  /(?<!\S)(?=(?:Min(?:imum|\.)?|Max(?:imum|\.)?|MIN(?:IMUM|\.)?|MAX(?:IMUM|\.)?|(?:Required|Principal|Accessory|Each|Interior|Street|Corner|Total)?\s?(?:Lot|Front|Side|Rear|Building|Height|Floor|Yard|Street|Density))\s)/gu;
const opensHere = new RegExp(opening.source, "yu");
const dimension =
  /\b(?:area|size|width|depth|frontage|yards?|setbacks?|height|coverage|ratio|density|stor(?:y|ies|eys)|spaces?|distance|separation|lot|percent(?:age)? of|surface)\b/i;
/** A second label inside a label: what stands before it is a title. */
const anotherOpening = /\S\s+(?:Min(?:imum|\.)?|Max(?:imum|\.)?|MINIMUM|MAXIMUM)\s/;
const countedByName = /\b(?:stor(?:ies|eys)|ratio|F\.?A\.?R)\b/i;
const unitInBrackets =
  /[([](?:in )?(?:feet|ft\.?|sq\.? ?ft\.?|square feet|s\.?f\.?|acres?|ac\.?|%|percent|stories)[)\]]/i;
/** Words of sentences; a label has none of them. */
const sentenceWords =
  /\b(?:shall|must|may|will|is|are|be|been|has|have|which|that|provided|pursuant|accordance|sections?|exceed|than|least|feet|percent)\b|[;:?!]\s|[a-z]{3}\.\s|\(\w{1,3}\)\s+[A-Z]/;

/**
 * Reads standards that stand in two columns and have run together: "Minimum lot area 2 acres Maximum coverage 10 percent
 * Maximum height 35 feet".
 *
 * Every label names a dimension, every value has its unit, and nothing else stands between them.
 */
export function runningPairs(text: string, layout: Layout = "words"): TableReader {
  const starts = [...text.matchAll(opening)].map((match) => match.index);
  let next = 0;
  return (from) => {
    for (; next < starts.length; next += 1) {
      const start = starts[next] ?? 0;
      if (start < from || (layout === "lines" && !startsLine(text, start))) continue;
      const table = tableOf(text, pairsFrom(text, start, layout));
      if (table) return table;
    }
    return null;
  };
}

function tableOf(text: string, pairs: readonly Pair[]): RunningTable | null {
  const [first] = pairs;
  const last = pairs.at(-1);
  if (!first || !last || pairs.length < fewestPairs) return null;
  const grid = makeGrid(
    pairs.map(({ label, value }) => ({
      isHead: false,
      cells: [label, value].map(({ start, end }, column) => ({
        text: text.slice(start, end).replace(/\s+/g, " "),
        column,
        columnSpan: 1,
        rowSpan: 1,
        isHeader: false,
      })),
    })),
    null,
    { statesSpans: true },
  );
  return grid && { start: first.label.start, end: last.value.end, grid };
}

function pairsFrom(text: string, from: number, layout: Layout): Pair[] {
  const pairs: Pair[] = [];
  for (let at = from; at < text.length; ) {
    const pair = pairAt(text, at, layout);
    if (!pair) break;
    pairs.push(pair);
    at = afterSpace(text, pair.value.end);
  }
  return pairs;
}

function pairAt(text: string, from: number, layout: Layout): Pair | null {
  let at = from;
  for (let words = 0; words < mostLabelWords && at - from < longestLabel && at < text.length; words += 1) {
    const value = words > 0 ? valueAt(text, at) : null;
    if (value) {
      const label = { start: from, end: from + text.slice(from, at).trimEnd().length };
      return isPair(text, label, value, layout) ? { label, value } : null;
    }
    at = afterSpace(text, wordEnd(text, at));
  }
  return null;
}

function isPair(text: string, label: Stretch, value: RunningValue, layout: Layout): boolean {
  const words = text.slice(label.start, label.end);
  opensHere.lastIndex = label.start;
  if (!opensHere.test(text)) return false;
  if (!dimension.test(words) || anotherOpening.test(words) || sentenceWords.test(words) || isAgainst(words, value))
    return false;
  const after = text.slice(value.end, value.end + 8);
  // Without a unit the figure may be the page that a list of contents names.
  const isTold =
    value.units.length > 0 || value.kind === "nothing" || unitInBrackets.test(words) || countedByName.test(words);
  if (layout === "lines") return isTold && startsLine(text, label.start) && /^[^\S\n]*(?:\n|$)/.test(after);
  // A clause that goes on in lower case, or another figure, would belong to the value.
  return isTold && /^(?:\s+[\p{Lu}(]|\s*$)/u.test(after);
}
