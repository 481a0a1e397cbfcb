/** What reading a scan needs, in one piece that is loaded when the first scan comes up. */

export { contentOf } from "./ocr-content.ts";
export { makeOcrEngine } from "./ocr-engine.ts";
export { recognisePage } from "./recognise-page.ts";
