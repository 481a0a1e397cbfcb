import type { SKRSContext2D } from "@napi-rs/canvas";
import { pictureFont } from "../../pictures/fonts.ts";
import type { Disclosure } from "./disclosures.ts";
import { disclosureText } from "./disclosures.ts";
import type { MetricRow } from "./plan-metrics.ts";

/** A line of the panel, placed from the top of the panel, in points. */
export interface PanelLine {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly isBold: boolean;
  readonly colour: string;
}

/** What is said beside the plan. */
export interface PanelText {
  readonly notice: string | null;
  readonly title: string;
  readonly place: readonly string[];
  readonly facts: readonly string[];
  readonly metrics: readonly MetricRow[];
  readonly disclosures: readonly Disclosure[];
  /** What may be left out when room is short. */
  readonly notes: readonly string[];
}

/** The text of the panel as it fits. */
export interface FittedPanel {
  readonly lines: readonly PanelLine[];
  /** Width of the panel in points. */
  readonly width: number;
  /** How many of the notes found no room. */
  readonly notesLeftOut: number;
}

/** What the search for a fitting panel may use, in points. */
export interface PanelRoom {
  readonly sheetWidth: number;
  readonly height: number;
}

const ink = "#1d232b";
const quiet = "#59636e";
const alarm = "#a3160f";
const statusColours = { pass: "#1d6b36", fail: alarm, "not evaluated": quiet } as const;
const sizes = [11, 10, 9, 8, 7.5] as const;
/** Shares of the sheet; the panel grows last. Source: `siteplan.md` D7. */
const shares = [0.32, 0.38, 0.45] as const;

/**
 * Returns the largest lettering at which everything fits: optional notes go first, the last ones before the others, then long
 * reasons are shortened, then the panel grows. Undefined where the disclosures do not fit even then.
 */
export function fitPanel(context: SKRSContext2D, text: PanelText, room: PanelRoom): FittedPanel | undefined {
  const measure = new TextMeasure(context);
  for (const share of shares) {
    const width = Math.round(room.sheetWidth * share);
    const fit = (setting: Omit<Setting, "width">) => {
      const lines = layOut(measure, text, { width, ...setting });
      const last = lines.at(-1);
      return last && last.y <= room.height ? lines : undefined;
    };
    for (const [hasNotes, isShort] of [
      [true, false],
      [false, false],
      [false, true],
    ] as const) {
      for (const size of sizes) {
        const lines = fit({ size, isShort, notes: hasNotes ? text.notes : [] });
        if (!lines) continue;
        if (hasNotes) return { lines, width, notesLeftOut: 0 };
        for (let count = text.notes.length - 1; count > 0; count--) {
          const left = text.notes.length - count;
          const notes = [...text.notes.slice(0, count), `${left} more: see the proposal in the project record.`];
          const some = fit({ size, isShort, notes });
          if (some) return { lines: some, width, notesLeftOut: left };
        }
        return { lines, width, notesLeftOut: text.notes.length };
      }
    }
  }
  return undefined;
}

interface Setting {
  readonly width: number;
  readonly size: number;
  readonly notes: readonly string[];
  readonly isShort: boolean;
}

function layOut(measure: TextMeasure, text: PanelText, { width, size, notes, isShort }: Setting): PanelLine[] {
  const writer = new PanelWriter(measure, width);
  if (text.notice !== null) writer.paragraph(text.notice, { size, isBold: true, colour: alarm });
  writer.paragraph(text.title, { size: size * 1.55, isBold: true });
  for (const line of text.place) writer.paragraph(line, { size });
  for (const line of text.facts) writer.paragraph(line, { size: size * 0.9, colour: quiet });
  writer.heading("Metrics", size);
  for (const row of text.metrics) writer.metric(row, size);
  writer.heading("Required disclosures", size);
  text.disclosures.forEach((disclosure, at) => {
    writer.paragraph(`${at + 1}. ${disclosureText(disclosure, isShort)}`, { size: size * 0.9 });
  });
  if (notes.length > 0) {
    writer.heading("Notes", size);
    for (const note of notes) writer.paragraph(`• ${note}`, { size: size * 0.85, colour: quiet });
  }
  return writer.lines;
}

