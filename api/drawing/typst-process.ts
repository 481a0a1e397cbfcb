/**
 * The process that draws one document and ends, so that the memory of the typesetter is given back and a fault in its
 * native code ends nothing else. It opens no network and reads no file but its program and its fonts.
 */
import { flushCompileCache } from "node:module";
import { cleanValue } from "./clean-text.ts";
import { glyphsOf, readDrawingFonts } from "./drawing-font.ts";
import { loadTypst } from "./typst-compiler.ts";
import type { RenderAnswer, RenderOrder } from "./typst-messages.ts";

process.once("disconnect", () => process.exit(1));
process.once("message", (order: RenderOrder) => {
  void answerTo(order).then((answer) => process.send?.(answer, undefined, {}, () => process.disconnect()));
});

async function answerTo({ template, data, files, createdAt }: RenderOrder): Promise<RenderAnswer> {
  try {
    const [compile, fonts] = await Promise.all([loadTypst(), readDrawingFonts()]);
    const [regular] = fonts;
    if (!regular) throw new Error("there is no font to draw with");
    const { value, replaced } = cleanValue(data, glyphsOf(regular));
    const { pdf, isAccessible } = await compile({ template, dataJson: JSON.stringify(value), files, createdAt, fonts });
    flushCompileCache();
    return { kind: "rendered", document: { pdf, replacedCharacters: replaced, isAccessible } };
  } catch (error) {
    return { kind: "failed", reason: error instanceof Error ? error.message : String(error) };
  }
}
