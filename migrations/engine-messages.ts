/** Where the store of the embedded engine is: a folder, or in memory, filled from an archive or empty. */
export interface EngineOptions {
  readonly folder?: string | undefined;
  readonly archive?: Blob | undefined;
}

/** What the thread of the embedded engine is asked to do. */
export type EngineRequest =
  | { readonly kind: "open" }
  | { readonly kind: "query"; readonly text: string; readonly values: readonly unknown[] }
  | { readonly kind: "exec"; readonly text: string }
  | { readonly kind: "listen" | "unlisten"; readonly channel: string }
  | { readonly kind: "dump" }
  | { readonly kind: "close" };

/** The result of a statement; of a script, that of its last statement. */
export interface EngineResult {
  readonly rows: unknown[];
  readonly affectedRows?: number | undefined;
  /** The answer to `dump`. */
  readonly archive?: Blob;
}

/** The plain fields of an error; an `Error` sent between threads would lose its `code`. */
export interface PlainEngineError {
  readonly message: string;
  readonly [field: string]: string | number;
}

/** The answer to the request with that id. */
export type EngineAnswer =
  | { readonly id: number; readonly result: EngineResult; readonly error?: undefined }
  | { readonly id: number; readonly error: PlainEngineError };

/** A message of the thread: an answer, or a notification on a channel that is listened to. */
export type EngineMessage = EngineAnswer | { readonly channel: string; readonly payload: string };
