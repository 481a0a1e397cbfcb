/** A sentence of an answer with the markers it carries. */
export interface Claim {
  /** Without markers. */
  readonly text: string;
  readonly markers: readonly number[];
  /** What stood before it on its line: a bullet, a number, or nothing. */
  readonly lead: string;
  /** True for the first sentence of a line. */
  readonly opensLine: boolean;
}

const markerGroup = /\s*[[【]\s*(\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)\s*[\]】]/g;
const sentenceEnd = /(?:[.!?]["”)]?(?:\s*[[【][\d\s,;–-]+[\]】])*|[[【][\d\s,;–-]+[\]】][.!?]?)\s+(?=["“(]?[A-Z])/g;
/** More spaces than anybody writes: patterns that look for the end of a gap would try each of them. */
const longGap = /[^\S\n]{64,}/g;
/** An abbreviation whose period ends no sentence, at the end of a text. */
export const abbreviation =
  /\b(?:sq|ft|sec|secs|art|no|nos|approx|min|max|vs|inc|st|ave|rd|ch|ord|e\.g|i\.e|u\.s|lin|d\.u)\.$/i;

/**
 * Splits an answer into claims, line by line; markers after a period belong to the sentence before them. A line its
 * writer calls whole is one claim, whatever periods it contains.
 *
 * @param continuesLine true when the answer goes on in the line that an earlier part of it began
 */
export function claimsOf(
  answer: string,
  isWhole: (line: string) => boolean = () => false,
  continuesLine = false,
): Claim[] {
  return answer
    .replace(longGap, " ")
    .split("\n")
    .flatMap((line, lineAt) => {
      const continues = continuesLine && lineAt === 0;
      const isOne = isWhole(withoutMarkers(line));
      const lead = isOne || continues ? "" : (/^\s*(?:[-*•]\s+|\d{1,2}[.)]\s+|#+\s+)?/.exec(line)?.[0] ?? "");
      const body = line.slice(lead.length);
      return (isOne || isWhole(withoutMarkers(body)) ? [body] : sentencesOf(body)).map((sentence, at) => ({
        text: withoutMarkers(sentence),
        markers: markersOf(sentence),
        lead: at === 0 ? lead.trimStart() : "",
        opensLine: at === 0 && !continues,
      }));
    });
}

function withoutMarkers(sentence: string): string {
  return sentence
    .replace(markerGroup, "")
    .replace(/\s+([.,;:])(?!\d)/g, "$1")
    .trim();
}

function sentencesOf(line: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  for (const match of line.matchAll(sentenceEnd)) {
    const end = match.index + match[0].length;
    if (abbreviation.test(line.slice(from, end).trimEnd())) continue;
    sentences.push(line.slice(from, end).trim());
    from = end;
  }
  sentences.push(line.slice(from).trim());
  return sentences.filter((sentence) => sentence !== "");
}

function markersOf(sentence: string): number[] {
  const markers: number[] = [];
  for (const match of sentence.matchAll(markerGroup)) {
    for (const part of (match[1] ?? "").split(/\s*[,;]\s*/)) {
      const [first, last] = part.split(/\s*[–-]\s*/).map(Number);
      if (first === undefined) continue;
      for (let marker = first; marker <= Math.min(last ?? first, first + 20); marker++) markers.push(marker);
    }
  }
  return [...new Set(markers)];
}

/** Puts markers at a sentence's end, before its final mark. */
export function withMarkers(text: string, markers: readonly number[]): string {
  if (markers.length === 0) return text;
  const mark = /[.!?:;]["”]?$/.exec(text)?.[0] ?? "";
  return `${text.slice(0, text.length - mark.length)} ${markers.map((marker) => `[${marker}]`).join("")}${mark}`;
}
