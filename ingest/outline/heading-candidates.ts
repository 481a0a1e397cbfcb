import type { Item, Line } from "../parse/lines.ts";
import { saysMeasure } from "../parse/table-grid.ts";
import type { ContentsList } from "./contents-list.ts";
import { titleKey } from "./contents-list.ts";
import {
  cleanTitle,
  colonTitle,
  dashedTitle,
  endsSentence,
  isCapitals,
  isHanging,
  isReferenceTail,
  isTitleCase,
  runInTitle,
  styledTitle,
  type TitlePart,
  titleIn,
  wordCount,
} from "./heading-title.ts";
import { type Marker, parseMarker, parsePlainNumber } from "./section-number.ts";

/** A mark of a table that a legend explains in the next line, not a title: "SEP". */
const symbol = /^[A-Z]{1,3}$/;

/** A line, or a few, that may be a heading. */
export interface HeadingCandidate {
  /** First and last item of the heading. */
  readonly from: number;
  readonly to: number;
  /** Characters of the last line that belong to the heading; null when the whole line does. */
  readonly length: number | null;
  readonly marker: Marker | null;
  readonly title: string;
  /** Heading level given by the source. */
  readonly level: number | null;
  readonly isListed: boolean;
  readonly isCapitals: boolean;
  readonly isStyled: boolean;
  readonly size: number;
  /** Stands by its form alone; a weak one must also continue a sequence of numbers. */
  readonly isStrong: boolean;
  /** Lists that a list item stands in, for the title of an item inside a list of titled items; left out elsewhere. */
  readonly itemDepth?: number;
}

