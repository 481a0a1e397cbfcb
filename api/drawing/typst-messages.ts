/** What a drawing process is told to make. */
export interface RenderOrder {
  /** Source of the Typst template; it reads its data as `json(bytes(sys.inputs.data))`. */
  readonly template: string;
  /** Plain JSON data. */
  readonly data: unknown;
  /** Pictures that the template names: JPEG, PNG and SVG. */
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** Seconds since 1970, printed as the creation date of the document. */
  readonly createdAt: number;
}

/** A document that was made. */
export interface RenderedDocument {
  readonly pdf: Uint8Array;
  /** How many characters have no glyph in the font and are printed as `[?]`. */
  readonly replacedCharacters: number;
  /** False where the document is tagged but does not meet PDF/UA-1. */
  readonly isAccessible: boolean;
}

/** The answer of a drawing process. */
export type RenderAnswer =
  | { readonly kind: "rendered"; readonly document: RenderedDocument }
  | { readonly kind: "failed"; readonly reason: string };

/** What the thread that starts drawing processes is told. */
export type LaunchOrder =
  | { readonly kind: "draw"; readonly id: number; readonly order: RenderOrder }
  | { readonly kind: "stop"; readonly id: number };

/** How a drawing process ended. */
export interface LaunchAnswer {
  readonly id: number;
  readonly answer: RenderAnswer;
}
