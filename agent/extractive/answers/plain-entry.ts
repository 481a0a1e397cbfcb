/** "Dwelling unit(s) located above a business": neither ends the name. */
const optionalPlural = /\(s\)/g;
const placedAbove = /\blocated (?=(?:above|over)\b)/g;

/** A dwelling by the number of its homes: "a dwelling containing two (2) dwelling units", "dwelling for one (1) family". */
const countedHomes =
  /\b(?:dwellings?|houses?|residences?|buildings?)\s+(?:containing|for|having|with|designed for|occupied by)\s+(?<count>one|two)\s+(?:\(\d\)\s+)?(?:famil(?:y|ies)|dwelling units?|households?)\b/gi;

/** An entry with such dwellings as they are called: "two-family dwelling". */
export const withHomesNamed = (entry: string): string =>
  entry.replace(countedHomes, (_, count: string) => `${count.toLowerCase()}-family dwelling`);

/** "sit- down": a word that a line of a table broke at its hyphen; "two- and three-family" is none. */
const brokenWord = /(\w-) (?=[a-z])(?!(?:and|or|to)\b)/g;

/** An entry in one line, in the words in which its name is compared: parted words joined, dwellings as they are called. */
export const plainEntry = (entry: string): string =>
  withHomesNamed(
    entry.replace(/\s+/g, " ").replace(brokenWord, "$1").replace(optionalPlural, "s").replace(placedAbove, ""),
  );
