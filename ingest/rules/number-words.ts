const ones = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"].concat([
  "eleven",
  "twelve",
  "thirteen",
  "fourteen",
  "fifteen",
  "sixteen",
  "seventeen",
  "eighteen",
  "nineteen",
]);
const tens = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const one = ones.slice(1).toReversed().join("|");
const ten = tens.join("|");
const belowHundred = String.raw`(?:${ten})(?:[-\s](?:${one}))?|${one}`;
const number = new RegExp(
  String.raw`(?<![\w-])(?:(${one})[-\s]hundred(?:[-\s](?:and[-\s])?(${belowHundred}))?|(${belowHundred}))(?![\w-]*[-\s](?:half|thirds?|quarters?|fourths?)\b)(?!-(?!foot|feet)\w)(?!\w)`,
  "gi",
);
/** "Twenty (20) feet", "twenty feet (20')", "ten percent (10%)": the number is stated twice. */
const again = /(\d+(?:\.\d+)?)( [a-z]+)? ?\(\1 ?(?:['′’%]|feet|ft\.?|percent)?\)/gi;

/** "Eighteen and one-half feet", "2 1/2 stories". */
const andHalf = /\b(\d{1,3})(?:\s+and\s+(?:one|a)[-\s]half\b|(?:\s+and)?\s+1\/2(?!\d)|\s?½)/gi;

/**
 * Returns a text with its numbers below a thousand in digits, each stated once: "twenty-five (25) feet" is "25 feet", "two and
 * one-half" 2.5.
 */
export function inDigits(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .replace(number, (_, hundreds?: string, rest?: string, whole?: string) =>
      String((hundreds === undefined ? 0 : 100 * numberIn(hundreds)) + numberIn(rest ?? whole ?? "")),
    )
    .replace(andHalf, "$1.5")
    .replace(again, "$1$2");
}

function numberIn(words: string): number {
  return words
    .toLowerCase()
    .split(/[-\s]/)
    .reduce(
      (sum, word) => sum + Math.max(0, ones.indexOf(word)) + (tens.includes(word) ? 20 + 10 * tens.indexOf(word) : 0),
      0,
    );
}
