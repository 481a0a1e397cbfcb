/**
 * Returns the words of a question in small letters, as its learned models read them: a district code and a number count as
 * such, whichever they are. `marks` is a class of characters that count as words too, as in a pattern: "[?:;]".
 */
export function wordsOfQuestion(text: string, marks = ""): string[] {
  const plain = text
    .toLowerCase()
    .replace(/\b[a-z]{1,4}-?\d+[a-z]?\b/g, " DISTRICT ")
    .replace(/\d[\d,.]*/g, " NUMBER ");
  return plain.match(new RegExp(`[a-z']+|NUMBER|DISTRICT${marks === "" ? "" : `|${marks}`}`, "g")) ?? [];
}
