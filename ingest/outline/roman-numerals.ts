const signs: readonly (readonly [worth: number, letters: string])[] = [
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
];

/** Writes a number as a Roman numeral in small letters: 14 gives "xiv"; nothing below 1. */
export function romanNumeral(value: number): string {
  let left = value;
  let written = "";
  for (const [worth, letters] of signs) {
    for (; left >= worth; left -= worth) written += letters;
  }
  return written;
}
