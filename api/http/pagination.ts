import { type Static, Type } from "@sinclair/typebox";
import { validationProblem } from "./problem.ts";

/** What every list takes: a page size, and either an offset or the cursor that the page before gave. */
export const PageQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20, description: "Size of the page" })),
    // No default here: one that was filled in could not be told from one that was sent beside a cursor.
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: "0 unless stated" })),
    cursor: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: "`next_cursor` of the page before" }),
    ),
  },
  { additionalProperties: false },
);

/** What every list answers beside its array. */
export const pageMembers = {
  limit: Type.Integer(),
  offset: Type.Integer(),
  next_cursor: Type.Union([Type.String(), Type.Null()], { description: "null on the last page" }),
};

/** A page as repositories read it; lists are in descending order of ids, which sort by the time they were made. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
  /** The page holds only ids below this one: the last id of the page before. */
  readonly beforeId: string | undefined;
}

/**
 * Reads a page from a list's query.
 *
 * @throws Problem validation_failed when offset and cursor are both given, or the cursor is not one of ours
 */
export function pageFrom(query: Static<typeof PageQuery>): Page {
  if (query.cursor !== undefined && query.offset !== undefined) {
    throw validationProblem([
      { field: "cursor", code: "exclusive", message: "give either cursor or offset, not both" },
    ]);
  }
  return { limit: query.limit ?? 20, offset: query.offset ?? 0, beforeId: query.cursor && idFromCursor(query.cursor) };
}

/** What a list echoes; `lastId` is the last id of this page when more follow. */
export function pageView(page: Page, lastId: string | undefined) {
  return { limit: page.limit, offset: page.offset, next_cursor: lastId === undefined ? null : cursorFromId(lastId) };
}

function cursorFromId(id: string): string {
  return Buffer.from(`after:${id}`).toString("base64url");
}

function idFromCursor(cursor: string): string {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const id = /^after:([a-z]+_[0-9a-f]{32})$/.exec(text)?.[1];
  if (id === undefined) {
    throw validationProblem([
      { field: "cursor", code: "invalid", message: "send next_cursor of the page before, unchanged" },
    ]);
  }
  return id;
}
