import { stemmer } from "stemmer";

/**
 * Names the rules of this file. Indexes and vocabularies made under another version are never compared with this one:
 * raise it with every change that alters a single term.
 */
export const analyserVersion = "en-porter-1";

const stopWords = new Set(
  (
    "a an and are as at be but by for if in into is it no not of on or such that the their then there these they " +
    "this to was will with"
  ).split(" "),
);

/**
 * Words and numbers. A dot or hyphen joins digits to what stands before it, with one letter after them, so that
 * `1125.03`, `17-2-0303`, `R-2` and `R-20A` are terms of their own.
 */
const tokenPattern = /[a-z0-9]+(?:[.-][0-9]+[a-z]?(?![a-z]))*/g;

/** Splits text into lower-case tokens without stop words: diacritics and possessives fall away, 7,000 becomes 7000. */
export function tokensOf(text: string): string[] {
  const plain = text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/['\u2019]s\b/g, "")
    .replace(/(\d),(?=\d{3}(?!\d))/g, "$1");
  const tokens = plain.match(tokenPattern) ?? [];
  return tokens.filter((token) => !stopWords.has(token));
}

const stems = new Map<string, string>();
const rememberedStems = 60_000;

/** Gives the term a token is indexed under: its Porter stem, or the token itself when it holds a digit. */
export function termOf(token: string): string {
  const known = stems.get(token);
  if (known !== undefined) return known;
  const term = /\d/.test(token) ? token : stemmer(token);
  if (stems.size >= rememberedStems) stems.clear();
  stems.set(token, term);
  return term;
}

/** Turns text into the terms it is indexed and searched under, in order and with repetitions. */
export function analyse(text: string): string[] {
  return tokensOf(text).map(termOf);
}
