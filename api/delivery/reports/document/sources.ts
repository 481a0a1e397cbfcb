import type { SourceKey } from "./statement.ts";

/** What an endnote says. */
export interface Source {
  readonly key: SourceKey;
  readonly kind: "layer" | "record" | "passage" | "plan";
  /** Document, dataset or record. */
  readonly title: string;
  /** Section and headings, or the layer. */
  readonly place: string | null;
  readonly section: string | null;
  readonly page: number | null;
  readonly printed_page: string | null;
  /** Verbatim text of a passage; the statement of a record. */
  readonly quote: string | null;
  readonly url: string | null;
  readonly retrieved_at: string | null;
  readonly attribution: string | null;
  /** Date or edition of the data, in the words of its publisher. */
  readonly vintage: string | null;
  /** SHA-256 of the stored bytes: of the file of a document, of the stored features of a layer. */
  readonly content_hash: string | null;
  /** Where the quote is in the stored text of a document. */
  readonly document: {
    readonly document_id: string;
    readonly document_revision: number;
    readonly char_start: number;
    readonly char_end: number;
  } | null;
}

/** A source before its members that are mostly empty. */
export type NewSource = Pick<Source, "key" | "kind" | "title"> & Partial<Source>;

/** Returns a source with every member. */
export function sourceOf(source: NewSource): Source {
  const nothing = { place: null, section: null, page: null, printed_page: null, quote: null, url: null };
  const unknown = { retrieved_at: null, attribution: null, vintage: null, content_hash: null, document: null };
  return { ...nothing, ...unknown, ...source };
}

/** The sources of a report by key; the same span of a document is one source. */
export class Sources {
  readonly #byKey = new Map<SourceKey, Source>();

  /** Adds a source and returns its key. */
  add(source: NewSource): SourceKey {
    if (!this.#byKey.has(source.key)) this.#byKey.set(source.key, sourceOf(source));
    return source.key;
  }

  /** Returns a source. */
  get(key: SourceKey): Source | undefined {
    return this.#byKey.get(key);
  }
}
