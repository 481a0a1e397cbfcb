import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { GlobalFonts } from "@napi-rs/canvas";

/** Family of the fonts that pictures are lettered with; it comes with the service, so that every machine draws the same. */
export const pictureFont = "Liberation Sans";

let isLoaded = false;

/** Makes the fonts known to the canvas of this thread's process; later calls do nothing. */
export function loadPictureFonts(): void {
  if (isLoaded) return;
  const folder = join(dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json")), "standard_fonts");
  for (const file of ["LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"]) {
    if (!GlobalFonts.registerFromPath(join(folder, file), pictureFont)) throw new Error(`the font ${file} is missing`);
  }
  isLoaded = true;
}
