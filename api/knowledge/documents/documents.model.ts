import { type Static, Type } from "@sinclair/typebox";
import { pageMembers } from "../../http/pagination.ts";
import { DocumentView } from "../document.model.ts";

/** Most characters of a document that one answer holds. */
export const mostCharacters = 20_000;

/** One page of a project's documents, newest first. */
export const DocumentListView = Type.Object({ data: Type.Array(DocumentView), ...pageMembers });

const offset = (description: string) => Type.Integer({ minimum: 0, maximum: 2_000_000_000, description });

/** Which stretch of a document's text. */
export const TextQuery = Type.Object({
  revision: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000_000_000, description: "The live one by default" })),
  char_start: Type.Optional(offset("UTF-16 code units from the beginning; 0 by default")),
  char_end: Type.Optional(offset(`At most ${mostCharacters} after char_start, which is the default`)),
});
export type TextQuery = Static<typeof TextQuery>;

/** A stretch of stored text and where it stands. */
export const TextView = Type.Object({
  document_id: Type.String(),
  document_revision: Type.Integer(),
  char_start: Type.Integer(),
  char_end: Type.Integer(),
  text: Type.String(),
  page: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], { description: "Page of the file where it begins" }),
  page_end: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
  printed_page: Type.Union([Type.String(), Type.Null()]),
  section: Type.Union([Type.String(), Type.Null()]),
  heading_path: Type.Array(Type.String()),
});
export type TextView = Static<typeof TextView>;
