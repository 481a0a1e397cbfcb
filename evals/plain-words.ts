/** Returns the words of a text in small letters with one space between them, without marks: what texts are compared by. */
export function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();
}
