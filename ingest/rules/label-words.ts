/** Returns the words of a label in lower case, without punctuation and marks of notes. */
export function wordsOf(label: string): string[] {
  return label
    .toLowerCase()
    .replaceAll(/(?<=\w)-(?=\w)/g, " ")
    .replaceAll(/[^a-z0-9.% ]+/g, " ")
    .split(" ")
    .map((word) => word.replace(/^\.+|\.+$/g, ""))
    .filter((word) => word !== "");
}
