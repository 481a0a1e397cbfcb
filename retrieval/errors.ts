/** The index, the embedder or the database cannot be reached: nothing was searched, and the same search may work later. */
export class SearchUnavailable extends Error {
  readonly code = "search.unavailable";

  constructor(internal: string, options: { cause: unknown }) {
    super(internal, options);
    this.name = "SearchUnavailable";
  }
}
