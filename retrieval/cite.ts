import type { Span } from "../ingest/index.ts";
import type { Queryable } from "../migrations/index.ts";
import type { Citation } from "./citation.ts";
import { findPagesOfSpan } from "./document-text.repository.ts";
import { pagesAt, readText } from "./document-text.ts";
import type { Passage } from "./passage.ts";

/** Cites a whole passage. */
export function citePassage(passage: Passage): Citation {
  const { documentId, documentRevision, sourceUrl, headingPath, page, pageEnd, printedPage } = passage;
  return {
    kind: "passage",
    documentId,
    documentRevision,
    sourceDocument: passage.documentTitle,
    sourceUrl,
    section: numberOf(passage, passage),
    headingPath,
    page,
    pageEnd,
    printedPage,
    charStart: passage.charStart,
    charEnd: passage.charEnd,
    quote: passage.text,
    relevanceScore: passage.score,
  };
}

/**
 * Cites a part of a passage; the page is the one the part stands on, by the document's page map.
 *
 * Units   offsets of the document's text, as in the passage's own span
 * @throws RangeError when the span is not inside the passage
 */
export async function citeSpan(
  db: Queryable,
  passage: Passage,
  span: Span,
  score: number = passage.score,
): Promise<Citation> {
  const { charStart, charEnd } = span;
  if (!(passage.charStart <= charStart && charStart < charEnd && charEnd <= passage.charEnd)) {
    throw new RangeError(`span [${charStart}, ${charEnd}) is not inside the passage`);
  }
  const quote = passage.text.slice(charStart - passage.charStart, charEnd - passage.charStart);
  const whole = citePassage(passage);
  const isOnOnePage = passage.page === passage.pageEnd;
  const pages = isOnOnePage ? {} : pagesAt(await findPagesOfSpan(db, placeOf(passage, span)), charStart, charEnd);
  const section = numberOf(passage, span);
  return { ...whole, ...pages, section, charStart, charEnd, quote, relevanceScore: score };
}

/** Returns the quote of an earlier citation as a passage, so that it can be cited again. It has no rows and no section around it. */
export function passageOfCitation(citation: Citation): Passage {
  const { documentId, documentRevision, sourceUrl, section, headingPath, page, pageEnd, printedPage } = citation;
  const span = { charStart: citation.charStart, charEnd: citation.charEnd };
  return {
    ...span,
    chunkId: "",
    corpusId: "",
    corpusKind: "ordinance",
    documentId,
    documentRevision,
    documentTitle: citation.sourceDocument,
    sourceUrl,
    section,
    headingPath,
    page,
    pageEnd,
    printedPage,
    text: citation.quote,
    rows: [],
    parent: span,
    rank: 1,
    score: citation.relevanceScore,
    origins: [],
    scores: {},
  };
}

/** Number of the smallest item that holds a span, else of the passage's section. */
function numberOf({ items = [], section }: Passage, { charStart, charEnd }: Span): string | null {
  // Items nest, so the last one that holds the span is the smallest.
  const item = items.findLast((each) => each.charStart <= charStart && charEnd <= each.charEnd);
  return item?.number ?? section;
}

/** Tells whether a citation's quote stands verbatim at its span in the stored text of its published revision. */
export function verifyCitation(db: Queryable, citation: Citation): Promise<boolean> {
  return isVerbatim(db, citation);
}

/** Whether a quote still stands word for word at its place in the stored text. */
export async function isVerbatim(
  db: Queryable,
  citation: Pick<Citation, "quote" | "charStart" | "charEnd" | "documentId" | "documentRevision">,
): Promise<boolean> {
  if (citation.quote.length === 0 || citation.quote.length !== citation.charEnd - citation.charStart) return false;
  const { documentId, documentRevision, charStart, charEnd } = citation;
  return (await readText(db, documentId, documentRevision, charStart, charEnd)) === citation.quote;
}

/**
 * Gives the whole section around a passage, or as much of it as the cap allows: from the section's start where the
 * passage still fits in, else a stretch with the passage at its end.
 */
export async function expandToSection(db: Queryable, passage: Passage, maxCharacters: number): Promise<Passage> {
  const section: Span = {
    charStart: Math.min(passage.parent.charStart, passage.charStart),
    charEnd: Math.max(passage.parent.charEnd, passage.charEnd),
  };
  const latestStart = Math.max(section.charStart, passage.charEnd - maxCharacters);
  const wishedStart = Math.min(latestStart, passage.charStart);
  const wishedEnd = Math.max(Math.min(section.charEnd, wishedStart + maxCharacters), passage.charEnd);
  const text = await readText(db, passage.documentId, passage.documentRevision, wishedStart, wishedEnd);
  const span = trimmedToWhole(text, wishedStart, passage);
  const pages = await findPagesOfSpan(db, placeOf(passage, span));
  return {
    ...passage,
    ...(pages.length > 0 ? pagesAt(pages, span.charStart, span.charEnd) : {}),
    ...span,
    text: text.slice(span.charStart - wishedStart, span.charEnd - wishedStart),
    origins: passage.origins.includes("parent") ? passage.origins : [...passage.origins, "parent"],
  };
}

/** Narrows a stretch so that it neither begins nor ends inside a surrogate pair; the passage itself stays whole. */
function trimmedToWhole(text: string, charStart: number, passage: Span): Span {
  const isLowHalf = (at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00;
  const isHighHalf = (at: number) => (text.charCodeAt(at) & 0xfc00) === 0xd800;
  const start = charStart < passage.charStart && isLowHalf(0) ? charStart + 1 : charStart;
  const end = charStart + text.length;
  return { charStart: start, charEnd: end > passage.charEnd && isHighHalf(text.length - 1) ? end - 1 : end };
}

function placeOf(passage: Passage, span: Span) {
  const { documentId, documentRevision: revision } = passage;
  return { documentId, revision, charStart: span.charStart, charEnd: span.charEnd };
}
