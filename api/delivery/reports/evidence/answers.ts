import type { TurnOutcome } from "../../../../agent/index.ts";
import type { Citation } from "../../../../retrieval/index.ts";

/** A span of a stored document, as a report keeps it between its steps. */
export interface StoredPassage {
  readonly source_document: string;
  readonly document_id: string;
  readonly document_revision: number;
  readonly source_url: string | null;
  readonly section: string | null;
  readonly heading_path: readonly string[];
  readonly page: number | null;
  readonly printed_page: string | null;
  readonly char_start: number;
  readonly char_end: number;
  readonly quote: string;
}

/** A sentence of an answer with the passages behind it. */
export interface AnswerSentence {
  readonly text: string;
  readonly passages: readonly StoredPassage[];
}

/** What was found for a fixed question. `no_document`: there is nothing of the kind to search; `failed`: no search was made. */
export interface Answer {
  readonly question: string;
  readonly status: "answered" | "partial" | "not_located" | "no_document" | "failed";
  readonly sentences: readonly AnswerSentence[];
  /** Whether a language model wrote the sentences; otherwise they are extracts. */
  readonly is_narrative: boolean;
  /** Sentences of the model that were left out, because their passages do not carry them. */
  readonly dropped?: number | undefined;
  /** True where extracts stand in for a model that could not write. */
  readonly is_fallback?: boolean;
}

/** A sentence up to its last marker, and the punctuation after it. */
const marked = /((?:\[\d{1,3}\] ?)+)([.;,”"]*)/g;

/**
 * Returns the sentences of an answer with their passages, without the markers. What carries no marker is left out, as are
 * sentences whose citations are not passages.
 */
export function sentencesOf({ answer, citations }: Pick<TurnOutcome, "answer" | "citations">): AnswerSentence[] {
  return answer.split("\n").flatMap((line) => {
    const sentences: AnswerSentence[] = [];
    let from = 0;
    for (const match of line.matchAll(marked)) {
      const [whole, markers = "", punctuation = ""] = match;
      const text = `${line.slice(from, match.index).trim()}${punctuation}`.trim();
      from = match.index + whole.length;
      const numbers = new Set(Array.from(markers.matchAll(/\d+/g), ([digits]) => Number(digits)));
      const passages = citations.flatMap((citation) =>
        numbers.has(citation.marker) && citation.kind === "passage" ? [storedPassage(citation)] : [],
      );
      if (text !== "" && passages.length > 0) sentences.push({ text: closed(text), passages });
    }
    return sentences;
  });
}

/** Returns a citation as a report keeps it. */
export function storedPassage(citation: Citation): StoredPassage {
  return {
    source_document: citation.sourceDocument,
    document_id: citation.documentId,
    document_revision: citation.documentRevision,
    source_url: citation.sourceUrl,
    section: citation.section,
    heading_path: [...citation.headingPath],
    page: citation.page,
    printed_page: citation.printedPage,
    char_start: citation.charStart,
    char_end: citation.charEnd,
    quote: citation.quote,
  };
}

const closed = (text: string) => (/[.!?:;]["”’)]*$/.test(text) ? text : `${text}.`);
