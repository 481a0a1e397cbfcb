import type { HasGlyph } from "./drawing-font.ts";

/** A value with text that can be printed, and how many characters were replaced in it. */
export interface CleanedValue {
  readonly value: unknown;
  readonly replaced: number;
}

const missing = "[?]";
/** Bullets of the symbol fonts of word processors, in the private-use area. */
const privateBullets = new Set([0xf0b7, 0xf0a7, 0xf0d8, 0xf0fc, 0xf06e]);

/**
 * Returns a JSON value whose texts hold only characters that the font can print: composed (NFC), without control
 * characters, and with `[?]` for each character that has no glyph. One such character would make a PDF/UA document fail.
 */
export function cleanValue(value: unknown, hasGlyph: HasGlyph): CleanedValue {
  let replaced = 0;
  const clean = (of: unknown): unknown => {
    if (typeof of === "string") {
      const text = cleanText(of, hasGlyph);
      replaced += text.replaced;
      return text.value;
    }
    if (Array.isArray(of)) return of.map(clean);
    if (typeof of !== "object" || of === null) return of;
    return Object.fromEntries(Object.entries(of).map(([name, member]) => [name, clean(member)]));
  };
  return { value: clean(value), replaced };
}

function cleanText(text: string, hasGlyph: HasGlyph): { readonly value: string; readonly replaced: number } {
  let replaced = 0;
  let value = "";
  for (const character of text.toWellFormed().normalize("NFC")) {
    const code = character.codePointAt(0) ?? 0;
    if (code === 0x09 || code === 0x0a || code === 0x0d) value += " ";
    else if (code < 0x20 || (code >= 0x7f && code < 0xa0)) continue;
    else if (privateBullets.has(code)) value += "•";
    else if (hasGlyph(code)) value += character;
    else {
      value += missing;
      replaced += 1;
    }
  }
  return { value, replaced };
}
