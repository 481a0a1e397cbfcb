import type { LawReader } from "../../api/delivery/reports/evidence/law-reader.ts";
import type { Passage } from "../../retrieval/index.ts";

/** Returns a passage of an ordinance that begins at the start of its document. */
export function lawPassage(text: string, headingPath: readonly string[], rows: Passage["rows"] = []): Passage {
  const span = { charStart: 0, charEnd: text.length };
  return {
    ...{ ...span, chunkId: `${headingPath.join("/")}#${text.length}`, corpusId: "corp_1", corpusKind: "ordinance" },
    ...{ documentId: "doc_1", documentRevision: 1, documentTitle: "Zoning Ordinance", sourceUrl: null },
    ...{ section: null, headingPath, page: null, pageEnd: null, printedPage: null, text, rows, parent: span },
    ...{ rank: 1, score: 1, origins: [], scores: {} },
  };
}

/** Returns a reader of a law that consists of the given passages. */
export function lawReader(passages: readonly Passage[]): LawReader {
  return {
    usesOf: async () => passages,
    parkingOf: async () => ({ parking: [], passages }),
    search: async () => passages,
    sectionOf: async (passage) => passage,
    async cite(passage, { charStart, charEnd }) {
      if (charStart < passage.charStart || charEnd > passage.charEnd) return undefined;
      return {
        ...{ source_document: passage.documentTitle, document_id: passage.documentId, document_revision: 1 },
        ...{ source_url: null, section: null, heading_path: passage.headingPath, page: null, printed_page: null },
        ...{ char_start: charStart, char_end: charEnd, quote: passage.text.slice(charStart, charEnd) },
      };
    },
  };
}
