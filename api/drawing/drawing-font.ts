import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The weights that drawings use. Source Sans 3, SIL Open Font License 1.1; it comes with the service. */
const weights = ["400Regular", "400Regular_Italic", "600SemiBold", "700Bold"] as const;

/** Reads the font files of drawings, the regular weight first. */
export async function readDrawingFonts(): Promise<Buffer[]> {
  const manifest = createRequire(import.meta.url).resolve("@expo-google-fonts/source-sans-3/package.json");
  return Promise.all(weights.map((weight) => readFile(join(dirname(manifest), weight, `SourceSans3_${weight}.ttf`))));
}

/** Tells whether a font has a glyph for a code point. */
export type HasGlyph = (codePoint: number) => boolean;

/**
 * Returns which code points a TrueType font has glyphs for.
 *
 * Source: OpenType specification 1.9, "cmap", subtables of formats 4 and 12
 *
 * @throws Error for a font without a Unicode subtable
 */
export function glyphsOf(font: Buffer): HasGlyph {
  const start = tableStart(font, "cmap");
  const ranges: (readonly [number, number])[] = [];
  for (let at = 0; at < font.readUInt16BE(start + 2); at++) {
    const subtable = start + font.readUInt32BE(start + 4 + at * 8 + 4);
    const format = font.readUInt16BE(subtable);
    if (format === 12) ranges.push(...groupsOf(font, subtable));
    if (format === 4) ranges.push(...segmentsOf(font, subtable));
  }
  if (ranges.length === 0) throw new Error("the font of drawings has no table of characters");
  return (codePoint) => ranges.some(([from, to]) => codePoint >= from && codePoint <= to);
}

function tableStart(font: Buffer, name: string): number {
  for (let at = 0; at < font.readUInt16BE(4); at++) {
    const record = 12 + at * 16;
    if (font.toString("latin1", record, record + 4) === name) return font.readUInt32BE(record + 8);
  }
  throw new Error(`the font of drawings has no table ${name}`);
}

function groupsOf(font: Buffer, subtable: number): [number, number][] {
  return Array.from({ length: font.readUInt32BE(subtable + 12) }, (_, at) => {
    const group = subtable + 16 + at * 12;
    return [font.readUInt32BE(group), font.readUInt32BE(group + 4)];
  });
}

function segmentsOf(font: Buffer, subtable: number): [number, number][] {
  const twice = font.readUInt16BE(subtable + 6);
  return Array.from({ length: twice / 2 }, (_, at): [number, number] => [
    font.readUInt16BE(subtable + 14 + twice + 2 + at * 2),
    font.readUInt16BE(subtable + 14 + at * 2),
  ]).filter(([from]) => from !== 0xffff);
}
