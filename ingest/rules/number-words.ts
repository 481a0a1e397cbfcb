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
/** "18 and one-half feet". */
const andHalf = /\b(\d+) and (?:one[- ]half|a half)\b/gi;
/** "Twenty (20) feet", "twenty feet (20')", "ten percent (10%)": the number is stated twice. */
const again = /(\d+(?:\.\d+)?)( [a-z]+)? ?\(\1 ?(?:['′’%]|feet|ft\.?|percent)?\)/gi;

/** Returns a text with its numbers below a thousand in digits, each stated once: "twenty-five (25) feet" is "25 feet". */
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
