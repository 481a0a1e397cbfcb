import type { Database } from "../../../migrations/index.ts";
import { readDocumentSpan } from "../../../retrieval/index.ts";
import type { Viewer } from "../../access/project-visibility.repository.ts";
import type { Page } from "../../http/pagination.ts";
import type { Principal } from "../../http/principal.ts";
import { problem, validationProblem } from "../../http/problem.ts";
import { type DocumentView, documentView } from "../document.model.ts";
import type { GetVisibleProject } from "../project-gate.ts";
import { mostCharacters, type TextQuery, type TextView } from "./documents.model.ts";
import * as repository from "./documents.repository.ts";

/** What callers can read of a project's documents, so that anyone can check a citation. */
export interface Documents {
  list(viewer: Viewer, projectId: string, page: Page): Promise<{ items: DocumentView[]; lastId: string | undefined }>;
  text(principal: Principal, projectId: string, documentId: string, query: TextQuery): Promise<TextView>;
}

/** Makes the documents of the service. */
export function makeDocuments(deps: {
  readonly db: Database;
  readonly getVisibleProject: GetVisibleProject;
}): Documents {
  const { db, getVisibleProject } = deps;
  return {
    async list(principal, projectId, page) {
      await getVisibleProject(principal, projectId);
      const rows = await repository.listDocuments(db, projectId, page);
      const shown = rows.slice(0, page.limit);
      return { items: shown.map(documentView), lastId: rows.length > page.limit ? shown.at(-1)?.id : undefined };
    },
    async text(principal, projectId, documentId, query) {
      const { start, end } = spanFrom(query);
      await getVisibleProject(principal, projectId);
      const asked = { projectId, documentId, revision: query.revision ?? null };
      const revision = await repository.findReadableRevision(db, asked);
      const span = revision === undefined ? undefined : await readDocumentSpan(db, documentId, revision, start, end);
      if (revision === undefined || !span) {
        throw problem("not_found", { detail: "The project has no such revision of a document." });
      }
      return {
        document_id: documentId,
        document_revision: revision,
        char_start: span.charStart,
        char_end: span.charEnd,
        text: span.text,
        page: span.page,
        page_end: span.pageEnd,
        printed_page: span.printedPage,
        section: span.section,
        heading_path: [...span.headingPath],
      };
    },
  };
}

function spanFrom(query: TextQuery): { start: number; end: number } {
  const start = query.char_start ?? 0;
  const end = query.char_end ?? start + mostCharacters;
  const refuse = (message: string) => validationProblem([{ field: "char_end", code: "out_of_range", message }]);
  if (end < start) throw refuse("must not be less than char_start");
  if (end - start > mostCharacters) throw refuse(`must be at most ${mostCharacters} after char_start`);
  return { start, end };
}