class PanelWriter {
  readonly lines: PanelLine[] = [];
  readonly #measure: TextMeasure;
  readonly #width: number;
  #y = 0;

  constructor(measure: TextMeasure, width: number) {
    this.#measure = measure;
    this.#width = width;
  }

  heading(text: string, size: number): void {
    this.#y += size * 0.7;
    this.paragraph(text.toUpperCase(), { size: size * 0.78, isBold: true, colour: quiet });
  }

  paragraph(
    text: string,
    {
      size,
      isBold = false,
      colour = ink,
    }: { readonly size: number; readonly isBold?: boolean; readonly colour?: string },
  ): void {
    for (const line of wrap(this.#measure, text, { size, isBold, width: this.#width })) {
      this.#y += size * 1.22;
      this.lines.push({ text: line, x: 0, y: this.#y, size, isBold, colour });
    }
    this.#y += size * 0.2;
  }

  /** A row in three columns: the name, the plan, and the limit with its outcome; the source of the limit is below. */
  metric({ label, plan, limit, status, source }: MetricRow, size: number): void {
    const small = size * 0.9;
    const columns = [0, 0.4, 0.62].map((share) => this.#width * share);
    const outcome = limit === "" ? "" : `${limit}${status === "not evaluated" ? "" : `  ${status.toUpperCase()}`}`;
    const cells = [label, plan, outcome].map((text, at) => {
      const width = (columns[at + 1] ?? this.#width) - (columns[at] ?? 0) - 4;
      return wrap(this.#measure, text, { size: small, isBold: at === 1, width });
    });
    const height = Math.max(...cells.map((lines) => lines.length));
    cells.forEach((lines, at) => {
      lines.forEach((text, line) => {
        const colour = at === 2 ? statusColours[status] : ink;
        const y = this.#y + (line + 1) * small * 1.18;
        this.lines.push({ text, x: columns[at] ?? 0, y, size: small, isBold: at === 1, colour });
      });
    });
    this.#y += height * small * 1.18;
    if (source !== "") this.paragraph(source, { size: size * 0.72, colour: quiet });
  }
}

/** Breaks a text into lines of a width in points; a word that is wider is broken inside. */
function wrap(
  measure: TextMeasure,
  text: string,
  { size, isBold, width }: { readonly size: number; readonly isBold: boolean; readonly width: number },
): string[] {
  const room = width / size;
  const space = measure.widthOf(" ", isBold);
  const lines: string[] = [];
  let line = "";
  let taken = 0;
  for (const word of text.split(/\s/).filter((part) => part !== "")) {
    for (const part of partsThatFit(measure, word, { isBold, room })) {
      const wide = measure.widthOf(part, isBold);
      if (line !== "" && taken + space + wide > room) {
        lines.push(line);
        line = "";
      }
      taken = line === "" ? wide : taken + space + wide;
      line = line === "" ? part : `${line} ${part}`;
    }
  }
  if (line !== "") lines.push(line);
  return lines;
}

function partsThatFit(
  measure: TextMeasure,
  word: string,
  { isBold, room }: { readonly isBold: boolean; readonly room: number },
): string[] {
  if (measure.widthOf(word, isBold) <= room) return [word];
  const parts: string[] = [];
  let part = "";
  let taken = 0;
  for (const letter of word) {
    const wide = measure.widthOf(letter, isBold);
    if (part !== "" && taken + wide > room) {
      parts.push(part);
      part = "";
      taken = 0;
    }
    part += letter;
    taken += wide;
  }
  return [...parts, part];
}

/** Widths of words at size 1, each measured once: a panel is laid out many times before it fits. */
class TextMeasure {
  readonly #context: SKRSContext2D;
  readonly #widths = new Map<string, number>();
  static readonly #size = 100;

  constructor(context: SKRSContext2D) {
    this.#context = context;
  }

  widthOf(word: string, isBold: boolean): number {
    const key = `${isBold ? "b" : "r"}${word}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return known;
    this.#context.font = `${isBold ? "bold " : ""}${TextMeasure.#size}px "${pictureFont}"`;
    const width = this.#context.measureText(word).width / TextMeasure.#size;
    this.#widths.set(key, width);
    return width;
  }
}
