import { largestOf, smallestOf } from "../../large-lists.ts";
import { normaliseText } from "../normalise.ts";
import type { TextRun } from "./page-content.ts";

/** A stretch of a printed line without a wide gap inside. */
export interface Segment {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly fontSize: number;
  /** Share of its characters set bold, 0..1. */
  readonly bold: number;
  /** Characters at its start that are set bold. */
  readonly boldLead: number;
}

/** A printed line: segments from left to right on one baseline. */
export interface TextRow {
  readonly kind: "text";
  /** Baseline, and the top of the type above it. */
  readonly y: number;
  readonly top: number;
  readonly fontSize: number;
  readonly left: number;
  readonly right: number;
  readonly segments: readonly Segment[];
}

/** The number of an item: a bold title after it is the item's, whatever type the number is set in. */
export const itemMark = /^\(?[A-Za-z0-9]{1,4}[.)]\s*$/;
/** A gap this wide, in ems, parts two segments: wider than any space of justified type, narrower than a column gutter. */
const segmentGap = 1.25;
const spaceGap = 0.14;
/** Type this much smaller than its neighbour and raised is a footnote mark or an exponent. */
const raisedSize = 0.8;

/** Gathers text runs into printed lines from the top of the page down. */
export function textRowsOf(runs: readonly TextRun[]): TextRow[] {
  const groups: { y: number; fontSize: number; runs: TextRun[] }[] = [];
  for (const run of [...runs].sort((left, right) => left.y - right.y || left.x - right.x)) {
    const group = groups.slice(-4).findLast((each) => isOnLine(each, run));
    if (!group) {
      groups.push({ y: run.y, fontSize: run.fontSize, runs: [run] });
      continue;
    }
    group.runs.push(run);
    if (run.fontSize > group.fontSize) {
      group.y = run.y;
      group.fontSize = run.fontSize;
    }
  }
  return groups
    .map(rowOf)
    .filter((row): row is TextRow => row !== null)
    .sort((left, right) => left.y - right.y);
}

/** Two runs are on one line when their bodies overlap by most of the smaller one's height. */
function isOnLine(group: { y: number; fontSize: number }, run: TextRun): boolean {
  const overlap = Math.min(group.y, run.y) - Math.max(group.y - group.fontSize * 0.8, run.y - run.fontSize * 0.8);
  return overlap > 0.55 * 0.8 * Math.min(group.fontSize, run.fontSize);
}

interface OpenSegment {
  text: string;
  left: number;
  right: number;
  bold: number;
  boldLead: number;
  size: number;
  y: number;
}

function rowOf({ fontSize, runs }: { y: number; fontSize: number; runs: TextRun[] }): TextRow | null {
  const ordered = withoutDoubles(runs.sort((left, right) => left.x - right.x));
  const segments: Segment[] = [];
  let open: OpenSegment | undefined;
  const close = () => {
    const text = open ? normaliseText(open.text) : "";
    if (open && text !== "")
      segments.push({
        text,
        left: open.left,
        right: open.right,
        y: open.y,
        fontSize: open.size,
        bold: open.bold / Math.max(1, open.text.length),
        boldLead: Math.min(open.boldLead, text.length),
      });
  };
  for (const run of ordered) {
    const boldCharacters = run.isBold ? run.text.length : 0;
    const gap = open ? run.x - open.right : 0;
    if (!open || gap > segmentGap * fontSize) {
      close();
      open = {
        text: run.text,
        left: run.x,
        right: run.x + run.width,
        bold: boldCharacters,
        boldLead: boldCharacters,
        size: run.fontSize,
        y: run.y,
      };
      continue;
    }
    const added = isRaised(run, open) ? raisedText(run.text, open.text) : run.text;
    const space = gap > spaceGap * fontSize && !/\s$/.test(open.text) && !/^\s/.test(added) ? " " : "";
    if (run.isBold && (open.boldLead === open.text.length || (open.boldLead === 0 && itemMark.test(open.text))))
      open.boldLead = open.text.length;
    if (run.isBold && open.boldLead === open.text.length) open.boldLead += space.length + added.length;
    open.text += space + added;
    open.right = Math.max(open.right, run.x + run.width);
    open.bold += boldCharacters;
    if (!isRaised(run, open)) {
      open.size = run.fontSize;
      open.y = run.y;
    }
  }
  close();
  return segments.length === 0 ? null : rowFrom(segments);
}

/** Makes a row of segments, on the baseline of the largest of them. */
export function rowFrom(segments: readonly Segment[]): TextRow {
  const largest = segments.reduce((best, each) => (each.fontSize > best.fontSize ? each : best));
  const { y, fontSize } = largest;
  const [left, right] = [smallestOf(segments.map((each) => each.left)), largestOf(segments.map((each) => each.right))];
  return { kind: "text", y, top: y - fontSize, fontSize, left, right, segments };
}

/** Some producers print bold by printing twice. */
function withoutDoubles(runs: readonly TextRun[]): TextRun[] {
  const kept: TextRun[] = [];
  for (const run of runs) {
    const isDouble = kept
      .slice(-3)
      .some(
        (each) =>
          each.text === run.text &&
          Math.abs(each.x - run.x) < Math.max(1, run.fontSize * 0.12) &&
          Math.abs(each.y - run.y) < 1.5,
      );
    if (!isDouble) kept.push(run);
  }
  return kept;
}

function isRaised(run: TextRun, before: { size: number; y: number }): boolean {
  return run.fontSize <= before.size * raisedSize && run.y < before.y - before.size * 0.15;
}

/** A raised figure must not run into the figure before it: "10" with note 1 does not read "101". */
function raisedText(text: string, before: string): string {
  const plain = text.trim();
  if (/^[23]$/.test(plain) && /\b(?:ft|m|km|in|yd|mi|feet|met(?:er|re)s?)\.?\s*$/i.test(before))
    return plain === "2" ? "²" : "³";
  return /^[\d,*†‡a-h]{1,4}$/.test(plain) && !/^(?:st|nd|rd|th)$/.test(plain) ? ` (${plain})` : text;
}
