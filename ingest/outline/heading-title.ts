/** A heading's title, and how much of the text after the number belongs to it; the rest of the line is body. */
export interface TitlePart {
  readonly title: string;
  /** Length of the title with its punctuation inside the text given; equal to the text's length when no body follows. */
  readonly length: number;
}

const longestTitleWords = 16;
const longestRunInWords = 12;
/** A line that ends in one of these goes on in the next. */
const hangingWord =
  /(?:^|\s)(?:a|an|the|The|THE|of|OF|in|to|TO|and|AND|or|OR|nor|by|BY|with|WITH|within|under|from|for|FOR|at|on|as|per|[Ss]ee|than|that|which|is|are|be|shall|must|may|any|all|such|this|these|their|its|[Ss]ections?|[Ss]ecs?\.|§§?|[Ss]ubsections?|[Aa]rticles?|[Cc]hapters?|division|part|title|[Tt]able|[Pp]aragraph|[Ff]igure|Appendix|[Nn]o\.)$/;
const commandWord =
  /\b(?:shall|must|may not|may be|will be|is|are|was|were|has|have|hereby|means|includes|which|who|whose|where|provided that|notwithstanding)\b/;
const runIn =
  /^(.{2,110}?[\p{L}\d)\]”"’'])(?:,?[.:]\s+|[.:](?=\p{Lu}\p{Ll})|\s?[—–]\s?|\s-\s)(?:[-–—]\s*)?(?=["“'‘(]?[\p{Lu}(§\d])/u;
/** Sentences of a code open with these; titles of several words do not. */
const sentenceOpening =
  /^(?:Notwithstanding|In|For|Where|When|If|As|On|Any|All|No|Each|Every|Except|Unless|Upon|The|A|An|This|These|Such|Whenever|Whoever|It)\s/;
/** A reference that merely stands first in its line goes on with one of these. */
const referenceTail =
  /^(?:of|and|or|through|to|above|below|herein|hereof|shall|is|are|as|in|for|which|that|may|must|has|have|et seq|if|by|with|on|at|from|thereof|inclusive|[,;)])(?![\w-])/;

/** Tells whether a line cannot end here: it ends in a hanging word, a comma or a hyphen. */
export function isHanging(text: string): boolean {
  return /[,\-–—(]$/.test(text) || hangingWord.test(text);
}

/** Tells whether a line ends a sentence or a clause. */
export function endsSentence(text: string): boolean {
  return /[.;:!?][)\]"”’']*$/.test(text) || /[)\]]$/.test(text);
}

/** Tells whether the text after a number shows that the number was only a reference to a section. */
export function isReferenceTail(rest: string): boolean {
  return referenceTail.test(rest) || /^[,;]/.test(rest) || /^[A-Z0-9]{1,2}(?:\s*,\s*[A-Z0-9]{1,3})*[.;]?$/.test(rest);
}

/**
 * Reads the title out of the text after a section number: all of a short phrase, or the run-in phrase before the body
 * ("Purpose. These regulations are …").
 *
 * Shape   null when the text is a sentence of its own, so that the section has a number and no title
 */
export function titleIn(rest: string): TitlePart | null {
  if (rest === "") return { title: "", length: 0 };
  if (/^\p{Ll}/u.test(rest)) return null;
  const words = wordCount(rest);
  const before = runInTitle(rest);
  if (before) return before;
  if (words >= 5 && sentenceOpening.test(rest) && !isTitleCase(rest)) return null;
  const bare = rest.replace(/\([^)]*(?:\)|$)/g, "").trim();
  const isPhrase =
    wordCount(bare) <= longestTitleWords &&
    words <= 2 * longestTitleWords &&
    !commandWord.test(bare) &&
    !isHanging(rest) &&
    !/[;:]$/.test(rest);
  return isPhrase ? { title: cleanTitle(rest), length: rest.length } : null;
}

/**
 * Reads the title after a section number that a full stop and a dash close ("Sec. 4-9. - No fence without a permit."):
 * so marked it is a title even where it opens as a sentence does.
 */
