/** Returns the words of a label in lower case, without punctuation and marks of notes; "d.u." is du. */
export function wordsOf(label: string): string[] {
  return label
    .toLowerCase()
    .replaceAll(/\b([a-z])\.\s?([a-z])\.(?![a-z])/g, "$1$2")
    .replaceAll(/(?<=\w)-(?=\w)/g, " ")
    .replaceAll(/[^a-z0-9.% ]+/g, " ")
    .split(" ")
    .map((word) => word.replace(/^\.+|\.+$/g, "").replace(/(?<=[a-z]{4})\d{1,2}$/, ""))
    .filter((word) => word !== "");
}
