import type { OcrLine } from "./ocr-engine.ts";

/** Below this confidence a page should be checked against the file, and a stronger reader should try it. */
export const poorConfidence = 0.65;

/** The engine's confidence in its words, each weighing as many as it has characters. */
export function confidenceOf(lines: readonly OcrLine[]): number {
  let [characters, sum] = [0, 0];
  for (const { words } of lines) {
    for (const { text, confidence } of words) {
      characters += text.length;
      sum += text.length * confidence;
    }
  }
  return characters === 0 ? 0 : sum / characters;
}