/** Type this much larger than the body is a heading's. */
const headingSize = 1.12;
const longestHeadingWords = 18;
/** What editors of codes print between sections. */
export const editorial =
  /^(?:foot)?notes?(?:\(s\))?:?$|^editor['’]?s?\s+notes?|^(?:state law|cross|charter|code)\s+references?|^history:?$|^\(?(?:rev\.?|new(?=\s\d)|amended|adopted|revised|deleted|effective|added|repealed|eff\.|ord\.|rc-[a-z]{3}|pcc)\b/i;

const amendment = /^\s*\((?:amended|added|adopted|revised|renumbered|repealed)\b[^()]*\)[\s.]*$/i;

/** What is known of the whole document while single lines are judged. */
interface Judging {
  readonly items: readonly Item[];
  readonly contents: ContentsList;
  /** Bold says nothing where most lines are bold. */
  readonly boldTells: boolean;
  /** Sections are numbered 501, 502, …, 601, so that "501." is a section number and not the mark of a list item. */
  readonly countsByHundreds: boolean;
  /** Last item of the heading found before: a heading is never the beginning of a sentence. */
  lastHeading: number;
}

/** Collects every line that may be a heading, in document order, with no regard to the others. */
export function headingCandidates(items: readonly Item[], contents: ContentsList): HeadingCandidate[] {
  const lines = items.filter((item) => item.kind === "line");
  const length = (some: readonly Line[]) => some.reduce((sum, line) => sum + line.text.length, 0);
  const boldTells = length(lines.filter((line) => line.isBold)) < length(lines) * 0.35;
  const judging: Judging = { items, contents, boldTells, countsByHundreds: countsByHundreds(lines), lastHeading: -1 };
  const found: HeadingCandidate[] = [];
  for (let index = 0; index < items.length; index += 1) {
    const line = items[index];
    if (line?.kind !== "line" || contents.items.has(index)) continue;
    const candidate = candidateAt(judging, index, line);
    if (!candidate) continue;
    found.push(candidate);
    index = candidate.to;
    if (candidate.length === null) judging.lastHeading = candidate.to;
  }
  return found;
}

const threeDigits = /^([1-9]\d\d)\.\s+(?=["“(]?\p{Lu})/u;
const fewestInHundreds = 8;

/** Whether lines are numbered by three digits from several hundreds, and not as the hundredth of a list. */
function countsByHundreds(lines: readonly Line[]): boolean {
  const numbers = new Set(lines.flatMap(({ text }) => threeDigits.exec(text)?.[1] ?? []));
  const hundreds = new Set([...numbers].map((number) => number[0]));
  return numbers.size >= fewestInHundreds && hundreds.size > 1 && !lines.some(({ text }) => /^9[5-9]\.\s/.test(text));
}

function candidateAt(judging: Judging, index: number, line: Line): HeadingCandidate | null {
  if (line.level !== null) return taggedHeading(index, line);
  if (line.isLabel === true) return null;
  const printed = (line.isNumbered === true ? parsePlainNumber(line.text) : null) ?? parseMarker(line.text);
  const isSection = printed?.kind === "arabic" && judging.countsByHundreds && threeDigits.test(line.text);
  const marker: Marker | null = isSection ? { ...printed, kind: "section" } : printed;
  if (!marker) return plainHeading(judging, index, line);
  if (marker.kind === "word") return wordHeading(judging, index, line, marker);
  if (marker.kind === "section") return sectionHeading(judging, index, line, marker);
  return listHeading(judging, index, line, marker);
}

function taggedHeading(index: number, line: Line): HeadingCandidate {
  const marker = parseMarker(line.text);
  const isNumber = marker !== null && marker.kind !== "lower" && !isReferenceTail(marker.rest);
  return {
    ...shape(index, line),
    marker: isNumber ? marker : null,
    title: cleanTitle(isNumber ? marker.rest : line.text),
    level: line.level,
    isStrong: true,
  };
}

/** "ARTICLE V", "Chapter 240. Zoning": with the title on the same line or on the next. */
function wordHeading(judging: Judging, index: number, line: Line, marker: Marker): HeadingCandidate | null {
  if (isReferenceTail(marker.rest)) return null;
  // In capitals, or alone in its line, it stands out even where the line before it lost its full stop.
  const standsOut = isCapitals(line.text) && !isHanging(previousText(judging, index));
  if (continues(judging, index) && !standsOut) return null;
  const title = titleOrStart(judging, index, marker.rest);
  if (!title || (title.length < marker.rest.length && !isBigLetters(title.title))) return null;
  if (marker.rest !== "" && !isCapitals(marker.rest) && !isTitleCase(title.title) && !isStyled(judging, line))
    return null;
  const length = title.length < marker.rest.length ? line.text.length - marker.rest.length + title.length : null;
  const own = { ...shape(index, line), marker, title: title.title, length, isStrong: true };
  return marker.rest === "" ? withNextLines(judging, own, line) : withWrappedLines(judging, own, line);
}

/** "§ 240-1. Statement of purposes.", "3.1.8 Detached House", "1.1 Purpose. These regulations …". */
function sectionHeading(judging: Judging, index: number, line: Line, marker: Marker): HeadingCandidate | null {
  if (isReferenceTail(marker.rest)) return null;
  const isSaid = marker.word !== null;
  const isLone = marker.parts.length < 2;
  if (/^\p{Ll}/u.test(marker.rest) && !(isSaid && /[.:–—-]\s*$/.test(line.text.slice(0, marker.length)))) return null;
  if (isLone && !isSaid && (marker.rest === "" || editorial.test(marker.rest))) return null;
  const goesOn = continues(judging, index);
  const lead = judging.boldTells && !goesOn ? boldTitle(line, marker) : null;
  if (lead) return { ...shape(index, line), ...lead, marker, isStyled: true, isStrong: true };
  if (goesOn && isHanging(previousText(judging, index))) return null;
  const isDashed = isSaid && /[.:]\s*[-–—]+\s*$/.test(line.text.slice(0, marker.length));
  const title =
    runsOn(judging, index, line) && !isStyled(judging, line)
      ? runInTitle(marker.rest)
      : ((isStyled(judging, line) ? styledTitle(marker.rest) : null) ??
        titleOrStart(judging, index, marker.rest) ??
        colonTitle(marker.rest, isStyled(judging, line)) ??
        (isDashed ? dashedTitle(marker.rest) : null));
  const isOwnLine = title !== null && title.length === marker.rest.length;
  if (goesOn && !(isOwnLine && title.title !== "" && isTitleCase(title.title))) return null;
  const own = {
    ...shape(index, line),
    marker,
    title: title?.title ?? "",
    length: isOwnLine ? null : line.text.length - marker.rest.length + (title?.length ?? 0),
    isStrong:
      !goesOn &&
      title !== null &&
      title.title !== "" &&
      (isStyled(judging, line) ||
        (isSaid && !isLone) ||
        (isSaid && isBigLetters(title.title)) ||
        isCapitals(title.title)),
  };
  if (marker.rest === "") return withNextLines(judging, own, line);
  return isOwnLine ? withWrappedLines(judging, own, line) : own;
}

/** "A. AUTHORITY", "IV. Signs": a place in a list that carries a heading's type. */
function listHeading(judging: Judging, index: number, line: Line, marker: Marker): HeadingCandidate | null {
  if (marker.kind === "bracket" || marker.kind === "lower" || continues(judging, index)) return null;
  if (editorial.test(marker.rest)) return null;
  const whole = isStyled(judging, line) && wordCount(marker.rest) <= longestHeadingWords;
  const title = whole ? { title: cleanTitle(marker.rest), length: marker.rest.length } : titleIn(marker.rest);
  const lead = runInHeading(line, marker);
  if (lead && judging.boldTells) return { ...shape(index, line), ...lead, marker, isStyled: true, isStrong: true };
  if (!title || title.title === "" || title.length < marker.rest.length) return null;
  const isLoud = isCapitals(marker.rest) || (isStyled(judging, line) && !/;$/.test(marker.rest));
  const isListed = judging.contents.titles.has(titleKey(marker.rest)) && isTitleCase(title.title);
  if ((!isLoud && !isListed) || wordCount(title.title) > longestHeadingWords) return null;
  return withWrappedLines(
    judging,
    { ...shape(index, line), marker, title: title.title, isListed, isStrong: true },
    line,
  );
}

/** The words that are set bold after a number, where the rest of the line is not. */
function boldTitle(line: Line, marker: Marker): Pick<HeadingCandidate, "title" | "length"> | null {
  const lead = line.boldLead ?? 0;
  const title = cleanTitle(line.text.slice(marker.length, lead));
  if (lead >= line.text.length || title.length < 3 || wordCount(title) > longestHeadingWords) return null;
  return /^[\p{Lu}"“(]/u.test(title) ? { title, length: lead } : null;
}

/** "A. Use. No building shall …", where the letter and the title are set bold and the sentence is not. */
function runInHeading(line: Line, marker: Marker): Pick<HeadingCandidate, "title" | "length"> | null {
  const lead = line.boldLead ?? 0;
  const before = runInTitle(marker.rest);
  if (lead < 4 || lead >= line.text.length || !before) return null;
  const length = marker.length + before.length;
  const end = line.text.slice(0, length).trimEnd().length;
  // What amended the section stands in the same type: "B. Use. (Amended by Ord. No. 7.) No lot …".
  const isAmended = lead > end && amendment.test(line.text.slice(end, lead));
  return isAmended || Math.abs(lead - end) <= 2 ? { title: before.title, length } : null;
}

/** A heading without a number: by the table of contents, by its type, or in capitals. */
function plainHeading(judging: Judging, index: number, line: Line): HeadingCandidate | null {
  const { text } = line;
  const words = wordCount(text);
  if (words > longestHeadingWords || text.length < 3 || text.length > 160 || !/\p{L}{3}/u.test(text)) return null;
  if (/[.;,]$/.test(text) || /^[•·▪*\-–—(]/.test(text) || /^(table|figure|map|image|note|source)\b/i.test(text))
    return null;
  if (editorial.test(text) || !isBalanced(text)) return null;
  // "3rd offense - $150" is an entry of a list.
  if (!isCapitals(text) && saysMeasure(text)) return null;
  if (isHanging(text) || !/^["“'‘]?[\p{Lu}\d]/u.test(text) || continues(judging, index)) return null;
  const isListed = judging.contents.titles.has(titleKey(text)) && (isTitleCase(text) || isCapitals(text));
  const isLoud = isCapitals(text) && /[AEIOUY]/.test(text) && !symbol.test(text);
  if (!isListed && !isLoud && !isStyled(judging, line)) return null;
  if (!isListed && /^\(.*\)$|^["“].*["”]$/.test(text)) return null;
  const own = {
    ...shape(index, line),
    title: cleanTitle(text),
    isListed,
    isStrong: isListed || isStyled(judging, line),
  };
  return withWrappedLines(judging, own, line);
}

function shape(index: number, line: Line): HeadingCandidate {
  return {
    from: index,
    to: index,
    length: null,
    marker: null,
    title: "",
    level: null,
    isListed: false,
    isCapitals: isCapitals(line.text),
    isStyled: line.isBold || line.size >= headingSize,
    size: line.size,
    isStrong: false,
  };
}

/** The title on a line, or the first part of one that goes on in the next line in the same type. */
function titleOrStart(judging: Judging, index: number, rest: string): TitlePart | null {
  const title = titleIn(rest);
  const [line, next] = [judging.items[index], judging.items[index + 1]];
  if (title || line?.kind !== "line" || next?.kind !== "line" || next.opens || !isHanging(rest)) return title;
  const isSameType = isStyled(judging, line) ? isStyled(judging, next) : isCapitals(rest) && isCapitals(next.text);
  return isSameType && wordCount(rest) <= longestHeadingWords ? { title: cleanTitle(rest), length: rest.length } : null;
}

/** A heading that is a number alone takes the next line as its title, when that line looks like one. */
function withNextLines(judging: Judging, own: HeadingCandidate, line: Line): HeadingCandidate {
  const next = judging.items[own.to + 1];
  if (next?.kind !== "line" || next.level !== null || judging.contents.items.has(own.to + 1)) return own;
  if (parseMarker(next.text) && !isCapitals(next.text)) return own;
  const title = titleIn(next.text);
  if (!title || title.length < next.text.length || title.title === "") return own;
  const isLoud = isCapitals(next.text) || isStyled(judging, next) || isTitleCase(title.title);
  if (!isLoud || wordCount(title.title) > 12 || (/\.$/.test(next.text) && !isTitleCase(title.title))) return own;
  const taken = {
    ...own,
    to: own.to + 1,
    title: title.title,
    isStrong: own.isStrong || isCapitals(next.text) || isStyled(judging, next),
  };
  return withWrappedLines(judging, taken, { ...next, isBold: next.isBold || line.isBold });
}

/** A long heading wraps: the next line belongs to it when it goes on in the same type. */
function withWrappedLines(judging: Judging, own: HeadingCandidate, line: Line): HeadingCandidate {
  let taken = own;
  let last = line;
  while (taken.to - taken.from < 3) {
    const next = judging.items[taken.to + 1];
    if (next?.kind !== "line" || next.level !== null || next.isWhole || next.opens || parseMarker(next.text)) break;
    if (judging.contents.items.has(taken.to + 1)) break;
    const goesOnByType =
      next.isBold === last.isBold &&
      Math.abs(next.size - last.size) < 0.05 &&
      (next.isBold || next.size >= headingSize);
    const goesOnInCapitals = isCapitals(last.text) && isCapitals(next.text) && !/[.:]$/.test(last.text);
    if (editorial.test(next.text)) break;
    if (!(isHanging(last.text) || goesOnInCapitals || (goesOnByType && last.fill > 0.6))) break;
    if (wordCount(taken.title) + wordCount(next.text) > longestHeadingWords + 4 || /[.;]$/.test(next.text)) break;
    taken = { ...taken, to: taken.to + 1, title: cleanTitle(`${taken.title} ${next.text}`) };
    last = next;
  }
  return taken;
}

/** Tells whether the line's sentence goes on below: what follows the number is body, not a title. */
function runsOn({ items }: Judging, index: number, line: Line): boolean {
  const next = items[index + 1];
  if (next?.kind !== "line" || next.opens || line.isWhole || next.isWhole) return false;
  return /^[\p{Ll}(]/u.test(next.text) && line.fill > 0.6 && !isHanging(line.text) && !isCapitals(line.text);
}

function isBalanced(text: string): boolean {
  return text.split("(").length === text.split(")").length && text.split("[").length === text.split("]").length;
}

/** Tells whether a line goes on in the sentence of the line before it. */
function continues({ items, contents, lastHeading }: Judging, index: number): boolean {
  if (lastHeading === index - 1) return false;
  const line = items[index];
  const before = items[index - 1];
  if (line?.kind !== "line" || before?.kind !== "line" || contents.items.has(index - 1)) return false;
  if (line.opens || before.isWhole || before.level !== null) return false;
  if (endsSentence(before.text)) return false;
  return isHanging(before.text) || before.fill > 0.7;
}

function previousText({ items }: Judging, index: number): string {
  const before = items[index - 1];
  return before?.kind === "line" ? before.text : "";
}

const isStyled = ({ boldTells }: Judging, line: Line) => (line.isBold && boldTells) || line.size >= headingSize;
const isBigLetters = (text: string) => isCapitals(text) || isTitleCase(text);
