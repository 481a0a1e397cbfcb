/** What is used of the package, which brings no types of its own. */
declare module "word-extractor" {
  interface ExtractedText {
    getBody(options?: { filterUnicode?: boolean }): string;
    getFootnotes(options?: { filterUnicode?: boolean }): string;
    getEndnotes(options?: { filterUnicode?: boolean }): string;
    getTextboxes(options?: { filterUnicode?: boolean; includeHeadersAndFooters?: boolean }): string;
  }

  class WordExtractor {
    extract(source: Buffer): Promise<ExtractedText>;
  }

  export = WordExtractor;
}
