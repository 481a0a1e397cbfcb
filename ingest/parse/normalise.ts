import { hasUtf16Mark } from "./media-type.ts";

const controls = /(?![\t\n\v\f\r\u0085])\p{Cc}/gu;
/** Soft hyphen, zero-width characters, byte order mark, direction marks: seen by nobody, in the way of every search. */
const invisibles = /[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff\ufffe\uffff]/g;
const ligatures: Readonly<Record<string, string>> = { ﬀ: "ff", ﬁ: "fi", ﬂ: "fl", ﬃ: "ffi", ﬄ: "ffl", ﬅ: "st", ﬆ: "st" };
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Brings one line or paragraph into the stored form: NFC, no controls, no soft hyphens, runs of spaces collapsed. */
export function normaliseText(text: string): string {
  return text
    .replace(controls, "")
    .replace(invisibles, "")
    .replace(loneSurrogate, "\ufffd")
    .replace(/[ﬀ-ﬆ]/g, (ligature) => ligatures[ligature] ?? ligature)
    .normalize("NFC")
    .replace(/[\s\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u0085]+/g, " ")
    .trim();
}

/** Decodes a text file: by its byte order mark, else as UTF-8, else as Windows-1252. */
export function decodeText(bytes: Uint8Array, label?: string): string {
  if (hasUtf16Mark(bytes)) return new TextDecoder(bytes[0] === 0xff ? "utf-16le" : "utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(knownLabel(label) ? label : "windows-1252").decode(bytes);
  }
}

function knownLabel(label: string | undefined): boolean {
  if (label === undefined || /^utf-?8$/i.test(label)) return false;
  try {
    return new TextDecoder(label).encoding !== "";
  } catch {
    return false;
  }
}
