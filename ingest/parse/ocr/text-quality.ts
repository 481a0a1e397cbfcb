/** Letters that a reader never meets: what decoding left over, private characters, controls. */
const undecoded = /[\ufffd\p{Co}\p{Cn}\p{Cc}]/u;
/** Signs that no word of prose holds in its middle. */
const signInWord = /[\p{L}\p{N}][|<>=_¢£¥«»¤¡¿!;?*#@"“”][\p{L}\p{N}]/u;
/** Signs that no word of prose holds anywhere. */
const foreignSign = /[~^\\{}¦¬]/u;
const onlySigns = /^[^\p{L}\p{N}]+$/u;
/** Signs that stand alone in good text: dashes, bullets, marks of sections, notes and money. */
const usualSigns = /^(?:[-–—•·§¶*†‡&+/=|$%]|[.…]+|_{2,}|[([{"'“”‘’]?[-–—.,;:)\]}"'“”‘’]*)$/u;
const usualSingle = /^[aAIi&]$/;
const longestWord = 24;
/** More letters without a vowel than any word of a language in Latin script has, beyond its abbreviations. */
const fewestVowelless = 5;
const manyConsonants = /[bcdfghjklmnpqrstvwxz]{6}/;
const manyVowels = /[aeiou]{6}/;
const threeAlike = /([a-z])\1\1/;
const digitInLetters = /\p{Ll}\d+\p{L}|^\d\p{Ll}{3,}|\p{L}{3,}\d\p{Ll}/u;

/**
 * Tells whether a word looks like one that was read wrongly. It knows no dictionary: it looks for characters that do
 * not belong, runs of letters that cannot be spoken, and capitals in the middle of a word.
 */
export function isUnreadable(word: string): boolean {
  if (undecoded.test(word)) return true;
  if (onlySigns.test(word)) return !usualSigns.test(word);
  const core = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  if (/^(?:https?:|www\.)|[\w.]@[\w.]+\.\w|\.(?:com|org|gov|net|us)\b/i.test(core)) return false;
  if (signInWord.test(core) || foreignSign.test(word)) return true;
  return core.split(/[-–—/'’.,:()&+[\]]+/u).some(isUnreadablePart);
}

function isUnreadablePart(part: string): boolean {
  const letters = part.replace(/[^\p{L}]/gu, "");
  if (letters === "") return false;
  if (part.length > longestWord || digitInLetters.test(part) || hasMixedCase(letters)) return true;
  const plain = letters.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  if (!/^[a-z]+$/.test(plain)) return false;
  const isAbbreviation = letters === letters.toUpperCase() || /^(?:\p{Lu}?\p{L}{1,2}|[ivxlcdm]+)$/iu.test(letters);
  if (threeAlike.test(plain) && !/^[ivx]+$/.test(plain)) return true;
  if (isAbbreviation && plain.length <= fewestVowelless) return false;
  if (plain.length >= fewestVowelless && !/[aeiouy]/.test(plain)) return true;
  return manyConsonants.test(plain) || manyVowels.test(plain);
}

/** "tHe", "wOrD": capitals that come and go; names such as "McDonald" and "iPad" change once. */
function hasMixedCase(letters: string): boolean {
  const rises = letters.match(/\p{Ll}\p{Lu}/gu)?.length ?? 0;
  const falls = letters.match(/\p{Lu}{2,}\p{Ll}/gu)?.length ?? 0;
  return rises >= 2 || (rises >= 1 && falls >= 1) || /^\p{Ll}\p{Lu}\p{Ll}/u.test(letters);
}

/** What a text is made of. */
export interface TextQuality {
  readonly words: number;
  /** Words of two letters or more that look as words do. */
  readonly readableWords: number;
  /** Share of the words that look wrongly read, with single letters beyond those that good text has, 0..1. */
  readonly unreadableShare: number;
}

/** Good text has so many single letters among its words: items of lists, initials, directions. */
const usualSingles = 0.1;
/** The letters that fill the cells of a table of uses are few: permitted, special, not. */
const mostMarks = 6;

/** Judges a text word by word. */
export function textQuality(text: string): TextQuality {
  const words = text.split(/\s+/u).filter((word) => word !== "");
  let [unreadable, readableWords] = [0, 0];
  const singles = new Map<string, number>();
  for (const word of words) {
    if (isUnreadable(word)) unreadable += 1;
    else if (/^\p{L}$/u.test(word) && !usualSingle.test(word)) singles.set(word, (singles.get(word) ?? 0) + 1);
    else if ((word.match(/\p{L}/gu)?.length ?? 0) >= 2) readableWords += 1;
  }
  const rarer = [...singles.values()].sort((left, right) => right - left).slice(mostMarks);
  const strays = rarer.reduce((sum, count) => sum + count, 0);
  const excess = Math.max(0, strays - words.length * usualSingles);
  const unreadableShare = words.length === 0 ? 0 : Math.min(1, (unreadable + excess) / words.length);
  return { words: words.length, readableWords, unreadableShare };
}
