import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from "pdf-lib";

/** A part of a made document, set one below the other. */
export type PdfPart =
  | { readonly kind: "heading"; readonly text: string; readonly size?: number }
  | { readonly kind: "paragraph"; readonly text: string }
  /** An item whose number is set plain, its title bold, and the text after it in the same line plain. */
  | { readonly kind: "item"; readonly mark: string; readonly title: string; readonly text: string }
  | {
      readonly kind: "table";
      readonly rows: readonly (readonly string[])[];
      readonly ruled: boolean;
      readonly widths: readonly number[];
    };

/** How the pages of a made document are set. */
export interface PdfLayout {
  readonly runningHead?: string;
  /** What the foot of a page says, by its place in the file from 1; null leaves the foot empty. */
  readonly printedNumber?: (page: number) => string | null;
  readonly columns?: 1 | 2;
  /** Breaks words at line ends with a hyphen where the line would else stay short. */
  readonly hyphenate?: boolean;
}

const [pageWidth, pageHeight, margin] = [612, 792, 72];
const bodySize = 10;
const leading = 13;
const gutter = 30;

/** Sets text and tables on letter pages; the same parts give the same bytes. */
export async function makePdf(parts: readonly PdfPart[], layout: PdfLayout = {}): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const fonts = {
    body: await pdf.embedFont(StandardFonts.TimesRoman),
    bold: await pdf.embedFont(StandardFonts.TimesRomanBold),
  };
  const setter = new PageSetter(pdf, fonts, layout);
  for (const part of parts) setter.set(part);
  setter.finish();
  return pdf.save({ useObjectStreams: false });
}

interface Fonts {
  readonly body: PDFFont;
  readonly bold: PDFFont;
}

class PageSetter {
  readonly #pdf: PDFDocument;
  readonly #fonts: Fonts;
  readonly #layout: PdfLayout;
  #page: PDFPage;
  #column = 0;
  #y = 0;

  constructor(pdf: PDFDocument, fonts: Fonts, layout: PdfLayout) {
    this.#pdf = pdf;
    this.#fonts = fonts;
    this.#layout = layout;
    this.#page = this.#newPage();
  }

  set(part: PdfPart): void {
    if (part.kind === "table") {
      this.#table(part);
      return;
    }
    if (part.kind === "item") {
      this.#item(part);
      return;
    }
    const isHeading = part.kind === "heading";
    const size = isHeading ? (part.size ?? 12) : bodySize;
    const font = isHeading ? this.#fonts.bold : this.#fonts.body;
    if (isHeading) this.#room(leading * 3);
    this.#y -= isHeading ? 6 : 0;
    for (const line of wrap(part.text, font, size, this.#columnWidth(), this.#layout.hyphenate ?? false)) {
      this.#room(leading);
      this.#page.drawText(line, { x: this.#left(), y: this.#y, size, font });
      this.#y -= leading;
    }
    this.#y -= 7;
  }

  finish(): void {
    this.#pdf.setTitle("");
  }

  #item({ mark, title, text }: Extract<PdfPart, { kind: "item" }>): void {
    const { body, bold } = this.#fonts;
    const lead = `${mark} ${title} `;
    const [first = "", ...others] = wrap(`${lead}${text}`, bold, bodySize, this.#columnWidth(), false);
    this.#room(leading);
    let x = this.#left();
    const runs = [
      [mark, body],
      [title, bold],
      [first.slice(lead.length), body],
    ] as const;
    for (const [said, font] of runs) {
      if (said !== "") this.#page.drawText(said, { x, y: this.#y, size: bodySize, font });
      x += font.widthOfTextAtSize(said, bodySize) + 3;
    }
    this.#y -= leading;
    for (const line of others) {
      this.#room(leading);
      this.#page.drawText(line, { x: this.#left(), y: this.#y, size: bodySize, font: body });
      this.#y -= leading;
    }
    this.#y -= 7;
  }

  #table({ rows, ruled, widths }: Extract<PdfPart, { kind: "table" }>): void {
    const height = 18;
    for (const [at, row] of rows.entries()) {
      this.#room(height);
      let x = this.#left();
      row.forEach((text, column) => {
        const width = widths[column] ?? 80;
        const font = at === 0 ? this.#fonts.bold : this.#fonts.body;
        this.#page.drawText(text, { x: x + 4, y: this.#y - 9, size: bodySize, font });
        if (ruled)
          this.#page.drawRectangle({
            x,
            y: this.#y - height + 4,
            width,
            height,
            borderWidth: 0.7,
            borderColor: rgb(0, 0, 0),
          });
        x += width;
      });
      this.#y -= height;
    }
    this.#y -= 12;
  }

  #room(height: number): void {
    if (this.#y - height > margin) return;
    if (this.#layout.columns === 2 && this.#column === 0) {
      this.#column = 1;
      this.#y = pageHeight - margin - 24;
      return;
    }
    this.#page = this.#newPage();
  }

  #newPage(): PDFPage {
    const page = this.#pdf.addPage([pageWidth, pageHeight]);
    const { runningHead, printedNumber } = this.#layout;
    if (runningHead) page.drawText(runningHead, { x: margin, y: pageHeight - 40, size: 9, font: this.#fonts.body });
    const number = printedNumber?.(this.#pdf.getPageCount()) ?? null;
    if (number !== null) page.drawText(number, { x: pageWidth / 2 - 8, y: 36, size: 9, font: this.#fonts.body });
    this.#column = 0;
    this.#y = pageHeight - margin - 24;
    return page;
  }

  #left(): number {
    return this.#column === 0 ? margin : margin + this.#columnWidth() + gutter;
  }

  #columnWidth(): number {
    const whole = pageWidth - 2 * margin;
    return this.#layout.columns === 2 ? (whole - gutter) / 2 : whole;
  }
}

function wrap(text: string, font: PDFFont, size: number, width: number, hyphenate: boolean): string[] {
  const lines: string[] = [];
  let line = "";
  const fits = (candidate: string) => font.widthOfTextAtSize(candidate, size) <= width;
  for (const word of text.split(/\s+/)) {
    const candidate = line === "" ? word : `${line} ${word}`;
    if (fits(candidate)) {
      line = candidate;
      continue;
    }
    const cut = hyphenate && /^[a-z]{8,}$/.test(word) ? Math.floor(word.length / 2) : 0;
    if (cut > 0 && fits(`${line} ${word.slice(0, cut)}-`)) {
      lines.push(`${line} ${word.slice(0, cut)}-`);
      line = word.slice(cut);
    } else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** A PDF whose pages hold drawings and no text, as a scan does. */
export async function makeTextlessPdf(pages: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  for (let page = 0; page < pages; page += 1) {
    pdf
      .addPage([pageWidth, pageHeight])
      .drawRectangle({ x: 100, y: 100, width: 300, height: 400, color: rgb(0.8, 0.8, 0.8) });
  }
  return pdf.save({ useObjectStreams: false });
}

const plainLatin: Readonly<Record<string, string>> = {
  "–": "-",
  "—": "-",
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "•": "-",
  "§": "§",
};

/** Text that the standard fonts can set: other characters become a question mark. */
export function settable(text: string): string {
  return text
    .replace(/[–—‘’“”•]/g, (character) => plainLatin[character] ?? "?")
    .replace(/[^\u0020-\u007e\u00a0-\u00ff]/g, "?");
}
