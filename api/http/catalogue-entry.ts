/** What a caller reads about one kind of refusal, and what they may do next. */
export interface CatalogueEntry {
  readonly status: number;
  readonly title: string;
  /** Said when the thrower has nothing more exact to say; never names internals. */
  readonly detail: string;
  /** True when the same request may succeed later without being changed. */
  readonly retryable: boolean;
  /** The next step when one is known. */
  readonly recovery?: string;
  /** The feature that will throw this code; absent once something does. */
  readonly reservedFor?: string;
}
