import { appendAll } from "../../large-lists.ts";
import type { Rule } from "../pdf/page-content.ts";
import { inkThreshold, type PageImage } from "./page-image.ts";

/** Pixels at 300 dots an inch: a level rule is half an inch long at least, an upright one a row of a table high. */
const shortest = { level: 150, upright: 70 } as const;
const thickest = 14;
/** A thin rule breaks off where the scan is light, and wanders where the page lay askew. */
const widestBreak = 5;
const mostWander = 24;
const touching = 12;
/** More than this is hatching or a photograph. */
const mostBands = 4000;

interface Band {
  from: number;
  to: number;
  readonly top: number;
  bottom: number;
  /** Pixels of ink in it. */
  ink: number;
}

/** Finds the lines that are drawn on a page, in pixels; uprights only where they meet a level one, as in tables. */
export function rulingLinesIn(image: PageImage): Rule[] {
  const threshold = inkThreshold(image);
  const { width, height, data } = image;
  const levels = rulesAlong(height, width, shortest.level, (y, x) => (data[y * width + x] ?? 255) <= threshold);
  if (levels.length === 0) return [];
  const uprights = rulesAlong(width, height, shortest.upright, (x, y) => (data[y * width + x] ?? 255) <= threshold);
  const asRule = (isLevel: boolean) => (band: Band) => ({
    isLevel,
    at: (band.top + band.bottom) / 2,
    from: band.from,
    to: band.to,
  });
  const level = levels.map(asRule(true));
  const upright = uprights.map(asRule(false)).filter((rule) => level.some((other) => meets(rule, other)));
  return [...level, ...upright];
}

/** Paints over the rules of tables: recognition takes them for letters. Rules that stand alone underline words. */
export function withoutTableRules(image: PageImage, rules: readonly Rule[]): PageImage {
  const uprights = rules.filter((rule) => !rule.isLevel);
  if (uprights.length === 0) return image;
  const { width, height } = image;
  const data = new Uint8Array(image.data);
  for (const rule of rules) {
    if (rule.isLevel && !uprights.some((upright) => meets(upright, rule))) continue;
    const reach = Math.ceil(thickest / 4);
    const [first, last] = [Math.max(0, Math.round(rule.from) - 2), Math.round(rule.to) + 2];
    for (let across = Math.round(rule.at) - reach; across <= Math.round(rule.at) + reach; across += 1) {
      if (across < 0 || across >= (rule.isLevel ? height : width)) continue;
      if (rule.isLevel) data.fill(255, across * width + first, across * width + Math.min(width, last));
      else for (let y = first; y < Math.min(height, last); y += 1) data[y * width + across] = 255;
    }
  }
  return { width, height, data };
}

function meets(upright: Rule, level: Rule): boolean {
  const isInReach = upright.at >= level.from - touching && upright.at <= level.to + touching;
  return isInReach && level.at >= upright.from - touching && level.at <= upright.to + touching;
}

/** Long stretches of ink in neighbouring rows are one rule when together they are thin. */
function rulesAlong(rows: number, length: number, fewest: number, isInk: (row: number, at: number) => boolean): Band[] {
  const done: Band[] = [];
  let open: Band[] = [];
  for (let row = 0; row < rows && done.length < mostBands; row += 1) {
    for (const stretch of stretchesIn(row, length, fewest, isInk)) {
      const band = open.find((each) => stretch.from <= each.to + touching && stretch.to >= each.from - touching);
      if (!band) {
        open.push({ ...stretch, top: row, bottom: row });
        continue;
      }
      band.from = Math.min(band.from, stretch.from);
      band.to = Math.max(band.to, stretch.to);
      band.bottom = row;
      band.ink += stretch.ink;
    }
    appendAll(
      done,
      open.filter((band) => row - band.bottom > 2),
    );
    open = open.filter((band) => row - band.bottom <= 2);
  }
  if (done.length >= mostBands) return [];
  return [...done, ...open].filter(
    (band) => band.ink / (band.to - band.from) <= thickest && band.bottom - band.top <= mostWander,
  );
}

function* stretchesIn(
  row: number,
  length: number,
  fewest: number,
  isInk: (row: number, at: number) => boolean,
): Generator<{ from: number; to: number; ink: number }> {
  let [from, last, ink] = [-1, -1, 0];
  for (let at = 0; at <= length; at += 1) {
    if (at < length && isInk(row, at)) {
      if (from < 0) [from, ink] = [at, 0];
      last = at;
      ink += 1;
    } else if (from >= 0 && (at - last > widestBreak || at === length)) {
      if (last - from >= fewest) yield { from, to: last, ink };
      from = -1;
    }
  }
}
