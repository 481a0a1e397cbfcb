import mammoth from "mammoth";
import { withPrintedNumbers } from "./docx-numbers.ts";
import type { RawDocument } from "./lines.ts";
import { parserFailure } from "./overruns.ts";
import { rawFromHtml } from "./parse-html.ts";
import { assertZipIsHarmless } from "./zip-guard.ts";

/** Reads a Word file: heading styles, tables with spanning cells, and the numbers Word prints before headings and items. */
export async function parseDocx(bytes: Uint8Array): Promise<RawDocument> {
  await assertZipIsHarmless(bytes);
  try {
    const { file, styleMap } = withPrintedNumbers(bytes);
    const buffer = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    const { value } = await mammoth.convertToHtml(
      { buffer },
      {
        styleMap: [...styleMap],
        externalFileAccess: false,
        convertImage: mammoth.images.imgElement(async () => ({ src: "" })),
      },
    );
    return rawFromHtml(value, "docx");
  } catch (error) {
    const detail = "The Word file is damaged. Open it in Word, save it again and upload the new file.";
    throw parserFailure(error, detail);
  }
}
