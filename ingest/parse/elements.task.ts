/** Makes a document of the elements of Unstructured: the CPU-bound part of reading with it. */
import { chunkDocument } from "../chunk/chunk-document.ts";
import { buildKeywordSegment } from "../keyword/keyword-segment.ts";
import { rulesOfDocument } from "../rules/extract-rules.ts";
import { assembleDocument } from "./assemble-document.ts";
import { textQuality } from "./ocr/text-quality.ts";
import type { ReadResult } from "./reader-messages.ts";
import type { UnstructuredElement } from "./unstructured-client.ts";
import { rawFromElements } from "./unstructured-elements.ts";

/** `worse`: the local text has at least as many readable words. */
export type ElementsReading =
  | { readonly kind: "empty" | "worse" }
  | { readonly kind: "better"; readonly result: ReadResult };

/** Returns the document of some elements, with chunks and keyword index, when it is better than the local text. */
export function readElements({
  elements,
  pageCount,
  parser,
  localText,
}: {
  readonly elements: readonly UnstructuredElement[];
  /** Pages of the file; 0 for formats without pages. */
  readonly pageCount: number;
  readonly parser: string;
  /** Text of the local reading; null when there is none. */
  readonly localText: string | null;
}): ElementsReading {
  const document = assembleDocument(rawFromElements(elements, pageCount, parser));
  if (document.text.trim() === "") return { kind: "empty" };
  if (localText !== null && wordsIn(document.text) <= wordsIn(localText)) return { kind: "worse" };
  const chunks = chunkDocument(document);
  return {
    kind: "better",
    result: { document, chunks, keywordSegment: buildKeywordSegment(chunks), rules: rulesOfDocument(document, chunks) },
  };
}

/** Number of words that look like words; OCR noise is not counted. */
const wordsIn = (text: string) => textQuality(text).readableWords;