export function dashedTitle(rest: string): TitlePart | null {
  const isPhrase = /^["“(]?[\p{Lu}\d]/u.test(rest) && wordCount(rest) <= longestTitleWords && !commandWord.test(rest);
  return isPhrase && /[^.;:]\.?$/.test(rest) && !isHanging(rest) && !/[.;:]\s/.test(rest)
    ? { title: cleanTitle(rest), length: rest.length }
    : null;
}

/** Reads a title that a colon closes, in capitals or in a heading's type: "10-5-3: R-1 DISTRICT:". */
export function colonTitle(rest: string, isStyled: boolean): TitlePart | null {
  const isPhrase = wordCount(rest) <= longestRunInWords && /[^.;:]:$/.test(rest) && !/[.;:]\s/.test(rest);
  if (!isPhrase || !(isCapitals(rest) || (isStyled && isTitleCase(rest)))) return null;
  return commandWord.test(rest) ? null : { title: cleanTitle(rest), length: rest.length };
}

/**
 * Reads a title in a heading's type that would be no title in the type of the text: with a colon inside
 * ("Aquifer: Review of Applications"), or ending in a word that names a part of a code ("Zoning Table").
 */
export function styledTitle(rest: string): TitlePart | null {
  const isParted = /^[^.;:]+:\s[^.;:]+$/.test(rest) && !isHanging(rest);
  const isPhrase = wordCount(rest) <= longestTitleWords && isTitleCase(rest) && !commandWord.test(rest);
  return isPhrase && (isParted || /^[^.;:]+\s(?:Table|Figure|Chapter|Article|Section)$/.test(rest))
    ? { title: cleanTitle(rest), length: rest.length }
    : null;
}

/** The title that stands before the body in the same line; null when there is none. */
export function runInTitle(rest: string): TitlePart | null {
  const run = runIn.exec(rest);
  const title = run?.[1];
  if (!title || !isRunInTitle(title) || run[0].length >= rest.length) return null;
  // A dash between two short phrases is part of one title ("Procedure - Appeals").
  if (/\s-\s$/.test(run[0]) && wordCount(rest) <= longestRunInWords) return null;
  return { title: cleanTitle(title), length: run[0].length };
}

function isRunInTitle(title: string): boolean {
  if (wordCount(title) > longestRunInWords || commandWord.test(title)) return false;
  // A full stop after a single letter or a known abbreviation does not end a title.
  return !/(?:^|[\s.])(?:[A-Za-z]|[Nn]o|[Ss]ec|[Aa]rt|[Ss]t|[Aa]ve|[Ii]nc|[Ff]t|[Ss]q|[Cc]h|Gen|Stat|Conn|approx|min|max|etc|vs)$/.test(
    title,
  );
}

/** Tells whether a line is set in capitals as headings are. */
export function isCapitals(text: string): boolean {
  const letters = text.replace(/\([^)]*\)/g, "").match(/\p{L}/gu) ?? [];
  const capitals = letters.filter((letter) => letter !== letter.toLowerCase()).length;
  return letters.length >= 3 && capitals >= letters.length * 0.85 && /\p{Lu}{3}/u.test(text);
}

/** Tells whether most words of a phrase begin with a capital, as in a title. */
export function isTitleCase(text: string): boolean {
  const words = text.split(/[\s/]+/).filter((word) => /\p{L}{4}/u.test(word));
  if (words.length === 0) return /^\p{Lu}/u.test(text);
  const raised = words.filter((word) => /^["“(]?[\p{Lu}\d]/u.test(word)).length;
  return /^["“(]?[\p{Lu}\d]/u.test(text) && raised >= words.length * 0.7;
}

/** A title without the punctuation, the mark of a footnote and the note of an amendment that close it, and the dashes that open it. */
export function cleanTitle(title: string): string {
  return title
    .replace(/\s*(?:\[\d{1,3}\])+(?=[\s.:;,]*$)/, "")
    .replace(/(?<=\S)\s*\((?:[Aa]mended|[Aa]dded|[Rr]evised)\s[^()]*\)[\s.]*$/, "")
    .replace(/(?<=\S)\s*\[(?:Amended|Added|Revised)\s[^\]]*(?:\][\s.]*)?$/, "")
    .replace(/^[\s\-–—:|.]+/, "")
    .replace(/[\s.:;,\-–—|]+$/, "")
    .trim();
}

/** Number of words in a text. */
export function wordCount(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
